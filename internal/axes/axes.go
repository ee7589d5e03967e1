// Package axes proposes the axes of an ordinary tool, one that no statement, command or
// URL in its arguments speaks for: create_issue, delete_repo. What it proposes is for a
// person to review; nothing is allowed by it (reading B10).
//
//	name ─────────── verbs, objects ──┐
//	description ──── verbs, objects ──┼─→ reversibility, scope, each with its reason
//	parameters ───── labels, roles ───┤
//	annotations ──── may only raise ──┘
//
// For a tool of which each call is judged by what an argument holds it proposes rules
// instead, or says the doubt that keeps it from it.
//
// The words stand in words.txt and rules.txt. What the words do not tell is the worst value (B03), and
// the proposal says so. The error that counts is a proposal that is too low;
// docs/evaluation.md says how often that happens. The package is pure.
package axes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/consequence"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/word"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// Proposal is what is proposed of one tool.
type Proposal struct {
	// Axes are all three, or the zero value with an Operation: then the band hangs on the
	// arguments of each call, and there is nothing to propose. Trust is always untrusted:
	// no tool tells where its parameters will come from.
	Axes      band.Axes
	Operation operation.Kind
	Reasons   []Reason // never empty; in the order reversibility, scope, trust
	// Rules say that an argument is what a call does; with an Operation alone.
	Rules []Rule
	Doubt string // why there are no rules, one line; "" with rules, and without an argument that might get one
}

// Reason is one thing that led to a value.
type Reason struct {
	Axis band.Axis // "" for a note about the whole
	Text string    // one line; quotes only words of our own table
}

// Options are what is known beside the tool.
type Options struct {
	// Remote: the server runs elsewhere, so that nothing of it is local.
	Remote bool
	// Server is its name in our configuration, of which words in the name of a tool say
	// nothing.
	Server string
}

// Limits of what is looked at.
const (
	maxWords       = 40   // of the name, and of the first sentence
	maxSentence    = 600  // bytes
	maxDescription = 8192 // bytes that are read of it
	maxTokens      = 2000 // of a sentence
)

// Propose proposes the axes of a tool, a JSON object as the server sent it. The error
// is a [*jsonv.Error] about one that is not strict JSON.
func Propose(raw []byte, o Options) (Proposal, error) {
	v, err := jsonv.Parse(raw, jsonv.Limits{})
	if err != nil {
		return Proposal{}, err
	}
	p := proposer{
		tool: v, options: o,
		name: v.Get("name").Text(), description: v.Get("description").Text(),
	}
	p.readParameters(raw)
	return p.propose(), nil
}

type proposer struct {
	tool              *jsonv.Value
	options           Options
	name, description string
	labels            paramrisk.Set
	roles             map[operation.Kind]string // and a parameter of it; "" is a name that says nothing
	reasons           []Reason
}

func (p *proposer) because(axis band.Axis, format string, args ...any) {
	p.reasons = append(p.reasons, Reason{axis, fmt.Sprintf(format, args...)})
}

// readParameters collects labels and what parameters may hold.
func (p *proposer) readParameters(raw []byte) {
	p.roles = map[operation.Kind]string{}
	t, err := paramrisk.Classify(raw, paramrisk.Options{})
	if err != nil {
		return // no schema that can be read: nothing is known of the parameters
	}
	p.labels = t.Labels
	properties := p.tool.Get("inputSchema").Get("properties")
	for _, param := range t.Parameters {
		schema := &jsonv.Value{}
		if param.In == "" {
			schema = properties.Get(param.Name)
		}
		var labels []string
		for _, c := range param.Labels.Classes() {
			labels = append(labels, string(c))
		}
		enumerated := schema.Get("enum").Exists() || schema.Get("const").Exists()
		role := operation.Expects(p.name, param.Name, enumerated, labels)
		if role == operation.URLKind && !param.Labels.Has(paramrisk.URLEndpoint) {
			continue // an address of something else, such as a wallet
		}
		if role == "" && !enumerated && p.holdsSQL(param.Name, schema.Get("description").Text()) {
			role = operation.SQLKind
		}
		if was, is := p.roles[role]; !is || param.Name < was {
			p.roles[role] = param.Name
		}
	}
}

