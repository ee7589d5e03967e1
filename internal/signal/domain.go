package signal

import "strings"

// topLevel are the endings of spec taxonomy-v1 §4.3, pattern 5.
var topLevel = []string{"com", "net", "org", "io", "dev", "ai", "example", "localhost"}

// domains finds (?i)\b(?:[a-z0-9-]+\.)+(?:com|net|…)\b.
//
// A match lies within one chain: labels with single dots between them. The first
// boundary of the chain is where it starts, and the last label behind that one
// which begins with a whole ending is where it ends; what follows in the chain
// holds no further ending.
func domains(out []Match, s string) []Match {
	for i := 0; i < len(s); {
		if labelChar(s, i) == 0 {
			i++
			continue
		}
		start, labels := -1, 0 // labels counts those begun behind the one in which start lies
		end := -1
		for at := i; ; {
			if start >= 0 {
				labels++
			}
			if e := ending(s, at); e > 0 && labels > 0 {
				end = e
			}
			for n := labelChar(s, at); n > 0; n = labelChar(s, at) {
				if start < 0 && boundary(s, at) {
					start = at
				}
				at += n
			}
			i = at
			if at == len(s) || s[at] != '.' || labelChar(s, at+1) == 0 {
				break
			}
			at++
		}
		if end > 0 {
			out = append(out, Match{Domain, start, end})
		}
	}
	return out
}

// labelChar returns the length of [a-z0-9-] under (?i) at offset i, 0 when there
// is none.
func labelChar(s string, i int) int {
	if i < len(s) && (s[i] == '-' || isDigit(s[i])) {
		return 1
	}
	return letter(s, i)
}

// ending returns where a top-level name that stands at offset i ends, 0 when none
// stands there as a whole word.
func ending(s string, i int) int {
	for _, name := range topLevel {
		if end := foldedPrefix(s, i, name); end > 0 && (end == len(s) || !isWord(s[end])) {
			return end
		}
	}
	return 0
}

// foldedPrefix returns where name, in lower-case ASCII, ends when it stands at
// offset i in whatever case; 0 when it does not.
func foldedPrefix(s string, i int, name string) int {
	for _, c := range []byte(name) {
		switch {
		case i < len(s) && lower(s[i]) == c:
			i++
		case c == 's' && strings.HasPrefix(s[i:], longS):
			i += len(longS)
		case c == 'k' && strings.HasPrefix(s[i:], kelvin):
			i += len(kelvin)
		default:
			return 0
		}
	}
	return i
}
