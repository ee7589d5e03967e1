package classifiers

import (
	"context"
	"slices"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/sqlread"
)

// SQL judges statements with package sqlread.
type SQL struct{}

// notStatements are the codes of texts that are no batch of the dialect, or that were not
// looked at far enough to tell.
var notStatements = []sqlread.Code{sqlread.NoStatement, sqlread.Unparsed}

// Classify implements [operation.SQL]. A dialect that is none counts as generic.
func (SQL) Classify(ctx context.Context, text, dialect string) operation.SQLVerdict {
	v := sqlread.Classify(ctx, text, dialectOf(dialect))
	out := operation.SQLVerdict{Statement: true, ReadOnly: v.ReadOnly, Sensitive: v.Sensitive}
	for _, r := range v.Reasons {
		out.Statement = out.Statement && !slices.Contains(notStatements, r.Code)
		g := operation.Ground{Code: string(r.Code), Detail: r.Code.Meaning(), Span: operation.Span(r.Span)}
		if r.Detail != "" {
			g.Detail += ": " + r.Detail
		}
		if r.Code == sqlread.ReadsOnly {
			g.Band = band.Auto // what else was found asks for more
		}
		out.Grounds = append(out.Grounds, g)
	}
	return out
}

func dialectOf(name string) sqlread.Dialect {
	if name == "postgresql" {
		name = string(sqlread.Postgres)
	}
	d, err := sqlread.ParseDialect(name)
	if err != nil {
		return sqlread.Generic
	}
	return d
}

// ReadsOnly reports statements that are proved to only read and touch no credentials, as
// package shellop asks about the clients of databases. What psql puts for :name is not
// among what it sees.
func ReadsOnly(dialect, statements string) bool {
	v := sqlread.Classify(context.Background(), statements, dialectOf(dialect))
	return v.ReadOnly && !v.Sensitive && !v.Interpolates
}
