package contract

import "github.com/mooring-mcp/mooring/internal/jsonv"

// execution reports how a tool may be called as a task (MCP 2025-11-25,
// ToolExecution). The later revision has no such member, and an absent one means
// "forbidden".
func (c *comparison) execution(path string, m change) {
	if m.before.Exists() && m.before.Kind() != jsonv.Object || m.after.Exists() && m.after.Kind() != jsonv.Object {
		c.add("tool.member.unmodelled", path, m, "execution is no object")
		return
	}
	found := false
	for _, k := range changes(m.before, m.after) {
		found = true
		at := jsonv.AppendPointer(path, k.name)
		if k.name != "taskSupport" {
			c.add("tool.member.unmodelled", at, k, "")
			continue
		}
		c.taskSupport(at, k)
	}
	if !found { // absent and empty
		c.add("tool.execution.defaultMadeExplicit", path, m, "")
	}
}

func (c *comparison) taskSupport(at string, k change) {
	was, is := taskSupport(k.before), taskSupport(k.after)
	switch {
	case was == "" || is == "":
		c.add("tool.execution.taskSupportRestricted", at, k, "a value that the protocol does not name")
	case was == is:
		c.add("tool.execution.defaultMadeExplicit", at, k, "")
	case is == "optional":
		c.add("tool.execution.taskSupportRelaxed", at, k, "")
	default:
		c.add("tool.execution.taskSupportRestricted", at, k, "")
	}
}

// taskSupport returns "forbidden", "optional" or "required", and "" for anything
// else.
func taskSupport(v *jsonv.Value) string {
	if !v.Exists() {
		return "forbidden"
	}
	switch s, _ := v.Str(); s {
	case "forbidden", "optional", "required":
		return s
	}
	return ""
}
