package wording

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// Value writes canonical JSON with hidden characters spelled out: on one line, or
// indented over several when it is a long object or array.
func Value(json []byte) string {
	const longValue = 90
	if len(json) > longValue && (json[0] == '{' || json[0] == '[') {
		if v, err := jsonv.Parse(json, jsonv.Limits{Depth: 2 * jsonv.DefaultDepth}); err == nil {
			return visible.Block(string(jsonv.AppendIndented(nil, v, jsonv.Source, 0)))
		}
	}
	return visible.Text(string(json))
}

// Cut shortens a text to at most n characters and says how many bytes
// are left out.
func Cut(text string, n int) string {
	count := 0
	for i := range text {
		if count == n {
			return fmt.Sprintf("%s… (%d more bytes)", text[:i], len(text)-i)
		}
		count++
	}
	return text
}

// The shortest equal end that is left out, and how much of it stays.
const (
	longEnd = 80
	keepEnd = 24
)

// Differing shortens what two texts on one line have in common at either end, and
// says how much. What differs is never cut; texts of several lines stay.
func Differing(before, after string) (string, string) {
	if strings.Contains(before+after, "\n") {
		return before, after
	}
	head := commonPrefix(before, after)
	tail := commonPrefix(reverse(before[head:]), reverse(after[head:]))
	if head > longEnd {
		cut := boundary(before, head-keepEnd)
		note := "(" + Plural(cut, "equal byte") + ") …"
		before, after = note+before[cut:], note+after[cut:]
	}
	if tail > longEnd {
		keep := tail - keepEnd
		before, after = cutTail(before, keep), cutTail(after, keep)
	}
	return before, after
}

// cutTail leaves out the last n bytes, moved forward to a character's start.
func cutTail(s string, n int) string {
	at := len(s) - n
	for at < len(s) && !isStart(s[at]) {
		at++
	}
	return s[:at] + "… (" + Plural(len(s)-at, "equal byte") + ")"
}

// commonPrefix is the length of the longest equal start, in bytes.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// boundary moves i back to the start of a character.
func boundary(s string, i int) int {
	for i > 0 && i < len(s) && !isStart(s[i]) {
		i--
	}
	return i
}

func isStart(c byte) bool { return c&0xC0 != 0x80 }

// reverse reverses the bytes of s, for comparing ends.
func reverse(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := len(s) - 1; i >= 0; i-- {
		b.WriteByte(s[i])
	}
	return b.String()
}
