package sqlread

import "strings"

// mysqlEscaped are the tokens of a batch in which backslashes escape, as in 'O\'Brien',
// if the other reading of it runs nothing else. In that one, NO_BACKSLASH_ESCAPES, the
// quote at which the lexer stopped for the reason refused ends its string. Its statement has
// to be the last one and no statement at all, with a string that does not end or a backslash
// outside of one: a server parses a statement before it runs any of it.
func (p *proof) mysqlEscaped(refused *Reason) (*lexer, *Reason) {
	if strings.Contains(strings.TrimRight(p.text[refused.Span.Start:], "; \t\r\n"), ";") || backslashedWide(p.text) {
		return nil, refused
	}
	plain := *mysqlRules
	plain.backslash = means
	_, other := lex(p.text, &plain)
	if other == nil {
		return nil, refused
	}
	rest := p.text[other.Span.Start:]
	quote := other.Code == Unterminated && (rest[0] == '\'' || rest[0] == '"')
	lone := other.Code == OddCharacter && rest[0] == '\\' && !strings.HasPrefix(rest, `\N`) // \N is NULL
	if !quote && !lone {
		return nil, refused
	}
	escapes := *mysqlRules
	escapes.backslash = escaping
	return lex(p.text, &escapes)
}

// backslashedWide reports whether a backslash follows a letter beyond ASCII, of which
// some character sets make it a part.
func backslashedWide(text string) bool {
	for i := 1; i < len(text); i++ {
		if text[i] == '\\' && text[i-1] >= 0x80 {
			return true
		}
	}
	return false
}
