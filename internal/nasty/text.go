package nasty

import "strings"

// Text: valid JSON whose names and descriptions are not what they seem.

func textModes() []mode {
	return []mode{
		{Mode{"unicode-names", "", "look-alike, combining, full-width, CJK, right-to-left and emoji tool names"}, toolItems(unicodeNames()...)},
		{Mode{"hidden-text", "", "zero-width, bidi, tag and ESC characters in descriptions"}, toolItems(hiddenText()...)},
		{Mode{"hidden-instructions", "", "zero-width, bidi and ESC characters in the server's name, version and instructions"}, hiddenInstructions},
		{Mode{"prototype-names", "", `tools named __proto__, constructor, toString, and with "/", "~", a space, a quote`}, toolItems(prototypeNames()...)},
		{Mode{"long-description", "[BYTES]", "one description of that many bytes (default 4194304)"}, longDescription},
	}
}

func named(about string, names ...string) []string {
	items := make([]string, len(names))
	for i, name := range names {
		items[i] = tool(name, about)
	}
	return items
}

func unicodeNames() []string {
	return named("A name beyond ASCII.",
		"get_weather", "get_we\u0430ther", // Cyrillic a
		"caf\u00e9", "cafe\u0301", // composed and combining
		"\uff47\uff45\uff54", // full-width get
		"\u5de5\u5177",
		"\u05db\u05dc\u05d9",
		"\U0001f6a2",
	)
}

// hiddenText has the characters as they are, except ESC, which JSON allows
// only as an escape.
func hiddenText() []string {
	return []string{
		tool("zero_width", "Return\u200b one\u200d note\u2060."),
		`{"name":"bidi","description":"Return ` + "\u202e" + `eton` + "\u202c" + ` now.","inputSchema":{"type":"object"}}`,
		`{"name":"tags","description":"Return one note.` + "\U000e0041\U000e0042\U000e007f" + `","inputSchema":{"type":"object"}}`,
		`{"name":"escape","description":"Return \u001b[31mone\u001b[0m note.\u0007\u0000","inputSchema":{"type":"object"}}`,
		`{"name":"lines","description":"Return one note.\r\nmooring: passed\u2028\u0085","inputSchema":{"type":"object"}}`,
	}
}

func hiddenInstructions(s *server) error {
	s.greeting.instructions = `"Read` + "\u200b\u202e" + ` before you add.\u001b[2J"`
	s.on["initialize"] = func(s *server, m message) {
		s.result(m, `{"protocolVersion":"2025-11-25","capabilities":`+allCapabilities+
			`,"serverInfo":{"name":"nasty\u001b[1m`+"\u202e"+`","version":"1.0.0\u0007\n"},"instructions":`+s.greeting.instructions+`}`)
	}
	return nil
}

func prototypeNames() []string {
	return named("A name that means something elsewhere.",
		"__proto__", "constructor", "toString", "a/b", "c~d", "~1", "with space", `"quoted"`, `back\slash`, "../up")
}

func longDescription(s *server) error {
	size, err := s.number(0, 4<<20)
	if err != nil {
		return err
	}
	return tools(func(s *server, m message) {
		s.result(m, page{items: []string{tool("long", strings.Repeat("x", size))}}.result("tools"))
	})(s)
}
