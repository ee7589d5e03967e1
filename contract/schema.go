package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/schemaset"
	"github.com/mooring-mcp/mooring/internal/schemawalk"
)

// Comparison is the answer about one tool or schema.
type Comparison struct {
	Severity Severity  // the strongest of Findings; [None] when there are none
	Findings []Finding // by path and rule, never nil
	// ProvedEqual is what the walk found about sets of values that the decision proves
	// to be equal (reading C02): kept, counted, and without a severity's weight.
	ProvedEqual []Finding
}

// CompareSchema compares two schemas of one side, each a JSON text. The error says
// that a text is no strict JSON, where, and in which of the two.
func CompareSchema(side Side, before, after []byte, o Options) (Comparison, error) {
	b, a, err := parsePair(before, after)
	if err != nil {
		return Comparison{}, err
	}
	var out Comparison
	out.schemas(side, "", b, a, o)
	return out.concluded(o), nil
}

// CompareTool compares two states of one tool, each a JSON text: its schemas and
// everything beside them. Errors are those of [CompareSchema].
func CompareTool(before, after []byte, o Options) (Comparison, error) {
	b, a, err := parsePair(before, after)
	if err != nil {
		return Comparison{}, err
	}
	out := Comparison{Findings: compareToolMembers(b, a, o)}
	for _, s := range []struct {
		side   Side
		member string
	}{{Input, "inputSchema"}, {Output, "outputSchema"}} {
		was, is := b.Get(s.member), a.Get(s.member)
		if s.side == Input {
			if inputProblem(was) == "" && inputProblem(is) != "" {
				continue // said already, and it breaks everything
			}
			was = asArguments(was, is)
		}
		if isSchema(was) && isSchema(is) {
			out.schemas(s.side, "/"+s.member, was, is, o)
		}
	}
	return out.concluded(o), nil
}

// parsePair parses two JSON texts; the error says which of the two is none.
func parsePair(before, after []byte) (b, a *jsonv.Value, err error) {
	if b, err = jsonv.Parse(before, jsonv.Limits{}); err != nil {
		return nil, nil, fmt.Errorf("before: %w", err)
	}
	if a, err = jsonv.Parse(after, jsonv.Limits{}); err != nil {
		return nil, nil, fmt.Errorf("after: %w", err)
	}
	return b, a, nil
}

func isSchema(v *jsonv.Value) bool {
	return v.Kind() == jsonv.Object || v.Exists() && v.Kind() == jsonv.Bool
}

// asArguments adds to an input schema without a type what it always meant: the
// arguments of a call are an object. Writing that out is a repair, no tightening
// (reading C13).
func asArguments(was, is *jsonv.Value) *jsonv.Value {
	if was.Kind() != jsonv.Object || was.Get("type").Exists() || is.Get("type").Text() != "object" {
		return was
	}
	text := strings.TrimSpace(was.Raw()[1:])
	if text != "}" {
		text = "," + text
	}
	typed, err := jsonv.Parse([]byte(`{"type":"object"`+text), jsonv.Unlimited())
	if err != nil {
		return was
	}
	return typed
}

// schemas compares two schemas that stand at path.
func (c *Comparison) schemas(side Side, path string, before, after *jsonv.Value, o Options) {
	if jsonv.Equal(before, after, jsonv.Source) {
		return
	}
	walk := schemawalk.Walk(before, after, schemawalk.Options{Output: side == Output, Strict: o.Profile == Strict, Dialect: o.Dialect})
	found := make([]judged, 0, len(walk.Events))
	for _, e := range walk.Events {
		e = comparePatterns(e)
		found = append(found, judged{judge(side, path, e, o), e.Effect})
	}
	d := decider{side, before, after, o}
	found = append(found, d.unsatisfiable(path)...)
	holds := d.holds(invites(found))
	if holds.Answer == schemaset.Yes && d.equal(found, walk) {
		found = slices.DeleteFunc(found, func(j judged) bool {
			if j.aboutSet() {
				c.ProvedEqual = append(c.ProvedEqual, j.Finding)
			}
			return j.aboutSet()
		})
	}
	for _, j := range found {
		c.Findings = append(c.Findings, j.Finding)
	}
	c.decide(d, holds, path, len(c.Findings)-len(found))
}

// judged is a finding with what the change does to the set of values.
type judged struct {
	Finding
	effect schemawalk.Effect
}

