package schemawalk

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// compilePattern reads a pattern of ECMA-262 as one of RE2; nil when that is not
// possible.
func compilePattern(p string) *regexp.Regexp {
	if len(p) > 2000 {
		return nil
	}
	p = escape.ReplaceAllStringFunc(p, func(s string) string {
		if digits := strings.Trim(s[1:], "u{}"); s[1] == 'u' && len(digits) >= 4 {
			return `\x{` + digits + `}`
		}
		return s
	})
	re, err := regexp.Compile(p)
	if err != nil {
		return nil
	}
	return re
}

// escape is one escape sequence, a Unicode one as a whole.
var escape = regexp.MustCompile(`\\(u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{4,6}\}|.)`)

// matchesAll reports whether a pattern surely matches every string: it is not
// anchored and matches the empty one.
func matchesAll(p string) bool {
	if len(p) > 2000 {
		return false
	}
	re, err := syntax.Parse(p, syntax.Perl)
	if err != nil {
		return false
	}
	// At the start, or at the end, of any string there is an empty one.
	if n := len(re.Sub); re.Op == syntax.OpConcat && n > 1 {
		if re.Sub[0].Op == syntax.OpBeginText {
			re.Sub = re.Sub[1:]
		} else if re.Sub[n-1].Op == syntax.OpEndText {
			re.Sub = re.Sub[:n-1]
		}
	}
	return re.Op == syntax.OpBeginText || re.Op == syntax.OpEndText || vanishes(re, 0)
}

// vanishes reports whether an expression matches the empty string anywhere.
func vanishes(re *syntax.Regexp, depth int) bool {
	if depth > 100 {
		return false
	}
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpStar, syntax.OpQuest:
		return true
	case syntax.OpRepeat:
		return re.Min == 0 || vanishes(re.Sub[0], depth+1)
	case syntax.OpPlus, syntax.OpCapture:
		return vanishes(re.Sub[0], depth+1)
	case syntax.OpConcat:
		for _, s := range re.Sub {
			if !vanishes(s, depth+1) {
				return false
			}
		}
		return true
	case syntax.OpAlternate:
		for _, s := range re.Sub {
			if vanishes(s, depth+1) {
				return true
			}
		}
	default:
	}
	return false
}

// includes reports whether every string that matches pattern a surely matches b:
// the same in another spelling, or b is a literal that a cannot do without.
func includes(a, b string) bool {
	if a == b {
		return true
	}
	x, y := simple(a), simple(b)
	if x == nil || y == nil {
		return false
	}
	if x.String() == y.String() {
		return true
	}
	parts, want := sequence(x), sequence(y)
	anchored := want[0].Op == syntax.OpBeginText
	if anchored {
		if parts[0].Op != syntax.OpBeginText {
			return false
		}
		parts, want = parts[1:], want[1:]
	}
	if len(want) != 1 || !isLiteral(want[0]) {
		return false
	}
	for i, p := range parts {
		at := -1
		if isLiteral(p) {
			at = strings.Index(string(p.Rune), string(want[0].Rune))
		}
		if at == 0 && i == 0 || at >= 0 && !anchored {
			return true
		}
	}
	return false
}

// simple parses a pattern of which ECMA-262 and RE2 surely think the same.
func simple(p string) *syntax.Regexp {
	for _, risky := range []string{`[^`, `\s`, `\S`, `\b`, `\B`, `\u`, `\p`, `\P`, `(?`} {
		if len(p) > 2000 || strings.Contains(p, risky) {
			return nil
		}
	}
	re, err := syntax.Parse(p, syntax.Perl)
	if err != nil {
		return nil
	}
	return re.Simplify()
}

func sequence(re *syntax.Regexp) []*syntax.Regexp {
	if re.Op == syntax.OpConcat {
		return re.Sub
	}
	return []*syntax.Regexp{re}
}

func isLiteral(re *syntax.Regexp) bool {
	return re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase == 0
}
