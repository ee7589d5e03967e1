package shellop

import (
	"path"
	"strings"

	"github.com/mooring-mcp/mooring/internal/glob"
)

// fatal are programs that a pattern in the place of a command is tried for, since their words can cost a system.
var fatal = []string{"rm", "dd", "mv", "chmod", "chown", "find", "shred", "mkfs", "wipefs", "sh", "bash"}

// perhaps looks whether a command whose name is not known would be one that is never allowed, if what is not known of
// the name is empty, or a pattern in it finds what it seems to be there for.
func (w *walker) perhaps(head word, args []word, at Span) {
	name := path.Base(strings.Map(func(r rune) rune {
		if r == markUnknown {
			return -1
		}
		return r
	}, head.text))
	if name == "." || name == "/" || has(name, unknownMarks|1<<markHome) {
		return
	}
	var words strings.Builder
	for _, v := range args {
		words.WriteString(" " + quoteMarked(v.text))
	}
	if w.steps += 4 + words.Len()/32; words.Len() > maxPath {
		return
	}
	if !has(name, globMarks) {
		w.onlyFloor(name+words.String(), at)
		return
	}
	if strings.Trim(name, string([]rune{markStar, markOne, markClass})) == "" {
		return // any program
	}
	shape := glob.ParseName(pattern(name))
	for _, program := range fatal {
		if shape.Meets(glob.ParseName(program)) {
			w.onlyFloor(program+words.String(), at)
		}
	}
}

// quoteMarked is a word as source, in which what was a pattern or a home is one again.
func quoteMarked(text string) string {
	if !has(text, allMarks) {
		return quote(text)
	}
	return plainSource(text)
}

// leadsAstray reports a folder in which programs are that nobody looked at. Where the shell is not known, a loop over
// names in a variable that is PATH in zsh alone is more often one for bash.
func (w *walker) leadsAstray(st *state, v word) bool {
	pl := w.place(st, v)
	return pl.home || pl.up || pl.zones.Has(scratch) || v.from&(fromNet|fromDecoder) != 0
}
