package manifest_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/manifest"
)

func TestPrivilegesOf(t *testing.T) {
	table, err := manifest.Privileges{}.With(map[string]string{"delete_repo": "github_repo", "docs.delete_repo": "docs", "": ""})
	if err == nil {
		t.Error("With accepts an empty name")
	}
	table, err = table.With(map[string]string{"delete_repo": "github_repo", "docs.delete_repo": "docs"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		table      manifest.Privileges
		name, want string
	}{
		{manifest.Privileges{}, "add_deploy_key", "github_deploy_key"},
		{manifest.Privileges{}, "github.add_deploy_key", "github_deploy_key"},
		{manifest.Privileges{}, "calendar.invite", "slack_add_member"}, // the table's own false positive
		{manifest.Privileges{}, ".invite", "slack_add_member"},
		{manifest.Privileges{}, "invite.", ""},
		{manifest.Privileges{}, "github_add_deploy_key", ""},
		{manifest.Privileges{}, "github/add_deploy_key", ""},
		{manifest.Privileges{}, "mcp__github__add_deploy_key", ""},
		{manifest.Privileges{}, "Add_Deploy_Key", ""},
		{manifest.Privileges{}, "invite ", ""},
		{manifest.Privileges{}, "", ""},
		{manifest.Privileges{}, "delete_repo", ""},
		{table, "delete_repo", "github_repo"},
		{table, "github.delete_repo", "github_repo"},
		{table, "docs.delete_repo", "docs"},
		{table, "x.docs.delete_repo", "github_repo"},
		{table, "add_deploy_key", "github_deploy_key"},
	} {
		got := c.table.Of(c.name)
		classification := manifest.Unclassified
		if c.want != "" {
			classification = manifest.Classified
		}
		if want := (manifest.Privilege{Privileged: c.want != "", Classification: classification, ActionClass: c.want}); got != want {
			t.Errorf("Of(%q) = %+v, want %+v", c.name, got, want)
		}
	}
}

func TestPrivilegesWith(t *testing.T) {
	one, err := manifest.Privileges{}.With(map[string]string{"wipe": "disk"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		table manifest.Privileges
		extra map[string]string
		want  string // part of the error; "" for none
	}{
		{manifest.Privileges{}, nil, ""},
		{manifest.Privileges{}, map[string]string{"invite": "slack_add_member"}, ""},
		{manifest.Privileges{}, map[string]string{"invite": "harmless"}, `"slack_add_member" already`},
		{manifest.Privileges{}, map[string]string{"calendar.invite": "harmless"}, `"slack_add_member" already`},
		{manifest.Privileges{}, map[string]string{"wipe": ""}, "want a name and a class"},
		{one, map[string]string{"wipe": "disk", "format": "disk"}, ""},
		{one, map[string]string{"wipe": "other"}, `"disk" already`},
		{one, map[string]string{"tape.wipe": "tape"}, ""},
	} {
		got, err := c.table.With(c.extra)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("With(%v) = %v, want no error", c.extra, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("With(%v) = %v, want an error with %q", c.extra, err, c.want)
		case c.want != "" && got.Of("format").Privileged:
			t.Errorf("With(%v) added rows and failed", c.extra)
		}
	}
	if !one.Of("wipe").Privileged || one.Of("format").Privileged {
		t.Error("With changed its receiver")
	}
}

// TestPrivilegesLeaveDigestsAlone: what a table says is no part of a digest.
func TestPrivilegesLeaveDigestsAlone(t *testing.T) {
	table, err := manifest.Privileges{}.With(map[string]string{"a": "c"})
	if err != nil {
		t.Fatal(err)
	}
	s := paged("s", []string{`{"tools":[{"name":"a","annotations":{"readOnlyHint":true}}]}`}, "")
	plain, more := observe(t, s, manifest.Options{}), observe(t, s, manifest.Options{Privileges: table})
	if plain.ManifestDigest != more.ManifestDigest || plain.PrivilegedToolCount != 0 || more.PrivilegedToolCount != 1 {
		t.Errorf("Observe = %+v and %+v, want one digest, 0 and 1 privileged", plain, more)
	}
}
