package sqlread

import "strings"

// Vitess's grammar does not know all that MySQL and MariaDB read. What is here gives it
// a second try with a statement that it did not parse: with other words of the same
// length for what says nothing about writing. Whatever does something stays in the text,
// so that the tree shows it.

// again proves a statement that the grammar did not parse for the reason was.
func (w *mysqlProof) again(text string, was *Reason) *Reason {
	if was.Code != Unparsed && (was.Code != Defines || !w.tokens[0].is("analyze")) {
		return was
	}
	if mysqlShows(w.tokens) {
		return nil
	}
	whole := *w
	texts := []string{mysqlRespelled(text, w.tokens)}
	if names := ansiQuoted(texts[0], w.tokens); names != texts[0] {
		texts = append(texts, names)
	}
	if n := mysqlExplained(w.tokens); n > 0 {
		w.tokens = w.tokens[n:]
		w.span.Start = w.tokens[0].start
		texts = append(texts, text)
	} else if len(texts) == 1 && texts[0] == text || was.Code != Unparsed {
		return was
	}
	for _, t := range texts {
		r := w.statement(t)
		if r == nil {
			return nil
		}
		if r.Code != Unparsed {
			was = r
		}
	}
	w.tokens, w.span = whole.tokens, whole.span
	return was
}

// mysqlExplained is how many tokens in front of a query say that it is explained, in
// ways that the grammar does not know: EXPLAIN ANALYZE FORMAT=JSON, EXPLAIN EXTENDED,
// MariaDB's ANALYZE FORMAT=JSON. What follows has to be a query that only reads, be it
// run or not.
func mysqlExplained(s []token) int {
	is := func(i int, names ...string) bool {
		for _, n := range names {
			if i < len(s) && s[i].is(n) {
				return true
			}
		}
		return false
	}
	n := 0
	if is(n, "explain", "describe", "desc") {
		n++
	}
	analyzed := is(n, "analyze")
	if analyzed || n > 0 && is(n, "extended", "partitions") {
		n++
	}
	if n > 0 && is(n, "format") && is(n+1, "=") && n+2 < len(s) {
		n += 3
	}
	if is(n, "select", "with", "values", "(") || is(n, "table") && !is(0, "analyze") {
		return n
	}
	return 0
}

// mysqlShown are statements that only report, which the grammar does not know: what
// follows SHOW, or the whole. NAME is a name with or without a database, and TEXT and N are values.
var mysqlShown = []string{
	"show authors", "show contributors", "show locales", "show all slaves status", "show all replicas status", "show master logs",
	"show count ( * ) warnings", "show count ( * ) errors", "show index_statistics", "show user_statistics", "show client_statistics",
	"show table_statistics", "show explain for N", "show analyze for N", "show create sequence NAME", "show create package NAME",
	"show create package body NAME", "show package status", "show package body status", "show package status like TEXT",
	"show create schema if not exists NAME", "show create database if not exists NAME", "show extended columns from NAME",
	"show extended full columns from NAME", "show extended index from NAME", "show extended indexes from NAME", "show extended keys from NAME",
	"explain for connection N", "explain format = NAME for connection N", "describe for connection N", "help TEXT",
}

// mysqlShows reports whether a statement is one of those.
func mysqlShows(s []token) bool {
	for _, form := range mysqlShown {
		if formed(s, strings.Fields(form)) {
			return true
		}
	}
	return false
}

// formed reports whether tokens have a form.
func formed(s []token, form []string) bool {
	for _, f := range form {
		switch {
		case len(s) == 0:
			return false
		case f == "NAME":
			if !name(s[0]) {
				return false
			}
			if len(s) > 2 && s[1].is(".") && name(s[2]) {
				s = s[2:]
			}
		case f == "TEXT" && s[0].kind != literal, f == "N" && s[0].kind != number, f != "TEXT" && f != "N" && !s[0].is(f):
			return false
		}
		s = s[1:]
	}
	return len(s) == 0
}

func name(t token) bool { return t.kind == word || t.kind == quoted }

// mysqlRespelled is a text with the statement s in words that the grammar knows.
func mysqlRespelled(text string, s []token) string {
	b := []byte(text)
	put := func(from, to token, words string) {
		n := copy(b[from.start:to.end], words)
		for i := from.start + n; i < to.end; i++ {
			b[i] = ' '
		}
	}
	for i := 0; i < len(s); i++ {
		t := s[i]
		switch n := mysqlPaging(s[i:]); {
		case n > 0:
			put(t, s[i+n-1], "")
			i += n - 1
		case t.kind == word && !plainASCII(t.name): // names beyond ASCII; no list has one with __
			for j := t.start; j < t.end; j++ {
				if b[j] >= 0x80 {
					b[j] = '_'
				}
			}
		case dotted(s, i):
		case t.is("intersect"), t.is("except"), t.is("minus"):
			put(t, t, "union")
		case t.is("sounds") && i+1 < len(s) && s[i+1].is("like"):
			put(t, t, "")
		case mysqlTypes[t.name] != "" && i > 0 && s[i-1].is("as") && i+1 < len(s) && (s[i+1].is(")") || s[i+1].is("(")):
			put(t, t, mysqlTypes[t.name])
		case placeholder(s, i) > 0:
			n := placeholder(s, i)
			put(t, s[i+n-1], "?")
			i += n - 1
		}
	}
	return string(b)
}

// mysqlTypes are the types of CAST that the grammar does not know, and what it does.
var mysqlTypes = map[string]string{"year": "date", "varchar": "char", "integer": "signed"}

// ansiQuoted is a text with `x` for "x" in the statement s, which is a name where the server has
// ANSI_QUOTES; where it has not, there is no such statement.
func ansiQuoted(text string, s []token) string {
	b := []byte(text)
	for _, t := range s {
		if t.kind == quoted && text[t.start] == '"' && !strings.ContainsAny(text[t.start+1:t.end-1], "`\"\\") {
			b[t.start], b[t.end-1] = '`', '`'
		}
	}
	return string(b)
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// mysqlPaging is how many tokens from the first on are a clause that says how many rows
// are wanted, or from when, in forms that the grammar does not know; 0 for none.
func mysqlPaging(s []token) int {
	if !s[0].is("offset") && !s[0].is("fetch") && !s[0].is("rows") && !s[0].is("for") {
		return 0
	}
	for _, form := range mysqlPages {
		n := len(form)
		if n > len(s) {
			continue
		}
		if formed(s[:n], form) {
			return n
		}
	}
	return 0
}

// mysqlPages are those clauses. Each has values only, so that nothing is called in one.
var mysqlPages = func() [][]string {
	var all [][]string
	for _, rows := range []string{"row", "rows"} {
		all = append(all, strings.Fields("offset N "+rows))
		for _, first := range []string{"first", "next"} {
			for _, ties := range []string{"only", "with ties"} {
				all = append(all, strings.Fields("fetch "+first+" N "+rows+" "+ties), strings.Fields("fetch "+first+" "+rows+" "+ties))
			}
		}
	}
	all = append(all, strings.Fields("rows examined N"), strings.Fields("for system_time all"))
	for _, at := range []string{"TEXT", "timestamp TEXT", "transaction N", "now ( )", "current_timestamp"} {
		all = append(all, strings.Fields("for system_time as of "+at), strings.Fields("for system_time between "+at+" and "+at),
			strings.Fields("for system_time from "+at+" to "+at))
	}
	return all
}()
