package plugin

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Operation is one that a plugin declares.
type Operation struct {
	ID     string // "mcp:SERVER/TOOL" or "skill:NAME"
	Server string // of a tool
	Tool   string
	Skill  string
	Declaration
	Environments []Environment // by name
	// Missing says that the package has no such server or skill.
	Missing bool

	at Place
}

// Environment is what an operation declares beyond itself for one environment.
type Environment struct {
	Name string
	Declaration
}

// Declaration is what is said of an operation, and the band that follows.
type Declaration struct {
	Axes       band.Axes
	Declared   band.Band // "" for none
	NeverAllow bool
	// Band is the higher of Declared and of the projection of the axes; "" where
	// NeverAllow is all that is declared.
	Band      band.Band
	DecidedBy band.Source
	// Why says in a few words what decided.
	Why string
}

// conclude computes the band.
func (d *Declaration) conclude() error {
	result, err := band.Decide(band.Input{Axes: d.Axes, Declared: d.Declared})
	d.Band, d.DecidedBy, d.Why = result.Band, result.DecidedBy, result.Why()
	return err
}

// with returns the more severe of both in every part.
func (d Declaration) with(e Declaration) Declaration {
	out := Declaration{Axes: d.Axes.Worse(e.Axes), Declared: band.Max(d.Declared, e.Declared), NeverAllow: d.NeverAllow || e.NeverAllow}
	_ = out.conclude() // of words that were checked
	return out
}

const permissionsPointer = "/extensions/" + Namespace + "/permissions"

// declarations reads the bands that plugin.json declares.
func (r *reader) declarations() {
	if !r.permissions.Exists() {
		return
	}
	r.out.DeclarationDigest = jsonv.Digest(jsonv.Canonical(r.permissions, jsonv.Source))
	top := &object{r: r, v: r.permissions, src: r.source}
	if r.permissions.Kind() != jsonv.Object {
		top.refuse(ruleShape, r.permissions, permissionsPointer, shown(r.permissions), "an object")
		r.out.Invalid++
		return
	}
	for name, v := range r.permissions.Members() {
		pointer := jsonv.AppendPointer(permissionsPointer, name)
		switch {
		case name == "default":
			top.note(ruleDefault, v, pointer, shown(v), "no default")
		case name != "operations":
			top.note(ruleUnknownMember, v, pointer, "unknown member "+quoted(name), "operations")
		case v.Kind() != jsonv.Array:
			top.refuse(ruleShape, v, pointer, shown(v), "a list of objects")
			r.out.Invalid++
		}
	}
	byID := map[string]int{}
	for i, v := range r.permissions.Get("operations").Items() {
		e := &entry{object{r: r, v: v, src: r.source}, fmt.Sprintf("%s/operations/%d", permissionsPointer, i)}
		op, valid := e.operation()
		if !valid {
			r.out.Invalid++
			continue
		}
		first, repeated := byID[op.ID]
		if !repeated {
			byID[op.ID] = len(r.out.Declared)
			r.out.Declared = append(r.out.Declared, op)
			continue
		}
		e.note(ruleRepeated, v.Get("id"), e.at("id"), quoted(op.ID), "each operation once")
		r.out.Declared[first] = r.out.Declared[first].merged(op)
	}
	slices.SortFunc(r.out.Declared, func(a, b Operation) int { return cmp.Compare(a.ID, b.ID) })
}

// merged joins two entries of one operation.
func (o Operation) merged(p Operation) Operation {
	o.Declaration = o.with(p.Declaration)
	for _, e := range p.Environments {
		i, known := o.environment(e.Name)
		if known {
			e.Declaration = o.Environments[i].with(e.Declaration)
			o.Environments[i] = e
			continue
		}
		o.Environments = slices.Insert(o.Environments, i, e)
	}
	for i, e := range o.Environments {
		o.Environments[i].Declaration = o.with(e.Declaration)
	}
	return o
}

func (o Operation) environment(name string) (int, bool) {
	return slices.BinarySearchFunc(o.Environments, name, func(e Environment, name string) int { return cmp.Compare(e.Name, name) })
}

// entry is one of operations, or one of its environments.
type entry struct {
	object

	pointer string
}

func (e *entry) at(member string) string { return jsonv.AppendPointer(e.pointer, member) }

