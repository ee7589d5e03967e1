package cli

// This test is inside the package because the first policy is not exported.

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
)

// TestNewPolicyParses gives every attack for a name.
func TestNewPolicyParses(t *testing.T) {
	want := map[string]policy.Server{}
	required := true
	var names []string
	for _, attack := range append(reporttest.Attacks, "files", "$schema", "- a", "a: b") {
		name := strings.ToValidUTF8(attack, "\uFFFD")
		if _, twice := want[name]; !twice {
			names, want[name] = append(names, name), policy.Server{Required: &required}
		}
	}
	text := newPolicy(names)
	got, err := policy.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if diff := cmp.Diff(want, got.Servers); diff != "" {
		t.Errorf("servers (-want +got):\n%s", diff)
	}
}

// TestNewPolicyExamples takes the examples in: what is left has to be a policy.
func TestNewPolicyExamples(t *testing.T) {
	var b strings.Builder
	for line := range strings.Lines(string(newPolicy([]string{"files"}))) {
		if prose := strings.HasPrefix(line, "# ") && !strings.HasPrefix(line, "#  "); !prose {
			line = strings.TrimPrefix(line, "#")
		}
		b.WriteString(line)
	}
	if _, err := policy.Parse([]byte(b.String())); err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	var got map[string]any
	if err := yaml.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"schema", "preset", "fail_on", "servers", "max_surface_bytes", "partial_observation", "axes", "severity_overrides", "ignore"} {
		if got[key] == nil {
			t.Errorf("no %q in\n%s", key, b.String())
		}
	}
}

// TestNewPolicyNamesItsSchema compares the first line, which editors read, with $id.
func TestNewPolicyNamesItsSchema(t *testing.T) {
	text, err := os.ReadFile("../../schemas/mooring.policy.v1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		ID string `json:"$id"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(newPolicy(nil)), "\n")
	if want := "# yaml-language-server: $schema=" + schema.ID; first != want {
		t.Errorf("first line %q, want %q", first, want)
	}
	if _, err := policy.Parse(newPolicy(nil)); err != nil {
		t.Errorf("without a server: %v", err)
	}
}
