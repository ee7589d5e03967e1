package nasty

import "bytes"

// Requests: servers that ask the client something.

func requestModes() []mode {
	return []mode{
		{Mode{"asks-ping", "", "sends ping with id 0 right after notifications/initialized and answers tools/list only after its result"}, asksPing},
		{
			Mode{"asks-sampling", "", "on tools/list, sends sampling/createMessage with the id of that request, and lists after any response"},
			asks("sampling/createMessage", `{"messages":[{"role":"user","content":{"type":"text","text":"Say yes."}}],"maxTokens":5}`),
		},
		{
			Mode{"asks-roots", "", "on tools/list, sends roots/list with the id of that request, and lists after any response"},
			asks("roots/list", `{}`),
		},
		{
			Mode{"asks-elicitation", "", "on tools/list, sends elicitation/create with the id of that request, and lists after any response"},
			asks("elicitation/create", `{"message":"Your pass phrase?","requestedSchema":{"type":"object","properties":{"phrase":{"type":"string"}}}}`),
		},
		{
			Mode{"asks-unknown", "", "on tools/list, sends a request of no known method with the id of that request, and lists after any response"},
			asks("harbour/whistle", `{}`),
		},
	}
}

func asksPing(s *server) error {
	var held []message
	answered := false
	list := s.on["tools/list"]
	s.on["notifications/initialized"] = func(s *server, _ message) {
		s.send(`{"jsonrpc":"2.0","id":0,"method":"ping"}`)
	}
	s.on["tools/list"] = func(s *server, m message) {
		if !answered {
			held = append(held, m)
			return
		}
		list(s, m)
	}
	s.response = func(s *server, m message) {
		if !bytes.Equal(m.ID, []byte("0")) || m.Result == nil {
			return
		}
		answered = true
		for _, waiting := range held {
			list(s, waiting)
		}
		held = nil
	}
	return nil
}

func asks(method, params string) func(*server) error {
	return func(s *server) error {
		var held []message
		list := s.on["tools/list"]
		s.on["tools/list"] = func(s *server, m message) {
			held = append(held, m)
			s.ask(string(m.ID), method, params)
		}
		s.response = func(s *server, m message) {
			for i, waiting := range held {
				if bytes.Equal(waiting.ID, m.ID) {
					held = append(held[:i], held[i+1:]...)
					list(s, waiting)
					return
				}
			}
		}
		return nil
	}
}
