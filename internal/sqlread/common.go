package sqlread

import "strings"

// common refuses, for a server of which nobody said what it speaks, what dialects
// read in different ways, although each might find it harmless.
func (p *proof) common() *Reason {
	l, reason := lex(p.text, postgresRules)
	if reason != nil {
		return reason
	}
	for i, t := range l.tokens {
		text := p.text[t.start:t.end]
		switch {
		case t.kind == literal && (text[0] != '\'' || strings.Contains(text, `\`)),
			t.kind == variable,
			t.is("nextval"), // Oracle's s.NEXTVAL
			t.kind == symbol && strings.Contains("[]`#$@:&|^~!", t.name) && !notEqual(l.tokens, i),
			t.kind == quoted && (strings.Contains(t.name, `\`) || i+1 < len(l.tokens) && l.tokens[i+1].is("(")):
			return &Reason{DialectSpecific, t.span(), ""}
		}
	}
	for _, c := range l.comments {
		text := p.text[c.Start:c.End]
		if strings.HasPrefix(text, "--") && len(text) > 2 && text[2] != ' ' && text[2] != '\t' || strings.HasPrefix(text, "/*+") || strings.Contains(text[2:], "/*") {
			return &Reason{DialectSpecific, c, ""}
		}
	}
	return nil
}

// notEqual reports whether the symbol i is part of != or ||.
func notEqual(s []token, i int) bool {
	next := func(n int, name string) bool { return i+n >= 0 && i+n < len(s) && s[i+n].is(name) }
	return s[i].is("!") && next(1, "=") || s[i].is("|") && (next(1, "|") || next(-1, "|"))
}
