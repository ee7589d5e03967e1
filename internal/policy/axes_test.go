package policy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/policy"
)

var (
	digestA = "sha256:" + strings.Repeat("0a", 32)
	digestB = "sha256:" + strings.Repeat("0b", 32)
)

func axesFile(digest, values string) string {
	return "axes:\n  harbor:\n    list:\n      digest: \"" + digest + "\"\n      " + values + "\n      reason: r\n"
}

func TestAxesRefused(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no digest", "axes:\n  a:\n    b: {scope: local, reason: x}\n", "line 3, column 5: axes of tool \"b\" of server \"a\": digest is missing"},
		{"digest", "axes:\n  a:\n    b: {digest: x, scope: local, reason: x}\n", "line 3, column 17: digest of tool"},
		{"no axes", axesFile(digestA, "reason2: x"), "line 5, column 7: unknown key \"reason2\" in axes.harbor.list, did you mean reason?"},
		{"word", axesFile(digestA, "scope: remote"), "line 5, column 14: axes of tool \"list\" of server \"harbor\": scope: found \"remote\", want one of"},
		{"nothing", "axes: {a: {b: {digest: \"" + digestA + "\", reason: x}}}\n", "none of reversibility, scope and trust is set"},
		{"reason", "axes: {a: {b: {digest: \"" + digestA + "\", scope: local}}}\n", "reason is missing"},
		{"twice", "axes:\n  a: {}\n  a: {}\n", "line 3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := policy.Parse([]byte(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error is %v, want %q", err, tt.want)
			}
		})
	}
}

func TestAxesOf(t *testing.T) {
	p, err := policy.Parse([]byte(axesFile(digestA, "scope: local")))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		tool, digest string
		stale, found bool
	}{{"list", digestA, false, true}, {"list", digestB, true, true}, {"other", digestA, false, false}} {
		if _, stale, found := p.AxesOf("harbor", tt.tool, tt.digest); stale != tt.stale || found != tt.found {
			t.Errorf("AxesOf(%q, %q) = stale %t, found %t", tt.tool, tt.digest, stale, found)
		}
	}
}

// TestAxesLayers shows that a lower layer can only raise.
func TestAxesLayers(t *testing.T) {
	const all = "reversibility: reversible\n      scope: shared-remote\n      trust: trusted"
	tests := []struct {
		name, low string
		want      band.Axes
		digest    string
		warned    bool
	}{
		{"lower", axesFile(digestA, "reversibility: reversible\n      scope: local\n      trust: trusted"), band.Axes{Reversibility: band.Reversible, Scope: band.SharedRemote, Trust: band.Trusted}, digestA, true},
		{"higher", axesFile(digestA, "reversibility: irreversible\n      scope: shared-remote\n      trust: trusted"), band.Axes{Reversibility: band.Irreversible, Scope: band.SharedRemote, Trust: band.Trusted}, digestA, false},
		{"left out is the worst", axesFile(digestA, "scope: shared-remote"), band.Axes{Reversibility: band.Irreversible, Scope: band.SharedRemote, Trust: band.Untrusted}, digestA, false},
		{"both ways", axesFile(digestA, "reversibility: irreversible\n      scope: local\n      trust: trusted"), band.Axes{Reversibility: band.Irreversible, Scope: band.SharedRemote, Trust: band.Trusted}, digestA, true},
		{"another digest", axesFile(digestB, "scope: external"), band.Axes{Reversibility: band.Reversible, Scope: band.SharedRemote, Trust: band.Trusted}, digestA, true},
		{"another tool", strings.Replace(axesFile(digestB, "scope: external"), "list:", "show:", 1), band.Axes{Reversibility: band.Reversible, Scope: band.SharedRemote, Trust: band.Trusted}, digestA, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			high, err := policy.NewLayer("managed", "managed.yaml", []byte(axesFile(digestA, all)))
			if err != nil {
				t.Fatal(err)
			}
			low, err := policy.NewLayer("project", "mooring.yaml", []byte(tt.low))
			if err != nil {
				t.Fatal(err)
			}
			s, err := policy.NewSet(high, low)
			if err != nil {
				t.Fatal(err)
			}
			got := s.Policy.Axes["harbor"]["list"]
			if got.Axes().Filled() != tt.want || got.Digest != tt.digest {
				t.Errorf("axes are %v of %s, want %v", got.Axes(), got.Digest, tt.want)
			}
			list, warnings := s.Effective("2026-01-01")
			if (len(warnings) > 0) != tt.warned {
				t.Errorf("warnings are %v, want some: %t", warnings, tt.warned)
			}
			shown := false
			for _, setting := range list {
				shown = shown || setting.Key == "axes.harbor.list" && strings.Contains(setting.Value, digestA) && strings.Contains(setting.Origin, ".yaml:")
			}
			if !shown {
				t.Error("the entry is not among the effective settings")
			}
			if high.Policy.Axes["harbor"]["list"].Trust != band.Trusted || len(high.Policy.Axes["harbor"]) != 1 {
				t.Error("the higher layer was changed")
			}
		})
	}
}

func proposed(tool, digest string) policy.ProposedAxes {
	return policy.ProposedAxes{
		Tool:     tool,
		ToolAxes: policy.ToolAxes{Digest: digest, Reversibility: band.Reversible, Scope: band.External, Trust: band.Untrusted, Reason: "r"},
	}
}

