package sqlread

import "strings"

// tsqlReserved are the words that Transact-SQL reserves, from "Reserved Keywords" of
// its reference, with what is not reserved and begins a statement all the same. Any
// of them may begin a statement, since T-SQL needs no semicolon: what is not in
// tsqlReading is refused wherever it stands.
var (
	tsqlReserved = words(`
		add all alter and any as asc authorization backup begin between break browse bulk by cascade case check checkpoint close
		clustered coalesce collate column commit compute constraint contains containstable continue convert create cross current
		current_date current_time current_timestamp current_user cursor database dbcc deallocate declare default delete deny desc
		disk distinct distributed double drop dump else end errlvl escape except exec execute exists exit external fetch file
		fillfactor for foreign freetext freetexttable from full function goto grant group having holdlock identity
		identity_insert identitycol if in index inner insert intersect into is join key kill left like lineno load merge national
		nocheck nonclustered not null nullif of off offsets on open opendatasource openquery openrowset openxml option or order
		outer over percent pivot plan precision primary print proc procedure public raiserror read readtext reconfigure
		references replication restore restrict return revert revoke right rollback rowcount rowguidcol rule save schema
		securityaudit select semantickeyphrasetable semanticsimilaritydetailstable semanticsimilaritytable session_user set setuser
		shutdown some statistics system_user table tablesample textsize then to top tran transaction trigger truncate try_convert
		tsequal union unique unpivot update updatetext use user values varying view waitfor when where while with within writetext

		go throw rename
	`)
	tsqlReading = words(`
		all and any as asc between by case coalesce collate contains containstable convert cross current current_date current_time
		current_timestamp current_user desc distinct double else end escape except exists for freetext freetexttable from full group
		having in inner intersect is join key left like not null nullif of off on option or order outer over percent pivot precision
		right select session_user set some system_user tablesample then to top try_convert union unpivot user values varying when where
		with within fetch index national
	`)
)

// tsqlBeforeBracket are the words of the language that brackets may follow.
var tsqlBeforeBracket = words(`
	all and any as by case distinct else exists for from having in inner intersect except is join like not on option or over
	percent pivot select some then top union unpivot values when where with within tablesample apply ignore respect root path
	raw auto elements explicit include_null_values without_array_wrapper columns filter between binary varbinary char
	varchar nchar nvarchar decimal numeric float datetime2 datetimeoffset time escape set offset next first rows row
	rollup cube sets for to index group xmlnamespaces repeatable match
`)

// tsqlTypes are types with a size, as CAST, CONVERT and OPENJSON … WITH name them.
var tsqlTypes = words("binary varbinary char varchar nchar nvarchar decimal dec numeric float real datetime2 datetimeoffset time vector xml")

// tsqlMethods are the methods of xml that read. Like their values they are spelled in
// lower case.
var tsqlMethods = words("value query exist nodes")

// tsqlCredentials are the catalogs with hashes of passwords or secrets.
var tsqlCredentials = words(`
	sql_logins syslogins sysxlogins credentials database_credentials database_scoped_credentials linked_logins remote_logins sysoledbusers
	sysremotelogins key_encryptions crypt_properties sysobjvalues sysowners asymmetric_keys symmetric_keys sysservers
`)

// tsql proves by tokens: there is no word that could begin a statement other than a
// read, and no call that is not on the list.
func (p *proof) tsql() *Reason {
	l, reason := lex(p.text, tsqlRules)
	if reason != nil {
		return reason
	}
	tokens, reason := p.tsqlBatches(l.tokens)
	if reason != nil {
		return reason
	}
	return p.eachOf(tokens, p.tsqlStatement)
}

