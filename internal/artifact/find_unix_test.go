//go:build unix

package artifact_test

import (
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/mooring-mcp/mooring/internal/artifact"
	"github.com/mooring-mcp/mooring/surface"
)

func TestFindDoesNotWaitForPipes(t *testing.T) {
	dir := t.TempDir()
	script := write(t, dir, "node_modules/p/index.js", "//")
	pipe := filepath.Join(dir, "pipe.js")
	for _, path := range []string{filepath.Join(filepath.Dir(script), "package.json"), pipe} {
		if err := unix.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]surface.ArtifactKind{script: surface.File, pipe: ""} {
		found := make(chan surface.Artifact, 1)
		go func() { found <- artifact.Machine{}.Find("node", []string{path}, "") }()
		select {
		case got := <-found:
			if got.Kind != want {
				t.Errorf("%s: %+v, want kind %q", path, got, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: still waiting for a writer", path)
		}
	}
}
