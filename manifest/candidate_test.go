package manifest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
)

func candidate(t *testing.T, source []byte) manifest.CandidateRecord {
	t.Helper()
	c, err := manifest.Candidate(source)
	if err != nil {
		t.Fatalf("Candidate(%.300s): %v", source, err)
	}
	return c
}

// TestPromote is case 67: observed record, candidate, declared manifest.
func TestPromote(t *testing.T) {
	o := observedOf(t, twoTools)
	source := o.Encode()
	c := candidate(t, source)
	if c.SourceSHA256 != jsonv.Digest(source) || c.ManifestDigest != o.ManifestDigest || c.ServerID != "github" || c.Tools[0].Name != "crew.invite" {
		t.Errorf("Candidate = %+v", c)
	}
	text := c.Encode()
	if err := valid(t, schemaOf(t, manifest.CandidateSchema), text); err != nil || !strings.HasSuffix(string(text), "}\n") {
		t.Errorf("candidate: %v in\n%s", err, text)
	}
	for _, spelled := range [][]byte{text, c.Append(nil), []byte(" " + string(text))} {
		d, err := manifest.Promote(spelled, source)
		if err != nil {
			t.Errorf("Promote(%s): %v", spelled, err)
		}
		if diff := cmp.Diff(declare(t, o), d); diff != "" {
			t.Errorf("Promote differs from Declare (-want +got):\n%s", diff)
		}
		loaded, err := manifest.LoadDeclared(d.Encode())
		if err != nil || !manifest.Granular(o, loaded, manifest.GranularOptions{}).Clean() {
			t.Errorf("Granular against the promoted manifest is not clean: %v", err)
		}
		if err := valid(t, schemaOf(t, manifest.DeclaredSchema), d.Encode()); err != nil {
			t.Error(err)
		}
	}
}

// TestCandidateRefuses is case 66.
func TestCandidateRefuses(t *testing.T) {
	good := observedOf(t, twoTools)
	source := good.Append(nil)
	edit := func(f func(*manifest.Observed)) []byte {
		o := observedOf(t, twoTools)
		f(&o)
		return o.Append(nil)
	}
	named := func(name string) []byte {
		return observedOf(t, `{"name":`+string(jsonv.AppendQuoted(nil, name))+`}`).Append(nil)
	}
	const unreproducible = "cannot be reproduced"
	for _, c := range []struct {
		name   string
		source []byte
		want   string
	}{
		{"ambiguous", observedOf(t, `{"name":"a"},{"name":"a","description":"x"}`).Append(nil), `found status "ambiguous", want "observed" at byte`},
		{"ambiguous by status", edit(func(o *manifest.Observed) { o.Status = manifest.StatusAmbiguous }), `found status "ambiguous", want "observed"`},
		{"not observed", observe(t, paged("s", nil, ""), withFields).Append(nil), `found status "not_observed", want "observed"`},
		{"partial", edit(func(o *manifest.Observed) { o.ToolsListComplete = "partial" }), `found tools_list_complete "partial", want "complete" at byte`},
		{"unknown", edit(func(o *manifest.Observed) { o.ToolsListComplete = "unknown" }), `in "/observed/tools_list_complete"`},
		{"flag", edit(func(o *manifest.Observed) { o.ToolsListObserved = false }), "want true"},
		{"null digest", edit(func(o *manifest.Observed) { o.ManifestDigest = "" }), `found null, want a digest`},
		{"empty", observedOf(t, "").Append(nil), "found no tools, want at least one"},
		{"unknown member", changed(t, source, `"status"`, `"extra":1,"status"`), `found member "extra"`},
		{"unknown member of a tool", changed(t, source, `"tool_digest"`, `"title":"x","tool_digest"`), `found member "title"`},
		{"unknown field", changed(t, source, `"annotations":`, `"title":`), `found member "title", want only description, input_schema, output_schema, annotations`},
		{"stale digest", edit(func(o *manifest.Observed) { o.ManifestDigest = jsonv.Digest(nil) }), unreproducible},
		{"other canonicalization", edit(func(o *manifest.Observed) { o.Canonicalization = "x" }), `found canonicalization "x"`},
		{"count", edit(func(o *manifest.Observed) { o.ToolCount = 3 }), "found tool_count 3, want 2"},
		{"privileged count", edit(func(o *manifest.Observed) { o.PrivilegedToolCount = 2 }), "found privileged_tool_count 2, want 1"},
		{"no count", changed(t, source, `"tool_count":2,`, ""), "found nothing, want a whole number"},
		{"no privilege", changed(t, source, `"privileged":false,`, ""), `found nothing, want the member`},
		{"control character", named("escape\u0001tool"), unreproducible},
		{"line end in a name", named("two\nlines"), unreproducible},
		{"DEL", named("a\u007f"), unreproducible},
		{"C1 control", named("a\u009b31m"), unreproducible},
		{"sanitised name", named("escape\uFFFDtool"), unreproducible},
		{"sanitised name, as the public producer writes it", changed(t, named("escape\u0001tool"), `escape\u0001tool`, "escape\uFFFDtool"), unreproducible},
		{"sanitised server", edit(func(o *manifest.Observed) { o.ServerID = "a\xff" }), unreproducible},
		{"no server", edit(func(o *manifest.Observed) { o.ServerID = "" }), `found "", want a name at byte`},
		{"nameless", named(""), "want a name"},
		{"repeated member", changed(t, source, `"status"`, `"schema":"x","status"`), `member "schema" is repeated`},
		{"repeated member, nested", changed(t, source, `"tool_digest"`, `"name":"x","tool_digest"`), `member "name" is repeated`},
		{"other claims", changed(t, source, "does not judge", "does judge"), `found "does judge whether a manifest change is malicious", want "does not judge`},
		{"three claims", changed(t, source, `"does not judge whether a manifest change is malicious",`, ""), `in "/non_claims/0"`},
		{"five claims", changed(t, source, `annotations"]`, `annotations","safe"]`), `found 5 sentences, want 4`},
		{"a declared manifest", declare(t, good).Append(nil), `want "assay.mcp_manifest_observed.v0"`},
		{"over the limit", append(slices.Clip(source), strings.Repeat(" ", manifest.MaxManifest)...), "over the limit of 1048576"},
		{"nothing", nil, "found the end of the text"},
	} {
		_, err := manifest.Candidate(c.source)
		if err == nil || !strings.HasPrefix(err.Error(), "make candidate from observed manifest: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Candidate = %v, want an error with %s", c.name, err, c.want)
		}
	}
}

