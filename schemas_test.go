package mooring_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// schema compiles one of our schemas with all of them loaded.
func schema(t *testing.T, id string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	files, err := filepath.Glob("schemas/*.schema.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no schemas: %v", err)
	}
	found := ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		url, _ := doc.(map[string]any)["$id"].(string)
		if !strings.HasSuffix(url, "/"+filepath.ToSlash(file)) {
			t.Errorf("%s: $id is %q", file, url)
		}
		if err := c.AddResource(url, doc); err != nil {
			t.Fatal(err)
		}
		if filepath.Base(file) == id+".schema.json" {
			found = url
		}
	}
	s, err := c.Compile(found)
	if err != nil {
		t.Fatalf("compile %s: %v", id, err)
	}
	return s
}

// surfaces returns a before and an after that use every part of the records.
func surfaces(t *testing.T) (before, after surface.Surface) {
	t.Helper()
	read := func(pages ...string) surface.Surface {
		var raw [][]byte
		for _, p := range pages {
			raw = append(raw, []byte(p))
		}
		s, err := surface.FromPages("harbor", raw)
		if err != nil {
			t.Fatal(err)
		}
		s.Server.Launch = surface.NewLaunch("harbor", []string{"--port", "7"}, "work", []string{"HOME"})
		s.Context = surface.Context{Era: "legacy", ProtocolVersion: "2025-11-25", Client: "mooring", Capabilities: "{}"}
		return s
	}
	initialize := `{"protocolVersion":"2025-11-25","serverInfo":{"name":"h","version":"1"},"capabilities":{"tools":{}},"instructions":"x"}`
	rest := []string{`{"prompts":[{"name":"p"}]}`, `{"resources":[{"uri":"a:b"}]}`, `{"resourceTemplates":[{"uriTemplate":"a:{b}"}]}`}
	before = read(append([]string{initialize, `{"tools":[{"name":"a","n":9007199254740993},{"name":"b"}],"nextCursor":null}`}, rest...)...)
	after = read(append([]string{initialize, `{"tools":[{"name":"a","n":1},null,{"name":"c","d":1,"d":2},{"x":1}],"nextCursor":"z"}`}, rest...)...)
	return before, after
}

// censuses are one that was interrupted and uses every part of the record, and one that
// is frozen.
func censuses(t *testing.T) (counted, frozen []byte) {
	t.Helper()
	o := census.Options{Deep: true, List: 3}
	s, tally := census.NewScanner(o), census.NewTally(o)
	p := s.Part()
	for i, line := range []string{
		`{"name":"a","description":"pays","inputSchema":{"properties":{"url":{}},"x":1},"a":1,"a":"\u200b\ud800","b":1e400,"c":NaN}`, `{"tools":[1,{}]}`, `{`,
	} {
		s.Line(p, []byte(line), census.Place{Line: int64(i + 1)})
	}
	tally.Add(p, 0)
	whole := census.Input{Name: "a.gz", Compression: "gzip", SHA256: strings.Repeat("0", 64)}
	counted = census.Encode(tally.Result([]census.Input{whole, {Name: "b", Error: "torn"}}, "interrupted"))
	f, err := census.NewFreeze(tally.Result([]census.Input{whole}, ""), o)
	if err != nil {
		t.Fatal(err)
	}
	return counted, census.EncodeFreeze(f)
}

