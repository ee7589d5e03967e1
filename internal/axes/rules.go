package axes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/word"
)

// A rule of mooring.yaml says that a call of the tool is what an argument holds and nothing
// else, so that the call passes where a classifier proves that. It is a permission, and is
// proposed only where name, description, annotations and every other argument say so; a
// doubt says what does not. The words stand in rules.txt.

// Rule is what is proposed of an argument.
type Rule struct {
	operation.Rule

	// Scope is where the effects land, "" where the text of the argument tells.
	Scope  band.Scope
	Reason string // one line; quotes only words of our own tables
}

// Unbound is said of every rule.
const Unbound = "holds by the tool's name, as no digest binds a rule to the tool as it is now"

// maxQuoted is the length in bytes up to which a doubt quotes a name of the server.
const maxQuoted = 40

// candidate is an argument that may get a rule.
type candidate struct{ name, pointer, text string } // text is its description

// rules proposes rules for a tool of which each call is judged by what an argument of a
// kind holds, or says why there are none.
func (p *proposer) rules(kind operation.Kind) (rules []Rule, doubt string) {
	found := p.candidates(kind)
	switch {
	case kind == operation.CodeKind:
		return nil, "no classifier here reads such a program"
	case len(found) == 0 && kind == operation.URLKind:
		return nil, "no argument at the top is a URL that is read, by its name and type"
	case len(found) == 0:
		return nil, "no argument at the top is a text of that, by its name and type"
	case strings.ContainsAny(p.name, `*?[\`):
		return nil, "the tool's name would be read as a pattern"
	case kind == operation.URLKind:
	case len(found) > 1:
		return nil, "more than one argument may be that"
	case operation.OnlyRuns(p.options.Server, p.name) && operation.Expects(p.name, found[0].name, false, nil) == kind:
		return nil, "the tool's name alone says that it runs that, so none is needed"
	}
	if doubt := p.doubt(kind, found); doubt != "" {
		return nil, doubt
	}
	why, doubt := p.say(kind, found)
	if doubt != "" {
		return nil, doubt
	}
	for _, c := range found {
		rules = append(rules, p.rule(kind, c, why))
	}
	return rules, ""
}

func (p *proposer) rule(kind operation.Kind, c candidate, why string) Rule {
	r := Rule{Rule: operation.Rule{Tool: p.name, Argument: c.pointer, As: kind}, Reason: why + "; " + Unbound}
	switch kind {
	case operation.URLKind:
		r.Intent = operation.Read
	case operation.SQLKind:
		var here bool
		if r.Dialect, here = dialectOf(p.name, p.description, c.text); !here {
			r.Scope = band.SharedRemote
		}
	default:
	}
	if p.options.Remote {
		r.Scope = band.SharedRemote
	}
	return r
}

// candidates are the arguments at the top that hold a kind by their names and are texts.
func (p *proposer) candidates(kind operation.Kind) []candidate {
	var out []candidate
	for name, schema := range p.tool.Get("inputSchema").Get("properties").Members() {
		c := candidate{name, jsonv.AppendPointer("", name), schema.Get("description").Text()}
		holds := operation.Expects(p.name, name, false, nil) == kind
		switch kind {
		case operation.URLKind:
			holds = permits.urlName(wordsOf(name))
		case operation.SQLKind:
			holds = holds || p.holdsSQL(name, c.text)
		default:
		}
		if holds && formOf(schema) == oneText {
			out = append(out, c)
		}
	}
	return out
}

// form is what an argument may be.
type form int

const (
	unclear form = iota
	oneText      // any text, or none
	plain        // numbers, booleans, chosen words, a mix of these and texts, and lists of them
)

// formOf reads a schema as far as it is plain; what it refers to is unclear.
func formOf(schema *jsonv.Value) form {
	if schema.Get("enum").Exists() || schema.Get("const").Exists() {
		return plain
	}
	var types []string
	var branches []*jsonv.Value
	for _, key := range []string{"anyOf", "oneOf"} {
		for _, b := range schema.Get(key).Items() {
			branches = append(branches, b)
		}
	}
	if one, is := schema.Get("type").Str(); is {
		types = append(types, one)
	}
	for _, t := range schema.Get("type").Items() {
		types = append(types, t.Text())
	}
	if len(types) == 0 && len(branches) == 0 || schema.Get("allOf").Exists() || schema.Get("$ref").Exists() {
		return unclear
	}
	forms := map[form]bool{}
	for _, b := range branches {
		if b.Get("type").Text() != "null" {
			forms[formOf(b)] = true
		}
	}
	for _, t := range types {
		switch t {
		case "null":
		case "string":
			forms[oneText] = true
		case "number", "integer", "boolean":
			forms[plain] = true
		case "array":
			forms[listOf(formOf(schema.Get("items")))] = true
		default:
			forms[unclear] = true
		}
	}
	switch {
	case forms[unclear]:
		return unclear
	case len(forms) == 1 && forms[oneText]:
		return oneText
	}
	return plain
}

func listOf(items form) form {
	if items == unclear {
		return unclear
	}
	return plain
}

// doubt is what holds for every kind: another argument, or a word, that may be more than
// the argument says.
func (p *proposer) doubt(kind operation.Kind, found []candidate) string {
	texts := []string{p.name, p.description, p.tool.Get("title").Text(), p.tool.Get("annotations").Get("title").Text()}
	for _, c := range found {
		texts = append(texts, c.text)
	}
	for name, schema := range p.tool.Get("inputSchema").Get("properties").Members() {
		switch known := operation.Beside(kind, wordsOf(name)) && formOf(schema) != unclear; {
		case known, isOne(found, name):
		case len(name) > maxQuoted:
			return "another argument may ask for more"
		default:
			return fmt.Sprintf("the argument %q beside it may ask for more", name)
		}
	}
	for _, text := range texts {
		if len(text) > maxDescription {
			return "its description is too long to be read whole"
		}
		if w := permits.denied(kind, text); w != "" {
			return fmt.Sprintf("its words say %q", w)
		}
	}
	if cost := p.holds(words.cost); cost != "" {
		return fmt.Sprintf("its description says %q", cost)
	}
	return ""
}

func isOne(found []candidate, name string) bool {
	for _, c := range found {
		if c.name == name {
			return true
		}
	}
	return false
}

// say is what speaks for a rule, or the doubt that too little does.
func (p *proposer) say(kind operation.Kind, found []candidate) (why, doubt string) {
	switch kind {
	case operation.URLKind:
		return p.readsURL(found)
	case operation.ShellKind:
		return p.runs(kind, "runs a command")
	default:
		return p.runs(kind, "runs a statement")
	}
}

// readsURL: the verb of the name and the description read, no annotation says otherwise,
// and the words speak of the web.
func (p *proposer) readsURL(found []candidate) (why, doubt string) {
	_, by := p.effect()
	said := permits.first(operation.URLKind, "verb", list(firstSentence(p.description)))
	about := ""
	for _, text := range []string{p.name, p.description, found[0].text} {
		about = first(about, permits.first(operation.URLKind, "about", list(text)))
	}
	switch {
	case p.tool.Get("annotations").Get("destructiveHint").Bool():
		return "", "it says destructiveHint: true"
	case !permits.has(operation.URLKind, "verb", by.word):
		return "", moreThanReads(by)
	case said == "":
		return "", "the first sentence of its description does not say that it reads"
	case about == "":
		return "", "no word says that what it reads is on the web"
	}
	if w := p.changes(); w != "" {
		return "", fmt.Sprintf("its description says %q", w)
	}
	if by.of == "name" {
		return fmt.Sprintf("%q in its name and %q in its description read, and no other argument asks for more", by.word, said), ""
	}
	return fmt.Sprintf("%q in its description reads, and no other argument asks for more", by.word), ""
}

func moreThanReads(by source) string {
	return fmt.Sprintf("%q in its %s may do more than read what is behind the URL", by.word, by.of)
}

// navigates is the doubt about a tool that opens a URL, or of which the description says
// that it does more than read it, and which has axes; "" for any other.
func (p *proposer) navigates(did effect, by source) string {
	opens := did == back && by.of == "name"
	if !opens && (did <= read || by.of == "name") || len(p.candidates(operation.URLKind)) == 0 {
		return ""
	}
	return moreThanReads(by)
}

// methods are those of HTTP that change something, as descriptions name them.
var methods = []string{"POST", "PUT", "PATCH", "DELETE"}

// changes is a verb of the description that does more than read, or such a method.
func (p *proposer) changes() string {
	for _, w := range strings.FieldsFunc(p.description, func(r rune) bool { return r < 'A' || r > 'z' || r > 'Z' && r < 'a' }) {
		if slices.Contains(methods, w) {
			return w
		}
	}
	all := slices.Collect(word.Split(strings.ToLower(p.description)))
	for i, w := range all {
		v, is := words.forms[w]
		joined := i > 0 && (all[i-1] == "and" || all[i-1] == "or" || all[i-1] == "then")
		if is && v.effect > read && (!v.noun || joined || i == 0) {
			return w
		}
	}
	return ""
}

// runs: the name has no word but of running, and the first sentence says it.
func (p *proposer) runs(kind operation.Kind, what string) (why, doubt string) {
	all := list(firstSentence(p.description))
	server := map[string]bool{}
	for _, w := range wordsOf(p.options.Server) {
		server[w] = true
	}
	for _, w := range wordsOf(p.name) {
		if operation.OtherShell(w) {
			return "", "its name speaks of a shell without a parser here"
		}
		if !server[w] && !operation.Runs(w) && !permits.has(kind, "name", w) {
			return "", "its name says more than that it " + what
		}
	}
	said, about := permits.first(kind, "verb", all), permits.first(kind, "about", all)
	if i := slices.IndexFunc(all, isDialect); kind == operation.SQLKind && about == "" && i >= 0 {
		about = all[i]
	}
	switch {
	case kind == operation.ShellKind && p.options.Remote:
		return "", "the server runs elsewhere, and the command with it"
	case said == "" || about == "":
		return "", "the first sentence of its description does not say that it " + what
	}
	if slices.ContainsFunc(list(p.description), operation.OtherShell) {
		return "", "its description speaks of a shell without a parser here"
	}
	return fmt.Sprintf("its name says nothing else, %q and %q in its description say that it %s, and no other argument asks for more", said, about, what), ""
}
