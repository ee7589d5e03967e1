package contract

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// CompareServer reports what changed between two surfaces outside of items that
// both have: what the server says of itself, protocol versions and caching, and
// which items came, went, were renamed, moved or are listed twice.
//
// The path of a finding points into one document made of the handshake's result
// and of the listings by key: "/instructions", "/capabilities/tools", "/tools" for
// a listing as a whole, "/tools/get_issue" for an item; [ItemAt] takes the latter
// apart. Before and After of an item are the whole item.
//
// What was not seen is not judged: an item is removed only from a listing that was
// not cut short, and added only to one that was not, and a surface without a
// handshake says nothing about the server (reading C07).
func CompareServer(before, after surface.Surface, o Options) []Finding {
	c := &comparison{options: o}
	c.handshake(before.Handshake, after.Handshake)
	c.versions(before, after)
	for _, kind := range surface.Kinds() {
		c.listing(kind, before, after)
	}
	return c.result()
}

// ItemAt returns the item that a path of [CompareServer] points to or into.
func ItemAt(path string) (kind surface.Kind, name string, ok bool) {
	tokens, err := jsonv.SplitPointer(path)
	if err != nil || len(tokens) < 2 {
		return "", "", false
	}
	for _, kind := range surface.Kinds() {
		if kind.Member() == tokens[0] {
			return kind, tokens[1], true
		}
	}
	return "", "", false
}

// handshake reports what the server says of itself.
func (c *comparison) handshake(before, after surface.Handshake) {
	if !seen(before) || !seen(after) {
		return
	}
	c.part("/instructions", before.Instructions, after.Instructions, func(path string, m change) {
		c.text("server.instructions.changed", path, m)
	})
	c.part("/serverInfo", before.ServerInfo, after.ServerInfo, c.serverInfo)
	c.part("/capabilities", before.Capabilities, after.Capabilities, c.capabilities)
	c.part("", before.Result, after.Result, c.restOfResult)
}

// seen reports whether there was a handshake at all.
func seen(h surface.Handshake) bool {
	return h.ProtocolVersion != "" || h.Result != nil || h.Capabilities != nil || h.ServerInfo != nil
}

// part compares a part of the handshake that is kept as text.
func (c *comparison) part(path string, before, after []byte, compare func(string, change)) {
	if bytes.Equal(before, after) && (before == nil) == (after == nil) {
		return
	}
	was, readable := optional(before)
	is, too := optional(after)
	m := change{before: was, after: is}
	switch {
	case !readable || !too:
		c.add("server.member.unmodelled", path, m, "no strict JSON")
	case !m.same():
		compare(path, m)
	}
}

// optional parses text that may be absent.
func optional(text []byte) (v *jsonv.Value, readable bool) {
	if text == nil {
		return nil, true
	}
	v, err := jsonv.Parse(text, jsonv.Limits{})
	return v, err == nil
}

// serverInfo reports name, version and the like (MCP 2025-11-25, Implementation).
func (c *comparison) serverInfo(path string, m change) {
	if m.before.Exists() && m.before.Kind() != jsonv.Object || m.after.Exists() && m.after.Kind() != jsonv.Object {
		c.add("server.member.unmodelled", path, m, "serverInfo is no object")
		return
	}
	for _, k := range changes(m.before, m.after) {
		at := jsonv.AppendPointer(path, k.name)
		switch k.name {
		case "name":
			c.add("server.name.changed", at, k, "")
		case "version":
			c.add("server.version.changed", at, k, "")
		case "title":
			c.text("server.title.changed", at, k)
		case "description":
			c.text("server.description.changed", at, k)
		case "websiteUrl":
			c.add("server.websiteUrl.changed", at, k, "")
		case "icons":
			c.icons("server.icons.changed", "", at, k)
		default:
			c.add("server.member.unmodelled", at, k, "")
		}
	}
}

// restOfResult reports members of the handshake's result that have no part of
// their own. _meta belongs to the response and is left out.
func (c *comparison) restOfResult(path string, m change) {
	for _, k := range changes(m.before, m.after) {
		switch k.name {
		case "instructions", "serverInfo", "capabilities", "protocolVersion", "supportedVersions", "ttlMs", "cacheScope",
			"resultType", "_meta":
		default:
			c.add("server.member.unmodelled", jsonv.AppendPointer(path, k.name), k, "")
		}
	}
}

// prefix begins the ids of a kind's rules.
func prefix(kind surface.Kind) string {
	if kind == surface.ResourceTemplate {
		return "resourceTemplate"
	}
	return string(kind)
}

func listPath(kind surface.Kind) string { return "/" + kind.Member() }

func itemPath(kind surface.Kind, name string) string {
	return jsonv.AppendPointer(listPath(kind), name)
}

// listing reports which items of a kind came and went, and what concerns the
// listing as a whole.
func (c *comparison) listing(kind surface.Kind, before, after surface.Surface) {
	was, is := before.Listing(kind), after.Listing(kind)
	if was.Status == surface.NotObserved || is.Status == surface.NotObserved {
		return
	}
	c.caching(listPath(kind), cacheOf(was), cacheOf(is))
	var removed, added []surface.Item
	if is.Completeness != surface.Partial {
		removed = missing(was.Items, is.Items)
	}
	if was.Completeness != surface.Partial {
		added = missing(is.Items, was.Items)
	}
	if kind == surface.ResourceTemplate {
		removed, added = c.pairTemplates(removed, added)
	}
	for _, item := range removed {
		c.item(prefix(kind)+".removed", kind, item, dependsOnClient(before.Context, after.Context))
	}
	for _, item := range added {
		c.item(prefix(kind)+".added", kind, item, dependsOnClient(after.Context, before.Context))
	}
	if kind == surface.Tool {
		c.renames(removed, added)
		c.tools(was.Items, is.Items)
		if was.Completeness != surface.Partial && is.Completeness != surface.Partial {
			c.validity(was.Items, is.Items, added)
		}
	}
}

