package contract

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/prose"
)

// Options say how changes are judged. The zero Options are the defaults.
type Options struct {
	// Profile is whose calls are judged; "" is [Declared]. [Runtime] leaves out every
	// finding that is not BREAKING: prose never is, so that only what a call or a
	// result can trip over is left.
	Profile Profile
	// Dialect is the $schema of a schema that has none; "" is draft 2020-12.
	Dialect string
	// Volatile also reports what changes by itself: size and lastModified of a
	// resource.
	Volatile bool
}

// comparison collects the findings of one pair of items or surfaces.
type comparison struct {
	options  Options
	findings []Finding
}

// result returns the findings by path and rule.
func (c *comparison) result() []Finding {
	if c.options.Profile == Runtime {
		c.findings = slices.DeleteFunc(c.findings, func(f Finding) bool { return f.Severity != Breaking })
	}
	slices.SortStableFunc(c.findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Rule, b.Rule))
	})
	return c.findings
}

// add reports a change with the severity of its rule.
func (c *comparison) add(rule, path string, m change, detail string) {
	c.addAs(severityOf(rule), rule, path, m, detail)
}

// addAs reports a change under one of the exceptions that its rule names.
func (c *comparison) addAs(s Severity, rule, path string, m change, detail string) {
	c.findings = append(c.findings, Finding{
		Rule: rule, Severity: s, Path: path, Before: canonical(m.before), After: canonical(m.after), Detail: detail,
	})
}

// addTexts reports a change of names, "" for none.
func (c *comparison) addTexts(rule, path, before, after, detail string) {
	f := Finding{Rule: rule, Severity: severityOf(rule), Path: path, Detail: detail}
	if before != "" {
		f.Before = jsonv.AppendQuoted(nil, before)
	}
	if after != "" {
		f.After = jsonv.AppendQuoted(nil, after)
	}
	c.findings = append(c.findings, f)
}

func canonical(v *jsonv.Value) json.RawMessage {
	if !v.Exists() {
		return nil
	}
	return jsonv.Canonical(v, jsonv.Source)
}

// change is what stood and stands in one place; a nil value is absent.
type change struct {
	name          string // of the member; "" where there is none
	before, after *jsonv.Value
}

func (m change) same() bool { return jsonv.Equal(m.before, m.after, jsonv.Source) }

// texts returns both strings, an absent one as "". ok is false when either is
// something else.
func (m change) texts() (before, after string, ok bool) {
	before, isText := m.before.Str()
	after, areTexts := m.after.Str()
	return before, after, (isText || !m.before.Exists()) && (areTexts || !m.after.Exists())
}

// changes returns the members of two objects that differ, sorted by name. What is
// no object has none.
func changes(before, after *jsonv.Value) []change {
	byName := make(map[string]change, before.Len()+after.Len())
	if before.Kind() == jsonv.Object {
		for name, v := range before.Members() {
			byName[name] = change{name: name, before: v}
		}
	}
	if after.Kind() == jsonv.Object {
		for name, v := range after.Members() {
			byName[name] = change{name: name, before: byName[name].before, after: v}
		}
	}
	var out []change
	for _, m := range byName {
		if !m.same() {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b change) int { return strings.Compare(a.name, b.name) })
	return out
}

// compareToolMembers reports what changed in a tool outside of its schemas: the
// insides of inputSchema and outputSchema are compared elsewhere. The name is not
// looked at, since whoever pairs two tools knows it.
func compareToolMembers(before, after *jsonv.Value, o Options) []Finding {
	c := &comparison{options: o}
	for _, m := range changes(before, after) {
		path := jsonv.AppendPointer("", m.name)
		switch m.name {
		case "name":
		case "title":
			c.title("tool.title.changed", path, m, nameOf(before), nameOf(after))
		case "description":
			c.text("tool.description.changed", path, m)
		case "inputSchema":
			c.inputSchema(path, m)
		case "outputSchema":
			c.outputSchema(path, m)
		case "annotations":
			c.toolAnnotations(path, m, nameOf(before), nameOf(after))
		case "icons":
			c.icons("tool.icons.changed", "tool.icons.hostChanged", path, m)
		case "execution":
			c.execution(path, m)
		case "_meta":
			c.meta("tool.meta.changed", path, m)
		default:
			c.add("tool.member.unmodelled", path, m, "")
		}
	}
	return c.result()
}

