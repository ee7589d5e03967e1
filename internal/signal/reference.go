package signal

import (
	"slices"
	"strings"
)

// The definitions of spec taxonomy-v1 §4.5; its phrases stand for themselves.
const (
	MCPAddress    = "mcp:// address"
	ToolReference = "server/tool"
)

const mcpScheme = "mcp://"

// referring are the fixed phrases of §4.5, and the scheme of its first clause.
var referring = func() *Phrases {
	p, err := ParsePhrases([]byte("another tool\nother server\ninstead use\ndelegate to\ncall the\n" + mcpScheme))
	if err != nil {
		panic(err) // a constant
	}
	return p
}()

// notServers are the left sides that make a token no reference.
var notServers = append(slices.Clone(topLevel), "www")

// References finds mentions of other servers and tools: the first of every phrase
// and of mcp://, and every server/tool token that is not inside an address or a
// path (readings T17 to T19).
func References(text string) []Match {
	out := referring.Find(text)
	for i, m := range out {
		if m.Definition == mcpScheme {
			out[i].Definition = MCPAddress
		}
	}
	if tokens := toolTokens(text); len(tokens) > 0 {
		out = append(out, outside(tokens, paths(text))...)
	}
	slices.SortStableFunc(out, func(a, b Match) int { return a.Start - b.Start })
	return out
}

// outside leaves out the tokens that lie inside a span. Tokens do not overlap and
// come in order; spans of one pattern neither, but those of several may.
func outside(tokens, spans []Match) []Match {
	slices.SortFunc(spans, func(a, b Match) int { return a.Start - b.Start })
	var out []Match
	next, reach := 0, Match{} // reach is the span that ends last of those begun
	for _, token := range tokens {
		for ; next < len(spans) && spans[next].Start <= token.Start; next++ {
			if spans[next].End > reach.End {
				reach = spans[next]
			}
		}
		if !token.within(reach) {
			out = append(out, token)
		}
	}
	return out
}

// toolTokens finds (?i)\b([a-z][\w-]{2,})/([a-z][\w-]{2,})\b, leftmost and without
// overlap, and leaves out those whose left side cannot be a server.
func toolTokens(s string) []Match {
	var out []Match
	for from := 0; ; {
		i := strings.IndexByte(s[from:], '/')
		if i < 0 {
			return out
		}
		i += from
		start := leftSide(s, from, i)
		end := 0
		if start >= 0 {
			end = rightSide(s, i+1)
		}
		if end == 0 {
			from = i + 1
			continue
		}
		if !slices.ContainsFunc(notServers, func(word string) bool { return foldedPrefix(s, start, word) == i }) {
			out = append(out, Match{ToolReference, start, end})
		}
		from = end
	}
}

// tokenChar returns the length of [\w-] under (?i) at offset i, 0 when there is
// none.
func tokenChar(s string, i int) int {
	if i < len(s) && (s[i] == '-' || isWord(s[i])) {
		return 1
	}
	return letter(s, i)
}

// leftSide returns the leftmost start, from offset from on, of a left side that
// ends at the slash; -1 when there is none.
func leftSide(s string, from, slash int) int {
	start, length := -1, 0 // length counts characters up to the slash
	for i := slash; i > from; {
		n := foldedLetterBefore(s, i)
		if n == 0 {
			if c := s[i-1]; c != '-' && !isWord(c) {
				break
			}
			n = 1
		}
		i -= n
		length++
		if length >= 3 && letter(s, i) > 0 && boundary(s, i) {
			start = i
		}
	}
	return start
}

// rightSide returns the end of the longest right side that starts at offset i; 0
// when there is none.
func rightSide(s string, i int) int {
	if letter(s, i) == 0 {
		return 0
	}
	end, length := 0, 0
	for n := tokenChar(s, i); n > 0; n = tokenChar(s, i) {
		i += n
		length++
		if length >= 3 && boundary(s, i) {
			end = i
		}
	}
	return end
}
