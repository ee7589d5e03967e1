package cli

// This test is inside the package because the line is drawn on a terminal alone.

import (
	"testing"
	"time"
)

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		tools, read, size int64
		spent             time.Duration
		want              string
	}{
		{0, 0, 5e6, 0, "counting: 0 tools, 0.0 MB, 0 tools/s"},
		{50_000, 2e6, 8e6, 2 * time.Second, "counting: 50000 tools, 2.0 MB of 8.0 MB (25 %), 25000 tools/s, 6s left"},
		{50_000, 8e6, 8e6, 2 * time.Second, "counting: 50000 tools, 8.0 MB of 8.0 MB (100 %), 25000 tools/s, 0s left"},
		{50_000, 9e6, 8e6, 2 * time.Second, "counting: 50000 tools, 9.0 MB of 8.0 MB (100 %), 25000 tools/s, 0s left"}, // it grew
		{50_000, 2e6, -1, 2 * time.Second, "counting: 50000 tools, 2.0 MB, 25000 tools/s"},                             // a pipe
	} {
		if got := progressLine(c.tools, c.read, c.size, c.spent); got != c.want {
			t.Errorf("progressLine(%d, %d, %d, %v) = %q, want %q", c.tools, c.read, c.size, c.spent, got, c.want)
		}
	}
}
