package sqlread

import (
	"strings"
	"unicode/utf8"
)

// kind is what a token is.
type kind uint8

const (
	word     kind = iota // a name or keyword that is not quoted
	quoted               // a name in quotes: "x", `x`, [x]; in MySQL "x" may be a string
	literal              // a string
	number               // 1, 1.5e3, 0xff
	variable             // @x, @@x, $1, :name, ?
	symbol               // one character of an operator, a bracket, comma, dot or semicolon
)

// token is one token. name is a word in lower case, or what the quotes hold.
type token struct {
	kind       kind
	start, end int
	name       string
}

// is reports whether t is this symbol, or this word in lower case.
func (t token) is(s string) bool { return (t.kind == symbol || t.kind == word) && t.name == s }

func (t token) span() Span { return Span{t.start, t.end} }

// rules are what lexers differ in.
type rules struct {
	dialect        Dialect
	nested         bool   // block comments nest
	hash           bool   // # begins a comment
	dashBlank      bool   // -- begins a comment only before white space
	backtick       bool   // `x` is a name
	bracket        bool   // [x] is a name
	bracketDoubled bool   // ]] in it is a bracket
	dollarQuote    bool   // $tag$ … $tag$ is a string
	binary         bool   // 0b01 is a number, and 0o17 where digits can be grouped
	grouped        bool   // 1_000 is a number, in older versions one with a name behind it
	escapes        bool   // E'…' has escapes by backslash
	variables      string // characters that begin a variable
	inWord         string // characters of names beside letters, digits and _
	startsWord     string // those of them that a name may begin with
	wideNames      bool   // letters beyond ASCII may be part of names without quotes
	loneBackslash  bool   // a backslash never means anything in a string
	backslash      reading
}

// reading is what a backslash in a string is.
type reading uint8

const (
	either   reading = iota // whatever a setting of the server says: refused where it matters
	escaping                // an escape
	means                   // itself
)

var (
	postgresRules = &rules{dialect: Postgres, nested: true, dollarQuote: true, binary: true, grouped: true, escapes: true, variables: "$", inWord: "$", wideNames: true}
	mysqlRules    = &rules{dialect: MySQL, binary: true, hash: true, dashBlank: true, backtick: true, variables: "?@", inWord: "$", startsWord: "$", wideNames: true}
	sqliteRules   = &rules{dialect: SQLite, backtick: true, bracket: true, grouped: true, variables: "?:@$", inWord: "$", wideNames: true, loneBackslash: true}
	tsqlRules     = &rules{
		dialect: TSQL, nested: true, bracket: true, bracketDoubled: true, variables: "@?", inWord: "@#$", startsWord: "#",
		wideNames: true, loneBackslash: true,
	}
)

// maxDepth is how deep brackets may nest.
const maxDepth = 100

// lexer cuts a text into tokens.
type lexer struct {
	*rules
	text   string
	at     int
	depth  int
	tokens []token
	// comments are the spans of comments, in order.
	comments []Span
}

// longText is how long a text is, in bytes, that may have a token in each of them.
const longText = 16 << 10

// lex returns the tokens and comments of a text, or why it has none.
func lex(text string, r *rules) (*lexer, *Reason) {
	room := len(text)/4 + 4
	if len(text) > longText { // to copy the tokens again costs more than room that is left over
		room = len(text)
	}
	l := &lexer{rules: r, text: text, tokens: make([]token, 0, room)}
	for l.at < len(text) {
		if reason := l.next(); reason != nil {
			return nil, reason
		}
	}
	return l, nil
}

// next reads one token, comment or run of white space.
func (l *lexer) next() *Reason {
	c := l.text[l.at]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		l.at++
		return nil
	case l.lineComment():
		l.comment(l.lineEnd())
		return nil
	case strings.HasPrefix(l.text[l.at:], "/*"):
		return l.blockComment()
	case c == '\'':
		return l.str(l.at)
	case c == '"' || c == '`' && l.backtick:
		return l.quotedName(c)
	case c == '[' && l.bracket:
		return l.bracketed()
	case c == '$' && l.dollarQuote && l.dollarTag() != "":
		return l.dollar(l.dollarTag())
	case digit(c), c == '.' && digit(l.peek(1)) && !l.afterName():
		return l.number()
	case l.wordStart(l.at):
		return l.word()
	case strings.IndexByte(l.variables, c) >= 0:
		return l.variable()
	}
	return l.symbol(c)
}

