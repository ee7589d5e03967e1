package check

import (
	"cmp"
	"slices"
)

// Line is what a report over several servers says in one line: a group of equal rows,
// or a row like no other, and where it is from.
type Line struct {
	Subject *Subject
	Rows    []Detail // at least one; of one action
}

// Action is that of every row.
func (l Line) Action() Action { return l.Rows[0].Action }

// Suppressed counts the findings of all rows that are set aside.
func (l Line) Suppressed() int {
	n := 0
	for _, r := range l.Rows {
		n += r.Suppressed
	}
	return n
}

// Lines returns the groups of all subjects, the strictest first, and among those in
// the order of subjects.
func (r Report) Lines() []Line {
	var out []Line
	for i := range r.Subjects {
		for _, g := range r.Subjects[i].Groups() {
			out = append(out, Line{&r.Subjects[i], g})
		}
	}
	slices.SortStableFunc(out, func(a, b Line) int { return cmp.Compare(strictness[a.Action()], strictness[b.Action()]) })
	return out
}
