package manifest_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// summary is what TestObserve compares.
type summary struct {
	Status   manifest.Status
	Digest   bool
	Complete surface.Completeness
	Tools    int // counted
	Detailed int // with a digest of their own
}

func summaryOf(o manifest.Observed) summary {
	return summary{o.Status, o.ManifestDigest != "", o.ToolsListComplete, o.ToolCount, len(o.Tools)}
}

func TestObserve(t *testing.T) {
	failed := surface.NewPager(surface.Tool, surface.Limits{})
	failed.Fail(surface.PageFailed, "error on the first page")
	tooMany := surface.NewPager(surface.Tool, surface.Limits{Items: 1})
	tooMany.Page([]byte(`{"tools":[{"name":"a"},{"name":"b"}]}`))
	notOffered := surface.NewPager(surface.Tool, surface.Limits{})
	notOffered.NotOffered()
	listing := func(p *surface.Pager) surface.Surface {
		return surface.Surface{Listings: []surface.Listing{p.Listing()}}
	}
	bare, err := surface.Read("s", []byte(`[]`))
	if err != nil {
		t.Fatal(err)
	}
	nothing := summary{manifest.StatusNotObserved, false, surface.Unknown, 0, 0}
	for _, c := range []struct {
		name string
		s    surface.Surface
		want summary
	}{
		{"nothing at all", surface.Surface{}, nothing},
		{"failed on the first page", listing(failed), nothing},
		{"refused before the first item", listing(tooMany), nothing},
		{"not offered", listing(notOffered), nothing},
		{"given for no pages", paged("s", nil, "complete"), nothing},
		{"empty", paged("s", []string{`{"tools":[]}`}, ""), summary{manifest.StatusObserved, true, surface.Complete, 0, 0}},
		{"empty bare list", bare, summary{manifest.StatusObserved, true, surface.Unknown, 0, 0}},
		{
			"error on the second page",
			paged("s", []string{`{"tools":[{"name":"a"}],"nextCursor":"c"}`, `{"error":{}}`}, ""),
			summary{manifest.StatusObserved, true, surface.Partial, 1, 1},
		},
		{
			"same cursor for ever",
			paged("s", []string{`{"tools":[{"name":"a"}],"nextCursor":"c"}`, `{"tools":[{"name":"b"}],"nextCursor":"c"}`}, ""),
			summary{manifest.StatusObserved, true, surface.Partial, 2, 2},
		},
		{
			"repeated name",
			paged("s", []string{`{"tools":[{"name":"a"},{"name":"a"}]}`}, ""),
			summary{manifest.StatusAmbiguous, false, surface.Complete, 2, 2},
		},
		{
			"no object, though said to be complete",
			paged("s", []string{`{"tools":[{"name":"a"},null]}`}, "complete"),
			summary{manifest.StatusObserved, true, surface.Partial, 2, 2},
		},
		{
			"unreadable, though said to be complete",
			paged("s", []string{`{"tools":[{"name":"a"},{"name":"b","x":1,"x":2}]}`}, "complete"),
			summary{manifest.StatusAmbiguous, false, surface.Partial, 2, 1},
		},
	} {
		if diff := cmp.Diff(c.want, summaryOf(observe(t, c.s, manifest.Options{}))); diff != "" {
			t.Errorf("%s: Observe differs (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestObserveRefusesUnknownCompleteness(t *testing.T) {
	s := surface.Surface{Listings: []surface.Listing{{Kind: surface.Tool, Status: surface.Observed, Completeness: "most"}}}
	_, err := manifest.Observe(s, manifest.Options{})
	if err == nil || !strings.Contains(err.Error(), `"most"`) {
		t.Errorf("Observe = %v, want an error that names %q", err, "most")
	}
}

func TestDigestToolErrors(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{`{"name":"a","x":{"y":1,"y":2}}`, `parse tool: member "y" is repeated at byte 23, in "/x"`},
		{`[]`, "parse tool: found array at byte 0, want an object"},
		{`null`, "parse tool: found null at byte 0, want an object"},
		{`{"name":"a"} `, ""},
	} {
		_, err := manifest.DigestTool([]byte(c.raw))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("DigestTool(%s) = %q, want %q", c.raw, got, c.want)
		}
	}
}

func TestSurfaceDigestErrors(t *testing.T) {
	s := surface.Surface{Handshake: surface.Handshake{Capabilities: []byte(`{"tools":{},"tools":{}}`)}}
	_, err := manifest.SurfaceDigest(s)
	if err == nil || !strings.Contains(err.Error(), "capabilities") {
		t.Errorf("SurfaceDigest = %v, want an error about capabilities", err)
	}
}

// TestFieldDigestsAddOnly: without field digests a record has the same bytes
// less those members.
func TestFieldDigestsAddOnly(t *testing.T) {
	fields := regexp.MustCompile(`,"field_digests":\{[^}]*\}`)
	rows(t, thirdparty.Path(t, "data", "corpus", "npm-live", "captures.jsonl.gz"), func(row *jsonv.Value) {
		s := paged(row.Get("package").Text(), []string{`{"tools":` + row.Get("tools").Raw() + `}`}, "")
		with, without := string(observe(t, s, withFields).Append(nil)), string(observe(t, s, manifest.Options{}).Append(nil))
		if n := strings.Count(with, `"field_digests"`); n != row.Get("tools").Len() {
			t.Errorf("%s: %d field digests, want %d", s.Server.ID, n, row.Get("tools").Len())
		}
		if got := fields.ReplaceAllString(with, ""); got != without {
			t.Errorf("%s: records differ in more than field digests:\n%s\n%s", s.Server.ID, got, without)
		}
	})
}

// TestNoRawValue: of a server's words only the names of its tools get into a record.
func TestNoRawValue(t *testing.T) {
	const page = `{"tools":[{"name":"shown","title":"hidden","description":"hidden","inputSchema":{"hidden":"hidden"},` +
		`"annotations":{"title":"hidden"},"_meta":{"hidden":1}}],"_meta":{"hidden":1}}`
	record := string(observe(t, paged("s", []string{page}, ""), withFields).Encode())
	if strings.Contains(record, "hidden") || !strings.Contains(record, "shown") {
		t.Errorf("record holds more than the tool's name:\n%s", record)
	}
}

func TestEncode(t *testing.T) {
	s := paged("har\xffbor<&>", []string{`{"tools":[{"name":"x.invite"},{"name":"\u2028<b>"}]}`}, "")
	const want = `{
  "schema": "assay.mcp_manifest_observed.v0",
  "status": "observed",
  "server": {
    "id": "har` + "\uFFFD" + `bor<&>"
  },
  "observed": {
    "manifest_digest": "sha256:22eb9f2ef2d5bc44e31a3fe86c9dbdf1b4c6d93cfcd1e64f0ca3dd1b29bd4b74",
    "canonicalization": "assay.mcp_manifest_projection.v0",
    "tool_count": 2,
    "privileged_tool_count": 1,
    "tools_list_observed": true,
    "tools_list_complete": "complete",
    "tool_digests": [
      {
        "name": "x.invite",
        "tool_digest": "sha256:4ff9d7a4c0fc4b7b83ca2e7a5dd0f70a1cc48f5b5f7c7e0ff2cdd0ad3d4c1f0d",
        "privileged": true,
        "privilege_classification": "classified",
        "action_class": "slack_add_member"
      },
      {
        "name": "` + "\u2028" + `<b>",
        "tool_digest": "sha256:b5ef",
        "privileged": false,
        "privilege_classification": "unclassified",
        "action_class": null
      }
    ]
  },
  "non_claims": [
    "does not judge whether a manifest change is malicious",
    "does not infer tools outside the observed tools/list",
    "does not detect behavior drift under identical metadata",
    "privileged is classifier-derived, not the server's own annotations"
  ]
}
`
	got := string(observe(t, s, manifest.Options{}).Encode())
	digests := regexp.MustCompile(`sha256:[0-9a-f]+`)
	if diff := cmp.Diff(digests.ReplaceAllString(want, "sha256:…"), digests.ReplaceAllString(got, "sha256:…")); diff != "" {
		t.Errorf("Encode differs (-want +got):\n%s", diff)
	}
}

// recordSchema is the published JSON Schema of the observed record.
func recordSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "schemas", manifest.ObservedSchema+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid reports whether a record fits the schema.
func valid(t *testing.T, s *jsonschema.Schema, record []byte) error {
	t.Helper()
	var v any
	if err := json.Unmarshal(record, &v); err != nil {
		t.Fatal(err)
	}
	return s.Validate(v)
}

func TestRecordsFitTheirSchema(t *testing.T) {
	s := recordSchema(t)
	ownVectors(t, "manifest", 20, func(t *testing.T, name string, text []byte) {
		t.Helper()
		var v struct {
			Server string
			Pages  []string
			Want   json.RawMessage
		}
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		for _, o := range []manifest.Options{{}, withFields} {
			if err := valid(t, s, observe(t, paged(v.Server, v.Pages, ""), o).Encode()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestSchemaRefuses(t *testing.T) {
	s := recordSchema(t)
	record := string(observe(t, paged("s", []string{`{"tools":[{"name":"invite"}]}`}, ""), withFields).Append(nil))
	for _, c := range []struct{ name, from, to string }{
		{"another schema id", "observed.v0", "observed.v1"},
		{"observed without digest", `"manifest_digest":"sha256:`, `"manifest_digest":null,"x":"sha256:`},
		{"ambiguous with digest", `"status":"observed"`, `"status":"ambiguous"`},
		{"not observed with tools", `"status":"observed"`, `"status":"not_observed"`},
		{"privileged without class", `"slack_add_member"`, `null`},
		{"other words", `"complete"`, `"most"`},
		{"other claims", `"does not judge`, `"does judge`},
		{"three fields", `"description":`, `"descr":`},
	} {
		changed := strings.Replace(record, c.from, c.to, 1)
		if changed == record {
			t.Fatalf("%s: %q is not in the record", c.name, c.from)
		}
		if valid(t, s, []byte(changed)) == nil {
			t.Errorf("%s: the schema accepts %s", c.name, changed)
		}
	}
}