// operation reads an entry, and reports whether it declares anything.
func (e *entry) operation() (Operation, bool) {
	var op Operation
	if e.v.Kind() != jsonv.Object {
		e.refuse(ruleShape, e.v, e.pointer, shown(e.v), "an object")
		return op, false
	}
	op.at = e.src.at(e.v.Span().Start, e.pointer)
	e.id(&op)
	op.Declaration = e.declaration("id", "description", "environments")
	if d := e.v.Get("description"); d.Exists() {
		if d.Kind() != jsonv.String {
			e.refuse(ruleValue, d, e.at("description"), shown(d), "a text")
		}
		e.r.hidden(e.src, d, e.at("description"))
	}
	if e.failed {
		return op, false
	}
	if op.Declared == band.None && !op.Axes.Declared() && !op.NeverAllow {
		e.refuse(ruleEmpty, e.v, e.pointer, "neither band nor axes", "a band, axes, or never_allow: true")
		return op, false
	}
	e.neverFalse()
	e.environments(&op)
	return op, !e.failed
}

// id takes an id apart. A tool may have a / in its name, and so may a server, whose
// longest name that fits counts.
func (e *entry) id(op *Operation) {
	at := e.v.Get("id")
	id, _ := at.Str()
	if _, c := concealed(id); c != 0 {
		e.refuse(ruleID, at, e.at("id"), fmt.Sprintf("%s, with U+%04X", quoted(id), c), "an id that is all to be seen")
		return
	}
	op.ID = id
	if rest, is := strings.CutPrefix(id, "mcp:"); is {
		op.Server, op.Tool, _ = strings.Cut(rest, "/")
		for name := range e.r.knownServers {
			if tool, fits := strings.CutPrefix(rest, name+"/"); fits && len(name) > len(op.Server) {
				op.Server, op.Tool = name, tool
			}
		}
	} else if name, is := strings.CutPrefix(id, "skill:"); is && !strings.Contains(name, "/") {
		op.Skill = name
	}
	if op.Skill == "" && (op.Server == "" || op.Tool == "") {
		e.refuse(ruleID, at, e.at("id"), shown(at), `"mcp:SERVER/TOOL" or "skill:NAME"`)
		return
	}
	for _, name := range []string{op.Server, op.Tool, op.Skill} {
		if why := noName(name); why != "" && !e.r.knownServers[name] {
			e.refuse(ruleID, at, e.at("id"), shown(at)+", "+why, "the id of one operation, letter by letter")
			return
		}
	}
}

// noName says why nothing has a name, "" for a name that something may have.
func noName(name string) string {
	switch {
	case strings.ContainsFunc(name, unicode.IsControl):
		return "with a control character"
	case strings.TrimSpace(name) != name:
		return "with space at an end"
	case strings.Contains(name, "*"):
		return "with *, and nothing is a pattern"
	}
	return ""
}

// declarationMembers are those of an entry and of an environment.
var declarationMembers = []string{"band", "reversibility", "scope", "trust", "never_allow"}

// wordsOf are the enumerations, by member.
var wordsOf = map[string][]string{
	"band":          {"auto", "soft-ack", "escalate"},
	"reversibility": {"reversible", "hard-to-reverse", "irreversible"},
	"scope":         {"local", "shared-remote", "external"},
	"trust":         {"trusted", "untrusted"},
}

