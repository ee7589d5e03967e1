package signal_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/signal"
)

func phrases(tb testing.TB, list string) *signal.Phrases {
	tb.Helper()
	p, err := signal.ParsePhrases([]byte(list))
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// equalFold compares by simple case folding, a character with a character.
func equalFold(a, b rune) bool {
	for r := unicode.SimpleFold(a); r != a; r = unicode.SimpleFold(r) {
		if r == b {
			return true
		}
	}
	return a == b
}

// naive looks for every phrase at every character.
func naive(list []string, text string) []signal.Match {
	var out []signal.Match
	starts := []int{}
	for i := range text {
		starts = append(starts, i)
	}
	starts = append(starts, len(text))
	runes := []rune(text)
	for _, phrase := range list {
		want := []rune(phrase)
		for i := 0; i+len(want) <= len(runes); i++ {
			if slices.EqualFunc(runes[i:i+len(want)], want, equalFold) {
				out = append(out, signal.Match{Definition: phrase, Start: starts[i], End: starts[i+len(want)]})
				break
			}
		}
	}
	slices.SortFunc(out, func(a, b signal.Match) int {
		return cmp.Or(a.Start-b.Start, a.End-b.End, strings.Compare(a.Definition, b.Definition))
	})
	return out
}

// TestPhrases compares with a search of each phrase by itself, over letters that
// get shorter when they are folded.
func TestPhrases(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	letters := []rune("aAbsSkKß\u017F\u212A\u1E9E ")
	word := func(most int) string {
		var b strings.Builder
		for range 1 + random.IntN(most) {
			b.WriteRune(letters[random.IntN(len(letters))])
		}
		return b.String()
	}
	for range 20_000 {
		var lines []string
		for range 1 + random.IntN(6) {
			lines = append(lines, word(4))
		}
		list := strings.Join(lines, "\n") + "\nx"
		p, text := phrases(t, list), word(20)
		if diff := gocmp.Diff(naive(p.List(), text), p.Find(text)); diff != "" {
			t.Fatalf("Find(%q) with %q (-want +got):\n%s", text, p.List(), diff)
		}
	}
}

// TestPhrasesHostile shows that neither a list nor a text costs more than its size:
// phrases of one beginning, phrases inside phrases, and a text that is moved by its
// folding and holds them all.
func TestPhrasesHostile(t *testing.T) {
	const most = 1 << 20
	var alike, nested, all strings.Builder
	for i := 0; alike.Len() < most-20; i++ {
		fmt.Fprintf(&alike, "aaaaaaaa%d\n", i)
		fmt.Fprintf(&all, "\u212A aaaaaaaa%d ", i)
	}
	for i := 2; nested.Len()+i < most; i++ {
		nested.WriteString(strings.Repeat("a", i) + "\n")
	}
	plain := strings.Repeat("a", 4*most)
	for _, tt := range []struct {
		name, list, text string
		want             int
	}{
		{"one beginning", alike.String(), plain, 0},
		{"inside each other", nested.String(), plain, strings.Count(nested.String(), "\n")},
		{"one long one", strings.Repeat("a", most-2) + "b", plain, 0},
		{"all of them", alike.String(), all.String(), strings.Count(alike.String(), "\n")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			if got := phrases(t, tt.list).Find(tt.text); len(got) != tt.want {
				t.Errorf("Find has %d matches, want %d", len(got), tt.want)
			}
			if spent := time.Since(start); spent > 20*time.Second {
				t.Errorf("took %v", spent)
			}
		})
	}
}

// TestOrder shows that matches come by where they start.
func TestOrder(t *testing.T) {
	text := "z\u200b <!-- Do NOT tell, x"
	if got := signal.Hidden(text); len(got) != 2 || got[0].Start != 1 || got[1].Definition != signal.Comment {
		t.Errorf("Hidden(%q) = %v", text, got)
	}
	if got := phrases(t, "x\ndo not\nz").Find(text); len(got) != 3 || got[0].Definition != "z" || got[2].Definition != "x" {
		t.Errorf("Find(%q) = %v", text, got)
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
		want string
	}{{"dock", 4, "dock"}, {"docks", 4, "dock…"}, {"doé!", 3, "do…"}, {"é", 1, "…"}, {"", 0, ""}} {
		if got := signal.Cut(tt.text, tt.n); got != tt.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", tt.text, tt.n, got, tt.want)
		}
	}
}
