package firstsight

import (
	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/surface"
)

// Parameters are the risk classes of the parameters of tools (spec
// parameter-risk-classes), which are advisory.
type Parameters struct {
	Classes []check.ClassCount `json:"classes"` // every class in its order
	// Tools are those with a parameter of a class or with a hint, in the order of the
	// listing; at most [MaxTools].
	Tools []check.ParamsTool `json:"tools"`
}

// omittedTools is the key of [Sight.Omitted] for tools that [Parameters] leaves out.
const omittedTools = "parameters"

// parameters labels the parameters of every tool that can be read.
func (l *looker) parameters(s surface.Surface) Parameters {
	out := Parameters{Classes: check.CountClasses(s), Tools: []check.ParamsTool{}}
	for _, item := range s.Listing(surface.Tool).Items {
		if item.Problem != "" {
			continue // it is among the unread
		}
		tool, err := check.LabelTool(item.Name, item.Raw)
		if err != nil || tool.Parameters == nil {
			continue
		}
		size, t := sizeOf(tool), l.tally(omittedTools)
		switch {
		case size > maxBytes: // alone
			t.omitted++
		case t.takes(size, MaxTools):
			out.Tools = append(out.Tools, tool)
		}
	}
	return out
}

// sizeOf is about how many bytes a tool takes in a sight.
func sizeOf(tool check.ParamsTool) int {
	n := len(tool.Name)
	for _, p := range tool.Parameters {
		n += len(p.Name) + len(p.Pointer)
		for _, e := range p.Evidence {
			n += len(e.Pointer) + len(e.Definition) + len(e.Text)
		}
		for _, h := range p.Hints {
			n += len(h.Pointer) + len(h.Why)
		}
	}
	return n
}
