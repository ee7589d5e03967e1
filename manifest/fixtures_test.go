package manifest_test

import (
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
)

// drift is the folder of the public producer's drift fixtures.
const drift = "data/assay-fixtures/crates/assay-mcp-server/tests/fixtures/mcp_manifest_drift"

func fixture(t *testing.T, folder, name string) *jsonv.Value {
	t.Helper()
	return file(t, append(strings.Split(folder, "/"), name)...)
}

func digestTool(tb testing.TB, raw string) manifest.Tool {
	tb.Helper()
	tool, err := manifest.DigestTool([]byte(raw))
	if err != nil {
		tb.Fatalf("DigestTool(%s): %v", raw, err)
	}
	return tool
}

// manifestOf digests a list of raw tools.
func manifestOf(tb testing.TB, tools *jsonv.Value) string {
	tb.Helper()
	var entries []manifest.Entry
	for _, raw := range tools.Items() {
		tool := digestTool(tb, raw.Raw())
		entries = append(entries, manifest.Entry{Name: tool.Name, Digest: tool.Digest})
	}
	return manifest.ManifestDigest(entries)
}

func fieldsOf(v *jsonv.Value) manifest.FieldDigests {
	return manifest.FieldDigests{
		Description:  v.Get("description").Text(),
		InputSchema:  v.Get("input_schema").Text(),
		OutputSchema: v.Get("output_schema").Text(),
		Annotations:  v.Get("annotations").Text(),
	}
}

func TestCanonicalizationExample(t *testing.T) {
	v := fixture(t, drift, "canonicalization_example.json")
	tool := digestTool(t, v.Get("per_tool").Get("projection").Raw())
	if want := v.Get("per_tool").Get("expected_tool_digest").Text(); tool.Digest != want {
		t.Errorf("tool digest = %s, want %s", tool.Digest, want)
	}
	if diff := cmp.Diff(fieldsOf(v.Get("per_tool").Get("expected_field_digests")), tool.Fields); diff != "" {
		t.Errorf("field digests differ (-want +got):\n%s", diff)
	}
	if got, want := manifestOf(t, v.Get("manifest").Get("tools")), v.Get("manifest").Get("expected_manifest_digest").Text(); got != want {
		t.Errorf("manifest digest = %s, want %s", got, want)
	}
}

// TestDeclaredBaselines recomputes the four committed baselines: manifest digest
// from the entries, entries from the tools that they were made of.
func TestDeclaredBaselines(t *testing.T) {
	search := `{"name":"search","description":"does a thing","input_schema":{"type":"object"}}`
	key := `{"name":"github.add_deploy_key","description":"Add a deploy key","inputSchema":{"required":["owner","repo"],"type":"object"}}`
	readOnly := strings.TrimSuffix(key, "}") + `,"annotations":{"readOnlyHint":true}}`
	const examples = "data/assay-fixtures/examples/privileged-action-gate"
	for _, c := range []struct {
		folder, name string
		tools        []string
	}{
		{drift, "declared_per_tool_baseline.json", []string{search, key}},
		{drift, "declared_per_tool_baseline_readonly_annotation.json", []string{search, readOnly}},
		{examples, "baseline-approved.json", []string{search, key}},
		{examples, "baseline-approved-readonly.json", []string{search, readOnly}},
	} {
		v := fixture(t, c.folder, c.name)
		var entries []manifest.Entry
		for i, entry := range v.Get("tools").Items() {
			entries = append(entries, manifest.Entry{Name: entry.Get("name").Text(), Digest: entry.Get("tool_digest").Text()})
			want := manifest.Tool{
				Name:   entry.Get("name").Text(),
				Digest: entry.Get("tool_digest").Text(),
				Fields: fieldsOf(entry.Get("field_digests")),
				Privilege: manifest.Privilege{
					Privileged:     entry.Get("privileged").Bool(),
					Classification: manifest.Classification(entry.Get("privilege_classification").Text()),
					ActionClass:    entry.Get("action_class").Text(),
				},
			}
			if diff := cmp.Diff(want, digestTool(t, c.tools[i])); diff != "" {
				t.Errorf("%s: tool %d differs (-want +got):\n%s", path.Join(c.folder, c.name), i, diff)
			}
		}
		if got, want := manifest.ManifestDigest(entries), v.Get("manifest_digest").Text(); got != want {
			t.Errorf("%s: manifest digest = %s, want %s", c.name, got, want)
		}
	}
}

// TestVerdictCorpus recomputes each case's digest from its raw tools: it equals
// the pinned one exactly where the expected verdict says that nothing drifted.
func TestVerdictCorpus(t *testing.T) {
	n := 0
	for _, c := range fixture(t, drift, "verdict_corpus.json").Get("cases").Items() {
		n++
		observed, verdict := c.Get("observed"), c.Get("expected_verdict").Text()
		same := manifestOf(t, observed.Get("tools")) == c.Get("baseline_manifest_digest").Text()
		if drifted := verdict == "pending_tool_manifest_review"; drifted && same {
			t.Errorf("%s: digest equals the baseline, want drift", c.Get("id").Text())
		}
		if strings.HasPrefix(verdict, "no_finding") && !same {
			t.Errorf("%s: digest differs from the baseline, want equal", c.Get("id").Text())
		}
	}
	if n != 13 {
		t.Errorf("read %d cases, want 13", n)
	}
}

