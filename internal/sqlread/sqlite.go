package sqlread

import "strings"

// sqlitePragmas are the pragmas that only report when they have no value;
// sqliteArguments those that only report with one, too.
var (
	sqlitePragmas = words(`
		application_id auto_vacuum automatic_index busy_timeout cache_size cache_spill cell_size_check checkpoint_fullfsync
		collation_list compile_options data_version database_list defer_foreign_keys encoding foreign_key_check foreign_keys
		freelist_count fullfsync function_list ignore_check_constraints integrity_check journal_mode
		journal_size_limit legacy_alter_table locking_mode max_page_count mmap_size module_list page_count page_size pragma_list
		query_only quick_check read_uncommitted recursive_triggers reverse_unordered_selects schema_version secure_delete
		synchronous table_list temp_store threads trusted_schema user_version wal_autocheckpoint writable_schema
		analysis_limit count_changes empty_result_callbacks full_column_names hard_heap_limit lock_status short_column_names soft_heap_limit
		stats
	`)
	sqliteArguments = words(`
		foreign_key_check foreign_key_list index_info index_list index_xinfo integrity_check quick_check table_info table_list table_xinfo
	`)
)

// sqliteWrites are the words that no read holds. Others that begin a statement, such
// as RELEASE, may be names inside of one.
var sqliteWrites = map[string]Code{
	"insert": Writes, "update": Writes, "delete": Writes, "into": Into, "returning": Writes,
	"create": Defines, "drop": Defines, "alter": Defines, "commit": TransactionControl,
}

// sqliteFiles are tables of SQLite's shell that read files of the machine, without a
// call: SELECT data FROM fsdir WHERE path = '/'.
var sqliteFiles = words("fsdir zipfile")

// sqliteBeforeBracket are the words of the language that brackets may follow: there
// they begin no call.
var sqliteBeforeBracket = words(`
	select values as in and or not on using where having when then else case between is exists over filter from join by
	union all except intersect distinct limit offset cast with recursive like glob match regexp escape isnull notnull collate
	materialized partition order group within rows range groups end set unique primary key check conflict do
`)

// sqliteBeforeValue is what a string is a value behind, and no name of a table.
var sqliteBeforeValue = words("select = < > like glob then else when and or")

// sqlite proves by tokens. SQLite ends a statement at a semicolon only, and a
// statement writes only if its verb says so, behind EXPLAIN or WITH where there is one.
func (p *proof) sqlite() *Reason { return p.each(sqliteRules, p.sqliteStatement) }

func (p *proof) sqliteStatement(s []token) *Reason {
	if t := balanced(s); t != nil {
		return unparsed(*t, p.text)
	}
	explained := false
	if s[0].is("explain") {
		explained = true
		s = s[1:]
		if len(s) > 1 && s[0].is("query") && s[1].is("plan") {
			s = s[2:]
		}
		if len(s) == 0 {
			return whole(p.text, Unparsed, "EXPLAIN")
		}
	}
	switch first := s[0]; {
	case first.is("select"), first.is("values"), first.is("with"):
		return p.sqliteQuery(s, explained)
	case first.is("pragma") && !explained:
		return p.sqlitePragma(s)
	case explained && (first.is("insert") || first.is("update") || first.is("delete") || first.is("replace")):
		return p.sqliteQuery(s, true)
	default:
		if r := headed(first); r != nil {
			return r
		}
		return unparsed(first, p.text)
	}
}

// sqliteQuery proves a statement that begins as a query, or as anything that EXPLAIN
// compiles and does not run.
func (p *proof) sqliteQuery(s []token, explained bool) *Reason {
	for i, t := range s {
		if t.kind == word && !dotted(s, i) && (!explained || !sqliteExplained[t.name]) {
			if code, ok := sqliteWrites[t.name]; ok {
				return &Reason{code, t.span(), t.name}
			}
		}
		if r := p.sqliteName(s, i); r != nil {
			return r
		}
	}
	return p.sqliteShape(s)
}

// sqliteExplained are the words of a write that EXPLAIN compiles.
var sqliteExplained = words("insert update delete into returning")

// sqliteName proves a name: no call of what is not on the list, and no table made of a
// pragma that is not. A string may be the name of a table, but call no function.
func (p *proof) sqliteName(s []token, i int) *Reason {
	t := s[i]
	switch t.kind {
	case number, variable, symbol:
	case word, quoted:
		name := strings.ToLower(t.name)
		if r := sqliteTable(t, name); r != nil {
			return r
		}
		return sqliteCall(s, i, name)
	case literal:
		if i+1 < len(s) && s[i+1].is("(") {
			return unparsed(s[i+1], p.text) // 'fn'(x): a string for a name
		}
		if i > 0 && !sqliteBeforeValue[s[i-1].name] {
			return sqliteTable(t, strings.ToLower(strings.Trim(p.text[t.start:t.end], "'")))
		}
	}
	return nil
}

// sqliteTable refuses a name that, as that of a table, does something or reads files.
func sqliteTable(t token, name string) *Reason {
	switch {
	case strings.HasPrefix(name, "pragma_") && !sqliteFunctions()[name] && !sqlitePragmas[name[len("pragma_"):]]:
		return &Reason{UnknownPragma, t.span(), name}
	case sqliteFiles[name]:
		return &Reason{ServerFile, t.span(), name}
	}
	return nil
}

