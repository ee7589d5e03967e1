package manifest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/word"
)

// RecordError says where a text that is strict JSON is not the record that was
// wanted.
type RecordError struct {
	Offset  int    // byte offset in the text, from 0; of the object that lacks a member
	Pointer string // RFC 6901 pointer; "" is the whole text
	Detail  string // what was found and what was wanted
}

// Error returns one line: detail, offset and pointer.
func (e *RecordError) Error() string {
	return fmt.Sprintf("%s at byte %d, in %q", e.Detail, e.Offset, e.Pointer)
}

// reading is one record being read. The first fault is kept; what is read after
// it does not matter.
type reading struct {
	strict bool // closed members, no null for an absent one, digests in full
	err    *RecordError
}

// node is a value of the record, or the place where it would stand.
type node struct {
	in      *reading
	v       *jsonv.Value // nil when absent
	offset  int          // of the value, or of the object that lacks it
	pointer string
}

// readRecord parses a text of at most limit bytes, 0 for the default of strict
// parsing, and has read read it.
func readRecord[T any](text []byte, limit int, strict bool, read func(node) T) (T, error) {
	var none T
	v, err := jsonv.Parse(text, jsonv.Limits{Bytes: limit})
	if err != nil {
		return none, err
	}
	in := &reading{strict: strict}
	record := read(node{in: in, v: v, offset: v.Span().Start})
	if in.err != nil {
		return none, in.err
	}
	return record, nil
}

// failf records a fault of this node: what was found, what was wanted.
func (n node) failf(format string, args ...any) {
	if n.in.err == nil {
		n.in.err = &RecordError{n.offset, n.pointer, fmt.Sprintf(format, args...)}
	}
}

// want records that the node is something else than what was wanted.
func (n node) want(format string, args ...any) {
	n.failf("found %s, want %s", n.found(), fmt.Sprintf(format, args...))
}

// longestFound is how much of a text an error quotes, in bytes.
const longestFound = 80

// found names what stands here, without quoting a long text.
func (n node) found() string {
	switch text, isText := n.v.Str(); {
	case !n.v.Exists():
		return "nothing"
	case isText && len(text) <= longestFound:
		return strconv.Quote(text)
	case n.v.Kind() == jsonv.Number && len(n.v.Raw()) <= longestFound, n.v.Kind() == jsonv.Bool:
		return n.v.Raw()
	}
	return n.v.Kind().String()
}

// absent reports that there is nothing, or a null where it may stand for nothing.
func (n node) absent() bool { return !n.v.Exists() || !n.in.strict && n.v.IsNull() }

// object demands an object; with strict reading one without other members.
func (n node) object(known ...string) {
	if n.v.Kind() != jsonv.Object {
		n.want("an object")
		return
	}
	if !n.in.strict {
		return
	}
	for name := range n.v.Members() {
		if !slices.Contains(known, name) {
			n.member(name).failf("found member %q, want only %s", name, word.List(known))
		}
	}
}

// record demands an object with a schema id, which is looked at before the names
// of other members: they tell less of a record of another kind.
func (n node) record(schema string, known ...string) {
	if n.v.Kind() == jsonv.Object {
		n.member("schema").word(schema)
	}
	n.object(append(known, "schema")...)
}

func (n node) member(name string) node {
	m := node{in: n.in, v: n.v.Get(name), offset: n.offset, pointer: jsonv.AppendPointer(n.pointer, name)}
	if m.v.Exists() {
		m.offset = m.v.Span().Start
	}
	return m
}

// below returns the node that a pointer of plain names leads to.
func (n node) below(pointer string) node {
	for name := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		n = n.member(name)
	}
	return n
}

// items demands an array.
func (n node) items() []node {
	if n.v.Kind() != jsonv.Array {
		n.want("an array")
		return nil
	}
	items := make([]node, n.v.Len())
	for i, v := range n.v.Items() {
		items[i] = node{in: n.in, v: v, offset: v.Span().Start, pointer: n.pointer + "/" + strconv.Itoa(i)}
	}
	return items
}

// text demands a string.
func (n node) text() string {
	text, ok := n.v.Str()
	if !ok {
		n.want("a string")
	}
	return text
}

// word demands one of some strings.
func (n node) word(words ...string) string {
	text, ok := n.v.Str()
	if !ok || !slices.Contains(words, text) {
		n.want("%s", oneOf(words))
	}
	return text
}

func oneOf(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	return strings.Join(quoted, " or ")
}

// digest demands a digest. Evaluation compares whatever string stands for one;
// strict reading wants its full form.
func (n node) digest() string {
	text, ok := n.v.Str()
	switch {
	case !ok || text == "":
		n.want("a digest")
	case n.in.strict && !IsDigest(text):
		n.want(`"sha256:" and 64 digits of 0-9a-f`)
	}
	return text
}

// flag demands true or false.
func (n node) flag() bool {
	if n.v.Kind() != jsonv.Bool {
		n.want("true or false")
	}
	return n.v.Bool()
}

// count demands a number of things.
func (n node) count() int {
	count, err := strconv.Atoi(n.v.Text())
	if n.v.Kind() != jsonv.Number || err != nil || count < 0 {
		n.want("a whole number from 0")
	}
	return count
}

// IsDigest reports whether a string is a digest in full: "sha256:" and 64
// hexadecimal digits in lower case.
func IsDigest(s string) bool {
	hex, ok := strings.CutPrefix(s, "sha256:")
	return ok && len(hex) == 64 && strings.Trim(hex, "0123456789abcdef") == ""
}
