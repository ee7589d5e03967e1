package taxonomy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// classical is Levenshtein's distance by the textbook.
func classical[W comparable](a, b []W) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := 1
			if x == y {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}

// edited is words with some of them changed, and blocks moved.
func edited(random *rand.Rand, words []string, alphabet, edits int) []string {
	out := append([]string{}, words...)
	for range edits {
		at := random.IntN(len(out) + 1)
		switch op := random.IntN(4); {
		case op == 0 && at < len(out):
			out = append(out[:at], out[at+1:]...)
		case op == 1 && at < len(out):
			out[at] = fmt.Sprint(random.IntN(alphabet))
		case op == 2 && at < len(out):
			block := append([]string{}, out[at:min(at+random.IntN(70), len(out))]...)
			to := random.IntN(len(out) + 1)
			out = append(out[:to:to], append(block, out[to:]...)...)
		default:
			out = append(out[:at:at], append([]string{fmt.Sprint(random.IntN(alphabet))}, out[at:]...)...)
		}
	}
	return out
}

// TestAtLeast compares with the textbook for every limit that is near.
func TestAtLeast(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for n := range 300 {
		alphabet := 1 + random.IntN(1+n%40)
		a := edited(random, nil, alphabet, random.IntN(100))
		b := edited(random, a, alphabet, random.IntN(60))
		if n%7 == 0 {
			b = edited(random, nil, alphabet, random.IntN(100))
		}
		d := classical(a, b)
		for _, limit := range []int{1, d - 60, d - 1, d, d + 1, d + 2, d + 70} {
			if limit >= 1 && atLeast(a, b, limit) != (d >= limit) {
				t.Fatalf("distance %d, limit %d: atLeast is %v\n%q\n%q", d, limit, d < limit, a, b)
			}
		}
	}
}

var sizesAtEdges = []int{1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 320}

// TestBand compares with the textbook for every limit, at sizes around the edges of
// blocks and stripes.
func TestBand(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for n := range 400 {
		alphabet := 1 + random.IntN(1+n%30)
		a := make([]string, sizesAtEdges[n%len(sizesAtEdges)])
		for i := range a {
			a[i] = fmt.Sprint(random.IntN(alphabet))
		}
		b := edited(random, a, alphabet, random.IntN(1+len(a)/2))
		if n%5 == 0 {
			b = b[:len(b)/2]
		}
		testBand(t, a, b)
	}
}

// TestBandAlongTheEdge has paths that lead along row 0 or column 0.
func TestBandAlongTheEdge(t *testing.T) {
	for _, size := range sizesAtEdges {
		for _, more := range sizesAtEdges {
			a, b := make([]string, size), make([]string, more, more+size)
			for i := range a {
				a[i] = fmt.Sprint(i)
			}
			b = append(b, a...)
			testBand(t, a, b)
			testBand(t, b, a)
		}
	}
}

// testBand tries every limit, with and without a second goroutine.
func testBand(t *testing.T, a, b []string) {
	t.Helper()
	if len(b)%2 == 1 {
		a, b = append(slices.Clip(a), "end"), append(b, "end")
	}
	if len(a) == 0 || len(b) == 0 {
		return
	}
	d := classical(a, b)
	x, y, words := intern(a, b)
	for most := range d + 70 {
		m := newMatrix(x, y, words, most)
		for _, wide := range []int{1, 2, wideBlocks} {
			band := newBand(m, len(x)+len(y))
			band.wide = wide
			if got := band.arrives(); got != (d <= most) {
				t.Fatalf("distance %d: arrives with %d edits, wide %d: %v\n%q\n%q", d, most, wide, got, a, b)
			}
			if d <= most && band.final() != d {
				t.Fatalf("distance %d: final with %d edits, wide %d: %d\n%q\n%q", d, most, wide, band.final(), a, b)
			}
		}
	}
}

// TestBandShared has bands so wide that two goroutines share them over many stretches.
func TestBandShared(t *testing.T) {
	for name, pair := range hard(40_000) {
		x, y, words := intern(strings.Fields(pair[0]), strings.Fields(pair[1]))
		if len(y)%2 == 1 {
			x, y, words = append(x, words), append(y, words), words+1
		}
		m := newMatrix(x, y, words, 11_000)
		alone, shared := newBand(m, len(x)+len(y)), newBand(m, len(x)+len(y))
		alone.wide, shared.wide = len(x), 10
		if got, want := shared.arrives(), alone.arrives(); got != want || got && shared.final() != alone.final() {
			t.Errorf("%s: %v, distance %d; in one goroutine %v, %d", name, got, shared.final(), want, alone.final())
		}
	}
}

