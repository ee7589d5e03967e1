package observe

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/surface"
)

// legacy is the era of the initialize handshake (MCP 2025-11-25, lifecycle).
type legacy struct {
	client

	version string
}

func (legacy) name() string { return EraLegacy }

func (l legacy) asks() string { return l.version }

func (l legacy) open(ctx context.Context, s *session, most limit) (surface.Handshake, error) {
	s.version = "" // until it is negotiated, here for the second time when a session was lost
	params := quoted([]byte(`{"protocolVersion":`), l.version)
	params = append(append(params, `,"capabilities":`...), l.capabilities...)
	params = append(append(params, `,"clientInfo":`...), l.info()...)
	a, err := s.ask(ctx, "initialize", append(params, '}'), most)
	if err != nil {
		return surface.Handshake{}, err
	}
	if a.refused {
		return surface.Handshake{}, s.refusal(a)
	}
	h, err := surface.NewHandshake(a.result)
	if err != nil {
		return surface.Handshake{}, err
	}
	if !slices.Contains(legacyVersions(), h.ProtocolVersion) {
		s.hazards.add(surface.UnknownVersion, "initialize", fmt.Sprintf("the server answered with protocol version %s, want one of %s",
			cut(h.ProtocolVersion), strings.Join(legacyVersions(), ", ")))
	}
	s.version = h.ProtocolVersion
	s.tell("notifications/initialized", nil)
	return h, nil
}

func (legacy) params(cursor *string) []byte {
	if cursor == nil {
		return nil
	}
	return append(quoted([]byte(`{"cursor":`), *cursor), '}')
}

func (legacy) problem([]byte) string { return "" }
