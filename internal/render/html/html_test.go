package html_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/render/html"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
)

var update = flag.Bool("update", false, "rewrite golden files")

func rendered(tb testing.TB, r check.Report) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := html.Render(&b, r, html.Options{Next: []string{"mooring accept harbor", "mooring explain R02"}}); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestRender(t *testing.T) {
	got := rendered(t, reporttest.Rich())
	path := filepath.Join("testdata", "rich.html")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func BenchmarkRender(b *testing.B) {
	r := reporttest.Many(200)
	b.ReportAllocs()
	for b.Loop() {
		b.SetBytes(int64(len(rendered(b, r))))
	}
}
