package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// comparePrompt reports what changed in a prompt (MCP 2025-11-25, Prompt).
func (c *comparison) comparePrompt(before, after *jsonv.Value) {
	for _, m := range changes(before, after) {
		path := jsonv.AppendPointer("", m.name)
		switch m.name {
		case "name":
		case "title":
			c.text("prompt.title.changed", path, m)
		case "description":
			c.text("prompt.description.changed", path, m)
		case "arguments":
			c.arguments(path, m)
		case "icons":
			c.icons("prompt.icons.changed", "", path, m)
		case "_meta":
			c.meta("prompt.meta.changed", path, m)
		default:
			c.add("prompt.member.unmodelled", path, m, "")
		}
	}
}

// argument is one argument of a prompt and where it stands.
type argument struct {
	value *jsonv.Value
	index int
}

// arguments reports the arguments by name: their order says nothing. What has no
// name, or a name that was there before, is compared where it stands.
func (c *comparison) arguments(path string, m change) {
	before, oddBefore := argumentsOf(m.before)
	after, oddAfter := argumentsOf(m.after)
	names := map[string]bool{}
	for name := range before {
		names[name] = true
	}
	for name := range after {
		names[name] = true
	}
	for _, name := range sorted(names) {
		was, is := before[name], after[name]
		at := jsonv.AppendPointer(path, fmt.Sprint(is.index))
		pair := change{name: name, before: was.value, after: is.value}
		switch {
		case is.value == nil:
			c.add("prompt.argument.removed", jsonv.AppendPointer(path, fmt.Sprint(was.index)), pair, "argument "+quoted(name))
		case was.value == nil && mayBeRequired(is.value.Get("required")):
			c.add("prompt.argument.addedRequired", at, pair, "argument "+quoted(name))
		case was.value == nil:
			c.add("prompt.argument.addedOptional", at, pair, "argument "+quoted(name))
		default:
			c.argument(at, pair)
		}
	}
	if oddBefore != oddAfter {
		c.add("prompt.member.unmodelled", path, m, "arguments that are no objects, or share a name")
	}
}

func (c *comparison) argument(path string, pair change) {
	of := "argument " + quoted(pair.name)
	for _, m := range changes(pair.before, pair.after) {
		at := jsonv.AppendPointer(path, m.name)
		switch m.name {
		case "title":
			c.text("prompt.argument.title.changed", at, m)
		case "description":
			c.text("prompt.argument.description.changed", at, m)
		case "required":
			was, is := m.before.Bool(), mayBeRequired(m.after)
			switch {
			case !was && is:
				c.add("prompt.argument.becameRequired", at, m, of)
			case was && !is:
				c.add("prompt.argument.becameOptional", at, m, of)
			default:
				c.add("prompt.argument.defaultMadeExplicit", at, m, of)
			}
		default:
			c.add("prompt.member.unmodelled", at, m, of)
		}
	}
}

// mayBeRequired reads required, which is false when absent. What is no boolean may
// be taken for true.
func mayBeRequired(v *jsonv.Value) bool {
	return v.Exists() && (v.Kind() != jsonv.Bool || v.Bool())
}

// argumentsOf returns the arguments by name, and the canonical text of whatever
// else stands there.
func argumentsOf(list *jsonv.Value) (byName map[string]argument, odd string) {
	byName = map[string]argument{}
	if list.Exists() && list.Kind() != jsonv.Array {
		return byName, string(canonical(list))
	}
	var rest []string
	for i, a := range list.Items() {
		name, named := a.Get("name").Str()
		if _, repeated := byName[name]; !named || repeated {
			rest = append(rest, string(canonical(a)))
			continue
		}
		byName[name] = argument{value: a, index: i}
	}
	return byName, strings.Join(rest, "\n")
}

// sorted returns the keys of a set in order.
func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for key := range set {
		out = append(out, key)
	}
	slices.Sort(out)
	return out
}

// quoted writes a name for people, cut where it is absurdly long.
func quoted(name string) string {
	const longest = 200
	if len(name) > longest {
		return fmt.Sprintf("%q…", name[:longest])
	}
	return fmt.Sprintf("%q", name)
}
