package manifest_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// TestOwnDriftVectors compares whole answers, in their order.
func TestOwnDriftVectors(t *testing.T) {
	ownVectors(t, "drift", 80, func(t *testing.T, _ string, text []byte) {
		t.Helper()
		v := parse(t, string(text))
		profile, err := manifest.NamedProfile(cmp.Or(v.Get("profile").Text(), "default"))
		if err != nil {
			t.Fatal(err)
		}
		o, d, baseline := parseObserved(t, v.Get("observed").Raw()), parseDeclared(t, v.Get("declared").Raw()), v.Get("baseline").Text()
		got := manifest.Granular(o, d, manifest.GranularOptions{Baseline: baseline, Profile: profile}).Append(nil)
		if baseline != "" {
			got = append(append(manifest.Coarse(o, baseline, "").Append([]byte(`{"coarse":`)), ','), got[1:]...)
		}
		if want := compact(t, []byte(v.Get("want").Raw())); want != string(got) {
			t.Errorf("%s\ngot  %s\nwant %s", v.Get("why").Text(), got, want)
		}
	})
}

// observedOf is the record of tools that a server listed, written in JSON.
func observedOf(tb testing.TB, tools string) manifest.Observed {
	tb.Helper()
	return observe(tb, paged("github", []string{`{"tools":[` + tools + `]}`}, ""), withFields)
}

func declare(tb testing.TB, o manifest.Observed) manifest.Declared {
	tb.Helper()
	d, err := manifest.Declare(o)
	if err != nil {
		tb.Fatalf("Declare: %v", err)
	}
	return d
}

// TestCoarseFixtures judges the public producer's verdict corpus (cases 13 to 20).
func TestCoarseFixtures(t *testing.T) {
	n := 0
	for _, c := range fixture(t, drift, "verdict_corpus.json").Get("cases").Items() {
		n++
		in := c.Get("observed")
		s := paged("github", []string{`{"tools":` + in.Get("tools").Raw() + `}`}, in.Get("tools_list_complete").Text())
		o := observe(t, s, manifest.Options{})
		o.ToolsListObserved = in.Get("tools_list_observed").Bool() // beats the status in the one case where it is false
		got := manifest.Coarse(o, c.Get("baseline_manifest_digest").Text(), manifest.PartialInconclusive)
		if want := c.Get("expected_verdict").Text(); got.Verdict != want {
			t.Errorf("%s: Coarse = %+v, want %s", c.Get("id").Text(), got, want)
		}
	}
	if n != 13 {
		t.Errorf("read %d cases, want 13", n)
	}
}

// TestGranularFixtures judges the public producer's granular corpus (cases 23 to
// 36), whose records have less than the schema demands.
func TestGranularFixtures(t *testing.T) {
	n := 0
	for _, c := range fixture(t, drift, "granular_diff_cases.json").Get("cases").Items() {
		n++
		got := manifest.Granular(parseObserved(t, c.Get("observed").Raw()), parseDeclared(t, c.Get("declared").Raw()), manifest.GranularOptions{})
		var findings, want []string
		for _, f := range got.Findings {
			findings = append(findings, f.Name+" "+f.Code)
		}
		for _, f := range c.Get("expected").Get("findings").Items() {
			want = append(want, f.Get("name").Text()+" "+f.Get("reason_code").Text())
		}
		slices.Sort(want)
		if diff := gocmp.Diff(want, findings); diff != "" {
			t.Errorf("%s: findings differ (-want +got):\n%s", c.Get("id").Text(), diff)
		}
		if diff := gocmp.Diff(texts(c.Get("expected").Get("inconclusive")), got.AllInconclusive); diff != "" {
			t.Errorf("%s: inconclusive codes differ (-want +got):\n%s", c.Get("id").Text(), diff)
		}
	}
	if n != 17 {
		t.Errorf("read %d cases, want 17", n)
	}
}

