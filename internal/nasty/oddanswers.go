package nasty

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Odd answers: such as one client takes and another does not, and what comes
// besides the answer.

func oddAnswerModes() []mode {
	return []mode{
		{Mode{"odd-first", "KIND", "on tools/list, a false answer that some clients take, then the right one"}, oddFirst},
		{Mode{"odd-alone", "KIND", "the answer to tools/list is one that some clients take, and there is no other"}, oddAlone},
		{Mode{"answer-at-end", "", "a false answer to the last tools/list after stdin has ended"}, answerAtEnd},
		{Mode{"initialize-twice", "", "a right answer to initialize, then another with the same id"}, onInitialize(func(s *server, m message) {
			initialize(s, m)
			initialize(s, m)
		})},
		{Mode{"log-with-id", "", "a line of a log with the id of the request before each answer to a listing"}, logWithID},
		{Mode{"ping-flood", "[N]", "asks N times for ping (default 5000) before the answer to initialize"}, pingFlood},
		{Mode{"changed-after-last", "KIND", "list_changed after the answer to KIND/list, and from then on three tools"}, changedAfterLast},
		{Mode{"changed-while-settling", "", "calls tools and prompts changed, and tools again when it lists prompts again, and has three tools from then on"}, changedWhileSettling},
		{Mode{"hidden-prompts", "", "the capability tools alone, but prompts/list answers with a prompt"}, hiddenPrompts},
		{Mode{"empty-undeclared", "", "the capability tools alone, and empty listings of all else"}, undeclared(func(s *server, m message) {
			s.result(m, `{"prompts":[],"resources":[],"resourceTemplates":[]}`)
		})},
		{Mode{"broken-undeclared", "", "the capability tools alone, and error -32603 for all other listings"}, undeclared(internalError)},
		{Mode{"silent-undeclared", "", "the capability tools alone, and no answer to all other listings"}, undeclared(func(*server, message) {})},
		{Mode{"odd-undeclared", "", `the capability tools alone, and the answer to prompts/list has no member "jsonrpc"`}, oddUndeclared},
	}
}

// oddAnswers are messages in which $ID and $RESULT stand for id and result.
func oddAnswers() map[string]string {
	return map[string]string{
		"string-id":     `{"jsonrpc":"2.0","id":"$ID","result":$RESULT}`,
		"point-id":      `{"jsonrpc":"2.0","id":$ID.0,"result":$RESULT}`,
		"exponent-id":   `{"jsonrpc":"2.0","id":$IDe0,"result":$RESULT}`,
		"hex-id":        `{"jsonrpc":"2.0","id":" 0x$ID ","result":$RESULT}`,
		"no-jsonrpc":    `{"id":$ID,"result":$RESULT}`,
		"other-jsonrpc": `{"jsonrpc":"1.0","id":$ID,"result":$RESULT}`,
		"more-members":  `{"jsonrpc":"2.0","id":$ID,"result":$RESULT,"trace":1}`,
		"null-method":   `{"jsonrpc":"2.0","id":$ID,"method":null,"result":$RESULT}`,
		"other-case":    `{"jsonrpc":"2.0","ID":$ID,"Result":$RESULT}`,
		"case-twice":    `{"jsonrpc":"2.0","id":$ID,"result":$RESULT,"Result":{"tools":[]}}`,
		"form-feed":     "\f" + `{"jsonrpc":"2.0","id":$ID,"result":$RESULT}`,
		"batch":         `[{"jsonrpc":"2.0","id":$ID,"result":$RESULT}]`,
		"string-error":  `{"jsonrpc":"2.0","id":"$ID","error":{"code":-32603,"message":"closed"}}`,
		"bom":           "\uFEFF" + `{"jsonrpc":"2.0","id":$ID,"result":$RESULT}`,
		"returns":       `{"jsonrpc":"2.0","id":$ID,"result":$RESULT}` + "\r\r",
	}
}

// oddAnswer is what sends one of them.
func (s *server) oddAnswer(result string) (func(s *server, m message), error) {
	kinds := oddAnswers()
	text, known := kinds[s.args[0]]
	if !known {
		return nil, fmt.Errorf("argument %q, want one of %q", s.args[0], slices.Sorted(maps.Keys(kinds)))
	}
	return func(s *server, m message) {
		s.send(strings.NewReplacer("$ID", string(m.ID), "$RESULT", result).Replace(text))
	}, nil
}

func oddFirst(s *server) error {
	odd, err := s.oddAnswer(falseResult())
	if err != nil {
		return err
	}
	return tools(func(s *server, m message) {
		odd(s, m)
		goodTools(s, m)
	})(s)
}

func oddAlone(s *server) error {
	odd, err := s.oddAnswer(page{items: []string{readNote, addNote}}.result("tools"))
	if err != nil {
		return err
	}
	return tools(odd)(s)
}

func answerAtEnd(s *server) error {
	var last message
	s.end = func(s *server) { s.result(last, falseResult()) }
	return tools(func(s *server, m message) {
		last = m
		goodTools(s, m)
	})(s)
}

func logWithID(s *server) error {
	wrapLists(s, func(list handler) handler {
		return func(s *server, m message) {
			s.raw(`{"level":"info","id":` + string(m.ID) + `,"msg":"handling ` + m.Method + `"}` + "\n")
			list(s, m)
		}
	})
	return nil
}

func pingFlood(s *server) error {
	n, err := s.number(0, 5000)
	if err != nil {
		return err
	}
	return onInitialize(func(s *server, m message) {
		for i := range n {
			s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":"flood-%d","method":"ping"}`, i))
		}
		initialize(s, m)
	})(s)
}

func changedAfterLast(s *server) error {
	method := s.args[0] + "/list"
	list, known := s.on[method]
	if !known {
		return fmt.Errorf("argument %q, want one of tools, prompts, resources, resources/templates", s.args[0])
	}
	changed := false
	s.on[method] = func(s *server, m message) {
		list(s, m)
		if !changed {
			changed = true
			s.sayToolsChanged()
		}
	}
	before := s.on["tools/list"]
	return tools(func(s *server, m message) {
		if changed {
			single("tools", readNote, addNote, tool("late_note", "Came later."))(s, m)
			return
		}
		before(s, m)
	})(s)
}

func changedWhileSettling(s *server) error {
	asked := 0
	s.on["prompts/list"] = func(s *server, m message) {
		if asked++; asked <= 2 {
			s.sayToolsChanged()
			s.send(`{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}`)
		}
		single("prompts", dailyPrompt)(s, m)
	}
	return tools(func(s *server, m message) {
		if asked < 2 {
			goodTools(s, m)
			return
		}
		single("tools", readNote, addNote, tool("late_note", "Came later."))(s, m)
	})(s)
}

func hiddenPrompts(s *server) error {
	tools := s.on["tools/list"]
	dropLists(s, "prompts/list")
	s.on["tools/list"] = tools
	s.greeting.capabilities = toolsCapability
	return nil
}

// undeclared answers every listing but that of the tools in one way, and declares
// none of them.
func undeclared(answer handler) func(*server) error {
	return func(s *server) error {
		list := s.on["tools/list"]
		wrapLists(s, func(handler) handler { return answer })
		s.on["tools/list"] = list
		s.greeting.capabilities = toolsCapability
		return nil
	}
}

func oddUndeclared(s *server) error {
	if err := hiddenPrompts(s); err != nil {
		return err
	}
	s.on["prompts/list"] = func(s *server, m message) {
		s.send(`{"id":` + string(m.ID) + `,"result":{"prompts":[` + dailyPrompt + `]}}`)
	}
	return nil
}
