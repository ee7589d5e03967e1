package prose

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed words-v1.txt
var wordsV1 string

// wordLists is words-v1.txt, by what the words are for.
type wordLists struct {
	whole      map[string]mark // markers
	beginnings map[string]mark
	longest    int // of beginnings, in bytes
	substrings []substring
	spelled    map[string][]string
	endings    map[string]string
	units      map[string]bool
	free       map[string]bool
	same       map[[2]string]bool
	distinct   map[string]bool
}

// substring is a marker that is looked for within words.
type substring struct {
	text string
	kind mark
}

var lists = sync.OnceValue(func() *wordLists {
	l, err := parseLists(wordsV1)
	if err != nil {
		panic(err) // embedded, and read by the tests
	}
	return l
})

// marker returns the kind of a marker and what it is counted as.
func (l *wordLists) marker(text string) (kind mark, key string, ok bool) {
	if kind, ok := l.whole[text]; ok {
		return kind, text, true
	}
	for i := range text[:min(len(text), l.longest)] {
		if kind, ok := l.beginnings[text[:i]]; ok {
			return kind, text[:i] + "*", true
		}
	}
	if kind, ok := l.beginnings[text]; ok {
		return kind, text + "*", true
	}
	return 0, "", false
}

// areDistinct reports two words that are listed as different, be it in the plural.
func (l *wordLists) areDistinct(a, b string) bool {
	return (l.distinct[a] || l.distinct[strings.TrimSuffix(a, "s")]) && (l.distinct[b] || l.distinct[strings.TrimSuffix(b, "s")])
}

func parseLists(text string) (*wordLists, error) {
	l := &wordLists{
		whole: map[string]mark{}, beginnings: map[string]mark{}, spelled: map[string][]string{}, endings: map[string]string{},
		units: map[string]bool{}, free: map[string]bool{}, same: map[[2]string]bool{},
		distinct: map[string]bool{},
	}
	section, within := "", false
	for n, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok {
			section = strings.TrimSuffix(name, "]")
			continue
		}
		words := line
		if !strings.HasPrefix(line, " ") {
			language, rest, found := strings.Cut(line, ":")
			if !found {
				return nil, fmt.Errorf("words-v1.txt:%d: found no language before a colon", n+1)
			}
			words, within = rest, strings.HasSuffix(language, "~")
		}
		for w := range strings.FieldsSeq(words) {
			if err := l.add(section, string(foldRunes([]rune(w))), within); err != nil {
				return nil, fmt.Errorf("words-v1.txt:%d: %w", n+1, err)
			}
		}
	}
	return l, nil
}

// add puts an entry where its section belongs.
func (l *wordLists) add(section, entry string, within bool) error {
	left, right, paired := strings.Cut(entry, "=")
	switch section {
	case "negation":
		return l.addMarker(negationMark, entry, within)
	case "modality":
		return l.addMarker(modalityMark, entry, within)
	case "units":
		l.units[entry] = true
		return nil
	case "free":
		l.free[entry] = true
		return nil
	case "distinct":
		l.distinct[entry] = true
		return nil
	}
	if !paired || left == "" || right == "" {
		return fmt.Errorf("found %q in section %q, want two words with = between them", entry, section)
	}
	switch section {
	case "numbers", "spellings":
		if _, twice := l.spelled[left]; twice {
			return fmt.Errorf("found %q twice", left)
		}
		l.spelled[left] = strings.Split(right, "+")
	case "endings":
		l.endings[left] = right
	case "forms":
		l.same[[2]string{left, right}] = true
	default:
		return fmt.Errorf("found the unknown section %q", section)
	}
	return nil
}

// addMarker adds a marker. One that several languages have is of the kind of the
// first.
func (l *wordLists) addMarker(kind mark, entry string, within bool) error {
	if within {
		for _, s := range l.substrings {
			if s.text == entry && s.kind != kind {
				return fmt.Errorf("found %q as a marker of two kinds", entry)
			}
			if s.text == entry {
				return nil
			}
		}
		l.substrings = append(l.substrings, substring{entry, kind})
		return nil
	}
	table := l.whole
	if stem, ok := strings.CutSuffix(entry, "*"); ok {
		table, entry = l.beginnings, stem
		l.longest = max(l.longest, len(stem)+1)
		if utf8.RuneCountInString(stem) < 4 {
			return fmt.Errorf("found %q*, want at least four letters before the star", stem)
		}
	}
	if known, ok := table[entry]; ok && known != kind {
		return fmt.Errorf("found %q as a marker of two kinds", entry)
	}
	table[entry] = kind
	return nil
}