// TestCoarseOrder holds what the public corpus lacks: cases 21 and 22, policy,
// and records without a digest.
func TestCoarseOrder(t *testing.T) {
	const a, b = `{"name":"a"}`, `{"name":"b"}`
	one := observedOf(t, a)
	change := func(f func(*manifest.Observed)) manifest.Observed {
		o := observedOf(t, a)
		f(&o)
		return o
	}
	partial := change(func(o *manifest.Observed) { o.ToolsListComplete = surface.Partial })
	twice := change(func(o *manifest.Observed) {
		o.Tools, o.ToolCount, o.ToolsListComplete = append(o.Tools, o.Tools...), 2, surface.Partial
	})
	for _, c := range []struct {
		name    string
		o       manifest.Observed
		partial manifest.Partial
		base    string
		want    string
	}{
		{"21: repeated and partial", twice, "", one.ManifestDigest, "manifest_observation_ambiguous [manifest_observation_ambiguous] []"},
		{"22: partial and different", observe(t, paged("s", []string{`{"tools":[` + b + `]}`}, "partial"), withFields), "", one.ManifestDigest, "inconclusive_manifest_partial_observation [inconclusive_manifest_partial_observation] []"},
		{"partial by policy", partial, manifest.PartialWarn, one.ManifestDigest, "no_finding_with_coverage_warning [] [manifest_coverage_partial]"},
		{"partial by policy, and different", partial, manifest.PartialWarn, observedOf(t, b).ManifestDigest, "no_finding_with_coverage_warning [] [manifest_coverage_partial]"},
		{"partial by an unknown policy", partial, "perhaps", one.ManifestDigest, "inconclusive_manifest_partial_observation [inconclusive_manifest_partial_observation] []"},
		{"policy is for partial only", twice, manifest.PartialWarn, one.ManifestDigest, "manifest_observation_ambiguous [manifest_observation_ambiguous] []"},
		{"no digest, complete", change(func(o *manifest.Observed) { o.ManifestDigest = "" }), "", one.ManifestDigest, "no_finding [] []"},
		{"no digest, a tool not told", change(func(o *manifest.Observed) { o.ManifestDigest, o.ToolCount = "", 2 }), "", one.ManifestDigest, "pending_tool_manifest_review [mcp_tool_manifest_drift] []"},
		{"no digest, other canonicalization", change(func(o *manifest.Observed) { o.ManifestDigest, o.Canonicalization = "", "x" }), "", one.ManifestDigest, "pending_tool_manifest_review [mcp_tool_manifest_drift] []"},
		{"no baseline", one, "", "", "pending_tool_manifest_review [mcp_tool_manifest_drift] []"},
		{"no baseline, no digest", change(func(o *manifest.Observed) { o.ManifestDigest, o.Canonicalization = "", "x" }), "", "", "pending_tool_manifest_review [mcp_tool_manifest_drift] []"},
		{"zero record", manifest.Observed{}, "", one.ManifestDigest, "inconclusive_manifest_not_observed [inconclusive_manifest_not_observed] []"},
		{"completeness that is no word", change(func(o *manifest.Observed) { o.ToolsListComplete = "most" }), "", one.ManifestDigest, "no_finding_with_coverage_warning [] [manifest_coverage_unknown]"},
	} {
		got := manifest.Coarse(c.o, c.base, c.partial)
		if text := fmt.Sprintf("%s %s %s", got.Verdict, got.ReasonCodes, got.Warnings); text != c.want {
			t.Errorf("%s: Coarse = %s, want %s", c.name, text, c.want)
		}
	}
}

