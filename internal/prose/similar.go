package prose

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// similar is steps 5 and 5c.
func similar(a, b *reading) Result {
	first, second := strings.Join(texts(a.words), " "), strings.Join(texts(b.words), " ")
	step := "5c"
	if max(utf8.RuneCountInString(first), utf8.RuneCountInString(second)) <= MaxChars {
		step = "5"
		words := overlap(a.count(), b.count())
		chars, measured := alike([]rune(first), []rune(second), lowestChars())
		if !similarEnough(chars, words) && !similarEnough(chars, overlap(content(a.count()), content(b.count()))) {
			atMost := ""
			if !measured {
				atMost = "at most "
			}
			r, _ := potentiallyBreaking("5", "%s%d %% of the characters and %d %% of the words are the same",
				atMost, chars.percent(), words.percent())
			return r
		}
	}
	difference, related := align(a.words, b.words)
	if !related {
		r, _ := potentiallyBreaking("5c", "%s", difference)
		return r
	}
	r, _ := documentation(step, "%s", difference)
	return r
}

func similarEnough(chars, words similarity) bool {
	return slices.ContainsFunc(Thresholds(), func(t Threshold) bool {
		return chars.atLeast(t.Chars) && words.atLeast(t.Words)
	})
}

// overlap is the Jaccard index of the sets of words.
func overlap(a, b map[string]int) similarity {
	shared := 0
	for w := range a {
		if b[w] > 0 {
			shared++
		}
	}
	return similarity{shared, max(1, len(a)+len(b)-shared)}
}

// content is what a text has without articles and fillers.
func content(words map[string]int) map[string]int {
	out := maps.Clone(words)
	maps.DeleteFunc(out, func(w string, _ int) bool { return lists().free[w] })
	return out
}

// align puts the words of both texts side by side. Since none may be added or
// dropped but articles and fillers, and what one side writes apart, there is one
// way to do it. It reports whether each is the other in another form, and the
// first pair that is not the same, or not related.
func align(a, b []word) (difference string, related bool) {
	difference = "only articles or fillers differ"
	noted := false
	note := func(x, y string) {
		if !noted {
			difference, noted = "word "+quote(x)+" became "+quote(y)+", a form or spelling of it", true
		}
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		x, y := a[i], b[j]
		freeX, freeY := lists().free[x.text], lists().free[y.text]
		switch {
		case x.text == y.text, freeX && freeY:
		case isForm(x, y):
			note(x.text, y.text)
		case freeX:
			j--
		case freeY:
			i--
		case i+1 < len(a) && apart(x, a[i+1], y):
			note(x.text+" "+a[i+1].text, y.text)
			i++
		case j+1 < len(b) && apart(y, b[j+1], x):
			note(x.text, y.text+" "+b[j+1].text)
			j++
		default:
			return unrelated(a[i:], b[j:]), false
		}
		i++
		j++
	}
	if left := slices.DeleteFunc(slices.Concat(a[i:], b[j:]), func(w word) bool { return lists().free[w.text] }); len(left) > 0 {
		return unrelated(a[i:], b[j:]), false
	}
	return difference, true
}

// apart reports that two words are one that is written apart: data base.
func apart(first, second, whole word) bool {
	return first.kind == ordinary && second.kind == ordinary && whole.kind == ordinary && first.text+second.text == whole.text
}

// unrelated says what two lists have that begin differently, without the end
// that they share.
func unrelated(a, b []word) string {
	for len(a) > 0 && len(b) > 0 && a[len(a)-1].text == b[len(b)-1].text {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	name := "words"
	if len(a) <= 1 && len(b) <= 1 {
		name = "word"
	}
	return becoming(name, texts(a), texts(b))
}

// isForm reports that one word is the other misspelled or inflected: the same
// first letter and one edit, or endings of one stem. Words of up to three letters
// are too short for an edit other than a swap, and words that are listed as
// distinct are not misspelled: "or" is no misspelled "on", "stop" no "step".
func isForm(x, y word) bool {
	if x.kind != ordinary || y.kind != ordinary || x.attached || y.attached {
		return false
	}
	if lists().same[[2]string{x.text, y.text}] || lists().same[[2]string{y.text, x.text}] {
		return true
	}
	a, b := []rune(x.text), []rune(y.text)
	if a[0] != b[0] || isUnspaced(a[0]) {
		return false
	}
	if inflected(x.text, y.text) {
		return true
	}
	swap, edit := oneEdit(a, b)
	return swap || edit && max(len(a), len(b)) > 3 && !lists().areDistinct(x.text, y.text)
}

// endings are those of English, longest first.
var endings = []string{"ing", "es", "ed", agent, "s", "d", ""}

// agent makes another noun out of a verb: "user" is no form of "used".
const agent = "er"

// inflected reports two different endings on one stem of at least two letters.
func inflected(a, b string) bool {
	for _, e := range endings {
		stem, ok := strings.CutSuffix(a, e)
		if !ok || utf8.RuneCountInString(stem) < 2 {
			continue
		}
		rest, ok := strings.CutPrefix(b, stem)
		if ok && slices.Contains(endings, rest) && (e != agent && rest != agent || e == "" || rest == "") {
			return true
		}
	}
	return false
}

// oneEdit reports that two different words are one swap of neighbours, or one
// letter more, less or other, apart.
func oneEdit(a, b []rune) (swap, edit bool) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	swap = len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
	return swap, len(a) <= 1 && len(b) <= 1
}
