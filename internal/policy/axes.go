package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// ServerAxes are the accepted axes of a server's tools, by name:
//
//	axes:
//	  harbor:
//	    create_berth:
//	      digest: "sha256:…"
//	      reversibility: reversible
//	      scope: shared-remote
//	      trust: untrusted
//	      reason: a berth can be deleted again
type ServerAxes map[string]ToolAxes

// ToolAxes is an entry that somebody reviewed. It holds for the tool with this digest
// alone: a tool that changed is undeclared again.
type ToolAxes struct {
	// Digest is that of the item, mooring.surface_item.v1: it covers every byte that the
	// server shows of the tool.
	Digest        string             `yaml:"digest"`
	Reversibility band.Reversibility `yaml:"reversibility"`
	Scope         band.Scope         `yaml:"scope"`
	Trust         band.Trust         `yaml:"trust"`
	Reason        string             `yaml:"reason"`
}

// Axes are those of the entry; one that is left out is "", which counts as the worst
// value.
func (t ToolAxes) Axes() band.Axes {
	return band.Axes{Reversibility: t.Reversibility, Scope: t.Scope, Trust: t.Trust}
}

// AxesOf returns the entry of a tool. stale says that it is about the tool with another
// digest, and thus holds for nothing.
func (p Policy) AxesOf(server, tool, digest string) (entry ToolAxes, stale, found bool) {
	entry, found = p.Axes[server][tool]
	return entry, found && entry.Digest != digest, found
}

func (p Policy) validateAxes(text []byte) error {
	for _, server := range slices.Sorted(maps.Keys(p.Axes)) {
		for _, tool := range slices.Sorted(maps.Keys(p.Axes[server])) {
			entry, path := p.Axes[server][tool], axesPath(server, tool)
			what := fmt.Sprintf("tool %q of server %q", tool, server)
			switch {
			case entry.Digest == "":
				return at(text, path, "axes of %s: digest is missing", what)
			case !jsonv.IsDigest(entry.Digest):
				return at(text, path+".digest", "digest of %s is %q, want sha256: and 64 lower-case hexadecimal digits", what, entry.Digest)
			case !entry.Axes().Declared():
				return at(text, path, "axes of %s: none of reversibility, scope and trust is set", what)
			case blank(entry.Reason):
				return at(text, path, "axes of %s: reason is missing", what)
			}
			if err := entry.Axes().Check(); err != nil {
				name, _, _ := strings.Cut(err.Error(), ":")
				return at(text, path+"."+name, "axes of %s: %v", what, err)
			}
		}
	}
	return nil
}

func axesPath(server, tool string) string {
	return "$.axes." + quotePath(server) + "." + quotePath(tool)
}

// addAxes joins the entries of a lower layer. One about a tool that a higher layer has an
// entry of can only raise it; where the digests differ, the higher one holds, and the tool
// is undeclared unless it is the one that it is about.
func (s *Set) addAxes(l Layer) {
	for _, server := range slices.Sorted(maps.Keys(l.Policy.Axes)) {
		tools := s.Policy.Axes[server]
		for _, tool := range slices.Sorted(maps.Keys(l.Policy.Axes[server])) {
			low := l.Policy.Axes[server][tool]
			high, both := tools[tool]
			switch {
			case !both:
				tools = with(tools, tool, low)
			case high.Digest != low.Digest:
				s.milder(l, axesPath(server, tool), "axes of tool %q of server %q: a higher policy has them for another digest", tool, server)
			default:
				if higher := high.Axes().Filled(); higher.Worse(low.Axes().Filled()) != low.Axes().Filled() {
					s.milder(l, axesPath(server, tool), "axes of tool %q of server %q: a higher policy has worse ones", tool, server)
				}
				tools = with(tools, tool, raised(high, low))
			}
		}
		s.Policy.Axes = with(s.Policy.Axes, server, tools)
	}
}

// raised is the higher entry, with the worse value of each axis.
func raised(high, low ToolAxes) ToolAxes {
	worse := high.Axes().Filled().Worse(low.Axes().Filled())
	if worse == high.Axes().Filled() {
		return high
	}
	if worse == low.Axes().Filled() {
		return low
	}
	return ToolAxes{high.Digest, worse.Reversibility, worse.Scope, worse.Trust, high.Reason + "; " + low.Reason}
}

// axesSettings lists the entries that hold.
func (s Set) axesSettings() []Setting {
	var out []Setting
	for _, server := range slices.Sorted(maps.Keys(s.Policy.Axes)) {
		for _, tool := range slices.Sorted(maps.Keys(s.Policy.Axes[server])) {
			entry := s.Policy.Axes[server][tool]
			a := entry.Axes().Filled()
			value := fmt.Sprintf("%s, %s, %s for %s", a.Reversibility, a.Scope, a.Trust, entry.Digest)
			// The layer whose entry holds; one that two layers made is that of the highest.
			same := func(q Policy) bool { return q.Axes[server][tool] == entry }
			origin := s.first(axesPath(server, tool), same)
			if origin == "default" {
				origin = s.first(axesPath(server, tool), func(q Policy) bool { _, is := q.Axes[server][tool]; return is })
			}
			out = append(out, Setting{"axes." + server + "." + tool, withReason(value, entry.Reason), origin})
		}
	}
	return out
}
