package manifest_test

import (
	"os"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// rows calls each for every line of a gzipped file, parsed; it returns their number.
func rows(tb testing.TB, path string, each func(row *jsonv.Value)) (n int) {
	tb.Helper()
	thirdparty.Lines(tb, path, func(line []byte) {
		each(parse(tb, string(line)))
		n++
	})
	return n
}

// file reads a JSON file of third-party data.
func file(tb testing.TB, parts ...string) *jsonv.Value {
	tb.Helper()
	text, err := os.ReadFile(thirdparty.Path(tb, parts...))
	if err != nil {
		tb.Fatal(err)
	}
	return parse(tb, string(text))
}

// parse parses a text that must be strict JSON.
func parse(tb testing.TB, text string) *jsonv.Value {
	tb.Helper()
	v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	if err != nil {
		tb.Fatalf("parse %.80q: %v", text, err)
	}
	return v
}
