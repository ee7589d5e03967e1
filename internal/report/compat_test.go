package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/compat"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/surface"
)

// odd is a surface with several things that clients mind, some in many tools.
func odd(t *testing.T) surface.Surface {
	t.Helper()
	tools := []string{
		`{"name":"dock.list","inputSchema":{"type":"object","properties":{"pilot":{"type":"array"},"berth":{"type":["string","null"]}}}}`,
		`{"name":"dock\u202elist","description":null,"inputSchema":{"$ref":"#/$defs/\u001b[2J"}}`,
		`{"inputSchema":{"type":"object","properties":{"filter[id]":{"type":"string"}}}}`,
	}
	for i := range 12 {
		tools = append(tools, fmt.Sprintf(`{"name":"berth_%d","inputSchema":{"type":"object","properties":{"a":{"type":"array"},"b":{"type":"array"}}}}`, i))
	}
	s, err := surface.Read("harbor", []byte(`{"tools":[`+strings.Join(tools, ",")+`],"nextCursor":null}
{"resources":[{"uri":"log","name":"log"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func compatText(t *testing.T, findings []compat.Finding, o report.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.Compat(&b, findings, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCompat(t *testing.T) {
	findings := compat.Check(odd(t))
	for name, o := range map[string]report.Options{"compat.txt": {}, "compat.80.txt": {Width: 80}, "compat.color.txt": {Color: true}} {
		got := compatText(t, findings, o)
		golden(t, name, got)
		if !o.Color {
			onlyVisible(t, "Compat", string(got))
		}
	}
}

// TestCompatNothing shows that silence is no praise.
func TestCompatNothing(t *testing.T) {
	want := fmt.Sprintf("%d rules tried, nothing found\n", len(compat.Rules()))
	if got := string(compatText(t, nil, report.Options{})); got != want {
		t.Errorf("Compat(nil) = %q, want %q", got, want)
	}
}

// TestCompatCounts shows that what is not listed is counted.
func TestCompatCounts(t *testing.T) {
	findings := make([]compat.Finding, compat.PerRule)
	for i := range findings {
		findings[i] = compat.Finding{Rule: "compat.array_items", Kind: surface.Tool, Name: "dock", Index: i, Detail: "array without items"}
	}
	findings[len(findings)-1].More = 500
	got := string(compatText(t, findings, report.Options{}))
	for _, want := range []string{"at least 1000 tools, 1500 places: dock", "… and 992 more", "… and 1497 more places"} {
		if !strings.Contains(got, want) {
			t.Errorf("Compat lacks %q:\n%s", want, got)
		}
	}
}
