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
	before, after := wording.Value(e.Before), wording.Value(e.After)
	if e.Op == check.Changed {
		before, after = wording.Differing(before, after)
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
		t.value(mark, wording.Value(text))
		return
	}
	for name, member := range v.Members() {
		t.value(mark, visible.Name(name)+": "+wording.Value(jsonv.Canonical(member, jsonv.Source)))
	}
}
