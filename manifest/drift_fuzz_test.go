package manifest_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// pick returns one of some things.
func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// randomTool is a tool of few names and few values, so that lists overlap.
func randomTool(r *rand.Rand, name string) string {
	tool := `{"name":` + string(jsonv.AppendQuoted(nil, name))
	for _, member := range []string{"description", "inputSchema", "outputSchema", "annotations"} {
		if value := pick(r, "", "", "null", `"x"`, `{"a":1}`, `{"a":[1,2]}`); value != "" {
			tool += `,"` + member + `":` + value
		}
	}
	return tool + "}"
}

// randomTools is a list with distinct names.
func randomTools(r *rand.Rand) []string {
	names := []string{"a", "b", "crew.invite", "ops.grant_admin", "\U00010000", "\uE000"}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var tools []string
	for _, name := range names[:r.IntN(len(names)+1)] {
		tools = append(tools, randomTool(r, name))
	}
	return tools
}

// edited changes some of the tools, drops some and adds some.
func edited(r *rand.Rand, tools []string) []string {
	var out []string
	for _, tool := range tools {
		switch r.IntN(6) {
		case 0:
		case 1, 2:
			out = append(out, randomTool(r, digestName(tool)))
		default:
			out = append(out, tool)
		}
	}
	if r.IntN(3) == 0 {
		out = append(out, randomTool(r, pick(r, "new", "x.add_member")))
	}
	return out
}

func digestName(tool string) string {
	d, _ := manifest.DigestTool([]byte(tool))
	return d.Name
}

// byDigest maps each name to its digest; nil when a name repeats or an item
// cannot be read, which is equal to no list of tools.
func byDigest(tools []string) map[string]string {
	out := map[string]string{}
	for _, tool := range tools {
		d, err := manifest.DigestTool([]byte(tool))
		if _, repeated := out[d.Name]; err != nil || repeated {
			return nil
		}
		out[d.Name] = d.Digest
	}
	return out
}

// spoil does to a record what a server, or whoever wrote it, could do.
func spoil(r *rand.Rand, o manifest.Observed) manifest.Observed {
	o.Tools = slices.Clone(o.Tools)
	for range r.IntN(4) {
		switch n := len(o.Tools); r.IntN(7) {
		case 0:
			o.ToolsListComplete = pick(r, surface.Partial, surface.Unknown)
		case 1:
			o.ServerID = "renamed"
		case 2:
			if n > 0 {
				again := pick(r, o.Tools...)
				o.Tools, o.ToolCount, o.Status, o.ManifestDigest = append(o.Tools, again), o.ToolCount+1, manifest.StatusAmbiguous, ""
			}
		case 3:
			if n > 0 {
				o.Tools[r.IntN(n)].Fields = manifest.FieldDigests{}
			}
		case 4:
			if n > 0 {
				o.Tools[r.IntN(n)].Fields.Description = pick(r, "", jsonv.Digest([]byte("other")))
			}
		case 5:
			if n > 0 {
				o.Tools = o.Tools[1:] // a tool not told
			}
		case 6:
			o.Status = pick(r, manifest.StatusAmbiguous, manifest.StatusNotObserved)
		}
	}
	return o
}

// checkDrift: an unchanged list is clean, a drifted one never is whatever the
// record looks like, and no changed tool is dropped.
func checkDrift(t *testing.T, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	before := randomTools(r)
	was := observedOf(t, strings.Join(before, ","))
	d := declare(t, was)
	if got := manifest.Granular(was, d, manifest.GranularOptions{Baseline: was.ManifestDigest}); !got.Clean() {
		t.Errorf("seed %d: Granular(x, Declare(x)) = %+v, want clean", seed, got)
	}
	if got := manifest.Coarse(was, d.ManifestDigest, ""); got.Verdict != manifest.VerdictNoFinding {
		t.Errorf("seed %d: Coarse(x, Declare(x)) = %+v, want no finding", seed, got)
	}
	after := edited(r, before)
	is := observedOf(t, strings.Join(after, ","))
	honest := manifest.Granular(is, d, manifest.GranularOptions{})
	if drifted := !maps.Equal(byDigest(before), byDigest(after)); drifted != (len(honest.Findings) > 0) || drifted == honest.Clean() {
		t.Errorf("seed %d: Granular = %+v for %s, declared %s", seed, honest, after, before)
	}
	spoilt := spoil(r, is)
	got := manifest.Granular(spoilt, d, manifest.GranularOptions{})
	if got.Clean() && !maps.Equal(byDigest(before), byDigest(after)) {
		t.Errorf("seed %d: Granular = %+v, clean for %s of %s, declared %s", seed, got, spoilt.Encode(), after, before)
	}
	checkChanges(t, spoilt, d, got)
}

