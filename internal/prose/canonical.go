package prose

import (
	"strings"
	"unicode"
)

// emit adds a word, or the several that it stands for, in canonical spelling.
// What has neither letter nor digit is layout, but for the percent sign.
func (t *tokenizer) emit(text string) {
	if text == "%" {
		t.words = append(t.words, word{text: text})
		return
	}
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N) }) {
		return
	}
	text = withoutEmphasis(text)
	if expansion, ok := lists().spelled[text]; ok {
		for _, w := range expansion {
			t.words = append(t.words, word{text: w, kind: kindOf(w)})
		}
		return
	}
	if stem, ok := strings.CutSuffix(text, "n't"); ok && stem != "" {
		t.words = append(t.words, word{text: stem}, word{text: "not"})
		return
	}
	if strings.Contains(text, "'") {
		if first, rest, ok := contraction(text); ok {
			t.emit(first)
			t.emit(rest)
			return
		}
	}
	if strings.ContainsFunc(text, unicode.IsNumber) && t.number(text) {
		return
	}
	t.words = append(t.words, word{text: text, kind: kindOf(text)})
}

// withoutEmphasis strips underscores that stand on both sides: _very_, __very__.
func withoutEmphasis(text string) string {
	for n := 3; n > 0; n-- {
		marks := "___"[:n]
		if inner, ok := strings.CutPrefix(text, marks); ok {
			inner, closed := strings.CutSuffix(inner, marks)
			if closed && inner != "" && inner[0] != '_' && inner[len(inner)-1] != '_' {
				return inner
			}
		}
	}
	return text
}

// contraction divides a word at its apostrophe where that stands for letters
// that are known.
func contraction(text string) (first, rest string, ok bool) {
	first, rest, _ = strings.Cut(text, "'")
	if first == "n" && rest != "" && !strings.Contains(rest, "'") { // French: n'est
		return "ne", rest, true
	}
	if full, ok := lists().endings[rest]; ok && first != "" {
		return first, full, true
	}
	return "", "", false
}

// number adds a number, with its sign before and its unit behind as a word of
// its own: "-1", "10 mb", "5 %". It reports false for a word that has digits but
// is no number.
func (t *tokenizer) number(text string) bool {
	digits := strings.IndexFunc(text, unicode.IsNumber)
	if strings.Trim(text[:digits], "-+#~$\u20AC\u00A3\u00A5\u20A9\u20B9") != "" {
		return false
	}
	core := strings.TrimRight(text[:digits+extent(text[digits:])], ".,:")
	unit := text[len(core):]
	core = core[digits:]
	if strings.Contains(core, ",") {
		core = withoutGroups(core)
	}
	if strings.Count(core, ".") > 1 || strings.ContainsFunc(unit, unicode.IsNumber) || core == "" {
		return false
	}
	// Three zeros may be a thousand, as many languages write it.
	if whole, fraction, ok := strings.Cut(core, "."); ok && whole != "" && (fraction == "0" || fraction == "00") {
		core = whole
	}
	t.words = append(t.words, word{text: text[:digits] + core, kind: number})
	if unit = strings.Trim(unit, ".,:'"); unit != "" {
		t.words = append(t.words, word{text: unit, attached: true})
	}
	return true
}

// extent is how long digits with their points go on.
func extent(text string) int {
	for i, r := range text {
		if !unicode.IsDigit(r) && r != '.' && r != ',' && r != ':' {
			return i
		}
	}
	return len(text)
}

// withoutGroups removes the commas of 1,000,000; "" if they do not stand so.
func withoutGroups(core string) string {
	whole, fraction, hasFraction := strings.Cut(core, ".")
	groups := strings.Split(whole, ",")
	if len(groups[0]) > 3 || groups[0] == "" || strings.Contains(fraction, ",") {
		return ""
	}
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return ""
		}
	}
	whole = strings.Join(groups, "")
	if hasFraction {
		whole += "." + fraction
	}
	return whole
}

// kindOf tells what a word is that is no number by itself.
func kindOf(text string) kind {
	signs := false
	for _, r := range text {
		switch {
		case unicode.IsNumber(r):
			if !strings.ContainsFunc(text, func(r rune) bool { return !isASCIIDigit(r) }) {
				return number
			}
			if isAddress(text) {
				return address
			}
			return identifier
		case r != '\'' && !unicode.In(r, unicode.L, unicode.M):
			signs = true
		}
	}
	switch {
	case signs && isAddress(text):
		return address
	case signs:
		return symbolic
	}
	return ordinary
}

// isAddress reports an e-mail address, a URL, or one without its scheme.
func isAddress(text string) bool {
	user, host, at := strings.Cut(text, "@")
	return strings.Contains(text, "://") || strings.HasPrefix(text, "www.") ||
		at && user != "" && strings.Contains(strings.Trim(host, "."), ".")
}
