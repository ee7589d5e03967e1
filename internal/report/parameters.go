package report

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// shownTools is how many tools with labelled parameters a terminal is shown.
const shownTools = 40

// advisoryLabels stands below labels.
const advisoryLabels = "labels are advisory: they come from words in names and descriptions, and must not be the sole ground of an authorization"

// parameters writes which parameters are of which risk class: counts by class, then a
// line a tool. "?" leads what only looks like one.
func (t *textWriter) parameters(s firstsight.Sight) {
	more := s.Omitted["parameters"]
	if len(s.Parameters.Tools)+more == 0 {
		return
	}
	t.line("")
	t.line("%s", t.bold("parameters by risk class"))
	for _, c := range s.Parameters.Classes {
		if c.Tools > 0 {
			t.line("  · %s: %s, required in %d", c.Class, wording.Plural(c.Tools, "tool"), c.Required)
		}
	}
	for i, tool := range s.Parameters.Tools {
		if i == shownTools {
			more += len(s.Parameters.Tools) - i
			break
		}
		t.wrapped(4, "  %s  %s", visible.Name(tool.Name), labelled(tool))
	}
	if more > 0 {
		t.line("  %s", t.dim(fmt.Sprintf("and %d more; --record sight lists up to %d tools", more, firstsight.MaxTools)))
	}
	t.wrapped(2, "  %s", t.dim(advisoryLabels))
}

// labelled is the parameters of a tool with their classes and hints.
func labelled(tool check.ParamsTool) string {
	var parts []string
	for _, p := range tool.Parameters {
		var words []string
		for _, c := range p.Classes {
			words = append(words, string(c))
		}
		for _, h := range p.Hints {
			words = append(words, "? "+string(h.Kind))
		}
		name := visible.Name(p.Name)
		if p.Required {
			name += " (required)"
		}
		parts = append(parts, name+" "+strings.Join(words, " "))
	}
	return strings.Join(parts, ", ")
}
