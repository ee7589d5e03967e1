package sqlread_test

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/sqlread"
)

// rounds is how many mutants a differential test makes: few, or with MOORING_SOAK many.
func rounds(few, many int) int {
	if os.Getenv("MOORING_SOAK") != "" {
		return many
	}
	return few
}

// pieces cuts a statement for mutation: words, strings, blanks, single characters.
var pieces = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*|'[^']*'|"[^"]*"|\$\$|--|/\*|\*/|::|\d+|\s+|[^\s]`)

// mutator makes statements out of others, the same ones for a seed.
type mutator struct {
	rand  *rand.Rand
	reads []string // statements that are proved
	seeds []string // and those that are not
	pool  []string // pieces of the statements of all dialects
}

// newMutator takes the statements of testdata/statements.txt: those of a dialect as
// seeds, pieces of all of them to put in.
func newMutator(tb testing.TB, d sqlread.Dialect) *mutator {
	tb.Helper()
	if underRace {
		tb.Skip("one goroutine, and ten times slower under the race detector")
	}
	m := &mutator{rand: rand.New(rand.NewPCG(9, 2))}
	seen := map[string]bool{}
	for _, s := range ours(tb) {
		if s.dialect == d {
			m.seeds = append(m.seeds, s.sql)
			if s.want == "reads" {
				m.reads = append(m.reads, s.sql)
			}
		}
		for _, p := range pieces.FindAllString(s.sql, -1) {
			if !seen[p] {
				m.pool = append(m.pool, p)
			}
			seen[p] = true
		}
	}
	return m
}

// next is another mutant.
func (m *mutator) next() string {
	parts := pieces.FindAllString(m.pick(m.reads), -1)
	if m.rand.IntN(5) == 0 {
		parts = pieces.FindAllString(m.pick(m.seeds), -1)
	}
	for range 1 + m.rand.IntN(3) {
		if len(parts) == 0 {
			return ""
		}
		i := m.rand.IntN(len(parts))
		switch m.rand.IntN(6) {
		case 0:
			parts = append(parts[:i:i], parts[i+1:]...)
		case 1:
			parts = append(parts[:i:i], append([]string{m.pick(m.pool)}, parts[i:]...)...)
		case 2:
			parts = append(append(parts[:i:i], m.pick(m.pool)), parts[i+1:]...)
		case 3:
			other := pieces.FindAllString(m.pick(m.seeds), -1)
			parts = append(parts[:i:i], other[m.rand.IntN(len(other)):]...)
		case 4:
			parts = append(append(parts[:i:i], " ", m.pick(m.seeds), " "), parts[i:]...)
		default:
			j := m.rand.IntN(len(parts))
			parts = append([]string(nil), parts...)
			parts[i], parts[j] = parts[j], parts[i]
		}
	}
	return strings.Join(parts, "")
}

func (m *mutator) pick(from []string) string { return from[m.rand.IntN(len(from))] }

// FuzzClassify shows of any text that the answer is whole, the same twice, and that
// what is read-only in a generic server is so in all.
func FuzzClassify(f *testing.F) {
	for _, s := range ours(f) {
		f.Add(s.sql)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		yes := 0
		for _, d := range []sqlread.Dialect{sqlread.Postgres, sqlread.MySQL, sqlread.SQLite, sqlread.TSQL} {
			v := sqlread.Classify(t.Context(), sql, d)
			if v.ReadOnly {
				yes++
			}
			for _, r := range v.Reasons {
				if r.Code == sqlread.ParserFailed {
					t.Errorf("%s: %v", d, r)
				}
				if r.Span.Start < 0 || r.Span.Start > r.Span.End || r.Span.End > len(sql) {
					t.Errorf("%s: span %v of %d bytes", d, r.Span, len(sql))
				}
			}
			if again := sqlread.Classify(t.Context(), sql, d); again.ReadOnly != v.ReadOnly || len(again.Reasons) != len(v.Reasons) || again.Reasons[0] != v.Reasons[0] {
				t.Errorf("%s: %v, then %v", d, v, again)
			}
		}
		if sqlread.Classify(t.Context(), sql, sqlread.Generic).ReadOnly && yes != 4 {
			t.Errorf("generic: read-only, as in %d of 4 dialects", yes)
		}
	})
}
