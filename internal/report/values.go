package report

import (
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// edit writes one edit: its pointer, and both values. A whole item that was
// added or removed is written one member a line. Of two long texts the equal
// ends are left out; what differs is never cut.
func (t *textWriter) edit(e check.Edit) {
	if e.Pointer == "" && (e.Op == check.Added || e.Op == check.Removed) {
		t.whole(e)
		return
	}
	pointer := visible.Text(e.Pointer)
	if pointer == "" {
		pointer = "(whole value)"
	}
	t.line("    %s", pointer)
	before, after := show(e.Before), show(e.After)
	if e.Op == check.Changed && !strings.Contains(before+after, "\n") {
		before, after = trimEqualEnds(before, after)
	}
	if e.Before != nil {
		t.value(t.red("-"), before)
	}
	if e.After != nil {
		t.value(t.green("+"), after)
	}
}

// value writes one line, wrapped, or the lines of an indented value.
func (t *textWriter) value(mark, text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			mark = " "
		}
		t.wrapped(8, "      %s %s", mark, line)
	}
}

func (t *textWriter) whole(e check.Edit) {
	mark, text := t.green("+"), e.After
	if e.Op == check.Removed {
		mark, text = t.red("-"), e.Before
	}
	v, err := jsonv.Parse(text, jsonv.Limits{Depth: 2 * jsonv.DefaultDepth})
	if err != nil || v.Kind() != jsonv.Object {
		t.value(mark, show(text))
		return
	}
	for name, member := range v.Members() {
		t.value(mark, visible.Name(name)+": "+show(jsonv.Canonical(member, jsonv.Source)))
	}
}

// show writes canonical JSON with hidden characters spelled out: on one line, or
// indented when it is a long object or array.
func show(json []byte) string {
	const longValue = 90
	if len(json) > longValue && (json[0] == '{' || json[0] == '[') {
		if v, err := jsonv.Parse(json, jsonv.Limits{Depth: 2 * jsonv.DefaultDepth}); err == nil {
			return visible.Block(string(jsonv.AppendIndented(nil, v, jsonv.Source, 0)))
		}
	}
	return visible.Text(string(json))
}

// The shortest equal end that is left out, and how much of it stays.
const (
	longEnd = 80
	keepEnd = 24
)

// trimEqualEnds shortens what two texts have in common at either end.
func trimEqualEnds(before, after string) (string, string) {
	head := commonPrefix(before, after)
	tail := commonPrefix(reverse(before[head:]), reverse(after[head:]))
	if head > longEnd {
		cut := boundary(before, head-keepEnd)
		note := skipped(cut)
		before, after = note+before[cut:], note+after[cut:]
	}
	if tail > longEnd {
		keep := tail - keepEnd
		before, after = cutTail(before, keep), cutTail(after, keep)
	}
	return before, after
}

func skipped(n int) string { return "(" + wording.Plural(n, "equal byte") + ") …" }

// cutTail leaves out the last n bytes, moved forward to a character's start.
func cutTail(s string, n int) string {
	at := len(s) - n
	for at < len(s) && !isStart(s[at]) {
		at++
	}
	return s[:at] + "… (" + wording.Plural(len(s)-at, "equal byte") + ")"
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
