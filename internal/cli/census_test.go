package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/cli"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// TestCensusOfRealTools holds the census of real tools to a golden one, whatever the
// number of workers.
func TestCensusOfRealTools(t *testing.T) {
	in, err := os.ReadFile(thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/census/real.json"
	var parameters []byte
	for _, workers := range []string{"1", "2", "7"} {
		var out, stderr bytes.Buffer
		rows := filepath.Join(t.TempDir(), "rows.parquet")
		args := []string{"census", "--deep", "--format", "json", "--parquet", rows, "--workers", workers, "-"}
		if status := cli.Run(t.Context(), cli.IO{Args: args, Stdin: bytes.NewReader(in), Stdout: &out, Stderr: &stderr}); status != 0 {
			t.Fatalf("status %d: %s", status, &stderr)
		}
		if *update {
			if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), out.String()); diff != "" {
			t.Errorf("%s workers (-want +got):\n%s", workers, diff)
		}
		file, err := os.ReadFile(rows)
		if err != nil {
			t.Fatal(err)
		}
		if parameters != nil && !bytes.Equal(parameters, file) {
			t.Errorf("%s workers write another Parquet file", workers)
		}
		parameters = file
	}
}
