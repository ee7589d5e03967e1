package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// clientOnly are capabilities that clients have. A server that declares one says
// nothing by it (reading C14).
var clientOnly = []string{"elicitation", "roots", "sampling"}

// serverCapabilities are those that the protocol defines for servers, apart from the
// open-ended experimental and extensions.
var serverCapabilities = []string{"completions", "logging", "prompts", "resources", "tasks", "tools"}

// capabilities reports what the server offers (MCP 2025-11-25 and 2026-07-28,
// ServerCapabilities). false and null are read as absent.
func (c *comparison) capabilities(path string, m change) {
	for _, k := range changes(offered(m.before), offered(m.after)) {
		at := jsonv.AppendPointer(path, k.name)
		switch {
		case slices.Contains(clientOnly, k.name):
		case k.name == "experimental":
			c.experimental(at, k)
		case k.name == "extensions":
			c.extensions(at, k)
		case !slices.Contains(serverCapabilities, k.name):
			c.add("server.member.unmodelled", at, k, "")
		case !isOffered(k.before) && !isOffered(k.after):
			c.add("server.capability.defaultMadeExplicit", at, k, "")
		case !isOffered(k.after) && k.name == "logging":
			c.add("server.capability.logging.removed", at, k, "")
		case !isOffered(k.after):
			c.add("server.capability.removed", at, k, "")
		case !isOffered(k.before):
			c.add("server.capability.added", at, k, "")
		case k.name == "tasks":
			c.taskCapabilities(at, k)
		default:
			c.capability(at, k)
		}
	}
}

// offered is an object of capabilities, or nil.
func offered(v *jsonv.Value) *jsonv.Value {
	if v.Kind() != jsonv.Object {
		return nil
	}
	return v
}

func isOffered(v *jsonv.Value) bool {
	return v.Exists() && !v.IsNull() && (v.Kind() != jsonv.Bool || v.Bool())
}

// capability reports the switches of one capability.
func (c *comparison) capability(path string, m change) {
	all := changes(offered(m.before), offered(m.after))
	for _, k := range all {
		at := jsonv.AppendPointer(path, k.name)
		was, is := isOffered(k.before), isOffered(k.after)
		switch {
		case k.name != "listChanged" && k.name != "subscribe":
			c.add("server.member.unmodelled", at, k, "")
		case was == is:
			c.add("server.capability.defaultMadeExplicit", at, k, "")
		case is:
			c.add("server.capability.added", at, k, "")
		default:
			c.add("server.capability."+k.name+".removed", at, k, "")
		}
	}
	if len(all) == 0 {
		c.add("server.member.unmodelled", path, m, "")
	}
}

// taskCapabilities reports which operations of tasks came and went, whatever the
// depth (MCP 2025-11-25, capabilities.tasks).
func (c *comparison) taskCapabilities(path string, m change) {
	all := changes(offered(m.before), offered(m.after))
	for _, k := range all {
		at := jsonv.AppendPointer(path, k.name)
		switch was, is := isOffered(k.before), isOffered(k.after); {
		case was && !is:
			c.add("server.capability.removed", at, k, "")
		case is && !was:
			c.add("server.capability.added", at, k, "")
		case was && is:
			c.taskCapabilities(at, k)
		default:
			c.add("server.capability.defaultMadeExplicit", at, k, "")
		}
	}
	if len(all) == 0 {
		c.add("server.member.unmodelled", path, m, "")
	}
}

func (c *comparison) experimental(path string, m change) {
	all := changes(offered(m.before), offered(m.after))
	for _, k := range all {
		c.add("server.capability.experimental.changed", jsonv.AppendPointer(path, k.name), k, "")
	}
	if len(all) == 0 {
		c.add("server.capability.defaultMadeExplicit", path, m, "")
	}
}

// extensions reports extensions and their settings (MCP 2026-07-28,
// capabilities.extensions).
func (c *comparison) extensions(path string, m change) {
	all := changes(offered(m.before), offered(m.after))
	for _, k := range all {
		at := jsonv.AppendPointer(path, k.name)
		switch {
		case isOffered(k.before) && !isOffered(k.after):
			c.add("server.capability.removed", at, k, "")
		case !isOffered(k.before) && isOffered(k.after):
			c.add("server.capability.added", at, k, "")
		default:
			c.add("server.extension.settingsChanged", at, k, "")
		}
	}
	if len(all) == 0 {
		c.add("server.capability.defaultMadeExplicit", path, m, "")
	}
}

