package census_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// vector reads a file of the frozen vectors.
func vector(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../testdata/vectors/census/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestEveryNumberIsBounded makes every number of records negative, huge, a fraction and a
// word: each is refused with its place.
func TestEveryNumberIsBounded(t *testing.T) {
	hazards := string(census.Encode(counted(census.Options{Deep: true, List: 3}, tool, `{"name":"a\ud800","name":"b"}`, `{`, `[1]`)))
	for _, text := range []string{vector(t, "census-v1.json"), hazards} {
		v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		numbers := 0
		for at, n := range v.Find(func(v *jsonv.Value) bool { return v.Kind() == jsonv.Number }) {
			numbers++
			for _, value := range []string{"-1", "9007199254740992", "1e30", "200.5", "NaN"} {
				edited := text[:n.Span().Start] + value + text[n.Span().End:]
				_, err := census.Decode([]byte(edited))
				if _, placed := errors.AsType[*jsonv.Error](err); !placed {
					t.Errorf("%s is %s: %v, want an error with its place", at, value, err)
				}
			}
		}
		if numbers < 200 {
			t.Errorf("%d numbers, want a whole record", numbers)
		}
	}
}

// TestBounds edits a record so that its numbers contradict each other.
func TestBounds(t *testing.T) {
	text := vector(t, "census-v2.json")
	for _, c := range []struct{ from, to, at, want string }{
		{`"tools": 4,` + "\n" + `  "servers"`, `"tools": 5,` + "\n" + `  "servers"`, "/tools", "found 5, want the 4 tools of the inputs"},
		{`"servers": 2,` + "\n" + `  "direct"`, `"servers": 4,` + "\n" + `  "direct"`, "/servers", "found 4, want at most the 3 lines that are not bad"},
		{`"complete": true`, `"complete": false`, "/complete", "found false, and of the inputs it is true"},
		{`"percent": 50.000`, `"percent": 49.999`, "/direct/classes/1/percent", "found 49.999, want 50.000, which 2 of 4 are"},
		{`"id": "gg:filesystem-path"`, `"id": "gg:credential-value"`, "/direct/classes/1/id", `found "gg:credential-value", want "gg:filesystem-path"`},
		{`"form": "apikey"`, `"form": "token"`, "/forms/1/form", `found "token" a second time`},
		{`"name": "file"`, `"name": "payment"`, "/consequence/kinds/1/name", `found "payment" a second time`},
		{`"read_servers": 1`, `"read_servers": 0`, "/consequence/read_servers", "found 0 beside 2 tools, want none or both"},
		{`"distinct": 4`, `"distinct": 3`, "/duplicates/most", "found 1 beside 1 tools that are there more than once"},
		{`"with_input_schema": 4`, `"with_input_schema": 3`, "/dialects/7/tools", "found 4, want at most the 3 tools with an input schema that are left"},
		{`"compression": "gzip"`, `"compression": "xz"`, "/inputs/0/compression", `found "xz", want gzip or zstd`},
		{`"words": "sha256:`, `"words": "sha256:g`, "/consequence/words", "found no digest, want sha256: and 64 hexadecimal digits"},
		{`"rules": "mooring-consequence-v1",`, ``, "/consequence", "found no rules of consequence"},
		{`"form": "path"`, `"form": "path\u001b[31m"`, "/forms/12/form", "found a character that is not printed, want none"},
		{`"keyword": "type"`, `"keyword": "a\u202eb"`, "/keywords/1/keyword", "found a character that is not printed, want none"},
		{`"form": "path"`, `"form": ""`, "/forms/12/form", "found an empty name"},
		{`"keyword": "type"`, `"keyword": ""`, "/keywords/1/keyword", "found an empty name"},
		{`"name": "none"`, `"name": "no\nne"`, "/dialects/7/name", "found a character that is not printed, want none"},
		{`"rules": "gg-`, `"rules": "\u0007gg-`, "/rules", "found a character that is not printed, want none"},
		{`"non_claim": "`, `"non_claim": "\u200b`, "/non_claim", "found a character that is not printed, want none"},
		{`"inputs"`, `"ended": "\u0007", "inputs"`, "/ended", "found a character that is not printed, want none"},
		{`"line": 2`, `"line": 0`, "/lines/first/0/line", "found 0, want a line from 1 on"},
		{`"input": "corpus.jsonl"`, `"input": "other"`, "/lines/first/0/input", `found "other", want one of the inputs`},
		{`"tools": 4,` + "\n" + `  "servers"`, `"tools": "4",` + "\n" + `  "servers"`, "/tools", "found string, want a whole number of 64 bits, without exponent or fraction"},
	} {
		edited := text
		if c.at == "/duplicates/most" {
			edited = strings.Replace(edited, `"repeated": 0`, `"repeated": 1`, 1)
		}
		if strings.Contains(c.from, "compression") {
			edited = strings.Replace(edited, `"name": "corpus.jsonl",`, `"name": "corpus.jsonl", "compression": "gzip",`, 1)
		}
		if !strings.Contains(edited, c.from) {
			t.Errorf("no %s in the record", c.from)
			continue
		}
		_, err := census.Decode([]byte(strings.Replace(edited, c.from, c.to, 1)))
		var e *jsonv.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v, want an error with its place", c.to, err)
			continue
		}
		if diff := cmp.Diff([]string{c.at, c.want}, []string{e.Pointer, e.Detail}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.to, diff)
		}
	}
}

