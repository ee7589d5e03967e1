package npm_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
)

// TestPlatforms compares the platforms that have an npm package with those that a
// release builds for.
func TestPlatforms(t *testing.T) {
	var npm map[string]struct{ GOOS, GOARCH string }
	decode(t, "platforms.json", json.Unmarshal, &npm)
	var release struct {
		Builds []struct{ Goos, Goarch []string }
	}
	decode(t, "../../.goreleaser.yaml", yaml.Unmarshal, &release)

	var got, want []string
	for _, p := range npm {
		got = append(got, p.GOOS+"/"+p.GOARCH)
	}
	for _, build := range release.Builds {
		for _, goos := range build.Goos {
			for _, goarch := range build.Goarch {
				want = append(want, goos+"/"+goarch)
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("platforms (-.goreleaser.yaml +platforms.json):\n%s", diff)
	}
}

// TestBuildLine shows that what is documented and what images hold is built as a release
// is: the same bytes.
func TestBuildLine(t *testing.T) {
	var release struct {
		Builds []struct{ Flags, Ldflags []string }
	}
	decode(t, "../../.goreleaser.yaml", yaml.Unmarshal, &release)
	for _, build := range release.Builds {
		want := "go build " + strings.Join(build.Flags, " ") + " -ldflags='" + strings.Join(build.Ldflags, " ") + "' "
		for _, path := range []string{"../../docs/install.md", "../../Containerfile"} {
			if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), want) {
				t.Errorf("%s: no %q in it (%v)", path, want, err)
			}
		}
	}
}

func decode(t *testing.T, path string, unmarshal func([]byte, any) error, v any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = unmarshal(text, v)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
