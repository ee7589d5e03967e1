package policy_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/manifest"
)

const digest = "sha256:752ff28324012a140982061a9cd3f6d7277cf78c6969303377074c614277245b"

func TestParse(t *testing.T) {
	p, err := policy.Parse([]byte(`
# what we declare
declared_mcp_manifests:
  github:
    manifest_digest: "` + digest + `"
  "a.b 'c'": {file: declared/x.json}
servers:
  flaky: {required: false, retries: 2}
  other: {}
  big: {max_surface_bytes: 90000}
max_surface_bytes: 30000
partial_observation: warn
review_profile: mine
review_profiles:
  mine:
    mcp_tool_added: {other: high}
    mcp_tool_description_changed: {privileged: low, other: high}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]policy.Declaration{"github": {ManifestDigest: digest}, "a.b 'c'": {File: "declared/x.json"}}
	if diff := cmp.Diff(want, p.DeclaredManifests); diff != "" {
		t.Errorf("declared (-want +got):\n%s", diff)
	}
	profile, err := p.Profile()
	if err != nil {
		t.Fatal(err)
	}
	if got := profile.Severity(manifest.CodeDescriptionChanged, true); got != manifest.Low {
		t.Errorf("severity %q, want low", got)
	}
	if !p.Optional("flaky") || p.Optional("other") || p.Optional("nobody") || p.Servers["flaky"].Retries != 2 {
		t.Errorf("servers %+v", p.Servers)
	}
	for server, want := range map[string]int{"big": 90000, "flaky": 30000, "nobody": 30000} {
		if got := p.SizeLimit(server); got != want {
			t.Errorf("SizeLimit(%q) = %d, want %d", server, got, want)
		}
	}
	if p.Partial() != manifest.PartialWarn {
		t.Error("partial_observation: warn is lost")
	}
}

// TestSpecificationExample loads the policy map of the drift specification as it
// stands there.
func TestSpecificationExample(t *testing.T) {
	p, err := policy.Parse([]byte("declared_mcp_manifests:\n  github:\n    manifest_digest: \"" + digest + "\"\n"))
	if err != nil || p.DeclaredManifests["github"].ManifestDigest != digest {
		t.Errorf("policy %+v, error %v", p, err)
	}
}

func TestEmptyPolicy(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "{}\n", "schema: mooring.policy.v1\n"} {
		p, err := policy.Parse([]byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if p.SizeLimit("any") != 0 {
			t.Errorf("%q: a limit of size", text)
		}
		if profile, err := p.Profile(); err != nil || profile.Severity(manifest.CodeDescriptionChanged, false) != manifest.Medium || p.Partial() != manifest.PartialInconclusive {
			t.Errorf("%q: not the default policy (%v)", text, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		line       int
		want       string
	}{
		{"unknown key", "partial_observation: warn\nparital: x\n", 2, `unknown key "parital", did you mean partial_observation?`},
		{"unknown key of a server", "declared_mcp_manifests:\n  a:\n    digest: x\n", 3, `unknown key "digest" in declared_mcp_manifests.a, did you mean manifest_digest?`},
		{"repeated key", "review_profile: default\nreview_profile: strict\n", 2, "already defined"},
		{"no YAML", "a: [\n", 1, ""},
		{"wrong kind", "declared_mcp_manifests: 5\n", 1, ""},
		{"other schema", "schema: mooring.policy.v2\n", 1, `want "mooring.policy.v1"`},
		{"bad digest", "declared_mcp_manifests:\n  a:\n    manifest_digest: sha256:ABC\n", 3, "64 lower-case"},
		{"nothing declared", "declared_mcp_manifests:\n  a: {}\n", 2, "neither manifest_digest nor file"},
		{"too many retries", "servers:\n  a: {retries: 99}\n", 2, "want 0 to 10"},
		{"no bytes", "max_surface_bytes: 0\n", 1, "max_surface_bytes is 0, want a whole number from 1"},
		{"no bytes of a server", "servers:\n  a: {max_surface_bytes: -5}\n", 2, "want a whole number from 1"},
		{"partial", "\npartial_observation: maybe\n", 2, `want one of inconclusive, warn`},
		{"undefined profile", "review_profile: mine\n", 1, `review profile "mine" is not defined`},
		{"redefined profile", "review_profiles:\n  strict:\n    mcp_tool_added: {other: low}\n", 3, "cannot be redefined"},
		{"unknown code", "review_profiles:\n  x:\n    mcp_tool_exploded: {other: low}\n", 3, "no finding has this code"},
		{"unknown severity", "review_profiles:\n  x:\n    mcp_tool_added: {other: loud}\n", 3, `"loud"`},
		{"unknown key of an ignore", "ignore:\n  - rule: R05\n    entty: x\n", 3, "did you mean entity?"},
		{"second document", "schema: mooring.policy.v1\n---\nfail_on: fail\n", 2, "second document"},
		{"empty second document", "preset: consumer\n---\n", 2, "second document"},
		{"second document behind an empty one", "---\n---\npreset: author\n", 2, "second document"},
		{"second document behind the end", "preset: author\n...\nfail_on: fail\n", 3, "second document"},
		{"scalar and a second document", "0\n--- ", 2, "second document"},
		{"other directive", "%TAG ! tag:example.com,2000:\n---\npreset: author\n", 1, "only the directive %YAML is read"},
		{"merge key", "ignore:\n  - <<: {rule: R05}\n", 2, "merge keys are not read"},
		{"anchor", "fail_on: &a warn\n", 1, "anchors are not read"},
		{"alias", "ignore:\n  - {entity: *_old}\n", 2, "put a text that begins with * in quotes"},
		{"tag", "servers: !!map {}\n", 1, "the tag !!map is not read"},
		{"many tags", "fail_on: " + strings.Repeat("!!str ", 100000) + "warn\n", 1, "the tag !!str is not read"},
		{"deep lists", "examples:\n  - before: {a: " + strings.Repeat("[", 200000), 2, "more than 100 deep"},
		{"deep keys", strings.Repeat("{a: ", 50000), 1, "more than 100 deep"},
		{"deep block", strings.Repeat("- ", 50000), 1, "more than 100 deep"},
		{"deep explicit keys", strings.Repeat("? ", 50000), 1, "more than 100 deep"},
		{"preset of nothing", "preset: {check: null}\n", 1, `preset is "", want one of author, consumer`},
		{"a list for a word", "fail_on: [a]\n", 1, "found a list, want a text"},
		{"a text for a number", "max_surface_bytes: 1e3\n", 1, "found a text, want a whole number"},
		{"no number", "max_surface_bytes: .nan\n", 1, "want a whole number from 1"},
		{"a number too great", "servers: {a: {retries: 99999999999999999999}}\n", 1, "want a whole number"},
		{"a word for a truth", "require_reasons: maybe\n", 1, "found a text, want true or false"},
		{"a list for the file", "- a\n", 1, "found a list, want keys with values"},
		{"keys for rules", "ignore: [{rule: {a: b}}]\n", 1, "found keys with values, want a rule or a list of rules"},
		{"an explicit key", "severity_overrides:\n  ? R022\n  : LOW\n", 3, `unknown rule "R022"`},
		{"a tagged key", "severity_overrides:\n  !!str R022: LOW\n", 2, `unknown rule "R022"`},
		{"unknown preset", "preset: authr\n", 1, "did you mean author?"},
		{"preset of an unknown command", "preset: {dif: author}\n", 1, "did you mean diff?"},
		{"fail_on pass", "fail_on: pass\n", 1, "want one of warn, review, fail"},
		{"levels of an unknown command", "levels:\n  chek: {}\n", 2, "did you mean check?"},
		{"unknown lens", "levels:\n  all:\n    contracts: {BREAKING: fail}\n", 3, "did you mean contract?"},
		{"unknown severity of a lens", "levels:\n  all:\n    contract: {BRAKING: fail}\n", 3, "did you mean BREAKING?"},
		{"unknown action", "levels:\n  all:\n    contract: {BREAKING: faill}\n", 3, "did you mean fail?"},
		{"milder CRITICAL by level", "levels:\n  all:\n    taxonomy: {CRITICAL: warn}\n", 3, "has to fail"},
		{"override of an unknown rule", "severity_overrides:\n  tool.anotations.safetyWeakened: BREAKING\n", 2, "did you mean tool.annotations.safetyWeakened"},
		{"override of another lens's severity", "severity_overrides:\n  R05: BREAKING\n", 2, `severity of rule "R05" is "BREAKING"`},
		{"override of a rule without a severity", "severity_overrides:\n  server.unpinned: low\n", 2, "has no severity"},
		{"override of CRITICAL", "severity_overrides:\n  R01: LOW\n", 2, "allow_critical"},
		{"override of CRITICAL without a reason", "severity_overrides:\n  R01: {severity: LOW, allow_critical: true}\n", 2, "without a reason"},
		{"ignore of everything", "ignore:\n  - reason: x\n", 2, "would set everything aside"},
		{"ignore of an unknown rule", "ignore:\n  - rule: R5\n", 2, "did you mean R05"},
		{"ignore of CRITICAL", "ignore:\n  - {rule: [R05, R02], reason: x}\n", 2, "allow_critical"},
		{"ignore of an unknown kind", "ignore:\n  - entity: tol:a\n", 2, "did you mean tool?"},
		{"ignore of every CRITICAL", "ignore:\n  - {entity: a, reason: x, allow_critical: true}\n", 2, "beside no rule R01 or R02"},
		{"blank reason of a CRITICAL", "ignore:\n  - {rule: R02, reason: ' ', allow_critical: true}\n", 2, "without a reason"},
		{"blank reason", "require_reasons: true\nignore:\n  - {rule: R05, reason: ' '}\n", 3, "require_reasons is true"},
		{"no day", "ignore:\n  - {rule: R05, expires: 2026-02-30}\n", 2, "want a day as YYYY-MM-DD"},
		{"missing reason", "require_reasons: true\nignore:\n  - rule: tool.icons.changed\n", 3, "require_reasons is true"},
		{"missing reason of an override", "require_reasons: true\nseverity_overrides:\n  R05: LOW\n", 3, "require_reasons is true"},
		{"unknown rule to accept", "auto_accept: [accept.dokumentation]\n", 1, "did you mean accept.documentation?"},
		{"version of an unknown lens", "rules_version: {taxnomy: x}\n", 1, "did you mean taxonomy?"},
		{"example without a tool", "examples:\n  - {name: x, want: {action: pass}}\n", 2, "neither before nor after"},
		{"example that wants nothing", "examples:\n  - {name: x, after: {name: a}}\n", 2, "wants nothing"},
		{"example of an unknown action", "examples:\n  - {after: {name: a}, want: {action: revew}}\n", 2, "did you mean review?"},
		{"no severity", "review_profiles:\n  x:\n    mcp_tool_added: {}\n", 3, "neither privileged nor other"},
	} {
		_, err := policy.Parse([]byte(tt.text))
		var e *policy.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want a *policy.Error with %q", tt.name, err, tt.want)
			continue
		}
		if e.Line != tt.line || e.Column < 1 {
			t.Errorf("%s: at line %d, column %d, want line %d: %v", tt.name, e.Line, e.Column, tt.line, err)
		}
	}
}

// TestParseReadsEachForm reads what YAML has several ways to write.
func TestParseReadsEachForm(t *testing.T) {
	for _, text := range []string{
		"preset: author\n", "\ufeffpreset: author\n", "%YAML 1.2\n---\npreset: author\n", "# c\n--- # c\npreset: author\n...\n# c\n",
		"preset: !!str author\n", "preset: |-\n  author\n", "preset: >-\n  author\n", "? preset\n: author\n", "!!str preset: author\n",
		"preset: {check: author, diff: author}\n", "{\"preset\": \"author\"}",
	} {
		p, err := policy.Parse([]byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for command, preset := range p.Preset {
			if preset != check.Author {
				t.Errorf("%q: preset of %s is %q, want author", text, command, string(preset))
			}
		}
		if len(p.Preset) == 0 {
			t.Errorf("%q: no preset", text)
		}
	}
}

// TestPlacesOfNames points at names that the user chose.
func TestPlacesOfNames(t *testing.T) {
	for text, want := range map[string]string{
		"severity_overrides: {R022: LOW}":           "line 1, column 22: ",
		"severity_overrides: {\"R02\\u200b\": LOW}": "line 1, column 22: ",
		"severity_overrides: {\"a.b 'c'\": LOW}":    "line 1, column 22: ",
		"ignore: [{rule: [R05, R022]}]":             "line 1, column 17: ",
	} {
		if _, err := policy.Parse([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestPlacesOfManyIgnores names the place of each of 20,000 ignores, which takes a
// fraction of the time limit of tests.
func TestPlacesOfManyIgnores(t *testing.T) {
	const n = 20000
	l, err := policy.NewLayer("project", "mooring.yaml", []byte("ignore:\n"+strings.Repeat("- {rule: R05, reason: x}\n", n)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := policy.NewSet(l)
	if err != nil {
		t.Fatal(err)
	}
	settings, _ := s.Effective(today)
	if got, want := settings[len(settings)-1].Origin, fmt.Sprintf("mooring.yaml:%d", n+1); got != want {
		t.Errorf("the last ignore is at %s, want %s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"declared_mcp_manifests:\n  a: {manifest_digest: x}\n", "0\n--- ", "max_surface_bytes: 1e3", "preset: {check: null}", "? [a]\n: b",
		"ignore: [{rule: R05, reason: |\n x}]", "a: !!str\n", "%YAML 1.2\n---\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := policy.Parse(text)
		if err != nil {
			if said := err.Error(); strings.Contains(said, "Go ") || strings.Contains(said, "unmarshal") || strings.Contains(said, "interface {}") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if _, err := p.Profile(); err != nil {
			t.Errorf("a policy that was read has no profile: %v", err)
		}
	})
}