// joined writes words as a list: "a, b or c".
func joined(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// declaration reads band, axes and never_allow; others are the further members that an
// entry may have.
func (e *entry) declaration(others ...string) Declaration {
	var d Declaration
	words := map[string]string{}
	for name, v := range e.v.Members() {
		switch name {
		case "band", "reversibility", "scope", "trust":
			word, is := v.Str()
			if !is || word == "" {
				e.refuse(ruleValue, v, e.at(name), shown(v), "one of "+strings.Join(wordsOf[name], ", "))
			}
			words[name] = word
		case "never_allow":
			if v.Kind() != jsonv.Bool {
				e.refuse(ruleValue, v, e.at(name), shown(v), "true")
			}
			d.NeverAllow = v.Bool()
		default:
			if !slices.Contains(others, name) {
				e.refuse(ruleBandsMember, v, e.at(name), "unknown member "+quoted(name), joined(slices.Concat(others, declarationMembers)))
			}
		}
	}
	d.Declared = band.Band(words["band"])
	d.Axes = band.Axes{Reversibility: band.Reversibility(words["reversibility"]), Scope: band.Scope(words["scope"]), Trust: band.Trust(words["trust"])}
	e.words(d)
	_ = d.conclude() // words has said it
	return d
}

// neverFalse tells of never_allow: false.
func (e *entry) neverFalse() {
	if v := e.v.Get("never_allow"); v.Exists() && v.Kind() == jsonv.Bool && !v.Bool() {
		e.note(ruleNeverAllow, v, e.at("never_allow"), "false", "true, or no never_allow")
	}
}

// words reports every word that is not of its enumeration.
func (e *entry) words(d Declaration) {
	for _, in := range []band.Input{
		{Declared: d.Declared}, {Axes: band.Axes{Reversibility: d.Axes.Reversibility}}, {Axes: band.Axes{Scope: d.Axes.Scope}}, {Axes: band.Axes{Trust: d.Axes.Trust}},
	} {
		_, err := band.Decide(in)
		if wrong := (*band.ValueError)(nil); errors.As(err, &wrong) {
			name := wrong.Name
			if name == string(band.ByDeclared) {
				name = "band"
			}
			e.refuse(ruleValue, e.v.Get(name), e.at(name), quoted(wrong.Value), "one of "+strings.Join(wrong.Want, ", "))
		}
	}
}

// environments reads what an entry raises where. What cannot be read invalidates the
// entry; what lowers counts for nothing.
func (e *entry) environments(op *Operation) {
	all := e.v.Get("environments")
	if all.Exists() && all.Kind() != jsonv.Object {
		e.refuse(ruleValue, all, e.at("environments"), shown(all), "an object of environments")
		return
	}
	for name, v := range all.Members() {
		inner := &entry{object{r: e.r, v: v, src: e.src}, jsonv.AppendPointer(e.at("environments"), name)}
		if v.Kind() != jsonv.Object {
			e.refuse(ruleValue, v, inner.pointer, shown(v), "an object")
			continue
		}
		d := inner.declaration()
		if inner.failed {
			e.failed = true
			continue
		}
		if !inner.named(name) {
			e.r.out.Invalid++
			continue
		}
		raised := op.with(d)
		if why := lowers(*op, d, v); why != "" {
			inner.note(ruleEnvironment, v, inner.pointer, why, "at least what the entry declares")
			if raised == op.Declaration { // nothing is left of it
				e.r.out.Invalid++
				continue
			}
		} else {
			inner.neverFalse()
		}
		op.Environments = append(op.Environments, Environment{name, raised})
	}
	slices.SortFunc(op.Environments, func(a, b Environment) int { return cmp.Compare(a.Name, b.Name) })
}

// named reports whether an environment can have a name, and tells of one that none has.
func (e *entry) named(name string) bool {
	_, hidden := concealed(name)
	why := noName(name)
	switch {
	case name == "":
		why = "no name"
	case hidden != 0:
		why = fmt.Sprintf("%s, with U+%04X", quoted(name), hidden)
	case why != "":
		why = quoted(name) + ", " + why
	default:
		return true
	}
	e.note(ruleEnvironmentName, e.v, e.pointer, why, "the name of one environment, as in production")
	return false
}

// lowers says in what an environment is below its entry, "" for nothing.
func lowers(op Operation, d Declaration, v *jsonv.Value) string {
	below := func(rank, least int) bool { return rank >= 0 && rank < least }
	switch {
	case below(d.Declared.Rank(), op.Band.Rank()):
		return fmt.Sprintf("band %s below %s", d.Declared, op.Band)
	case below(d.Axes.Reversibility.Rank(), op.Axes.Reversibility.Rank()):
		return fmt.Sprintf("%s below %s", d.Axes.Reversibility, op.Axes.Reversibility)
	case below(d.Axes.Scope.Rank(), op.Axes.Scope.Rank()):
		return fmt.Sprintf("%s below %s", d.Axes.Scope, op.Axes.Scope)
	case below(d.Axes.Trust.Rank(), op.Axes.Trust.Rank()):
		return fmt.Sprintf("%s below %s", d.Axes.Trust, op.Axes.Trust)
	case op.NeverAllow && v.Get("never_allow").Exists() && !d.NeverAllow:
		return "never_allow: false below true"
	}
	return ""
}
