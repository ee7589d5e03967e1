package sqlread_test

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/sqlread"
)

//go:embed testdata/statements.txt
var statements string

// statement is a line of testdata/statements.txt.
type statement struct {
	dialect   sqlread.Dialect
	want, sql string
}

// ours reads testdata/statements.txt.
func ours(tb testing.TB) []statement {
	tb.Helper()
	escapes := strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r", `\u0000`, "\x00", `\u00a0`, "\u00a0", `\u200b`, "\u200b",
		`\u202e`, "\u202e", `\u2028`, "\u2028", `\u3000`, "\u3000")
	var all []statement
	for line := range strings.Lines(statements) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		name, rest, _ := strings.Cut(line, " ")
		want, sql, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
		d, err := sqlread.ParseDialect(name)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, statement{d, want, escapes.Replace(strings.TrimLeft(sql, " "))})
	}
	return all
}

// word sums a verdict up as the lines of testdata/statements.txt do.
func sum(v sqlread.Verdict) string {
	s := string(v.Reasons[0].Code)
	if v.ReadOnly {
		s = "reads"
	}
	if v.Sensitive {
		s += "+credentials"
	}
	return s
}

func TestStatements(t *testing.T) {
	for _, s := range ours(t) {
		v := sqlread.Classify(t.Context(), s.sql, s.dialect)
		if got := sum(v); got != s.want {
			t.Errorf("%s %q: %s, want %s: %v", s.dialect, s.sql, got, s.want, v.Reasons)
		}
		if v.ReadOnly != (v.Reasons[0].Code == sqlread.ReadsOnly) {
			t.Errorf("%s %q: read only %t beside %v", s.dialect, s.sql, v.ReadOnly, v.Reasons)
		}
		for _, r := range v.Reasons {
			if r.Span.Start < 0 || r.Span.End > len(s.sql) || r.Span.Start > r.Span.End {
				t.Errorf("%s %q: span %v of %v", s.dialect, s.sql, r.Span, r.Code)
			}
		}
	}
}

// TestSpans shows the text that decides.
func TestSpans(t *testing.T) {
	tests := []struct {
		dialect           sqlread.Dialect
		sql, decides, why string
	}{
		{sqlread.Postgres, "SELECT 1; SELECT lower(a), lo_unlink(1)", "lo_unlink", "a call"},
		{sqlread.Postgres, "SELECT 1;  DROP TABLE t ; SELECT 2", "DROP", "a statement by its verb, before the grammar"},
		{sqlread.Postgres, "SELECT 1; EXPLAIN ANALYZE DELETE FROM t ; SELECT 2", "EXPLAIN ANALYZE DELETE FROM t", "a statement"},
		{sqlread.Postgres, "SELECT 1 /* ü */, pg_sleep(1)", "pg_sleep", "bytes, not characters"},
		{sqlread.MySQL, "SELECT 1; SELECT a, `sleep`(1)", "`sleep`", "a call"},
		{sqlread.MySQL, "SELECT 1; SELECT 1 FROM t FOR UPDATE", "SELECT 1 FROM t FOR UPDATE", "a statement: its tree has no places"},
		{sqlread.SQLite, "SELECT 1; SELECT load_extension('x')", "load_extension", "a call"},
		{sqlread.TSQL, "SELECT 1 EXEC p", "EXEC", "a word"},
		{sqlread.Generic, "SELECT [a]", "[", "a character"},
	}
	for _, tt := range tests {
		v := sqlread.Classify(t.Context(), tt.sql, tt.dialect)
		s := v.Reasons[0].Span
		if got := tt.sql[s.Start:s.End]; v.ReadOnly || got != tt.decides {
			t.Errorf("%s: %q: %q decides, want %q (%v)", tt.why, tt.sql, got, tt.decides, v.Reasons)
		}
	}
}

// TestInterpolates shows what psql would fill in with text.
func TestInterpolates(t *testing.T) {
	for sql, want := range map[string]bool{
		"SELECT a FROM t WHERE b = :b": true, "SELECT a[1:n] FROM t": true, "SELECT a[1 : n], b::int, ':c', $1 FROM t": false,
	} {
		if v := sqlread.Classify(t.Context(), sql, sqlread.Postgres); !v.ReadOnly || v.Interpolates != want {
			t.Errorf("%q: %t, want %t (%v)", sql, v.Interpolates, want, v.Reasons)
		}
	}
}

func TestSensitive(t *testing.T) {
	v := sqlread.Classify(t.Context(), "SELECT a FROM pg_shadow; DELETE FROM t", sqlread.Postgres)
	if v.ReadOnly {
		t.Errorf("got %v", v)
	}
	v = sqlread.Classify(t.Context(), "SELECT a FROM x, pg_shadow", sqlread.Postgres)
	want := sqlread.Verdict{ReadOnly: true, Sensitive: true, Reasons: []sqlread.Reason{
		{Code: sqlread.ReadsOnly, Span: sqlread.Span{End: 26}},
		{Code: sqlread.CredentialCatalog, Span: sqlread.Span{Start: 17, End: 26}, Detail: "pg_shadow"},
	}}
	if diff := cmp.Diff(want, v); diff != "" {
		t.Error(diff)
	}
}