// TestPromoteRefuses is case 68.
func TestPromoteRefuses(t *testing.T) {
	source := observedOf(t, twoTools).Encode()
	c := candidate(t, source)
	text := c.Append(nil)
	for _, e := range []struct{ name, from, to, want string }{
		{"schema", "candidate.v0", "candidate.v1", `found "assay.mcp_manifest_candidate.v1", want "assay.mcp_manifest_candidate.v0" at byte 10, in "/schema"`},
		{"status", `"candidate"`, `"approved"`, `found "approved", want "candidate"`},
		{"approval", `"not_approved"`, `"approved"`, `found "approved", want "not_approved"`},
		{"source", c.SourceSHA256, jsonv.Digest(nil), `in "/source_sha256"`},
		{"canonicalization", "projection.v0", "projection.v1", `in "/canonicalization"`},
		{"manifest digest", c.ManifestDigest, jsonv.Digest(nil), `want "` + c.ManifestDigest + `"`},
		{"server", `"github"`, `"gitlab"`, `in "/server/id"`},
		{"tools", `"tide"`, `"tides"`, `in "/tools/1/name"`},
		{"tools, privilege", `"privileged":true`, `"privileged":false`, `found false, want true`},
		{"tools, field digest", c.Tools[0].Fields.Description, jsonv.Digest(nil), `in "/tools/0/field_digests/description"`},
		{"non-claims", "not an approval", "does approve", `in "/non_claims/0"`},
		{"a member more", `"status"`, `"extra":1,"status"`, `found 1, want nothing`},
		{"a member less", `,"approval":"not_approved"`, ``, `found nothing, want "not_approved" at byte 0, in "/approval"`},
		{"repeated member", `"status"`, `"schema":"x","status"`, `parse candidate: member "schema" is repeated`},
		{"no object", string(text), `[]`, `found array, want object`},
	} {
		_, err := manifest.Promote(changed(t, text, e.from, e.to), source)
		if err == nil || !strings.HasPrefix(err.Error(), "promote: ") || !strings.Contains(err.Error(), e.want) {
			t.Errorf("%s: Promote = %v, want an error with %s", e.name, err, e.want)
		}
	}
	for _, e := range []struct {
		name         string
		text, source []byte
		want         string
	}{
		{"one byte more in the source", text, append(slices.Clip(source), '\n'), `in "/source_sha256"`},
		{"another source", text, observedOf(t, `{"name":"a"}`).Encode(), `candidate is not the one of this source`},
		{"the source twice", source, source, `in "/`},
		{"no candidate", nil, source, "parse candidate: found the end of the text"},
		{"no source", text, nil, "make candidate from observed manifest"},
		{"candidate over the limit", append(slices.Clip(text), strings.Repeat(" ", manifest.MaxManifest)...), source, "over the limit of 1048576"},
	} {
		if _, err := manifest.Promote(e.text, e.source); err == nil || !strings.Contains(err.Error(), e.want) {
			t.Errorf("%s: Promote = %v, want an error with %s", e.name, err, e.want)
		}
	}
}

// TestCandidateLimit: a source under the limit whose candidate would be over it.
func TestCandidateLimit(t *testing.T) {
	tools := make([]string, 1700)
	for i := range tools {
		tools[i] = `{"name":"` + strings.Repeat("n", 6) + string(rune('A'+i%26)) + strings.Repeat("x", i/26) + `"}`
	}
	source := observedOf(t, strings.Join(tools, ",")).Append(nil)
	if len(source) >= manifest.MaxManifest {
		t.Fatalf("source has %d bytes", len(source))
	}
	if _, err := manifest.Candidate(source); err == nil || !strings.Contains(err.Error(), "is over the limit of 1048576") {
		t.Errorf("Candidate of %d bytes = %v, want an error that names the limit", len(source), err)
	}
}

// TestCandidateSchemaRefuses what a candidate never is.
func TestCandidateSchemaRefuses(t *testing.T) {
	s := schemaOf(t, manifest.CandidateSchema)
	text := candidate(t, observedOf(t, twoTools).Encode()).Append(nil)
	for _, c := range []struct{ from, to string }{
		{`"candidate"`, `"approved"`},
		{`"not_approved"`, `"approved"`},
		{`"tide"`, `"ti\u0000de"`},
		{`"tide"`, `"ti` + "\uFFFD" + `de"`},
		{`"tide"`, `" "`},
		{`"github"`, `"\u009b"`},
		{"not an approval", "does approve"},
		{`"status"`, `"extra":1,"status"`},
	} {
		if valid(t, s, changed(t, text, c.from, c.to)) == nil {
			t.Errorf("the schema accepts %s", c.to)
		}
	}
}
