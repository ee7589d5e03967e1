// Package prose decides whether a change of text could move a model's choice of
// tools (contract-severities.md, "Prose is part of the contract").
//
// [Classify] takes a description, title or instruction before and after and says
// how much the change may matter, which step decided, and why:
//
//	Classify("limit defaults to 10", "limit defaults to 100")
//	// {POTENTIALLY_BREAKING 3 numbers [10] became [100]}
//
// No model takes part: the answer follows from the two texts, the word lists in
// words-v1.txt and the bounds of [Thresholds], and is the same in both
// directions. docs/prose.md has the steps one by one.
//
// Work and memory grow with the length of the texts, apart from step 5, which
// compares at most [MaxChars] characters a side.
package prose

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Version names the steps, bounds and word lists as they are here. A change of
// any of them that changes a verdict is another version.
const Version = "prose-v1"

// Verdict is how much a change of text may matter.
type Verdict string

// The verdicts, mildest first.
const (
	Same                Verdict = "NONE"                 // not a byte differs
	Documentation       Verdict = "DOCUMENTATION"        // too little to plausibly move a model
	PotentiallyBreaking Verdict = "POTENTIALLY_BREAKING" // a model may now choose or call otherwise
)

// Result is the answer about one change.
type Result struct {
	Verdict Verdict
	// Step is the step that decided: 0, 1, 1b, 1c, 2, 3, 4, 4b, 5 or 5c, as
	// docs/prose.md numbers them; empty for Same.
	Step string
	// Reason says on one line what the step saw, in at most a few hundred
	// bytes. What it quotes of the texts has hidden characters escaped. Empty
	// for Same.
	Reason string
}

// Classify compares a text before and after; an absent one is "". Bytes that are
// no UTF-8 are compared as they are. It is safe for concurrent use.
func Classify(before, after string) Result {
	if before == after {
		return Result{Verdict: Same}
	}
	a, b := read(before), read(after)
	for _, step := range []func(a, b *reading) (Result, bool){
		literals, normalised, layout, joined, oneEmpty, markers, reordered, sharedReordered,
	} {
		if r, decided := step(a, b); decided {
			return r
		}
	}
	return similar(a, b)
}

func documentation(step, format string, args ...any) (Result, bool) {
	return Result{Documentation, step, fmt.Sprintf(format, args...)}, true
}

func potentiallyBreaking(step, format string, args ...any) (Result, bool) {
	return Result{PotentiallyBreaking, step, fmt.Sprintf(format, args...)}, true
}

// normalised is step 1: case, white space, typography, trailing punctuation.
func normalised(a, b *reading) (Result, bool) {
	if a.text != b.text || !maps.Equal(a.hidden, b.hidden) {
		return Result{}, false
	}
	return documentation("1", "only case, white space, typography or trailing punctuation differs")
}

// layout is step 1b: the same words. It never makes a text out of none.
func layout(a, b *reading) (Result, bool) {
	if (a.text == "") != (b.text == "") || !sameWords(a.words, b.words) || !maps.Equal(a.hidden, b.hidden) {
		return Result{}, false
	}
	return documentation("1b", "the same words in another spelling, punctuation or layout")
}

// joined is step 1c: the same letters, divided into other words. "1 0" and "10"
// are the same letters too, "not able" and "notable": so no marker may differ.
func joined(a, b *reading) (Result, bool) {
	if len(a.words) == 0 || len(b.words) == 0 || a.letters() != b.letters() || differentMarks(a, b) != "" {
		return Result{}, false
	}
	return documentation("1c", "the same letters, divided into words otherwise")
}

// oneEmpty is step 2.
func oneEmpty(a, b *reading) (Result, bool) {
	switch {
	case a.text == "" && b.text != "":
		return potentiallyBreaking("2", "text added where there was none")
	case a.text != "" && b.text == "":
		return potentiallyBreaking("2", "text removed, none is left")
	}
	return Result{}, false
}

// markers is step 3.
func markers(a, b *reading) (Result, bool) {
	if difference := differentMarks(a, b); difference != "" {
		return potentiallyBreaking("3", "%s", difference)
	}
	return Result{}, false
}

// reordered is step 4: every word as often as before, at other places.
func reordered(a, b *reading) (Result, bool) {
	if len(a.words) != len(b.words) || !maps.Equal(a.count(), b.count()) {
		return Result{}, false
	}
	return potentiallyBreaking("4", "the same words in another order: %s", firstDifference(texts(a.words), texts(b.words)))
}

// sharedReordered is step 4b: an edit beside it does not hide another order. A
// word that one side has more often stands nowhere in particular and is left out.
func sharedReordered(a, b *reading) (Result, bool) {
	inA, inB := a.count(), b.count()
	shared := func(words []word) []string {
		var out []string
		for _, w := range words {
			if inA[w.text] == inB[w.text] {
				out = append(out, w.text)
			}
		}
		return out
	}
	first, second := shared(a.words), shared(b.words)
	if slices.Equal(first, second) {
		return Result{}, false
	}
	return potentiallyBreaking("4b", "the words that both share are in another order: %s", firstDifference(first, second))
}

// firstDifference names the first place at which two lists of words differ.
func firstDifference(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("%s stands where %s stood", quote(b[i]), quote(a[i]))
		}
	}
	return "one is longer"
}

func sameWords(a, b []word) bool {
	return slices.EqualFunc(a, b, func(x, y word) bool { return x.text == y.text })
}

func texts(words []word) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.text
	}
	return out
}

// letters joins the words, without the hyphens within them.
func (r *reading) letters() string {
	var b strings.Builder
	for _, w := range r.words {
		within := strings.TrimLeft(w.text, "-") // a sign or a flag stays
		b.WriteString(w.text[:len(w.text)-len(within)])
		b.WriteString(strings.ReplaceAll(within, "-", ""))
	}
	return b.String()
}