// TestFieldCases are cases 39 to 44, with the digests that they name.
func TestFieldCases(t *testing.T) {
	const (
		search = `{"name":"search","description":"does a thing","inputSchema":{"type":"object"}}`
		cached = `{"name":"search","description":"now cached","inputSchema":{"type":"object"}}`
		array  = `{"name":"search","description":"now cached","inputSchema":{"type":"array"}}`
		key    = `{"name":"github.add_deploy_key","description":"Add a deploy key","inputSchema":{"type":"object","required":["owner","repo"]}}`
		keyRO  = `{"name":"github.add_deploy_key","description":"Add a deploy key","inputSchema":{"type":"object","required":["owner","repo"]},"annotations":{"readOnlyHint":true}}`
	)
	// One edit of the observed side's first tool.
	edit := func(tools string, f func(*manifest.Tool)) manifest.Observed {
		o := observedOf(t, tools)
		f(&o.Tools[0])
		o.ManifestDigest = manifest.ManifestDigest(o.Entries())
		return o
	}
	other := jsonv.Digest([]byte("other"))
	d := declare(t, observedOf(t, search+","+key))
	for _, c := range []struct {
		name string
		o    manifest.Observed
		want string
	}{
		{"39: annotations", observedOf(t, search+","+keyRO), "[{github.add_deploy_key annotations mcp_tool_annotations_changed medium true}] []"},
		{"40: description", observedOf(t, cached+","+key), "[{search description mcp_tool_description_changed medium false}] []"},
		{"41: two fields", observedOf(t, array+","+key), "[{search description mcp_tool_description_changed medium false} {search input_schema mcp_tool_input_schema_changed medium false}] []"},
		{"42: no field digests", edit(cached+","+key, func(t *manifest.Tool) { t.Fields = manifest.FieldDigests{} }), "[{search  mcp_tool_changed medium false}] [{search field_attribution_unavailable}]"},
		{"42: three of four", edit(cached+","+key, func(t *manifest.Tool) { t.Fields.Annotations = "" }), "[{search  mcp_tool_changed medium false}] [{search field_attribution_unavailable}]"},
		{"43: digest alone", edit(search+","+key, func(t *manifest.Tool) { t.Digest = other }), "[{search  mcp_tool_changed medium false}] [{search field_attribution_inconsistent}]"},
		{"44: field alone", edit(search+","+key, func(t *manifest.Tool) { t.Fields.Description = other }), "[] [{search field_attribution_inconsistent}]"},
	} {
		got := manifest.Granular(c.o, d, manifest.GranularOptions{})
		if text := fmt.Sprint(got.Findings, " ", got.Notes); text != c.want {
			t.Errorf("%s: Granular = %s, want %s", c.name, text, c.want)
		}
	}
	c := observedOf(t, cached+","+key)
	for _, sum := range []struct{ got, start, end string }{
		{c.Tools[0].Digest, "sha256:c21ec4cb", "7b1b"},
		{c.Tools[0].Fields.Description, "sha256:c62b7e2b", "b6f8"},
		{c.ManifestDigest, "sha256:d6d15225", "0aa5"},
	} {
		if !strings.HasPrefix(sum.got, sum.start) || !strings.HasSuffix(sum.got, sum.end) {
			t.Errorf("case 40: digest %s, want %s…%s", sum.got, sum.start, sum.end)
		}
	}
}

// TestBaselines are cases 37 and 38: two declared truths, and the hole of the
// specification where nothing is missing from a partial list.
func TestBaselines(t *testing.T) {
	o := observedOf(t, `{"name":"search"}`)
	d := declare(t, o)
	got := manifest.Granular(o, d, manifest.GranularOptions{Baseline: jsonv.Digest(nil)})
	if want := []string{manifest.CodeBaselineConflict}; gocmp.Diff(want, got.Inconclusive) != "" || got.Clean() {
		t.Errorf("case 37: Granular = %+v, want %s", got, want)
	}
	if got := manifest.Granular(o, d, manifest.GranularOptions{Baseline: d.ManifestDigest}); !got.Clean() {
		t.Errorf("Granular with the same baseline = %+v, want clean", got)
	}
	o.ToolsListComplete = surface.Partial
	got = manifest.Granular(o, d, manifest.GranularOptions{})
	if got.Clean() || got.Verdict != manifest.VerdictNoFinding || len(got.Coverage) != 1 {
		t.Errorf("case 38: Granular = %+v, want no finding, a coverage code and not clean", got)
	}
}

// TestNoVerdictOfMalice: a code says what differs, not what somebody meant.
func TestNoVerdictOfMalice(t *testing.T) {
	ownVectors(t, "drift", 80, func(t *testing.T, _ string, text []byte) {
		t.Helper()
		if answer := strings.ToLower(parse(t, string(text)).Get("want").Raw()); strings.Contains(answer, "malic") {
			t.Errorf("answer speaks of malice: %s", answer)
		}
	})
}