func TestPrivilegeTable(t *testing.T) {
	v := file(t, "data", "assay-privilege-table.json")
	n := 0
	for _, row := range v.Get("leaves").Items() {
		n++
		leaf, class := row.Get("leaf").Text(), row.Get("action_class").Text()
		for _, name := range []string{leaf, "x." + leaf, "a.b." + leaf} {
			got := manifest.Privileges{}.Of(name)
			if want := (manifest.Privilege{Privileged: true, Classification: "classified", ActionClass: class}); got != want {
				t.Errorf("Of(%q) = %+v, want %+v", name, got, want)
			}
		}
	}
	if n != 9 {
		t.Errorf("read %d leaves, want 9", n)
	}
}

// TestDigestCases are the digest cases that every implementation must pass.
func TestDigestCases(t *testing.T) {
	const (
		anchor     = `{"name":"github.add_deploy_key","description":"Add a deploy key","inputSchema":{"type":"object","required":["owner","repo"]}}`
		search     = `{"name":"search","description":"does a thing","inputSchema":{"type":"object"}}`
		anchorSum  = "sha256:03c7e1d546c3440fb100938dcaa7578ac34ae81f28e5762e7f8a3197e272a9f6"
		pairSum    = "sha256:f8a95098345d600f7a2d742c4e941ace5e9594918b2aa82a9a8f48f72f701ffa"
		nullSum    = "sha256:6969128f97f2ae0b5576343b492d312e1ab80eedf990f4bba8366c4622e808b5"
		echo       = `{"name":"echo","description":"Echo a string back","inputSchema":{"type":"object"}}`
		cachedTool = `{"name":"search","description":"now cached","input_schema":{"type":"object"}}`
	)
	page := func(tools ...string) string { return `{"tools":[` + strings.Join(tools, ",") + `]}` }
	sum := func(pages ...string) string { return observe(t, paged("s", pages, ""), withFields).ManifestDigest }
	annotated := digestTool(t, strings.TrimSuffix(anchor, "}")+`,"annotations":{"readOnlyHint":true}}`)
	for _, c := range []struct{ name, got, want string }{
		{"anchor", digestTool(t, anchor).Digest, anchorSum},
		{"either order", sum(page(anchor, search)), pairSum},
		{"either order", sum(page(search, anchor)), pairSum},
		{"two pages", sum(`{"tools":[`+search+`],"nextCursor":"c"}`, page(anchor)), pairSum},
		{"annotations move one field", annotated.Fields.Description, digestTool(t, anchor).Fields.Description},
		{"output schema absent", digestTool(t, anchor).Fields.OutputSchema, nullSum},
		{"output schema null", digestTool(t, strings.TrimSuffix(anchor, "}")+`,"outputSchema":null}`).Digest, anchorSum},
		{"outside the projection", digestTool(t, strings.TrimSuffix(anchor, "}")+`,"title":"t","_meta":{}}`).Digest, anchorSum},
		{"code point order", sum(page(`{"name":"\ud800\udc00"}`, `{"name":"\ue000"}`)), "sha256:518c584637c4c6288d18d22d80a95a71a625c70cb3c769c720392f794344e9db"},
		{"empty list", sum(page()), "sha256:627e1dc38c487cf390939355265e37b1c2695afb313e46979bf7808e425d1dfb"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
	for _, c := range []struct{ name, got, start, end string }{
		{"annotations", annotated.Digest, "sha256:0d928a14", "7d74"},
		{"annotations", sum(page(search, strings.TrimSuffix(anchor, "}")+`,"annotations":{"readOnlyHint":true}}`)), "sha256:762eccad", "8688"},
		{"raw control characters", digestTool(t, `{"name":"tool\u001b[31m\u0000","description":"x"}`).Digest, "sha256:59891fba", "1cb9"},
		{"description", digestTool(t, cachedTool).Digest, "sha256:c21ec4cb", "7b1b"},
		{"description", digestTool(t, cachedTool).Fields.Description, "sha256:c62b7e2b", "b6f8"},
		{"description", sum(page(cachedTool, anchor)), "sha256:d6d15225", "0aa5"},
	} {
		if !strings.HasPrefix(c.got, c.start) || !strings.HasSuffix(c.got, c.end) {
			t.Errorf("%s: %s, want %s…%s", c.name, c.got, c.start, c.end)
		}
	}
	if digestTool(t, `{"name":"a","description":""}`).Digest == digestTool(t, `{"name":"a","description":null}`).Digest {
		t.Error("an empty description has the digest of none")
	}
	if digestTool(t, echo).Digest == digestTool(t, search).Digest {
		t.Error("two tools have one digest")
	}
}
