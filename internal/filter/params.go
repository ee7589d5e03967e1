package filter

import (
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// paramsMatch is one form that assigns a label.
type paramsMatch struct {
	Label string          `json:"label"` // class or bucket
	Form  string          `json:"form"`
	Field paramrisk.Field `json:"field"`
	Start int             `json:"start"`
	End   int             `json:"end"`
}

type paramsLabels struct {
	Classes []paramrisk.Class  `json:"classes"`
	Buckets []paramrisk.Bucket `json:"buckets"`
	Matches []paramsMatch      `json:"matches"`
}

// paramsProperty is one parameter in the answer of "classify params".
type paramsProperty struct {
	In       string `json:"in"`
	Name     string `json:"name"`
	Required bool   `json:"required"`
	paramsLabels
	Deep    bool            `json:"deep,omitempty"`
	Derived []paramsDerived `json:"derived,omitempty"`
}

type paramsDerived struct {
	Kind  paramrisk.Kind `json:"kind"`
	Where string         `json:"where"` // pointer in the property; "" is its name
	Why   string         `json:"why"`
}

type paramsPresence struct {
	Any      bool `json:"any"`
	Required bool `json:"required"`
}

type paramsSummary struct {
	Classes map[paramrisk.Class]paramsPresence  `json:"classes"`
	Buckets map[paramrisk.Bucket]paramsPresence `json:"buckets"`
}

// paramsTool is the answer about a tool.
type paramsTool struct {
	Properties []paramsProperty `json:"properties"`
	paramsSummary
	Deep *paramsSummary `json:"deep,omitempty"` // with what --deep adds
}

// Params returns the judge of "classify params". A line is one of
//
//	{"tool": TOOL} with {"properties":[{"in","name","required","classes","buckets",
//	"matches","derived"}],"classes":{CLASS:{"any","required"}},"buckets":{…}}
//	{"name": TEXT, "description": TEXT or null} with {"classes","buckets","matches"}
//
// Properties come by "in" and name. deep also enumerates below definitions; those
// properties say "deep": true, the tool's classes leave them out, and its member "deep"
// counts them in.
func Params(deep bool) Judge {
	return func(line *jsonv.Value, raw []byte) ([]byte, error) {
		if err := members(line, "tool", "name", "description"); err != nil {
			return nil, err
		}
		switch tool := line.Get("tool"); {
		case tool.Exists():
			if err := members(line, "tool"); err != nil {
				return nil, err
			}
			return labelTool(tool, raw, deep)
		case line.Get("name").Exists():
			return labelProperty(line)
		}
		return nil, At(line, "", MissingMember, "found neither member %q nor %q", "tool", "name")
	}
}

func labelProperty(line *jsonv.Value) ([]byte, error) {
	name, ok := line.Get("name").Str()
	if !ok {
		return nil, At(line.Get("name"), "/name", WrongValue, "found %s, want a string", line.Get("name").Kind())
	}
	description, err := proseText(line, "description")
	if err != nil {
		return nil, err
	}
	return encodeAnswer(labelsOf(paramrisk.Label(name, description).Set(), paramrisk.Explain(name, description)))
}

func labelTool(v *jsonv.Value, raw []byte, deep bool) ([]byte, error) {
	if v.Kind() != jsonv.Object {
		return nil, At(v, "/tool", WrongValue, "found %s, want an object", v.Kind())
	}
	tool, err := paramrisk.Classify(v.Span().Of(raw), paramrisk.Options{Deep: deep})
	if err != nil {
		return nil, within(err, v.Span().Start, "/tool")
	}
	answer := paramsTool{Properties: []paramsProperty{}, paramsSummary: summaryOf(tool.Labels, tool.RequiredLabels)}
	for _, p := range tool.Parameters {
		one := paramsProperty{In: p.In, Name: p.Name, Required: p.Required, paramsLabels: labelsOf(p.Labels, p.Matches), Deep: p.Deep}
		for _, h := range p.Hints {
			one.Derived = append(one.Derived, paramsDerived(h))
		}
		answer.Properties = append(answer.Properties, one)
	}
	if deep {
		summary := summaryOf(tool.DeepLabels, tool.DeepRequiredLabels)
		answer.Deep = &summary
	}
	return encodeAnswer(answer)
}

func labelsOf(set paramrisk.Set, matches []paramrisk.Match) paramsLabels {
	out := paramsLabels{Classes: set.Classes(), Buckets: set.Buckets(), Matches: []paramsMatch{}}
	for _, m := range matches {
		out.Matches = append(out.Matches, paramsMatch{string(m.Class) + string(m.Bucket), m.Text, m.Field, m.Start, m.End})
	}
	return out
}

func summaryOf(some, required paramrisk.Set) paramsSummary {
	out := paramsSummary{map[paramrisk.Class]paramsPresence{}, map[paramrisk.Bucket]paramsPresence{}}
	for _, c := range paramrisk.Classes() {
		out.Classes[c] = paramsPresence{some.Has(c), required.Has(c)}
	}
	for _, b := range paramrisk.Buckets() {
		out.Buckets[b] = paramsPresence{some.HasBucket(b), required.HasBucket(b)}
	}
	return out
}
