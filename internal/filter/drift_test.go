package filter_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/filter"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
)

func classifyDrift(tb testing.TB, in string) (out string, failed int) {
	tb.Helper()
	return run(tb, in, filter.Drift(manifest.PartialInconclusive, manifest.Profile{}))
}

// TestDriftOfVectors runs the vectors that another implementation answered
// through the filter, all at once: a line for each answer.
func TestDriftOfVectors(t *testing.T) {
	var in strings.Builder
	var want []*jsonv.Value
	n := rows(t, func(row *jsonv.Value) {
		want = append(want, row)
		in.WriteString(`{"id":` + row.Get("id").Raw() + `,"observed":` + row.Get("observed").Raw() +
			`,"baseline":` + row.Get("baseline_manifest_digest").Raw() + "}\n")
		in.WriteString(`{"baseline":` + row.Get("coarse_baseline").Raw() + `,"observed":` + row.Get("observed").Raw() +
			`,"declared":` + row.Get("declared").Raw() + `,"id":` + row.Get("id").Raw() + "}\n")
	}, "data", "vectors", "observed-declared.jsonl.gz")
	out, failed := classifyDrift(t, in.String())
	answers := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if n != 2000 || failed != 0 || len(answers) != 2*n {
		t.Fatalf("drift: %d answers, %d failed, want twice %d and 0", len(answers), failed, n)
	}
	for i, row := range want {
		id, coarse := row.Get("id").Raw(), parse(t, answers[2*i])
		if wanted := parse(t, `{"id":`+id+`,"coarse":`+row.Get("want_coarse").Raw()+`}`); !jsonv.Equal(coarse, wanted, jsonv.Doubles) {
			t.Errorf("drift of %s = %s, want %s", id, coarse.Raw(), wanted.Raw())
		}
		if diff := cmp.Diff(granularOf(row.Get("want_granular"), "reason_code"), granularOf(parse(t, answers[2*i+1]), "code")); diff != "" {
			t.Errorf("drift of %s differs (-want +got):\n%s", id, diff)
		}
	}
}

// granularOf is an answer's part that the specification knows, each entry in one
// text.
func granularOf(v *jsonv.Value, code string) map[string][]string {
	out := map[string][]string{"verdict": {v.Get("verdict").Text()}}
	for _, member := range []string{"inconclusive", "all_inconclusive"} {
		for _, c := range v.Get(member).Items() {
			out[member] = append(out[member], c.Text())
		}
	}
	for _, f := range v.Get("findings").Items() {
		out["findings"] = append(out["findings"], f.Get("name").Text()+"|"+f.Get("field").Text()+"|"+f.Get(code).Text()+"|"+f.Get("severity").Text())
	}
	for _, n := range v.Get("notes").Items() {
		out["notes"] = append(out["notes"], n.Get("name").Text()+"|"+n.Get("code").Text())
	}
	slices.Sort(out["findings"])
	return out
}

// TestDriftOfOwnVectors compares whole answers.
func TestDriftOfOwnVectors(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "testdata", "vectors", "drift", "*.json"))
	if err != nil || len(paths) < 80 {
		t.Fatalf("found %d vectors, want at least 80 (%v)", len(paths), err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		v := parse(t, string(text))
		profile := manifest.Profile{}
		if v.Get("profile").Text() == "strict" {
			profile, _ = manifest.NamedProfile("strict")
		}
		line := `{"observed":` + v.Get("observed").Raw() + `,"declared":` + v.Get("declared").Raw()
		if b := v.Get("baseline"); b.Exists() {
			line += `,"baseline":` + b.Raw()
		}
		out, failed := run(t, strings.ReplaceAll(line, "\n", " ")+"}\n", filter.Drift("", profile))
		if got := parse(t, out); failed != 0 || !jsonv.Equal(got, v.Get("want"), jsonv.Source) {
			t.Errorf("%s: %s\ngot  %swant %s", filepath.Base(path), v.Get("why").Text(), out, v.Get("want").Raw())
		}
	}
}

const (
	zero     = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
	observed = `{"schema":"assay.mcp_manifest_observed.v0","status":"observed","server":{"id":"s"},"observed":{` +
		`"canonicalization":"assay.mcp_manifest_projection.v0","tools_list_observed":true,"tools_list_complete":"partial","tool_digests":[]}}`
	declared = `{"schema":"assay.declared_mcp_manifest.v0","server":{"id":"s"},"canonicalization":"assay.mcp_manifest_projection.v0",` +
		`"manifest_digest":"` + emptySum + `","tools":[]}`
	emptySum = "sha256:627e1dc38c487cf390939355265e37b1c2695afb313e46979bf7808e425d1dfb"

	coarseAnswer   = `"coarse":{"verdict":"inconclusive_manifest_partial_observation","reason_codes":["inconclusive_manifest_partial_observation"],"warnings":[]}`
	granularAnswer = `"findings":[],"inconclusive":[],"all_inconclusive":[],"notes":[],"seen":[],"coverage":["mooring_coverage_partial"],"verdict":"no_finding"`
)

