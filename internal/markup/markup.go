// Package markup writes text of others into Markdown so that none of it is markup:
// for CommonMark, and for what GitHub and GitLab add to it.
//
// A container is chosen by where the text stands. In a code span nothing is markup,
// and both hosts make no mention, reference, emoji, formula or link of what is in it;
// so [Code] is the container, and [Cell] is the same inside a table. Inside a block of
// HTML, such as a summary, Markdown has no spans, and [HTML] is for there. Lines of a
// value stand in a [Diff].
//
// Text has to come through package visible, by itself or in words of package wording.
package markup

import (
	"fmt"
	"regexp"
	"strings"
)

// Code is text as a code span on one line: the fence is longer than any run of
// backticks in it (CommonMark §6.1). Empty text is shown as "".
func Code(text string) string {
	return span(oneLine(text))
}

// Cell is [Code] for a cell of a table. A table is split at every | before its spans
// are read, so each has a backslash (GFM §4.10); one that has a backslash before it
// already, of which parsers make different things, is spelled <U+007C>.
func Cell(text string) string {
	text = oneLine(text)
	return span(strings.NewReplacer(`\|`, `\<U+007C>`, `|`, `\|`).Replace(text))
}

// oneLine makes something to look at of no text, and one line of several, since a line
// end is the end of most containers.
func oneLine(text string) string {
	if text == "" {
		return `""`
	}
	return strings.NewReplacer("\n", "<U+000A>", "\r", "<U+000D>").Replace(text)
}

func span(text string) string {
	fence := fence(text, 1)
	// A space at both ends is stripped, unless nothing but spaces is there.
	ends := strings.HasPrefix(text, " ") || strings.HasSuffix(text, " ")
	if strings.Contains(text, "`") || ends && strings.Trim(text, " ") != "" {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}

// fence is a run of backticks, at least so long, that text does not hold.
func fence(text string, least int) string {
	longest, run := least-1, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

// plain is a text of words, in which neither host looks for anything.
var plain = regexp.MustCompile(`^\(?` + word + `(?:[,;:.]?\)?[,;:.]? \(?` + word + `)*\)?[,;:.]?\)?$`)

const word = `(?:[A-Za-z]+(?:['-][A-Za-z]+)*|[0-9]{1,4})`

// commit is a word that may name a commit.
var commit = regexp.MustCompile(`\b[a-fA-F]{7,}\b`)

// Prose is a sentence of ours: as it is where it consists of plain words and stops,
// and [Code] where anything else is in it. Text of a server is never prose, since a
// reader would take it for ours.
func Prose(text string) string {
	if plain.MatchString(text) && !commit.MatchString(text) {
		return text
	}
	return Code(text)
}

// HTML is text as an element code for the inside of a block of HTML, in which Markdown
// is not read. Every punctuation mark is a character reference, so that nothing in it
// is markup of whoever looks at the text before or after.
func HTML(text string) string {
	var b strings.Builder
	b.WriteString("<code>")
	for _, r := range oneLine(text) {
		if r < 0x80 && !plainByte(r) {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String() + "</code>"
}

func plainByte(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(" -_,", r)
}

// Diff is a fenced block with the lines of two texts, marked as before and after; ""
// is none. Each line begins with its mark, so no line of a text can end the block or
// be the command of somebody who reads comments line by line.
func Diff(before, after string) string {
	fence := fence(before+after, 3)
	return fence + "diff\n" + marked("- ", before) + marked("+ ", after) + fence + "\n"
}

func marked(mark, text string) string {
	if text == "" {
		return ""
	}
	return mark + strings.NewReplacer("\n", "\n"+mark, "\r", "<U+000D>").Replace(text) + "\n"
}
