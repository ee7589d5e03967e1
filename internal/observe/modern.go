package observe

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// The errors by which a modern server is known (MCP 2026-07-28, basic, error
// codes).
const (
	headerMismatch     = -32020
	missingCapability  = -32021
	unsupportedVersion = -32022
)

// isModernError reports whether only a modern server answers with the code.
func isModernError(code int) bool { return code <= headerMismatch && code >= unsupportedVersion }

// errorName explains a code of the specification; "" for every other.
func errorName(code int) string {
	return map[int]string{
		headerMismatch:     " (headers do not match the message)",
		missingCapability:  " (a capability of the client is missing)",
		unsupportedVersion: " (protocol version not supported)",
	}[code]
}

// modern is the era without a handshake (MCP 2026-07-28, basic): each request
// says who asks and in which revision, and there are no sessions.
type modern struct {
	client

	version string
}

func (modern) name() string { return EraModern }

func (m modern) asks() string { return m.version }

// open asks for the server's description (MCP 2026-07-28, server/discover).
func (m modern) open(ctx context.Context, s *session, most limit) (surface.Handshake, error) {
	s.version, s.modern = m.version, true
	a, err := s.ask(ctx, "server/discover", m.params(nil), most)
	if err != nil {
		return surface.Handshake{}, err
	}
	if a.refused {
		return surface.Handshake{}, m.refused(s, a)
	}
	v, err := jsonv.Parse(a.result, jsonv.Limits{})
	if err != nil {
		return surface.Handshake{}, fmt.Errorf("server/discover result: %w", err)
	}
	if problem := m.problem(a.result); problem != "" {
		return surface.Handshake{}, fmt.Errorf("server/discover: %s", problem)
	}
	if err := m.agree(v.Get("supportedVersions"), s.hide); err != nil {
		return surface.Handshake{}, err
	}
	part := func(v *jsonv.Value) []byte {
		if !v.Exists() {
			return nil
		}
		return v.Span().Of(a.result)
	}
	return surface.Handshake{
		ProtocolVersion: m.version,
		ServerInfo:      part(v.Get("_meta").Get("io.modelcontextprotocol/serverInfo")),
		Capabilities:    part(v.Get("capabilities")),
		Instructions:    part(v.Get("instructions")),
		Result:          a.result,
	}, nil
}

// refused tells a modern server that refuses us from one that knows nothing of
// this era.
func (m modern) refused(s *session, a answer) error {
	if !isModernError(a.code) {
		return s.refusal(a)
	}
	data, _ := jsonv.Parse(a.data, jsonv.Limits{}) // absent or unreadable: it supports nothing
	if a.code == unsupportedVersion && data.Get("supported").Kind() == jsonv.Array {
		if err := m.agree(data.Get("supported"), s.hide); err != nil {
			return err
		}
	}
	return &failure{detail: s.refusal(a).Error(), cause: errModern}
}

// agree looks for our revision among those that a server supports.
func (m modern) agree(supported *jsonv.Value, hide *secrets) error {
	if supported.Kind() != jsonv.Array {
		return fmt.Errorf("server/discover: supportedVersions is no array")
	}
	var versions []string
	for _, item := range supported.Items() {
		if version, ok := item.Str(); ok {
			versions = append(versions, version)
		}
	}
	if slices.Contains(versions, m.version) {
		return nil
	}
	detail := fmt.Sprintf("the server supports the protocol versions %s, want %s", cut(hide.from(strings.Join(versions, " "))), m.version)
	if slices.ContainsFunc(versions, func(v string) bool { return slices.Contains(legacyVersions(), v) }) {
		return &failure{detail: detail}
	}
	return &failure{detail: detail, cause: errModern}
}

// params are the metadata that each request carries, after the cursor.
func (m modern) params(cursor *string) []byte {
	text := []byte(`{`)
	if cursor != nil {
		text = append(quoted(append(text, `"cursor":`...), *cursor), ',')
	}
	text = quoted(append(text, `"_meta":{"io.modelcontextprotocol/protocolVersion":`...), m.version)
	text = append(append(text, `,"io.modelcontextprotocol/clientInfo":`...), m.info()...)
	text = append(append(text, `,"io.modelcontextprotocol/clientCapabilities":`...), m.capabilities...)
	return append(text, `}}`...)
}

// problem looks at the type of a result; without one it is complete (MCP
// 2026-07-28, basic, ResultType).
func (modern) problem(result []byte) string {
	problem, seen := "", false
	err := jsonv.ScanObject(result, func(name, value jsonv.Span) bool {
		if word, _ := jsonv.Unquote(name.Of(result)); word != "resultType" {
			return true
		}
		if kind, ok := jsonv.Unquote(value.Of(result)); !ok || kind != "complete" {
			problem = fmt.Sprintf("result type %s, want \"complete\"", cut(string(value.Of(result))))
		} else if seen {
			problem = `member "resultType" is repeated`
		}
		seen = true
		return problem == ""
	})
	if err != nil {
		return "" // whoever reads the page says why
	}
	return problem
}
