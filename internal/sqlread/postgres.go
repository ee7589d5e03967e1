package sqlread

import (
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// postgresHeads are the first words of statements that can be proved. Whatever else
// comes first is refused without its grammar, which takes long to load.
var postgresHeads = words("select with values table explain show copy begin start commit end rollback abort")

// maxComments is how many comments a batch has at most: with twice as many the grammar takes over 20 ms.
const maxComments = 1000

// postgres proves by the tree of PostgreSQL's own grammar: only kinds of nodes and
// fields that are on the lists below may be in it.
func (p *proof) postgres() *Reason {
	l, reason := lex(p.text, postgresRules)
	if reason != nil {
		return reason
	}
	all, reason := p.batch(l.tokens)
	if reason != nil {
		return reason
	}
	for _, s := range all {
		if first := s[0]; !first.is("(") && (first.kind != word || !postgresHeads[first.name]) {
			if r := headed(first); r != nil {
				return r
			}
			return unparsed(first, p.text)
		}
	}
	if t := tooDeep(l.tokens); t != nil {
		return &Reason{TooDeep, t.span(), ""}
	}
	if len(l.comments) > maxComments {
		return &Reason{TooDeep, l.comments[maxComments], "comments"}
	}
	tree, reason := p.pgTree(p.text)
	if reason != nil && reason.Code == Unparsed {
		if bound := pgBound(p.text, l.tokens); bound != p.text {
			tree, reason = p.pgTree(bound)
		}
	}
	if reason != nil {
		return reason
	}
	p.interpolates = pgInterpolates(l.tokens)
	root, err := jsonv.Parse([]byte(tree), jsonv.Limits{})
	if err != nil {
		return whole(p.text, TooDeep, "")
	}
	return (&pgProof{proof: p}).tree(root.Get("stmts"))
}

// pgTree is the tree of a text in PostgreSQL's grammar.
func (p *proof) pgTree(text string) (string, *Reason) {
	tree, late, err := within(p.ctx, text, loaded.Load(), func() (string, error) { return parsePostgres(p.ctx, text) })
	switch {
	case late:
		return "", whole(p.text, Late, "")
	case err == errBroken: //nolint:errorlint // returned as it is
		return "", whole(p.text, ParserFailed, "")
	case err != nil:
		return "", whole(p.text, Unparsed, err.Error())
	}
	return tree, nil
}

// pgProof walks one tree.
type pgProof struct {
	*proof
	span    Span // of the statement that is walked
	planned bool // below an EXPLAIN that does not run it
	open    bool // in a read-only transaction that the batch began
}

func (w *pgProof) tree(list *jsonv.Value) *Reason {
	for _, s := range list.Items() {
		start := integer(s.Get("stmt_location"))
		end := len(w.text)
		if n := integer(s.Get("stmt_len")); n > 0 {
			end = start + n
		}
		w.span = trimmed(w.text, start, end)
		if r := w.statement(s.Get("stmt")); r != nil {
			return r
		}
	}
	if list.Len() == 0 {
		return whole(w.text, NoStatement, "")
	}
	if w.open {
		return w.here(TransactionControl, "not ended")
	}
	return nil
}

// trimmed is a range without the white space around it.
func trimmed(text string, start, end int) Span {
	start = min(start, len(text))
	end = min(max(end, start), len(text))
	inner := strings.TrimLeft(text[start:end], " \t\r\n")
	start = end - len(inner)
	return Span{start, start + len(strings.TrimRight(inner, " \t\r\n"))}
}

// here is a reason that the statement as a whole is.
func (w *pgProof) here(code Code, detail string) *Reason { return &Reason{code, w.span, detail} }

// at is a reason at the place of a node, its statement if it has none.
func (w *pgProof) at(node *jsonv.Value, code Code, detail string) *Reason {
	location := node.Get("location")
	start := integer(location)
	if !location.Exists() || start < 0 || start >= len(w.text) {
		return w.here(code, detail)
	}
	end := start + 1
	if n := len(detail); strings.HasPrefix(strings.ToLower(w.text[start:]), detail) && n > 0 {
		end = start + n
	}
	return &Reason{code, Span{start, end}, detail}
}

// pgStatements are the kinds of statements that are never proved. One that is missing
// here defines something.
var pgStatements = map[string]Code{
	"InsertStmt": Writes, "UpdateStmt": Writes, "DeleteStmt": Writes, "MergeStmt": Writes, "TruncateStmt": Writes,
	"DoStmt": Executes, "CallStmt": Executes, "PrepareStmt": Executes, "ExecuteStmt": Executes, "NotifyStmt": Executes, "LoadStmt": Executes,
	"LockStmt": Locks, "CreateTableAsStmt": Into, "VariableSetStmt": SessionState, "DiscardStmt": SessionState, "DeallocateStmt": SessionState,
	"DeclareCursorStmt": SessionState, "FetchStmt": SessionState, "ClosePortalStmt": SessionState, "ListenStmt": SessionState,
	"UnlistenStmt": SessionState, "ConstraintsSetStmt": SessionState,
}

// statement proves {"KindStmt": {…}}.
func (w *pgProof) statement(s *jsonv.Value) *Reason {
	for kind, node := range s.Members() {
		switch kind {
		case "SelectStmt":
			return w.node(kind, node)
		case "VariableShowStmt":
			return nil
		case "ExplainStmt":
			return w.explain(node)
		case "CopyStmt":
			return w.copies(node)
		case "TransactionStmt":
			return w.transaction(node)
		}
		if code, ok := pgStatements[kind]; ok {
			return w.here(code, kind)
		}
		return w.here(Defines, kind)
	}
	return w.here(Unparsed, "")
}

// explain proves EXPLAIN: with ANALYZE what runs, otherwise that planning it calls
// nothing unknown, since planning may run functions.
func (w *pgProof) explain(node *jsonv.Value) *Reason {
	analyze := false
	for _, o := range node.Get("options").Items() {
		e := o.Get("DefElem")
		if name, _ := e.Get("defname").Str(); name == "analyze" || name == "analyse" {
			analyze = analyze || !isOff(e.Get("arg"))
		}
	}
	inner := node.Get("query")
	for kind, below := range inner.Members() {
		if kind == "SelectStmt" {
			w.planned = !analyze
			defer func() { w.planned = false }()
			return w.node(kind, below)
		}
		if analyze {
			return w.here(ExplainExecutes, kind)
		}
		if pgPlanned[kind] {
			w.planned = true
			defer func() { w.planned = false }()
			return w.node(kind, below)
		}
	}
	return w.here(UnknownSyntax, "EXPLAIN")
}

// isOff reports whether an option's value is a spelling of false.
func isOff(arg *jsonv.Value) bool {
	if v := arg.Get("String"); v.Exists() {
		s, _ := v.Get("sval").Str()
		return strings.EqualFold(s, "false") || strings.EqualFold(s, "off")
	}
	if v := arg.Get("Integer"); v.Exists() {
		return integer(v.Get("ival")) == 0
	}
	if v := arg.Get("Boolean"); v.Exists() {
		return !v.Get("boolval").Bool()
	}
	return false
}

// copies proves COPY … TO STDOUT.
func (w *pgProof) copies(node *jsonv.Value) *Reason {
	switch {
	case node.Get("is_from").Bool():
		if node.Get("filename").Exists() {
			return w.here(ServerFile, "COPY FROM")
		}
		return w.here(Writes, "COPY FROM")
	case node.Get("is_program").Bool():
		return w.here(ServerFile, "COPY TO PROGRAM")
	case node.Get("filename").Exists():
		return w.here(ServerFile, "COPY TO")
	case node.Get("query").Exists():
		return w.statement(node.Get("query"))
	}
	return w.relation(node.Get("relation"))
}

// transaction proves BEGIN READ ONLY, and the end of a transaction that the batch
// began so. A COMMIT of its own would end one that somebody else keeps read-only.
func (w *pgProof) transaction(node *jsonv.Value) *Reason {
	kind, _ := node.Get("kind").Str()
	switch kind {
	case "TRANS_STMT_BEGIN", "TRANS_STMT_START":
		if w.open || !readOnly(node.Get("options")) {
			return w.here(TransactionControl, "")
		}
		w.open = true
		return nil
	case "TRANS_STMT_COMMIT", "TRANS_STMT_ROLLBACK":
		if !w.open || node.Get("chain").Bool() {
			return w.here(TransactionControl, "")
		}
		w.open = false
		return nil
	}
	return w.here(TransactionControl, "")
}

// readOnly reports whether the last word of a transaction's options is READ ONLY.
func readOnly(options *jsonv.Value) bool {
	only := false
	for _, o := range options.Items() {
		e := o.Get("DefElem")
		if name, _ := e.Get("defname").Str(); name == "transaction_read_only" {
			only = integer(e.Get("arg").Get("A_Const").Get("ival").Get("ival")) == 1
			if !only {
				return false
			}
		}
	}
	return only
}

func integer(v *jsonv.Value) int {
	n, err := strconv.Atoi(v.Raw())
	if err != nil {
		return 0
	}
	return n
}