func (p *proof) tsqlStatement(s []token) *Reason {
	if t := balanced(s); t != nil {
		return unparsed(*t, p.text)
	}
	for len(s) >= 3 && s[0].is("set") { // SET NOCOUNT ON, with or without a semicolon
		if !s[1].is("nocount") || !s[2].is("on") && !s[2].is("off") {
			return &Reason{SessionState, s[0].span(), s[1].name}
		}
		if s = s[3:]; len(s) == 0 {
			return nil
		}
	}
	first := s[0]
	if !first.is("select") && !first.is("with") && !first.is("(") {
		if r := headed(first); r != nil {
			return r
		}
		return unparsed(first, p.text)
	}
	cases := 0
	for i, t := range s {
		if r := p.tsqlToken(s, i); r != nil {
			return r
		}
		switch {
		case t.is("case") && !dotted(s, i):
			cases++
		case t.is("end") && !dotted(s, i):
			if cases--; cases < 0 { // END CONVERSATION
				return unparsed(t, p.text)
			}
		}
	}
	return p.tsqlEnd(s)
}

// dotted reports whether token i is a later part of a name.
func dotted(s []token, i int) bool { return i > 0 && s[i-1].is(".") }

// tsqlEnd refuses a statement that cannot be whole.
func (p *proof) tsqlEnd(s []token) *Reason {
	last := s[len(s)-1]
	if last.kind == symbol && !last.is(")") && !last.is("*") || last.is("select") || last.is("with") || last.is("from") {
		return unparsed(last, p.text)
	}
	return nil
}

func (p *proof) tsqlToken(s []token, i int) *Reason {
	t := s[i]
	switch t.kind {
	case word, quoted:
		return p.tsqlName(s, i)
	case variable:
		return p.tsqlVariable(s, i)
	case literal, number:
	case symbol:
		if t.is("!") && i+1 < len(s) && s[i+1].kind == symbol && strings.Contains("=<>", s[i+1].name) {
			return nil
		}
		if !strings.Contains("()[],.*+-/%=<>&|^~", t.name) && !p.tsqlColon(s, i) && !p.tsqlDollar(s, i) {
			return unparsed(t, p.text)
		}
		if t.is(".") && dots(s, i) >= 3 {
			return &Reason{RemoteServer, t.span(), ""}
		}
	}
	return nil
}

// dots counts the dots of the name that the dot i belongs to, up to it.
func dots(s []token, i int) int {
	n := 0
	for j := i; j >= 0; j-- {
		switch {
		case s[j].is("."):
			n++
		case s[j].kind != word && s[j].kind != quoted:
			return n
		case j > 0 && !s[j-1].is("."):
			return n
		}
	}
	return n
}

// tsqlVariable refuses what may assign a variable: one with an operator and = behind it.
func (p *proof) tsqlVariable(s []token, i int) *Reason {
	t := s[i]
	if strings.HasPrefix(t.name, "@@") || t.name == "?" {
		return nil
	}
	for j := i + 1; j < len(s) && j <= i+2; j++ {
		if s[j].is("=") && !optimized(s, i) {
			return &Reason{SessionState, t.span(), t.name}
		}
		if s[j].kind != symbol || !strings.Contains("+-*/%&|^", s[j].name) {
			break
		}
	}
	if i+1 < len(s) && (s[i+1].is("(") || s[i+1].is(".")) {
		return &Reason{UnknownFunction, t.span(), t.name} // a method of a variable may change it
	}
	return nil
}

func (p *proof) tsqlName(s []token, i int) *Reason {
	t := s[i]
	name := strings.ToLower(t.name)
	part := dotted(s, i)
	if tsqlCredentials[name] && ofCatalog(s, i) {
		p.credential(name, t.span())
	}
	if t.kind == word && !part {
		if r := p.tsqlWord(s, i); r != nil {
			return r
		}
	}
	if i+1 >= len(s) || !s[i+1].is("(") {
		return nil
	}
	switch {
	case part && t.kind == word && tsqlMethods[p.text[t.start:t.end]] && literals(s, i+1) && !ofSchema(s, i):
		return nil
	case t.kind == word && p.typeMethod(s, i):
		return nil
	case tableHint(s, i):
		return nil
	case part && i >= 2 && strings.EqualFold(s[i-2].name, "sys") && !dotted(s, i-2) && tsqlFunctions()["sys."+name]:
		return nil
	case part:
		return &Reason{UnknownFunction, t.span(), name}
	case t.kind == word && (tsqlFunctions()[name] || tsqlBeforeBracket[name] || tsqlTypes[name]):
		return p.tsqlHinted(s, i)
	case named(s, i), i > 0 && (s[i-1].is("as") || s[i-1].is(")")) && columnList(s, i+1):
		return nil
	case t.is("hint") && i > 0 && (s[i-1].is("use") || s[i-1].is("table")) && optionList(s, i-1):
		return p.optionHints(s, i)
	}
	return &Reason{UnknownFunction, t.span(), name}
}

