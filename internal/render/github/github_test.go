package github_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/render/github"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
)

var update = flag.Bool("update", false, "rewrite golden files")

func render(t *testing.T, r check.Report, o github.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := github.Render(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func locate(server string, kind check.Kind, name string) (string, int) {
	if server == "harbor" {
		return "ci, main/mooring.lock.json", 10 + len(kind) + len(name)
	}
	return "", 0
}

func TestGolden(t *testing.T) {
	reporttest.Golden(t, *update, "rich.txt", []byte(render(t, reporttest.Rich(), github.Options{Locate: locate})))
}

// command is what the runner reads from a line.
type command struct {
	Name       string
	Properties map[string]string
	Data       string
}

// registered are the commands that the runner carries out.
var registered = []string{
	"internal-set-repo-path", "set-env", "set-output", "save-state", "add-mask", "add-path", "add-matcher", "remove-matcher",
	"warning", "error", "notice", "debug", "group", "endgroup", "echo", "stop-commands",
}

// unescape turns sequences back one after the other, as the runner does.
func unescape(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}

// parse reads a line as actions/runner does (ActionCommand.TryParseV2): after white
// space, up to the second "::", properties apart by commas.
func parse(line string) (command, bool) {
	rest, is := strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::")
	if !is {
		return command{}, false
	}
	info, data, is := strings.Cut(rest, "::")
	if !is {
		return command{}, false
	}
	name, properties, _ := strings.Cut(info, " ")
	c := command{name, map[string]string{}, unescape(data, "%0D", "\r", "%0A", "\n", "%25", "%")}
	for pair := range strings.SplitSeq(strings.TrimSpace(properties), ",") {
		if key, value, has := strings.Cut(pair, "="); has {
			c.Properties[key] = unescape(value, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
		}
	}
	return c, slices.Contains(registered, name)
}

// commands reads an output of which every line has to be an annotation, and none may hold
// a command of the older form or of Azure.
func commands(t *testing.T, out string) []command {
	t.Helper()
	// The runner gets lines from a reader for which each of these ends one.
	lines := strings.FieldsFunc(out, func(r rune) bool { return strings.ContainsRune("\n\r\u0085\u2028\u2029\v\f", r) })
	var got []command
	for _, line := range lines {
		c, is := parse(line)
		if !is || c.Name != "error" && c.Name != "warning" && c.Name != "notice" {
			t.Fatalf("no annotation: %q", line)
		}
		if strings.Contains(line, "##") {
			t.Errorf("command of the older form: %q", line)
		}
		if n, err := strconv.Atoi(c.Properties["line"]); err != nil || n < 1 || len(c.Properties) != 3 || c.Properties["title"] == "" || c.Properties["file"] == "" {
			t.Errorf("properties %v", c.Properties)
		}
		got = append(got, c)
	}
	return got
}

func hostile(t *testing.T, r check.Report) {
	t.Helper()
	o := github.Options{Locate: func(server string, _ check.Kind, _ string) (string, int) { return server + ".json", 1 }}
	structure := func(r check.Report) (out []string) {
		for _, c := range commands(t, render(t, r, o)) {
			out = append(out, fmt.Sprintf("%s, lines: %d", c.Name, strings.Count(c.Data, "\n")))
		}
		return out
	}
	if diff := cmp.Diff(structure(reporttest.Tame(r)), structure(r)); diff != "" {
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
		if len(attack) < 300 { // or messages are cut at different lines
			hostile(t, reporttest.Hostile(attack))
		}
	})
}

// TestRoundTrip shows that the runner reads back what was meant.
func TestRoundTrip(t *testing.T) {
	r := check.Report{Command: "check", Verdict: check.Inconclusive, Subjects: []check.Subject{{
		Server: "a,b: 100%", Gaps: []check.Gap{{Code: "not_observed", Detail: "::error::50%25, #[x], %0A"}},
	}}}
	want := command{
		Name: "error", Data: "not_observed: ::error::50%25, #[x], %0A",
		Properties: map[string]string{"title": "a,b: 100%: could not tell", "file": "a,b%.json", "line": "7"},
	}
	got := commands(t, render(t, r, github.Options{Locate: func(string, check.Kind, string) (string, int) { return "a,b%.json", 7 }}))
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Errorf("command (-want +got):\n%s", diff)
	}
}

// TestCap has more of each level than GitHub shows, with what matters most at the end.
func TestCap(t *testing.T) {
	s := check.Subject{Server: "harbor"}
	add := func(name, group string, action check.Action) {
		s.Changes = append(s.Changes, check.Change{Op: check.Changed, Kind: "tool", Name: name})
		s.Rows = append(s.Rows, check.Row{Op: check.Changed, Kind: "tool", Name: name, Action: action, Group: group})
	}
	for i := range 12 {
		add(fmt.Sprint("review", i), "", check.Review)
		add(fmt.Sprint("warn", i), "", check.Warn)
		s.Gaps = append(s.Gaps, check.Gap{Code: "order", Detail: strconv.Itoa(i), Warning: true})
	}
	for i := range 3 {
		add(fmt.Sprint("alike", i), "g", check.Review)
	}
	add("fail", "", check.Fail)
	s.Gaps = append(s.Gaps, check.Gap{Code: "cut_short", Detail: "at page 3"})
	got := map[string][]command{}
	for _, c := range commands(t, render(t, check.Report{Command: "check", Verdict: check.Refused, Subjects: []check.Subject{s}}, github.Options{})) {
		got[c.Name] = append(got[c.Name], c)
	}
	if e, w, n := len(got["error"]), len(got["warning"]), len(got["notice"]); e != 10 || w != 10 || n != 10 {
		t.Fatalf("%d errors, %d warnings, %d notices, want 10 of each", e, w, n)
	}
	var titles []string
	for _, c := range got["error"][:4] {
		titles = append(titles, c.Properties["title"])
	}
	want := []string{"harbor: tool fail changed", "harbor: could not tell", "harbor: 3 tools changed alike", "harbor: tool review0 changed"}
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	if first := got["notice"][0].Properties["title"]; first != "mooring check" {
		t.Errorf("the first notice is %q, want the summary", first)
	}
	for name, missing := range map[string]int{"error": 5, "warning": 2, "notice": 3} {
		if want := fmt.Sprintf("(and %d more of this level, which GitHub would not show)", missing); !strings.HasSuffix(got[name][9].Data, want) {
			t.Errorf("last %s: %q, want %q at its end", name, got[name][9].Data, want)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestBrokenWriter(t *testing.T) {
	if err := github.Render(broken{}, reporttest.Rich(), github.Options{}); err == nil || err.Error() != "disk full" {
		t.Errorf("Render to a broken writer: %v", err)
	}
}
