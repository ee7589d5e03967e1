package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/signal"
	"github.com/mooring-mcp/mooring/paramrisk"
	"github.com/mooring-mcp/mooring/surface"
)

// Params is the lens of spec parameter-risk-classes: which parameters of a tool carry
// secrets, paths, commands, money, endpoints? A parameter that gains a class is a
// finding, one a parameter: a known parameter that gets a name or description in which
// a form stands now, or a new one of a known tool. What an added tool has is not
// gained; it is in the record. The labels are advisory, and no more than a hint where to
// look: nothing may be allowed by them.
type Params struct{}

// ID returns "params".
func (Params) ID() string { return "params" }

// RuleSet names the rules.
func (l Params) RuleSet() RuleSet { return RuleSet{Lens: l.ID(), Version: paramrisk.Version} }

// RuleClassGained is the one rule of [Params].
const RuleClassGained = "params.class.gained"

// gained is the severity of the rule.
const gained = "gained"

// ParamsRules are the rules of the lens, id and what it says.
func ParamsRules() [][2]string {
	return [][2]string{{RuleClassGained, "a parameter gains a risk class"}}
}

// Judge labels the parameters of the tools that changed, and counts those of all.
func (l Params) Judge(pair Pair) Judgement {
	var j Judgement
	if pair.Before.Listing(surface.Tool).Status != surface.Observed || pair.After.Listing(surface.Tool).Status != surface.Observed {
		return j
	}
	before, after := itemTexts(pair.Before), itemTexts(pair.After)
	record := ParamsRecord{Classes: CountClasses(pair.After), Tools: []ParamsTool{}, NonClaim: noLabelAllows}
	for _, c := range pair.Changes {
		if c.Kind != Kind(surface.Tool) || c.Op == Removed {
			continue
		}
		was, is, err := l.states(c, before[c.item()], after[c.item()])
		if err != nil {
			j.Gaps = append(j.Gaps, Gap{Code: "params_not_evaluated", Detail: fmt.Sprintf("tool %q: %v", c.Name, err), Warning: true})
			continue
		}
		if tool := paramsTool(c.Name, is); tool.Parameters != nil {
			record.Tools = append(record.Tools, tool)
		}
		if c.Op == Changed {
			j.Findings = append(j.Findings, l.findings(c, was, is)...)
		}
	}
	j.Params = &record
	return j
}

// states labels both states of a tool; that of an added one has none before.
func (Params) states(c Change, before, after []byte) (was, is paramrisk.Tool, err error) {
	if c.Op == Changed {
		if was, err = labels(before); err != nil {
			return was, is, err
		}
	}
	is, err = labels(after)
	return was, is, err
}

// labels labels a tool whose text is strict JSON.
func labels(tool []byte) (paramrisk.Tool, error) {
	if _, err := jsonv.Parse(tool, jsonv.Unlimited()); err != nil {
		return paramrisk.Tool{}, err
	}
	return paramrisk.Classify(tool, paramrisk.Options{})
}

// paramKey is a parameter, whichever of its two names the definitions have.
type paramKey struct{ in, name string }

func keyOf(p paramrisk.Parameter) paramKey {
	in := p.In
	if rest, old := strings.CutPrefix(in, "/definitions/"); old {
		in = "/$defs/" + rest
	}
	return paramKey{in, p.Name}
}

// findings are the parameters that gained a class.
func (l Params) findings(c Change, was, is paramrisk.Tool) []Finding {
	before := map[paramKey]paramrisk.Set{}
	for _, p := range was.Parameters {
		before[keyOf(p)] |= p.Labels
	}
	var out []Finding
	for _, p := range is.Parameters {
		had := before[keyOf(p)]
		gains := (p.Labels &^ had).Classes()
		if len(gains) == 0 {
			continue
		}
		f := Finding{
			Lens: l.ID(), Rule: RuleClassGained, Severity: gained, Kind: c.Kind, Name: c.Name, Pointer: parameterPointer(p),
			Message: `parameter "` + signal.Cut(p.Name, maxParameter) + `" gained ` + joinClasses(gains),
			Before:  classList(had), After: classList(p.Labels), BeforeDigest: c.BeforeDigest, AfterDigest: c.AfterDigest,
		}
		f.Evidence = formsFound(p, gains)
		out = append(out, f)
	}
	return out
}

// maxParameter is how many bytes of a parameter's name a message has.
const maxParameter = 80

func parameterPointer(p paramrisk.Parameter) string { return "/inputSchema" + p.Pointer() }

func joinClasses(classes []paramrisk.Class) string {
	words := make([]string, len(classes))
	for i, c := range classes {
		words[i] = string(c)
	}
	return strings.Join(words, ", ")
}

// classList is the classes of a parameter as JSON.
func classList(s paramrisk.Set) json.RawMessage {
	text, err := json.Marshal(s.Classes())
	if err != nil {
		panic(err) // strings always encode
	}
	return text
}

// formsFound is the evidence of some classes. A name is no value, so a form in it has
// the parameter's pointer and no byte range.
func formsFound(p paramrisk.Parameter, classes []paramrisk.Class) []Evidence {
	var out []Evidence
	for _, m := range p.Matches {
		if !slices.Contains(classes, m.Class) {
			continue
		}
		e := Evidence{
			Pointer: parameterPointer(p), Text: m.Found,
			Definition: fmt.Sprintf("%s: form %q in the %s", m.Class, m.Text, m.Field),
		}
		if m.Field == paramrisk.Description {
			e.Pointer += "/description"
			e.Start, e.End = m.Start, m.End
		}
		out = append(out, e)
	}
	return out
}
