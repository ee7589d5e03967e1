package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// This test is inside the package, since a program exports nothing.

// answer is what the tests look at in a response.
type answer struct {
	ID     int
	Result struct {
		ProtocolVersion string
		ServerInfo      struct{ Name, Version string }
		Instructions    string
		Tools           []listed
		Prompts         []struct{ Name string }
		Resources       []struct{ URI string }
		Content         []struct{ Text string }
		Contents        []struct{ Text string }
		Messages        []struct{ Content struct{ Text string } }
		IsError         bool
	}
	Error *failure
}

type listed struct {
	Name        string
	Description string
	InputSchema struct {
		Properties map[string]any
		Required   []string
	}
	Annotations map[string]bool
}

// exchange runs a version of the server over messages, "METHOD PARAMS" each,
// and returns its answers in order.
func exchange(t *testing.T, version string, messages ...string) []answer {
	t.Helper()
	var in, out bytes.Buffer
	for i, message := range messages {
		method, params, found := strings.Cut(message, " ")
		if !found {
			params = "{}"
		}
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", i, method, params)
	}
	if err := run(version, &in, &out); err != nil {
		t.Fatalf("run(%q) = %v", version, err)
	}
	var answers []answer
	for line := range strings.Lines(out.String()) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("run(%q) wrote %q: %v", version, line, err)
		}
		if a.ID != len(answers) {
			t.Fatalf("run(%q) answered %d, want %d", version, a.ID, len(answers))
		}
		answers = append(answers, a)
	}
	if len(answers) != len(messages) {
		t.Fatalf("run(%q) gave %d answers to %d requests", version, len(answers), len(messages))
	}
	return answers
}

func TestHandshakeAndListings(t *testing.T) {
	for version, want := range map[string]string{"1": "1.0.0", "2": "1.1.0"} {
		got := exchange(t, version,
			`initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"0"}}`,
			`initialize {"protocolVersion":"2099-01-01"}`,
			"ping", "prompts/list", "resources/list", "resources/templates/list", "server/discover")
		if r := got[0].Result; r.ProtocolVersion != "2025-06-18" || r.ServerInfo.Name != "harbor" || r.ServerInfo.Version != want || r.Instructions == "" {
			t.Errorf("version %s: initialize gave %+v, want 2025-06-18 and harbor %s with instructions", version, r, want)
		}
		if r := got[1].Result; r.ProtocolVersion != "2025-11-25" {
			t.Errorf("version %s: unknown protocol got %q, want 2025-11-25", version, r.ProtocolVersion)
		}
		if len(got[3].Result.Prompts) != 1 || len(got[4].Result.Resources) != 1 {
			t.Errorf("version %s: got %d prompts and %d resources, want 1 and 1", version, len(got[3].Result.Prompts), len(got[4].Result.Resources))
		}
		if e := got[6].Error; e == nil || e.Code != methodNotFound {
			t.Errorf("version %s: server/discover gave %v, want code %d", version, e, methodNotFound)
		}
	}
}

