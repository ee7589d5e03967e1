package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Row is one change as every report shows it: the lenses are its columns, and the
// strictest of their actions is the row's. A finding that is about no change has a
// row of its own.
type Row struct {
	Op     Op     `json:"op,omitempty"` // "" for a finding about no change
	Kind   Kind   `json:"kind"`
	Name   string `json:"name,omitempty"`
	Repeat int    `json:"repeat,omitempty"` // that of the change, for a further item of one name
	Action Action `json:"action"`
	Cells  []Cell `json:"lenses"` // of the lenses that say something, in the order of [Lenses]
	// AcceptedBy are the rules of [AcceptRules] by which the row passes.
	AcceptedBy []string `json:"accepted_by,omitempty"`
	Suppressed int      `json:"suppressed,omitempty"` // findings that are set aside
	// Group is the same for the rows of a subject whose changes are equal; "" for a
	// change like no other.
	Group string `json:"group,omitempty"`
	// Configurations are those of the server's that have the row, where there are
	// several; see [MergeConfigurations].
	Configurations []string `json:"configurations,omitempty"`
}

// Cell is what one lens says about a row.
type Cell struct {
	Lens     string   `json:"lens"`
	Action   Action   `json:"action"`
	Severity string   `json:"severity,omitempty"` // the strongest of its findings
	Rules    []string `json:"rules"`              // each once, strictest first; without those that are set aside
}

// Detail is a row with what it stands for.
type Detail struct {
	Row

	Change   *Change   // nil for a row about no change
	Findings []Finding // strictest first, those that are set aside included
}

// Details returns the rows in their order, each with its change and findings.
func (s Subject) Details() []Detail {
	changed, byKey := s.changed(), map[rowKey][]Finding{}
	for _, f := range s.Findings {
		k := f.rowKey(changed)
		byKey[k] = append(byKey[k], f)
	}
	out := make([]Detail, len(s.Rows))
	for i, r := range s.Rows {
		out[i] = Detail{Row: r, Findings: byKey[r.key()]}
		if at, is := changed[itemKey{r.Kind, r.Name, r.Repeat}]; is {
			out[i].Change = &s.Changes[at]
		}
	}
	return out
}

// Groups puts rows together whose changes are equal, of which the lenses say the same
// and which hold in the same configurations, in the order of the first of each; no
// group is empty.
func (s Subject) Groups() [][]Detail {
	var out [][]Detail
	at := map[string]int{}
	for _, d := range s.Details() {
		key := fmt.Sprint(d.Group, d.Action, d.Cells, d.AcceptedBy, d.Suppressed, d.Configurations)
		if i, known := at[key]; d.Group != "" && known {
			out[i] = append(out[i], d)
			continue
		}
		at[key] = len(out)
		out = append(out, []Detail{d})
	}
	return out
}

// rowKey tells rows apart. rule is "" for a change.
type rowKey struct {
	item itemKey
	rule string
}

func (r Row) key() rowKey {
	k := rowKey{item: itemKey{r.Kind, r.Name, r.Repeat}}
	if r.Op == "" && len(r.Cells) > 0 && len(r.Cells[0].Rules) > 0 {
		k.rule = r.Cells[0].Rules[0]
	}
	return k
}

func (f Finding) rowKey(changed map[itemKey]int) rowKey {
	if _, is := changed[f.item()]; is {
		return rowKey{item: f.item()}
	}
	return rowKey{f.item(), f.Rule}
}

// changed gives the place of each changed item in Changes.
func (s Subject) changed() map[itemKey]int {
	out := map[itemKey]int{}
	for i, c := range s.Changes {
		out[c.item()] = i
	}
	return out
}

// rows makes the rows of sorted findings: those of changes in their order, then the
// others, both with the strictest first.
func (s Subject) rows() []Row {
	changed, byKey := s.changed(), map[rowKey][]Finding{}
	var loose []rowKey
	for _, f := range s.Findings {
		k := f.rowKey(changed)
		if k.rule != "" && byKey[k] == nil {
			loose = append(loose, k)
		}
		byKey[k] = append(byKey[k], f)
	}
	out := make([]Row, 0, len(s.Changes)+len(loose))
	groups := equalChanges(s.Changes)
	for i, c := range s.Changes {
		r := rowOf(byKey[rowKey{item: c.item()}])
		r.Op, r.Kind, r.Name, r.Repeat, r.Group = c.Op, c.Kind, c.Name, c.Repeat, groups[i]
		if r.Action == Pass {
			r.AcceptedBy = s.accepted[c.item()]
		}
		out = append(out, r)
	}
	for _, k := range loose {
		r := rowOf(byKey[k])
		r.Kind, r.Name, r.Repeat = k.item.kind, k.item.name, k.item.repeat
		if len(r.Cells) == 0 { // all set aside: the rule still names the row
			r.Cells = []Cell{{Lens: byKey[k][0].Lens, Action: Pass, Rules: []string{k.rule}}}
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b Row) int { return cmp.Compare(strictness[a.Action], strictness[b.Action]) })
	return out
}