func file(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestRecordsFitTheirSchemas(t *testing.T) {
	before, after := surfaces(t)
	entry, err := lockfile.Pin(before)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]lockfile.ToolBand{
		"a": {Band: band.Auto, Environments: map[string]lockfile.ToolBand{"production": {Band: band.Escalate, NeverAllow: true}}},
	}
	entry.Bands = &lockfile.Bands{Plugin: "port-tools", Declaration: entry.SurfaceDigest, Folder: "port-tools", Tools: declared, Skills: declared}
	lock, err := lockfile.Encode(lockfile.Lock{}.Put(entry))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := check.Compare("harbor", check.Observation{Label: "before", Surface: before}, check.Observation{Label: "after", Surface: after}, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bands := map[string]check.DeclaredBand{"a": {Band: band.Auto}, "b": {NeverAllow: true}}
	declaring := check.Subject{Server: "harbor", Changes: []check.Change{}, Gaps: []check.Gap{}}
	declaring.Add(append(check.CompareBands(bands, nil), check.CompareSkills(nil, bands)...)...)
	declaring.Conclude()
	observed, err := manifest.Observe(before, manifest.Options{FieldDigests: true})
	if err != nil {
		t.Fatal(err)
	}
	counted, frozen := censuses(t)
	for _, tt := range []struct {
		id   string
		text []byte
	}{
		{"mooring.census.v2", counted},
		{"mooring.census_freeze.v2", frozen},
		{"mooring.census.v1", file(t, "testdata/vectors/census/census-v1.json")},
		{"mooring.census_freeze.v1", file(t, "testdata/vectors/census/freeze-v1.json")},
		{"mooring.census.v2", file(t, "testdata/vectors/census/census-v2.json")},
		{"mooring.census_freeze.v2", file(t, "testdata/vectors/census/freeze-v2.json")},
		{"mooring.surface.v1", surface.Encode(before)},
		{"mooring.surface.v1", surface.Encode(after)},
		{"mooring.surface.v1", surface.Encode(surface.FromTools("f", nil))},
		{"mooring.lock.v1", lock},
		{"mooring.report.v1", report.JSON(check.NewReport("diff", check.Lenses(), []check.Subject{subject}, check.Weighing{}))},
		{"mooring.report.v1", report.JSON(check.NewReport("check", nil, nil, check.Weighing{}))},
		{"mooring.report.v1", report.JSON(check.NewReport("check", nil, []check.Subject{declaring}, check.Weighing{}))},
		{"mooring.report.v1", report.JSON(reporttest.Rich())},
		{"mooring.report.v1", report.JSON(reporttest.Hostile("\u202e<b>"))},
		{"mooring.first_sight.v1", report.SightJSON(firstsight.Look(after, taxonomy.Imperatives()))},
		{"assay.mcp_manifest_observed.v0", observed.Encode()},
	} {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(tt.text))
		if err != nil {
			t.Errorf("%s: %v in\n%s", tt.id, err, tt.text)
			continue
		}
		if err := schema(t, tt.id).Validate(doc); err != nil {
			t.Errorf("%s: %v in\n%s", tt.id, err, tt.text)
		}
	}
}

func TestSchemasAreClosed(t *testing.T) {
	for id, text := range map[string]string{
		"mooring.surface.v1":        `{"schema":"mooring.surface.v1","server":{"id":"x"},"context":{},"handshake":{},"completeness":"complete","listings":[],"hazards":[],"extra":1}`,
		"mooring.lock.v1":           `{"schema":"mooring.lock.v1","servers":{"a":{}}}`,
		"mooring.report.v1":         `{"schema":"mooring.report.v2","command":"diff","verdict":"passed","lenses":[],"rule_sets":[],"subjects":[]}`,
		"mooring.bands.v1":          `{"schema":"mooring.bands.v1","servers":[{"server":"a","tools":[{"name":"b","digest":"sha256:0","band":"none","decided_by":"undeclared","why":"x","axes_state":"none"}]}]}`,
		"mooring.bands_proposal.v1": `{"schema":"mooring.bands_proposal.v1","servers":[{"server":"a","tools":[{"name":"b","digest":"sha256:` + strings.Repeat("0", 64) + `","state":"new","reasons":[{"text":"x"}]}]}]}`,
		"mooring.doctor.v1":         `{"schema":"mooring.doctor.v1","counts":{"ok":0,"warning":0,"problem":1,"unknown":0,"skipped":0},"checks":[{"area":"lock","id":"lock.valid","status":"problem","detail":"no way out"}]}`,
		"mooring.plugin_lint.v1":    `{"schema":"mooring.plugin_lint.v1","plugin":{"name":"x"},"rejected":false,"counts":{"error":0,"unknown":0,"warning":0},"findings":[{"rule":"plugin.a.b"}]}`,
		"mooring.plugin_summary.v1": `{"schema":"mooring.plugin_summary.v1","plugin":{"name":"x"},"sentence":"declares no operation","counts":{"auto":0,"soft_ack":0,"escalate":0,"never_allow":0},"operations":[{"id":"skill:x","odd":1}],"servers":[],"skills":[],"invalid_entries":0,"complete":true}`,
		"mooring.plugin_diff.v1":    `{"schema":"mooring.plugin_diff.v1","before":{"name":"x"},"after":{"name":"x"},"operations":[{"id":"skill:x","change":"lowered","before":{"band":"odd"},"after":null}],"asks":"none","enough":true,"complete":true}`,
		"mooring.first_sight.v1":    `{"schema":"mooring.first_sight.v1","server":"x","rule_sets":[],"alarms":[{}],"inventory":[],"advisories":[],"parameters":{"classes":[],"tools":[]},"non_claim":""}`,
		"mooring.census.v1":         `{"schema":"mooring.census.v1","tools":1}`,
		"mooring.census.v2":         string(file(t, "testdata/vectors/census/census-v1.json")),
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if schema(t, id).Validate(doc) == nil {
			t.Errorf("%s accepts %s", id, text)
		}
	}
}

