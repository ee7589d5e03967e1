// Package sqlread proves that a batch of SQL statements only reads.
//
// [Classify] parses; it never looks for keywords in text. A batch is read-only if
// every statement of it is proved to be, from lists of what is harmless: kinds of
// statement, parts of syntax, functions. Whatever is not on a list, does not parse,
// is too long or too late is not proved, with a named reason. For PostgreSQL and
// MySQL a grammar has to confirm it; SQLite and T-SQL have strict lexers of our own.
// docs/sql.md says what is proved and what cannot be seen in a text at all.
//
// The answer is about the statements alone: which server they go to, and what that
// means for a call, is for the caller.
package sqlread

import (
	"context"
	"fmt"
	"strings"
)

// Dialect is the language that the server speaks.
type Dialect string

// The dialects. Generic is a server of which nobody said what it speaks: a batch has
// to be read-only in all of the others.
const (
	Postgres Dialect = "postgres"
	MySQL    Dialect = "mysql" // and MariaDB
	SQLite   Dialect = "sqlite"
	TSQL     Dialect = "tsql"
	Generic  Dialect = "generic"
)

// dialects holds the other names of each.
var dialects = map[string]Dialect{
	"postgres": Postgres, "postgresql": Postgres, "pg": Postgres,
	"mysql": MySQL, "mariadb": MySQL,
	"sqlite": SQLite, "sqlite3": SQLite,
	"tsql": TSQL, "mssql": TSQL, "sqlserver": TSQL,
	"generic": Generic, "": Generic,
}

// ParseDialect returns the dialect of a name in any case, such as "postgresql",
// "mariadb" or "mssql"; "" is [Generic]. An error says which names there are.
func ParseDialect(name string) (Dialect, error) {
	d, ok := dialects[strings.ToLower(name)]
	if !ok {
		return "", fmt.Errorf("found dialect %q, want postgres, mysql, mariadb, sqlite, tsql or generic", name)
	}
	return d, nil
}

// Verdict is what is known of a batch.
type Verdict struct {
	// ReadOnly says that every statement is proved to read, and nothing else.
	ReadOnly bool
	// Sensitive says that a statement names a catalog in which a server keeps
	// passwords, keys or their hashes. It can be true beside either ReadOnly.
	Sensitive bool
	// Interpolates says that the text holds :name, which psql replaces by the text of a
	// variable before a server sees it. Drivers send a value. It is known of [Postgres] alone.
	Interpolates bool
	// Reasons says why, never empty: what first kept the batch from being proved, or
	// [ReadsOnly]; and each credential catalog.
	Reasons []Reason
}

// Span is a range of bytes of the text, from Start up to before End.
type Span struct{ Start, End int }

// Reason is one ground of a verdict. Its text in Detail is for people and may change
// between versions.
type Reason struct {
	Code   Code
	Span   Span   // what decided; the whole text where no part of it did
	Detail string // the thing's name where it has one, such as "lo_unlink"
}

// MaxBytes is the length in bytes up to which a text of the dialect is looked at:
// 8 KiB where the grammar of PostgreSQL has a say, 64 KiB elsewhere.
func MaxBytes(d Dialect) int {
	switch d {
	case MySQL, SQLite, TSQL:
		return 64 << 10
	default:
		return 8 << 10
	}
}

// Classify says of a text whether each of its statements is proved to only read. The
// text is SQL as a driver would get it; nothing is known of the schema. A dialect
// that is none of the constants counts as [Generic].
//
// The first batch that needs PostgreSQL's grammar waits until that is loaded, above
// a second: see [Warm]. When ctx ends the answer is [Late]; the grammar then goes on
// for as long as a text of [MaxBytes] can take it. Safe for concurrent use, and for
// one text and dialect the answer is always the same, [Late] aside.
func Classify(ctx context.Context, text string, d Dialect) Verdict {
	if limit := MaxBytes(d); len(text) > limit {
		return refuse(whole(text, Oversized, fmt.Sprintf("%d bytes, at most %d are looked at", len(text), limit)))
	}
	if r := precheck(text); r != nil {
		return refuse(r)
	}
	p := &proof{ctx: ctx, text: text}
	var refusal *Reason
	switch d {
	case Postgres:
		refusal = p.postgres()
	case MySQL:
		refusal = p.mysql()
	case SQLite:
		refusal = p.sqlite()
	case TSQL:
		refusal = p.tsql()
	default:
		refusal = p.generic()
	}
	return p.verdict(refusal)
}

// proof is the work on one text. Its methods return the first reason why the text is
// not proved, nil for none.
type proof struct {
	ctx       context.Context //nolint:containedctx // lives for one call of Classify
	text      string
	sensitive []Reason

	interpolates bool
}

// verdict joins what kept the text from being proved with what is sensitive in it.
func (p *proof) verdict(refusal *Reason) Verdict {
	v := Verdict{ReadOnly: refusal == nil, Sensitive: len(p.sensitive) > 0, Interpolates: p.interpolates}
	if refusal == nil {
		refusal = whole(p.text, ReadsOnly, "")
	}
	v.Reasons = append([]Reason{*refusal}, p.sensitive...)
	return v
}

// generic wants a yes from every dialect. PostgreSQL comes last, since its grammar
// costs the most.
func (p *proof) generic() *Reason {
	for _, check := range []func() *Reason{p.common, p.sqlite, p.tsql, p.mysql, p.postgres} {
		if r := check(); r != nil {
			return r
		}
	}
	p.sensitive = distinct(p.sensitive)
	return nil
}

// credential notes a catalog of credentials.
func (p *proof) credential(name string, span Span) {
	p.sensitive = append(p.sensitive, Reason{CredentialCatalog, span, name})
}

// distinct drops what other dialects have noted before.
func distinct(reasons []Reason) []Reason {
	seen := map[Reason]bool{}
	var kept []Reason
	for _, r := range reasons {
		if !seen[r] {
			kept = append(kept, r)
		}
		seen[r] = true
	}
	return kept
}

func refuse(r *Reason) Verdict { return Verdict{Reasons: []Reason{*r}} }

// whole is a reason that no part of the text decided.
func whole(text string, code Code, detail string) *Reason {
	return &Reason{code, Span{0, len(text)}, detail}
}
