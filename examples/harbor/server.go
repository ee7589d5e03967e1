package main

import (
	"encoding/json"
	"fmt"
	"slices"
)

// server is one version of the program with the harbour it looks after.
type server struct {
	harbor  *harbor
	release release
}

func newServer(version string) (*server, error) {
	r, err := releaseOf(version)
	if err != nil {
		return nil, err
	}
	return &server{harbor: newHarbor(), release: r}, nil
}

// object is a JSON object whose members the protocol fixes.
type object map[string]any

func (s *server) handle(m request) (any, error) {
	switch m.Method {
	case "initialize":
		return s.initialize(m.Params)
	case "ping":
		return object{}, nil
	case "tools/list":
		return object{"tools": s.release.tools}, nil
	case "tools/call":
		return s.call(m.Params)
	case "prompts/list":
		return object{"prompts": []any{briefing}}, nil
	case "prompts/get":
		return s.prompt(m.Params)
	case "resources/list":
		return object{"resources": []any{rules}}, nil
	case "resources/templates/list":
		return object{"resourceTemplates": []any{}}, nil
	case "resources/read":
		return s.read(m.Params)
	}
	return nil, &failure{methodNotFound, fmt.Sprintf("method %q is unknown", m.Method)}
}

const instructions = "The harbour has four berths. List them before you assign one, and look at the tide table before you promise a time."

func (s *server) initialize(params json.RawMessage) (any, error) {
	var asked struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	if err := json.Unmarshal(params, &asked); err != nil {
		return nil, fmt.Errorf("initialize: %w", err)
	}
	known := []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}
	if !slices.Contains(known, asked.ProtocolVersion) {
		asked.ProtocolVersion = known[len(known)-1]
	}
	return object{
		"protocolVersion": asked.ProtocolVersion,
		"capabilities":    object{"tools": object{}, "prompts": object{}, "resources": object{}},
		"serverInfo":      object{"name": "harbor", "title": "Harbour office", "version": s.release.version},
		"instructions":    instructions,
	}, nil
}

// call runs a tool. What the tool refuses is a result for the model to read;
// an unknown tool is an error.
func (s *server) call(params json.RawMessage) (any, error) {
	var asked struct {
		Name      string `json:"name"`
		Arguments args   `json:"arguments"`
	}
	if err := json.Unmarshal(params, &asked); err != nil {
		return nil, fmt.Errorf("tools/call: %w", err)
	}
	for _, t := range s.release.tools {
		if t.Name != asked.Name {
			continue
		}
		text, err := t.run(s.harbor, asked.Arguments)
		if err != nil {
			return object{"content": content(err.Error()), "isError": true}, nil
		}
		return object{"content": content(text)}, nil
	}
	return nil, fmt.Errorf("tool %q is unknown", asked.Name)
}

func content(text string) []object {
	return []object{{"type": "text", "text": text}}
}

var briefing = object{
	"name":        "morning_briefing",
	"title":       "Morning briefing",
	"description": "Sum up the berths and the tides of a day for the harbour master.",
	"arguments": []object{
		{"name": "date", "description": "The day, as YYYY-MM-DD.", "required": true},
	},
}

func (s *server) prompt(params json.RawMessage) (any, error) {
	var asked struct {
		Name      string            `json:"name"`
		Arguments map[string]string `json:"arguments"`
	}
	if err := json.Unmarshal(params, &asked); err != nil {
		return nil, fmt.Errorf("prompts/get: %w", err)
	}
	date := asked.Arguments["date"]
	if asked.Name != briefing["name"] || date == "" {
		return nil, fmt.Errorf("got prompt %q with date %q, want morning_briefing with a date", asked.Name, date)
	}
	text := "List the berths and read the tide table of " + date + ". Then say in five lines which vessels can leave and when."
	return object{"messages": []object{
		{"role": "user", "content": object{"type": "text", "text": text}},
	}}, nil
}

var rules = object{
	"uri":         "harbor://rules",
	"name":        "rules",
	"title":       "Harbour rules",
	"description": "Who may moor where.",
	"mimeType":    "text/plain",
}

const rulesText = "1. One vessel a berth.\n2. No vessel longer than its berth or deeper than its water.\n3. Berths are released by the vessel that holds them.\n"

func (s *server) read(params json.RawMessage) (any, error) {
	var asked struct {
		URI string `json:"uri"`
	}
	if err := json.Unmarshal(params, &asked); err != nil {
		return nil, fmt.Errorf("resources/read: %w", err)
	}
	if asked.URI != rules["uri"] {
		return nil, fmt.Errorf("resource %q is unknown", asked.URI)
	}
	return object{"contents": []object{
		{"uri": asked.URI, "mimeType": "text/plain", "text": rulesText},
	}}, nil
}