// versions reports which revisions of the protocol a server speaks. A modern one
// lists them; of another one only the negotiated revision is known, and that it
// refused a revision which it was asked for (reading C14).
func (c *comparison) versions(before, after surface.Surface) {
	was, wasList := supported(before.Handshake)
	is, isList := supported(after.Handshake)
	if len(was) == 0 || len(is) == 0 {
		return
	}
	spoken, speaks := before.Handshake.ProtocolVersion, after.Handshake.ProtocolVersion
	dropped := map[string]bool{}
	for _, v := range was {
		refused := after.Context.ProtocolVersion == v && speaks != v
		if !slices.Contains(is, v) && (isList || refused) {
			dropped[v] = true
			c.addTexts("protocol.version.dropped", jsonv.AppendPointer("/supportedVersions", v), v, "", "")
		}
	}
	if wasList && isList {
		for _, v := range is {
			if !slices.Contains(was, v) {
				c.addTexts("protocol.version.added", jsonv.AppendPointer("/supportedVersions", v), "", v, "")
			}
		}
		return
	}
	if spoken == speaks || spoken == "" || speaks == "" || dropped[spoken] {
		return
	}
	c.addTexts("protocol.version.changed", "/protocolVersion", spoken, speaks, "")
	if speaks < spoken && !slices.Contains(is, spoken) { // revisions are dates
		last := &c.findings[len(c.findings)-1]
		last.Severity, last.Detail = PotentiallyBreaking, "nothing tells whether the newer revision is refused"
	}
}

// supported returns the revisions that a server is known to speak, and whether it
// listed them itself.
func supported(h surface.Handshake) (versions []string, listed bool) {
	result, _ := optional(h.Result)
	if list := result.Get("supportedVersions"); list.Kind() == jsonv.Array {
		set := map[string]bool{}
		for _, item := range list.Items() {
			if v, ok := item.Str(); ok && v != "" {
				set[v] = true
			}
		}
		return sorted(set), true
	}
	if h.ProtocolVersion == "" {
		return nil, false
	}
	return []string{h.ProtocolVersion}, false
}

// cache is how long and for whom an answer may be kept (MCP 2026-07-28).
type cache struct {
	ttl   *int64
	scope string
}

// cacheOf returns the longest time and the widest scope of the pages.
func cacheOf(l surface.Listing) cache {
	var out cache
	for _, p := range l.Pages {
		if p.TTL != nil && (out.ttl == nil || *p.TTL > *out.ttl) {
			out.ttl = p.TTL
		}
		if p.Scope != "" && out.scope != "public" {
			out.scope = p.Scope
		}
	}
	return out
}

// caching reports caches that keep an answer longer or for more people. A server of
// an older revision states neither, which is no change.
func (c *comparison) caching(path string, was, is cache) {
	if was.ttl != nil && is.ttl != nil && *was.ttl != *is.ttl {
		rule := "protocol.cache.ttlLowered"
		if *is.ttl > *was.ttl {
			rule = "protocol.cache.ttlRaised"
		}
		c.addNumbers(rule, path, *was.ttl, *is.ttl)
	}
	if was.scope == "" || is.scope == "" || was.scope == is.scope {
		return
	}
	if was.scope == "public" {
		c.addTexts("protocol.cache.scopeNarrowed", path, was.scope, is.scope, "")
		return
	}
	c.addTexts("protocol.cache.scopeWidened", path, was.scope, is.scope, "")
}

func (c *comparison) addNumbers(rule, path string, before, after int64) {
	c.findings = append(c.findings, Finding{
		Rule: rule, Severity: severityOf(rule), Path: path,
		Before: fmt.Append(nil, before), After: fmt.Append(nil, after), Detail: "milliseconds",
	})
}

// dependsOnClient says that an item was shown to a client that had declared what
// the other one had not: a server may rightly show it to the one alone.
func dependsOnClient(shown, missing surface.Context) string {
	if shown.Capabilities == "" || missing.Capabilities == "" {
		return ""
	}
	has, _ := optional([]byte(shown.Capabilities))
	lacks, _ := optional([]byte(missing.Capabilities))
	var names []string
	for _, name := range clientOnly {
		if isOffered(has.Get(name)) && !isOffered(lacks.Get(name)) {
			names = append(names, name)
		}
	}
	if names == nil {
		return ""
	}
	return "depends on the client: one observation declared " + strings.Join(names, ", ") + " and the other did not"
}