// comparePatterns says of a changed pattern whether one is contained in the other,
// when the languages tell.
func comparePatterns(e schemawalk.Event) schemawalk.Event {
	if e.Rule != "pattern.changed" || e.Before.Kind() != jsonv.String || e.After.Kind() != jsonv.String {
		return e
	}
	schema := func(pattern *jsonv.Value) *jsonv.Value {
		v, err := jsonv.Parse([]byte(`{"type":"string","pattern":`+pattern.Raw()+`}`), jsonv.Unlimited())
		if err != nil {
			panic(err) // a string that was parsed before
		}
		return v
	}
	before, after := schema(e.Before), schema(e.After)
	wider := schemaset.Decide(before, after, schemaset.Options{}).Answer == schemaset.Yes
	narrower := schemaset.Decide(after, before, schemaset.Options{}).Answer == schemaset.Yes
	switch {
	case wider:
		e.Rule, e.Effect, e.Detail = "pattern.widened", schemawalk.Widens, ""
	case narrower:
		e.Rule, e.Effect, e.Detail = "pattern.narrowed", schemawalk.Tightens, ""
	}
	return e
}

// aboutSet reports a finding about the set of accepted values: one whose severity
// follows from its effect. Others, such as a header that a call needs, stay
// whatever is proved of the set.
func (j judged) aboutSet() bool {
	rule, _ := FindRule(j.Rule)
	return j.effect != schemawalk.Neutral && rule.Effect != "" && rule.Effect != string(schemawalk.Neutral)
}

// invites reports that a property was added where the author had invited further
// names: the rule for that decides, not the set.
func invites(found []judged) bool {
	return slices.ContainsFunc(found, func(j judged) bool { return strings.HasSuffix(j.Rule, ".property.addedToOpen") })
}

// decider asks the second implementation.
type decider struct {
	side          Side
	before, after *jsonv.Value
	options       Options
}

// holds asks whether everything that the side promised still holds. invited also
// takes an object that its author left open by word for one of declared names.
// Validators differ in whether they assert formats, so by default a change of formats
// alone breaks nothing here: the walk names it, unless only $schema changed and so
// nothing but who asserts them (reading C11).
func (d decider) holds(invited bool) schemaset.Result {
	a, b := d.before, d.after
	if d.side == Output {
		a, b = b, a
	}
	declared := d.options.Profile != Strict
	o := schemaset.Options{Declared: declared, Invited: declared && invited, Dialect: d.options.Dialect}
	asserted := schemaset.Decide(a, b, o)
	if !declared || asserted.Answer == schemaset.Yes {
		return asserted
	}
	o.NoFormats = true
	if free := schemaset.Decide(a, b, o); free.Answer == schemaset.Yes {
		return free
	}
	return asserted
}

// equal reports that both schemas are fully modelled and proved to accept the same
// values, whoever asserts formats.
func (d decider) equal(found []judged, walk schemawalk.Result) bool {
	if !walk.Modelled || walk.Limit != "" || !slices.ContainsFunc(found, judged.aboutSet) {
		return false
	}
	o := schemaset.Options{Dialect: d.options.Dialect, Formats: true}
	return schemaset.Decide(d.before, d.after, o).Answer == schemaset.Yes && schemaset.Decide(d.after, d.before, o).Answer == schemaset.Yes
}

// nothing is the schema that accepts nothing.
var nothing = func() *jsonv.Value {
	v, err := jsonv.Parse([]byte("false"), jsonv.Limits{})
	if err != nil {
		panic(err) // a constant
	}
	return v
}()

// unsatisfiable warns of a schema that accepts nothing now: what lies within every
// other schema proves nothing about callers.
func (d decider) unsatisfiable(path string) []judged {
	o := schemaset.Options{Dialect: d.options.Dialect}
	if schemaset.Decide(d.after, nothing, o).Answer != schemaset.Yes {
		return nil
	}
	id := "tool." + string(d.side) + ".schema.unsatisfiable"
	return []judged{{Finding{Rule: id, Severity: severityOf(id), Path: path}, schemawalk.Neutral}}
}

// decide takes in the answer of the second implementation: what it does not prove
// is BREAKING, and is named when the walk named nothing that is. from is where the
// findings about these schemas begin.
func (c *Comparison) decide(d decider, r schemaset.Result, path string, from int) {
	if r.Answer == schemaset.Yes {
		return
	}
	side := d.side
	if best := d.blamed(c.Findings[from:], path, r); best >= 0 {
		c.Findings[from+best].Witness = r.Witness
		return
	}
	rule := "keyword.unmodelled"
	switch {
	case r.Limit != "":
		rule = "limit.exceeded"
	case composed(r.Pointer):
		rule = "composition.changed"
	}
	detail := r.Reason
	if r.Limit != "" {
		detail = "limit " + r.Limit
	}
	id := "tool." + string(side) + "." + rule
	c.Findings = append(c.Findings, Finding{Rule: id, Severity: Breaking, Path: path + r.Pointer, Detail: detail, Witness: r.Witness})
}