// peek is the byte n behind the current one, 0 behind the end.
func (l *lexer) peek(n int) byte {
	if l.at+n >= len(l.text) {
		return 0
	}
	return l.text[l.at+n]
}

func (l *lexer) add(k kind, start, end int, name string) {
	l.tokens = append(l.tokens, token{k, start, end, name})
	l.at = end
}

func (l *lexer) refuse(code Code, start, end int) *Reason {
	return &Reason{code, Span{start, min(end, len(l.text))}, ""}
}

func (l *lexer) lineComment() bool {
	if l.text[l.at] == '#' {
		return l.hash
	}
	if !strings.HasPrefix(l.text[l.at:], "--") {
		return false
	}
	return !l.dashBlank || strings.IndexByte(" \t\n\r\x00", l.peek(2)) >= 0
}

// lineEnd is where the line ends that the lexer is in.
func (l *lexer) lineEnd() int {
	if n := strings.IndexByte(l.text[l.at:], '\n'); n >= 0 {
		return l.at + n
	}
	return len(l.text)
}

func (l *lexer) comment(end int) {
	l.comments = append(l.comments, Span{l.at, end})
	l.at = end
}

func (l *lexer) blockComment() *Reason {
	depth, i := 1, l.at+2
	for depth > 0 {
		n := strings.IndexAny(l.text[i:], "*/")
		if n < 0 || i+n+1 >= len(l.text) {
			return l.refuse(Unterminated, l.at, len(l.text))
		}
		i += n
		switch pair := l.text[i : i+2]; {
		case pair == "*/":
			depth--
			i += 2
		case pair == "/*" && l.nested:
			depth++
			i += 2
		default:
			i++
		}
	}
	l.comment(i)
	return nil
}

// str reads a string whose quote is at the current place and whose token begins at
// start, with its prefix.
func (l *lexer) str(start int) *Reason {
	prefix := strings.ToLower(l.text[start:l.at])
	end, reason := l.closing('\'', l.escapes && prefix == "e")
	if reason == nil {
		l.add(literal, start, end, "")
	}
	return reason
}

func (l *lexer) quotedName(c byte) *Reason {
	end, reason := l.closing(c, false)
	if reason != nil {
		return reason
	}
	q := string(c)
	l.add(quoted, l.at, end, strings.ReplaceAll(l.text[l.at+1:end-1], q+q, q))
	return nil
}

// closing is the end of the string or name whose opening quote c is at the current
// place. escapes says that backslashes escape in any mode of the server. Elsewhere
// an odd number of them before a quote has two readings, and so has one behind a letter
// beyond ASCII, of which some character sets make the first backslash a part.
func (l *lexer) closing(c byte, escapes bool) (int, *Reason) {
	for i := l.at + 1; i < len(l.text); i++ {
		switch {
		case l.text[i] == '\\' && (escapes || l.backslash == escaping && c != '`'):
			i++
		case l.text[i] == '\\' && l.backslash == means:
		case l.text[i] == '\\' && c != '`':
			run := i
			for run < len(l.text) && l.text[run] == '\\' {
				run++
			}
			if run < len(l.text) && ((run-i)%2 == 1 || l.text[i-1] >= utf8.RuneSelf) && l.text[run] == c && !l.plainBackslash(i, run) {
				return 0, l.refuse(BackslashQuote, i, run+1)
			}
			i = run - 1
		case l.text[i] == c && i+1 < len(l.text) && l.text[i+1] == c:
			i++
		case l.text[i] == c:
			return i + 1, nil
		}
	}
	return 0, l.refuse(Unterminated, l.at, len(l.text))
}

