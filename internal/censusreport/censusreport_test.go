package censusreport_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"golang.org/x/net/html"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/censusgen"
	"github.com/mooring-mcp/mooring/internal/censusreport"
)

var update = flag.Bool("update", false, "rewrite golden files")

// made is a census of tools that are made up, with some bad lines, and its rows.
func made(tb testing.TB, tools int) (census.Result, []census.Row) {
	tb.Helper()
	var corpus bytes.Buffer
	if err := censusgen.Write(&corpus, 1, tools, max(1, tools/20)); err != nil {
		tb.Fatal(err)
	}
	corpus.WriteString("{\n[1]\n{\"name\":\"a\u200b\",\"name\":\"b\",\"inputSchema\":{\"properties\":{\"\xff\":{}}}}\n")
	o := census.Options{Deep: true, Rows: true, List: 2}
	s, t := census.NewScanner(o), census.NewTally(o)
	p := s.Part()
	place := census.Place{Line: 1}
	for line := range bytes.Lines(corpus.Bytes()) {
		s.Line(p, bytes.TrimSuffix(line, []byte("\n")), place)
		place.Line++
		place.Offset += int64(len(line))
	}
	t.Add(p, 0)
	return t.Result([]census.Input{{Name: "made.jsonl", Bytes: place.Offset, SHA256: strings.Repeat("0", 64)}}, ""), p.Rows
}

var renderers = map[string]func(io.Writer, census.Result) error{
	"made.txt": censusreport.Text, "made.csv": censusreport.CSV, "made.html": censusreport.HTML,
}

func rendered(tb testing.TB, render func(io.Writer, census.Result) error, r census.Result) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := render(&b, r); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	r, _ := made(t, 3000)
	for name, render := range renderers {
		got, golden := rendered(t, render, r), filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestIncomplete shows that a part is never shown as the whole.
func TestIncomplete(t *testing.T) {
	r, _ := made(t, 20)
	interrupted, torn := r, r
	interrupted.Complete, interrupted.Ended = false, "interrupted"
	torn.Complete, torn.Inputs = false, []census.Input{{Name: "a", Error: "unexpected EOF"}}
	for name, render := range map[string]func(io.Writer, census.Result) error{"text": censusreport.Text, "html": censusreport.HTML} {
		if got := rendered(t, render, interrupted); !bytes.Contains(got, []byte("Not complete: the reading was interrupted.")) {
			t.Errorf("%s does not say that the census was interrupted", name)
		}
		if got := rendered(t, render, torn); !bytes.Contains(got, []byte("not read to its end: unexpected EOF")) {
			t.Errorf("%s does not say that an input is torn", name)
		}
		if got := rendered(t, render, census.Result{Complete: true}); bytes.Contains(got, []byte("Not complete")) || bytes.Contains(got, []byte("NaN")) {
			t.Errorf("%s of nothing: %s", name, got)
		}
	}
}

func TestCSV(t *testing.T) {
	r, _ := made(t, 100)
	rows, err := csv.NewReader(bytes.NewReader(rendered(t, censusreport.CSV, r))).ReadAll() // which demands as many cells in each
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, row := range rows {
		if id := strings.Join(row[:3], "/"); seen[id] {
			t.Errorf("%s stands there twice", id)
		} else {
			seen[id] = true
		}
	}
}

// hostile are names of files that want to be more than text.
var hostile = []string{"<script>alert(1)</script>.jsonl", "\x1b[31mred", "a\u202egpj.jsonl", `"><img src=x onerror=alert(1)>`, "a\nb", "\xff"}

func TestHostileNames(t *testing.T) {
	r, _ := made(t, 20)
	for _, name := range hostile {
		h := r
		h.Inputs = []census.Input{{Name: name, Error: name}}
		h.Lines.First = []census.BadLine{{LinePlace: census.LinePlace{Input: name}, Reason: name}}
		text := string(rendered(t, censusreport.Text, h))
		for _, bad := range []string{"\x1b", "\u202e", "\xff"} {
			if strings.Contains(text, bad) {
				t.Errorf("%q reaches the terminal", name)
			}
		}
		h.Inputs[0].Name = "x"
		h.Inputs[0].Error, h.Lines.First[0] = name, census.BadLine{LinePlace: census.LinePlace{Input: "x"}, Reason: "x"}
		harmless := h
		harmless.Inputs = []census.Input{{Name: "x", Error: "x"}}
		if diff := cmp.Diff(elements(t, rendered(t, censusreport.HTML, harmless)), elements(t, rendered(t, censusreport.HTML, h))); diff != "" {
			t.Errorf("elements with %q (-harmless +hostile):\n%s", name, diff)
		}
	}
}

// elements are those of a page, with their attributes.
func elements(t *testing.T, page []byte) (out []string) {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			out = append(out, fmt.Sprint(n.Data, n.Attr))
		}
	}
	return out
}

