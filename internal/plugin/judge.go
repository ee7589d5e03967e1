package plugin

import (
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/band"
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
		r.add(ruleUnknownSkill, op.at, quoted(op.ID), "the name of a skill of the plugin")
	}
}

func (r *reader) declaredTool(op Operation) {
	if r.missing(op) {
		r.add(ruleUnknownServer, op.at, quoted(op.ID), "the name of a server of mcp.json")
		return
	}
	if r.options.Tools == nil {
		return
	}
	if tools, known := r.options.Tools(op.Server); known && !slices.Contains(tools, op.Tool) {
		r.add(ruleUnknownTool, op.at, quoted(op.ID), "a tool that the pinned server has")
	}
}

// Enough says whether a skill declares as much as the tools that it names.
type Enough string

// The answers.
const (
	EnoughYes     Enough = "yes"
	EnoughNo      Enough = "no"      // a tool's band is higher
	EnoughUnknown Enough = "unknown" // it names no tool, or one that is undeclared
)

// weigh compares a skill's declaration with those of the tools that it names.
func (r *reader) weigh(s *Skill) {
	s.Enough = EnoughUnknown
	own, declared := r.out.Operation("skill:" + s.Name)
	highest, all := Operation{}, len(s.Tools) > 0
	for _, id := range s.Tools {
		tool, known := r.out.Operation(id)
		all = all && known
		if severity(tool.Declaration) > severity(highest.Declaration) {
			highest = tool
		}
	}
	switch {
	case declared && severity(highest.Declaration) > severity(own.Declaration):
		s.Enough = EnoughNo
		r.add(ruleSkillBelowTools, own.at, fmt.Sprintf("%s of %s", bandWord(own.Declaration), quoted(own.ID)), fmt.Sprintf("%s, as %s, which it names", bandWord(highest.Declaration), quoted(highest.ID)))
	case declared && all:
		s.Enough = EnoughYes
	}
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
