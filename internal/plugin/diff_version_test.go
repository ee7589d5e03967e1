package plugin_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/plugin"
)

func TestCompareVersions(t *testing.T) {
	const same, other = `{"id":"mcp:a/t","band":"auto"}`, `{"id":"mcp:a/t","band":"escalate"}`
	for _, tt := range []struct {
		name            string
		versions        [2]string
		after, skill    string // what the later package has
		want            string
		complete, plain bool // plain: contents were not asked for
	}{
		{"a later version", [2]string{"2.1.0", "2.1.1"}, other, "x", "", true, false},
		{"a lower version", [2]string{"2.1.1", "2.1.0"}, same, "", "plugin.diff.version_down", true, false},
		{"a lower pre-release", [2]string{"2.1.0", "2.1.0-rc.1"}, same, "", "plugin.diff.version_down", true, false},
		{"a lower version that raises", [2]string{"2.1.1", "1.0.0"}, other, "", "plugin.diff.version_down", true, false},
		{"other build metadata", [2]string{"2.1.0+a", "2.1.0+b"}, same, "", "", true, false},
		{"the same", [2]string{"2.1.0", "2.1.0"}, same, "", "", true, false},
		{"one version, other declarations", [2]string{"2.1.0", "2.1.0"}, other, "", "plugin.diff.version_reused", true, false},
		{"one version, another file", [2]string{"2.1.0", "2.1.0"}, same, "x", "plugin.diff.version_reused", true, false},
		{"one word that is no version, another file", [2]string{"next", "next"}, same, "x", "plugin.diff.version_reused", true, false},
		{"words that are no versions", [2]string{"b", "a"}, same, "", "", true, false},
		{"contents that are not known", [2]string{"2.1.0", "2.1.0"}, same, "x", "", false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := plugin.Options{Content: !tt.plain}
			before := read(t, map[string]string{"plugin.json": declaringIn(tt.versions[0], same)}, o)
			files := map[string]string{"plugin.json": declaringIn(tt.versions[1], tt.after)}
			if tt.skill != "" {
				files["README.md"] = tt.skill
			}
			d, err := plugin.Compare(before, read(t, files, o))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, f := range d.Findings {
				got += f.Rule
			}
			if got != tt.want || d.Complete != tt.complete {
				t.Errorf("Compare finds %q, complete %t, want %q, %t", got, d.Complete, tt.want, tt.complete)
			}
		})
	}
}
