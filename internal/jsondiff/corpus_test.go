package jsondiff_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// Every pair of real tools: the diff is complete and the same twice.
func TestCorpusPairs(t *testing.T) {
	n := 0
	err := filepath.WalkDir(thirdparty.Path(t, "data", "corpus"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "pairs.jsonl.gz") {
			return err
		}
		thirdparty.Lines(t, path, func(line []byte) {
			row := parse(t, string(line))
			checkApply(t, row.Get("old"), row.Get("new"))
			n++
		})
		return nil
	})
	if err != nil || n == 0 {
		t.Errorf("read %d pairs: %v", n, err)
	}
	t.Logf("%d pairs", n)
}
