package check_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/surface"
)

func TestCauseOf(t *testing.T) {
	npm := func(version, digest string) surface.Artifact {
		return surface.Artifact{Kind: surface.NPM, Name: "x", Version: version, Digest: digest}
	}
	file := func(digest string) surface.Artifact { return surface.Artifact{Kind: surface.File, Digest: digest} }
	for _, tt := range []struct {
		name          string
		before, after surface.Artifact
		want          string
	}{
		{"new version", npm("1.0.0", ""), npm("1.1.0", ""), check.CausePackage},
		{"unpinned now", npm("1.0.0", ""), npm("", ""), check.CauseUnpinned},
		{"a list of conditions now", npm("1.0.0", ""), npm("1.0.0.post1,>=0", ""), check.CauseReplaced},
		{"an address now", npm("1.0.0", ""), npm("1.0.1-https://relay.example/x.tgz", ""), check.CauseReplaced},
		{"another tag", surface.Artifact{Kind: surface.OCI, Name: "o/x", Version: "1.0"}, surface.Artifact{Kind: surface.OCI, Name: "o/x", Version: "nightly"}, check.CauseReplaced},
		{"another digest", surface.Artifact{Kind: surface.OCI, Name: "o/x", Version: "sha256:" + strings.Repeat("0", 64)}, surface.Artifact{Kind: surface.OCI, Name: "o/x", Version: "sha256:" + strings.Repeat("1", 64)}, check.CausePackage},
		{"unpinned always", npm("", ""), npm("", ""), check.CauseUnpinned},
		{"unpinned, other contents", npm("", "a"), npm("", "b"), check.CauseUnpinned},
		{"unpinned, same contents", npm("", "a"), npm("", "a"), check.CauseSame},
		{"same version, contents known since", npm("1.0.0", ""), npm("1.0.0", "a"), check.CauseSame},
		{"same version", npm("1.0.0", "a"), npm("1.0.0", "a"), check.CauseSame},
		{"same version, other contents", npm("1.0.0", "a"), npm("1.0.0", "b"), check.CauseReplaced},
		{"other package", npm("1.0.0", ""), surface.Artifact{Kind: surface.NPM, Name: "y", Version: "1.0.0"}, check.CauseReplaced},
		{"other file", file("a"), file("b"), check.CauseReplaced},
		{"same file", file("a"), file("a"), check.CauseSame},
		{"remote", npm("1.0.0", ""), surface.Artifact{Kind: surface.Remote}, check.CauseRemote},
		{"nothing known", surface.Artifact{}, file("a"), check.CauseUnknown},
	} {
		if got := check.CauseOf(tt.before, tt.after); got.Code != tt.want || got.Detail == "" {
			t.Errorf("%s: %+v, want %s", tt.name, got, tt.want)
		}
	}
	for _, tt := range []struct {
		a    surface.Artifact
		want string
	}{
		{npm("1.0.0", "a"), "is the very same package as before; packages that it depends on are not compared"},
		{file("a"), "the program's file is the very same as before"},
		{npm("1.0.0", ""), "nothing tells whether its contents are the same"},
		{surface.Artifact{Kind: surface.OCI, Name: "x", Version: "1.0"}, "nothing tells whether its contents are the same"},
		{surface.Artifact{Kind: surface.OCI, Name: "x", Version: "sha256:00"}, "is the very same"},
	} {
		if got := check.CauseOf(tt.a, tt.a); !strings.Contains(got.Detail, tt.want) {
			t.Errorf("%s: %q, want %q", tt.a, got.Detail, tt.want)
		}
	}
}
