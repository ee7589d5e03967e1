package glob

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestShort is that what is decided at once is what walking both names step by step decides.
func TestShort(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	words := strings.Fields("* * * ? a a b b . . e n v [ab] [!a] [a.] ** \x00 id_ rsa ssh")
	rows := strings.Fields("* ? a a b b . . e n v id_ rsa ssh .env")
	draw := func(from []string, most int) string {
		var b strings.Builder
		for range 1 + random.IntN(most) {
			b.WriteString(from[random.IntN(len(from))])
		}
		return b.String()
	}
	met, said := 0, 0
	for range 60_000 {
		n, row := ParseName(draw(words, 6)), ParseName(draw(rows, 5))
		row.Begins = random.IntN(4) == 0
		if n.any || len(n.tokens) == 0 || len(row.tokens) == 0 {
			continue
		}
		m := newMeeting(&n, &row, nil)
		if !row.wild {
			want := m.meets(0, true)
			if got := n.matches(&row); got != want {
				t.Fatalf("%+v matches %+v: %v, want %v", n, row, got, want)
			}
			if want {
				met++
			}
		}
		want := saysStepwise(&row, &m)
		if got := n.says(&row, &m); got != want {
			t.Fatalf("%+v says %+v: %v, want %v", n, row, got, want)
		}
		if want {
			said++
		}
	}
	if met < 1000 || said < 300 {
		t.Errorf("%d met and %d said something", met, said)
	}
}

// saysStepwise is says without what it knows beforehand.
func saysStepwise(row *Name, m *meeting) bool {
	m.first = both
	if m.meets(enough, false) || m.meets(plenty, true) {
		return true
	}
	m.first = ofRow
	if !row.Begins && m.meets(plenty, true) {
		return true
	}
	m.first = none
	if row.most == 0 {
		return m.meets(enough, false) || m.meets(plenty, true)
	}
	return !row.Begins && m.meets(row.most, true)
}