// plainBackslash reports whether the backslash at i, before the quote at end, is the
// one of ESCAPE '\' and means itself. Where the server may read it as an escape, the
// quote has to be the last one: in that reading the string does not end, and nothing
// runs.
func (l *lexer) plainBackslash(i, end int) bool {
	n := len(l.tokens)
	if i != l.at+1 || end != i+1 || n == 0 || !l.tokens[n-1].is("escape") {
		return false
	}
	return l.loneBackslash || l.dialect == Postgres && strings.IndexByte(l.text[end+1:], '\'') < 0
}

func (l *lexer) bracketed() *Reason {
	for i := l.at + 1; i < len(l.text); i++ {
		if l.text[i] != ']' {
			continue
		}
		if l.bracketDoubled && i+1 < len(l.text) && l.text[i+1] == ']' {
			i++
			continue
		}
		name := l.text[l.at+1 : i]
		if l.bracketDoubled {
			name = strings.ReplaceAll(name, "]]", "]")
		}
		l.add(quoted, l.at, i+1, name)
		return nil
	}
	return l.refuse(Unterminated, l.at, len(l.text))
}

// dollarTag is the opening $…$ at the current place, "" for none.
func (l *lexer) dollarTag() string {
	for i := l.at + 1; i < len(l.text); i++ {
		c := l.text[i]
		switch {
		case c == '$':
			return l.text[l.at : i+1]
		case letter(c) || c == '_' || c >= utf8.RuneSelf || digit(c) && i > l.at+1:
		default:
			return ""
		}
	}
	return ""
}

func (l *lexer) dollar(tag string) *Reason {
	start := l.at + len(tag)
	n := strings.Index(l.text[start:], tag)
	if n < 0 {
		return l.refuse(Unterminated, l.at, len(l.text))
	}
	l.add(literal, l.at, start+n+len(tag), "")
	return nil
}

// afterName reports whether a dot here follows a name directly, as in t.1.
func (l *lexer) afterName() bool {
	n := len(l.tokens)
	return n > 0 && l.tokens[n-1].end == l.at && (l.tokens[n-1].kind == word || l.tokens[n-1].kind == quoted)
}

// number reads a number; letters right behind it are refused.
func (l *lexer) number() *Reason {
	i := l.at
	if n := basePrefix(l.text[i:]); n > 0 {
		for i += n; i < len(l.text) && hexDigit(l.text[i]); i++ {
		}
	} else if rest := l.text[i:]; l.binary && len(rest) > 2 && rest[0] == '0' && (rest[1] == 'b' && rest[2]|1 == '1' || rest[1] == 'o' && l.grouped && digit(rest[2])) {
		i = skipDigits(l.text, i+2)
	} else {
		i = l.decimals(i)
	}
	if i < len(l.text) && (l.wordStart(i) || digit(l.text[i]) || strings.IndexByte(l.inWord, l.text[i]) >= 0) {
		return l.refuse(GluedNumber, l.at, i+1)
	}
	l.add(number, l.at, i, "")
	return nil
}

// digits is where the digits at i end, and groups of them.
func (l *lexer) digits(i int) int {
	i = skipDigits(l.text, i)
	for l.grouped && i > 0 && digit(l.text[i-1]) && i+1 < len(l.text) && l.text[i] == '_' && digit(l.text[i+1]) {
		i = skipDigits(l.text, i+1)
	}
	return i
}

// decimals is where a decimal number at i ends.
func (l *lexer) decimals(i int) int {
	i = l.digits(i)
	if i < len(l.text) && l.text[i] == '.' {
		i = l.digits(i + 1)
	}
	if i < len(l.text) && l.text[i]|0x20 == 'e' {
		j := i + 1
		if j < len(l.text) && (l.text[j] == '+' || l.text[j] == '-') {
			j++
		}
		if end := skipDigits(l.text, j); end > j {
			return end
		}
	}
	return i
}

func skipDigits(s string, i int) int {
	for i < len(s) && digit(s[i]) {
		i++
	}
	return i
}

