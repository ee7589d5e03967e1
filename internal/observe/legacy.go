package observe

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// era is how a generation of the protocol opens a session and asks for lists.
type era interface {
	name() string
	// capabilities are what the client declares, as canonical JSON.
	capabilities() string
	// open does the handshake, of which the answer may take until most is over.
	open(ctx context.Context, s *session, most limit) (surface.Handshake, error)
	// params are those of a list request, nil for none; cursor is nil on page 1.
	params(cursor *string) []byte
}

const newestLegacy = "2025-11-25"

// legacyVersions are the revisions with an initialize handshake.
func legacyVersions() []string {
	return []string{"2024-11-05", "2025-03-26", "2025-06-18", newestLegacy}
}

// legacy is the era of the initialize handshake (MCP 2025-11-25, lifecycle). It
// declares no capabilities: what a server then asks for, it asks unbidden.
type legacy struct{ version, client, clientVersion string }

func (legacy) name() string { return "legacy" }

func (legacy) capabilities() string { return "{}" }

func (l legacy) open(ctx context.Context, s *session, most limit) (surface.Handshake, error) {
	params := []byte(`{"protocolVersion":`)
	params = quoted(params, l.version)
	params = quoted(append(params, `,"capabilities":`+l.capabilities()+`,"clientInfo":{"name":`...), l.client)
	params = quoted(append(params, `,"version":`...), l.clientVersion)
	a, err := s.ask(ctx, "initialize", append(params, `}}`...), most)
	if err != nil {
		return surface.Handshake{}, err
	}
	if a.refused {
		return surface.Handshake{}, fmt.Errorf("the server answered with error %d: %s", a.code, cut(s.hide.from(a.message)))
	}
	h, err := surface.NewHandshake(a.result)
	if err != nil {
		return surface.Handshake{}, err
	}
	if !slices.Contains(legacyVersions(), h.ProtocolVersion) {
		s.hazards.add(surface.UnknownVersion, "initialize", fmt.Sprintf("the server answered with protocol version %s, want one of %s",
			cut(h.ProtocolVersion), strings.Join(legacyVersions(), ", ")))
	}
	s.tell("notifications/initialized", nil)
	return h, nil
}

func (legacy) params(cursor *string) []byte {
	if cursor == nil {
		return nil
	}
	return append(quoted([]byte(`{"cursor":`), *cursor), '}')
}

func quoted(dst []byte, text string) []byte {
	return jsonv.AppendQuoted(dst, strings.ToValidUTF8(text, "\uFFFD"))
}
