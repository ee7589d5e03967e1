package check

import (
	"github.com/mooring-mcp/mooring/paramrisk"
	"github.com/mooring-mcp/mooring/surface"
)

// ParamsRecord is what the parameter lens says of one server: the labels of the tools
// that changed or came, and counts of all.
type ParamsRecord struct {
	Classes  []ClassCount `json:"classes"` // of the after side, every class in its order
	Tools    []ParamsTool `json:"tools"`   // changed or added, with a parameter to name
	NonClaim string       `json:"non_claim"`
}

// ClassCount counts the tools with a parameter of one class.
type ClassCount struct {
	Class    paramrisk.Class `json:"class"`
	Tools    int             `json:"tools"`
	Required int             `json:"required"` // tools in which such a parameter is required
}

// ParamsTool is one tool with its labelled parameters.
type ParamsTool struct {
	Name       string            `json:"name"`
	Parameters []ParamsParameter `json:"parameters"` // in their order; with a class or a hint
}

// ParamsParameter is one parameter with a class or a hint.
type ParamsParameter struct {
	Name     string            `json:"name"`
	Pointer  string            `json:"pointer"` // in the tool
	Required bool              `json:"required,omitempty"`
	Classes  []paramrisk.Class `json:"classes"`
	Evidence []Evidence        `json:"evidence"` // the forms that assign the classes
	Hints    []ParamsHint      `json:"hints,omitempty"`
}

// ParamsHint is an advisory beside the classes: the parameter looks like one of a class
// that the forms miss. No value of the server's is in it.
type ParamsHint struct {
	Kind    paramrisk.Kind `json:"kind"`
	Pointer string         `json:"pointer"` // of what shows it, in the tool
	Why     string         `json:"why"`
}

// LabelTool labels the parameters of a tool, a JSON object. The error is one of
// [paramrisk.Classify], or of text that is no strict JSON.
func LabelTool(name string, tool []byte) (ParamsTool, error) {
	t, err := labels(tool)
	if err != nil {
		return ParamsTool{}, err
	}
	return paramsTool(name, t), nil
}

// noLabelAllows is what no label claims.
const noLabelAllows = "labels come from words in names and descriptions; they are advisory, and must not be the sole ground of an authorization"

// paramsTool has no parameters where none has a class or a hint.
func paramsTool(name string, t paramrisk.Tool) ParamsTool {
	out := ParamsTool{Name: name}
	for _, p := range t.Parameters {
		classes, pointer := p.Labels.Classes(), parameterPointer(p)
		if len(classes) == 0 && len(p.Hints) == 0 {
			continue
		}
		one := ParamsParameter{Name: p.Name, Pointer: pointer, Required: p.Required, Classes: classes, Evidence: orNone(formsFound(p, classes))}
		for _, h := range p.Hints {
			one.Hints = append(one.Hints, ParamsHint{h.Kind, pointer + h.Where, h.Why})
		}
		out.Parameters = append(out.Parameters, one)
	}
	return out
}

// CountClasses counts the tools of a surface by the classes of their parameters, every
// class in its order. A tool that cannot be read counts nowhere.
func CountClasses(s surface.Surface) []ClassCount {
	out := make([]ClassCount, len(paramrisk.Classes()))
	for i, c := range paramrisk.Classes() {
		out[i].Class = c
	}
	scanner := paramrisk.Scanner{}
	for _, item := range s.Listing(surface.Tool).Items {
		if item.Problem != "" {
			continue
		}
		var some, required paramrisk.Set
		_ = scanner.Scan(textOf(item), func(f paramrisk.Found) {
			some |= f.Forms.Set()
			if f.Required {
				required |= f.Forms.Set()
			}
		})
		for i := range out {
			out[i].Tools += one(some.Has(out[i].Class))
			out[i].Required += one(required.Has(out[i].Class))
		}
	}
	return out
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
