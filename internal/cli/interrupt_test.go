package cli_test

import (
	"bytes"
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mooring-mcp/mooring/internal/cli"
)

// TestInterruptEndsWhatDoesNotLook shows that a run ends some time after its context
// also when the command only computes, reads or, as here, writes.
func TestInterruptEndsWhatDoesNotLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nobody, stuck := io.Pipe()
		defer nobody.Close() // what was given up ends
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var stderr bytes.Buffer
		start := time.Now()
		status := cli.Run(ctx, cli.IO{Args: []string{"rules", "list"}, Stdin: &bytes.Buffer{}, Stdout: stuck, Stderr: &stderr})
		if spent := time.Since(start); status != 3 || spent < time.Minute || spent > 2*time.Minute {
			t.Errorf("Run = %d after %v, want 3 soon after %v", status, spent, time.Minute)
		}
		if got, want := stderr.String(), "mooring: error: interrupted\n"; got != want {
			t.Errorf("stderr %q, want %q", got, want)
		}
	})
}
