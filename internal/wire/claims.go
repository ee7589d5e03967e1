package wire

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Exact reports whether the message is a response as it should be, which every
// reader takes for one: it is clear, says that it is JSON-RPC 2.0, and has no
// member that a response has not (JSON-RPC 2.0 §5). Its id is not judged.
func (e *Envelope) Exact() bool {
	version, ok := jsonv.Unquote(e.Raw(e.Version))
	return e.Kind == Response && ok && version == "2.0" && !e.Unknown && !e.has(e.Params) && e.Ambiguous() == ""
}

// Claims returns the numbers of the requests that some reader may take the message
// for the answer to: those of every id beside a result or an error, whatever else
// there is, when a number or a string is read as leniently as the most lenient
// client does. So 2, 2.0, "2" and " 0x2 " are all request 2. For a batch they are
// the claims of its messages; a number stands there once for each of them. White
// space around the message that JSON does not know is no obstacle.
func (e *Envelope) Claims() []int64 {
	if e.Kind == Batch {
		return batchClaims(e.Text)
	}
	if text := bytes.TrimFunc(e.Text, isBlank); e.Kind == Junk && len(text) < len(e.Text) {
		inner := Scan(text)
		return inner.Claims()
	}
	if !e.answers {
		return nil
	}
	var out []int64
	for _, at := range append([]jsonv.Span{e.ID}, e.moreIDs...) {
		if n, ok := lenient(e.Raw(at)); ok && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func batchClaims(text []byte) (out []int64) {
	_ = jsonv.ScanArray(text, func(item jsonv.Span) bool { // it is a batch, so it was scanned before
		if e := Scan(item.Of(text)); e.Kind != Batch {
			out = append(out, e.Claims()...)
		}
		return true
	})
	return out
}

// lenient reads an id as a number, cutting off what is behind the point.
func lenient(raw []byte) (int64, bool) {
	const most = 1 << 53
	word := string(raw)
	if s, ok := jsonv.Unquote(raw); ok {
		word = s
	}
	word = strings.TrimFunc(strings.Map(digit, word), isBlank)
	if n, err := strconv.ParseInt(word, 0, 64); err == nil && strings.ContainsAny(word, "xXoObB") {
		return n, true
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil || math.Abs(f) > most || math.IsNaN(f) {
		return 0, false
	}
	return int64(f), true
}

// isBlank reports whether some language trims a character off a text.
func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\uFEFF' }

// digit maps the decimal digits of all scripts to ASCII, and drops the underscores
// that some languages allow between digits.
func digit(r rune) rune {
	switch {
	case r == '_':
		return -1
	case r < 0x80 || !unicode.IsDigit(r):
		return r
	}
	first := r
	for unicode.IsDigit(first - 1) {
		first-- // digits stand in rows of ten, from zero to nine
	}
	return '0' + (r-first)%10
}
