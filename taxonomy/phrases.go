package taxonomy

import (
	_ "embed"
	"sync"

	"github.com/mooring-mcp/mooring/internal/signal"
)

//go:embed imperatives-v1.txt
var imperatives []byte

// builtIn is imperatives-v1.txt, read once.
var builtIn = sync.OnceValue(func() *signal.Phrases {
	p, err := signal.ParsePhrases(imperatives)
	if err != nil {
		panic(err) // embedded, and read by the tests
	}
	return p
})

// Phrases is a list of phrases for R02 (spec §3.1). The zero Phrases is the list
// imperatives-v1.txt.
type Phrases struct{ list *signal.Phrases }

// Imperatives returns the list that belongs to this version of the rules.
func Imperatives() Phrases { return Phrases{} }

// ParsePhrases reads a list: UTF-8, one phrase a line, blank lines and lines that
// begin with # left out, up to 1 MiB. A list without a phrase is an error.
func ParsePhrases(text []byte) (Phrases, error) {
	list, err := signal.ParsePhrases(text)
	return Phrases{list}, err
}

func (p Phrases) found() *signal.Phrases {
	if p.list == nil {
		return builtIn()
	}
	return p.list
}

// List returns the phrases in folded case, sorted.
func (p Phrases) List() []string { return p.found().List() }

// Digest returns the SHA-256 of the list's bytes as "sha256:" and 64 hexadecimal
// digits.
func (p Phrases) Digest() string { return p.found().Digest() }

// Occurrence is a phrase in a text.
type Occurrence struct {
	Phrase     string // in folded case
	Start, End int    // byte offsets in the text
}

// Find returns the first place of every phrase that text holds.
func (p Phrases) Find(text string) []Occurrence {
	var out []Occurrence
	for _, m := range p.found().Find(text) {
		out = append(out, Occurrence{m.Definition, m.Start, m.End})
	}
	return out
}
