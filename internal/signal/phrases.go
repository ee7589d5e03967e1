package signal

import (
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
	short  []string            // those of one byte
	heads  [1 << 10]uint64     // bit set: two bytes with which a phrase begins
	byHead map[uint16][]string // the phrases that begin so
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
	p.byHead = map[uint16][]string{}
	for _, phrase := range p.list {
		if len(phrase) < 2 {
			p.short = append(p.short, phrase)
			continue
		}
		h := head(phrase, 0)
		p.heads[h>>6] |= 1 << (h & 63)
		p.byHead[h] = append(p.byHead[h], phrase)
	}
}

func head(s string, i int) uint16 { return uint16(s[i])<<8 | uint16(s[i+1]) }

// List returns the phrases, folded and sorted.
func (p *Phrases) List() []string { return slices.Clone(p.list) }

// Digest returns the SHA-256 of the list's text as "sha256:" and hexadecimal digits.
func (p *Phrases) Digest() string { return p.digest }

// Find returns the first place of every phrase that text holds, in order.
func (p *Phrases) Find(text string) []Match {
	f := fold(text)
	var found map[string]bool
	var out []Match
	add := func(phrase string, at int) {
		if found[phrase] {
			return
		}
		if found == nil {
			found = map[string]bool{}
		}
		found[phrase] = true
		out = append(out, Match{Definition: phrase, Start: f.at(at), End: f.at(at + len(phrase))})
	}
	for i := 0; i+1 < len(f.text); i++ {
		h := head(f.text, i)
		if p.heads[h>>6]&(1<<(h&63)) == 0 {
			continue
		}
		for _, phrase := range p.byHead[h] {
			if strings.HasPrefix(f.text[i:], phrase) {
				add(phrase, i)
			}
		}
	}
	for _, phrase := range p.short {
		if i := strings.Index(f.text, phrase); i >= 0 {
			add(phrase, i)
		}
	}
	return out
}
