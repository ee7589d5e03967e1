package manifest

import (
	"cmp"
	"slices"
)

// differ compares two lists of tools. The declared one has no name twice; the
// observed one may, when the outcome is only shown.
type differ struct {
	complete bool // a tool that is not there is removed
	profile  Profile

	findings []DriftFinding
	notes    []Note
	missing  bool // a declared tool is not there, and the list is not complete
}

func (d *differ) compare(observed, declared []Tool) {
	before := make(map[string]Tool, len(declared))
	for _, t := range declared {
		before[t.Name] = t
	}
	present := make(map[string]bool, len(observed))
	for _, t := range observed {
		present[t.Name] = true
		if was, known := before[t.Name]; known {
			d.both(was, t)
		} else {
			d.find(t.Name, "", t.Privileged, either(t.Privileged, CodeNewPrivilegedTool, CodeToolAdded))
		}
	}
	for _, t := range declared {
		if !present[t.Name] {
			d.absent(t)
		}
	}
	d.sort()
}

// both compares a tool that is on both sides.
func (d *differ) both(was, is Tool) {
	privileged := was.Privileged || is.Privileged
	changed := differing(was.Fields, is.Fields)
	switch {
	case was.Digest == is.Digest:
		if len(changed) > 0 {
			d.notes = append(d.notes, Note{is.Name, CodeAttributionInconsistent})
		}
		return
	case !was.Fields.complete() || !is.Fields.complete():
		d.notes = append(d.notes, Note{is.Name, CodeAttributionUnavailable})
	case len(changed) == 0:
		d.notes = append(d.notes, Note{is.Name, CodeAttributionInconsistent})
	default:
		for _, f := range changed {
			d.find(is.Name, fieldSpellings[f].name, privileged, fieldCodes[f])
		}
		return
	}
	d.find(is.Name, "", privileged, either(privileged, CodePrivilegedToolChanged, CodeToolChanged))
}

// absent takes a declared tool that was not observed.
func (d *differ) absent(t Tool) {
	if !d.complete {
		d.missing = true // it may stand on a page that nobody saw
		return
	}
	d.find(t.Name, "", t.Privileged, either(t.Privileged, CodePrivilegedToolRemoved, CodeToolRemoved))
}

func (d *differ) find(name, field string, privileged bool, code string) {
	d.findings = append(d.findings, DriftFinding{name, field, code, d.profile.Severity(code, privileged), privileged})
}

// sort orders the findings (reading A13) and drops repetitions.
func (d *differ) sort() {
	slices.SortFunc(d.findings, func(a, b DriftFinding) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(fieldRank(a.Field), fieldRank(b.Field)), cmp.Compare(a.Code, b.Code))
	})
	d.findings = slices.Compact(d.findings)
	slices.SortFunc(d.notes, func(a, b Note) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Code, b.Code))
	})
}

// either returns the code for a privileged tool or the one for another.
func either(privileged bool, yes, no string) string {
	if privileged {
		return yes
	}
	return no
}

// fieldCodes are the codes of a change that is attributed to a field.
var fieldCodes = [numFields]string{
	description:  CodeDescriptionChanged,
	inputSchema:  CodeInputSchemaChanged,
	outputSchema: CodeOutputSchemaChanged,
	annotations:  CodeAnnotationsChanged,
}

// fieldRank orders the fields by their number, the tool as a whole before them.
func fieldRank(name string) int {
	return slices.IndexFunc(fieldSpellings[:], func(s struct{ name, wire, snake string }) bool { return s.name == name })
}

// list returns the digests by field.
func (f FieldDigests) list() [numFields]string {
	return [numFields]string{
		description:  f.Description,
		inputSchema:  f.InputSchema,
		outputSchema: f.OutputSchema,
		annotations:  f.Annotations,
	}
}

// complete reports whether all four digests are there: fewer attribute nothing.
func (f FieldDigests) complete() bool {
	all := f.list()
	return !slices.Contains(all[:], "")
}

// differing returns the fields whose digests are on both sides and differ; an
// absent one says nothing.
func differing(a, b FieldDigests) []field {
	var fields []field
	left, right := a.list(), b.list()
	for f := range numFields {
		if left[f] != "" && right[f] != "" && left[f] != right[f] {
			fields = append(fields, f)
		}
	}
	return fields
}
