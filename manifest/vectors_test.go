package manifest_test

import (
	gocmp "cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// paged is the surface of a server's tool pages; a page that is an error counts
// as one, and given replaces what the pages show.
func paged(server string, pages []string, given string) surface.Surface {
	p := surface.NewPager(surface.Tool, surface.Limits{})
	for _, page := range pages {
		if strings.HasPrefix(page, `{"error"`) {
			p.Fail(surface.PageFailed, "error page")
			continue
		}
		p.Page([]byte(page))
	}
	l := p.Listing()
	if given != "" && l.Status == surface.Observed {
		l.Completeness, l.Reason = surface.Completeness(given), surface.GivenByObserver
	}
	return surface.Surface{Server: surface.Server{ID: server}, Listings: []surface.Listing{l}}
}

func observe(tb testing.TB, s surface.Surface, o manifest.Options) manifest.Observed {
	tb.Helper()
	got, err := manifest.Observe(s, o)
	if err != nil {
		tb.Fatalf("Observe: %v", err)
	}
	return got
}

var withFields = manifest.Options{FieldDigests: true}

// TestManifestVectors runs the vectors that another implementation answered.
func TestManifestVectors(t *testing.T) {
	n := rows(t, thirdparty.Path(t, "data", "vectors", "manifests.jsonl.gz"), func(row *jsonv.Value) {
		list := parse(t, row.Get("raw").Text())
		var pages []string
		for _, page := range list.Items() {
			pages = append(pages, page.Raw())
		}
		id := row.Get("id").Text()
		s := paged(row.Get("server").Text(), pages, row.Get("completeness").Text())
		got := parse(t, string(observe(t, s, withFields).Append(nil)))
		if !jsonv.Equal(got, row.Get("want"), jsonv.Doubles) {
			t.Errorf("%s: Observe(%.200s) =\n%s\nwant\n%s", id, row.Get("raw").Text(), got.Raw(), row.Get("want").Raw())
		}
		if sum := jsonv.Digest(jsonv.Canonical(list, jsonv.Doubles)); sum != "sha256:"+row.Get("jcs_sha256").Text() {
			t.Errorf("%s: canonical pages have digest %s, want %s", id, sum, row.Get("jcs_sha256").Text())
		}
	})
	if n != 2000 {
		t.Errorf("read %d vectors, want 2000", n)
	}
}

// TestInvalidManifests: what strict parsing refuses gets no projection and no
// manifest digest.
func TestInvalidManifests(t *testing.T) {
	n := rows(t, thirdparty.Path(t, "data", "vectors", "manifests-invalid.jsonl.gz"), func(row *jsonv.Value) {
		id, raw := row.Get("id").Text(), row.Get("raw").Text()
		if got, err := manifest.DigestTool([]byte(raw)); err == nil {
			t.Errorf("%s: DigestTool(%q) = %+v, want an error for %q", id, raw, got, row.Get("want_error").Text())
		}
		page := strings.TrimSuffix(strings.TrimPrefix(raw, "["), "]")
		if got := observe(t, paged("s", []string{page}, ""), manifest.Options{}); got.ManifestDigest != "" {
			t.Errorf("%s: Observe(%q) has digest %s, want none for %q", id, page, got.ManifestDigest, row.Get("want_error").Text())
		}
	})
	if n != 60 {
		t.Errorf("read %d vectors, want 60", n)
	}
}

// ownVectors calls each for every file of a folder of testdata/vectors. The
// files are contracts: another implementation wrote their answers, and no test
// rewrites them.
func ownVectors(t *testing.T, folder string, atLeast int, each func(t *testing.T, name string, text []byte)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "testdata", "vectors", folder, "*.json"))
	if err != nil || len(paths) < atLeast {
		t.Fatalf("found %d vectors in %s, want at least %d (%v)", len(paths), folder, atLeast, err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { each(t, name, text) })
	}
}

func TestOwnManifestVectors(t *testing.T) {
	ownVectors(t, "manifest", 20, func(t *testing.T, _ string, text []byte) {
		t.Helper()
		var v struct {
			Why, Server string
			Pages       []string
			Want        json.RawMessage
		}
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		got := string(observe(t, paged(v.Server, v.Pages, ""), withFields).Append(nil))
		if want := compact(t, v.Want); got != want {
			t.Errorf("%s\nObserve(%q) =\n%s\nwant\n%s", v.Why, v.Pages, got, want)
		}
	})
}

// compact takes white space and needless escapes away and keeps member order.
func compact(t *testing.T, text []byte) string {
	t.Helper()
	var b strings.Builder
	writeCompact(&b, parse(t, string(text)))
	return b.String()
}

func writeCompact(b *strings.Builder, v *jsonv.Value) {
	switch v.Kind() {
	case jsonv.Array:
		b.WriteByte('[')
		for i, e := range v.Items() {
			if i > 0 {
				b.WriteByte(',')
			}
			writeCompact(b, e)
		}
		b.WriteByte(']')
	case jsonv.Object:
		sep := "{"
		for name, e := range v.Members() {
			b.WriteString(sep + string(jsonv.AppendQuoted(nil, name)) + ":")
			writeCompact(b, e)
			sep = ","
		}
		b.WriteByte('}')
	default:
		b.Write(jsonv.Canonical(v, jsonv.Source))
	}
}

// surfaceVector is a file of testdata/vectors/surface-projection.
type surfaceVector struct {
	Why         string
	SameAs      string `json:"same_as"`
	DiffersFrom string `json:"differs_from"`
	Pages       []string
	Want        struct {
		Digest string
		Items  []manifest.ItemDigest
	}
}

func TestSurfaceVectors(t *testing.T) {
	digests := map[string]string{}
	vectors := map[string]surfaceVector{}
	ownVectors(t, "surface-projection", 15, func(t *testing.T, name string, text []byte) {
		t.Helper()
		var v surfaceVector
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		pages := make([][]byte, len(v.Pages))
		for i, page := range v.Pages {
			pages[i] = []byte(page)
		}
		s, err := surface.FromPages("harbor", pages)
		if err != nil {
			t.Fatal(err)
		}
		got, err := manifest.SurfaceDigest(s)
		if err != nil {
			t.Fatal(err)
		}
		if got.Digest != v.Want.Digest {
			t.Errorf("%s\nSurfaceDigest(%q) = %s, want %s", v.Why, v.Pages, got.Digest, v.Want.Digest)
		}
		// Vectors hold the items as the digest sorts them, SurfaceDigest as they were listed.
		slices.SortFunc(got.Items, func(a, b manifest.ItemDigest) int {
			return gocmp.Or(gocmp.Compare(a.Kind, b.Kind), gocmp.Compare(a.Name, b.Name), gocmp.Compare(a.Digest, b.Digest))
		})
		if diff := cmp.Diff(v.Want.Items, got.Items); diff != "" && len(got.Items)+len(v.Want.Items) > 0 {
			t.Errorf("%s\nSurfaceDigest(%q) items differ (-want +got):\n%s", v.Why, v.Pages, diff)
		}
		digests[name], vectors[name] = got.Digest, v
	})
	for name, v := range vectors {
		if v.SameAs != "" && digests[name] != digests[v.SameAs] {
			t.Errorf("%s: digest differs from %s: %s", name, v.SameAs, v.Why)
		}
		if v.DiffersFrom != "" && (digests[name] == digests[v.DiffersFrom] || digests[v.DiffersFrom] == "") {
			t.Errorf("%s: digest equals %s: %s", name, v.DiffersFrom, v.Why)
		}
	}
}
