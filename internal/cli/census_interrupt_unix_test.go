//go:build unix

package cli_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/census"
)

// TestCensusInterrupted sends the signal of Ctrl-C to a census whose input does not end.
func TestCensusInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	dir := t.TempDir()
	file := filepath.Join(dir, "result.json")
	cmd := exec.CommandContext(ctx, "mooring", "census", "--format", "json", "--output", file, "--parquet", filepath.Join(dir, "rows.parquet"), "-")
	feed, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	const line = `{"server":"dock","name":"a","inputSchema":{"properties":{"url":{}}}}` + "\n"
	// More than all blocks under way, so that some were counted when the pipe takes no more.
	if _, err := io.WriteString(feed, strings.Repeat(line, 300_000)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 3 {
		t.Errorf("status %d, want 3", status)
	}
	const want = "mooring: error: interrupted\n"
	if got := stderr.String(); got != want {
		t.Errorf("stderr %q, want %q", got, want)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := census.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || r.Ended != "interrupted" || r.Tools == 0 || r.Tools != r.Direct.Classes[4].Tools || r.Tools != r.Inputs[0].Lines || r.Inputs[0].SHA256 != "" {
		t.Errorf("the result is not one of the lines before the interrupt: %s", text)
	}
	if info, err := os.Stat(filepath.Join(dir, "rows.parquet")); err != nil || info.Size() == 0 {
		t.Errorf("the parameters were not kept: %v", err)
	}
}
