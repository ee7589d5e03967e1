package manifest_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// schemaOf is the published JSON Schema of a record.
func schemaOf(tb testing.TB, id string) *jsonschema.Schema {
	tb.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "schemas", id+".schema.json"))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// twoTools is what a harbor lists.
const twoTools = `{"name":"tide","description":"Tide at a place","inputSchema":{"type":"object"}},{"name":"crew.invite"}`

// TestLoadCommittedBaselines is case 64.
func TestLoadCommittedBaselines(t *testing.T) {
	const examples = "data/assay-fixtures/examples/privileged-action-gate"
	s := schemaOf(t, manifest.DeclaredSchema)
	for _, c := range []struct{ folder, name string }{
		{drift, "declared_per_tool_baseline.json"},
		{drift, "declared_per_tool_baseline_readonly_annotation.json"},
		{examples, "baseline-approved.json"},
		{examples, "baseline-approved-readonly.json"},
	} {
		v := fixture(t, c.folder, c.name)
		d, err := manifest.LoadDeclared([]byte(v.Raw()))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d.ServerID != "github" || len(d.Tools) != 2 || d.Note == "" || d.ManifestDigest != v.Get("manifest_digest").Text() {
			t.Errorf("%s: LoadDeclared = %+v", c.name, d)
		}
		again, err := manifest.LoadDeclared(d.Encode())
		if err != nil || again.Tools[0].Name != "github.add_deploy_key" || again.Note != d.Note {
			t.Errorf("%s: written and loaded again = %+v, %v", c.name, again, err)
		}
		for _, text := range [][]byte{[]byte(v.Raw()), d.Encode()} {
			if err := valid(t, s, text); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

// changed is a record with one edit, which must apply.
func changed(t *testing.T, record []byte, from, to string) []byte {
	t.Helper()
	out := strings.Replace(string(record), from, to, 1)
	if out == string(record) {
		t.Fatalf("%s is not in %s", from, record)
	}
	return []byte(out)
}

// TestLoadDeclaredRefuses is case 65 and what is near it.
func TestLoadDeclaredRefuses(t *testing.T) {
	d := declare(t, observedOf(t, twoTools))
	good := d.Append(nil)
	if _, err := manifest.LoadDeclared(good); err != nil {
		t.Fatal(err)
	}
	twice := d
	twice.Tools = append(twice.Tools[:2:2], twice.Tools[0])
	twice.ManifestDigest = manifest.ManifestDigest(twice.Entries())
	empty := manifest.Declared{ServerID: "s", Canonicalization: manifest.ProjectionV0, ManifestDigest: manifest.ManifestDigest(nil)}
	named := func(name string) []byte {
		n := manifest.Declared{ServerID: "s", Canonicalization: manifest.ProjectionV0, Tools: []manifest.Tool{{Name: name, Digest: jsonv.Digest(nil)}}}
		n.ManifestDigest = manifest.ManifestDigest(n.Entries())
		return changed(t, n.Append(nil), `,"privilege_classification":""`, "")
	}
	sum := d.Tools[1].Digest
	s := schemaOf(t, manifest.DeclaredSchema)
	for _, c := range []struct {
		name   string
		text   []byte
		want   string
		schema bool // the schema refuses it too
	}{
		{"unknown member", changed(t, good, `"server"`, `"extra":1,"server"`), `found member "extra", want only note, server, canonicalization, manifest_digest, tools, schema at byte 51, in "/extra"`, true},
		{"unknown member of the server", changed(t, good, `"id"`, `"name":"x","id"`), `in "/server/name"`, true},
		{"unknown member of a tool", changed(t, good, `"tool_digest"`, `"title":"x","tool_digest"`), `found member "title"`, true},
		{"unknown field", changed(t, good, `"field_digests":{`, `"field_digests":{"title":"`+sum+`",`), `found member "title"`, true},
		{"no canonicalization", changed(t, good, `"canonicalization":"assay.mcp_manifest_projection.v0",`, ""), `found nothing, want a string at byte 0, in "/canonicalization"`, true},
		{"other canonicalization", changed(t, good, "projection.v0", "projection.v1"), `found "assay.mcp_manifest_projection.v1", want "assay.mcp_manifest_projection.v0"`, true},
		{"short digest", changed(t, good, sum, "sha256:abc"), `found "sha256:abc", want "sha256:" and 64 digits of 0-9a-f`, true},
		{"no hexadecimal digits", changed(t, good, sum, "sha256:"+strings.Repeat("z", 64)), "64 digits of 0-9a-f", true},
		{"upper-case digits", changed(t, good, sum, "sha256:"+strings.ToUpper(sum[7:])), "64 digits of 0-9a-f", true},
		{"short field digest", changed(t, good, d.Tools[1].Fields.Description, "sha256:abc"), `in "/tools/1/field_digests/description"`, true},
		{"null field digest", changed(t, good, `"`+d.Tools[1].Fields.Description+`"`, "null"), `found null, want a digest`, true},
		{"no manifest digest", changed(t, good, `"manifest_digest":"`+d.ManifestDigest+`",`, ""), `found nothing, want a digest at byte 0, in "/manifest_digest"`, true},
		{"null manifest digest", changed(t, good, `"`+d.ManifestDigest+`"`, "null"), `found null, want a digest`, true},
		{"stale digest", changed(t, good, d.ManifestDigest, jsonv.Digest(nil)), `found "` + jsonv.Digest(nil) + `", want "` + d.ManifestDigest + `", the digest of the tools`, false},
		{"stale tool", changed(t, good, sum, jsonv.Digest(nil)), "the digest of the tools", false},
		{"no tools", empty.Append(nil), `found no tools, want at least one`, true},
		{"wrong schema", changed(t, good, "declared_mcp_manifest.v0", "declared_mcp_manifest.v1"), `want "assay.declared_mcp_manifest.v0"`, true},
		{"observed record", observedOf(t, twoTools).Encode(), `found "assay.mcp_manifest_observed.v0", want "assay.declared_mcp_manifest.v0"`, true},
		{"repeated name, fresh digest", twice.Append(nil), `found "crew.invite" again, want each name once`, false},
		{"empty name", named(""), `found "", want a name`, true},
		{"white space for a name", named(" \t"), `found " \t", want a name`, true},
		{"repeated member", changed(t, good, `"server"`, `"schema":"assay.declared_mcp_manifest.v0","server"`), `member "schema" is repeated`, false},
		{"repeated member of a tool", changed(t, good, `"tool_digest"`, `"name":"tide","tool_digest"`), `member "name" is repeated`, false},
		{"repeated member, escaped", changed(t, good, `"server"`, `"\u0073chema":"x","server"`), `is repeated`, false},
		{"note that is no text", changed(t, good, `"server"`, `"note":7,"server"`), `found 7, want a string`, true},
		{"null note", changed(t, good, `"server"`, `"note":null,"server"`), `found null, want a string`, true},
		{"privileged, but unclassified", changed(t, good, `"classified"`, `"unclassified"`), `found "unclassified", want "classified", since privileged is true`, true},
		{"plain, but with a class", changed(t, good, `"action_class":null`, `"action_class":"x"`), `found "x", want null, since privileged is false`, true},
		{"privileged with an empty class", changed(t, good, `"slack_add_member"`, `""`), `found "", want a class`, true},
		{"text after it", append(slices.Clip(good), '7'), "after the end of the value", false},
		{"over the limit", append(slices.Clip(good), strings.Repeat(" ", manifest.MaxManifest)...), "over the limit of 1048576", false},
	} {
		_, err := manifest.LoadDeclared(c.text)
		if err == nil || !strings.HasPrefix(err.Error(), "load declared manifest: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: LoadDeclared = %v, want an error with %s", c.name, err, c.want)
		}
		if c.schema && valid(t, s, c.text) == nil {
			t.Errorf("%s: the schema accepts %s", c.name, c.text)
		}
	}
}

// TestLoadDeclaredTakes what a hand-written baseline may leave out, up to the limit.
func TestLoadDeclaredTakes(t *testing.T) {
	d := declare(t, observedOf(t, twoTools))
	good := d.Append(nil)
	plain := `,"privileged":false,"privilege_classification":"unclassified","action_class":null`
	s := schemaOf(t, manifest.DeclaredSchema)
	for _, c := range []struct {
		name string
		text []byte
	}{
		{"indented", d.Encode()},
		{"no word about privilege", changed(t, good, plain, "")},
		{"no class", changed(t, good, `"slack_add_member"`, `null`)},
		{"a note", changed(t, good, `"server"`, `"note":"reviewed","server"`)},
		{"three fields", changed(t, good, `,"annotations":"`+d.Tools[0].Fields.Annotations+`"`, "")},
		{"up to the limit", append(slices.Clip(good), strings.Repeat(" ", manifest.MaxManifest-len(good))...)},
	} {
		if _, err := manifest.LoadDeclared(c.text); err != nil {
			t.Errorf("%s: LoadDeclared = %v", c.name, err)
		}
		if err := valid(t, s, c.text); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestDeclare(t *testing.T) {
	o := observedOf(t, twoTools)
	d := declare(t, o)
	if d.Tools[0].Name != "crew.invite" || d.ManifestDigest != o.ManifestDigest || o.Tools[0].Name != "tide" {
		t.Errorf("Declare(%+v) = %+v, want the same digest, sorted tools, and the record left alone", o, d)
	}
	if text := d.Encode(); !strings.HasSuffix(string(text), "}\n") || !json.Valid(text) {
		t.Errorf("Encode = %s, want JSON with a line end", text)
	}
	if diff := cmp.Diff(d, parseDeclared(t, string(d.Encode()))); diff != "" {
		t.Errorf("ParseDeclared(Encode) differs (-want +got):\n%s", diff)
	}
	if got := declare(t, observedOf(t, "")); len(got.Tools) != 0 || got.ManifestDigest == "" {
		t.Errorf("Declare of an empty list = %+v", got)
	}
	for _, c := range []struct {
		name string
		edit func(*manifest.Observed)
		want string
	}{
		{"not observed", func(o *manifest.Observed) { o.Status = manifest.StatusNotObserved }, `found status "not_observed", want "observed"`},
		{"ambiguous", func(o *manifest.Observed) { o.Status = manifest.StatusAmbiguous }, `found status "ambiguous"`},
		{"flag", func(o *manifest.Observed) { o.ToolsListObserved = false }, "found tools_list_observed false, want true"},
		{"partial", func(o *manifest.Observed) { o.ToolsListComplete = surface.Partial }, `found tools_list_complete "partial", want "complete"`},
		{"canonicalization", func(o *manifest.Observed) { o.Canonicalization = "x" }, `found canonicalization "x"`},
		{"repeated name", func(o *manifest.Observed) { o.Tools[0].Name = o.Tools[1].Name }, "found a tool name again"},
		{"count", func(o *manifest.Observed) { o.ToolCount++ }, "found tool_count 3, want 2"},
		{"privileged count", func(o *manifest.Observed) { o.PrivilegedToolCount = 0 }, "found privileged_tool_count 0, want 1"},
		{"digest", func(o *manifest.Observed) { o.ManifestDigest = jsonv.Digest(nil) }, "cannot be reproduced from the tools"},
	} {
		o := observedOf(t, twoTools)
		c.edit(&o)
		if _, err := manifest.Declare(o); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), `"github"`) {
			t.Errorf("%s: Declare = %v, want an error with %s", c.name, err, c.want)
		}
	}
}

// TestDeclaredIsNoCandidate is case 69.
func TestDeclaredIsNoCandidate(t *testing.T) {
	c, err := manifest.Candidate(observedOf(t, twoTools).Encode())
	if err != nil {
		t.Fatal(err)
	}
	const want = `found "assay.mcp_manifest_candidate.v0", want "assay.declared_mcp_manifest.v0"`
	for name, load := range map[string]func([]byte) (manifest.Declared, error){"LoadDeclared": manifest.LoadDeclared, "ParseDeclared": manifest.ParseDeclared} {
		_, err := load(c.Encode())
		if wrong := (*manifest.RecordError)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s of a candidate: %v, want a RecordError with %s", name, err, want)
		}
	}
}