// checkChanges: every changed tool has a finding, and every finding its tool.
func checkChanges(t *testing.T, o manifest.Observed, d manifest.Declared, got manifest.Drift) {
	t.Helper()
	found, digests := map[string]bool{}, map[string]string{}
	for _, f := range got.Findings {
		found[f.Name] = true
	}
	for _, tool := range d.Tools {
		digests[tool.Name] = tool.Digest
	}
	for _, tool := range o.Tools {
		if digests[tool.Name] != tool.Digest && !found[tool.Name] && len(got.Inconclusive) == 0 {
			t.Errorf("Granular(%s, %s) = %+v: nothing about %q", o.Append(nil), d.Append(nil), got, tool.Name)
		}
		if digests[tool.Name] == tool.Digest && found[tool.Name] {
			t.Errorf("Granular(%s, %s) = %+v: a finding about %q", o.Append(nil), d.Append(nil), got, tool.Name)
		}
	}
	if got.PendingReview != (len(got.Findings) > 0) || len(got.Inconclusive) > 1 || (len(got.Inconclusive) > 0) != (len(got.AllInconclusive) > 0) {
		t.Errorf("Granular(%s, %s) = %+v contradicts itself", o.Append(nil), d.Append(nil), got)
	}
}

// served lists what a server answers page by page until nobody asks on. It
// returns every item that it showed.
func served(t *testing.T, r *rand.Rand, tools []string) (surface.Surface, []string) {
	t.Helper()
	p := surface.NewPager(surface.Tool, surface.Limits{Pages: 6})
	var shown []string
	for page := range 10 {
		if _, more := p.Next(); !more {
			break
		}
		n := r.IntN(len(tools) + 1)
		items := slices.Clone(tools[:n])
		tools = tools[n:]
		if r.IntN(6) == 0 {
			items = append(items, pick(r, `null`, `{"name":"a","x":1,"x":2}`, `{"name":"`+"\xff"+`"}`, `{}`, `{"name":"a"}`))
		}
		cursor := pick(r, `,"nextCursor":""`, `,"nextCursor":"same"`, fmt.Sprintf(`,"nextCursor":"%d"`, page), `,"nextCursor":7`)
		if len(tools) == 0 && r.IntN(8) > 0 || r.IntN(12) == 0 {
			cursor = pick(r, "", "", `,"nextCursor":null`)
		}
		if r.IntN(12) == 0 {
			p.Fail(surface.PageFailed, "error page")
			continue
		}
		shown = append(shown, items...)
		p.Page([]byte(pick(r, `{"tools":[`, `{"tools":[`, `{"tools":[`, `{"tools":[`, `{"tools":[`, `{"tool":[`) + strings.Join(items, ",") + `]` + cursor + `}`))
	}
	return surface.Surface{
		Server:    surface.Server{ID: "github"},
		Handshake: surface.Handshake{ServerInfo: []byte(`{"name":"renamed","version":"1"}`)},
		Listings:  []surface.Listing{p.Listing()},
	}, shown
}

// checkPages: no sequence of pages makes a server clean that showed anything but
// the declared tools, each once.
func checkPages(t *testing.T, seed uint64) (clean bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	before := randomTools(r)
	after := before
	if r.IntN(2) == 0 {
		after = edited(r, before)
	}
	d := declare(t, observedOf(t, strings.Join(before, ",")))
	s, shown := served(t, r, after)
	o := observe(t, s, manifest.Options{FieldDigests: r.IntN(2) == 0})
	got := manifest.Granular(o, d, manifest.GranularOptions{Baseline: d.ManifestDigest})
	coarse := manifest.Coarse(o, d.ManifestDigest, "")
	if same := maps.Equal(byDigest(before), byDigest(shown)); !same && (got.Clean() || coarse.Verdict == manifest.VerdictNoFinding) {
		t.Errorf("seed %d: Granular = %+v, Coarse = %+v for %s, declared %s", seed, got, coarse, o.Append(nil), before)
	}
	// The coarse and the granular answer pass the same observations.
	if got.Clean() != (coarse.Verdict == manifest.VerdictNoFinding) {
		t.Errorf("seed %d: Granular = %+v, Coarse = %+v", seed, got, coarse)
	}
	return got.Clean()
}

// TestDriftProperties runs both properties on many seeds.
func TestDriftProperties(t *testing.T) {
	clean := 0
	for seed := range uint64(4000) {
		checkDrift(t, seed)
		if checkPages(t, seed) {
			clean++
		}
		if t.Failed() {
			return
		}
	}
	if clean < 100 || clean > 2000 {
		t.Errorf("%d of 4000 page sequences are clean, want a mixture", clean)
	}
}

