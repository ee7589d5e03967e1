package gitlab_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/render/gitlab"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
	"github.com/mooring-mcp/mooring/internal/visible"
)

var update = flag.Bool("update", false, "rewrite golden files")

type issue struct {
	Description string
	Check       string `json:"check_name"`
	Fingerprint string
	Severity    string
	Location    struct {
		Path  string
		Lines struct{ Begin int }
	}
}

// render writes a report, holds it against the schema and reads it.
func render(t *testing.T, r check.Report, o gitlab.Options) ([]byte, []issue) {
	t.Helper()
	var b bytes.Buffer
	if err := gitlab.Render(&b, r, o); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile("testdata/code-quality.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Fatalf("%v\n%.2000s", err, b.Bytes())
	}
	var list []issue
	if err := json.Unmarshal(b.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, i := range list {
		if seen[i.Fingerprint] {
			t.Errorf("fingerprint %s repeats: %s", i.Fingerprint, i.Description)
		}
		seen[i.Fingerprint] = true
	}
	return b.Bytes(), list
}

func TestGolden(t *testing.T) {
	locate := func(_ string, kind check.Kind, name string) (string, int) {
		return `ci\mooring.lock.json`, len(kind) + len(name)
	}
	got, _ := render(t, reporttest.Rich(), gitlab.Options{Locate: locate})
	reporttest.Golden(t, *update, "rich.json", got)
}

// TestIssues counts the issues by severity.
func TestIssues(t *testing.T) {
	r := reporttest.Rich()
	_, list := render(t, r, gitlab.Options{})
	got := map[string]int{}
	for _, i := range list {
		got[i.Severity]++
	}
	// R02 of dock blocks; gone could not be told; the policy has a warning.
	want := map[string]int{"blocker": 1, "critical": r.Counts.Fail - 1, "major": r.Counts.Review + 1, "minor": r.Counts.Warn, "info": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("severities (-want +got):\n%s", diff)
	}
}

// TestFingerprints shows what makes another issue: neither words nor places do.
func TestFingerprints(t *testing.T) {
	prints := func(r check.Report, o gitlab.Options) (out []string) {
		_, list := render(t, r, o)
		for _, i := range list {
			out = append(out, i.Fingerprint)
		}
		return out
	}
	before := prints(reporttest.Rich(), gitlab.Options{})
	moved := reporttest.Rich()
	for _, s := range moved.Subjects {
		for i := range s.Findings {
			s.Findings[i].Message = "said otherwise"
		}
	}
	elsewhere := gitlab.Options{Locate: func(string, check.Kind, string) (string, int) { return "other.json", 9 }}
	if diff := cmp.Diff(before, prints(moved, elsewhere)); diff != "" {
		t.Errorf("other words at another place (-before +after):\n%s", diff)
	}
	repeated := reporttest.Rich()
	repeated.Warnings = append(repeated.Warnings, repeated.Warnings[0], repeated.Warnings[0])
	if diff := cmp.Diff(before, prints(repeated, gitlab.Options{})[:len(before)]); diff != "" {
		t.Errorf("with warnings repeated (-before +after):\n%s", diff)
	}
}

func TestEmpty(t *testing.T) {
	if text, _ := render(t, check.NewReport("check", nil, nil, check.Weighing{}), gitlab.Options{}); string(text) != "[]\n" {
		t.Errorf("nothing is %q, want []", text)
	}
}

func hostile(t *testing.T, r check.Report) {
	t.Helper()
	o := gitlab.Options{Locate: func(server string, _ check.Kind, _ string) (string, int) { return server, 1 }}
	got, _ := render(t, r, o)
	want, _ := render(t, reporttest.Tame(r), o)
	for _, c := range string(got) {
		if c != '\n' && visible.Hidden(c) && c != 0xFE0F {
			t.Errorf("shows %U", c)
			break
		}
	}
	skeleton := func(text []byte) any {
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		return reporttest.Skeleton(v, "severity")
	}
	if diff := cmp.Diff(skeleton(want), skeleton(got)); diff != "" {
		t.Errorf("structure (-harmless +got):\n%s", diff)
	}
}

func TestAttacks(t *testing.T) {
	for _, attack := range reporttest.Attacks {
		t.Run(fmt.Sprintf("%.30q", attack), func(t *testing.T) { hostile(t, reporttest.Hostile(attack)) })
	}
}

func FuzzHostileText(f *testing.F) {
	for _, attack := range reporttest.Attacks {
		f.Add(attack)
	}
	f.Fuzz(func(t *testing.T, attack string) {
		if attack != "" && len(attack) < 1000 { // without a code a gap has no name
			hostile(t, reporttest.Hostile(attack))
		}
	})
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestBrokenWriter(t *testing.T) {
	if err := gitlab.Render(broken{}, reporttest.Rich(), gitlab.Options{}); err == nil || err.Error() != "disk full" {
		t.Errorf("Render to a broken writer: %v", err)
	}
}
