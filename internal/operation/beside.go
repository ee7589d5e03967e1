package operation

import (
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/word"
)

// What stands beside an operation keeps a call from being proved, unless a name of
// beside.txt says that it asks for nothing more, or it was judged itself.

//go:embed beside.txt
var besideText string

// besides are the words of beside.txt, by the first word of their rows.
var besides = readBesides(besideText)

func readBesides(text string) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for row, rest := range word.Rows(text) {
		if out[row] == nil {
			out[row] = map[string]bool{}
		}
		maps.Copy(out[row], words(rest))
	}
	return out
}

// Beside reports the name of an argument, by its words, that asks for no more than an
// operation of a kind beside it, as far as a name tells.
func Beside(kind Kind, name []string) bool { return allOf(name, string(kind)+".beside") }

func allOf(name []string, row string) bool {
	return len(name) > 0 && !slices.ContainsFunc(name, func(w string) bool { return !besides[row][w] })
}

// articles are the kinds as a doubt names them.
var articles = map[Kind]string{SQLKind: "a statement", ShellKind: "a command", CodeKind: "a program", URLKind: "a URL", PathKind: "a path", AmountKind: "an amount"}

// doubt keeps a call from being proved. The first that is said of an argument stays.
func (j *judge) doubt(pointer, detail string) {
	if j.doubts[pointer] == "" {
		j.doubts[pointer] = detail
	}
}

func (j *judge) sortedDoubts() []Doubt {
	var out []Doubt
	for _, pointer := range slices.Sorted(maps.Keys(j.doubts)) {
		out = append(out, Doubt{pointer, j.doubts[pointer]})
	}
	return out
}

// beside looks at every argument of a call. One that the tool's schema does not have proves
// nothing, whatever it is called.
func (j *judge) beside(arguments *jsonv.Value) {
	top := leaf{schema: j.schema}
	for name, v := range arguments.Members() {
		l := top.member(name, arguments)
		if j.schema != nil && !l.schema.Exists() {
			j.doubt(l.pointer, "the tool's schema does not have it")
			continue
		}
		j.weigh(v, l)
	}
}

// asksNothing reports an argument as good as left out.
func asksNothing(v *jsonv.Value) bool {
	switch v.Kind() {
	case jsonv.Object, jsonv.Array:
		return v.Len() == 0
	case jsonv.String:
		return v.Text() == ""
	default:
		return v.IsNull()
	}
}

// weigh doubts an argument that nothing speaks for.
func (j *judge) weigh(v *jsonv.Value, l leaf) {
	if asksNothing(v) || j.settled[l.pointer] || j.doubts[l.pointer] != "" {
		return
	}
	if rule, ok := j.call.Mapping.find(j.call.Tool, l.pointer); ok && rule.As == Data {
		return
	}
	name := slices.Collect(word.Split(l.name))
	switch kind := v.Kind(); {
	case j.kinds[SQLKind] && len(j.kinds) == 1 && allOf(name, "sql.bind") && (kind != jsonv.String || !allOf(name, "qualifier")):
	case kind == jsonv.Object && (j.holdsOperation(l) || allOf(name, "wrapper")):
		for name, member := range v.Members() {
			j.weigh(member, l.member(name, v))
		}
	case kind == jsonv.Array:
		for i, item := range v.Items() {
			j.weigh(item, l.item(i))
		}
	default:
		if why := j.harmful(name, v); why != "" {
			j.doubt(l.pointer, why)
		}
	}
}

// holdsOperation reports an object with an operation in it.
func (j *judge) holdsOperation(l leaf) bool {
	for pointer := range j.settled {
		if strings.HasPrefix(pointer, l.pointer+"/") {
			return true
		}
	}
	return false
}

// plainWord is a text that names something, or a number or a size, and is no place, list of
// settings or program; plainTime is one that has colons.
var (
	plainWord = regexp.MustCompile(`^[\p{L}\p{N}_ .,+%-]{1,200}$`)
	plainTime = regexp.MustCompile(`^[0-9TZ :.+-]{1,40}$`)
)

// harmful says why an argument may ask for more than the operations beside it, "" if it does not.
func (j *judge) harmful(name []string, v *jsonv.Value) string {
	prose := len(name) > 0 && besides["prose"][name[len(name)-1]]
	for _, kind := range slices.Sorted(maps.Keys(j.kinds)) {
		off := v.Kind() == jsonv.Bool && (allOf(name, string(kind)+".flag") || !v.Bool() && allOf(name, string(kind)+".off"))
		if !off && !Beside(kind, name) {
			return "nothing says that it asks for no more than " + articles[kind]
		}
		prose = prose || len(name) > 0 && besides[string(kind)+".prose"][name[len(name)-1]]
	}
	_, text := v.Str()
	switch {
	case v.Kind() == jsonv.Object:
		return "an object may ask for more"
	case v.Kind() == jsonv.Bool && !v.Bool() && slices.ContainsFunc(name, func(w string) bool { return besides["guard"][w] }):
		return "it takes a safeguard away"
	case text && !prose && allOf(name, "qualifier"):
		return "it may be a place"
	case text && !prose && !plainWord.MatchString(v.Text()) && !plainTime.MatchString(v.Text()):
		return "it is more than a plain word"
	}
	return ""
}