// holdsSQL reports a query of which a description says that it is SQL.
func (p *proposer) holdsSQL(name, description string) bool {
	last := ""
	for w := range word.Split(name) {
		last = w
	}
	if last != "query" && last != "statement" && last != "sql" {
		return false
	}
	if slices.Contains(slices.Concat(wordsOf(description), wordsOf(p.description)), "sql") {
		return true
	}
	dialect, _ := dialectOf(description, p.description)
	return dialect != "" && permits.first(operation.SQLKind, "verb", wordsOf(p.name)) != ""
}

func (p *proposer) propose() Proposal {
	did, by := p.effect()
	if kind, ok := p.operation(did); ok {
		out := Proposal{Operation: kind, Reasons: []Reason{{Text: fmt.Sprintf("by its operation: an argument holds %s, and each call is judged by it", kind)}}}
		out.Rules, out.Doubt = p.rules(kind)
		return out
	}
	r := p.reversibility(did, by)
	s := p.scope(did, by)
	p.because(band.AxisTrust, "no tool tells where its parameters will come from; the worst value")
	return Proposal{Axes: band.Axes{Reversibility: r, Scope: s, Trust: band.Untrusted}, Reasons: p.reasons, Doubt: p.navigates(did, by)}
}

// operation is what the band of each call hangs on: a program, or the URL of a tool that
// does nothing but read.
func (p *proposer) operation(did effect) (operation.Kind, bool) {
	for _, kind := range []operation.Kind{operation.SQLKind, operation.ShellKind, operation.CodeKind} {
		if _, is := p.roles[kind]; is {
			return kind, true
		}
	}
	if _, is := p.roles[operation.URLKind]; is && did == read && !p.modifies() {
		return operation.URLKind, true
	}
	return "", false
}

// source says which text a verb is of.
type source struct {
	word string
	of   string // "name" or "description"
	in   string // the sentence of it, "" for the first and for the name
}

// effect is the worst that the verbs of the tool say.
func (p *proposer) effect() (effect, source) {
	did, by := nameVerb(wordsOf(p.name))
	from := source{word: by, of: "name"}
	first := wordsOf(firstSentence(p.description))
	if did == unknown {
		did, from = sentenceVerb(first)
		if did == unknown {
			return did, from // the worst values, and nothing lowers them
		}
	} else if said, of := worst(first, did); did > read && said > did {
		did, from = said, of
	}
	if said := p.says(); said.verb.effect > max(did, read) {
		return said.verb.effect, source{word: said.word, of: "description", in: said.in.text}
	}
	return did, from
}

// nameVerb is what the verbs of a name do: the first, and those behind it that are
// nothing but verbs, unless the first reads and is nothing but a verb.
func nameVerb(list []string) (did effect, by string) {
	sure := false
	for i, w := range list {
		v, is := words.verbs[w]
		if !is {
			continue
		}
		joined := i > 0 && (list[i-1] == "and" || list[i-1] == "or")
		switch {
		case did == unknown:
			did, by, sure = v.effect, w, !v.noun
		case v.effect <= did || v.noun && !joined:
		case sure && did <= read && !joined:
		default:
			did, by, sure = v.effect, w, true
		}
	}
	return did, by
}

// sentenceVerb is what a sentence says first, for a name that says nothing. What is
// joined to a verb that reads counts, too.
func sentenceVerb(list []string) (effect, source) {
	for i, w := range list[:min(len(list), 12)] {
		v, is := words.forms[w]
		if !is || v.noun && i > 2 {
			continue
		}
		if said, from := worst(list[i:], v.effect); said > v.effect {
			return said, from
		}
		return v.effect, source{word: w, of: "description"}
	}
	return unknown, source{}
}

// worst is the worst verb of a first sentence beside what is known: of a tool that
// reads its first word and what is joined to it, of any other every verb.
func worst(list []string, known effect) (did effect, by source) {
	for i, w := range list {
		v, is := words.forms[w]
		if !is || v.noun && i > 0 || v.effect <= did {
			continue
		}
		joined := i > 0 && (list[i-1] == "and" || list[i-1] == "or" || list[i-1] == "then")
		if known > read || i == 0 || joined {
			did, by = v.effect, source{word: w, of: "description"}
		}
	}
	return did, by
}

