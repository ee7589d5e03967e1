package operation

import (
	"context"
	"slices"
	"strconv"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/amountop"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/pathop"
)

// Classifiers are what a call is judged with. SQL and Shell may be nil: what would
// have gone there escalates. Labels may be nil.
type Classifiers struct {
	SQL   SQL
	Shell Shell
	// Labels returns the labels of a parameter, such as gg:command-string, by its name
	// and description.
	Labels func(name, description string) []string
}

// Call is a call of a tool, and where it happens.
type Call struct {
	Server  string // name in our configuration; a hint only
	Tool    string
	Schema  []byte // the tool's inputSchema; nil if it is not known
	Mapping Mapping
	Context Context
	Place   pathop.Place
	Dialect string // of SQL on this server; "" is by hints, then generic
	Spend   amountop.Lines
}

// Limits of one call.
const (
	maxTexts    = 10_000 // strings that are looked at
	maxEmbedded = 4      // JSON texts in JSON texts
)

// Classify judges a call by its arguments, a JSON object in source text. The error is
// a [*jsonv.Error] about arguments that are not strict JSON; such a call cannot be
// judged at all. The result depends on the arguments and the classifiers alone, and
// every classifier answers at the latest when ctx ends.
func (cs Classifiers) Classify(ctx context.Context, c Call, arguments []byte) (Result, error) {
	v, err := jsonv.Parse(arguments, jsonv.Limits{})
	if err != nil {
		return Result{}, err
	}
	j := judge{cs: cs, call: &c, tool: newHints(c), settled: map[string]bool{}, doubts: map[string]string{}, kinds: map[Kind]bool{}, hinted: map[string]Kind{}}
	if cs.SQL != nil {
		j.sql = func(text, dialect string) SQLVerdict { return cs.SQL.Classify(ctx, text, dialect) }
	}
	if schema, err := jsonv.Parse(c.Schema, jsonv.Limits{}); err == nil {
		j.schema = schema
	}
	j.walk(v, leaf{schema: j.schema})
	if j.texts > maxTexts {
		j.parts = append(j.parts, unread(CodeKind, "", codeTooMany, "more than 10000 strings in the arguments"))
	}
	j.money(v)
	j.beside(v)
	alone := j.byRule > 0 || len(j.hinted) > 0 && j.tool.onlyRuns()
	if j.byRule > 0 && !j.tool.onlyRuns() {
		for at, kind := range j.hinted {
			j.doubt(at, "it is "+articles[kind]+", and no rule says so")
		}
	}
	r := Join(j.parts, c.Context, alone && len(j.doubts) == 0)
	if alone {
		r.Doubts = j.sortedDoubts()
	}
	return r, nil
}

// judge walks the arguments of one call.
type judge struct {
	cs    Classifiers
	sql   func(text, dialect string) SQLVerdict // nil without a classifier
	call  *Call
	tool  hints
	parts []Part
	texts int
	// byRule counts the operations that a mapping named.
	byRule int
	// hinted are the other ones, which a classifier judged and the call runs, by pointer.
	hinted map[string]Kind
	schema *jsonv.Value // nil if it is not known
	// kinds are those of the operations.
	kinds map[Kind]bool
	// settled are the arguments, by pointer, that are operations, or that were judged with one.
	settled map[string]bool
	// doubts say by pointer why an argument may ask for more than the operations do.
	doubts map[string]string
}

// operation notes an operation of the call.
func (j *judge) operation(kind Kind, pointer string, byRule bool) {
	if byRule {
		j.byRule++
	} else {
		j.hinted[pointer] = kind
	}
	j.kinds[kind], j.settled[pointer] = true, true
}

// leaf is where a value stands.
type leaf struct {
	pointer      string
	name         string // of the member that it is or is in, "" at the top
	description  string
	schema       *jsonv.Value
	enumerated   bool // the tool lists the values that there may be
	siblings     *jsonv.Value
	object       string // pointer of them
	objectSchema *jsonv.Value
	embedded     int
	command      bool // an array of words that is one command
	variable     bool // in the variables of a command
}

