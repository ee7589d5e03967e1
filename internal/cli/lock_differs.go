package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/word"
	"github.com/mooring-mcp/mooring/surface"
)

// differing says in what a new entry is not the pinned one.
func differing(old, entry lockfile.Entry, o observation) string {
	var parts []string
	for _, d := range old.Surface.Server.Launch.Differences(entry.Surface.Server.Launch) {
		parts = append(parts, fmt.Sprintf("%s of the launch", d.Part))
	}
	if old.SurfaceDigest != entry.SurfaceDigest {
		parts = append(parts, "what it shows")
	}
	if before, now := askedAs(old), askedNow(o); !slices.Equal(before, now) {
		parts = append(parts, fmt.Sprintf("who asked it (pinned as %s, now %s)", word.List(before), word.List(now)))
	} else if c := entry.Surface.Context; old.Surface.Context != c {
		parts = append(parts, fmt.Sprintf("the protocol (pinned %s, now %s)", protocolWord(old.Surface.Context), protocolWord(c)))
	}
	return strings.Join(parts, "; ")
}

// askedAs are the identities under which a server was pinned.
func askedAs(e lockfile.Entry) []string {
	var names []string
	for _, p := range (target{}).like(e).as {
		names = append(names, p.name)
	}
	if names == nil {
		return []string{e.Surface.Context.Client}
	}
	return names
}

// askedNow are those of an observation.
func askedNow(o observation) []string {
	if names := o.identities(); names != nil {
		return names
	}
	return []string{cmp.Or(o.profile.name, "bare")}
}

func protocolWord(c surface.Context) string {
	return strings.TrimSpace(c.Era + " " + c.ProtocolVersion)
}

// whatHelps is how to see what differs and how to pin it, or why there is nothing to pin.
func whatHelps(old, entry lockfile.Entry, o observation, how invocation) string {
	before, now := askedAs(old), askedNow(o)
	if old.SurfaceDigest != entry.SurfaceDigest || slices.Equal(before, now) || len(old.Surface.Server.Launch.Differences(entry.Surface.Server.Launch)) > 0 {
		return fmt.Sprintf("see it with: %s\n  pin it with: %s", how.line("check", o.id), how.line("accept", o.id))
	}
	return fmt.Sprintf("it shows the same, and the pin holds; ask as it was pinned with: --as %s\n  or pin it as asked now: accept, with --as %s", strings.Join(before, ","), strings.Join(now, ","))
}
