package contract

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/spelling"
	"github.com/mooring-mcp/mooring/surface"
)

const (
	// mostNamePairs bounds the names that are compared for one surface; what is left
	// then stays removed and added, without the hint.
	mostNamePairs = 5000
	// longestName is in bytes; beyond it names are only equal or not.
	longestName = 128
	// likeName is from where two names are similar, in thousandths.
	likeName = 700
)

// candidate is a tool that came or went.
type candidate struct {
	name   string
	tool   *jsonv.Value
	paired bool
}

// renames pairs removed tools with added ones, as a hint beside both findings: first
// those that are equal but for the name and a title that repeats it, then those of
// equal schemas and a similar name.
func (c *comparison) renames(removed, added []surface.Item) {
	if len(removed) == 0 || len(added) == 0 {
		return
	}
	m := matcher{removed: candidates(removed), added: candidates(added), budget: mostNamePairs}
	m.match(body, 0, "the rest is equal")
	m.match(schemas, likeName, "both schemas are equal")
	for _, p := range m.pairs {
		c.addTexts("tool.renamed", itemPath(surface.Tool, p.before), p.before, p.after, p.why)
	}
}

func candidates(items []surface.Item) []*candidate {
	var out []*candidate
	for _, item := range items {
		if v, readable := optional(item.Raw); readable {
			out = append(out, &candidate{name: item.Name, tool: v})
		}
	}
	return out
}

// body is all of a tool but its name and titles that repeat it.
func body(c *candidate) string {
	var b []byte
	write := func(v *jsonv.Value, prefix string) {
		for _, m := range changes(nil, v) { // all members, sorted
			title, _ := m.after.Str()
			if prefix == "" && (m.name == "name" || m.name == "annotations") || m.name == "title" && repeats(title, c.name) {
				continue
			}
			b = jsonv.AppendQuoted(b, prefix+m.name)
			b = jsonv.AppendCanonical(b, m.after, jsonv.Source)
		}
	}
	write(c.tool, "")
	if annotations := c.tool.Get("annotations"); annotations.Kind() == jsonv.Object {
		write(annotations, "annotations/")
	} else {
		b = append(b, canonical(annotations)...)
	}
	return jsonv.Digest(b)
}

// schemas is both schemas of a tool.
func schemas(c *candidate) string {
	b := jsonv.AppendCanonical(nil, c.tool.Get("inputSchema"), jsonv.Source)
	return jsonv.Digest(jsonv.AppendCanonical(append(b, '\n'), c.tool.Get("outputSchema"), jsonv.Source))
}

// matcher pairs tools one to one; equal input gives equal pairs.
type matcher struct {
	removed, added []*candidate // each sorted by name
	budget         int
	pairs          []renaming
}

type renaming struct{ before, after, why string }

// match pairs the tools of one key, the most similar names first, and none whose
// names are less similar than least.
func (m *matcher) match(key func(*candidate) string, least int, why string) {
	index := map[string][]*candidate{}
	for _, a := range m.added {
		if !a.paired {
			index[key(a)] = append(index[key(a)], a)
		}
	}
	type scored struct {
		before, after *candidate
		score         int
	}
	var list []scored
	for _, r := range m.removed {
		if r.paired {
			continue
		}
		for _, a := range index[key(r)] {
			if m.budget--; m.budget < 0 {
				break
			}
			if score := similar(r.name, a.name); score >= least {
				list = append(list, scored{r, a, score})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	for _, s := range list {
		if !s.before.paired && !s.after.paired {
			s.before.paired, s.after.paired = true, true
			m.pairs = append(m.pairs, renaming{s.before.name, s.after.name, why})
		}
	}
}

// similar returns how alike two names are, from 0 to 1,000: 1,000 when one has all
// words of the other, whatever their order, else by edits.
func similar(a, b string) int {
	if len(a) > longestName || len(b) > longestName {
		return 0
	}
	wordsOfA, wordsOfB := words(a), words(b)
	if len(wordsOfA) > len(wordsOfB) {
		wordsOfA, wordsOfB = wordsOfB, wordsOfA
	}
	outside := func(word string) bool { return !slices.Contains(wordsOfB, word) }
	if len(wordsOfA) > 0 && !slices.ContainsFunc(wordsOfA, outside) {
		return 1000
	}
	longest := max(len(a), len(b))
	return 1000 * (longest - spelling.Edits(strings.ToLower(a), strings.ToLower(b))) / max(longest, 1)
}

// words splits a name at separators and at capitals after small letters.
func words(name string) []string {
	var b strings.Builder
	var last rune
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			b.WriteByte(' ')
		case unicode.IsUpper(r) && unicode.IsLower(last):
			b.WriteByte(' ')
			fallthrough
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		last = r
	}
	return strings.Fields(b.String())
}
