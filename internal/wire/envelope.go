package wire

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Kind is what a line is as a JSON-RPC 2.0 message.
type Kind uint8

// The kinds of lines.
const (
	Junk         Kind = iota // no JSON object, or one without method, result and error
	Request                  // has a method and an id
	Notification             // has a method and no id
	Response                 // has a result or an error, and no method
	Batch                    // an array with at least one object in it
)

// String returns the kind's name in lower case.
func (k Kind) String() string {
	return [...]string{"junk", "request", "notification", "response", "batch"}[k]
}

// Envelope is where the parts of a message stand. A span is a range of Text and
// zero when its member is absent; a member that is null is not absent. Of a
// repeated member it is the first.
type Envelope struct {
	Kind      Kind
	Text      []byte // the line as [Trim] leaves it; shares the line's bytes
	ID        jsonv.Span
	Method    jsonv.Span
	Params    jsonv.Span
	Result    jsonv.Span
	Error     jsonv.Span
	Version   jsonv.Span // of "jsonrpc"
	Duplicate string     // first member of the envelope that is repeated; "" when none is
	Variant   string     // first name that equals an envelope member's but for its case; "" when none does
	Unknown   bool       // there are members that no envelope has

	moreIDs []jsonv.Span // repeated ones, and those of a name in another case
	answers bool         // a member is "result" or "error" in any case
}

// Scan finds the envelope of the message on a line. Member names are compared
// after unescaping, so "\u0069d" is an id. Values are not checked: each may be
// less than strict JSON. A line whose members cannot be told apart is Junk and
// has no spans. O(n) in bytes; the line is not copied.
func Scan(line []byte) Envelope {
	e := Envelope{Text: Trim(line)}
	if len(e.Text) == 0 {
		return e
	}
	switch e.Text[0] {
	case '[':
		e.Kind = scanBatch(e.Text)
	case '{':
		e.scanObject()
	}
	return e
}

// scanBatch tells a batch from a log line such as "[info]".
func scanBatch(text []byte) Kind {
	objects := 0
	err := jsonv.ScanArray(text, func(item jsonv.Span) bool {
		if text[item.Start] == '{' {
			objects++
		}
		return true
	})
	if err != nil || objects == 0 {
		return Junk
	}
	return Batch
}

func (e *Envelope) scanObject() {
	err := jsonv.ScanObject(e.Text, func(name, value jsonv.Span) bool {
		e.take(nameOf(name.Of(e.Text)), value)
		return true
	})
	if err != nil {
		*e = Envelope{Text: e.Text}
		return
	}
	switch {
	case e.has(e.Method) && e.has(e.ID):
		e.Kind = Request
	case e.has(e.Method):
		e.Kind = Notification
	case e.has(e.Result) || e.has(e.Error):
		e.Kind = Response
	}
}

// take notes one member.
func (e *Envelope) take(name string, value jsonv.Span) {
	word := folded(name)
	at := e.member(word)
	if at == nil {
		e.Unknown = true
		return
	}
	e.answers = e.answers || word == "result" || word == "error"
	if name == word && at.End == 0 {
		*at = value
		return
	}
	if word == "id" {
		e.moreIDs = append(e.moreIDs, value)
	}
	if name == word {
		e.Duplicate = cmp.Or(e.Duplicate, word)
	} else {
		e.Variant = cmp.Or(e.Variant, name)
	}
}

// folded returns the envelope member's name that a name equals but for its case,
// and every other name as it is. Readers that compare names so take one for the
// other.
func folded(name string) string {
	if len(name) > 14 { // "ſ" for "s" makes 2 bytes of one
		return name
	}
	for _, word := range [...]string{"jsonrpc", "id", "method", "params", "result", "error"} {
		if name == word || strings.EqualFold(name, word) {
			return word
		}
	}
	return name
}

// nameOf returns a member's name, "" for one that is no envelope member's. The
// longest of those is 7 letters, 44 bytes when every letter is escaped.
func nameOf(raw []byte) string {
	if len(raw) > 44 {
		return ""
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	name, _ := jsonv.Unquote(raw)
	return name
}

func (e *Envelope) member(name string) *jsonv.Span {
	switch name {
	case "jsonrpc":
		return &e.Version
	case "id":
		return &e.ID
	case "method":
		return &e.Method
	case "params":
		return &e.Params
	case "result":
		return &e.Result
	case "error":
		return &e.Error
	}
	return nil
}

func (e *Envelope) has(s jsonv.Span) bool { return s.End > 0 }

// Raw returns the bytes of one of the envelope's spans, nil when its member is
// absent.
func (e *Envelope) Raw(s jsonv.Span) []byte {
	if !e.has(s) {
		return nil
	}
	return s.Of(e.Text)
}

// Ambiguous says why two readers may understand the message differently: a
// repeated member, one whose name differs from an envelope member's in case
// alone, a result beside an error, or either beside a method. It is "" for a
// message that is clear. A null counts as present.
func (e *Envelope) Ambiguous() string {
	switch {
	case e.Duplicate != "":
		return fmt.Sprintf("member %q is repeated", e.Duplicate)
	case e.Variant != "":
		return fmt.Sprintf("member %q differs from %q in case alone", e.Variant, folded(e.Variant))
	case e.has(e.Result) && e.has(e.Error):
		return `both "result" and "error" are there`
	case e.has(e.Method) && e.has(e.Result):
		return `both "method" and "result" are there`
	case e.has(e.Method) && e.has(e.Error):
		return `both "method" and "error" are there`
	}
	return ""
}
