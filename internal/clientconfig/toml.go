package clientconfig

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/BurntSushi/toml"
)

// What a line and a file of TOML may hold. The parser recurses with brackets and
// takes quadratic time for dotted keys.
const (
	maxTOMLBrackets = 50_000
	maxTOMLDots     = 100
)

// fromTOML parses TOML. The parser's messages quote the text and are left out.
func fromTOML(text []byte) (any, error) {
	if n := bytes.Count(text, []byte("[")) + bytes.Count(text, []byte("{")); n > maxTOMLBrackets {
		return nil, fmt.Errorf("file has %d opening brackets, over the limit of %d", n, maxTOMLBrackets)
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if n := dots(line); n > maxTOMLDots {
			return nil, fmt.Errorf("line %d: found %d dots outside of quotes, over the limit of %d", i+1, n, maxTOMLDots)
		}
	}
	var tree map[string]any
	_, err := toml.Decode(string(text), &tree)
	if err == nil {
		return tree, nil
	}
	var e toml.ParseError
	if !errors.As(err, &e) {
		return nil, errors.New("the file is no valid TOML")
	}
	in := ""
	if e.LastKey != "" {
		in = fmt.Sprintf(", at key %q", e.LastKey)
	}
	return nil, fmt.Errorf("line %d, column %d%s: the text is no valid TOML", e.Position.Line, max(e.Position.Col, 1), in)
}

// dots counts dots outside of quotes, roughly: it only bounds work.
func dots(line []byte) int {
	n := 0
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && quote == '"':
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == '.':
			n++
		}
	}
	return n
}
