package markdown_test

import (
	"bytes"
	"cmp"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/render/markdown"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
)

var update = flag.Bool("update", false, "rewrite golden files")

func rendered(t *testing.T, r check.Report, o markdown.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := markdown.Render(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRender(t *testing.T) {
	got := rendered(t, reporttest.Rich(), markdown.Options{Marker: "<!-- mooring:release -->", Next: []string{"mooring accept harbor", "mooring explain R02"}})
	path := filepath.Join("testdata", "rich.md")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// TestLimit cuts a large report: every length keeps whole markup, the strict before
// the mild, and says what is missing.
func TestLimit(t *testing.T) {
	r := reporttest.Many(300)
	all := rendered(t, r, markdown.Options{Limit: 1 << 30})
	if strings.Contains(all, "left out") {
		t.Error("without a limit something is left out")
	}
	for _, limit := range []int{markdown.LeastLimit, 5_000, 9_999, 30_000, 0, 65_536, 200_000} {
		got := rendered(t, r, markdown.Options{Limit: limit, Marker: "<!-- mooring -->", Next: slices.Repeat([]string{strings.Repeat("n", 300)}, 40)})
		if most := cmp.Or(limit, markdown.DefaultLimit); len(got) > most {
			t.Errorf("limit %d: %d bytes", most, len(got))
		}
		if n, m := strings.Count(got, "<details>"), strings.Count(got, "</details>"); n != m {
			t.Errorf("limit %d: %d details begin, %d end", limit, n, m)
		}
		rows, details, left := strings.Count(got, "\n| 🔴")+strings.Count(got, "\n| 🟠")+strings.Count(got, "\n| 🟡")+strings.Count(got, "\n| ⚪"), strings.Count(got, "<summary>🔴")+strings.Count(got, "<summary>🟠")+strings.Count(got, "<summary>🟡")+strings.Count(got, "<summary>⚪"), regexp.MustCompile(`_(?:(\d+) rows? and )?(\d+) details? left out`).FindStringSubmatch(got)
		if left == nil {
			t.Fatalf("limit %d: does not say what is left out:\n%s", limit, got[len(got)-200:])
		}
		lines := len(r.Lines())
		noRow, _ := strconv.Atoi(left[1])
		noDetail, _ := strconv.Atoi(left[2])
		if rows+noRow != lines || details+noDetail != lines {
			t.Errorf("limit %d: %d rows + %d, %d details + %d; want %d each", limit, rows, noRow, details, noDetail, lines)
		}
		for _, mild := range []string{"🟠", "🟡", "⚪"} {
			for _, lead := range []string{"\n| ", "<summary>"} {
				if strings.Contains(got, lead+mild) && strings.Count(got, lead+"🔴") != strings.Count(all, lead+"🔴") {
					t.Errorf("limit %d: shows %s while something that fails is left out", limit, mild)
				}
			}
		}
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []markdown.Options{
		{Limit: markdown.LeastLimit - 1}, {Limit: -1}, {Marker: "mooring"}, {Marker: "<!-- a --> b -->"}, {Marker: "<!-- a\n -->"}, {Marker: "<!-- a -- b -->"}, {Marker: "<!-- <b> -->"},
	} {
		if err := markdown.Render(io.Discard, reporttest.Rich(), o); err == nil {
			t.Errorf("Render with %+v: no error", o)
		}
	}
	if got := rendered(t, reporttest.Rich(), markdown.Options{}); strings.Contains(got, "<!--") {
		t.Error("a marker that nobody asked for")
	}
}
