package manifest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/manifest"
)

func profile(tb testing.TB, name string, rules ...manifest.SeverityRule) manifest.Profile {
	tb.Helper()
	p, err := manifest.NamedProfile(name)
	if err != nil {
		tb.Fatal(err)
	}
	if p, err = p.With(rules...); err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestProfiles(t *testing.T) {
	const description, added = manifest.CodeDescriptionChanged, manifest.CodeToolAdded
	plain, strict := manifest.Profile{}, profile(t, "strict")
	own := profile(t, "strict",
		manifest.SeverityRule{Code: added, Severity: manifest.Low},
		manifest.SeverityRule{Code: description, Privileged: true, Severity: manifest.Low},
		manifest.SeverityRule{Code: description, Privileged: true, Severity: manifest.Medium})
	for _, c := range []struct {
		name       string
		p          manifest.Profile
		code       string
		privileged bool
		want       manifest.Severity
	}{
		{"default", plain, description, false, manifest.Medium},
		{"default", plain, description, true, manifest.High},
		{"default", profile(t, "default"), description, false, manifest.Medium},
		{"strict", strict, description, false, manifest.High},
		{"strict", strict, description, true, manifest.High},
		{"strict", strict, manifest.CodeAnnotationsChanged, false, manifest.Low},
		{"own", own, added, false, manifest.Low},
		{"own, over strict", own, description, false, manifest.High},
		{"own, later rule", own, description, true, manifest.Medium},
		{"no code", plain, "mcp_tool_painted", false, manifest.High},
	} {
		if got := c.p.Severity(c.code, c.privileged); got != c.want {
			t.Errorf("%s: Severity(%s, %t) = %s, want %s", c.name, c.code, c.privileged, got, c.want)
		}
	}
	changed := 0
	for i, r := range strict.SeverityRules() {
		if was := plain.SeverityRules()[i]; was != r {
			changed++
		}
	}
	if changed != 1 || len(plain.SeverityRules()) != 14 {
		t.Errorf("strict changes %d of %d severities, want 1 of 14", changed, len(plain.SeverityRules()))
	}
	// A profile is as good written out as by its name.
	if diff := cmp.Diff(own.SeverityRules(), profile(t, "default", own.SeverityRules()...).SeverityRules()); diff != "" {
		t.Errorf("With(SeverityRules()) differs (-want +got):\n%s", diff)
	}
}

func TestProfileErrors(t *testing.T) {
	for _, c := range []struct {
		rule manifest.SeverityRule
		want string
	}{
		{manifest.SeverityRule{Code: "mcp_tool_painted", Severity: manifest.Low}, `severity of "mcp_tool_painted": no finding has this code`},
		{manifest.SeverityRule{Code: manifest.CodeAttributionUnavailable, Severity: manifest.Low}, `severity of "field_attribution_unavailable": no finding has this code`},
		{manifest.SeverityRule{Code: manifest.CodeToolAdded, Privileged: true, Severity: manifest.Low}, "privileged true, but its findings are only privileged false"},
		{manifest.SeverityRule{Code: manifest.CodeNewPrivilegedTool, Severity: manifest.Low}, "privileged false, but its findings are only privileged true"},
		{manifest.SeverityRule{Code: manifest.CodeToolAdded}, `"", want "low", "medium" or "high"`},
		{manifest.SeverityRule{Code: manifest.CodeToolAdded, Severity: "critical"}, `"critical", want "low", "medium" or "high"`},
	} {
		if _, err := (manifest.Profile{}).With(c.rule); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("With(%+v) = %v, want an error with %q", c.rule, err, c.want)
		}
	}
	if _, err := manifest.NamedProfile("lax"); err == nil || err.Error() != `review profile "lax", want "default" or "strict"` {
		t.Errorf("NamedProfile = %v, want an error that names both", err)
	}
}
