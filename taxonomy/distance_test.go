package taxonomy

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// classical is Levenshtein's distance by the textbook.
func classical(a, b []string) int {
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

// TestAtLeastOfMany has so many words that a narrow band is tried first.
func TestAtLeastOfMany(t *testing.T) {
	for name, pair := range hard(11_500) {
		a, b := strings.Fields(pair[0]), strings.Fields(pair[1])
		d := classical(a, b)
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
	prose, letters := text(5000), text(26)
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