// TestAtLeastOfMany has so many words that a narrow band and both ends are tried first.
func TestAtLeastOfMany(t *testing.T) {
	for name, pair := range hard(11_500) {
		a, b := strings.Fields(pair[0]), strings.Fields(pair[1])
		x, y, _ := intern(a, b) // numbers compare faster
		d := classical(x, y)
		if !atLeast(a, b, d) || atLeast(a, b, d+1) {
			t.Errorf("%s: the distance is %d; at least that: %v, one more: %v", name, d, atLeast(a, b, d), atLeast(a, b, d+1))
		}
	}
}

func FuzzRewritten(f *testing.F) {
	f.Add("a b c d e", "a b c d f")
	f.Add("", " ")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := strings.Fields(a), strings.Fields(b)
		denominator := max(len(x), len(y))
		want := denominator > 0 && classical(x, y)*5 >= denominator
		if rewritten(a, b) != want {
			t.Errorf("rewritten(%q, %q) is %v, the distance %d of %d", a, b, !want, classical(x, y), denominator)
		}
	})
}

// hard are pairs that cost the most: their distance is near the limit, or their
// words repeat.
func hard(words int) map[string][2]string {
	random := rand.New(rand.NewPCG(5, 6))
	text := func(alphabet int) []string {
		out := make([]string, words)
		for i := range out {
			out[i] = fmt.Sprint(random.IntN(alphabet))
		}
		return out
	}
	changed := func(list []string, share float64) []string {
		out := append([]string{}, list...)
		for i := range out {
			if random.Float64() < share {
				out[i] = fmt.Sprint(random.IntN(10))
			}
		}
		return out
	}
	join := func(a, b []string) [2]string { return [2]string{strings.Join(a, " "), strings.Join(b, " ")} }
	// replaced draws a share of the words anew from a whole alphabet.
	replaced := func(list []string, alphabet int, share float64) []string {
		out := append([]string{}, list...)
		for i := range out {
			if random.Float64() < share {
				out[i] = fmt.Sprint(random.IntN(alphabet))
			}
		}
		return out
	}
	prose, letters := text(5000), text(26)
	twenty, two, thousand := text(20), text(2), text(1000)
	periodic := make([]string, words)
	for i := range periodic {
		periodic[i] = fmt.Sprint(i % 2)
	}
	shuffled := append([]string{}, letters...)
	random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	return map[string][2]string{
		"prose, a tenth changed":     join(prose, changed(prose, 0.1)),
		"letters, just below":        join(letters, changed(letters, 0.19)),
		"letters, just above":        join(letters, changed(letters, 0.22)),
		"letters, shuffled":          join(letters, shuffled),
		"periodic, just below":       join(periodic, changed(periodic, 0.19)),
		"20 letters, at the limit":   join(twenty, replaced(twenty, 20, 0.22)),
		"2 letters, at the limit":    join(two, replaced(two, 2, 0.44)),
		"1000 words, at the limit":   join(thousand, replaced(thousand, 1000, 0.2015)),
		"20 letters, early edits":    join(twenty, append(replaced(twenty[:words/4], 20, 0.9), twenty[words/4:]...)),
		"20 letters, late edits":     join(twenty, append(twenty[:words*3/4:words*3/4], replaced(twenty[words*3/4:], 20, 0.9)...)),
		"20 letters, end cut":        join(twenty, replaced(twenty[:words*9/10], 20, 0.13)),
		"20 letters, middle cut":     join(twenty, replaced(append(twenty[:words*2/5:words*2/5], twenty[words/2:]...), 20, 0.12)),
		"20 letters, block moved":    join(twenty, replaced(append(twenty[words/20:words/2:words/2], append(twenty[:words/20:words/20], twenty[words/2:]...)...), 20, 0.12)),
		"periodic, moved and edited": join(periodic, append(changed(periodic, 0.15)[words/20:], periodic[:words/20]...)),
	}
}

func BenchmarkRewritten(b *testing.B) {
	for _, words := range []int{100, 5000, 170_000, 500_000} {
		for name, pair := range hard(words) {
			b.Run(fmt.Sprintf("%d words/%s", words, name), func(b *testing.B) {
				for b.Loop() {
					rewritten(pair[0], pair[1])
				}
			})
		}
	}
}
