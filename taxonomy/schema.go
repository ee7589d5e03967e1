package taxonomy

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

const requiredPointer = "/inputSchema/required"

// inputs evaluates R04 (spec §4.4) and R06 (§4.6). R04 fires for an index added
// below required, for a value in the array that was not there, and for a new
// property that is required (reading T09); R06 for a new property that is not.
func (p pair) inputs(out *collector) {
	if !slices.ContainsFunc(p.changes, func(c jsondiff.Change) bool {
		return c.Pointer == "" || c.Pointer == "/inputSchema" || strings.HasPrefix(c.Pointer, "/inputSchema/")
	}) {
		return
	}
	added := p.newProperties()
	p.required(added, out)
	required := values(schema(p.after).Get("required"))
	for _, name := range added {
		if !required[quoted(name)] {
			out.add(Evidence{Rule: "R06", Definition: "a new property, not required", Text: name}, "inputSchema", "properties", name)
		}
	}
}

func (p pair) required(added []string, out *collector) {
	old, longer, isNew := values(schema(p.before).Get("required")), p.addedRequired(), map[string]bool{}
	for _, name := range added {
		isNew[quoted(name)] = true
	}
	for i, item := range schema(p.after).Get("required").Items() {
		index, key := strconv.Itoa(i), string(jsonv.Canonical(item, jsonv.Doubles))
		e := Evidence{Rule: "R04", Text: key}
		switch {
		case !old[key]:
			e.Definition = "required, and was not before"
		case longer[index]:
			e.Definition = "added to the list of required properties"
		case isNew[key]:
			e.Definition = "a new property, and required"
		default:
			continue
		}
		if text, isString := item.Str(); isString {
			e.Text = text
		}
		out.add(e, "inputSchema", "required", index)
	}
	p.requiredMembers(longer, out)
}

// requiredMembers is R04 for a required that is an object: its first clause asks for
// an integer in the path of an addition and not for an array.
func (p pair) requiredMembers(added map[string]bool, out *collector) {
	required := schema(p.after).Get("required")
	if required.Kind() != jsonv.Object {
		return
	}
	for _, c := range children(required) {
		if added[c.token] && c.token != "" && strings.Trim(c.token, "0123456789") == "" {
			out.add(Evidence{
				Rule: "R04", Definition: "added below required, which is no array", Text: string(jsonv.Canonical(c.value, jsonv.Doubles)),
			}, "inputSchema", "required", c.token)
		}
	}
}

// quoted is the canonical form of a string, as [values] has it.
func quoted(name string) string { return string(jsonv.AppendQuoted(nil, name)) }

// addedRequired are the indexes of required that the diff calls added.
func (p pair) addedRequired() map[string]bool {
	out := map[string]bool{}
	for _, c := range p.changes {
		if index, below := strings.CutPrefix(c.Pointer, requiredPointer+"/"); below && c.Kind == jsondiff.Added {
			out[index] = true
		}
	}
	return out
}

// newProperties are the properties of the schema after that the one before lacks,
// sorted (reading T10). A properties that is an array has none: its items have no
// names, and "the property object itself" (spec §4.6) is not there.
func (p pair) newProperties() []string {
	old := map[string]bool{}
	for name := range schema(p.before).Get("properties").Members() {
		old[name] = true
	}
	var out []string
	for name := range schema(p.after).Get("properties").Members() {
		if !old[name] {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, jsonv.CompareUTF16)
	return out
}

func schema(tool *jsonv.Value) *jsonv.Value { return tool.Get("inputSchema") }

// values are the canonical forms of an array's items.
func values(array *jsonv.Value) map[string]bool {
	out := map[string]bool{}
	for _, item := range array.Items() {
		out[string(jsonv.Canonical(item, jsonv.Doubles))] = true
	}
	return out
}

// watched is a row of the table of spec §4.7: the value of a hint that allows more.
type watched struct {
	key     string
	capable bool
}

var watchedHints = []watched{
	{"destructiveHint", true}, {"idempotentHint", false}, {"openWorldHint", true}, {"readOnlyHint", false},
}

// capabilities is R07 (spec §4.7): a hint that turns to the value which allows
// more, or is added with it. From anything but a boolean it does not fire (reading
// T12).
func (p pair) capabilities(out *collector) {
	for _, w := range watchedHints {
		before, after := p.before.Get("annotations").Get(w.key), p.after.Get("annotations").Get(w.key)
		if after.Kind() != jsonv.Bool || after.Bool() != w.capable {
			continue
		}
		e := Evidence{Rule: "R07", Text: strconv.FormatBool(w.capable)}
		switch {
		case !before.Exists():
			e.Definition = "added with the value that allows more"
		case before.Kind() == jsonv.Bool && before.Bool() != w.capable:
			e.Definition = "changed to the value that allows more"
		default:
			continue
		}
		out.add(e, "annotations", w.key)
	}
}
