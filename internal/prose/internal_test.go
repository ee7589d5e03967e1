package prose

// These tests are inside the package because the distance and the word lists are
// not exported.

import (
	"math/rand/v2"
	"testing"
)

// TestDistance compares the distance with the recurrence written down.
func TestDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		a := letters(rng, rng.IntN(12))
		b := letters(rng, rng.IntN(12))
		limit := rng.IntN(14)
		want := min(recurrence(a, b), limit+1)
		if got := distance(a, b, limit); got != want {
			t.Fatalf("distance(%q, %q, %d) = %d, want %d", string(a), string(b), limit, got, want)
		}
	}
}

func letters(rng *rand.Rand, n int) []rune {
	text := make([]rune, n)
	for i := range text {
		text[i] = rune('a' + rng.IntN(3))
	}
	return text
}

func recurrence(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = 1 + min(d[i-1][j], d[i][j-1], d[i-1][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// TestExactThresholds shows that a similarity on a bound suffices.
func TestExactThresholds(t *testing.T) {
	tests := []struct {
		name         string
		chars, words similarity
		want         bool
	}{
		{"on the first", similarity{9, 10}, similarity{3, 10}, true},
		{"a hair under its characters", similarity{899999, 1000000}, similarity{3, 10}, false},
		{"a hair under its words", similarity{9, 10}, similarity{299999, 1000000}, false},
		{"on the second", similarity{3, 4}, similarity{9, 10}, true},
		{"a hair under its characters", similarity{749999, 1000000}, similarity{9, 10}, false},
		{"a hair under its words", similarity{3, 4}, similarity{899999, 1000000}, false},
	}
	for _, tt := range tests {
		if got := similarEnough(tt.chars, tt.words); got != tt.want {
			t.Errorf("%s: similarEnough(%v, %v) = %v, want %v", tt.name, tt.chars, tt.words, got, tt.want)
		}
	}
}

// TestWordLists checks that the lists do not work against each other.
func TestWordLists(t *testing.T) {
	l, err := parseLists(wordsV1)
	if err != nil {
		t.Fatal(err)
	}
	for w := range l.free {
		if _, _, ok := l.marker(w); ok {
			t.Errorf("%q carries nothing, and is a marker", w)
		}
	}
	for w := range l.whole {
		if stem, _, _ := l.marker(w); l.beginnings[stemOf(l, w)] != 0 {
			t.Errorf("marker %q is listed by its beginning, too (%v)", w, stem)
		}
		if l.units[w] {
			t.Errorf("marker %q is a unit", w)
		}
		if _, ok := l.spelled[w]; ok {
			t.Errorf("marker %q is spelled otherwise", w)
		}
	}
	for w := range l.distinct {
		if !hasNeighbour(l, w) {
			t.Errorf("%q is listed as distinct, and no other is a letter apart", w)
		}
		if _, _, ok := l.marker(w); ok {
			t.Errorf("%q is listed as distinct, and a marker", w)
		}
	}
	for pair := range l.same {
		for _, w := range pair {
			if _, _, ok := l.marker(w); ok {
				t.Errorf("%q is a form of another word, and a marker", w)
			}
		}
	}
}

func hasNeighbour(l *wordLists, w string) bool {
	for other := range l.distinct {
		_, edit := oneEdit([]rune(w), []rune(other))
		if w != other && edit && w[0] == other[0] && max(len(w), len(other)) > 3 && !inflected(w, other) {
			return true
		}
	}
	return false
}

// stemOf returns the listed beginning of a word, "" if there is none.
func stemOf(l *wordLists, w string) string {
	for i := range w {
		if l.beginnings[w[:i]] != 0 {
			return w[:i]
		}
	}
	return w
}

func TestWordListErrors(t *testing.T) {
	for _, text := range []string{
		"[negation]\nnot", "[negation]\nen: not\n[modality]\nen: not", "[negation]\nen: no*", "[forms]\nen: is",
		"[numbers]\nen: one=1 one=2", "[nonsense]\nen: a=b", "[negation]\nzh~: 不\n[modality]\nzh~: 不",
	} {
		if _, err := parseLists(text); err == nil {
			t.Errorf("parseLists(%q) found nothing wrong", text)
		}
	}
}