// TestOldRecords reads what earlier versions wrote, byte for byte, and verifies as they did.
func TestOldRecords(t *testing.T) {
	var lines []string
	for line := range strings.Lines(vector(t, "corpus.jsonl")) {
		lines = append(lines, line)
	}
	again := counted(census.Options{Deep: true, List: 10}, lines...)
	for version, pins := range map[int]bool{1: false, 2: true} {
		text := vector(t, fmt.Sprintf("census-v%d.json", version))
		r, err := census.Decode([]byte(text))
		if err != nil || string(census.Encode(r)) != text {
			t.Errorf("v%d: %v, or the record is not what it was read from", version, err)
		}
		frozen := vector(t, fmt.Sprintf("freeze-v%d.json", version))
		f, err := census.DecodeFreeze([]byte(frozen))
		if err != nil || string(census.EncodeFreeze(f)) != frozen || f.PinsConsequence() != pins {
			t.Errorf("v%d: %v, or the record is not what it was read from", version, err)
		}
		again.Inputs[0].SHA256 = f.Result.Inputs[0].SHA256
		if problems := f.Verify(again); problems != nil {
			t.Errorf("v%d: %+v", version, problems)
		}
		other := again
		other.Consequence.Words = jsonv.Digest(nil)
		if problems := f.Verify(other); (len(problems) == 1 && problems[0].What == "rules of consequence") != pins {
			t.Errorf("v%d under other words: %+v", version, problems)
		}
	}
	v1 := vector(t, "freeze-v1.json")
	for _, edit := range [][2]string{
		{`"mooring.census_freeze.v1"`, `"mooring.census_freeze.v2"`},
		{`"mooring.census.v1"`, `"mooring.census.v2"`},
		{`"list": 10`, `"list": -1`},
		{`"server_member": "server"`, `"server_member": ""`},
		{`"deep": true`, `"deep": false`},
	} {
		if _, err := census.DecodeFreeze([]byte(strings.Replace(v1, edit[0], edit[1], 1))); err == nil {
			t.Errorf("%s is read as %s", edit[0], edit[1])
		}
	}
}

// TestPercentOfMany rounds numbers whose products have more than 64 bits.
func TestPercentOfMany(t *testing.T) {
	before, after := census.Result{Tools: 1 << 52}, census.Result{Tools: 1<<53 - 1}
	before.Consequence.Tools, after.Consequence.Tools = 1<<52, 1<<52
	before.Consequence.Outbound, after.Consequence.Outbound = 1<<51, 1<<51+1
	for _, c := range census.Compare(before, after) {
		if c.Measure == "outbound" && (c.BeforePercent.String() != "50.000" || c.AfterPercent.String() != "25.000") {
			t.Errorf("%s and %s, want 50.000 and 25.000", c.BeforePercent, c.AfterPercent)
		}
	}
}
