package contract

import (
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// hints are the effective values of a tool's annotations: what a client has to
// assume, absent ones by the protocol's defaults (MCP 2025-11-25,
// ToolAnnotations; reading C03).
type hints struct{ readOnly, destructive, idempotent, openWorld bool }

// effective reads hints. A value that is no boolean promises nothing.
func effective(annotations *jsonv.Value) hints {
	claimed := func(name string, otherwise bool) bool {
		if v := annotations.Get(name); v.Kind() == jsonv.Bool {
			return v.Bool()
		}
		return otherwise
	}
	h := hints{readOnly: claimed("readOnlyHint", false), openWorld: claimed("openWorldHint", true)}
	h.destructive = !h.readOnly && claimed("destructiveHint", true)
	h.idempotent = h.readOnly || claimed("idempotentHint", false)
	return h
}

// risk returns whether a hint allows more than its opposite.
func (h hints) risk(name string) bool {
	switch name {
	case "readOnlyHint":
		return !h.readOnly
	case "destructiveHint":
		return h.destructive
	case "idempotentHint":
		return !h.idempotent
	default:
		return h.openWorld
	}
}

// hintNames are the four hints, readOnlyHint first: two others follow from it.
var hintNames = []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

// toolAnnotations reports annotations by what they allow.
func (c *comparison) toolAnnotations(path string, m change, nameBefore, nameAfter string) {
	if m.before.Exists() && m.before.Kind() != jsonv.Object || m.after.Exists() && m.after.Kind() != jsonv.Object {
		c.add("tool.annotations.unknown.changed", path, m, "annotations are no object")
		if len(changes(m.before, m.after)) == 0 {
			return
		}
	}
	was, is := effective(m.before), effective(m.after)
	all := changes(m.before, m.after)
	for _, a := range all {
		at := jsonv.AppendPointer(path, a.name)
		switch a.name {
		case "title":
			c.title("tool.annotations.title.changed", at, a, nameBefore, nameAfter)
		case "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint":
			c.hint(at, a, was, is)
		default:
			c.add("tool.annotations.unknown.changed", at, a, "")
		}
	}
	if len(all) == 0 { // absent and empty
		c.add("tool.annotations.defaultMadeExplicit", path, m, "")
	}
}

// hint reports one hint whose written value changed.
func (c *comparison) hint(at string, a change, was, is hints) {
	switch {
	case was.risk(a.name) != is.risk(a.name):
		c.moved(at, a, was, is, a.name)
	case a.after.Exists() && a.after.Kind() != jsonv.Bool:
		c.add("tool.annotations.unknown.changed", at, a, a.after.Kind().String()+", want a boolean: taken as absent")
	case is.readOnly && a.name != "readOnlyHint" && a.name != "openWorldHint":
		c.add("tool.annotations.defaultMadeExplicit", at, a, "means nothing beside readOnlyHint")
	default:
		c.add("tool.annotations.defaultMadeExplicit", at, a, "")
	}
}

// moved reports a hint whose effective value changed. What else follows from
// readOnlyHint is told beside it and is no finding of its own.
func (c *comparison) moved(at string, a change, was, is hints, name string) {
	rule := "tool.annotations.safetyStrengthened"
	if is.risk(name) {
		rule = "tool.annotations.safetyWeakened"
	}
	var also []string
	if name == "readOnlyHint" {
		for _, other := range hintNames[1:3] {
			if was.risk(other) != is.risk(other) {
				also = append(also, other)
			}
		}
	}
	detail := ""
	if len(also) > 0 {
		detail = "with it the effective " + strings.Join(also, " and ")
	}
	c.add(rule, at, a, detail)
}
