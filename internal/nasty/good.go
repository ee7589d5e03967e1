package nasty

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// greeting is what the answer to initialize says. The texts are JSON, except
// version, which is empty to follow the client.
type greeting struct {
	version      string
	capabilities string
	instructions string
}

const (
	allCapabilities  = `{"tools":{"listChanged":true},"prompts":{"listChanged":true},"resources":{"listChanged":true}}`
	toolsCapability  = `{"tools":{"listChanged":true}}`
	noCapabilities   = `{}`
	goodInstructions = `"Notes are kept in memory. Read before you add."`
)

// The good server's items: two tools, one prompt, one resource, one template.
const (
	readNote = `{"name":"read_note","title":"Read a note","description":"Return the text of one note.",` +
		`"inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"Which note."}},"required":["id"]},` +
		`"outputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]},` +
		`"annotations":{"readOnlyHint":true,"openWorldHint":false}}`
	addNote = `{"name":"add_note","description":"Keep a new note.",` +
		`"inputSchema":{"type":"object","properties":{"text":{"type":"string","maxLength":2000}},"required":["text"]},` +
		`"annotations":{"destructiveHint":false}}`
	dailyPrompt  = `{"name":"daily","description":"Sum up a day's notes.","arguments":[{"name":"day","required":true}]}`
	noteResource = `{"uri":"note://first","name":"first","mimeType":"text/plain"}`
	noteTemplate = `{"uriTemplate":"note://{id}","name":"note","mimeType":"text/plain"}`
)

func goodServer() *server {
	return &server{
		greeting: greeting{capabilities: allCapabilities, instructions: goodInstructions},
		unknown:  func(s *server, m message) { s.fail(m, -32601, "method not found") },
		on: map[string]handler{
			"initialize":                initialize,
			"notifications/initialized": func(*server, message) {},
			"ping":                      func(s *server, m message) { s.result(m, `{}`) },
			"tools/list":                single("tools", readNote, addNote),
			"prompts/list":              single("prompts", dailyPrompt),
			"resources/list":            single("resources", noteResource),
			"resources/templates/list":  single("resourceTemplates", noteTemplate),
			"tools/call":                called,
		},
	}
}

// initialize greets a client whose request is complete (MCP 2025-11-25
// lifecycle: protocolVersion, capabilities and clientInfo are required).
func initialize(s *server, m message) {
	var params struct {
		ProtocolVersion string                     `json:"protocolVersion"`
		Capabilities    map[string]json.RawMessage `json:"capabilities"`
		ClientInfo      struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"clientInfo"`
	}
	err := json.Unmarshal(m.Params, &params)
	if err != nil || params.Capabilities == nil || params.ClientInfo.Name == "" || params.ClientInfo.Version == "" {
		s.fail(m, -32602, "initialize wants protocolVersion, capabilities and clientInfo with name and version")
		return
	}
	version := s.greeting.version
	if version == "" {
		version = follow(params.ProtocolVersion)
	}
	s.result(m, fmt.Sprintf(
		`{"protocolVersion":%s,"capabilities":%s,"serverInfo":{"name":"nasty","version":"1.0.0"},"instructions":%s}`,
		quote(version), s.greeting.capabilities, s.greeting.instructions))
}

// follow answers the client's protocol version with itself when we know it, and
// with our newest otherwise.
func follow(version string) string {
	known := []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}
	if slices.Contains(known, version) {
		return version
	}
	return known[len(known)-1]
}

// called records that the client called a tool and ends the run.
func called(s *server, m message) {
	if s.callFile == "" {
		fmt.Fprintln(s.errw, "CALLED")
	} else if err := os.WriteFile(s.callFile, m.line, 0o600); err != nil {
		fmt.Fprintf(s.errw, "CALLED, but the file was not written: %v\n", err)
	}
	s.quit(StatusCalled)
}

// single answers a listing with one page, and refuses a cursor, since it never
// gave one.
func single(member string, items ...string) handler {
	return chain(member, map[string]page{"": {items: items}})
}

// page is a part of a listing. next is the JSON text of nextCursor, empty when
// the member is absent.
type page struct {
	next  string
	items []string
}

func (p page) result(member string) string {
	text := `{"` + member + `":[` + strings.Join(p.items, ",") + `]`
	if p.next != "" {
		text += `,"nextCursor":` + p.next
	}
	return text + `}`
}

// chain answers a listing page by page. The key of a page is the JSON text of
// the cursor that asks for it, and empty for the first page.
func chain(member string, pages map[string]page) handler {
	return func(s *server, m message) {
		p, known := pages[cursor(m)]
		if !known {
			s.fail(m, -32602, "unknown cursor")
			return
		}
		s.result(m, p.result(member))
	}
}

// cursor is the JSON text of the request's cursor, empty when it has none.
func cursor(m message) string {
	var params struct {
		Cursor json.RawMessage `json:"cursor"`
	}
	if m.Params != nil && json.Unmarshal(m.Params, &params) != nil {
		return "unreadable"
	}
	return string(params.Cursor)
}

// tool is a small valid tool.
func tool(name, description string) string {
	return `{"name":` + quote(name) + `,"description":` + quote(description) + `,"inputSchema":{"type":"object"}}`
}

// quote is text as a JSON string.
func quote(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		return `""` // cannot happen: every Go string can be written
	}
	return string(quoted)
}

// unchanged is the good server itself.
func unchanged(*server) error { return nil }

// tools replaces the answer to tools/list.
func tools(answer handler) func(*server) error {
	return func(s *server) error {
		s.on["tools/list"] = answer
		return nil
	}
}

// wrapLists replaces every listing by what wrap makes of it.
func wrapLists(s *server, wrap func(handler) handler) {
	for method, answer := range s.on {
		if strings.HasSuffix(method, "/list") {
			s.on[method] = wrap(answer)
		}
	}
}

// dropLists makes the server answer every listing with -32601, except keep.
func dropLists(s *server, keep string) {
	for method := range s.on {
		if strings.HasSuffix(method, "/list") && method != keep {
			delete(s.on, method)
		}
	}
}
