package taxonomy

import (
	"slices"
	"strconv"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/signal"
)

// HumanReadable reports whether a string at an RFC 6901 pointer in a tool is
// human-readable by spec §2.1.
func HumanReadable(pointer string) bool {
	path, err := jsonv.SplitPointer(pointer)
	return err == nil && ReadablePath(path)
}

// ReadablePath is [HumanReadable] for the tokens of a pointer, unescaped: the tool's
// title, every description, and annotations with all below (reading T21).
func ReadablePath(path []string) bool {
	switch n := len(path); {
	case n == 0:
		return false
	case path[n-1] == "description", n == 1 && path[0] == "title":
		return true
	default:
		return path[0] == "annotations"
	}
}

// changedText is a string of the tool after that is not the one before at its path.
type changedText struct {
	path      []string // unescaped tokens; valid during the call
	value     string
	before    string
	hasBefore bool // there was a string at this path
}

// changedTexts calls visit for every string in the changes, in their order.
func (p pair) changedTexts(visit func(changedText)) {
	for _, c := range p.changes {
		if c.Kind == jsondiff.Removed {
			continue
		}
		path, err := jsonv.SplitPointer(c.Pointer)
		if err != nil {
			panic(err) // pointers of a diff are well formed
		}
		texts(path, c.After, c.Before, visit)
	}
}

// texts walks v, members by name; before is what stood at the path, nil for nothing.
func texts(path []string, v, before *jsonv.Value, visit func(changedText)) {
	if v.Kind() == jsonv.String {
		value, _ := v.Str()
		old, had := before.Str()
		if !had || old != value {
			visit(changedText{path, value, old, had})
		}
		return
	}
	old := map[string]*jsonv.Value{}
	for _, c := range children(before) {
		old[c.token] = c.value
	}
	for _, c := range children(v) {
		texts(append(path, c.token), c.value, old[c.token], visit)
	}
}

// node is a value below another one, by the pointer token that leads there.
type node struct {
	token string
	value *jsonv.Value
}

// children are the items of an array or the members of an object, these by name;
// none for other values.
func children(v *jsonv.Value) []node {
	if v.Len() == 0 {
		return nil
	}
	out := make([]node, 0, v.Len())
	for i, item := range v.Items() {
		out = append(out, node{strconv.Itoa(i), item})
	}
	for name, member := range v.Members() {
		out = append(out, node{name, member})
	}
	if v.Kind() == jsonv.Object {
		slices.SortFunc(out, func(a, b node) int { return jsonv.CompareUTF16(a.token, b.token) })
	}
	return out
}

// textRules evaluates the rules that read texts: R01, R02 and R05 field by field,
// R03 over the whole tool.
type textRules struct {
	pair

	phrases *signal.Phrases
	out     *collector
	places  map[string]bool // what R03 knows already; nil as long as nothing matched
}

func (t *textRules) visit(c changedText) {
	for _, m := range signal.Places(c.value) {
		if t.places == nil {
			t.places = placesOf(t.before)
		}
		if text := m.Of(c.value); !t.places[text] {
			t.places[text] = true
			t.add("R03", c, m)
		}
	}
	if !ReadablePath(c.path) {
		return
	}
	t.field("R01", c, signal.Hidden, byDefinition)
	t.field("R02", c, t.phrases.Find, byDefinition)
	t.field("R05", c, signal.References, byToken)
}

func (t *textRules) add(rule string, c changedText, m signal.Match) {
	m = m.Shown(c.value)
	t.out.add(Evidence{Rule: rule, Definition: m.Definition, Text: m.Of(c.value), Start: m.Start, End: m.End}, c.path...)
}

// field adds what find finds in the text after and not in the one before. key
// says when two matches are the same.
func (t *textRules) field(rule string, c changedText, find func(string) []signal.Match, key func(string, signal.Match) string) {
	matches := find(c.value)
	if len(matches) == 0 {
		return
	}
	known := map[string]bool{}
	if c.hasBefore {
		for _, m := range find(c.before) {
			known[key(c.before, m)] = true
		}
	}
	for _, m := range matches {
		if k := key(c.value, m); !known[k] {
			known[k] = true
			t.add(rule, c, m)
		}
	}
}

func byDefinition(_ string, m signal.Match) string { return m.Definition }

// byToken tells server/tool tokens apart by their text (reading T24).
func byToken(text string, m signal.Match) string {
	if m.Definition == signal.ToolReference {
		return "/" + m.Of(text) // no definition begins so
	}
	return m.Definition
}

// placesOf is the set of all that R03's patterns match anywhere in a tool.
func placesOf(tool *jsonv.Value) map[string]bool {
	set := map[string]bool{}
	texts(nil, tool, nil, func(c changedText) {
		for _, m := range signal.Places(c.value) {
			set[m.Of(c.value)] = true
		}
	})
	return set
}
