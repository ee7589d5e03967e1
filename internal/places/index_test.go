package places

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/glob"
)

var anchors = []glob.Anchor{glob.Loose, glob.Root, glob.Home, glob.Work}

// TestIndex is that the index finds what asking each row finds, for the folders and names of the rows themselves and
// for those below, above and beside them.
func TestIndex(t *testing.T) {
	tried, found, held := 0, 0, 0
	for _, q := range Rows() {
		for end := 1; end <= len(q.segs); end++ {
			name := strings.NewReplacer("*", "x", "?", " ").Replace(strings.Join(q.segs[:end], "/"))
			for _, path := range []string{name, "x/" + name, "x/y/" + name, name + "/x", name + "x", ".config/" + name, name[1:] + "/.ssh"} {
				if strings.HasPrefix(path, "/") {
					continue
				}
				for _, anchor := range anchors {
					tried++
					found += sameRows(t, anchor, strings.Split(path, "/"))
					want := HeldBy(glob.NamesPath(anchor, path), Credential)
					if want {
						held++
					}
					if got := Held(anchor, path, Credential); got != want {
						t.Fatalf("anchor %d: Held(%q) = %v, and by its rows %v", anchor, path, got, want)
					}
				}
			}
		}
	}
	if tried < 10_000 || found < 1000 || held < 500 {
		t.Errorf("tried %d paths, of which %d lead somewhere and %d hold something", tried, found, held)
	}
}

func sameRows(t *testing.T, anchor glob.Anchor, segs []string) int {
	t.Helper()
	got := map[*Row]bool{}
	hit := func(q *Row) { got[q] = true }
	if anchor == glob.Loose {
		Floating(segs, hit)
	} else {
		Anchored(anchor, segs, hit)
	}
	n := 0
	for _, q := range Rows() {
		if q.Anchor != anchor {
			continue
		}
		want := q.Matches(segs)
		for i := 1; i < len(segs) && anchor == glob.Loose && !want; i++ {
			want = q.Matches(segs[i:])
		}
		if want != got[q] {
			t.Fatalf("anchor %d: row %s for %q is %v, and by itself %v", anchor, q, segs, got[q], want)
		}
		if want {
			n++
		}
	}
	return n
}
