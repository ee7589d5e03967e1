package policy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
		{"unknown key", "partial_observation: warn\nparital: x\n", 2, "unknown field"},
		{"unknown key of a server", "declared_mcp_manifests:\n  a:\n    digest: x\n", 3, "unknown field"},
		{"repeated key", "review_profile: default\nreview_profile: strict\n", 2, "already defined"},
		{"no YAML", "a: [\n", 1, ""},
		{"wrong kind", "declared_mcp_manifests: 5\n", 1, ""},
		{"other schema", "schema: mooring.policy.v2\n", 1, `want "mooring.policy.v1"`},
		{"bad digest", "declared_mcp_manifests:\n  a:\n    manifest_digest: sha256:ABC\n", 3, "64 lower-case"},
		{"nothing declared", "declared_mcp_manifests:\n  a: {}\n", 2, "neither manifest_digest nor file"},
		{"too many retries", "servers:\n  a: {retries: 99}\n", 2, "want 0 to 10"},
		{"no bytes", "max_surface_bytes: 0\n", 1, "max_surface_bytes is 0, want a whole number from 1"},
		{"no bytes of a server", "servers:\n  a: {max_surface_bytes: -5}\n", 2, "want a whole number from 1"},
		{"partial", "\npartial_observation: maybe\n", 2, `want one of ["inconclusive" "warn"]`},
		{"undefined profile", "review_profile: mine\n", 1, `review profile "mine" is not defined`},
		{"redefined profile", "review_profiles:\n  strict:\n    mcp_tool_added: {other: low}\n", 3, "cannot be redefined"},
		{"unknown code", "review_profiles:\n  x:\n    mcp_tool_exploded: {other: low}\n", 3, "no finding has this code"},
		{"unknown severity", "review_profiles:\n  x:\n    mcp_tool_added: {other: loud}\n", 3, `"loud"`},
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

func FuzzParse(f *testing.F) {
	f.Add([]byte("declared_mcp_manifests:\n  a: {manifest_digest: x}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := policy.Parse(text)
		if err != nil {
			return
		}
		if _, err := p.Profile(); err != nil {
			t.Errorf("a policy that was read has no profile: %v", err)
		}
	})
}
