package contract

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// meta reports _meta key by key. What a vendor keeps there concerns those who know
// the key; the keys that the protocol keeps for itself steer clients.
func (c *comparison) meta(rule, path string, m change) {
	if m.before.Exists() && m.before.Kind() != jsonv.Object || m.after.Exists() && m.after.Kind() != jsonv.Object {
		c.addAs(PotentiallyBreaking, rule, path, m, "_meta is no object")
		return
	}
	found := false
	for _, k := range changes(m.before, m.after) {
		found = true
		if reserved(k.name) {
			c.addAs(PotentiallyBreaking, rule, jsonv.AppendPointer(path, k.name), k, "a key of the protocol")
			continue
		}
		c.add(rule, jsonv.AppendPointer(path, k.name), k, "")
	}
	if !found { // absent and empty
		c.add(rule, path, m, "")
	}
}

// reserved reports a key of _meta that MCP keeps for itself: its prefix has "mcp"
// or "modelcontextprotocol" as the second label (2025-11-25) or anywhere before the
// last one (2025-06-18). The apps extension, which decides whether a model sees a
// tool at all, has the keys "ui" and "ui/…".
func reserved(key string) bool {
	prefix, _, has := strings.Cut(key, "/")
	if prefix == "ui" {
		return true
	}
	labels := strings.Split(strings.ToLower(prefix), ".")
	if !has || len(labels) < 2 {
		return false
	}
	ours := func(label string) bool { return label == "mcp" || label == "modelcontextprotocol" }
	return ours(labels[1]) || slices.ContainsFunc(labels[:len(labels)-1], ours)
}
