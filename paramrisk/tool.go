package paramrisk

import (
	"cmp"
	"slices"
)

// Tool is what the rules say of one tool.
type Tool struct {
	// Parameters are those of the tool, by In and Name.
	Parameters []Parameter
	// Labels are the classes and buckets of any parameter that the specification's
	// enumeration reaches, and RequiredLabels of one that is also required.
	Labels, RequiredLabels Set
	// DeepLabels and DeepRequiredLabels count those that only [Options] Deep reaches,
	// too.
	DeepLabels, DeepRequiredLabels Set
}

// Parameter is one labelled parameter.
type Parameter struct {
	In       string // pointer of the declaring schema in the input schema, "" at the top level
	Name     string
	Required bool
	Deep     bool // reached by [Options] Deep alone
	Labels   Set
	Matches  []Match // what assigned the labels; nil for none
	Hints    []Hint  // advisories beside the labels; nil for none
}

// Options say what [Classify] looks at.
type Options struct {
	Deep bool // also below the definitions, at any depth; see [Scanner]
}

// Classify labels the parameters of a tool, a JSON object. See [Scanner.Scan] for what
// a parameter is and when there is an error; strictness about the JSON is the caller's.
func Classify(tool []byte, o Options) (Tool, error) {
	var t Tool
	s := Scanner{Deep: o.Deep}
	err := s.Scan(tool, func(f Found) {
		p := Parameter{In: string(f.In), Name: string(f.Name), Required: f.Required, Deep: f.Deep, Labels: f.Forms.Set()}
		if p.Labels != 0 {
			p.Matches = Explain(p.Name, string(f.Description))
		}
		p.Hints = Derive(p.Name, f.Schema, p.Labels)
		t.add(p)
	})
	if err != nil {
		return Tool{}, err
	}
	slices.SortFunc(t.Parameters, func(a, b Parameter) int { return cmp.Or(cmp.Compare(a.In, b.In), cmp.Compare(a.Name, b.Name)) })
	return t, nil
}

func (t *Tool) add(p Parameter) {
	t.Parameters = append(t.Parameters, p)
	t.DeepLabels |= p.Labels
	if p.Required {
		t.DeepRequiredLabels |= p.Labels
	}
	if p.Deep {
		return
	}
	t.Labels |= p.Labels
	if p.Required {
		t.RequiredLabels |= p.Labels
	}
}

// Pointer leads to the parameter in an input schema (RFC 6901).
func (p Parameter) Pointer() string {
	return string(appendToken([]byte(p.In+"/properties"), []byte(p.Name)))
}
