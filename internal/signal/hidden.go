package signal

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Comment is the definition of a comment's opening (spec taxonomy-v1 §4.1).
const Comment = "<!-- comment"

// invisible are the code points of spec taxonomy-v1 §4.1.
var invisible = map[rune]string{
	0x00AD: "U+00AD SOFT HYPHEN",
	0x200B: "U+200B ZERO WIDTH SPACE",
	0x200C: "U+200C ZERO WIDTH NON-JOINER",
	0x200D: "U+200D ZERO WIDTH JOINER",
	0x200E: "U+200E LEFT-TO-RIGHT MARK",
	0x200F: "U+200F RIGHT-TO-LEFT MARK",
	0x202A: "U+202A LEFT-TO-RIGHT EMBEDDING",
	0x202B: "U+202B RIGHT-TO-LEFT EMBEDDING",
	0x202C: "U+202C POP DIRECTIONAL FORMATTING",
	0x202D: "U+202D LEFT-TO-RIGHT OVERRIDE",
	0x202E: "U+202E RIGHT-TO-LEFT OVERRIDE",
	0x2066: "U+2066 LEFT-TO-RIGHT ISOLATE",
	0x2067: "U+2067 RIGHT-TO-LEFT ISOLATE",
	0x2068: "U+2068 FIRST STRONG ISOLATE",
	0x2069: "U+2069 POP DIRECTIONAL ISOLATE",
	0xFEFF: "U+FEFF ZERO WIDTH NO-BREAK SPACE",
}

// Hidden finds invisible characters and comment openings, the first of each kind,
// by where they start.
func Hidden(text string) []Match {
	var out []Match
	if i := strings.Index(text, "<!--"); i >= 0 {
		out = append(out, Match{Definition: Comment, Start: i, End: i + len("<!--")})
	}
	seen := map[rune]bool{}
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		// Every code point of the table is U+00AD or starts with E2 or EF.
		if b := text[i]; b == 0xC2 || b == 0xE2 || b == 0xEF {
			if name := invisible[r]; name != "" && !seen[r] {
				seen[r] = true
				out = append(out, Match{Definition: name, Start: i, End: i + n})
			}
		}
		i += n
	}
	slices.SortFunc(out, func(a, b Match) int { return a.Start - b.Start }) // no two start at one place
	return out
}
