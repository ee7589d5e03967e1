package contract_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/prose"
	"github.com/mooring-mcp/mooring/internal/schemagen"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/internal/witness"
)

// mostFalse is the share of pairs labelled compatible that may be called BREAKING, in percent.
const mostFalse = 5

// TestEvaluation measures the lens on data that others have labelled, holds it to its goals and, with -update, writes
// docs/evaluation.md. Times are shown and never judged.
func TestEvaluation(t *testing.T) {
	var r report
	for _, part := range []struct {
		name string
		run  func()
	}{{"labelled", r.labelled}, {"hard cases", r.hardCases}, {"prose", r.proseCases}, {"real", r.realPairs}} {
		t.Run(part.name, func(t *testing.T) {
			r.t = t
			part.run()
		})
	}
	if r.t = t; *update {
		r.write()
	}
}

// sideCount is what happened on one side of one file.
type sideCount struct {
	broken, missed  int // proved incompatible; of these, not BREAKING
	holds, rejected int // labelled compatible; of these, BREAKING
	open, openBreak int // without a label; of these, BREAKING
	unproved        int // BREAKING without a witness, whatever the label
}

// fileCount is what happened with one file of pairs.
type fileCount struct {
	name          string
	pairs         int
	crashes       int
	input, output sideCount
	times         []time.Duration // one a comparison, the shortest of a few
}

// falseBreak is a BREAKING finding about a pair labelled compatible.
type falseBreak struct{ id, rule, why string }

// labelled compares all labelled pairs in the profile strict, which is the one that their labels mean.
func (r *report) labelled() {
	files, err := filepath.Glob(filepath.Join(thirdparty.Path(r.t, "data", "schema-pairs"), "*.jsonl"))
	if err != nil || len(files) == 0 {
		r.t.Fatalf("%d files of pairs, error %v", len(files), err)
	}
	for _, file := range files {
		pairs := readPairs(r.t, file)
		count := fileCount{name: strings.TrimSuffix(filepath.Base(file), ".jsonl"), pairs: len(pairs)}
		for _, p := range pairs {
			r.side(&count, &count.input, p, contract.Input, p.Input)
			r.side(&count, &count.output, p, contract.Output, p.Output)
		}
		r.files = append(r.files, count)
	}
	holds, rejected := 0, 0
	for _, f := range r.files {
		holds += f.input.holds + f.output.holds
		rejected += f.input.rejected + f.output.rejected
	}
	if rejected*100 > holds*mostFalse {
		r.t.Errorf("%d of %d pairs labelled compatible are BREAKING, want at most %d %%", rejected, holds, mostFalse)
	}
}

func readPairs(t *testing.T, file string) []schemagen.Labelled {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := schemagen.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", filepath.Base(file), err)
	}
	return pairs
}

// side compares one side of a pair and counts the answer.
func (r *report) side(f *fileCount, count *sideCount, p schemagen.Labelled, side contract.Side, truth schemagen.Truth) {
	got, took, err := r.timed(func() (contract.Comparison, error) {
		return compared(side, p.Before, p.After, contract.Options{Profile: contract.Strict})
	})
	f.times = append(f.times, took)
	if err != nil {
		f.crashes++
		r.t.Errorf("%s %s: %v", p.ID, side, err)
		return
	}
	breaking := got.Severity == contract.Breaking
	why, proved := reason(got)
	if breaking && !proved {
		count.unproved++
	}
	switch {
	case truth.Broken():
		count.broken++
		if !breaking {
			count.missed++
			r.t.Errorf("%s %s is %s, but %s proves it broken\n%s\n%s", p.ID, side, got.Severity, truth.Witness, p.Before, p.After)
		}
	case truth.Holds():
		count.holds++
		if breaking {
			count.rejected++
			r.falseBreaks = append(r.falseBreaks, falseBreak{p.ID, firstBreaking(got).Rule, r.weighed(p, side, why, proved)})
		}
	default:
		count.open++
		if breaking {
			count.openBreak++
		}
	}
}

