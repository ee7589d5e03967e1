package shelltable

import (
	"slices"
	"strings"
	"unicode"
)

// OptionKind is what the name of an option says that it does, where no row lists it.
type OptionKind string

// The kinds, from harmless to the weightiest. Options that say several have the weightiest.
const (
	OptionPlain   OptionKind = "plain"   // how much, which, in what form
	OptionPlace   OptionKind = "place"   // the value is a path that is read
	OptionModule  OptionKind = "module"  // the value names a part that is installed, or is the path of its code
	OptionTrail   OptionKind = "trail"   // the value may be a path that is written
	OptionUnknown OptionKind = "unknown" // the name says nothing
	OptionWrite   OptionKind = "write"   // the value is a path that is written
	OptionCode    OptionKind = "code"    // the value is a file of code, or of settings that name code
	OptionChange  OptionKind = "change"  // files are changed
	OptionFetch   OptionKind = "fetch"   // another machine is asked
	OptionDestroy OptionKind = "destroy" // something is removed
	OptionListen  OptionKind = "listen"  // the machine is opened to others
	OptionLeak    OptionKind = "leak"    // something leaves
	OptionFresh   OptionKind = "fresh"   // code is fetched
	OptionRun     OptionKind = "run"     // something else is run
)

var optionKinds = []OptionKind{
	OptionPlain, OptionPlace, OptionModule, OptionTrail, OptionUnknown, OptionWrite, OptionCode, OptionChange,
	OptionFetch, OptionDestroy, OptionListen, OptionLeak, OptionFresh, OptionRun,
}

// optionWeights are the places of the kinds in [optionKinds].
var optionWeights = func() map[OptionKind]int {
	weights := map[OptionKind]int{}
	for i, k := range optionKinds {
		weights[k] = i
	}
	return weights
}()

// optionWords are the rows of the data by what they are for.
type optionWords struct {
	neutral, measure map[string]bool
	kinds            map[string]OptionKind
}

type optionRow struct {
	kind  string
	words []string
}

func parseOptionWords(f []string) (optionRow, error) {
	return optionRow{f[0], strings.Fields(f[1])}, nil
}

func indexOptionWords(rows []optionRow) optionWords {
	w := optionWords{map[string]bool{}, map[string]bool{}, map[string]OptionKind{}}
	for _, row := range rows {
		for _, word := range row.words {
			switch row.kind {
			case "neutral":
				w.neutral[word] = true
			case "measure":
				w.measure[word] = true
			default:
				w.kinds[word] = OptionKind(row.kind)
			}
		}
	}
	return w
}

// OptionKindOf is what the name of an option says, dashes in front or not: its words are cut at dashes, dots, underscores
// and capitals. A first word such as "no" or "list" takes all back, and so does a last one such as "format" or "level",
// for which what stands before it is no place and nothing that runs; but a first word that is a verb keeps its object,
// as in "install-types".
func OptionKindOf(name string) OptionKind {
	known, words := loaded().options, WordsOf(name)
	if len(words) == 0 {
		return OptionUnknown
	}
	last := len(words) - 1
	if last > 0 && (known.neutral[words[0]] || known.measure[words[last]] && !slices.Contains(verbs, known.kinds[words[0]])) {
		return OptionPlain
	}
	kind, place := OptionPlain, false
	for _, word := range words {
		k, ok := known.kinds[word]
		switch {
		case !ok && !known.neutral[word] && !known.measure[word] && !number(word):
			k = OptionUnknown
		case k == OptionPlace:
			place = true
		}
		if optionWeights[k] > optionWeights[kind] {
			kind = k
		}
	}
	if kind == OptionTrail && place {
		kind = OptionWrite
	}
	return kind
}

var verbs = []OptionKind{OptionChange, OptionDestroy, OptionLeak, OptionFresh}

func number(word string) bool { return strings.Trim(word, "0123456789") == "" }

// WordsOf are the words of a name in small letters: it is cut at dashes, dots, underscores, colons and capitals.
func WordsOf(name string) []string {
	var words []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	small := false
	for _, r := range name {
		switch {
		case r == '-' || r == '_' || r == '.' || r == ':':
			end()
		case unicode.IsUpper(r) && small:
			end()
			fallthrough
		default:
			word.WriteRune(unicode.ToLower(r))
		}
		small = unicode.IsLower(r)
	}
	end()
	return words
}
