package clientconfig

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// The greatest lengths of a file, in bytes. Those of TOML and YAML are smaller
// because their parsers take quadratic time on hostile text.
const (
	MaxBytes     = 16 << 20
	maxTOMLBytes = 1 << 20
	maxYAMLBytes = 128 << 10
	maxDepth     = 200 // of values in TOML and YAML
)

var byteOrderMark = []byte("\xEF\xBB\xBF")

// document is a file in any syntax, as JSON.
type document struct {
	text []byte       // JSON
	root *jsonv.Value // nil when text is only well-formed by and large
	// placed says that offsets in text are places in the file.
	placed bool
}

// open reads a file. Its errors name a line where the syntax's parser does, and
// never quote what stands there.
func open(text []byte, syntax Syntax) (document, error) {
	if len(text) > MaxBytes {
		return document{}, fmt.Errorf("file has %d bytes, over the limit of %d", len(text), MaxBytes)
	}
	text = withoutMark(text)
	if len(bytes.TrimSpace(text)) == 0 {
		return document{}, noServers("the file is empty")
	}
	switch syntax {
	case TOML:
		return converted(text, maxTOMLBytes, fromTOML)
	case YAML:
		return converted(text, maxYAMLBytes, fromYAML)
	case JSONC:
		return openJSON(blank(text))
	default:
		return openJSON(text)
	}
}

// withoutMark blanks a byte order mark, which keeps every other byte's place.
func withoutMark(text []byte) []byte {
	if rest, found := bytes.CutPrefix(text, byteOrderMark); found {
		return append([]byte("   "), rest...)
	}
	return text
}

func openJSON(text []byte) (document, error) {
	root, err := jsonv.Parse(text, jsonv.Limits{Bytes: MaxBytes})
	if err == nil {
		return document{text: text, root: root, placed: true}, nil
	}
	// A member that repeats far from the servers, or a number that no double
	// holds, is none of our business: the parts are judged one by one.
	var e *jsonv.Error
	if errors.As(err, &e) && e.Code != jsonv.Syntax && e.Code != jsonv.Trailing && e.Code != jsonv.TooLarge {
		if scan := jsonv.ScanObject(text, func(_, _ jsonv.Span) bool { return true }); scan == nil {
			return document{text: text, placed: true}, nil
		}
	}
	return document{}, placeError(text, 0, err)
}

// converted makes a document of a syntax that has its own parser.
func converted(text []byte, limit int, parse func([]byte) (any, error)) (document, error) {
	if len(text) > limit {
		return document{}, fmt.Errorf("file has %d bytes, over the limit of %d for its syntax", len(text), limit)
	}
	tree, err := parse(text)
	if err != nil {
		return document{}, err
	}
	out, err := appendTree(nil, tree, 0)
	if err != nil {
		return document{}, err
	}
	root, err := jsonv.Parse(out, jsonv.Limits{Bytes: MaxBytes})
	if err != nil {
		return document{}, err
	}
	return document{text: out, root: root}, nil
}

// part is a value and where its text starts in the document.
type part struct {
	value  *jsonv.Value
	offset int
}

// at follows a way of member names; its value is nil where the way ends early.
// Members that repeat on the way are refused.
func (d document) at(way []string) (part, error) {
	if d.root != nil {
		v := d.root
		for _, name := range way {
			v = v.Get(name)
		}
		return part{value: v}, nil
	}
	span := jsonv.Span{End: len(d.text)}
	for _, name := range way {
		next, err := member(span.Of(d.text), name)
		if err != nil || next.End == 0 {
			return part{}, err
		}
		span = jsonv.Span{Start: span.Start + next.Start, End: span.Start + next.End}
	}
	v, err := jsonv.Parse(span.Of(d.text), jsonv.Limits{Bytes: MaxBytes})
	if err != nil {
		return part{}, placeError(d.text, span.Start, err)
	}
	return part{value: v, offset: span.Start}, nil
}

// member finds a member without judging the others.
func member(raw []byte, name string) (jsonv.Span, error) {
	var found jsonv.Span
	repeats := false
	err := jsonv.ScanObject(raw, func(n, value jsonv.Span) bool {
		if text, ok := jsonv.Unquote(n.Of(raw)); ok && text == name {
			repeats = found.End > 0
			found = value
		}
		return !repeats
	})
	switch {
	case repeats:
		return jsonv.Span{}, fmt.Errorf("member %q is repeated", name)
	case err != nil && found.End == 0:
		return jsonv.Span{}, nil // not an object: the way ends here
	}
	return found, nil
}

// line is the place of a value for an error, as "line 3: "; "" when it is not
// known. O(n) in the text before it.
func (d document) line(p part, v *jsonv.Value) string {
	if !d.placed || v == nil {
		return ""
	}
	line, _ := lineColumn(d.text, p.offset+v.Span().Start)
	return fmt.Sprintf("line %d: ", line)
}

// placeError gives an error of the JSON parser its line and column.
func placeError(text []byte, offset int, err error) error {
	var e *jsonv.Error
	if !errors.As(err, &e) {
		return err
	}
	line, column := lineColumn(text, offset+e.Offset)
	in := ""
	if e.Pointer != "" {
		in = fmt.Sprintf(", in %q", e.Pointer)
	}
	return fmt.Errorf("line %d, column %d%s: %s", line, column, in, e.Detail)
}

func lineColumn(text []byte, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// syntaxOf guesses the syntax of a file from its name. JSON is read with
// comments: what is strict JSON stays it.
func syntaxOf(name string) Syntax {
	name = strings.ToLower(name)
	switch {
	case strings.HasSuffix(name, ".toml"):
		return TOML
	case strings.HasSuffix(name, ".yaml"), strings.HasSuffix(name, ".yml"):
		return YAML
	}
	return JSONC
}