// item reports an item that came or went.
func (c *comparison) item(rule string, kind surface.Kind, item surface.Item, detail string) {
	f := Finding{Rule: rule, Severity: severityOf(rule), Path: itemPath(kind, item.Name), Detail: detail}
	if strings.HasSuffix(rule, ".removed") {
		f.Before = item.Canonical
	} else {
		f.After = item.Canonical
	}
	c.findings = append(c.findings, f)
}

// missing returns the items whose name no other item has, one a name, sorted.
func missing(items, others []surface.Item) []surface.Item {
	there := make(map[string]bool, len(others))
	for _, item := range others {
		there[item.Name] = true
	}
	var out []surface.Item
	for _, item := range items {
		if item.Name != "" && !there[item.Name] {
			there[item.Name] = true
			out = append(out, item)
		}
	}
	slices.SortFunc(out, func(a, b surface.Item) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// tools reports repeated names and another order.
func (c *comparison) tools(was, is []surface.Item) {
	countBefore, orderBefore := inOrder(was)
	countAfter, orderAfter := inOrder(is)
	for _, name := range orderAfter {
		if n := countAfter[name]; n > 1 && n > countBefore[name] {
			c.addTexts("tool.name.duplicated", itemPath(surface.Tool, name), "", name, fmt.Sprintf("%d tools have this name", n))
		}
	}
	isKept := func(count map[string]int) func(string) bool {
		return func(name string) bool { return count[name] == 0 }
	}
	keptBefore := slices.DeleteFunc(slices.Clone(orderBefore), isKept(countAfter))
	keptAfter := slices.DeleteFunc(slices.Clone(orderAfter), isKept(countBefore))
	if !slices.Equal(keptBefore, keptAfter) && len(keptBefore) == len(keptAfter) {
		c.add("tool.order.changed", listPath(surface.Tool), change{}, "")
	}
}

// inOrder counts the names, and lists each where it stands first.
func inOrder(items []surface.Item) (count map[string]int, order []string) {
	count = make(map[string]int, len(items))
	for _, item := range items {
		if item.Name == "" {
			continue
		}
		if count[item.Name]++; count[item.Name] == 1 {
			order = append(order, item.Name)
		}
	}
	return count, order
}

// validity reports input schemas that are none for MCP. Where each of them was so,
// clients refused the listing before, and one standing warning says so; else a new
// tool with such a schema takes the listing with it (reading C13).
func (c *comparison) validity(was, is, added []surface.Item) {
	same := slices.EqualFunc(was, is, func(a, b surface.Item) bool { return bytes.Equal(a.Raw, b.Raw) })
	if same {
		return
	}
	if len(was) > 0 && !slices.ContainsFunc(was, hasInputSchema) {
		if i := slices.IndexFunc(is, func(item surface.Item) bool { return !hasInputSchema(item) }); i >= 0 {
			c.add("tool.listing.invalid", listPath(surface.Tool), change{}, "no input schema was one of MCP before")
		}
		return
	}
	for _, item := range added {
		v, readable := optional(item.Raw)
		schema := v.Get("inputSchema")
		if problem := inputProblem(schema); readable && problem != "" {
			c.add("tool.inputSchema.invalid", itemPath(surface.Tool, item.Name)+"/inputSchema", change{after: schema}, problem)
		}
	}
}

func hasInputSchema(item surface.Item) bool {
	v, readable := optional(item.Raw)
	return readable && inputProblem(v.Get("inputSchema")) == ""
}

// pairTemplates compares a template that went with the one that came and has the
// same text outside of its expressions, when there is one of each; the key of a
// template is its text, so that a new variable looks like another template. It
// returns the rest.
func (c *comparison) pairTemplates(removed, added []surface.Item) (gone, come []surface.Item) {
	before, after := byLiterals(removed), byLiterals(added)
	paired := map[string]bool{}
	for _, item := range removed {
		t, _ := parseTemplate(item.Name)
		if len(before[t.literals]) != 1 || len(after[t.literals]) != 1 || before[t.literals][0].Name != item.Name {
			continue
		}
		other := after[t.literals][0]
		was, readable := optional(item.Raw)
		is, too := optional(other.Raw)
		if !readable || !too {
			continue
		}
		paired[item.Name], paired[other.Name] = true, true
		inner := &comparison{options: c.options}
		inner.compareTemplate(was, is)
		for _, f := range inner.findings {
			f.Path = itemPath(surface.ResourceTemplate, item.Name) + f.Path
			c.findings = append(c.findings, f)
		}
	}
	isPaired := func(item surface.Item) bool { return paired[item.Name] }
	return slices.DeleteFunc(removed, isPaired), slices.DeleteFunc(added, isPaired)
}

func byLiterals(items []surface.Item) map[string][]surface.Item {
	out := map[string][]surface.Item{}
	for _, item := range items {
		if t, read := parseTemplate(item.Name); read && t.literals != "" {
			out[t.literals] = append(out[t.literals], item)
		}
	}
	return out
}
