package schemawalk

import (
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// header is one x-mcp-header of an input schema (MCP 2026-07-28, custom headers from
// tool parameters).
type header struct {
	v      *jsonv.Value
	reason string // why clients drop the tool, "" for a good one
}

// headersOf finds every x-mcp-header by the pointer of its schema.
func headersOf(doc *document) map[string]header {
	found := map[string]header{}
	if !strings.Contains(doc.root.Raw(), headerKeyword) {
		return found
	}
	findHeaders(doc.root, "", false, found, 0)
	for _, at := range sorted(found) {
		name := strings.ToLower(found[at].v.Text())
		for _, other := range sorted(found) {
			if h := found[at]; other != at && h.reason == "" && strings.ToLower(found[other].v.Text()) == name {
				h.reason = "two parameters have the same header"
				found[at] = h
			}
		}
	}
	return found
}

// findHeaders walks all schemas; reachable is true where only properties lead to.
func findHeaders(v *jsonv.Value, at string, reachable bool, found map[string]header, depth int) {
	if v.Kind() != jsonv.Object || depth > maxDepth {
		return
	}
	if h := v.Get(headerKeyword); h.Exists() {
		found[at] = header{h, headerFault(v, h, reachable)}
	}
	below(v, func(keyword, pointer string, s *jsonv.Value) {
		findHeaders(s, at+pointer, keyword == "properties" && (reachable || depth == 0), found, depth+1)
	})
}

func headerFault(s, h *jsonv.Value, reachable bool) string {
	name, ok := h.Str()
	t, _ := readTypes(s.Get("type"))
	switch {
	case !ok || !isToken(name):
		return "the name is no HTTP token"
	case !reachable:
		return "not reachable through properties alone"
	case t == 0 || t&^(null|boolean|integer|text) != 0:
		return "only a string, an integer or a boolean can be a header"
	}
	return ""
}

// isToken is RFC 9110 section 5.6.2.
func isToken(s string) bool {
	for _, c := range []byte(s) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
		if !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return s != ""
}

// headers compares the headers that calls carry besides the arguments.
func (e *emitter) headers(a, b *document) {
	before, after := headersOf(a), headersOf(b)
	for at, y := range after {
		x, was := before[at]
		v := change{pointer: at + "/" + headerKeyword, before: x.v, after: y.v, detail: y.reason}
		switch {
		case y.reason != "" && x.reason == y.reason && jsonv.Equal(x.v, y.v, jsonv.Source):
		case y.reason != "":
			e.emit("mcpHeader.invalid", Both, v)
		case !was:
			e.emit("mcpHeader.added", Tightens, v)
		case !strings.EqualFold(x.v.Text(), y.v.Text()):
			e.emit("mcpHeader.renamed", Both, v)
		}
	}
	for at, x := range before {
		if _, is := after[at]; !is {
			e.emit("mcpHeader.removed", Neutral, change{pointer: at + "/" + headerKeyword, before: x.v})
		}
	}
}