// TestPolicySchemaAgrees gives policies to the reader and to the schema.
func TestPolicySchemaAgrees(t *testing.T) {
	compiled := schema(t, "mooring.policy.v1")
	digest := "sha256:" + strings.Repeat("0a", 32)
	texts := map[string]bool{
		"":                            true,
		"schema: mooring.policy.v1\n": true,
		"schema: mooring.policy.v2\n": false,
		"declared_mcp_manifests: {a: {manifest_digest: \"" + digest + "\", file: x.json}}\n": true,
		"declared_mcp_manifests: {a: {}}\n":                                                  false,
		"declared_mcp_manifests: {a: {manifest_digest: x}}\n":                                false,
		"declared_mcp_manifests: {a: {digest: x}}\n":                                         false,
		"servers: {a: {required: false, retries: 10}, b: {}}\n":                              true,
		"servers: {a: {retries: 11}}\n":                                                      false,
		"servers: {a: {needed: true}}\n":                                                     false,
		"max_surface_bytes: 30000\nservers: {a: {max_surface_bytes: 1}}\n":                   true,
		"max_surface_bytes: 0\n":                                                             false,
		"max_surface_bytes: 1.5\n":                                                           false,
		"max_surface_bytes: many\n":                                                          false,
		"servers: {a: {max_surface_bytes: -1}}\n":                                            false,
		"configurations: [{name: all, args: [\"1\"], env: {A: \"1\", B: \"env:C\"}, headers: {X-A: b}}, {name: b}]\n": true,
		"configurations: []\n":                                        true,
		"configurations: {all: {}}\n":                                 false,
		"configurations: [{args: [a]}]\n":                             false,
		"configurations: [{name: \"a b\"}]\n":                         false,
		"configurations: [{name: 1}]\n":                               false,
		"configurations: [{name: a, args: [1]}]\n":                    false,
		"configurations: [{name: a, env: {A: 1}}]\n":                  false,
		"configurations: [{name: a, env: {A-B: x}}]\n":                false,
		"configurations: [{name: a, env: {A: \"x\\ny\"}}]\n":          false,
		"configurations: [{name: a, headers: {\"A:\": x}}]\n":         false,
		"configurations: [{name: a, header: {A: x}}]\n":               false,
		"partial_observation: warn\n":                                 true,
		"partial_observation: maybe\n":                                false,
		"review_profiles: {strict: {mcp_tool_added: {other: low}}}\n": false,
		"review_profiles: {x: {mcp_tool_gone: {other: low}}}\n":       false,
		"review_profiles: {x: {mcp_tool_added: {}}}\n":                false,
		"rules: []\n": false,
		"preset: author\nfail_on: warn\nrequire_reasons: false\n": true,
		"preset: {diff: consumer, all: author}\n":                 true,
		"preset: nobody\n":         false,
		"preset: {lock: author}\n": false,
		"fail_on: pass\n":          false,
		"levels: {check: {drift: {low: warn}, params: {gained: pass}}}\n":                                                    true,
		"levels: {all: {taxonomy: {CRITICAL: review}}}\n":                                                                    false,
		"levels: {all: {taxonomy: {critical: fail}}}\n":                                                                      false,
		"severity_overrides: {R05: LOW, R04: {severity: MEDIUM, reason: x}}\n":                                               true,
		"severity_overrides: {R01: {severity: LOW, allow_critical: true}}\n":                                                 false,
		"severity_overrides: {R05: {reason: x}}\n":                                                                           false,
		"ignore: [{rule: [R05, R04], entity: a*, server: b, reason: x, expires: 2026-12-31}]\n":                              true,
		"ignore: [{reason: x}]\n":                                                                                            false,
		"ignore: [{rule: R05, expires: tomorrow}]\n":                                                                         false,
		"ignore: [{rule: R01, allow_critical: true}]\n":                                                                      false,
		"auto_accept: [accept.documentation]\n":                                                                              true,
		"auto_accept: [all]\n":                                                                                               false,
		"rules_version: {taxonomy: taxonomy-v1}\n":                                                                           true,
		"rules_version: {spelling: x}\n":                                                                                     false,
		"examples: [{name: x, after: {name: a}, want: {action: pass}}]\n":                                                    true,
		"axes: {a: {b: {digest: \"" + digest + "\", reversibility: reversible, scope: local, trust: trusted, reason: x}}}\n": true,
		"axes: {a: {b: {digest: \"" + digest + "\", scope: external, reason: x}}}\n":                                         true,
		"axes: {a: {b: {digest: \"" + digest + "\", reason: x}}}\n":                                                          false,
		"axes: {a: {b: {digest: \"" + digest + "\", scope: external}}}\n":                                                    false,
		"axes: {a: {b: {digest: \"" + digest + "\", scope: external, reason: \" \"}}}\n":                                     false,
		"axes: {a: {b: {digest: \"" + digest + "\", scope: remote, reason: x}}}\n":                                           false,
		"axes: {a: {b: {digest: \"" + digest + "\", band: auto, scope: local, reason: x}}}\n":                                false,
		"axes: {a: {b: {digest: x, scope: local, reason: x}}}\n":                                                             false,
		"axes: {a: {b: {scope: local, reason: x}}}\n":                                                                        false,
		"examples: [{name: x, want: {action: pass}}]\n":                                                                      false,
		"examples: [{name: x, after: {name: a}, want: {}}]\n":                                                                false,
	}
	for _, rule := range (manifest.Profile{}).SeverityRules() {
		for _, severity := range []string{"low", "medium", "high", "loud"} {
			for _, key := range []string{"privileged", "other"} {
				text := "review_profiles: {x: {" + rule.Code + ": {" + key + ": " + severity + "}}}\n"
				_, err := policy.Parse([]byte(text))
				texts[text] = err == nil
			}
		}
	}
	for text, want := range texts {
		_, err := policy.Parse([]byte(text))
		var doc any
		if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		fits := compiled.Validate(doc)
		if (err == nil) != want || (fits == nil) != want {
			t.Errorf("%q: reader says %v, schema says %v, want accepted %t", text, err, fits, want)
		}
	}
}

