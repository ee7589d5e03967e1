package manifest_test

import (
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// oracleDigest is the tool digest by another implementation of RFC 8785.
func oracleDigest(t *testing.T, tool *jsonv.Value) string {
	t.Helper()
	text := []byte("{")
	add := func(name, wire, snake string) {
		v := tool.Get(wire)
		if !v.Exists() {
			v = tool.Get(snake)
		}
		raw := v.Raw()
		if !v.Exists() {
			raw = "null"
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(text, `"`+name+`":`+raw...)
	}
	add("name", "name", "name")
	add("description", "description", "description")
	add("input_schema", "inputSchema", "input_schema")
	add("output_schema", "outputSchema", "output_schema")
	add("annotations", "annotations", "annotations")
	value := jsontext.Value(append(text, '}'))
	if err := value.Canonicalize(); err != nil {
		t.Fatal(err)
	}
	return jsonv.Digest(value)
}

// corpusTool digests one real tool twice, and once more by the oracle.
func corpusTool(t *testing.T, tool *jsonv.Value) {
	t.Helper()
	if tool.Kind() != jsonv.Object || tool.Get("name").Kind() != jsonv.String {
		return
	}
	first, second := digestTool(t, tool.Raw()), digestTool(t, tool.Raw())
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("DigestTool(%.100s) differs from itself:\n%s", tool.Raw(), diff)
	}
	if want := oracleDigest(t, tool); first.Digest != want {
		t.Errorf("DigestTool(%.100s) = %s, want %s", tool.Raw(), first.Digest, want)
	}
}

// TestCorpusTools digests every tool of the real collections.
func TestCorpusTools(t *testing.T) {
	root := thirdparty.Path(t, "data", "corpus")
	n := 0
	for _, pattern := range []string{"git/*.objects.jsonl.gz", "git/*.pairs.jsonl.gz", "git/*.events.jsonl.gz", "npm-live/pairs.jsonl.gz", "npm-live/events.jsonl.gz", "all-tools.jsonl.gz", "toucan-simplified.jsonl.gz"} {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no files match %q (%v)", pattern, err)
		}
		for _, path := range paths {
			n += rows(t, path, func(row *jsonv.Value) {
				for _, member := range []string{"tool", "old", "new"} {
					corpusTool(t, row.Get(member))
				}
			})
		}
	}
	if n < 30_000 {
		t.Errorf("read %d rows, want at least 30,000", n)
	}
}

// captured is the surface of a capture's lists.
func captured(t *testing.T, row *jsonv.Value) surface.Surface {
	t.Helper()
	var pages [][]byte
	if init := row.Get("initialize"); init.Exists() {
		pages = append(pages, []byte(init.Raw()))
	}
	for _, kind := range surface.Kinds() {
		if list := row.Get(kind.Member()); list.Exists() {
			pages = append(pages, []byte(`{"`+kind.Member()+`":`+list.Raw()+`}`))
		}
	}
	s, err := surface.FromPages(row.Get("package").Text(), pages)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCaptures digests whole observed surfaces: twice the same, listed backwards
// the same projection, and piece by piece the same as at once.
func TestCaptures(t *testing.T) {
	for _, name := range []string{"captures.jsonl.gz", "modern-2026-07-28.jsonl.gz"} {
		rows(t, thirdparty.Path(t, "data", "corpus", "npm-live", name), func(row *jsonv.Value) {
			s := captured(t, row)
			first, err := manifest.Digest(s, withFields)
			if err != nil {
				t.Fatalf("%s: %v", s.Server.ID, err)
			}
			second, _ := manifest.Digest(captured(t, row), withFields)
			if diff := cmp.Diff(first, second); diff != "" {
				t.Errorf("%s: Digest differs from itself:\n%s", s.Server.ID, diff)
			}
			if diff := cmp.Diff(first.Observed, observe(t, s, withFields)); diff != "" {
				t.Errorf("%s: Observe differs from Digest:\n%s", s.Server.ID, diff)
			}
			for i := range s.Listings {
				items := s.Listings[i].Items
				for a, b := 0, len(items)-1; a < b; a, b = a+1, b-1 {
					items[a], items[b] = items[b], items[a]
				}
			}
			backwards, err := manifest.SurfaceDigest(s)
			if backwards.Digest != first.Projection.Digest || err != nil {
				t.Errorf("%s: SurfaceDigest backwards = %s (%v), want %s", s.Server.ID, backwards.Digest, err, first.Projection.Digest)
			}
			if got := observe(t, s, withFields).ManifestDigest; got != first.Observed.ManifestDigest {
				t.Errorf("%s: manifest digest backwards = %s, want %s", s.Server.ID, got, first.Observed.ManifestDigest)
			}
		})
	}
}

// TestSnapshots digests the states of servers' histories from their objects.
func TestSnapshots(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(thirdparty.Path(t, "data", "corpus", "git"), "*.snapshots.jsonl.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no snapshots (%v)", err)
	}
	for _, path := range paths {
		objects := map[string]string{}
		rows(t, path[:len(path)-len("snapshots.jsonl.gz")]+"objects.jsonl.gz", func(row *jsonv.Value) {
			objects[row.Get("sha256").Text()] = row.Get("tool").Raw()
		})
		seen := 0
		rows(t, path, func(row *jsonv.Value) {
			if seen++; seen%10 != 0 {
				return // neighbours share nearly all of their objects
			}
			page := []byte(`{"tools":[`)
			for i, sum := range row.Get("tools").Items() {
				if i > 0 {
					page = append(page, ',')
				}
				page = append(page, objects[sum.Text()]...)
			}
			s := paged("s", []string{string(append(page, "]}"...))}, "")
			first, err := manifest.Digest(s, withFields)
			if err != nil {
				t.Fatal(err)
			}
			if second, _ := manifest.Digest(s, withFields); cmp.Diff(first, second) != "" {
				t.Errorf("%s %s: Digest differs from itself", filepath.Base(path), row.Get("commit").Text())
			}
			if n := first.Observed.ToolCount; n != row.Get("tools").Len() {
				t.Errorf("%s %s: %d tools, want %d", filepath.Base(path), row.Get("commit").Text(), n, row.Get("tools").Len())
			}
		})
	}
}
