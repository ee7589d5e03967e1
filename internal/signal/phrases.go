package signal

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxPhraseList is the length in bytes that a phrase list may have.
const maxPhraseList = 1 << 20

// Phrases finds the phrases of a list, as substrings, whatever their case. It is
// immutable.
type Phrases struct {
	list   []string // folded, sorted
	digest string
	short  []string        // those of one byte
	heads  [1 << 10]uint64 // bit set: two bytes with which a longer one begins
	longer *automaton      // of the longer ones
}

// ParsePhrases reads a list: a phrase a line; blank lines and lines that begin
// with # are left out; white space around a phrase, CR and a byte order mark do
// not count (reading T28).
func ParsePhrases(text []byte) (*Phrases, error) {
	if len(text) > maxPhraseList {
		return nil, fmt.Errorf("phrase list of %d bytes is over the limit of %d", len(text), maxPhraseList)
	}
	sum := sha256.Sum256(text)
	p := &Phrases{digest: "sha256:" + hex.EncodeToString(sum[:])}
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\uFEFF")) {
		n++
		if !utf8.ValidString(line) {
			return nil, fmt.Errorf("phrase list, line %d: found bytes that are no UTF-8", n)
		}
		if phrase := strings.TrimSpace(line); phrase != "" && phrase[0] != '#' {
			p.list = append(p.list, fold(phrase).text)
		}
	}
	if len(p.list) == 0 {
		return nil, fmt.Errorf("phrase list: found no phrase in %d lines, want one a line", n)
	}
	slices.Sort(p.list)
	p.list = slices.Compact(p.list)
	p.index()
	return p, nil
}

func (p *Phrases) index() {
	var longer []string
	for _, phrase := range p.list {
		if len(phrase) < 2 {
			p.short = append(p.short, phrase)
			continue
		}
		h := head(phrase, 0)
		p.heads[h>>6] |= 1 << (h & 63)
		longer = append(longer, phrase)
	}
	p.longer = newAutomaton(longer)
}

func head(s string, i int) uint16 { return uint16(s[i])<<8 | uint16(s[i+1]) }

// List returns the phrases, folded and sorted.
func (p *Phrases) List() []string { return slices.Clone(p.list) }

// Digest returns the SHA-256 of the list's text as "sha256:" and hexadecimal digits.
func (p *Phrases) Digest() string { return p.digest }

// begin returns the first offset from i on at which a longer phrase can begin.
func (p *Phrases) begin(text string, i int) int {
	for ; i+1 < len(text); i++ {
		if h := head(text, i); p.heads[h>>6]&(1<<(h&63)) != 0 {
			return i
		}
	}
	return len(text)
}

// Find returns the first place of every phrase that text holds, by where it starts.
func (p *Phrases) Find(text string) []Match {
	f := fold(text)
	var out []Match
	p.longer.first(f.text, p.begin, func(phrase string, end int) {
		out = append(out, Match{phrase, end - len(phrase), end})
	})
	for _, phrase := range p.short {
		if i := strings.Index(f.text, phrase); i >= 0 {
			out = append(out, Match{phrase, i, i + len(phrase)})
		}
	}
	f.unfold(out)
	slices.SortFunc(out, func(a, b Match) int {
		return cmp.Or(a.Start-b.Start, a.End-b.End, strings.Compare(a.Definition, b.Definition))
	})
	return out
}
