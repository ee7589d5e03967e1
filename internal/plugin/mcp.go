package plugin

import (
	"fmt"

	"github.com/mooring-mcp/mooring/internal/confusable"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// Server is an entry of mcp.json that a client loads.
type Server struct {
	Name string `json:"name"`
	Type string `json:"type"` // stdio, streamable-http or sse

	launch surface.Launch
	at     Place
}

// mcp reads mcp.json.
func (r *reader) mcp() {
	switch _, found := r.component(mcpFile, 0, "a file"); found {
	case absent:
		r.knownServers = map[string]bool{}
		return
	case unusable:
		return
	case present:
	}
	text, err := r.read(mcpFile, jsonBytes)
	if err != nil {
		r.unread(mcpFile, err)
		return
	}
	v, src := r.parse(mcpFile, text, ruleMCPSyntax)
	if v == nil {
		return
	}
	r.knownServers = serverNames(v)
	top := &object{r: r, v: v, src: src}
	if v.Kind() != jsonv.Object {
		top.refuse(ruleMCPMember, v, "", shown(v), "an object")
		return
	}
	version := r.schema(top, "mcp", ruleMCPSchema, ruleMCPUnknown)
	if version != "" && version != r.out.Manifest.Spec {
		top.refuse(ruleMCPDiffers, v.Get("$schema"), "/$schema", "version "+version, "version "+r.out.Manifest.Spec+", as in plugin.json")
	}
	for name, member := range v.Members() {
		if name != "$schema" && name != "mcpServers" {
			top.refuse(ruleMCPMember, member, jsonv.AppendPointer("", name), "unknown member "+quoted(name), "$schema and mcpServers")
		}
	}
	servers := v.Get("mcpServers")
	if servers.Kind() != jsonv.Object || !servers.Exists() {
		top.refuse(ruleMCPMember, servers, "/mcpServers", shown(servers), "an object of servers")
	}
	if version == "" { // of another version; its servers may have other members
		for name, entry := range servers.Members() {
			newServer(r, src, name, entry).secrets()
		}
		return
	}
	looks := map[string]string{}
	for name, entry := range servers.Members() {
		skeleton, pointer := confusable.Skeleton(fold(name)), jsonv.AppendPointer("/mcpServers", name)
		if first, taken := looks[skeleton]; taken {
			top.note(ruleLookalike, entry, pointer, quoted(name)+" beside "+quoted(first), "names that everybody can tell apart")
		} else {
			looks[skeleton] = name
		}
		if s, valid := r.server(src, version, name, entry); valid && !top.failed {
			r.out.Servers = append(r.out.Servers, s)
		}
	}
}

// mcpSecrets looks for secrets in mcp.json, and for nothing else.
func (r *reader) mcpSecrets() {
	text, err := r.read(mcpFile, jsonBytes)
	if err != nil {
		return
	}
	v, err := jsonv.Parse(text, jsonv.Limits{Bytes: jsonBytes, Depth: jsonDepth})
	if err != nil {
		return
	}
	for name, entry := range v.Get("mcpServers").Members() {
		newServer(r, newSource(mcpFile, text), name, entry).secrets()
	}
}

// serverNames are those of mcpServers, whatever a client thinks of the entries. The result
// is nil where the member cannot be read: then nobody knows the names.
func serverNames(v *jsonv.Value) map[string]bool {
	servers := v.Get("mcpServers")
	if !servers.Exists() || servers.Kind() != jsonv.Object {
		return nil
	}
	out := map[string]bool{}
	for name := range servers.Members() {
		out[name] = true
	}
	return out
}

// memberKind is the type that a member of a server has to have.
type memberKind int

const (
	text memberKind = iota
	texts
	textsByName
	objects // by name
)

// variants are the closed types of servers (§7.2.1).
var variants = map[string]map[string]memberKind{
	"stdio":           {"command": text, "args": texts, "env": textsByName, "cwd": text},
	"streamable-http": {"url": text, "headers": textsByName},
	"sse":             {"url": text, "headers": textsByName},
}

// server is one entry, with where it stands.
type server struct {
	object

	pointer string
}

func (s *server) at(member string) string { return jsonv.AppendPointer(s.pointer, member) }

func newServer(r *reader, src source, name string, v *jsonv.Value) *server {
	return &server{object{r: r, v: v, src: src}, jsonv.AppendPointer("/mcpServers", name)}
}

// server checks an entry, and reports whether a client loads it.
func (r *reader) server(src source, version, name string, v *jsonv.Value) (Server, bool) {
	s := newServer(r, src, name, v)
	if at, c := concealed(name); at >= 0 {
		s.note(ruleHidden, v, s.pointer, fmt.Sprintf("U+%04X in the server's name", c), "a text that is all to be seen")
	}
	s.secrets()
	if v.Kind() != jsonv.Object {
		s.refuse(ruleServerValue, v, s.pointer, shown(v), "an object")
		return Server{}, false
	}
	kind, _ := v.Get("type").Str()
	members, known := variants[kind]
	if !known {
		s.refuse(ruleServerType, v.Get("type"), s.at("type"), shown(v.Get("type")), "stdio, streamable-http or sse")
		return Server{}, false
	}
	for member, value := range v.Members() {
		want, has := members[member]
		switch {
		case member == "type":
		case member == "extensions" && version == spec110:
			s.note(ruleDraftMember, value, s.at(member), "extensions", "members that schema and text agree on")
			s.typed(member, value, objects)
		case !has:
			s.refuse(ruleServerMember, value, s.at(member), fmt.Sprintf("member %s of a server of type %s", quoted(member), kind), "only members of that type")
		default:
			s.typed(member, value, want)
		}
	}
	required := "url"
	if kind == "stdio" {
		required = "command"
	}
	if !v.Get(required).Exists() {
		s.refuse(ruleServerMember, v, s.pointer, "no "+required, "a server of type "+kind+" with "+required)
	}
	if kind == "stdio" {
		s.stdio()
	} else {
		s.remote()
	}
	return Server{name, kind, s.launch(kind), src.at(v.Span().Start, s.pointer)}, !s.failed
}

// typed checks the type of a member.
func (s *server) typed(member string, v *jsonv.Value, want memberKind) {
	pointer := s.at(member)
	s.r.hidden(s.src, v, pointer)
	switch {
	case want == text && v.Kind() != jsonv.String:
		s.refuse(ruleServerValue, v, pointer, shown(v), "a text")
	case want == texts && v.Kind() != jsonv.Array:
		s.refuse(ruleServerValue, v, pointer, shown(v), "a list of texts")
	case want >= textsByName && v.Kind() != jsonv.Object:
		s.refuse(ruleServerValue, v, pointer, shown(v), "an object")
	}
	for i, item := range v.Items() {
		s.r.hidden(s.src, item, fmt.Sprintf("%s/%d", pointer, i))
		if want == texts && item.Kind() != jsonv.String {
			s.refuse(ruleServerValue, item, fmt.Sprintf("%s/%d", pointer, i), item.Kind().String(), "a text")
		}
	}
	kind, word := jsonv.String, "a text"
	if want == objects {
		kind, word = jsonv.Object, "an object"
	}
	for name, item := range v.Members() {
		s.r.hidden(s.src, item, jsonv.AppendPointer(pointer, name))
		if want >= textsByName && item.Kind() != kind {
			s.refuse(ruleServerValue, item, jsonv.AppendPointer(pointer, name), item.Kind().String(), word)
		}
	}
}
