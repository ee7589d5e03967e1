package main

import (
	"encoding/json"
	"fmt"
)

// tool is one entry of tools/list with what it does. The schema is JSON text,
// so that the order of its members is the order in the listing.
type tool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Annotations annotations     `json:"annotations"`

	run func(*harbor, args) (string, error)
}

// annotations has pointers, since absent and false differ: a tool without
// destructiveHint counts as destructive (MCP 2025-11-25 ToolAnnotations).
type annotations struct {
	ReadOnly    *bool `json:"readOnlyHint,omitempty"`
	Destructive *bool `json:"destructiveHint,omitempty"`
	Idempotent  *bool `json:"idempotentHint,omitempty"`
	OpenWorld   *bool `json:"openWorldHint,omitempty"`
}

// args are the arguments of a call by name.
type args map[string]any

// text is a required argument that is a string.
func (a args) text(name string) (string, error) {
	value, ok := a[name].(string)
	if !ok || value == "" {
		return "", fmt.Errorf("argument %q is missing or no text", name)
	}
	return value, nil
}

// firstTools is the listing of version 1.
func firstTools() []tool {
	return []tool{listBerths(), assignBerth(), releaseBerth(), tideTable()}
}

func listBerths() tool {
	return tool{
		Name:        "list_berths",
		Title:       "List berths",
		Description: "List the harbour's berths with their length and depth in metres and the vessel that lies there.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{` +
			`"free_only":{"type":"boolean","description":"Leave out berths that are taken.","default":false}},` +
			`"additionalProperties":false}`),
		Annotations: annotations{ReadOnly: new(true), OpenWorld: new(false)},
		run: func(h *harbor, a args) (string, error) {
			freeOnly, _ := a["free_only"].(bool)
			return h.list(freeOnly), nil
		},
	}
}

func assignBerth() tool {
	return tool{
		Name:  "assign_berth",
		Title: "Assign a berth",
		Description: "Give a free berth to a vessel of the register. Refused when the berth is taken, too short or too shallow. " +
			"A vessel that has a berth already moves.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{` +
			`"vessel":{"type":"string","description":"Name of the vessel, as in the register."},` +
			`"berth":{"type":"string","description":"Name of the berth.","enum":["A1","A2","B1","B2"]}},` +
			`"required":["vessel","berth"],"additionalProperties":false}`),
		Annotations: annotations{ReadOnly: new(false), Destructive: new(false), Idempotent: new(true), OpenWorld: new(false)},
		run: func(h *harbor, a args) (string, error) {
			vessel, err := a.text("vessel")
			if err != nil {
				return "", err
			}
			berth, err := a.text("berth")
			if err != nil {
				return "", err
			}
			return h.assign(vessel, berth)
		},
	}
}

func releaseBerth() tool {
	return tool{
		Name:        "release_berth",
		Title:       "Release a berth",
		Description: "Mark a berth as free after its vessel has left.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{` +
			`"berth":{"type":"string","description":"Name of the berth.","enum":["A1","A2","B1","B2"]}},` +
			`"required":["berth"],"additionalProperties":false}`),
		Annotations: annotations{ReadOnly: new(false), Destructive: new(true), Idempotent: new(true), OpenWorld: new(false)},
		run: func(h *harbor, a args) (string, error) {
			berth, err := a.text("berth")
			if err != nil {
				return "", err
			}
			return h.releaseBerth(berth)
		},
	}
}

func tideTable() tool {
	return tool{
		Name:        "tide_table",
		Title:       "Tide table",
		Description: "Return the times and heights of high and low water on a day, in metres above chart datum.",
		InputSchema: json.RawMessage(`{"type":"object","properties":{` +
			`"date":{"type":"string","format":"date","description":"The day, as YYYY-MM-DD."}},` +
			`"required":["date"],"additionalProperties":false}`),
		Annotations: annotations{ReadOnly: new(true), OpenWorld: new(false)},
		run: func(_ *harbor, a args) (string, error) {
			date, err := a.text("date")
			if err != nil {
				return "", err
			}
			return tides(date)
		},
	}
}
