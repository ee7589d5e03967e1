package filter_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/filter"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/manifest"
)

// rows calls each for every line of a gzipped file of third-party data.
func rows(tb testing.TB, each func(row *jsonv.Value), parts ...string) (n int) {
	tb.Helper()
	thirdparty.Lines(tb, thirdparty.Path(tb, parts...), func(line []byte) {
		each(parse(tb, string(line)))
		n++
	})
	return n
}

func parse(tb testing.TB, text string) *jsonv.Value {
	tb.Helper()
	v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	if err != nil {
		tb.Fatalf("parse %.80q: %v", text, err)
	}
	return v
}

// digest runs "classify digest" over a text.
func digest(tb testing.TB, in string) (out string, failed int) {
	tb.Helper()
	return run(tb, in, filter.Digest(manifest.Privileges{}))
}

func run(tb testing.TB, in string, judge filter.Judge) (out string, failed int) {
	tb.Helper()
	var b strings.Builder
	failed, err := filter.Run(strings.NewReader(in), &b, judge, 0)
	if err != nil {
		tb.Fatalf("Run: %v", err)
	}
	return b.String(), failed
}
