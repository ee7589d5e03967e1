package sarif_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	reader "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/render/sarif"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
	"github.com/mooring-mcp/mooring/internal/visible"
)

var update = flag.Bool("update", false, "rewrite golden files")

func render(t *testing.T, r check.Report, o sarif.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := sarif.Render(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// locate puts two servers into a file each.
func locate(server string, kind check.Kind, name string) (string, int) {
	switch server {
	case "harbor":
		return "ci/mooring lock.json", 10 + len(kind) + len(name)
	case "quay":
		return "/etc/mooring.lock.json", 3
	}
	return "", 0
}

func TestGolden(t *testing.T) {
	got := render(t, reporttest.Rich(), sarif.Options{Locate: locate, Version: "1.2.3", Category: "mcp"})
	reporttest.Golden(t, *update, "rich.sarif", got)
	validate(t, got)
}

// results are those of the only run.
func results(r *reader.Report) []*reader.Result { return r.Runs[0].Results }

func notifications(r *reader.Report) []string {
	var out []string
	for _, n := range r.Runs[0].Invocations[0].ToolExecutionNotifications {
		out = append(out, fmt.Sprintf("%s %s: %s", n.Level, *n.Descriptor.ID, *n.Message.Text))
	}
	return out
}

// TestResults counts what becomes a result under each option.
func TestResults(t *testing.T) {
	r := reporttest.Rich()
	all, passed, suppressed := 0, 0, 0
	for _, s := range r.Subjects {
		for _, f := range s.Findings {
			all++
			switch {
			case f.Suppressed != nil:
				suppressed++
			case f.Action == check.Pass:
				passed++
			}
		}
	}
	if passed == 0 || suppressed == 0 {
		t.Fatal("the rich report has nothing that passes or is suppressed")
	}
	for _, tt := range []struct {
		name            string
		o               sarif.Options
		want, wantAside int
	}{
		{"zero", sarif.Options{}, all - passed, suppressed},
		{"without suppressed", sarif.Options{OmitSuppressed: true}, all - passed - suppressed, 0},
		{"with passed", sarif.Options{IncludePassed: true}, all, suppressed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			read := validate(t, render(t, r, tt.o))
			aside := 0
			for _, got := range results(read) {
				if len(got.Suppressions) > 0 {
					aside++
				}
				if (got.Kind == "pass") != (got.Level == "none") {
					t.Errorf("kind %q with level %q", got.Kind, got.Level)
				}
			}
			if len(results(read)) != tt.want || aside != tt.wantAside {
				t.Errorf("%d results, %d suppressed, want %d and %d", len(results(read)), aside, tt.want, tt.wantAside)
			}
			said := strings.Contains(strings.Join(notifications(read), "\n"), "note mooring.suppressed: 4 suppressed findings left out")
			if said != tt.o.OmitSuppressed {
				t.Errorf("notification about what is left out: %t", said)
			}
		})
	}
}

// TestLevels holds the levels against the verdict: errors are what refuses.
func TestLevels(t *testing.T) {
	for _, failOn := range []check.Action{check.Warn, check.Review, check.Fail} {
		r := reporttest.Rich()
		r.Policy.FailOn = failOn
		for _, got := range results(validate(t, render(t, r, sarif.Options{}))) {
			action := check.Action(got.Properties.Properties["action"].(string))
			if want := action.AtLeast(failOn); (got.Level == "error") != want {
				t.Errorf("fail_on %s: %s is %s", failOn, action, got.Level)
			}
		}
	}
}

// TestRules holds what is said of rules against what GitHub asks for.
func TestRules(t *testing.T) {
	read := validate(t, render(t, reporttest.Rich(), sarif.Options{IncludePassed: true}))
	rules := read.Runs[0].Tool.Driver.Rules
	used := map[string]bool{}
	for _, got := range results(read) {
		used[*got.RuleID] = true
		if *rules[got.RuleIndex].ID != *got.RuleID {
			t.Errorf("%s: index %d is %s", *got.RuleID, got.RuleIndex, *rules[got.RuleIndex].ID)
		}
	}
	scores := map[string]any{}
	for _, rule := range rules {
		if !used[*rule.ID] {
			t.Errorf("%s: listed, and not used", *rule.ID)
		}
		for what, text := range map[string]*string{"name": rule.Name, "short": rule.ShortDescription.Text, "full": rule.FullDescription.Text, "help": rule.Help.Text, "markdown": rule.Help.Markdown} {
			if text == nil || *text == "" || len([]rune(*text)) > 1024 && what != "help" && what != "markdown" {
				t.Errorf("%s: no %s, or too much of it", *rule.ID, what)
			}
		}
		if score, has := rule.Properties.Properties["security-severity"]; has {
			scores[*rule.ID] = score
		}
	}
	want := map[string]any{"R02": "9.5", "R03": "8.0", "R04": "8.0", "R07": "5.5", "R08": "2.0"}
	if diff := cmp.Diff(want, scores); diff != "" {
		t.Errorf("security-severity (-want +got):\n%s", diff)
	}
}

// TestFingerprints shows that no two alerts are one to GitHub.
func TestFingerprints(t *testing.T) {
	seen := map[string]bool{}
	for _, got := range results(validate(t, render(t, reporttest.Rich(), sarif.Options{IncludePassed: true}))) {
		key := *got.RuleID + " " + got.PartialFingerprints["primaryLocationLineHash"]
		if seen[key] || !regexp.MustCompile(` [0-9a-f]{64}:1$`).MatchString(key) {
			t.Errorf("alert %s: seen %t", key, seen[key])
		}
		seen[key] = true
		if want := "sha256:" + strings.TrimSuffix(got.PartialFingerprints["primaryLocationLineHash"], ":1"); got.PartialFingerprints["mooringFingerprint/v1"] != want {
			t.Errorf("fingerprints %v", got.PartialFingerprints)
		}
	}
}

// links finds what the standard calls an embedded link (§3.11.6), and what a reader
// takes for one that knows no backslash.
var (
	links     = regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*\[(?:[^\\\[\]]|\\[\\\[\]])*\]\([^)]*\)`)
	bareLinks = regexp.MustCompile(`\[[^\]]*\]\(`)
)

func TestLinkPatterns(t *testing.T) {
	for text, want := range map[string]bool{`see [here](1)`: true, `[a\[0\]](1)`: true, `\[a\](1)`: false, `\\[a](1)`: true} {
		if got := links.MatchString(text); got != want {
			t.Errorf("links in %s: %t", text, got)
		}
	}
}

// neutral fails when a message has a link or a placeholder, or hidden characters.
func neutral(t *testing.T, text string) {
	t.Helper()
	if links.MatchString(text) || bareLinks.MatchString(text) {
		t.Errorf("link in %q", text)
	}
	if strings.ContainsAny(strings.NewReplacer("{{", "", "}}", "").Replace(text), "{}") {
		t.Errorf("placeholder in %q", text)
	}
}

// hostile renders a report, validates and compares the structure with that of a harmless
// one.
func hostile(t *testing.T, r check.Report) {
	t.Helper()
	o := sarif.Options{IncludePassed: true, Locate: func(server string, _ check.Kind, _ string) (string, int) { return server, 7 }}
	got, want := render(t, r, o), render(t, reporttest.Tame(r), sarif.Options{IncludePassed: true})
	read := validate(t, got)
	for _, res := range results(read) {
		neutral(t, *res.Message.Text)
		uri := *res.Locations[0].PhysicalLocation.ArtifactLocation.URI
		if strings.HasPrefix(uri, "/") || strings.Contains(uri, "..") || strings.Contains(uri, ":") {
			t.Errorf("location %q", uri)
		}
	}
	for _, n := range read.Runs[0].Invocations[0].ToolExecutionNotifications {
		neutral(t, *n.Message.Text)
	}
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
		return reporttest.Skeleton(v, "level", "kind", "status", "ruleId", "action", "lens", "severity", "id", "helpUri", "exitCodeDescription")
	}
	line := regexp.MustCompile(`"startLine": \d+`)
	even := func(text []byte) []byte { return line.ReplaceAll(text, []byte(`"startLine": 1`)) }
	ids := regexp.MustCompile(`("descriptor": \{\s*"id": )"[^\n]*"`)
	harmless := func(text []byte) any { return skeleton(ids.ReplaceAll(even(text), []byte(`$1""`))) }
	if diff := cmp.Diff(harmless(want), harmless(got)); diff != "" {
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

// many is a report with as many findings, each with a text of some length that does not
// compress.
func many(n, length int) check.Report {
	r := rand.New(rand.NewPCG(1, 2))
	s := check.Subject{Server: "harbor"}
	for i := range n {
		text := make([]byte, length)
		for j := range text {
			text[j] = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_"[r.IntN(64)]
		}
		f := check.Finding{Lens: "server", Rule: "server.other", Action: check.Warn, Kind: "tool", Name: fmt.Sprint("t", i), Message: string(text)}
		slices.Reverse(text)
		f.Pointer = "/" + string(text)
		if i%100 == 0 {
			f.Action = check.Fail
		}
		s.Findings = append(s.Findings, f)
	}
	return check.Report{Schema: check.Schema, Verdict: check.Refused, Subjects: []check.Subject{s}}
}

// TestLimits gives more than code scanning takes.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		name      string
		r         check.Report
		want      int
		wantFails int
	}{
		{"results", many(25_100, 1), 25_000, 251},
		{"size", many(6_000, 2500), 3_000, 60},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var read struct { // too much for the validator to be quick
				Runs []struct {
					Results     []struct{ Level string }
					Invocations []struct {
						ToolExecutionNotifications []struct{ Message struct{ Text string } }
					}
				}
			}
			if err := json.Unmarshal(render(t, tt.r, sarif.Options{}), &read); err != nil {
				t.Fatal(err)
			}
			fails, run := 0, read.Runs[0]
			for _, got := range run.Results {
				if got.Level == "error" {
					fails++
				}
			}
			if len(run.Results) != tt.want || fails != tt.wantFails {
				t.Errorf("%d results, %d errors, want %d and %d", len(run.Results), fails, tt.want, tt.wantFails)
			}
			want := fmt.Sprintf("%d findings left out, the mildest: code scanning takes 25000 results and 10000000 bytes after gzip", len(tt.r.Subjects[0].Findings)-tt.want)
			if got := run.Invocations[0].ToolExecutionNotifications; len(got) != 1 || got[0].Message.Text != want {
				t.Errorf("notifications %q, want %q", got, want)
			}
		})
	}
}

// TestUnknownRule has a rule that the book does not know.
func TestUnknownRule(t *testing.T) {
	r := many(1, 1)
	r.Subjects[0].Findings[0].Rule = "other.\u202erule"
	rule := validate(t, render(t, r, sarif.Options{})).Runs[0].Tool.Driver.Rules[0]
	if *rule.ID != "other.<U+202E>rule" || *rule.ShortDescription.Text != *rule.ID {
		t.Errorf("rule %q: %q", *rule.ID, *rule.ShortDescription.Text)
	}
}

func TestEmpty(t *testing.T) {
	read := validate(t, render(t, check.NewReport("check", nil, nil, check.Weighing{}), sarif.Options{}))
	if read.Runs[0].Results == nil || len(read.Runs[0].Results) != 0 {
		t.Errorf("results %v, want an empty list", read.Runs[0].Results)
	}
	if i := read.Runs[0].Invocations[0]; !*i.ExecutionSuccessful || *i.ExitCode != 0 {
		t.Errorf("invocation %v, exit code %d", *i.ExecutionSuccessful, *i.ExitCode)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestBrokenWriter(t *testing.T) {
	if err := sarif.Render(broken{}, reporttest.Rich(), sarif.Options{}); err == nil || err.Error() != "disk full" {
		t.Errorf("Render to a broken writer: %v", err)
	}
}
