package nasty

// Handshake: what the greeting says, and what may be asked when.

func handshakeModes() []mode {
	return []mode{
		{Mode{"good", "", "misbehaves in nothing"}, unchanged},
		{Mode{"initialize-error", "", "initialize is error -32603"}, onInitialize(internalError)},
		{Mode{"initialize-not-object", "", "the result of initialize is a string"}, onInitialize(fixed(`"welcome"`))},
		{Mode{"initialize-bare", "", "the result of initialize is {}"}, onInitialize(fixed(`{}`))},
		{Mode{"old-version-only", "", "answers protocol version 2024-11-05"}, version("2024-11-05")},
		{Mode{"unknown-version", "", "answers protocol version 2099-01-01"}, version("2099-01-01")},
		{Mode{"changed-before-initialize", "", "list_changed before the answer to initialize and again after it"}, changedBeforeInitialize},
		{Mode{"log-before-initialize", "", "a log and a progress notification before the answer to initialize"}, logBeforeInitialize},
		{Mode{"no-capabilities", "", "capabilities {} and -32601 for each listing"}, offers(noCapabilities, "")},
		{Mode{"hidden-tools", "", "capabilities {}, but tools/list answers with a tool"}, hiddenTools},
		{Mode{"tools-only", "", "the capability tools alone, -32601 for the other listings"}, offers(toolsCapability, "tools/list")},
		{Mode{"false-capabilities", "", "all capabilities, but -32601 for each listing"}, offers(allCapabilities, "")},
		{Mode{"strict-order", "", "refuses the first listing after notifications/initialized with -32602, once"}, strictOrder},
		{Mode{"exits-on-unknown", "", "exits with status 5 on a method it does not know, such as server/discover"}, exitsOnUnknown},
		{Mode{"mixed", "", "prompts/list is error -32603, the rest is good"}, mixed},
	}
}

func version(answer string) func(*server) error {
	return func(s *server) error {
		s.greeting.version = answer
		return nil
	}
}

func offers(capabilities, list string) func(*server) error {
	return func(s *server) error {
		s.greeting.capabilities = capabilities
		dropLists(s, list)
		return nil
	}
}

func hiddenTools(s *server) error {
	if err := offers(noCapabilities, "tools/list")(s); err != nil {
		return err
	}
	return toolItems(tool("unannounced", "Nobody said that there are tools."))(s)
}

func changedBeforeInitialize(s *server) error {
	return onInitialize(func(s *server, m message) {
		s.sayToolsChanged()
		initialize(s, m)
		s.sayToolsChanged()
	})(s)
}

func logBeforeInitialize(s *server) error {
	return onInitialize(func(s *server, m message) {
		s.send(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"loading"}}`)
		s.send(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`)
		initialize(s, m)
	})(s)
}

func strictOrder(s *server) error {
	refused := false
	wrapLists(s, func(list handler) handler {
		return func(s *server, m message) {
			if !refused {
				refused = true
				s.fail(m, -32602, tooEarly)
				return
			}
			list(s, m)
		}
	})
	return nil
}

func exitsOnUnknown(s *server) error {
	s.unknown = func(s *server, _ message) { s.quit(5) }
	return nil
}

func mixed(s *server) error {
	s.on["prompts/list"] = internalError
	return nil
}