// ofCatalog reports whether name i is one of the server's: of schema sys, dbo or the
// default one of another database, or of a kind that nobody gives to a table.
func ofCatalog(s []token, i int) bool {
	if i >= 2 && s[i-1].is(".") {
		before := strings.ToLower(s[i-2].name)
		return before == "sys" || before == "dbo" || before == "."
	}
	name := strings.ToLower(s[i].name)
	return strings.HasPrefix(name, "sys") || name == "sql_logins"
}

// tsqlWord refuses a word without quotes that may begin a statement, or that does
// something where it stands.
func (p *proof) tsqlWord(s []token, i int) *Reason {
	t := s[i]
	next := func(w string) bool { return i+1 < len(s) && s[i+1].is(w) }
	switch {
	case t.is("into"):
		return &Reason{Into, t.span(), ""}
	case t.is("set"):
		return &Reason{SessionState, t.span(), ""}
	case t.is("fetch") && (i == 0 || !s[i-1].is("row") && !s[i-1].is("rows") || !rowsOnly(s, i)):
		return &Reason{SessionState, t.span(), "fetch"}
	case t.is("next") && next("value"):
		return &Reason{Writes, t.span(), "next value for"}
	case t.is("index") && (i == 0 || !s[i-1].is("(") && !s[i-1].is(",")), t.is("for") && next("update"):
		return unparsed(t, p.text)
	case (t.is("use") || t.is("table")) && next("hint") && optionList(s, i):
		return nil
	case (t.is("send") || t.is("get") || t.is("move")) && i+1 < len(s) && (s[i+1].is("on") || s[i+1].is("conversation")),
		t.is("receive") && i+1 < len(s):
		return &Reason{Executes, t.span(), t.name}
	case t.is("merge") && (next("join") || next("union")): // INNER MERGE JOIN, OPTION (MERGE JOIN)
		return nil
	case t.is("plan") && i > 0 && (s[i-1].is("keep") || s[i-1].is("keepfixed") || s[i-1].is("robust")) && optionList(s, i-1):
		return nil
	case i > 0 && p.tsqlDollar(s, i-1): // $identity
		return nil
	case tsqlReserved[t.name] && !tsqlReading[t.name]:
		if r := headed(t); r != nil {
			return r
		}
		return &Reason{UnknownSyntax, t.span(), t.name}
	}
	return nil
}

// rowsOnly reports whether FETCH at i is the one of OFFSET … FETCH NEXT n ROWS ONLY.
func rowsOnly(s []token, i int) bool {
	if i+2 >= len(s) || !s[i+1].is("next") && !s[i+1].is("first") {
		return false
	}
	j := i + 3
	if s[i+2].is("(") {
		j = closingBracket(s, i+2) + 1
	}
	return s[i+2].kind != word && j > 0 && j+1 < len(s) && (s[j].is("row") || s[j].is("rows")) && s[j+1].is("only")
}

// literals reports whether the brackets at i hold strings only.
func literals(s []token, i int) bool {
	end := closingBracket(s, i)
	if end < i+2 {
		return false
	}
	for _, t := range s[i+1 : end] {
		if t.kind != literal && !t.is(",") {
			return false
		}
	}
	return true
}

// ofSchema reports whether the name before the dot before i is that of a schema which
// every database has.
func ofSchema(s []token, i int) bool {
	if i < 2 {
		return true
	}
	switch strings.ToLower(s[i-2].name) {
	case "dbo", "sys", "guest", "information_schema", "":
		return true
	}
	return false
}
