package observe

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// The names of eras, in [Options.Era] and in a surface's context.
const (
	EraAuto   = "auto"   // whichever the server speaks
	EraLegacy = "legacy" // MCP 2024-11-05 to 2025-11-25: begins with initialize
	EraModern = "modern" // MCP 2026-07-28: each request stands for itself
)

const (
	newestLegacy = "2025-11-25"
	newestModern = "2026-07-28"
)

// legacyVersions are the revisions with an initialize handshake.
func legacyVersions() []string {
	return []string{"2024-11-05", "2025-03-26", "2025-06-18", newestLegacy}
}

// isModern tells the era of a revision; revisions are dates.
func isModern(version string) bool { return version >= newestModern }

// era is how a generation of the protocol opens a session and asks for lists.
type era interface {
	name() string
	// asks is the revision that is asked for.
	asks() string
	// open does the handshake, of which the answer may take until most is over.
	open(ctx context.Context, s *session, most limit) (surface.Handshake, error)
	// params are those of a list request, nil for none; cursor is nil on page 1.
	params(cursor *string) []byte
	// problem says why the result of a list request must not be read as a page; ""
	// when it may be.
	problem(result []byte) string
}

// client is who we say we are.
type client struct{ name, version, capabilities string }

// eraOf returns how an era is spoken, in the revision asked for.
func eraOf(name string, o Options) era {
	who := client{o.ClientName, o.ClientVersion, o.Capabilities}
	if name == EraModern {
		return modern{who, cmp.Or(o.ProtocolVersion, newestModern)}
	}
	return legacy{who, cmp.Or(o.ProtocolVersion, newestLegacy)}
}

// eras returns the eras to try, in order; a revision that is asked for leaves its
// own alone. See docs/adr/0005-remote-servers-and-eras.md.
func eras(o Options, key string) (names []string, known string, err error) {
	asked := o.Era
	if !slices.Contains([]string{EraAuto, EraLegacy, EraModern}, asked) {
		return nil, "", fmt.Errorf("era %s is none of auto, legacy, modern", cut(asked))
	}
	if version := o.ProtocolVersion; version != "" {
		its := EraLegacy
		if isModern(version) {
			its = EraModern
		}
		if asked != EraAuto && asked != its {
			return nil, "", fmt.Errorf("protocol version %s is none of the %s era", cut(version), asked)
		}
		asked = its
	}
	if asked != EraAuto {
		return []string{asked}, asked, nil
	}
	names = []string{EraLegacy, EraModern}
	if o.URL != "" {
		slices.Reverse(names)
	}
	if o.KnownEra == nil {
		return names, "", nil
	}
	known, _ = o.KnownEra(key)
	if known == names[1] {
		slices.Reverse(names)
	}
	return names, known, nil
}

// eraKey is what the era of a server is remembered by: a digest of its launch,
// in which there are no secrets.
func eraKey(launch surface.Launch) string {
	text, err := json.Marshal(surface.LaunchRecord(launch))
	if err != nil {
		return "" // cannot happen: it holds texts alone
	}
	return jsonv.Digest(text)
}

// info is the client's name and version as JSON.
func (c client) info() []byte {
	text := quoted([]byte(`{"name":`), c.name)
	return append(quoted(append(text, `,"version":`...), c.version), '}')
}

func quoted(dst []byte, text string) []byte {
	return jsonv.AppendQuoted(dst, strings.ToValidUTF8(text, "\uFFFD"))
}