// TestSelfContained holds the page to its own policy: one style, no script, nothing from
// elsewhere.
func TestSelfContained(t *testing.T) {
	r, _ := made(t, 100)
	page := rendered(t, censusreport.HTML, r)
	for _, e := range elements(t, page) {
		if regexp.MustCompile(`^(?:script|link|img|iframe|object|base|form)\b|\{ (?:href|src|on[a-z]+|style) `).MatchString(e) {
			t.Errorf("element %s", e)
		}
	}
	if bytes.Contains(page, []byte("ZgotmplZ")) || bytes.Contains(page, []byte("url(")) {
		t.Error("a text was refused by the template, or the style loads something")
	}
}

// parquetRow are some columns of the file.
type parquetRow struct {
	Line        int64    `parquet:"line"`
	Server      string   `parquet:"server"`
	Tool        string   `parquet:"tool"`
	DeclaredIn  string   `parquet:"declared_in"`
	Name        string   `parquet:"name"`
	Required    bool     `parquet:"required"`
	Deep        bool     `parquet:"deep"`
	URLEndpoint bool     `parquet:"url_endpoint"`
	Forms       []string `parquet:"forms,list"`
	Consequence []string `parquet:"tool_consequence,list"`
	Outbound    bool     `parquet:"tool_outbound"`
}

func writeParquet(tb testing.TB, rows []census.Row, pieces int) []byte {
	tb.Helper()
	var b bytes.Buffer
	p := censusreport.NewParquet(&b, []string{"made.jsonl"})
	for chunk := range slices.Chunk(rows, (len(rows)+pieces-1)/pieces) {
		if err := p.Write(chunk); err != nil {
			tb.Fatal(err)
		}
	}
	if err := p.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestParquet(t *testing.T) {
	r, rows := made(t, 14_000) // more than one row group
	file := writeParquet(t, rows, 1)
	if !bytes.Equal(file, writeParquet(t, rows, 7)) {
		t.Error("the file depends on how many rows are written at a time")
	}
	got, err := parquet.Read[parquetRow](bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(rows) || int64(len(got)) != r.Deep.Properties {
		t.Fatalf("%d rows, want %d", len(got), r.Deep.Properties)
	}
	urls := int64(0)
	for i, g := range got {
		w := rows[i]
		if g.Line != w.Line || g.Server != w.Server || g.Tool != strings.ToValidUTF8(w.Tool, "\uFFFD") || g.DeclaredIn != w.In || g.Name != strings.ToValidUTF8(w.Name, "\uFFFD") || g.Required != w.Required || g.Deep != w.Deep || g.Outbound != w.Signals.Outbound {
			t.Fatalf("row %d: %+v, want %+v", i, g, w)
		}
		if g.URLEndpoint && !g.Deep {
			urls++
		}
	}
	if want := r.Direct.Classes[4].Properties; urls != want {
		t.Errorf("%d parameters with url_endpoint, want %d", urls, want)
	}
}

// TestParquetElsewhere has a reader of somebody else read the file, and count what we
// counted.
func TestParquetElsewhere(t *testing.T) {
	node, err := exec.LookPath("node")
	const modules = "../../testdata/npm/node_modules"
	if _, missing := os.Stat(filepath.Join(modules, "hyparquet")); err != nil || missing != nil {
		if slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "node") {
			t.Fatal("no node, or no hyparquet in ", modules)
		}
		t.Skip("no node, or no hyparquet: make npm installs it")
	}
	r, rows := made(t, 14_000)
	file := filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(file, writeParquet(t, rows, 1), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), node, "testdata/read.mjs", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Rows, Required, Servers int64
		Classes, Forms          map[string]int64
		Last                    string
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if got.Rows != r.Deep.Properties || got.Required != r.Deep.RequiredProperties {
		t.Errorf("%d rows, %d required, want %d, %d", got.Rows, got.Required, r.Deep.Properties, r.Deep.RequiredProperties)
	}
	for _, l := range append(r.Deep.Classes, r.Deep.Buckets...) {
		column := strings.NewReplacer("gg:", "", "-", "_", "account", "bucket_account", "raw", "bucket_raw").Replace(l.ID)
		if got.Classes[column] != l.Properties {
			t.Errorf("%s: %d rows, want %d", column, got.Classes[column], l.Properties)
		}
	}
	for _, f := range r.Forms { // the made up tools have nothing below their definitions
		if got.Forms[f.Form] != f.Properties {
			t.Errorf("form %s: %d rows, want %d", f.Form, got.Forms[f.Form], f.Properties)
		}
	}
	if got.Last != "\uFFFD" {
		t.Errorf("the last name is %q", got.Last)
	}
}
