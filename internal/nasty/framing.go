package nasty

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Framing: right messages in odd bytes, and bytes that are no messages.

func framingModes() []mode {
	return []mode{
		{Mode{"banner", "", "five lines that are no messages before the first one: two of text, a number, an array, an object"}, banner},
		{Mode{"noise-between", "", "a line of text before each message"}, noiseBetween},
		{Mode{"blank-lines", "", "an empty line, one of spaces and one of CR before each message"}, blankLines},
		{Mode{"half-line-at-exit", "", "half a message without a line feed after stdin has ended"}, halfLineAtExit},
		{Mode{"cut-answer", "", "exits with status 1 in the middle of the answer to tools/list"}, tools(cutAnswer)},
		{Mode{"one-byte-chunks", "", "writes 1 byte at a time; the listing is full of 3-byte characters"}, oneByteChunks},
		{Mode{"bom", "", "a byte order mark before the first message"}, byteOrderMark},
		{Mode{"crlf", "", "lines end in CR LF"}, carriageReturns},
		{Mode{"pretty-printed", "", "the answer to tools/list is indented over many lines, so it cannot be read"}, tools(prettyPrinted)},
		{Mode{"huge-line", "[BYTES]", "valid tools in one line of exactly that size with its line feed (default 3145728)"}, hugeLine},
		{Mode{"over-cap", "[BYTES]", "the answer to tools/list grows to that size (default 73400320) and has no line feed"}, overCap},
		{Mode{"invalid-utf8", "", "a description holds bytes that are not UTF-8"}, tools(single("tools",
			`{"name":"bytes","description":"bad `+"\xff\xfe\xc3("+` bytes","inputSchema":{"type":"object"}}`, addNote))},
		{Mode{"batch-answer", "", "the answer to tools/list is inside a JSON array"}, tools(batchAnswer)},
	}
}

func banner(s *server) error {
	s.begin = func(s *server) {
		s.raw("nasty server v1.0.0\nListening on stdio\n42\n[1,2,3]\n{\"level\":\"info\",\"msg\":\"started\"}\n")
	}
	return nil
}

func noiseBetween(s *server) error {
	n := 0
	s.decorate = func(line string) string {
		n++
		return fmt.Sprintf("DEBUG writing message %d\n", n) + line
	}
	return nil
}

func blankLines(s *server) error {
	s.decorate = func(line string) string { return "\n  \n\r\n" + line }
	return nil
}

func halfLineAtExit(s *server) error {
	s.end = func(s *server) { s.raw(`{"jsonrpc":"2.0","method":"notifications/mess`) }
	return nil
}

func cutAnswer(s *server, m message) {
	s.raw(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":{"tools":[` + readNote + `,{"name":"add_no`)
	s.quit(1)
}

// oneByte hands on every byte by itself.
type oneByte struct{ out io.Writer }

func (w oneByte) Write(text []byte) (int, error) {
	for i := range text {
		if _, err := w.out.Write(text[i : i+1]); err != nil {
			return i, err
		}
	}
	return len(text), nil
}

func oneByteChunks(s *server) error {
	s.begin = func(s *server) { s.out = oneByte{s.out} }
	water := strings.Repeat("\u6d77\u6e2f", 150)
	return tools(single("tools", tool("harbour", water), tool("sea", water)))(s)
}

func byteOrderMark(s *server) error {
	first := true
	s.decorate = func(line string) string {
		if first {
			line = "\ufeff" + line
		}
		first = false
		return line
	}
	return nil
}

func carriageReturns(s *server) error {
	s.decorate = func(line string) string { return strings.TrimSuffix(line, "\n") + "\r\n" }
	return nil
}

func prettyPrinted(s *server, m message) {
	var text bytes.Buffer
	compact := `{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":{"tools":[` + readNote + `]}}`
	if err := json.Indent(&text, []byte(compact), "", "  "); err != nil {
		s.fail(m, -32603, err.Error())
		return
	}
	s.raw(text.String() + "\n")
}

func batchAnswer(s *server, m message) {
	s.raw(`[{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":{"tools":[` + readNote + `]}}]` + "\n")
}

func hugeLine(s *server) error {
	const smallest = 4096
	size, err := s.number(0, 3<<20)
	if err != nil {
		return err
	}
	if size < smallest {
		return fmt.Errorf("argument %d, want at least %d bytes", size, smallest)
	}
	return tools(func(s *server, m message) {
		envelope := len(`{"jsonrpc":"2.0","id":,"result":}`) + len(m.ID) + len("\n")
		s.result(m, listingOf(size-envelope))
	})(s)
}

// listingOf is a listing of valid tools of about 1 kB whose text is size bytes
// long, at least 2,100.
func listingOf(size int) string {
	const head, tail = `{"tools":[`, `]}`
	var text strings.Builder
	text.Grow(size)
	text.WriteString(head)
	for n := 1; ; n++ {
		left := size - text.Len() - len(tail)
		length := 1023
		if left < 2*length {
			length = left
		}
		name := fmt.Sprintf("huge_%07d", n)
		text.WriteString(tool(name, strings.Repeat("x", length-len(tool(name, "")))))
		if length == left {
			return text.String() + tail
		}
		text.WriteString(",")
	}
}

func overCap(s *server) error {
	size, err := s.number(0, 70<<20)
	if err != nil {
		return err
	}
	return tools(func(s *server, m message) {
		head := `{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":{"tools":[{"name":"endless","description":"`
		s.raw(head)
		chunk := strings.Repeat("x", 1<<16)
		for left := size - len(head); left > 0 && !s.stopped; left -= len(chunk) {
			s.raw(chunk[:min(left, len(chunk))])
		}
	})(s)
}