// sqliteCall proves a name with a bracket behind it.
func sqliteCall(s []token, i int, name string) *Reason {
	t := s[i]
	switch {
	case i+1 >= len(s) || !s[i+1].is("(") || sqliteFunctions()[name]:
		return nil
	case strings.HasPrefix(name, "pragma_"): // pragma_page_count()
		if s[i+2].is(")") {
			return nil
		}
		return &Reason{UnknownPragma, t.span(), name}
	case t.kind == word && sqliteBeforeBracket[name] && !dotted(s, i), named(s, i), typed(s, i), inserted(s, i):
		return nil
	}
	return &Reason{UnknownFunction, t.span(), name}
}

// typed reports whether the name i is the end of a type behind AS, in brackets that end
// with those behind it: CAST(a AS varchar(10)).
func typed(s []token, i int) bool {
	end := closingBracket(s, i+1)
	if end < i+3 || end+1 >= len(s) || !s[end+1].is(")") {
		return false
	}
	for _, t := range s[i+2 : end] {
		if t.kind != number && !t.is(",") {
			return false
		}
	}
	j := i - 1
	for j > 0 && s[j].kind == word && !s[j].is("as") && !sqliteBeforeBracket[s[j].name] {
		j--
	}
	return j > 0 && s[j].is("as")
}

// inserted reports whether the name i is the table behind INTO, with columns, in a
// statement that EXPLAIN compiles; elsewhere INTO is refused.
func inserted(s []token, i int) bool {
	j := i - 1
	if dotted(s, i) {
		j -= 2
	}
	if j < 1 || !s[j].is("into") {
		return false
	}
	for _, t := range s[i+2 : closingBracket(s, i+1)] {
		if t.kind != word && t.kind != quoted && !t.is(",") {
			return false
		}
	}
	return true
}

// named reports whether the name i, with a bracket behind it, is the name of a common
// table with its columns: WITH t (a, b) AS (…), and so behind a comma after another.
func named(s []token, i int) bool {
	end := closingBracket(s, i+1)
	if end < 0 || end+1 >= len(s) || !s[end+1].is("as") {
		return false
	}
	next := end + 2
	if next < len(s) && s[next].is("not") {
		next++
	}
	if next < len(s) && s[next].is("materialized") {
		next++
	}
	if next >= len(s) || !s[next].is("(") || next+1 >= len(s) || !query(s[next+1]) {
		return false
	}
	for _, t := range s[i+2 : end] {
		if t.kind != word && t.kind != quoted && !t.is(",") {
			return false
		}
	}
	return i > 0 && inWith(s, i)
}

// inWith reports whether name i stands where a list of common tables has one: behind
// WITH or WITH RECURSIVE, or behind the comma that follows another's query.
func inWith(s []token, i int) bool {
	switch before := s[i-1]; {
	case before.is("with"):
		return true
	case before.is("recursive"):
		return i > 1 && s[i-2].is("with")
	case !before.is(",") || i < 2 || !s[i-2].is(")"):
		return false
	}
	open := openingBracket(s, i-2)
	for j := open - 1; j >= 0; j-- {
		switch {
		case s[j].is("materialized"), s[j].is("not"):
		case s[j].is("as"):
			return query(s[open+1])
		default:
			return false
		}
	}
	return false
}

// query reports whether a token can begin a query in brackets.
func query(t token) bool { return t.is("select") || t.is("values") || t.is("with") || t.is("(") }

// closingBracket is the index of the bracket that closes the one at i, -1 for none.
func closingBracket(s []token, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch {
		case s[i].is("("):
			depth++
		case s[i].is(")"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// openingBracket is the index of the bracket that the one at i closes, 0 for none.
func openingBracket(s []token, i int) int {
	depth := 0
	for ; i > 0; i-- {
		switch {
		case s[i].is(")"):
			depth++
		case s[i].is("("):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}

// sqliteShape refuses what cannot be a statement, as far as tokens show it.
func (p *proof) sqliteShape(s []token) *Reason {
	for i, t := range s {
		if t.is("#") || t.is("^") || t.is("!") && (i+1 == len(s) || !s[i+1].is("=")) || t.is(":") || t.is("$") || t.is("@") {
			return unparsed(t, p.text)
		}
		if t.kind == number && i > 0 && (s[i-1].kind == number || s[i-1].kind == literal) {
			return unparsed(t, p.text)
		}
	}
	last := s[len(s)-1]
	if last.kind == symbol && !last.is(")") && !last.is("*") {
		return unparsed(last, p.text)
	}
	return nil
}

// sqlitePragma proves PRAGMA [schema.]name, with = value or (value) where that reads.
func (p *proof) sqlitePragma(s []token) *Reason {
	rest := s[1:]
	if len(rest) > 2 && rest[1].is(".") {
		rest = rest[2:]
	}
	if len(rest) == 0 || rest[0].kind != word && rest[0].kind != quoted {
		return unparsed(s[0], p.text)
	}
	name := strings.ToLower(rest[0].name)
	value := rest[1:]
	switch {
	case len(value) == 0 && (sqlitePragmas[name] || sqliteArguments[name]):
		return nil
	case sqliteArguments[name] && len(value) == 2 && value[0].is("=") && plain(value[1]),
		sqliteArguments[name] && len(value) == 3 && value[0].is("(") && plain(value[1]) && value[2].is(")"):
		return nil
	}
	return &Reason{UnknownPragma, Span{s[0].start, s[len(s)-1].end}, name}
}

// plain reports whether a token is a value by itself.
func plain(t token) bool { return t.kind != symbol && t.kind != variable }
