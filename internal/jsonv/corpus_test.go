package jsonv_test

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// Every line of the corpus of real servers has the canonical form that
// jsontext gives it.
func TestCorpus(t *testing.T) {
	var read, size int
	err := filepath.WalkDir(thirdparty.Path(t, "data", "corpus"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".jsonl.gz") {
			return err
		}
		thirdparty.Lines(t, path, func(line []byte) {
			v, err := jsonv.Parse(line, jsonv.Limits{})
			if err != nil {
				t.Errorf("%s: %v", path, err)
				return
			}
			read++
			size += len(line)
			oracle := jsontext.Value(slices.Clone(line))
			if err := oracle.Canonicalize(); err != nil {
				t.Errorf("%s: jsontext: %v", path, err)
			}
			if doubles(v) != string(oracle) {
				t.Errorf("%s: the canonical form of line %.100q is not that of jsontext", path, line)
			}
		})
		return nil
	})
	if err != nil || read == 0 {
		t.Errorf("read %d lines: %v", read, err)
	}
	t.Logf("%d lines, %d bytes", read, size)
}
