package wire

import (
	"math"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// MethodName returns the decoded method; false when it is absent or no strict
// JSON string.
func (e *Envelope) MethodName() (string, bool) { return jsonv.Unquote(e.Raw(e.Method)) }

// IDKey returns a text that two ids share exactly when they are the same: the
// source text, with the escapes of a string taken out. So "a/b" and "a\/b" are
// one id, while 1, "1" and 1.0 are three. It is "" when the id is absent. What a
// request's id and its answer's have in common is compared by it (JSON-RPC 2.0
// §5: the id of a response is the same as that of its request).
func (e *Envelope) IDKey() string {
	raw := e.Raw(e.ID)
	if s, ok := jsonv.Unquote(raw); ok {
		return string(jsonv.AppendQuoted(nil, s))
	}
	return string(raw)
}

// ReplyID returns the raw id to answer a request with; false when the request
// has none, or one that is no string, number or null and could not be echoed in
// a valid message.
func (e *Envelope) ReplyID() ([]byte, bool) {
	raw := e.Raw(e.ID)
	v, err := jsonv.Parse(raw, jsonv.Limits{})
	if err != nil || v.Kind() == jsonv.Array || v.Kind() == jsonv.Object || v.Kind() == jsonv.Bool {
		return nil, false
	}
	return raw, true
}

// Failure returns code and message of the error member as far as they can be
// read: the code is 0 when it is absent or no integer, the message is the whole
// error as sent when there is no string for it. Both are what the server says
// and hostile text.
func (e *Envelope) Failure() (code int, message string) {
	raw := e.Raw(e.Error)
	message = strings.ToValidUTF8(string(raw), "\uFFFD")
	seen := map[string]bool{}
	err := jsonv.ScanObject(raw, func(name, value jsonv.Span) bool {
		word, _ := jsonv.Unquote(name.Of(raw))
		switch {
		case seen[word]:
		case word == "code":
			code = integer(string(value.Of(raw)))
		case word == "message":
			message = text(value.Of(raw), message)
		}
		seen[word] = word == "code" || word == "message"
		return true
	})
	if err != nil {
		return 0, text(raw, message)
	}
	return code, message
}

// FailureData returns the raw data of the error member, nil when it has none or
// cannot be read.
func (e *Envelope) FailureData() []byte {
	raw := e.Raw(e.Error)
	var data []byte
	err := jsonv.ScanObject(raw, func(name, value jsonv.Span) bool {
		if word, _ := jsonv.Unquote(name.Of(raw)); word == "data" && data == nil {
			data = value.Of(raw)
		}
		return true
	})
	if err != nil {
		return nil
	}
	return data
}

// HasID reports whether there is an id that is not null. An error that answers a
// request whose id could not be read has none (JSON-RPC 2.0 §5).
func (e *Envelope) HasID() bool { return e.has(e.ID) && string(e.Raw(e.ID)) != "null" }

// integer reads a JSON number that is whole and has 32 bits, however it is written.
func integer(source string) int {
	f, err := strconv.ParseFloat(source, 64)
	if err != nil || f != math.Trunc(f) || f < math.MinInt32 || f > math.MaxInt32 {
		return 0
	}
	return int(f)
}

// text decodes a string literal, leniently where it is not strict JSON, and
// returns other for everything else.
func text(raw []byte, other string) string {
	if s, ok := jsonv.Unquote(raw); ok {
		return s
	}
	if len(raw) < 2 || raw[0] != '"' {
		return other
	}
	return strings.ToValidUTF8(string(raw[1:len(raw)-1]), "\uFFFD")
}