// blamed is the BREAKING finding that the answer is about, -1 when there is none:
// with a witness the one without which the witness would show nothing, else the
// one nearest to where the proof failed.
func (d decider) blamed(findings []Finding, path string, r schemaset.Result) int {
	best, breaking := -1, 0
	for i, f := range findings {
		if f.Severity != Breaking {
			continue
		}
		if breaking++; best < 0 || closer(f.Path, findings[best].Path, path+r.Pointer) {
			best = i
		}
	}
	witness, err := jsonv.Parse(r.Witness, jsonv.Limits{})
	if breaking < 2 || r.Witness == nil || err != nil {
		return best
	}
	for i, f := range findings {
		if f.Severity == Breaking && d.explains(f, strings.TrimPrefix(f.Path, path), witness) {
			return i
		}
	}
	return best
}

// explains reports that a witness shows nothing any more when one change alone is
// taken back.
func (d decider) explains(f Finding, pointer string, witness *jsonv.Value) bool {
	now, err := d.after.At(pointer)
	if err != nil {
		now = nil
	}
	change := jsondiff.Change{Kind: jsondiff.Modified, Pointer: pointer, Before: now}
	if f.Before != nil {
		was, err := jsonv.Parse(f.Before, jsonv.Unlimited())
		if err != nil {
			return false
		}
		change.After = was
	}
	switch {
	case now == nil && change.After == nil:
		return false
	case now == nil:
		change.Kind = jsondiff.Added
	case change.After == nil:
		change.Kind = jsondiff.Removed
	}
	text, err := jsondiff.Apply(d.after, []jsondiff.Change{change})
	if err != nil {
		return false // the place is one of a definition
	}
	reverted, err := jsonv.Parse(text, jsonv.Unlimited())
	if err != nil {
		return false
	}
	valid, known := schemaset.Accepts(reverted, witness, schemaset.Options{Dialect: d.options.Dialect})
	return known && valid == (d.side == Input)
}

// composed reports a pointer into a schema of several.
func composed(pointer string) bool {
	return slices.ContainsFunc([]string{"/anyOf/", "/oneOf/", "/allOf/", "/not", "/if", "/then", "/else"}, func(s string) bool {
		return strings.Contains(pointer, s)
	})
}

// closer reports that a is nearer to a pointer than b: it shares more of it.
func closer(a, b, pointer string) bool { return shared(a, pointer) > shared(b, pointer) }

func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// judge gives an event its rule's severity.
func judge(side Side, path string, e schemawalk.Event, o Options) Finding {
	id := "tool." + string(side) + "." + e.Rule
	rule, known := FindRule(id)
	if !known {
		id = "tool." + string(side) + ".keyword.unmodelled"
		rule, _ = FindRule(id)
	}
	f := Finding{
		Rule: id, Severity: rule.Severity, Path: path + e.Pointer, Before: canonical(e.Before), After: canonical(e.After), Detail: e.Detail,
	}
	if rule.Severity == Prose {
		c := comparison{options: o}
		c.text(id, f.Path, change{before: e.Before, after: e.After})
		return c.findings[0]
	}
	if id == "tool.output.default.changed" && f.Before != nil && f.After != nil {
		f.Severity = PotentiallyBreaking // another value was promised; the table's severity is for one that comes or goes
	}
	if o.Profile == Strict {
		f.Severity = f.Severity.Worse(byLaw(side, e.Effect))
	}
	return f
}

// byLaw is what an effect costs on a side (the law of variance).
func byLaw(side Side, effect schemawalk.Effect) Severity {
	switch {
	case effect == schemawalk.Neutral:
		return None
	case effect == schemawalk.Both, effect == schemawalk.Tightens && side == Input, effect == schemawalk.Widens && side == Output:
		return Breaking
	}
	return NonBreaking
}

// concluded sorts the findings and adds them up.
func (c Comparison) concluded(o Options) Comparison {
	all := comparison{options: o, findings: append([]Finding{}, c.Findings...)}
	c.Findings = all.result()
	c.Severity = None
	for _, f := range c.Findings {
		c.Severity = c.Severity.Worse(f.Severity)
	}
	return c
}