// basePrefix is the length of 0x, 0 if there is none.
func basePrefix(s string) int {
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' && hexDigit(s[2]) {
		return 2
	}
	return 0
}

// wordStart reports whether a name without quotes can begin at i.
func (l *lexer) wordStart(i int) bool {
	c := l.text[i]
	if c < utf8.RuneSelf {
		return letter(c) || c == '_' || strings.IndexByte(l.startsWord, c) >= 0
	}
	return l.wideRune(i) > 0
}

// wideRune is the size of a letter beyond ASCII at i, 0 if it has no place there.
func (l *lexer) wideRune(i int) int {
	if r, size := utf8.DecodeRuneInString(l.text[i:]); l.wideNames && outsideQuotes(r) {
		return size
	}
	return 0
}

func (l *lexer) word() *Reason {
	i := l.wordEnd(l.at)
	name := strings.ToLower(l.text[l.at:i])
	if i < len(l.text) && l.text[i] == '\'' && l.stringPrefix(name) {
		start := l.at
		l.at = i
		return l.str(start)
	}
	if l.dialect == Postgres && name == "u" && strings.HasPrefix(l.text[i:], "&'") {
		start := l.at
		l.at = i + 1
		return l.str(start)
	}
	l.add(word, l.at, i, name)
	return nil
}

// wordEnd is where the name that is being read at i ends.
func (l *lexer) wordEnd(i int) int {
	for i < len(l.text) {
		c := l.text[i]
		switch {
		case letter(c) || digit(c) || c == '_' || strings.IndexByte(l.inWord, c) >= 0:
			i++
		case c >= utf8.RuneSelf && l.wideRune(i) > 0:
			i += l.wideRune(i)
		default:
			return i
		}
	}
	return i
}

// stringPrefix reports whether a word right before a quote belongs to the string.
func (l *lexer) stringPrefix(name string) bool {
	switch name {
	case "n":
		return l.dialect != SQLite
	case "x":
		return l.dialect != TSQL
	case "b":
		return l.dialect == Postgres || l.dialect == MySQL
	case "e":
		return l.escapes
	}
	return false
}

// variable reads a parameter or variable: $1, ?, ?1, :name, @name, @@name. What
// follows a question mark is part of it only as far as it is digits, since ?INTO is two
// words. SQLite, for Tcl, has $name::name(anything) as one variable, quotes included.
func (l *lexer) variable() *Reason {
	i := l.at + 1
	if l.text[l.at] == '?' {
		l.add(variable, l.at, skipDigits(l.text, i), "?")
		return nil
	}
	if l.text[l.at] == '@' && i < len(l.text) && l.text[i] == '@' {
		i++
	}
	end := l.wordEnd(i)
	switch {
	case end == i:
		return l.symbol(l.text[l.at])
	case l.text[l.at] == '$' && l.dialect == Postgres && skipDigits(l.text, i) != end:
		return l.refuse(GluedNumber, l.at, end)
	case l.dialect == SQLite && end < len(l.text) && (l.text[end] == '(' || l.text[end] == ':'):
		return l.refuse(UnknownSyntax, l.at, end+1)
	}
	l.add(variable, l.at, end, strings.ToLower(l.text[l.at:end]))
	return nil
}

func (l *lexer) symbol(c byte) *Reason {
	switch {
	case c == '(':
		l.depth++
	case c == ')':
		l.depth--
	case c >= utf8.RuneSelf:
		_, size := utf8.DecodeRuneInString(l.text[l.at:])
		return l.refuse(OddCharacter, l.at, l.at+size)
	case c == '\\' || c == '`' || c == '{' || c == '}':
		return l.refuse(OddCharacter, l.at, l.at+1)
	}
	if l.depth > maxDepth {
		return l.refuse(TooDeep, l.at, l.at+1)
	}
	if l.depth < 0 {
		return l.refuse(Unparsed, l.at, l.at+1)
	}
	l.add(symbol, l.at, l.at+1, l.text[l.at:l.at+1])
	return nil
}

func letter(c byte) bool   { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool    { return c >= '0' && c <= '9' }
func hexDigit(c byte) bool { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
