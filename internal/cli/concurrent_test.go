package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/mooring-mcp/mooring/internal/lockfile"
)

// TestConcurrentLocks lets many runs pin servers in one file: what says that it
// pinned must be there.
func TestConcurrentLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock.json")
	const runs = 12
	var wait sync.WaitGroup
	for i := range runs {
		wait.Go(func() {
			cmd := exec.CommandContext(t.Context(), "mooring", "lock", "--lock", path, fmt.Sprintf("s%d", i), "--", "nasty", "good")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("run %d: %v: %s", i, err, out)
			}
		})
	}
	wait.Wait()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lock, err := lockfile.Decode(text)
	if err != nil || len(lock.Servers) != runs {
		t.Errorf("lock holds %d servers, want %d (%v)", len(lock.Servers), runs, err)
	}
}