func TestDriftParts(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"observed":` + observed + `,"baseline":"` + emptySum + `"}`, `{` + coarseAnswer + `}`},
		{`{"observed":` + observed + `,"baseline":"` + emptySum + `","declared":null}`, `{` + coarseAnswer + `}`},
		{`{"observed":` + observed + `,"declared":` + declared + `}`, `{` + granularAnswer + `}`},
		{`{"observed":` + observed + `,"declared":` + declared + `,"baseline":null}`, `{` + granularAnswer + `}`},
		{`{"id":[1, 2],"observed":` + observed + `,"declared":` + declared + `,"baseline":"` + emptySum + `"}`, `{"id":[1, 2],` + coarseAnswer + `,` + granularAnswer + `}`},
	} {
		if out, failed := classifyDrift(t, c.line+"\n"); out != c.want+"\n" || failed != 0 {
			t.Errorf("drift(%s) =\n%swant\n%s", c.line, out, c.want)
		}
	}
	warned, _ := run(t, `{"observed":`+observed+`,"baseline":"`+emptySum+`"}`, filter.Drift(manifest.PartialWarn, manifest.Profile{}))
	if want := `{"coarse":{"verdict":"no_finding_with_coverage_warning","reason_codes":[],"warnings":["manifest_coverage_partial"]}}` + "\n"; warned != want {
		t.Errorf("drift by a policy that warns = %s, want %s", warned, want)
	}
}

func TestDriftErrors(t *testing.T) {
	with := func(from, to string) string {
		return `{"baseline":"` + zero + `","observed":` + strings.Replace(observed, from, to, 1) + `}`
	}
	for _, c := range []struct{ line, code, message, pointer, at string }{
		{`{"observed":` + observed + `}`, "missing_member", `found neither member "declared" nor "baseline"`, "", `{`},
		{`{"observed":` + observed + `,"declared":null,"baseline":null}`, "missing_member", `found neither member "declared" nor "baseline"`, "", `{`},
		{`{"declared":` + declared + `}`, "missing_member", `found no member "observed"`, "", `{`},
		{`{"observed":null,"declared":` + declared + `}`, "wrong_value", `found null, want an object`, "/observed", `null`},
		{`{"observed":` + observed + `,"declared":[]}`, "wrong_value", `found array, want an object`, "/declared", `[]}`},
		{`{"baseline":"sha256:abc","observed":` + observed + `}`, "wrong_value", `found another value, want "sha256:" and 64 digits of 0-9a-f`, "/baseline", `"sha256:abc"`},
		{`{"baseline":7,"observed":` + observed + `}`, "wrong_value", `found another value, want "sha256:" and 64 digits of 0-9a-f`, "/baseline", `7`},
		{`{"observed":` + observed + `,"base":1}`, "unknown_member", `found member "base", want only id, observed, declared, baseline`, "/base", `1}`},
		{with(`"observed","server"`, `"seen","server"`), "wrong_value", `found "seen", want "observed" or "not_observed" or "ambiguous"`, "/observed/status", `"seen"`},
		{with(`"tool_digests":[]`, `"tool_digests":[{}]`), "wrong_value", `found nothing, want a string`, "/observed/observed/tool_digests/0/name", `{}]`},
		{with(`{"id":"s"}`, `{"id":"s","id":"t"}`), "duplicate_member", `member "id" is repeated`, "/observed/server", `"id":"t"`},
		{`{"observed":` + observed + `,"declared":` + strings.Replace(declared, "declared_mcp", "mcp", 1) + `}`, "wrong_value", `found "assay.mcp_manifest.v0", want "assay.declared_mcp_manifest.v0"`, "/declared/schema", `"assay.mcp_manifest.v0"`},
	} {
		out, failed := classifyDrift(t, c.line+"\n")
		e := parse(t, out).Get("error")
		if e.Get("code").Text() != c.code || e.Get("message").Text() != c.message || failed != 1 {
			t.Errorf("drift(%s) = %s, want %s: %s", c.line, out, c.code, c.message)
		}
		offset, err := strconv.Atoi(e.Get("offset").Text())
		if err != nil || e.Get("pointer").Text() != c.pointer || !strings.HasPrefix(c.line[offset:], c.at) {
			t.Errorf("drift(%s) = %s, want the place of %s at %q", c.line, out, c.at, c.pointer)
		}
	}
}
