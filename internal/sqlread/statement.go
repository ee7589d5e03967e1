package sqlread

import "fmt"

// maxStatements is how many statements of a batch are looked at.
const maxStatements = 200

// batch are the statements of a text, one at least and not too many.
func (p *proof) batch(tokens []token) ([][]token, *Reason) {
	all := statements(tokens)
	switch {
	case len(all) == 0:
		return nil, whole(p.text, NoStatement, "")
	case len(all) > maxStatements:
		return nil, whole(p.text, Oversized, fmt.Sprintf("%d statements, at most %d are looked at", len(all), maxStatements))
	}
	return all, nil
}

// each proves a text by its tokens, statement by statement.
func (p *proof) each(dialect *rules, prove func([]token) *Reason) *Reason {
	l, reason := lex(p.text, dialect)
	if reason != nil {
		return reason
	}
	return p.eachOf(l.tokens, prove)
}

// eachOf proves tokens, statement by statement.
func (p *proof) eachOf(tokens []token, prove func([]token) *Reason) *Reason {
	all, reason := p.batch(tokens)
	if reason != nil {
		return reason
	}
	for _, s := range all {
		if p.ctx.Err() != nil {
			return whole(p.text, Late, "")
		}
		if r := prove(s); r != nil {
			return r
		}
	}
	return nil
}

// statements cuts tokens at semicolons, without empty statements.
func statements(tokens []token) [][]token {
	var all [][]token
	start := 0
	for i := 0; i <= len(tokens); i++ {
		if i < len(tokens) && !tokens[i].is(";") {
			continue
		}
		if i > start {
			all = append(all, tokens[start:i])
		}
		start = i + 1
	}
	return all
}

// heads are what the first words of statements that are never proved stand for, in
// all dialects. A word that is missing here is [Unparsed], at the latest.
var heads = map[string]Code{
	"insert": Writes, "update": Writes, "delete": Writes, "merge": Writes, "replace": Writes, "truncate": Writes,
	"upsert": Writes, "load": ServerFile, "import": ServerFile, "bulk": ServerFile, "backup": ServerFile, "restore": ServerFile,

	"create": Defines, "alter": Defines, "drop": Defines, "rename": Defines, "comment": Defines, "grant": Defines,
	"revoke": Defines, "deny": Defines, "vacuum": Defines, "analyze": Defines, "analyse": Defines, "optimize": Defines, "repair": Defines,
	"check": Defines, "checksum": Defines, "reindex": Defines, "cluster": Defines, "refresh": Defines, "security": Defines, "reassign": Defines,
	"flush": Defines, "kill": Defines, "shutdown": Defines, "restart": Defines, "purge": Defines, "reset": SessionState,
	"install": Defines, "uninstall": Defines, "change": Defines, "start": Defines, "stop": Defines, "checkpoint": Defines, "dbcc": Defines,
	"reconfigure": Defines, "cache": Defines, "clone": Defines, "binlog": Writes, "enable": Defines, "disable": Defines,

	"call": Executes, "do": Executes, "exec": Executes, "execute": Executes, "prepare": Executes, "deallocate": SessionState,
	"lock": Locks, "unlock": Locks, "handler": SessionState, "declare": SessionState, "fetch": SessionState, "move": SessionState, "close": SessionState, "open": SessionState,
	"listen": SessionState, "unlisten": SessionState, "notify": Executes, "set": SessionState, "use": SessionState, "discard": SessionState,
	"attach": SessionState, "detach": SessionState, "waitfor": Executes, "print": Executes, "raiserror": Executes, "throw": Executes,
	"if": Executes, "while": Executes, "goto": Executes, "return": Executes, "signal": Executes, "resignal": Executes, "revert": SessionState,
	"setuser": SessionState, "send": Executes, "receive": Writes, "get": SessionState, "writetext": Writes, "updatetext": Writes,

	"begin": TransactionControl, "commit": TransactionControl, "rollback": TransactionControl, "end": TransactionControl,
	"abort": TransactionControl, "savepoint": TransactionControl, "release": TransactionControl, "xa": TransactionControl, "save": TransactionControl,
}

// headed is the reason that the first word of a statement is, nil for none.
func headed(t token) *Reason {
	if code, ok := heads[t.name]; ok && t.kind == word {
		return &Reason{code, t.span(), t.name}
	}
	return nil
}

// unparsed is the reason that a token has no place where it stands.
func unparsed(t token, text string) *Reason {
	return &Reason{Unparsed, t.span(), text[t.start:t.end]}
}

// balanced returns the bracket that has no partner in its statement, nil for none.
func balanced(statement []token) *token {
	var open []*token
	for i := range statement {
		switch t := &statement[i]; {
		case t.is("("):
			open = append(open, t)
		case t.is(")") && len(open) == 0:
			return t
		case t.is(")"):
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return open[0]
	}
	return nil
}
