package firstsight

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/signal"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// run is a stretch of invisible characters.
type run struct {
	rule, definition string
	start, end       int
}

// flags are the three emoji that end in tag characters for a reason: the flags of
// England, Scotland and Wales (Unicode 15.0, emoji-sequences, RGI_Emoji_Tag_Sequence).
var flags = func() []string {
	var out []string
	for _, region := range []string{"gbeng", "gbsct", "gbwls"} {
		flag := []rune{0x1F3F4}
		for _, c := range region {
			flag = append(flag, 0xE0000+c)
		}
		out = append(out, string(append(flag, 0xE007F)))
	}
	return out
}()

// invisible finds characters that nobody sees and that R01 does not look for, in
// stretches: tag characters, which spell hidden ASCII, and all others that package
// visible calls hidden. White space, the variation selectors of emoji and private
// use between letters, which icon fonts have, are not among them.
func invisible(text string) []run {
	var out []run
	for i := 0; i < len(text); {
		if text[i] >= ' ' && text[i] < 0x7F {
			i++
			continue
		}
		if n := flagAt(text[i:]); n > 0 {
			i += n
			continue
		}
		if n := selectors(text[i:]); n > 0 {
			if before, _ := utf8.DecodeLastRuneInString(text[:i]); idle(before, n/len(emojiStyle), text[i+n:]) {
				out = append(out, run{check.RuleOtherInvisible, describe(check.RuleOtherInvisible, text[i:i+n]), i, i + n})
			}
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		rule := ruleOf(r)
		if rule == "" {
			i += n
			continue
		}
		start := i
		for i < len(text) && ruleOf(r) == rule {
			i += n
			r, n = utf8.DecodeRuneInString(text[i:])
		}
		out = append(out, run{rule, describe(rule, text[start:i]), start, i})
	}
	return out
}

// emojiStyle is the variation selector that asks for an emoji in colour; keycap is
// the mark that makes one of a digit, with the selector between.
const (
	emojiStyle = "\uFE0F"
	keycap     = "\u20E3"
)

// selectors is the length of the emoji selectors at the start of a text.
func selectors(text string) int {
	n := 0
	for strings.HasPrefix(text[n:], emojiStyle) {
		n += len(emojiStyle)
	}
	return n
}

// idle reports emoji selectors that select nothing and can spell something: more
// than one, or one behind a letter or digit. ℹ is a letter and an emoji.
func idle(before rune, count int, behind string) bool {
	if count > 1 {
		return true
	}
	return (unicode.IsLetter(before) && before != 'ℹ' || unicode.IsDigit(before)) && !strings.HasPrefix(behind, keycap)
}

func flagAt(text string) int {
	i := slices.IndexFunc(flags, func(flag string) bool { return strings.HasPrefix(text, flag) })
	if i < 0 {
		return 0
	}
	return len(flags[i])
}

// ruleOf is the rule that a character belongs to, "" for none.
func ruleOf(r rune) string {
	switch {
	case r >= 0xE0000 && r <= 0xE007F:
		return check.RuleTagCharacters
	case unicode.IsSpace(r), r == 0xFE0F, r == utf8.RuneError, isPrivate(r), !visible.Hidden(r):
		return ""
	case len(signal.Hidden(string(r))) > 0:
		return ""
	}
	return check.RuleOtherInvisible
}

func isPrivate(r rune) bool { return r >= 0xE000 && r <= 0xF8FF }

// describe says what a stretch is; of tag characters, what they spell.
func describe(rule, text string) string {
	n := utf8.RuneCountInString(text)
	if rule == check.RuleTagCharacters {
		var spelt strings.Builder
		for _, r := range text {
			if c := r - 0xE0000; c >= ' ' && c < 0x7F {
				spelt.WriteRune(c)
			}
		}
		return fmt.Sprintf("%d tag characters that spell %q", n, spelt.String())
	}
	first, _ := utf8.DecodeRuneInString(text)
	if n == 1 {
		return fmt.Sprintf("invisible character %U", first)
	}
	return fmt.Sprintf("%d invisible characters, the first is %U", n, first)
}