func FuzzDrift(f *testing.F) {
	f.Add(uint64(0))
	f.Fuzz(func(t *testing.T, seed uint64) {
		checkDrift(t, seed)
		checkPages(t, seed)
	})
}

// TestProfilesChangeNoCode: a profile moves severities and nothing else.
func TestProfilesChangeNoCode(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 3))
		before := randomTools(r)
		d := declare(t, observedOf(t, strings.Join(before, ",")))
		o := spoil(r, observedOf(t, strings.Join(edited(r, before), ",")))
		rules := manifest.Profile{}.SeverityRules()
		for i := range rules {
			rules[i].Severity = pick(r, manifest.Low, manifest.Medium, manifest.High)
		}
		opt := manifest.GranularOptions{Baseline: pick(r, "", d.ManifestDigest, jsonv.Digest(nil))}
		plain := manifest.Granular(o, d, opt)
		opt.Profile = profile(t, "default", rules...)
		own := manifest.Granular(o, d, opt)
		for _, f := range own.Findings {
			if f.Severity != opt.Profile.Severity(f.Code, f.Privileged) {
				t.Errorf("seed %d: severity of %+v is not the profile's", seed, f)
			}
		}
		if diff := cmp.Diff(plain, own, cmpopts.IgnoreFields(manifest.DriftFinding{}, "Severity")); diff != "" {
			t.Errorf("seed %d: Granular differs by profile:\n%s", seed, diff)
		}
	}
}

// FuzzParseRecords: what is read of any text is the same when it is written and
// read again, and no pair of records is clean whose tools differ.
func FuzzParseRecords(f *testing.F) {
	f.Add([]byte(leastObserved), []byte(leastDeclared))
	f.Add([]byte(strings.Replace(leastObserved, `"complete"`, `"partial"`, 1)), []byte(strings.Replace(leastDeclared, `"a"`, `""`, 1)))
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 4))
		before := randomTools(r)
		o := observedOf(f, strings.Join(before, ","))
		f.Add(spoil(r, observedOf(f, strings.Join(edited(r, before), ","))).Append(nil), declare(f, o).Append(nil))
	}
	f.Fuzz(func(t *testing.T, observedText, declaredText []byte) {
		o, err := manifest.ParseObserved(observedText)
		if err != nil {
			return
		}
		if diff := cmp.Diff(o, parseObserved(t, string(o.Append(nil))), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("ParseObserved(Append) differs (-want +got):\n%s", diff)
		}
		d, err := manifest.ParseDeclared(declaredText)
		if strict, strictErr := manifest.LoadDeclared(declaredText); strictErr == nil && (err != nil || cmp.Diff(d, strict) != "") {
			t.Errorf("LoadDeclared(%q) = %+v, ParseDeclared = %+v, %v", declaredText, strict, d, err)
		}
		if err != nil {
			return
		}
		got := manifest.Granular(o, d, manifest.GranularOptions{})
		checkChanges(t, o, d, got)
		if v, err := jsonv.Parse(got.Append(nil), jsonv.Limits{}); err != nil || v.Get("verdict").Text() != got.Verdict {
			t.Errorf("Append of %+v: %v", got, err)
		}
		same := cmp.Diff(digestsOf(o.Entries()), digestsOf(d.Entries())) == ""
		if got.Clean() && !same {
			t.Errorf("Granular(%s, %s) is clean", observedText, declaredText)
		}
	})
}

func digestsOf(entries []manifest.Entry) map[string]string {
	out := map[string]string{}
	for _, e := range entries {
		out[e.Name] = e.Digest
	}
	return out
}

// FuzzPromote: whatever the texts are, what is promoted loads, declares what was
// observed, and says so of every byte of the source.
func FuzzPromote(f *testing.F) {
	source := observedOf(f, twoTools).Encode()
	c, err := manifest.Candidate(source)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(c.Encode(), source)
	f.Add(c.Append(nil), source[:len(source)-1])
	f.Fuzz(func(t *testing.T, candidate, source []byte) {
		d, err := manifest.Promote(candidate, source)
		if err != nil {
			return
		}
		o := parseObserved(t, string(source))
		if loaded, err := manifest.LoadDeclared(d.Encode()); err != nil || !manifest.Granular(o, loaded, manifest.GranularOptions{}).Clean() {
			t.Errorf("Promote(%q, %q) = %+v, %v", candidate, source, d, err)
		}
		if _, err := manifest.Promote(candidate, append(slices.Clone(source), ' ')); err == nil {
			t.Errorf("Promote takes %q and one byte more", source)
		}
	})
}