var does = map[effect]struct {
	value band.Reversibility
	text  string
}{
	compute: {band.Reversible, "computes from its arguments"},
	read:    {band.Reversible, "reads"},
	add:     {band.Reversible, "adds what can be taken away again"},
	back:    {band.Reversible, "sets a state that has a way back"},
	replace: {band.HardToReverse, "replaces what was there"},
	stop:    {band.HardToReverse, "acts on what runs"},
	run:     {band.Irreversible, "runs something that the words say nothing of"},
	destroy: {band.Irreversible, "destroys"},
	send:    {band.Irreversible, "leaves to people or third parties"},
	unknown: {band.Irreversible, "no verb is known in its name or first sentence; the worst value"},
}

func (p *proposer) reversibility(did effect, by source) band.Reversibility {
	value, text := does[did].value, does[did].text
	if did != unknown {
		text = fmt.Sprintf("%q in its %s %s", by.word, by.of, text)
	}
	p.because(band.AxisReversibility, "%s", text)
	raise := func(to band.Reversibility, format string, args ...any) {
		if to.Rank() > value.Rank() {
			value = to
			p.because(band.AxisReversibility, "raised: "+format, args...)
		}
	}
	kinds := consequence.Judge(p.name, p.description).Kinds
	if did > read && kinds.Has(consequence.Payment) {
		raise(band.Irreversible, "its words speak of a payment")
	}
	if did > read && kinds.Has(consequence.Execution) {
		raise(band.Irreversible, "its words speak of running something")
	}
	if did > read && kinds.Has(consequence.Deployment) {
		raise(band.HardToReverse, "its words speak of a deployment")
	}
	if secret := p.secret(kinds, did); secret != "" {
		raise(band.Irreversible, "%s in its name is sensitive: what is read of secrets cannot be given back", secret)
	}
	if final := p.holds(words.final); final != "" && did > read {
		raise(band.Irreversible, "its description says %q", final)
	}
	hints := p.tool.Get("annotations")
	if hints.Get("destructiveHint").Bool() && !hints.Get("readOnlyHint").Bool() {
		raise(band.Irreversible, "it says destructiveHint: true")
	} else if did <= read && p.modifies() {
		raise(band.HardToReverse, "it says readOnlyHint: false")
	}
	return value
}

// secret is what a tool that reads has in its name of secrets, "" for nothing. No axis says
// sensitive; a read of them is as that of a file or a table of credentials.
func (p *proposer) secret(kinds consequence.Set, did effect) string {
	if did != read {
		return ""
	}
	list := wordsOf(p.name)
	if n := len(list); n > 0 && words.has("secret", list[n-1]) {
		return fmt.Sprintf("%q", list[n-1])
	}
	if kinds.Has(consequence.Credential) {
		return "a word of credentials"
	}
	return ""
}

// holds returns the first phrase that the description holds, "" for none.
func (p *proposer) holds(phrases []string) string {
	text := strings.ToLower(p.description[:min(len(p.description), maxDescription)])
	for _, phrase := range phrases {
		if strings.Contains(text, phrase) {
			return phrase
		}
	}
	return ""
}

// modifies reports a tool that says itself that it does more than read.
func (p *proposer) modifies() bool {
	hint := p.tool.Get("annotations").Get("readOnlyHint")
	return hint.Exists() && !hint.Bool()
}