// severityRank orders the severities of every lens, from mild to strong.
var severityRank = map[string]int{
	"NONE": 0, "DOCUMENTATION": 0, "low": 1, "LOW": 1, "NON_BREAKING": 1, "medium": 2, "MEDIUM": 2, "POTENTIALLY_BREAKING": 2,
	"high": 3, "HIGH": 3, "BREAKING": 4, "CRITICAL": 4,
}

// rowOf adds findings up, which are sorted by action.
func rowOf(findings []Finding) Row {
	findings = slices.Clone(findings)
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(strictness[a.Action], strictness[b.Action]), cmp.Compare(severityRank[b.Severity], severityRank[a.Severity]))
	})
	r := Row{Action: Pass, Cells: []Cell{}}
	for _, f := range findings {
		if f.Suppressed != nil {
			r.Suppressed++
			continue
		}
		r.Action = r.Action.Stricter(f.Action)
		i := slices.IndexFunc(r.Cells, func(c Cell) bool { return c.Lens == f.Lens })
		if i < 0 {
			r.Cells = append(r.Cells, Cell{Lens: f.Lens, Action: f.Action, Severity: f.Severity, Rules: []string{f.Rule}})
			continue
		}
		r.Cells[i].Action = r.Cells[i].Action.Stricter(f.Action)
		if severityRank[f.Severity] > severityRank[r.Cells[i].Severity] {
			r.Cells[i].Severity = f.Severity
		}
		if !slices.Contains(r.Cells[i].Rules, f.Rule) {
			r.Cells[i].Rules = append(r.Cells[i].Rules, f.Rule)
		}
	}
	slices.SortStableFunc(r.Cells, func(a, b Cell) int { return cmp.Compare(lensRank(a.Lens), lensRank(b.Lens)) })
	return r
}

// lensRank orders columns; a lens of somebody else's comes last.
func lensRank(id string) int {
	order := []string{"server", "drift", "taxonomy", "contract", "params", "bands"}
	if i := slices.Index(order, id); i >= 0 {
		return i
	}
	return len(order)
}

// equalChanges gives changes with equal edits of one kind a common key, "" to one
// that has no equal.
func equalChanges(changes []Change) []string {
	keys, counts := make([]string, len(changes)), map[string]int{}
	for i, c := range changes {
		b := fmt.Appendf(nil, "%s %s", c.Op, c.Kind)
		for _, e := range c.Edits {
			b = fmt.Appendf(b, "\n%s %q ", e.Op, e.Pointer)
			b = append(append(append(b, e.Before...), " \x00 "...), e.After...)
		}
		keys[i] = jsonv.Digest(b)
		counts[keys[i]]++
	}
	for i, key := range keys {
		if counts[key] < 2 || len(changes[i].Edits) == 0 {
			keys[i] = ""
		}
	}
	return keys
}

// Counts are rows by action, and findings that are set aside.
type Counts struct {
	Pass       int `json:"pass"`
	Warn       int `json:"warn"`
	Review     int `json:"review"`
	Fail       int `json:"fail"`
	Suppressed int `json:"suppressed"`
}

func (c Counts) plus(d Counts) Counts {
	return Counts{c.Pass + d.Pass, c.Warn + d.Warn, c.Review + d.Review, c.Fail + d.Fail, c.Suppressed + d.Suppressed}
}

// Counts counts the rows of a subject.
func (s Subject) Counts() Counts {
	var c Counts
	for _, r := range s.Rows {
		*map[Action]*int{Pass: &c.Pass, Warn: &c.Warn, Review: &c.Review, Fail: &c.Fail}[r.Action]++
		c.Suppressed += r.Suppressed
	}
	return c
}
