package manifest_test

import (
	"crypto/sha256"
	"encoding/json"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// largestPage returns the tools/list result of the largest real capture.
func largestPage(b *testing.B) []byte {
	b.Helper()
	tools := ""
	rows(b, thirdparty.Path(b, "data", "corpus", "npm-live", "captures.jsonl.gz"), func(row *jsonv.Value) {
		if raw := row.Get("tools").Raw(); len(raw) > len(tools) {
			tools = raw
		}
	})
	return []byte(`{"tools":` + tools + `}`)
}

// BenchmarkLargestCapture sets what an observation does with a page (strict
// parse, canonical form, tool, field, manifest and surface digests) beside the
// least that anybody could do with the same bytes. Goal: at most three times.
func BenchmarkLargestCapture(b *testing.B) {
	page := largestPage(b)
	b.Run("baseline", func(b *testing.B) {
		b.SetBytes(int64(len(page)))
		b.ReportAllocs()
		for b.Loop() {
			if !json.Valid(page) {
				b.Fatal("not JSON")
			}
			sha256.Sum256(page)
		}
	})
	b.Run("mooring", func(b *testing.B) {
		b.SetBytes(int64(len(page)))
		b.ReportAllocs()
		for b.Loop() {
			p := surface.NewPager(surface.Tool, surface.Limits{})
			p.Page(page)
			s := surface.Surface{Listings: []surface.Listing{p.Listing()}}
			if _, err := manifest.Digest(s, manifest.Options{FieldDigests: true}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