// weighed says why a pair labelled compatible is BREAKING. A witness has to convince the validator, too: then it is the
// label that is false.
func (r *report) weighed(p schemagen.Labelled, side contract.Side, why string, proved bool) string {
	if !proved {
		return cmp.Or(why, "the rule looks at its keyword alone")
	}
	accepting, rejecting := p.Before, p.After
	if side == contract.Output {
		accepting, rejecting = p.After, p.Before
	}
	value := []byte(strings.TrimPrefix(why, witnessPrefix))
	for _, s := range []struct {
		schema []byte
		want   bool
	}{{accepting, true}, {rejecting, false}} {
		judge, err := witness.NewJudge(s.schema)
		if err != nil {
			return why
		}
		if got, err := judge.AcceptsJSON(value); err != nil || got != s.want {
			r.t.Errorf("%s %s: %s is no witness: accepted by %s: %t, error %v", p.ID, side, value, s.schema, got, err)
		}
	}
	return "the label is refuted by " + string(value)
}

// slow is the time from which a real pair is named in the log.
const slow = 20 * time.Millisecond

// timed compares and measures; with -update several times, since a busy machine only ever makes one longer.
func (r *report) timed(compare func() (contract.Comparison, error)) (got contract.Comparison, shortest time.Duration, err error) {
	runs := 1
	if *update {
		runs = 5
	}
	for range runs {
		start := time.Now()
		got, err = compare()
		if took := time.Since(start); shortest == 0 || took < shortest {
			shortest = took
		}
	}
	return got, shortest, err
}

// compared is CompareSchema that turns a panic into an error.
func compared(side contract.Side, before, after []byte, o contract.Options) (got contract.Comparison, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return contract.CompareSchema(side, before, after, o)
}

func firstBreaking(c contract.Comparison) contract.Finding {
	for _, f := range c.Findings {
		if f.Severity == contract.Breaking {
			return f
		}
	}
	return contract.Finding{}
}

const witnessPrefix = "witness "

// reason says why a comparison is BREAKING: the witness if one is known, else the detail of the first such finding.
func reason(c contract.Comparison) (why string, proved bool) {
	for _, f := range c.Findings {
		if f.Severity == contract.Breaking && f.Witness != nil {
			return witnessPrefix + string(f.Witness), true
		}
	}
	return firstBreaking(c).Detail, false
}

// decidedOtherwise has hard cases that allow two answers, where ours is not the one of the file.
var decidedOtherwise = map[string]contract.Severity{
	"hard-058": contract.None, // BREAKING "unless regular-language inclusion is decided", and it is
}

// setAside has hard cases whose change holds a second one that they do not mean, by the end of its rule.
var setAside = map[string]string{
	"hard-006": ".title.changed", // the title that comes with a definition "is a separate prose change"
}

// hardSeverity is the severity of a comparison for a hard case.
func hardSeverity(id string, c contract.Comparison) contract.Severity {
	suffix, partly := setAside[id]
	if !partly {
		return c.Severity
	}
	severity := contract.None
	for _, f := range c.Findings {
		if !strings.HasSuffix(f.Rule, suffix) {
			severity = severity.Worse(f.Severity)
		}
	}
	return severity
}

// hardCases compares the cases that say which severity each side gets, in the default profile.
func (r *report) hardCases() {
	pairs := readPairs(r.t, thirdparty.Path(r.t, "data", "schema-pairs", "hardcases.jsonl"))
	for _, p := range pairs {
		right := true
		for _, side := range []contract.Side{contract.Input, contract.Output} {
			want := contract.Severity(p.ExpectInput)
			if side == contract.Output {
				want = contract.Severity(p.ExpectOutput)
			}
			if other, allowed := decidedOtherwise[p.ID]; allowed {
				want = other
			}
			got, err := compared(side, p.Before, p.After, contract.Options{})
			if err != nil || hardSeverity(p.ID, got) != want {
				right = false
				r.t.Errorf("%s %s (%s) is %s, want %s: %s; error %v\n%s", p.ID, side, p.Topic, got.Severity, want, p.Why, err, lines(got.Findings))
			}
		}
		r.hard++
		if right {
			r.hardRight++
		}
	}
	if r.hard < 74 {
		r.t.Errorf("%d hard cases, want 74 or more", r.hard)
	}
}