func (j *judge) walk(v *jsonv.Value, l leaf) {
	if rule, ok := j.call.Mapping.find(j.call.Tool, l.pointer); ok && rule.As == Data {
		return
	}
	switch v.Kind() {
	case jsonv.Object:
		for name, member := range v.Members() {
			m := l.member(name, v)
			m.variable = m.variable || isEnvironment(name) && j.hasCommand(m, nil)
			j.walk(member, m)
		}
	case jsonv.Array:
		if text, ok := j.argv(v, l); ok {
			j.texts++
			l.command = true
			j.text(text, l)
			return
		}
		for i, item := range v.Items() {
			j.walk(item, l.item(i))
		}
	case jsonv.String:
		if j.texts++; j.texts <= maxTexts {
			j.text(v.Text(), l)
		}
	default: // nothing that a classifier reads; amounts are looked at by themselves
	}
}

// member is the leaf of a member; what the schema says is followed where it is plain.
func (l leaf) member(name string, in *jsonv.Value) leaf {
	schema := l.schema.Get("properties").Get(name)
	return leaf{
		pointer: jsonv.AppendPointer(l.pointer, name), name: name, siblings: in, schema: schema, embedded: l.embedded,
		object: l.pointer, objectSchema: l.schema, variable: l.variable,
		description: schema.Get("description").Text(),
		enumerated:  schema.Get("enum").Exists() || schema.Get("const").Exists(),
	}
}

func (l leaf) item(i int) leaf {
	l.pointer += "/" + strconv.Itoa(i)
	l.schema = l.schema.Get("items")
	l.enumerated = l.enumerated || l.schema.Get("enum").Exists()
	return l
}

// text judges one string.
func (j *judge) text(text string, l leaf) {
	if rule, ok := j.call.Mapping.find(j.call.Tool, l.pointer); ok {
		j.mapped(rule, text, l)
		return
	}
	role := j.tool.roleOf(l, j.labels(l), text)
	switch beside, read := j.ofCommand(l, text); {
	case beside && read:
		return
	case beside:
		role = ""
	}
	switch role {
	case SQLKind, ShellKind, CodeKind:
		j.operation(role, l.pointer, false)
		j.add(j.classify(role, text, j.tool.dialect(j.call.Dialect), l), l, ByHint)
		return
	case URLKind:
		if looksLikeFile(text) {
			j.doubt(l.pointer, "it names a file")
			j.add(Path(text, j.call.Place, j.tool.intent), l, ByHint)
			return
		}
		if p, ok := j.hintedURL(text, l); ok {
			j.doubt(l.pointer, "it is a place of its own")
			j.add(p, l, ByHint)
			return
		}
	case PathKind:
		if !looksLikeURL(text) {
			j.doubt(l.pointer, "it is a place of its own")
			j.add(Path(text, j.call.Place, j.tool.intent), l, ByHint)
			return
		}
	default:
	}
	j.byValue(text, l, role == Data)
}

// labels asks who labels parameters.
func (j *judge) labels(l leaf) []string {
	if j.cs.Labels == nil || l.name == "" {
		return nil
	}
	return j.cs.Labels(l.name, l.description)
}

// mapped judges by a rule of the operator.
func (j *judge) mapped(r Rule, text string, l leaf) {
	if r.As == Data || r.As == AmountKind {
		return
	}
	j.operation(r.As, l.pointer, true)
	var p Part
	switch r.As {
	case URLKind:
		p = URL(text, r.Intent)
	case PathKind:
		p = Path(text, j.call.Place, r.Intent)
	default:
		dialect := r.Dialect
		if dialect == "" {
			dialect = j.tool.dialect(j.call.Dialect)
		}
		p = j.classify(r.As, text, dialect, l)
	}
	j.add(p, l, ByMapping)
}

