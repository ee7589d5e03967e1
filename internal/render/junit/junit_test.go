package junit_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/render/junit"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
	"github.com/mooring-mcp/mooring/internal/visible"
)

var update = flag.Bool("update", false, "rewrite golden files")

func render(t *testing.T, r check.Report, o junit.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := junit.Render(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	locate := func(server string, kind check.Kind, name string) (string, int) {
		return "mooring.lock.json", len(server) + len(kind) + len(name)
	}
	reporttest.Golden(t, *update, "rich.xml", render(t, reporttest.Rich(), junit.Options{Locate: locate}))
}

// suites is what a reader takes from the file.
type suites struct {
	counts
	Suites []struct {
		Name string `xml:"name,attr"`
		counts
		Cases []struct {
			Class   string     `xml:"classname,attr"`
			Name    string     `xml:"name,attr"`
			Skipped []struct{} `xml:"skipped"`
			Error   []struct{} `xml:"error"`
			Failure []struct {
				Type string `xml:"type,attr"`
			} `xml:"failure"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

type counts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
}

func read(t *testing.T, text []byte) suites {
	t.Helper()
	var s suites
	d := xml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&s); err != nil {
		t.Fatalf("%v\n%.2000s", err, text)
	}
	return s
}

// TestCounts holds the counts against the cases, and the cases against the report.
func TestCounts(t *testing.T) {
	r := reporttest.Rich()
	doc, total, keys := read(t, render(t, r, junit.Options{})), counts{}, map[string]bool{}
	for _, s := range doc.Suites {
		got := counts{}
		for _, c := range s.Cases {
			got.Tests++
			got.Failures, got.Errors, got.Skipped = got.Failures+len(c.Failure), got.Errors+len(c.Error), got.Skipped+len(c.Skipped)
			if key := c.Class + "\n" + c.Name; keys[key] || c.Class != s.Name {
				t.Errorf("case %q of suite %q: repeated, or of another class", key, s.Name)
			} else {
				keys[key] = true // GitLab takes equal ones for one
			}
		}
		if got != s.counts {
			t.Errorf("%s: counts %v, has %v", s.Name, s.counts, got)
		}
		total = counts{total.Tests + got.Tests, total.Failures + got.Failures, total.Errors + got.Errors, total.Skipped + got.Skipped}
	}
	// Beside the rows: gone, bay unchanged, lighter[read-only] shown with another, the policy.
	rows := r.Counts.Fail + r.Counts.Review + r.Counts.Warn + r.Counts.Pass
	want := counts{Tests: rows + 4, Failures: r.Counts.Fail + r.Counts.Review, Errors: 1, Skipped: 2}
	if doc.counts != total || total != want {
		t.Errorf("counts %v, has %v, want %v", doc.counts, total, want)
	}
}

// TestGaps has two gaps of one code, which are one case, and one that only warns.
func TestGaps(t *testing.T) {
	r := check.Report{Subjects: []check.Subject{{Server: "harbor", Gaps: []check.Gap{
		{Code: "cut_short", Detail: "tools at page 3"}, {Code: "cut_short", Detail: "prompts at page 2"}, {Code: "order", Detail: "another one", Warning: true},
	}}}}
	text := string(render(t, r, junit.Options{}))
	if got := read(t, []byte(text)).counts; got != (counts{Tests: 1, Errors: 1}) {
		t.Errorf("counts %v, want one error", got)
	}
	for _, want := range []string{
		`<testcase classname="harbor" name="could not tell: cut_short" time="0">`,
		`<error type="cut_short" message="cut_short: tools at page 3">cut_short: tools at page 3&#xA;cut_short: prompts at page 2</error>`,
		`<system-out>order: another one</system-out>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// TestFailOn has less refuse: what only warns fails nothing.
func TestFailOn(t *testing.T) {
	for failOn, want := range map[check.Action]int{check.Fail: 2, check.Review: 12, check.Warn: 14} {
		r := reporttest.Rich()
		r.Policy.FailOn = failOn
		if got := read(t, render(t, r, junit.Options{})).Failures; got != want {
			t.Errorf("fail_on %s: %d failures, want %d", failOn, got, want)
		}
	}
}

// shape lists elements, attributes and whether there is text, and checks that no
// character is hidden.
func shape(t *testing.T, text []byte) (out []string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("%v\n%.2000s", err, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			line := "<" + token.Name.Local
			for _, a := range token.Attr {
				line += " " + a.Name.Local
				onlyVisible(t, a.Value)
			}
			out = append(out, line)
		case xml.EndElement:
			out = append(out, "</"+token.Name.Local)
		case xml.CharData:
			onlyVisible(t, strings.ReplaceAll(string(token), "\n", ""))
			out = append(out, fmt.Sprintf("text, lines: %d", strings.Count(string(token), "\n")))
		default:
			out = append(out, fmt.Sprintf("%T", token))
		}
	}
}

func onlyVisible(t *testing.T, text string) {
	t.Helper()
	for _, c := range text {
		if visible.Hidden(c) && c != 0xFE0F {
			t.Errorf("shows %U in %q", c, text)
			return
		}
	}
}

func hostile(t *testing.T, r check.Report) {
	t.Helper()
	if diff := cmp.Diff(shape(t, render(t, reporttest.Tame(r), junit.Options{})), shape(t, render(t, r, junit.Options{}))); diff != "" {
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
		if len(attack) < 1000 {
			hostile(t, reporttest.Hostile(attack))
		}
	})
}

// TestSchema has another implementation read every output, by a schema of ours.
func TestSchema(t *testing.T) {
	if _, err := exec.LookPath("xmllint"); err != nil {
		if slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "xmllint") {
			t.Fatal("MOORING_REQUIRE wants xmllint; install libxml2-utils")
		}
		t.Skip("no xmllint; install libxml2-utils")
	}
	reports := []check.Report{reporttest.Rich(), check.NewReport("check", nil, nil, check.Weighing{})}
	for _, attack := range reporttest.Attacks {
		reports = append(reports, reporttest.Hostile(attack))
	}
	args, folder := []string{"--noout", "--nonet", "--schema", filepath.Join("testdata", "junit.xsd")}, t.TempDir()
	for i, r := range reports {
		file := filepath.Join(folder, fmt.Sprintf("%02d.xml", i))
		if err := os.WriteFile(file, render(t, r, junit.Options{}), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	if out, err := exec.CommandContext(t.Context(), "xmllint", args...).CombinedOutput(); err != nil {
		t.Errorf("xmllint: %v\n%s", err, out)
	}
	wrong := filepath.Join(folder, "wrong.xml")
	if err := os.WriteFile(wrong, []byte(`<testsuites tests="0" failures="0" errors="0" skipped="0" time="0"><testcase/></testsuites>`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := exec.CommandContext(t.Context(), "xmllint", append(args[:4:4], wrong)...).Run(); err == nil {
		t.Error("xmllint takes a testcase without a suite")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestBrokenWriter(t *testing.T) {
	if err := junit.Render(broken{}, reporttest.Rich(), junit.Options{}); err == nil || err.Error() != "disk full" {
		t.Errorf("Render to a broken writer: %v", err)
	}
}