func lines(findings []contract.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "  %s %s %q %s\n", f.Severity, f.Rule, f.Path, f.Detail)
	}
	return b.String()
}

// proseCases classifies the labelled changes of text.
func (r *report) proseCases() {
	var rows []struct{ ID, Old, New, Expect, Why string }
	text, err := os.ReadFile(thirdparty.Path(r.t, "data", "cases", "prose_cases.json"))
	if err != nil {
		r.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		r.t.Fatalf("prose cases: %v", err)
	}
	for _, row := range rows {
		r.prose++
		got := prose.Classify(row.Old, row.New)
		if string(got.Verdict) == row.Expect || got.Verdict == prose.Same && row.Old == row.New {
			r.proseRight++
			continue
		}
		r.t.Errorf("%s: Classify(%q, %q) is %s, want %s: %s", row.ID, row.Old, row.New, got.Verdict, row.Expect, row.Why)
	}
}

// realCount is what happened with the real pairs of one source.
type realCount struct {
	name     string
	pairs    int
	severity map[contract.Severity]int // of whole tools
	times    []time.Duration
}

// realPairs compares what real servers changed, in the default profile.
func (r *report) realPairs() {
	files, err := filepath.Glob(filepath.Join(thirdparty.Path(r.t, "data", "corpus", "git"), "*.pairs.jsonl.gz"))
	if err != nil || len(files) == 0 {
		r.t.Fatalf("%d files of real pairs, error %v", len(files), err)
	}
	files = append(files, thirdparty.Path(r.t, "data", "corpus", "npm-live", "pairs.jsonl.gz"))
	r.rules = map[string]ruleCount{}
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		if name == "pairs" {
			name = filepath.Base(filepath.Dir(file))
		}
		count := realCount{name: name, severity: map[contract.Severity]int{}}
		thirdparty.Lines(r.t, file, func(line []byte) { r.realPair(&count, line) })
		r.real = append(r.real, count)
	}
}

func (r *report) realPair(count *realCount, line []byte) {
	var row struct {
		Server, Tool string
		Old, New     json.RawMessage
	}
	if err := json.Unmarshal(line, &row); err != nil {
		r.t.Fatalf("%s: %v", count.name, err)
	}
	got, took, err := r.timed(func() (contract.Comparison, error) { return comparedTool(row.Old, row.New) })
	count.times = append(count.times, took)
	if took > slow {
		r.t.Logf("%s %s takes %v", row.Server, row.Tool, took)
	}
	count.pairs++
	if err != nil {
		r.t.Errorf("%s %s: %v", row.Server, row.Tool, err)
		return
	}
	count.severity[got.Severity]++
	seen := map[string]bool{}
	for _, f := range got.Findings {
		key := f.Rule + "\x00" + string(f.Severity)
		c := r.rules[key]
		c.findings++
		if !seen[key] {
			seen[key] = true
			c.tools++
		}
		r.rules[key] = c
	}
	r.provedEqual += len(got.ProvedEqual)
}

func comparedTool(before, after []byte) (got contract.Comparison, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return contract.CompareTool(before, after, contract.Options{})
}

// ruleCount is how often a rule fired with a severity.
type ruleCount struct{ findings, tools int }

// sorted returns the rules, the most frequent first.
func (r *report) sorted() []string {
	return slices.SortedFunc(maps.Keys(r.rules), func(a, b string) int {
		return cmp.Or(r.rules[b].tools-r.rules[a].tools, strings.Compare(a, b))
	})
}
