package manifest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/manifest"
)

// said is the part of a Drift that the specification knows.
type said struct {
	Findings                      []manifest.DriftFinding
	Inconclusive, AllInconclusive []string
	Notes                         []manifest.Note
	Verdict                       string
	Pending                       bool
}

func saidOf(d manifest.Drift) said {
	return said{d.Findings, d.Inconclusive, d.AllInconclusive, d.Notes, d.Verdict, d.PendingReview}
}

// wantedOf reads the answer of a vector.
func wantedOf(v *jsonv.Value) said {
	want := said{
		Inconclusive:    texts(v.Get("inconclusive")),
		AllInconclusive: texts(v.Get("all_inconclusive")),
		Verdict:         v.Get("verdict").Text(),
		Pending:         v.Get("pending_tool_manifest_review").Bool(),
	}
	for _, f := range v.Get("findings").Items() {
		want.Findings = append(want.Findings, manifest.DriftFinding{
			Name:       f.Get("name").Text(),
			Field:      f.Get("field").Text(),
			Code:       f.Get("reason_code").Text(),
			Severity:   manifest.Severity(f.Get("severity").Text()),
			Privileged: f.Get("privileged").Bool(),
		})
	}
	for _, n := range v.Get("notes").Items() {
		want.Notes = append(want.Notes, manifest.Note{Name: n.Get("name").Text(), Code: n.Get("code").Text()})
	}
	return want
}

func texts(v *jsonv.Value) []string {
	var out []string
	for _, s := range v.Items() {
		out = append(out, s.Text())
	}
	return out
}

func parseObserved(tb testing.TB, text string) manifest.Observed {
	tb.Helper()
	o, err := manifest.ParseObserved([]byte(text))
	if err != nil {
		tb.Fatalf("ParseObserved(%.300s): %v", text, err)
	}
	return o
}

func parseDeclared(tb testing.TB, text string) manifest.Declared {
	tb.Helper()
	d, err := manifest.ParseDeclared([]byte(text))
	if err != nil {
		tb.Fatalf("ParseDeclared(%.300s): %v", text, err)
	}
	return d
}

// TestDriftVectors runs the vectors that another implementation answered.
func TestDriftVectors(t *testing.T) {
	n := rows(t, thirdparty.Path(t, "data", "vectors", "observed-declared.jsonl.gz"), func(row *jsonv.Value) {
		id := row.Get("id").Text()
		o, d := parseObserved(t, row.Get("observed").Raw()), parseDeclared(t, row.Get("declared").Raw())
		want := row.Get("want_coarse")
		coarse := manifest.CoarseResult{
			Verdict:     want.Get("verdict").Text(),
			ReasonCodes: texts(want.Get("reason_codes")),
			Warnings:    texts(want.Get("warnings")),
		}
		if diff := cmp.Diff(coarse, manifest.Coarse(o, row.Get("baseline_manifest_digest").Text(), "")); diff != "" {
			t.Errorf("%s: Coarse differs (-want +got):\n%s", id, diff)
		}
		got := manifest.Granular(o, d, manifest.GranularOptions{Baseline: row.Get("coarse_baseline").Text()})
		if diff := cmp.Diff(wantedOf(row.Get("want_granular")), saidOf(got)); diff != "" {
			t.Errorf("%s: Granular differs (-want +got):\n%s", id, diff)
		}
		// What was read says the same when it is written and read again.
		if diff := cmp.Diff(o, parseObserved(t, string(o.Encode())), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: observed record differs after Encode (-want +got):\n%s", id, diff)
		}
		again := parseDeclared(t, string(d.Encode()))
		if diff := cmp.Diff(got, manifest.Granular(o, again, manifest.GranularOptions{Baseline: row.Get("coarse_baseline").Text()})); diff != "" {
			t.Errorf("%s: Granular differs after Encode (-want +got):\n%s", id, diff)
		}
	})
	if n != 2000 {
		t.Errorf("read %d vectors, want 2000", n)
	}
}
