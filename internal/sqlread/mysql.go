package sqlread

import (
	"strings"
	"sync"

	"vitess.io/vitess/go/vt/sqlparser"
)

// mysqlHeads are the first words of statements that can be proved.
var mysqlHeads = words("select with values table show explain describe desc begin start commit rollback")

// mysqlHints are the optimizer hints that change nothing but a plan. SET_VAR and
// RESOURCE_GROUP are not among them.
var mysqlHints = words(`
	bka no_bka bnl no_bnl derived_condition_pushdown no_derived_condition_pushdown hash_join no_hash_join join_fixed_order join_order
	join_prefix join_suffix merge no_merge group_index no_group_index index no_index index_merge no_index_merge join_index
	no_join_index mrr no_mrr no_icp no_range_optimization order_index no_order_index skip_scan no_skip_scan semijoin no_semijoin
	subquery max_execution_time qb_name
`)

// mysqlParser is Vitess's grammar of MySQL.
var mysqlParser = sync.OnceValue(func() *sqlparser.Parser {
	p, err := sqlparser.New(sqlparser.Options{})
	if err != nil {
		panic(err) // only a version of MySQL that is no version is an error
	}
	return p
})

// mysql proves statement by statement: its own lexer cuts the batch and takes the
// comments out, so that servers' ideas of a comment do not matter to the grammar.
func (p *proof) mysql() *Reason {
	l, reason := lex(p.text, mysqlRules)
	if reason != nil && reason.Code == BackslashQuote {
		l, reason = p.mysqlEscaped(reason)
	}
	if reason != nil {
		return reason
	}
	if r := p.mysqlHint(l.comments); r != nil {
		return r
	}
	all, reason := p.batch(l.tokens)
	if reason != nil {
		return reason
	}
	text := blanked(p.text, l.comments)
	open := false
	for _, s := range all {
		w := mysqlProof{proof: p, tokens: s, span: Span{s[0].start, s[len(s)-1].end}, open: open}
		if r := w.statement(text); r != nil {
			if r = w.again(text, r); r != nil {
				return r
			}
		}
		open = w.open
	}
	if open {
		return whole(p.text, TransactionControl, "not ended")
	}
	return nil
}

// blanked is a text with blanks for its comments.
func blanked(text string, comments []Span) string {
	if len(comments) == 0 {
		return text
	}
	b := []byte(text)
	for _, c := range comments {
		for i := c.Start; i < c.End; i++ {
			b[i] = ' '
		}
	}
	return string(b)
}

// mysqlHint refuses hints that are not on the list.
func (p *proof) mysqlHint(comments []Span) *Reason {
	for _, c := range comments {
		text := p.text[c.Start:c.End]
		if !strings.HasPrefix(text, "/*+") {
			continue
		}
		l, reason := lex(strings.TrimSuffix(text[3:], "*/"), mysqlRules)
		if reason != nil {
			return &Reason{UnknownHint, c, ""}
		}
		depth := 0
		for _, t := range l.tokens {
			switch {
			case t.is("("):
				depth++
			case t.is(")"):
				depth--
			case depth == 0 && (t.kind != word || !mysqlHints[t.name]) && !t.is(","):
				return &Reason{UnknownHint, c, t.name}
			}
		}
	}
	return nil
}

// mysqlProof is the proof of one statement.
type mysqlProof struct {
	*proof
	tokens  []token
	span    Span
	planned bool // below an EXPLAIN that does not run it
	open    bool // in a read-only transaction that the batch began
}

func (w *mysqlProof) here(code Code, detail string) *Reason { return &Reason{code, w.span, detail} }

// statement proves the statement of a text without comments.
func (w *mysqlProof) statement(text string) *Reason {
	first := w.tokens[0]
	if !first.is("(") && (first.kind != word || !mysqlHeads[first.name]) {
		if r := headed(first); r != nil {
			return r
		}
		return unparsed(first, w.text)
	}
	if t := tooDeep(w.tokens); t != nil {
		return &Reason{TooDeep, t.span(), ""}
	}
	statement := text[w.span.Start:w.span.End]
	if first.is("table") { // the manual defines it so; the grammar does not know it
		statement = "select * from " + text[first.end:w.span.End]
	}
	tree, late, err := within(w.ctx, statement, true, func() (sqlparser.Statement, error) { return parseMySQL(statement) })
	switch {
	case late:
		return w.here(Late, "")
	case err == errBroken: //nolint:errorlint // returned as it is
		return w.here(ParserFailed, "")
	case err != nil:
		return w.here(Unparsed, err.Error())
	}
	return w.root(tree)
}

func parseMySQL(statement string) (tree sqlparser.Statement, err error) {
	defer func() {
		if recover() != nil {
			err = errBroken
		}
	}()
	return mysqlParser().Parse(statement)
}

// root proves a statement by its kind.
func (w *mysqlProof) root(tree sqlparser.Statement) *Reason {
	switch s := tree.(type) {
	case *sqlparser.Select, *sqlparser.Union, *sqlparser.ValuesStatement, *sqlparser.Show, *sqlparser.ExplainTab:
		return w.walk(tree)
	case *sqlparser.ExplainStmt:
		return w.explain(s)
	case *sqlparser.Begin:
		if w.open || !mysqlReadOnly(s.TxAccessModes) {
			return w.here(TransactionControl, "")
		}
		w.open = true
		return nil
	case *sqlparser.Commit, *sqlparser.Rollback:
		if !w.open {
			return w.here(TransactionControl, "")
		}
		w.open = false
		return nil
	}
	if r := headed(w.tokens[0]); r != nil {
		return r
	}
	return w.here(writing(tree), "")
}

// mysqlReadOnly reports whether READ ONLY is among the modes of a transaction, and
// nothing that could change that.
func mysqlReadOnly(modes []sqlparser.TxAccessMode) bool {
	only := 0
	for _, m := range modes {
		switch m {
		case sqlparser.ReadOnly:
			only++
		case sqlparser.WithConsistentSnapshot:
		default:
			return false
		}
	}
	return only == 1
}

// writing is what a statement does that is not proved.
func writing(tree sqlparser.Statement) Code {
	switch tree.(type) {
	case *sqlparser.Insert, *sqlparser.Update, *sqlparser.Delete:
		return Writes
	}
	return UnknownSyntax
}

// explain proves EXPLAIN. Without ANALYZE it plans, but a server may fill a derived
// table for that, so that functions have to be on the list all the same.
func (w *mysqlProof) explain(s *sqlparser.ExplainStmt) *Reason {
	switch s.Statement.(type) {
	case *sqlparser.Select, *sqlparser.Union, *sqlparser.ValuesStatement:
	case *sqlparser.Insert, *sqlparser.Update, *sqlparser.Delete:
		if s.Type == sqlparser.AnalyzeType {
			return w.here(ExplainExecutes, "")
		}
		w.planned = true
	default:
		return w.here(ExplainExecutes, "")
	}
	return w.walk(s.Statement)
}
