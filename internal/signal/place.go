package signal

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// The patterns of spec taxonomy-v1 §4.3.
const (
	URL         = "URL"
	UnixPath    = "Unix path"
	WindowsPath = "Windows path"
	IPv4        = "IPv4 address"
	Domain      = "domain"
)

// Places finds addresses and absolute paths, by where they start. A text can
// match several patterns at one place.
func Places(text string) []Match {
	out := paths(text)
	if strings.IndexByte(text, '.') >= 0 {
		out = addresses(out, text)
		out = domains(out, text)
	}
	slices.SortStableFunc(out, func(a, b Match) int { return a.Start - b.Start })
	return out
}

// paths finds what can hide a reference (spec §4.5): URLs and absolute paths.
func paths(text string) []Match {
	var out []Match
	if strings.IndexByte(text, '/') >= 0 {
		out = urls(out, text)
		out = unixPaths(out, text)
	}
	if strings.IndexByte(text, '\\') >= 0 {
		out = windowsPaths(out, text)
	}
	return out
}

// Shown returns the match for people. The pattern of a URL takes along what stands behind
// one in a sentence: a full stop, a bracket that the URL does not open. They belong to
// the match (reading T05, and so to what is new), and not to the address.
func (m Match) Shown(text string) Match {
	if m.Definition != URL {
		return m
	}
	url := m.Of(text)
	if bare := bareURL(url); len(bare) > strings.Index(url, "://")+len("://") {
		m.End = m.Start + len(bare)
	}
	return m
}

// behindURL is what ends a sentence, a quotation or a mark-up around a URL.
const behindURL = ".,;:!?*`\\…。，、；：！？”’»›“‘"

// bareURL is a URL without what stands behind it.
func bareURL(url string) string {
	brackets := map[rune]rune{')': '(', ']': '[', '}': '{', '）': '（', '】': '【', '」': '「'}
	unopened := map[rune]int{} // by closing bracket
	for c, open := range brackets {
		unopened[c] = strings.Count(url, string(c)) - strings.Count(url, string(open))
	}
	for url != "" {
		last, n := utf8.DecodeLastRuneInString(url)
		switch {
		case strings.ContainsRune(behindURL, last):
		case unopened[last] > 0:
			unopened[last]--
		default:
			return url
		}
		url = url[:len(url)-n]
	}
	return url
}

// urls finds (?i)\bhttps?://[^\s"'<>]+.
func urls(out []Match, s string) []Match {
	const mark = "://"
	for from := 0; ; {
		i := strings.Index(s[from:], mark)
		if i < 0 {
			return out
		}
		i += from
		start, ok := scheme(s, i)
		body := i + len(mark)
		if !ok || start < from {
			from = body
			continue
		}
		from = body
		for from < len(s) && !isSpace(s[from]) && strings.IndexByte(`"'<>`, s[from]) < 0 {
			from++
		}
		if from > body {
			out = append(out, Match{URL, start, from})
		}
	}
}

// scheme returns where http or https starts that ends at offset i.
func scheme(s string, i int) (start int, ok bool) {
	switch {
	case i > 0 && s[i-1]|0x20 == 's':
		i--
	case foldedS(s, i):
		i -= len(longS)
	}
	if i < 4 || !strings.EqualFold(s[i-4:i], "http") || !boundary(s, i-4) {
		return 0, false
	}
	return i - 4, true
}

func foldedS(s string, i int) bool { return strings.HasSuffix(s[:i], longS) }

// unixPaths finds group 2 of (^|[\s"'=(])(/(?:[^\s"']+)) (reading T06).
func unixPaths(out []Match, s string) []Match {
	for i := 0; i < len(s); i++ {
		if s[i] != '/' || i > 0 && !isSpace(s[i-1]) && strings.IndexByte(`"'=(`, s[i-1]) < 0 {
			continue
		}
		end := unquoted(s, i+1)
		if end == i+1 {
			continue
		}
		out = append(out, Match{UnixPath, i, end})
		i = end - 1
	}
	return out
}

// unquoted returns the end of [^\s"']* at offset i.
func unquoted(s string, i int) int {
	for i < len(s) && !isSpace(s[i]) && s[i] != '"' && s[i] != '\'' {
		i++
	}
	return i
}

// windowsPaths finds (?i)\b[a-z]:\\[^\s"']+.
func windowsPaths(out []Match, s string) []Match {
	const mark = `:\`
	for from := 0; ; {
		i := strings.Index(s[from:], mark)
		if i < 0 {
			return out
		}
		i += from
		start, body := i-max(foldedLetterBefore(s, i), 1), i+len(mark)
		if start < from || letter(s, start) != i-start || !boundary(s, start) {
			from = body
			continue
		}
		from = unquoted(s, body)
		if from > body {
			out = append(out, Match{WindowsPath, start, from})
		}
	}
}

// addresses finds four numbers from 0 to 255 with dots between them and no word
// character around. A number has up to three digits.
func addresses(out []Match, s string) []Match {
	for i := 0; i < len(s); {
		if !isDigit(s[i]) {
			i++
			continue
		}
		if i > 0 && isWord(s[i-1]) {
			i = digits(s, i)
			continue
		}
		if end := address(s, i); end > 0 {
			out = append(out, Match{IPv4, i, end})
			i = end
			continue
		}
		i = digits(s, i)
	}
	return out
}

// digits returns the end of the digits at offset i.
func digits(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

// address returns the end of the address at offset i, 0 when there is none.
func address(s string, i int) int {
	for part := range 4 {
		if part > 0 {
			if i == len(s) || s[i] != '.' {
				return 0
			}
			i++
		}
		end := digits(s, i)
		if n := end - i; n == 0 || n > 3 || n == 3 && s[i:end] > "255" {
			return 0
		}
		i = end
	}
	if i < len(s) && isWord(s[i]) {
		return 0
	}
	return i
}
