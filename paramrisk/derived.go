package paramrisk

import (
	"cmp"
	_ "embed"
	"iter"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/word"
)

// Kind is what a [Hint] takes a parameter for. Kinds are advisories of Mooring's own
// and never classes of the specification: they have other names on purpose.
type Kind string

// The kinds.
const (
	DerivedCredential Kind = "derived:credential" //nolint:gosec // a kind, no credential
	DerivedPath       Kind = "derived:path"
	DerivedCommand    Kind = "derived:command"
	DerivedMoney      Kind = "derived:money"
	DerivedEndpoint   Kind = "derived:endpoint"
)

// Kinds returns the kinds in the order of the classes that they stand beside.
func Kinds() []Kind {
	return []Kind{DerivedCredential, DerivedPath, DerivedCommand, DerivedMoney, DerivedEndpoint}
}

// Beside returns the class that a kind stands beside.
func (k Kind) Beside() Class {
	if i := slices.Index(Kinds(), k); i >= 0 {
		return Classes()[i]
	}
	return ""
}

// Hint says that a parameter looks like one of a class that the rules do not assign to
// it, a known lexical miss such as clientSecret.
type Hint struct {
	Kind Kind
	// Where is the keyword that shows it, as a pointer in the property: "" is its name,
	// "/enum/0" a value.
	Where string
	// Why says what was seen: the words of the name, the name of the format, what the
	// value looks like. No value is ever part of it.
	Why string
}

// Derive returns the hints about one parameter: its name, what the schema declares of it
// (JSON, which may be anything), and the labels that the rules assign. There is at most
// one hint a kind, and none for a class that is assigned already; by kind. nil for none.
//
// It reads the words of the name ("baseUrl"), format, pattern, and how const, default,
// enum and examples look. O(n) in bytes.
func Derive(name string, schema []byte, labels Set) []Hint {
	var out []Hint
	add := func(h Hint) {
		if !labels.Has(h.Kind.Beside()) {
			out = append(out, h)
		}
	}
	for kind, why := range byName(name) {
		add(Hint{kind, "", why})
	}
	if len(schema) > 0 && schema[0] == '{' {
		hintSchema(schema, add)
	}
	rank := func(k Kind) int { return slices.Index(Kinds(), k) }
	slices.SortStableFunc(out, func(a, b Hint) int { return cmp.Or(rank(a.Kind)-rank(b.Kind), cmp.Compare(a.Where, b.Where)) })
	return slices.CompactFunc(out, func(a, b Hint) bool { return a.Kind == b.Kind })
}

// hintSchema looks at the keywords of a property. A torn text ends the look.
func hintSchema(schema []byte, add func(Hint)) {
	_ = jsonv.ScanObject(schema, func(name, value jsonv.Span) bool {
		keyword, v := string(name.Of(schema)), value.Of(schema)
		switch keyword {
		case `"format"`:
			if kind, known := formats[text(v)]; known {
				add(Hint{kind, "/format", "format " + text(v)})
			}
		case `"pattern"`:
			if kind, why := byPattern(text(v)); kind != "" {
				add(Hint{kind, "/pattern", why})
			}
		case `"const"`, `"default"`:
			if kind, why := byValue(text(v)); kind != "" {
				add(Hint{kind, "/" + strings.Trim(keyword, `"`), why})
			}
		case `"enum"`, `"examples"`:
			hintValues("/"+strings.Trim(keyword, `"`), v, add)
		}
		return true
	})
}

// hintValues looks at a list of values.
func hintValues(where string, list []byte, add func(Hint)) {
	if len(list) == 0 || list[0] != '[' {
		return
	}
	i, currencies := 0, 0
	_ = jsonv.ScanArray(list, func(item jsonv.Span) bool {
		value := text(item.Of(list))
		if kind, why := byValue(value); kind != "" {
			add(Hint{kind, where + "/" + itoa(i), why})
		}
		if isCurrency(value) {
			currencies++
		}
		i++
		return true
	})
	if currencies > 1 {
		add(Hint{DerivedMoney, where, "codes of currencies"})
	}
}

// text is the value of a JSON string, "" for anything else.
func text(value []byte) string {
	s, _ := jsonv.Unquote(value)
	return s
}

//go:embed derived.txt
var derivedText string

// derivedRow is a row of derived.txt.
type derivedRow struct {
	kind  Kind
	words []string
}

var derivedRows, derivedNot = parseDerived(derivedText)

func parseDerived(table string) (rows []derivedRow, not map[Kind][]string) {
	not = map[Kind][]string{}
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
		case fields[0] == "not":
			not[Kind("derived:"+fields[1])] = fields[3:]
		default:
			rows = append(rows, derivedRow{Kind("derived:" + fields[0]), fields[1:]})
		}
	}
	return rows, not
}

// byName yields the kinds that the words of a name show.
func byName(name string) iter.Seq2[Kind, string] {
	return func(yield func(Kind, string) bool) {
		if len(name) > maxName {
			return
		}
		words := slices.Collect(word.Split(name))
		for _, row := range derivedRows {
			if !inOrder(words, row.words) || slices.ContainsFunc(derivedNot[row.kind], func(w string) bool { return slices.Contains(words, w) }) {
				continue
			}
			if !yield(row.kind, "the words "+strings.Join(row.words, " ")) {
				return
			}
		}
	}
}

// maxName is how long a name may be for its words to be looked at.
const maxName = 1024

// inOrder reports that some words stand in a list next to each other.
func inOrder(list, words []string) bool {
	for i := 0; i+len(words) <= len(list); i++ {
		if slices.Equal(list[i:i+len(words)], words) {
			return true
		}
	}
	return false
}