// TestWhatVersion2Changes compares the two listings, so that a change that
// nobody wrote down fails.
func TestWhatVersion2Changes(t *testing.T) {
	before := exchange(t, "1", "tools/list")[0].Result.Tools
	after := exchange(t, "2", "tools/list")[0].Result.Tools
	if len(after) != len(before)+1 || after[4].Name != "export_log" {
		t.Fatalf("version 2 lists %d tools, want one more than %d, export_log", len(after), len(before))
	}
	want := slices.Concat(before, after[4:])
	want[0].Annotations = map[string]bool{"openWorldHint": false}
	want[1].InputSchema = after[1].InputSchema
	want[3].Description += hidden
	if diff := cmp.Diff(want, after); diff != "" {
		t.Errorf("version 2's listing (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"vessel", "berth", "pilot_code"}, after[1].InputSchema.Required); diff != "" {
		t.Errorf("version 2's assign_berth, required (-want +got):\n%s", diff)
	}
	if !before[0].Annotations["readOnlyHint"] {
		t.Error("version 1's list_berths does not say that it only reads")
	}
}

func TestCalls(t *testing.T) {
	tests := []struct {
		version, tool, arguments string
		want                     string
		refused                  bool
	}{
		{"1", "list_berths", `{"free_only":true}`, "A1: 12 m long", false},
		{"1", "assign_berth", `{"vessel":"Heron","berth":"B1"}`, "Heron moored at B1", false},
		{"1", "assign_berth", `{"vessel":"Dunlin","berth":"A2"}`, "Dunlin already lies at A2", false},
		{"1", "assign_berth", `{"vessel":"Heron","berth":"A1"}`, "does not fit berth A1", true},
		{"1", "assign_berth", `{"vessel":"Heron","berth":"A2"}`, "taken by Dunlin", true},
		{"1", "assign_berth", `{"vessel":"Kraken","berth":"B1"}`, `no vessel "Kraken"`, true},
		{"1", "assign_berth", `{"vessel":"Heron"}`, `argument "berth" is missing`, true},
		{"1", "release_berth", `{"berth":"A2"}`, "Dunlin left A2", false},
		{"1", "release_berth", `{"berth":"Z9"}`, `no berth "Z9"`, true},
		{"1", "tide_table", `{"date":"2026-01-15"}`, "00:00 high water 4.6 m\n06:12 low water 0.9 m\n12:24 high", false},
		{"1", "tide_table", `{"date":"soon"}`, "want YYYY-MM-DD", true},
		{"2", "assign_berth", `{"vessel":"Heron","berth":"B1"}`, `argument "pilot_code" is missing`, true},
		{"2", "assign_berth", `{"vessel":"Heron","berth":"B1","pilot_code":"1"}`, "Heron moored at B1", false},
		{"2", "export_log", `{"address":"nowhere"}`, "log of 0 entries for nowhere", false},
	}
	for _, test := range tests {
		call := fmt.Sprintf(`tools/call {"name":%q,"arguments":%s}`, test.tool, test.arguments)
		got := exchange(t, test.version, call)[0].Result
		if len(got.Content) != 1 || !strings.Contains(got.Content[0].Text, test.want) || got.IsError != test.refused {
			t.Errorf("version %s, %s: got %+v, refused %v, want %q, refused %v", test.version, call, got.Content, got.IsError, test.want, test.refused)
		}
	}
	if e := exchange(t, "1", `tools/call {"name":"export_log"}`)[0].Error; e == nil || e.Code != invalidParams {
		t.Errorf("version 1, export_log: got %v, want code %d", e, invalidParams)
	}
}

// TestStateIsKept moves a vessel and looks at the berths afterwards.
func TestStateIsKept(t *testing.T) {
	got := exchange(t, "1",
		`tools/call {"name":"assign_berth","arguments":{"vessel":"Dunlin","berth":"A1"}}`,
		`tools/call {"name":"list_berths"}`)
	want := "A1: 12 m long, 2.5 m deep, Dunlin\nA2: 12 m long, 2.5 m deep, free\nB1: 30 m long, 5 m deep, free\nB2: 60 m long, 8 m deep, free\n"
	if diff := cmp.Diff(want, got[1].Result.Content[0].Text); diff != "" {
		t.Errorf("list_berths after a move (-want +got):\n%s", diff)
	}
}

func TestPromptAndResource(t *testing.T) {
	got := exchange(t, "1",
		`prompts/get {"name":"morning_briefing","arguments":{"date":"2026-01-15"}}`,
		`prompts/get {"name":"morning_briefing"}`,
		`resources/read {"uri":"harbor://rules"}`,
		`resources/read {"uri":"harbor://charts"}`)
	if m := got[0].Result.Messages; len(m) != 1 || !strings.Contains(m[0].Content.Text, "2026-01-15") {
		t.Errorf("prompts/get gave %+v, want a message with the date", m)
	}
	if c := got[2].Result.Contents; len(c) != 1 || c[0].Text != rulesText {
		t.Errorf("resources/read gave %+v, want the rules", c)
	}
	for _, i := range []int{1, 3} {
		if got[i].Error == nil || got[i].Error.Code != invalidParams {
			t.Errorf("request %d gave %v, want code %d", i, got[i].Error, invalidParams)
		}
	}
}

func TestOddInput(t *testing.T) {
	var out bytes.Buffer
	in := "no json\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + `{"jsonrpc":"2.0","id":7,"method":"ping"`
	if err := run("1", strings.NewReader(in), &out); err != nil {
		t.Fatalf("run(1) = %v", err)
	}
	want := `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not a JSON-RPC message"}}` + "\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if err := run("3", strings.NewReader(""), &out); err == nil || !strings.Contains(err.Error(), `version "3" is unknown`) {
		t.Errorf("run(3) = %v, want version unknown", err)
	}
}
