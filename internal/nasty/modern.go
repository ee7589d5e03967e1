package nasty

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The modern era (MCP 2026-07-28): no handshake, each request stands for itself.

const modernVersion = "2026-07-28"

func modernModes() []mode {
	return []mode{
		{Mode{"modern-only", "", "the modern era alone: initialize is error -32022"}, modernOnly(refuseInitialize)},
		{Mode{"modern-silent", "", "the modern era alone: initialize is never answered"}, modernOnly(func(*server, message) {})},
		{Mode{"modern-exits", "", "the modern era alone: exits with status 6 on initialize"}, modernOnly(func(s *server, _ message) { s.quit(6) })},
		{Mode{"modern-two-pages", "", "the modern era alone, tools in two pages"}, both(modernOnly(refuseInitialize), tools(twoPages()))},
		{Mode{"dual-era", "", "both eras"}, dualEra},
		{Mode{"two-faces", "", "both eras, with another description in the modern one"}, twoFaces},
		{Mode{"no-result-type", "", "the modern era alone, results without resultType"}, finishing(func(string) string { return "" })},
		{Mode{"unknown-result-type", "", `the modern era alone, resultType "task" in tools/list`}, finishing(typeOf(`"task"`))},
		{Mode{"input-required", "", `the modern era alone, resultType "input_required" in tools/list`}, finishing(typeOf(`"input_required"`))},
		{Mode{"number-result-type", "", "the modern era alone, resultType 1 in tools/list"}, finishing(typeOf(`1`))},
		{Mode{"newer-only", "", "supports the protocol version 2099-01-01 alone"}, newerOnly},
		{Mode{"discover-legacy", "", "server/discover supports 2025-11-25 alone; the good server otherwise"}, discoverLegacy},
		{Mode{"missing-capability", "", "the modern era alone, tools/list is error -32021"}, both(modernOnly(refuseInitialize), tools(missingCapability))},
		{Mode{"silent-discover", "", "never answers server/discover; the good server otherwise"}, silentDiscover},
	}
}

// modern reports whether a message says for itself what it is.
func (m message) modern() bool {
	_, found := m.meta()["io.modelcontextprotocol/protocolVersion"]
	return found
}

func (m message) meta() map[string]json.RawMessage {
	var params struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	if json.Unmarshal(m.Params, &params) != nil {
		return nil
	}
	return params.Meta
}

// serveModern checks what each request has to say (MCP 2026-07-28, basic).
func (s *server) serveModern(m message, handle handler) {
	var version string
	var capabilities map[string]json.RawMessage
	meta := m.meta()
	err1 := json.Unmarshal(meta["io.modelcontextprotocol/protocolVersion"], &version)
	err2 := json.Unmarshal(meta["io.modelcontextprotocol/clientCapabilities"], &capabilities)
	switch {
	case err1 != nil || err2 != nil || capabilities == nil || meta["io.modelcontextprotocol/clientInfo"] == nil:
		s.fail(m, -32602, "_meta wants protocolVersion, clientCapabilities and clientInfo")
	case version != modernVersion:
		s.refuseVersion(m, version, modernVersion)
	default:
		handle(s, m)
	}
}

func (s *server) refuseVersion(m message, requested, supported string) {
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32022,"message":"Unsupported protocol version",`+
		`"data":{"supported":[%s],"requested":%s}}}`, m.ID, quote(supported), quote(requested)))
}

func refuseInitialize(s *server, m message) { s.refuseVersion(m, "", modernVersion) }

// discover describes the server, in the good server's words.
func discover(versions string) handler {
	return func(s *server, m message) {
		s.result(m, fmt.Sprintf(`{"supportedVersions":[%s],"capabilities":%s,"instructions":%s}`,
			versions, s.greeting.capabilities, s.greeting.instructions))
	}
}

func modernOnly(onInitialize handler) func(*server) error {
	return func(s *server) error {
		_ = dualEra(s)
		s.on["initialize"] = onInitialize
		return nil
	}
}

func dualEra(s *server) error {
	s.modern = true
	s.on["server/discover"] = discover(quote(modernVersion))
	s.finish = finish(func(string) string { return `"complete"` })
	return nil
}

// finish adds to the results of modern requests what the era wants in them. kind
// gives the JSON text of resultType for a method, "" for none.
func finish(kind func(method string) string) func(message, string) string {
	return func(m message, result string) string {
		inner, isObject := strings.CutPrefix(result, "{")
		if !m.modern() || !isObject || m.Method == "ping" {
			return result
		}
		text := `{"ttlMs":300000,"cacheScope":"public","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"nasty","version":"1.0.0"}}`
		if k := kind(m.Method); k != "" {
			text += `,"resultType":` + k
		}
		return text + "," + inner
	}
}

func finishing(kind func(method string) string) func(*server) error {
	return func(s *server) error {
		_ = modernOnly(refuseInitialize)(s)
		s.finish = finish(kind)
		return nil
	}
}

func typeOf(ofTools string) func(string) string {
	return func(method string) string {
		if method == "tools/list" {
			return ofTools
		}
		return `"complete"`
	}
}

func both(first, second func(*server) error) func(*server) error {
	return func(s *server) error {
		if err := first(s); err != nil {
			return err
		}
		return second(s)
	}
}

func twoFaces(s *server) error {
	_ = dualEra(s)
	return tools(func(s *server, m message) {
		if m.modern() {
			single("tools", readNote, changedNote)(s, m)
			return
		}
		goodTools(s, m)
	})(s)
}

func newerOnly(s *server) error {
	refuse := func(s *server, m message) { s.refuseVersion(m, "", "2099-01-01") }
	for method := range s.on {
		s.on[method] = refuse
	}
	s.on["server/discover"] = refuse
	s.ready = true
	return nil
}

func discoverLegacy(s *server) error {
	s.on["server/discover"] = discover(`"2025-11-25"`)
	return nil
}

func missingCapability(s *server, m message) {
	s.fail(m, -32021, "the client has to offer sampling")
}

func silentDiscover(s *server) error {
	s.on["server/discover"] = func(*server, message) {}
	return nil
}
