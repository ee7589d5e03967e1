package census

import "github.com/mooring-mcp/mooring/internal/jsonv"

// lineTools is what a line holds.
type lineTools struct {
	tools  []int  // places of the items
	server []byte // what names the server; nil for none
	reason string // why there is no tool to count; "" for none
}

// find takes a line apart. It is, with a member that names the server or without,
//
//	{"tools": [TOOL, …]}              a result of tools/list
//	{"result": {"tools": [TOOL, …]}}  the response with it
//	{"tool": TOOL}
//	{"name": …, "inputSchema": …}     a tool itself
//	[TOOL, …]
func (l *lineTools) find(d *document, serverMember string) {
	l.tools, l.server, l.reason = l.tools[:0], nil, ""
	if d.is(0, jsonv.Array) {
		l.items(d, 0)
		return
	}
	if !d.is(0, jsonv.Object) {
		l.reason = "neither an object nor an array"
		return
	}
	l.server = serverName(d, d.member(0, serverMember))
	listing := d.member(0, "tools")
	if listing == none {
		listing = d.member(d.member(0, "result"), "tools")
	}
	tool := d.member(0, "tool")
	switch {
	case d.is(listing, jsonv.Array):
		l.items(d, listing)
	case d.is(tool, jsonv.Object):
		l.tools = append(l.tools, tool)
	case d.member(0, "name") != none || d.member(0, "inputSchema") != none || d.member(0, "input_schema") != none:
		l.tools = append(l.tools, 0)
	default:
		l.reason = `no tool: no member "tools", "tool", "name" or "inputSchema"`
	}
}

func (l *lineTools) items(d *document, array int) {
	for item := array + 1; item < d.end(array); item = d.end(item) {
		l.tools = append(l.tools, item)
	}
}

// serverName is what names a server: a string, or the id, name or url of an object
// (reading G07). A number is named as it is spelled. nil for none.
func serverName(d *document, i int) []byte {
	if !d.is(i, jsonv.Object) {
		return word(d, i)
	}
	for _, member := range []string{"id", "name", "url"} {
		if name := word(d, d.member(i, member)); name != nil {
			return name
		}
	}
	return nil
}

func word(d *document, i int) []byte {
	switch {
	case d.is(i, jsonv.String):
		if name := d.decoded(i); len(name) > 0 {
			return name
		}
	case d.is(i, jsonv.Number):
		return d.text(i)
	}
	return nil
}