func (p *proposer) scope(did effect, by source) band.Scope {
	named, told := placesOf(wordsOf(p.name)), placesOf(wordsOf(firstSentence(p.description)))
	if by.in != "" {
		named.external = first(named.external, placesOf(wordsOf(by.in)).external)
	}
	_, path := p.roles[operation.PathKind]
	path = path || p.labels.Has(paramrisk.FilesystemPath)
	value := p.landing(did, named, told, path)
	raise := func(to band.Scope, text string) {
		if to.Rank() > value.Rank() {
			value = to
			p.because(band.AxisScope, "raised: %s", text)
		}
	}
	if p.options.Remote {
		raise(band.SharedRemote, "the server runs elsewhere")
	}
	if p.tool.Get("annotations").Get("openWorldHint").Bool() {
		raise(band.SharedRemote, "it says openWorldHint: true")
	}
	if did > compute && p.labels.Has(paramrisk.URLEndpoint) {
		raise(band.SharedRemote, "a parameter is an address")
	}
	if cost := p.holds(words.cost); cost != "" {
		raise(band.External, fmt.Sprintf("its description says %q", cost))
	}
	if p.modifies() || did > read || did == unknown {
		kinds := consequence.Judge(p.name, p.description).Kinds
		if kinds.Has(consequence.Payment) || p.labels.Has(paramrisk.MoneyAmount) {
			raise(band.External, "its words or parameters speak of money")
		}
		if kinds.Has(consequence.Deployment) {
			raise(band.External, "its words speak of a deployment")
		}
	}
	return value
}

// landing is where the effect lands by the words.
func (p *proposer) landing(did effect, named, told places, path bool) band.Scope {
	local := func(word string) band.Scope {
		p.because(band.AxisScope, "%s", word)
		return band.Local
	}
	switch {
	case did == unknown:
		p.because(band.AxisScope, "what it does is not known; the worst value")
		return band.External
	case did == send:
		p.because(band.AxisScope, "what leaves to people or third parties is external")
		return band.External
	case did > read && (named.external != "" || told.external != ""):
		p.because(band.AxisScope, "%q is about people, money or production", first(named.external, told.external))
		return band.External
	case first(named.machine, told.machine) != "":
		return local(fmt.Sprintf("%q is a program of this machine", first(named.machine, told.machine)))
	case did == compute && named.shared == "" && !path:
		return local("nothing but the arguments is read")
	case named.local != "" && named.shared == "":
		return local(fmt.Sprintf("%q in its name stays on this machine", named.local))
	case path && named.shared == "" && told.shared == "":
		return local("a parameter is a path, and no word speaks of a service")
	case did <= read:
		p.because(band.AxisScope, "a read lands where what is read is kept, and no word says that it is here")
		return band.SharedRemote
	}
	named, told = placesOf(objectsOf(p.name)), placesOf(objectsOf(firstSentence(p.description)))
	if kept := first(named.shared, told.shared); kept != "" {
		p.because(band.AxisScope, "%q is kept where others use it", kept)
		return band.SharedRemote
	}
	p.because(band.AxisScope, "no word says where the effect lands; the worst value")
	return band.External
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// places are the first words of each kind, "" for none.
type places struct{ machine, local, shared, external string }

func placesOf(list []string) (out places) {
	for _, w := range list {
		p, is := words.places[w]
		if !is {
			p = words.places[strings.TrimSuffix(w, "s")]
		}
		if p.machine && out.machine == "" {
			out.machine = w
		}
		if p.local && out.local == "" {
			out.local = w
		}
		if p.shared && out.shared == "" {
			out.shared = w
		}
		if p.external && out.external == "" {
			out.external = w
		}
	}
	return out
}

// objectsOf are the words of a name or sentence without its first verb and those that are
// joined to others: the list of "list_and_purge" is nothing that is kept.
func objectsOf(text string) []string {
	var out []string
	verb, joined := false, false
	for _, w := range wordsOf(text) {
		_, is := words.forms[w]
		if is && (!verb || joined) {
			verb, joined = true, false
			continue
		}
		joined = words.has("joint", w)
		out = append(out, w)
	}
	return out
}

func wordsOf(text string) []string {
	list := slices.Collect(word.Split(text[:min(len(text), maxSentence)]))
	return list[:min(len(list), maxWords)]
}

// firstSentence is the start of a text up to where its first sentence ends.
func firstSentence(text string) string {
	text = strings.TrimSpace(text)
	text = text[:min(len(text), maxSentence)]
	end := len(text)
	for _, stop := range []string{". ", ".\n", "\n\n", "。"} {
		if i := strings.Index(text, stop); i >= 0 {
			end = min(end, i)
		}
	}
	return text[:end]
}