func nameOf(item *jsonv.Value) string {
	name, _ := item.Get("name").Str()
	return name
}

// text judges two texts by the prose classifier. Something that is no string may
// mean anything to a reader.
func (c *comparison) text(rule, path string, m change) {
	before, after, ok := m.texts()
	if !ok {
		c.addAs(PotentiallyBreaking, rule, path, m, "no string")
		return
	}
	judged := prose.Classify(before, after)
	switch judged.Verdict {
	case prose.Same: // an absent text became an empty one
		c.addAs(Documentation, rule, path, m, "")
	case prose.Documentation:
		c.addAs(Documentation, rule, path, m, "step "+judged.Step+": "+judged.Reason)
	default:
		c.addAs(PotentiallyBreaking, rule, path, m, "step "+judged.Step+": "+judged.Reason)
	}
}

// title judges a title of a tool. One that only repeats the tool's name tells a
// model nothing (reading C10).
func (c *comparison) title(rule, path string, m change, nameBefore, nameAfter string) {
	before, after, ok := m.texts()
	if ok && (before == "" && repeats(after, nameAfter) || after == "" && repeats(before, nameBefore)) {
		c.add("tool.title.repeatsName", path, m, "")
		return
	}
	c.text(rule, path, m)
}

// repeats reports whether a title is the name in other words.
func repeats(title, name string) bool {
	return title != "" && prose.Repeats(name, title)
}

// inputSchema reports whether the schema is one that MCP allows (reading C13).
func (c *comparison) inputSchema(path string, m change) {
	was, is := inputProblem(m.before), inputProblem(m.after)
	switch {
	case is == "" && was != "":
		c.add("tool.inputSchema.repaired", path, m, "before: "+was)
	case is != "" && (was == "" || m.before.Kind() != jsonv.Object || m.after.Kind() != jsonv.Object):
		c.add("tool.inputSchema.invalid", path, m, is)
	}
}

// outputSchema reports a schema that comes, goes or is none.
func (c *comparison) outputSchema(path string, m change) {
	switch {
	case !m.after.Exists():
		c.add("tool.outputSchema.removed", path, m, "")
	case outputProblem(m.after) != "" && (outputProblem(m.before) == "" || m.after.Kind() != jsonv.Object):
		c.add("tool.outputSchema.invalid", path, m, outputProblem(m.after))
	case !m.before.Exists():
		c.add("tool.outputSchema.added", path, m, "")
	}
}

// inputProblem says why clients refuse an input schema before they look at a call,
// "" when they do not: MCP 2025-11-25 and 2026-07-28, Tool.inputSchema.
func inputProblem(schema *jsonv.Value) string {
	if problem := outputProblem(schema); problem != "" {
		return problem
	}
	if !schema.Exists() {
		return "no schema"
	}
	if kind, _ := schema.Get("type").Str(); kind != "object" {
		return `no "type": "object" at its root`
	}
	return ""
}

// outputProblem does the same for an output schema, which may be absent and may
// describe any value (MCP 2026-07-28).
func outputProblem(schema *jsonv.Value) string {
	if !schema.Exists() {
		return ""
	}
	if schema.Kind() != jsonv.Object {
		return schema.Kind().String() + ", want an object"
	}
	properties, required := schema.Get("properties"), schema.Get("required")
	if properties.Exists() && properties.Kind() != jsonv.Object {
		return "properties is " + properties.Kind().String() + ", want an object"
	}
	for _, p := range properties.Members() {
		if p.Kind() != jsonv.Object && p.Kind() != jsonv.Bool {
			return "a property is " + p.Kind().String() + ", want a schema"
		}
	}
	if required.Exists() && required.Kind() != jsonv.Array {
		return "required is " + required.Kind().String() + ", want an array"
	}
	for _, name := range required.Items() {
		if name.Kind() != jsonv.String {
			return "required lists " + name.Kind().String() + ", want strings"
		}
	}
	return ""
}