var allDialects = []sqlread.Dialect{sqlread.Postgres, sqlread.MySQL, sqlread.SQLite, sqlread.TSQL, sqlread.Generic}

func TestLimits(t *testing.T) {
	for _, d := range allDialects {
		limit := sqlread.MaxBytes(d)
		fits := "SELECT 1" + strings.Repeat(" ", limit-8)
		if v := sqlread.Classify(t.Context(), fits, d); !v.ReadOnly {
			t.Errorf("%s: %d bytes: %v", d, limit, v.Reasons)
		}
		if v := sqlread.Classify(t.Context(), fits+" ", d); sum(v) != "oversized" {
			t.Errorf("%s: %d bytes: %v", d, limit+1, v.Reasons)
		}
		if v := sqlread.Classify(t.Context(), "SELECT "+strings.Repeat("(", 101)+"1"+strings.Repeat(")", 101), d); sum(v) != "too_deep" {
			t.Errorf("%s: 101 brackets: %v", d, v.Reasons)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if v := sqlread.Classify(ctx, "SELECT 1", d); sum(v) != "late" {
			t.Errorf("%s: with an ended context: %v", d, v.Reasons)
		}
	}
}

func TestParseDialect(t *testing.T) {
	for name, want := range map[string]sqlread.Dialect{"PostgreSQL": "postgres", "mariadb": "mysql", "mssql": "tsql", "": "generic"} {
		if got, err := sqlread.ParseDialect(name); err != nil || got != want {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
	if _, err := sqlread.ParseDialect("oracle"); err == nil {
		t.Error("oracle: no error")
	}
}

// piled are the ways in which a text makes a deep or wide tree: what comes in front,
// what is repeated, and what closes each.
var piled = map[string][3]string{
	"plus": {"select 1", "+1", ""}, "parens": {"select ", "(", ")"}, "minus": {"select 1", "- -1", ""}, "not": {"select ", "not ", ""},
	"and": {"select 1", " and 1", ""}, "cast": {"select 1", "::a", ""}, "union": {"select 1", " union select 1", ""},
	"case": {"select ", "case when 1 then ", " end"}, "join": {"select * from a", " join b on 1", ""}, "cross": {"select * from a", ",b", ""},
	"dots": {"select a", ".a", ""}, "subscripts": {"select a", "[1]", ""}, "list": {"select 1", ",1", ""}, "batch": {"select 1", ";table a", ""},
	"isnull": {"select a", " isnull", ""}, "collate": {"select a", " collate a", ""}, "calls": {"select ", "abs(", ")"},
	"array": {"select ", "array[", "]"}, "queries": {"select ", "(select ", ")"}, "in": {"select 1", " in (1)", ""},
	"when": {"select case", " when 1 then 1", ""}, "exists": {"select ", "exists(select ", ")"}, "zone": {"select 1", " at time zone 1", ""},
	"from": {"select * from ", "(select * from ", ") x"}, "with": {"", "with a as (", " select 1) select 1"}, "strings": {"select ''", "''", ""},
	"comments": {"select 1", "/**/", ""}, "semicolons": {"select 1", ";", ""}, "like": {"select a", " like a", ""}, "concat": {"select a", "||a", ""},
	"explain": {"", "explain ", ""}, "joinparens": {"select * from ", "(a join ", " on 1)"}, "rows": {"select ", "row(", ")"},
	"filter": {"select count(*)", " filter (where a)", ""}, "over": {"select ", "sum(", ") over (order by 1)"}, "braces": {"select ", "{", "}"},
	"grouping": {"select 1 group by ", "rollup(", "a)"}, "ops": {"select 1 ", "@#@ ", "1"}, "between": {"select a", " between a and a", ""},
	"columns": {"select 1", "+a.and", ""}, "ends": {"select 1", "+case when 1 then a.end", " end"}, "commas": {"select 1", "+a.on * a.when", ""},
	"places": {"select 1", "=?", ""}, "formats": {"select 1", "=%s", ""}, "excepts": {"select 1", " except select 1", ""}, "gos": {"select 1", "\ngo\nselect 1", ""},
	"rows of": {"select 1", " offset 1 rows", ""}, "hints": {"select 1 from a with (", "nolock,", ""}, "pairs": {"select json_object(1", ":a,a", ""},
	"names": {"select a", ",ä", ""}, "quotes": {"select 'a'", `,'\'`, ""}, "Tcl": {"select 1", ",$a(", ""}, "groups": {"select 1", "_0", ""},
	"types": {"select cast(1 as ", "a ", "(1)"}, "optimized": {"select 1 option (optimize for (@a=1", ",@a=1", ""}, "statements": {"analyze select 1", ";analyze select 1", ""},
	"mixed": {"select ", "(select -a.and + case when a.end in (1, ", ") then 1 end)"}, "bools": {"select 1", " and not (1 or a = 1", ")"},
}

// TestCost shows that no text up to the cap takes longer than 20 ms, the deepest and
// widest trees included, with generous room for a machine that is busy; and that
// nothing breaks the grammars down.
func TestCost(t *testing.T) {
	if underRace {
		t.Skip("one goroutine, and ten times slower under the race detector")
	}
	sqlread.Warm()
	for name, part := range piled {
		for _, d := range allDialects {
			for _, n := range []int{20, 88, 95, 600, 1 << 20} {
				room := (sqlread.MaxBytes(d) - len(part[0]) - 1) / (len(part[1]) + len(part[2]))
				n = min(n, room)
				sql := part[0] + strings.Repeat(part[1], n) + "1" + strings.Repeat(part[2], n)
				start := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				v := sqlread.Classify(ctx, sql, d)
				cancel()
				took := time.Since(start)
				if code := v.Reasons[0].Code; code == sqlread.ParserFailed || code == sqlread.Late || took > time.Second {
					t.Errorf("%s of %d %s: %v, %v", d, n, name, code, took)
				}
				if testing.Verbose() && took > 5*time.Millisecond {
					t.Logf("%s of %d %s: %v, %v", d, n, name, v.Reasons[0].Code, took)
				}
			}
		}
	}
}

// TestPairs piles up two ways at a time, in PostgreSQL, whose grammar would not return
// from a tree that is too deep.
func TestPairs(t *testing.T) {
	sqlread.Warm()
	names := slices.Sorted(maps.Keys(piled))
	random := rand.New(rand.NewPCG(1, 2))
	for _, one := range names {
		for _, two := range names {
			if rounds(1, 8) < 2 && random.IntN(8) > 0 {
				continue
			}
			a, b := piled[one], piled[two]
			for _, front := range []string{"select 1", "select ", "select * from a"} {
				n := (sqlread.MaxBytes(sqlread.Postgres) - len(front) - 2) / (len(a[1]) + len(a[2]) + len(b[1]) + len(b[2]))
				sql := front + strings.Repeat(a[1]+b[1], n) + " 1" + strings.Repeat(b[2]+a[2], n)
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				v := sqlread.Classify(ctx, sql, sqlread.Postgres)
				cancel()
				if code := v.Reasons[0].Code; code == sqlread.ParserFailed || code == sqlread.Late {
					t.Fatalf("%s and %s behind %q, %d times: %v", one, two, front, n, code)
				}
			}
		}
	}
}

// TestConcurrent asks from many goroutines.
func TestConcurrent(t *testing.T) {
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for range 20 {
				for _, d := range allDialects {
					if v := sqlread.Classify(t.Context(), "SELECT a FROM t WHERE b = 1", d); !v.ReadOnly {
						t.Fatalf("%s: %v", d, v.Reasons)
					}
				}
			}
		})
	}
}

