package filter

import (
	"context"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/sqlread"
)

// sqlAnswer is the answer of "classify sql".
type sqlAnswer struct {
	Band      string      `json:"band"`
	ReadOnly  bool        `json:"read_only"`
	Sensitive bool        `json:"sensitive"`
	Reasons   []sqlReason `json:"reasons"`
}

// sqlReason is one ground, with the bytes of the statement that it speaks of.
type sqlReason struct {
	Code   sqlread.Code `json:"code"`
	Start  int          `json:"start"`
	End    int          `json:"end"`
	Detail string       `json:"detail,omitempty"`
}

// SQL is the judge of "classify sql". A line holds a batch of statements and what the
// server speaks, generic if that is absent:
//
//	{"sql": TEXT, "dialect": NAME} with {"band","read_only","sensitive","reasons"}
//
// The band is auto for a batch that is proved to only read and names no catalog of
// credentials, escalate otherwise: that of the statements alone, whatever server they
// go to.
func SQL(line *jsonv.Value, _ []byte) ([]byte, error) {
	if err := members(line, "sql", "dialect"); err != nil {
		return nil, err
	}
	text, ok := line.Get("sql").Str()
	if !ok {
		if !line.Get("sql").Exists() {
			return nil, At(line, "", MissingMember, "found no member %q", "sql")
		}
		return nil, At(line.Get("sql"), "/sql", WrongValue, "found %s, want a string", line.Get("sql").Kind())
	}
	dialect, err := sqlDialect(line)
	if err != nil {
		return nil, err
	}
	v := sqlread.Classify(context.Background(), text, dialect)
	answer := sqlAnswer{Band: "escalate", ReadOnly: v.ReadOnly, Sensitive: v.Sensitive}
	if v.ReadOnly && !v.Sensitive {
		answer.Band = "auto"
	}
	for _, r := range v.Reasons {
		answer.Reasons = append(answer.Reasons, sqlReason{r.Code, r.Span.Start, r.Span.End, r.Detail})
	}
	return encodeAnswer(answer)
}

// sqlDialect is the member dialect of a line, generic if there is none.
func sqlDialect(line *jsonv.Value) (sqlread.Dialect, error) {
	v := line.Get("dialect")
	if isNothing(v) {
		return sqlread.Generic, nil
	}
	name, ok := v.Str()
	if !ok {
		return "", At(v, "/dialect", WrongValue, "found %s, want a string", v.Kind())
	}
	dialect, err := sqlread.ParseDialect(name)
	if err != nil {
		return "", At(v, "/dialect", WrongValue, "%v", err)
	}
	return dialect, nil
}
