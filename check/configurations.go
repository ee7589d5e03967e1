package check

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// ForConfiguration names the subject after one configuration of its server:
// "harbor" in the configuration "read-only" becomes "harbor[read-only]". The
// fingerprints stay those of the server, so that what somebody says of a finding
// holds in each of its configurations.
func (s *Subject) ForConfiguration(name string) {
	s.Server, s.Configuration = s.Server+"["+name+"]", name
}

// MergeConfigurations makes rows that several configurations of a server share be
// told once: they stay in the first subject, by server id, where [Row.Configurations]
// names all that have them, and go with their changes and findings from the later
// ones, which count them in RepeatedRows. Rows are shared when everything that they
// stand for is equal. Verdicts and the records of the lenses stay as they are. The
// subjects come back sorted by server id; those without a configuration are not
// touched.
func MergeConfigurations(subjects []Subject) []Subject {
	out := slices.Clone(subjects)
	slices.SortStableFunc(out, func(a, b Subject) int { return cmp.Compare(a.Server, b.Server) })
	m := merger{out, map[sharedKey][]shown{}}
	for i := range out {
		if out[i].Configuration != "" {
			m.merge(i)
		}
	}
	return out
}

type merger struct {
	subjects []Subject
	shown    map[sharedKey][]shown
}

// sharedKey finds the rows with which a row may be shared.
type sharedKey struct {
	server string
	row    rowKey
}

// shown is a row that stays, and its place.
type shown struct {
	Detail

	subject, at int
}

// merge takes the rows from a subject that an earlier one shows.
func (m merger) merge(i int) {
	s := &m.subjects[i]
	server := strings.TrimSuffix(s.Server, "["+s.Configuration+"]")
	gone, rows := map[rowKey]bool{}, []Row{}
	for _, d := range s.Details() {
		key := sharedKey{server, d.key()}
		if n := slices.IndexFunc(m.shown[key], func(o shown) bool { return o.subject < i && equalDetails(o.Detail, d) }); n >= 0 {
			m.note(m.shown[key][n], s.Configuration)
			gone[d.key()] = true
			continue
		}
		m.shown[key] = append(m.shown[key], shown{d, i, len(rows)})
		rows = append(rows, d.Row)
	}
	changed := s.changed()
	s.Findings = without(s.Findings, func(f Finding) bool { return gone[f.rowKey(changed)] })
	s.Changes = without(s.Changes, func(c Change) bool { return gone[rowKey{item: c.item()}] })
	s.Rows, s.RepeatedRows = rows, len(s.Rows)-len(rows)
}

// note says at a row that a further configuration has it.
func (m merger) note(o shown, configuration string) {
	r := &m.subjects[o.subject].Rows[o.at]
	if len(r.Configurations) == 0 {
		r.Configurations = []string{m.subjects[o.subject].Configuration}
	}
	r.Configurations = append(r.Configurations, configuration)
}

// equalDetails reports that two rows say the same. How many others of a subject
// changed alike is no part of it.
func equalDetails(a, b Detail) bool {
	a.Group, b.Group, a.Configurations, b.Configurations = "", "", nil, nil
	return reflect.DeepEqual(a, b)
}

func without[T any](list []T, drop func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), drop)
}