// classify judges a program.
func (j *judge) classify(kind Kind, text, dialect string, l leaf) Part {
	switch {
	case kind == SQLKind && j.sql != nil:
		return sqlPart(j.sql(text, dialect), text)
	case kind == ShellKind && j.tool.otherShell(l.siblings):
		return unread(kind, text, codeNotParsed, "no parser here for this shell")
	case kind == ShellKind && j.cs.Shell != nil:
		return j.command(text, l)
	}
	return unread(kind, text, codeUnread, "no classifier here reads this program")
}

// hintedURL judges what a name says is a URL; false for what is plainly none, such as
// the title of a link or the URI of a resource.
func (j *judge) hintedURL(text string, l leaf) (Part, bool) {
	if looksLikeURL(text) || looksLikeHost(text) || hostNames[lastWord(l.name)] && hostShape.MatchString(text) {
		return URL(text, j.tool.urlIntent(l.siblings)), true
	}
	return Part{}, false
}

// byValue looks at a text of which no name says what it is. What only stores texts is
// on record at most, since nothing says that it runs them.
func (j *judge) byValue(text string, l leaf, stored bool) {
	const kept = "a text that the call keeps, as far as its name says"
	for _, p := range j.read(text, l) {
		if stored {
			p = p.capped(kept)
		} else if p.Floor != "" && p.Reasons[0].Kind != URLKind {
			p = p.noted()
		}
		if p.Band() != band.Auto || p.Sensitive {
			j.doubt(l.pointer, "by its value it is "+articles[p.Reasons[0].Kind])
		}
		j.add(p, l, ByValue)
	}
	if l.embedded < maxEmbedded && looksLikeJSON(text) {
		if v, err := jsonv.Parse([]byte(text), jsonv.Limits{}); err == nil {
			l.embedded++
			l.schema = nil
			j.walk(v, l)
		}
	}
}

// read tries what a text may be.
func (j *judge) read(text string, l leaf) []Part {
	switch {
	case looksLikeFile(text):
		return []Part{Path(text, j.call.Place, j.tool.intent)}
	case looksLikeURL(text):
		return []Part{URL(text, j.tool.urlIntent(l.siblings))}
	case looksLikeSQL(text) && j.sql != nil:
		if v := j.sql(text, j.tool.dialect(j.call.Dialect)); v.Statement {
			return []Part{sqlPart(v, text)}
		}
	case looksLikeShell(text) && j.cs.Shell != nil:
		if v := j.cs.Shell.Classify(text, j.call.Place, ""); v.Known {
			return []Part{shellPart(v, text)}
		}
	case looksLikePath(text):
		return j.telling(text)
	}
	return nil
}

// telling judges what reads as a path, where that says something: routes and commands
// of a chat begin with a slash as well.
func (j *judge) telling(text string) []Part {
	found := pathop.Classify(text, j.call.Place)
	telling := []pathop.Class{pathop.Credential, pathop.Guard, pathop.Critical, pathop.Persistence, pathop.Network}
	for _, m := range found.Matches {
		if slices.Contains(telling, m.Class) && found.Class != pathop.Invalid {
			return []Part{pathPart(found, j.tool.intent)}
		}
	}
	return nil
}

// noted takes the floor off: who is not known to run a text is not refused for it.
func (p Part) noted() Part {
	p.Floor, p.Minimum = "", band.Escalate
	p.Reasons = slices.Clone(p.Reasons)
	for i := range p.Reasons {
		if p.Reasons[i].Floor != "" {
			p.Reasons[i].Floor, p.Reasons[i].Band = "", band.Escalate
			p.Reasons[i].Detail += "; nothing says that the call runs it"
		}
	}
	return p
}

func (j *judge) add(p Part, l leaf, route Route) { j.parts = append(j.parts, p.at(l.pointer, route)) }