// entry is how a proposed one is written, at an indentation.
func entry(indent, tool, digest string, kept ...string) string {
	lines := []string{`"` + tool + `":`}
	for _, k := range kept {
		lines = append(lines, "  "+k)
	}
	lines = append(lines, `  digest: "`+digest+`"`, "  reversibility: reversible", "  scope: external", "  trust: untrusted", `  reason: "r"`)
	return indent + strings.Join(lines, "\n"+indent) + "\n"
}

func TestAddAxes(t *testing.T) {
	list := entry("    ", "list", digestA)
	other := "    other: {digest: \"" + digestB + "\", scope: local, reason: x} # mine\n"
	tests := []struct{ name, before, after string }{
		{"nothing", "", "axes:\n  \"harbor\":\n" + list},
		{"comments alone", "# about\n", "# about\n\naxes:\n  \"harbor\":\n" + list},
		{"a byte order mark alone", "\ufeff", "\ufeffaxes:\n  \"harbor\":\n" + list},
		{"a byte order mark and a blank line", "\ufeff\r\n", "\ufeff\r\n" + strings.ReplaceAll("axes:\n  \"harbor\":\n"+list, "\n", "\r\n")},
		{"a byte order mark and more", "\ufefffail_on: warn\n", "\ufefffail_on: warn\n\naxes:\n  \"harbor\":\n" + list},
		{"a byte order mark and a section", "\ufeffaxes:\nfail_on: warn\n", "\ufeffaxes:\n  \"harbor\":\n" + list + "fail_on: warn\n"},
		{"no section", "# about\nfail_on: warn # so\n", "# about\nfail_on: warn # so\n\naxes:\n  \"harbor\":\n" + list},
		{"no line break at the end", "fail_on: warn", "fail_on: warn\n\naxes:\n  \"harbor\":\n" + list},
		{"no line break and CRLF", "fail_on: warn\r\n", strings.ReplaceAll("fail_on: warn\n\naxes:\n  \"harbor\":\n"+list, "\n", "\r\n")},
		{
			"both line ends", "fail_on: warn\r\n# mixed\naxes:\r\n  harbor:\n" + other + "preset: author\r\n",
			"fail_on: warn\r\n# mixed\naxes:\r\n  harbor:\n" + other + strings.ReplaceAll(list, "\n", "\r\n") + "preset: author\r\n",
		},
		{"empty section", "axes:\nfail_on: warn\n", "axes:\n  \"harbor\":\n" + list + "fail_on: warn\n"},
		{
			"another server", "axes: # all\n  bay:\n" + other + "\n# next\nfail_on: warn\n",
			"axes: # all\n  bay:\n" + other + "  \"harbor\":\n" + list + "\n# next\nfail_on: warn\n",
		},
		{
			"another tool", "axes:\n  harbor:\n" + other + "  bay:\n" + other,
			"axes:\n  harbor:\n" + other + list + "  bay:\n" + other,
		},
		{
			"other indentation", "axes:\n   harbor:\n      other: {digest: \"" + digestB + "\", scope: local, reason: x}\nfail_on: warn\n",
			"axes:\n   harbor:\n      other: {digest: \"" + digestB + "\", scope: local, reason: x}\n" +
				strings.ReplaceAll(entry("      ", "list", digestA), "\n        ", "\n         ") + "fail_on: warn\n",
		},
		{
			"changed tool", "axes:\n  harbor:\n    # above\n    list:\n      # mine\n      # scope: old\n      digest: \"" + digestB + "\"\n      scope: local # why\n      reason: x\n" + other,
			"axes:\n  harbor:\n    # above\n" + entry("    ", "list", digestA, "# mine", "# was: scope: local # why") + other,
		},
		{
			"changed tool in a line", "axes:\n  harbor:\n    list: {digest: \"" + digestB + "\", scope: local, reason: x}\n" + other,
			"axes:\n  harbor:\n" + list + other,
		},
		{
			"block scalar", "axes:\n  harbor:\n    other:\n      digest: \"" + digestB + "\"\n      scope: local\n      reason: |\n        a\n        # no comment\n\nfail_on: warn\n",
			"axes:\n  harbor:\n    other:\n      digest: \"" + digestB + "\"\n      scope: local\n      reason: |\n        a\n        # no comment\n" + list + "\nfail_on: warn\n",
		},
		{"document start", "---\nfail_on: warn\n", "---\nfail_on: warn\n\naxes:\n  \"harbor\":\n" + list},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := policy.AddAxes([]byte(tt.before), "harbor", []policy.ProposedAxes{proposed("list", digestA)})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.after, string(got)); diff != "" {
				t.Errorf("AddAxes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAddAxesRefuses(t *testing.T) {
	for _, text := range []string{
		"{fail_on: warn}\n",
		"axes: {}\n",
		"axes: {harbor: {}}\n",
		"axes:\n  harbor: {}\n",
		"fail_on: warn\n...\n",
		"%YAML 1.2\n---\nfail_on: warn\n",
		"# old\r# older\rfail_on: warn\raxes:\r",
		"axes:\n  harbor:\n    other:\n      digest: \"" + digestB + "\"\n      scope: local\n      reason: |+\n        a\n\n\nfail_on: warn\n",
	} {
		if got, err := policy.AddAxes([]byte(text), "harbor", []policy.ProposedAxes{proposed("list", digestA)}); !errors.Is(err, policy.ErrUnsafeEdit) {
			t.Errorf("%q: error is %v, want ErrUnsafeEdit; got\n%s", text, err, got)
		}
	}
	if _, err := policy.AddAxes([]byte("nothing: 1\n"), "harbor", []policy.ProposedAxes{proposed("list", digestA)}); err == nil || errors.Is(err, policy.ErrUnsafeEdit) {
		t.Errorf("of no policy: error is %v", err)
	}
}