// TestScriptedRecordsFitTheirSchemas takes the records that commands are known to print.
func TestScriptedRecordsFitTheirSchemas(t *testing.T) {
	for _, tt := range []struct{ id, script, file string }{
		{"mooring.servers.v1", "servers.txtar", "all.json"},
		{"mooring.doctor.v1", "doctor.txtar", "ill.json"},
		{"mooring.bands.v1", "bands_propose.txtar", "floor.json"},
		{"mooring.bands_proposal.v1", "bands_propose.txtar", "proposed.json"},
		{"mooring.bands_proposal.v1", "bands_propose.txtar", "replaced.json"},
		{"mooring.bands_proposal.v1", "bands_propose.txtar", "edited.json"},
		{"mooring.bands_proposal.v1", "bands_rules.txtar", "proposed.json"},
		{"mooring.bands_proposal.v1", "bands_rules.txtar", "kept.json"},
		{"mooring.plugin_lint.v1", "plugin.txtar", "lint.json"},
		{"mooring.plugin_lint.v1", "plugin.txtar", "broken.json"},
		{"mooring.plugin_summary.v1", "plugin.txtar", "summary.json"},
		{"mooring.plugin_diff.v1", "plugin.txtar", "diff.json"},
	} {
		script, err := txtar.ParseFile("internal/cli/testdata/script/" + tt.script)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(script.Files, func(f txtar.File) bool { return f.Name == tt.file })
		if at < 0 {
			t.Fatalf("no %s in %s", tt.file, tt.script)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(script.Files[at].Data))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema(t, tt.id).Validate(doc); err != nil {
			t.Errorf("%s of %s: %v", tt.file, tt.script, err)
		}
	}
}

// TestEveryCheckOfDoctorFitsItsSchema reads the areas and ids out of the source that
// makes them, and gives each with every status.
func TestEveryCheckOfDoctorFitsItsSchema(t *testing.T) {
	compiled := schema(t, "mooring.doctor.v1")
	paths, err := filepath.Glob("internal/cli/doctor*.go")
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"((program|configuration|lock|policy|git|programs|servers)\.[a-z]+)"`).FindAllStringSubmatch(string(text), -1) {
			ids[m[1]] = true
		}
	}
	if len(ids) < 15 {
		t.Fatalf("found %d ids of checks in %q", len(ids), paths)
	}
	for id := range ids {
		area, _, _ := strings.Cut(id, ".")
		for _, status := range []report.CheckStatus{report.CheckOK, report.CheckWarning, report.CheckProblem, report.CheckUnknown, report.CheckSkipped} {
			check := report.DoctorCheck{Area: area, ID: id, Status: status, About: "x", Detail: "y", Do: "z"}
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.DiagnosisJSON(report.NewDiagnosis([]report.DoctorCheck{check}))))
			if err != nil {
				t.Fatal(err)
			}
			if err := compiled.Validate(doc); err != nil {
				t.Errorf("%s %s: %v", id, status, err)
			}
		}
	}
}
