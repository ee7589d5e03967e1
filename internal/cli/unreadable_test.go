package cli_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/cli"
)

// TestUnreadableInput holds the commands that take files to one status for a file that is
// there and cannot be opened: 2, as for one that is not there.
func TestUnreadableInput(t *testing.T) {
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("whoever runs this may open every file")
	}
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.json", "folder/a.jsonl"} {
		if err := errors.Join(os.MkdirAll("folder", 0o700), os.WriteFile(name, []byte("{}\n"), 0)); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range []string{
		"census a.json", "census folder", "census freeze a.json", "census convert a.json", "census diff a.json a.json", "census verify a.json",
		"diff a.json a.json", "report convert a.json", "explain --report a.json 0123456789abcdef", "plugin lint a.json", "policy test a.json",
		"policy show --policy a.json", "classify sql a.json", "manifest verify a.json", "manifest candidate --from-observed a.json",
		"servers --config a.json", "bands show --lock a.json", "export vscode --lock a.json",
	} {
		var stderr bytes.Buffer
		status := cli.Run(t.Context(), cli.IO{Args: strings.Fields(command), Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &stderr})
		if status != 2 || !strings.Contains(stderr.String(), "permission denied") {
			t.Errorf("%s: status %d, want 2 and the reason: %s", command, status, &stderr)
		}
	}
}