func BenchmarkClassify(b *testing.B) {
	const short = "SELECT id, name FROM users WHERE id = 7"
	long := "SELECT u.id, u.name, count(o.id) AS orders, sum(o.total) AS spent FROM users AS u LEFT JOIN orders AS o ON o.user_id = u.id " +
		"WHERE u.created_at > '2026-01-01' AND u.status IN ('active', 'trial', 'paused') AND lower(u.email) LIKE '%example.com' " +
		"GROUP BY u.id, u.name HAVING count(o.id) > 3 AND sum(o.total) BETWEEN 100 AND 5000 ORDER BY spent DESC, u.name"
	sqlread.Warm()
	for _, d := range allDialects {
		for name, sql := range map[string]string{"short": short, "long": long} {
			b.Run(fmt.Sprintf("%s/%s", d, name), func(b *testing.B) {
				b.SetBytes(int64(len(sql)))
				for b.Loop() {
					if v := sqlread.Classify(b.Context(), sql, d); !v.ReadOnly {
						b.Fatal(v.Reasons)
					}
				}
			})
		}
	}
}

// TestCodes demands that each code has a meaning, and that docs/sql.md lists them.
func TestCodes(t *testing.T) {
	var b strings.Builder
	seen := map[sqlread.Code]bool{}
	b.WriteString("\n| code | meaning |\n|---|---|\n")
	for _, c := range sqlread.Codes {
		if seen[c.Code] || c.Meaning == "" || c.Code.Meaning() != c.Meaning {
			t.Errorf("code %q is there twice, or means nothing", c.Code)
		}
		seen[c.Code] = true
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.Code, c.Meaning)
	}
	section := docsection.Section{File: "../../docs/sql.md", Begin: "<!-- codes: written by a test -->\n", End: "<!-- end of codes -->\n"}
	section.Compare(t, b.String(), *update)
}
