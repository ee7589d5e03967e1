package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
)

func explained(t *testing.T, r check.Report, s check.Subject, f check.Finding) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Explain(&b, r, s, f, report.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestExplainSaysWhatFollows looks at every finding of the rich report.
func TestExplainSaysWhatFollows(t *testing.T) {
	r := reporttest.Rich()
	for _, s := range r.Subjects {
		for _, f := range s.Findings {
			got := explained(t, r, s, f)
			accept := strings.Contains(got, "mooring accept --finding "+f.Fingerprint)
			if want := f.Suppressed == nil && f.Action != check.Pass; accept != want {
				t.Errorf("%s %s %s: says how to accept %t, want %t in\n%s", s.Server, f.Rule, f.Action, accept, want, got)
			}
			want := "does not refuse"
			switch {
			case f.Suppressed != nil:
				want = f.Suppressed.Reason
			case f.Action == check.Review || f.Action == check.Fail:
				want = "refuses (status 1)"
			}
			if !strings.Contains(got, want) {
				t.Errorf("%s %s %s: no %q in\n%s", s.Server, f.Rule, f.Action, want, got)
			}
		}
	}
}

// TestIgnoreLines reads the snippet as YAML, with every attack for a name.
func TestIgnoreLines(t *testing.T) {
	for _, attack := range reporttest.Attacks {
		text := strings.Join(report.IgnoreLines(attack, check.Finding{Rule: "R05", Kind: "tool", Name: attack}), "\n")
		onlyVisible(t, attack, text)
		var got struct{ Ignore []map[string]string }
		if err := yaml.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%q: %v in\n%s", attack, err, text)
		}
		name := strings.ToValidUTF8(attack, "\uFFFD")
		if e := got.Ignore[0]; e["rule"] != "R05" || e["entity"] != name || e["server"] != name {
			t.Errorf("%q is read as %q", attack, e)
		}
	}
}

// FuzzExplain has every attack for a seed.
func FuzzExplain(f *testing.F) {
	for _, attack := range reporttest.Attacks {
		f.Add(attack)
	}
	f.Fuzz(func(t *testing.T, attack string) {
		r := reporttest.Hostile(attack)
		for _, s := range r.Subjects {
			for _, finding := range s.Findings {
				onlyVisible(t, attack, explained(t, r, s, finding))
			}
		}
	})
}
