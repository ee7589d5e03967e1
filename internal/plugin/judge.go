package plugin

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/confusable"
)

// judge holds the declarations against their axes, and against the rest of the
// package.
func (r *reader) judge() {
	for i, op := range r.out.Declared {
		r.out.Declared[i].Missing = r.missing(op)
		if p := band.Project(op.Axes); op.Declared != band.None && p.Band.Rank() > op.Declared.Rank() {
			r.add(ruleBelowAxes, op.at, fmt.Sprintf("band %s of %s", op.Declared, quoted(op.ID)), fmt.Sprintf("%s: %s", p.Band, op.Why))
		}
		if op.Skill != "" {
			r.declaredSkill(op)
		} else {
			r.declaredTool(op)
		}
	}
	for i := range r.out.Skills {
		r.weigh(&r.out.Skills[i])
	}
}

// missing reports an operation of a server or skill that the package does not have. Where
// it is not known what the package has, nothing is missing.
func (r *reader) missing(op Operation) bool {
	if op.Skill != "" {
		return r.knownSkills != nil && !r.knownSkills[op.Skill]
	}
	return r.knownServers != nil && !r.knownServers[op.Server]
}

func (r *reader) declaredSkill(op Operation) {
	if r.missing(op) {
		r.add(ruleUnknownSkill, op.at, quoted(op.ID), "the name of a skill of the plugin"+r.nearest("skill", op.Skill, maps.Keys(r.knownSkills)))
		r.letters(op, op.Skill)
	}
}

func (r *reader) declaredTool(op Operation) {
	if r.missing(op) {
		r.add(ruleUnknownServer, op.at, quoted(op.ID), "the name of a server of mcp.json"+r.nearest("server", op.Server, maps.Keys(r.knownServers)))
		r.letters(op, op.Server+op.Tool)
		return
	}
	if r.options.Tools != nil {
		if tools, known := r.options.Tools(op.Server); known && slices.Contains(tools, op.Tool) {
			return
		} else if known {
			r.add(ruleUnknownTool, op.at, quoted(op.ID), "a tool that the pinned server has"+r.nearest("tool of "+op.Server, op.Tool, slices.Values(tools)))
		}
	}
	r.letters(op, op.Tool)
}

// letters reports letters beyond ASCII in the part of an id of which it is not known that
// something has it: they look like others, and then the entry is of nothing.
func (r *reader) letters(op Operation, part string) {
	if letter := beyond(part); letter != "" {
		r.add(ruleIDLetters, op.at, quoted(op.ID)+letter, "letters of ASCII, if the name itself has no others")
	}
}

// beyond names the first letter of a name that is not of ASCII, as in ", with U+0430"; "" for
// none. It is for names that look the same in quotes.
func beyond(name string) string {
	at := strings.IndexFunc(name, func(c rune) bool { return c >= utf8.RuneSelf })
	if at < 0 {
		return ""
	}
	c, _ := utf8.DecodeRuneInString(name[at:])
	return fmt.Sprintf(", with U+%04X", c)
}

// nearest names what a name is taken for among those that are known, as in `, such as "api"`;
// "" for nothing. The known names of one kind are always the same.
func (r *reader) nearest(kind, name string, known iter.Seq[string]) string {
	if r.looks == nil {
		r.looks = map[string]map[string]string{}
	}
	looks := r.looks[kind]
	if looks == nil {
		looks = map[string]string{}
		for k := range known {
			skeleton := confusable.Skeleton(fold(k))
			if first, taken := looks[skeleton]; !taken || k < first {
				looks[skeleton] = k
			}
		}
		r.looks[kind] = looks
	}
	if like, found := looks[confusable.Skeleton(fold(name))]; found {
		return ", such as " + quoted(like) + ", which it looks like"
	}
	return ""
}

// Enough says whether a skill declares as much as the tools that it names.
type Enough string

// The answers.
const (
	EnoughYes     Enough = "yes"
	EnoughNo      Enough = "no"      // a tool's band is higher
	EnoughUnknown Enough = "unknown" // it names no tool, or one that is undeclared
)

// weigh compares a skill's declaration with those of the tools that it names, and then their
// bands in each environment. That a tool is never to be allowed in one environment leaves
// the rest of the skill to be used there.
func (r *reader) weigh(s *Skill) {
	s.Enough = EnoughUnknown
	own, declared := r.out.Operation("skill:" + s.Name)
	var tools []Operation
	environments := []string{""}
	for _, id := range s.Tools {
		if tool, known := r.out.Operation(id); known {
			tools = append(tools, tool)
			for _, e := range tool.Environments {
				environments = append(environments, e.Name)
			}
		}
	}
	if !declared {
		return
	}
	for _, environment := range environments {
		if tool, d, above := higher(tools, environment, own.in(environment)); above {
			s.Enough = EnoughNo
			where := ""
			if environment != "" {
				where = " in " + quoted(environment)
			}
			r.add(ruleSkillBelowTools, own.at, fmt.Sprintf("%s of %s%s", bandWord(own.in(environment)), quoted(own.ID), where), fmt.Sprintf("%s, as %s, which it names", bandWord(d), quoted(tool.ID)))
			return
		}
	}
	if len(tools) > 0 && len(tools) == len(s.Tools) && !s.open {
		s.Enough = EnoughYes
	}
}

// higher finds the tool that declares the most in an environment, if that is above a
// declaration.
func higher(tools []Operation, environment string, own Declaration) (highest Operation, d Declaration, above bool) {
	for _, tool := range tools {
		in := tool.in(environment)
		if environment != "" {
			in.NeverAllow, own.NeverAllow = false, false
		}
		if severity(in) > severity(own) && (!above || severity(in) > severity(d)) {
			highest, d, above = tool, in, true
		}
	}
	return highest, d, above
}

// Operation returns the declaration of an operation.
func (p Package) Operation(id string) (Operation, bool) {
	i, found := slices.BinarySearchFunc(p.Declared, id, func(o Operation, id string) int {
		switch {
		case o.ID < id:
			return -1
		case o.ID > id:
			return 1
		}
		return 0
	})
	if !found {
		return Operation{}, false
	}
	return p.Declared[i], true
}

// severity is the rank of a declaration.
func severity(d Declaration) int {
	s := d.said()
	return s.Rank()
}

func bandWord(d Declaration) string {
	s := d.said()
	return s.Word()
}
