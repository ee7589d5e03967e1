package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// maxReport is the length that a report may have when it is read.
const maxReport = 64 << 20

// ParseReport reads the record mooring.report.v1 as a program of this version wrote
// it, to render it again. JSON is strict, members are closed and words that decide
// something are checked; that the verdict follows from the findings is taken from the
// record.
func ParseReport(text []byte) (Report, error) {
	v, err := jsonv.Parse(text, jsonv.Limits{Bytes: maxReport})
	if err != nil {
		return Report{}, err
	}
	if schema, _ := v.Get("schema").Str(); schema != Schema {
		return Report{}, fmt.Errorf("schema is %q, want %q", schema, Schema)
	}
	var r Report
	var compact bytes.Buffer // values are on one line, as they were when the report was made
	if err := json.Compact(&compact, text); err != nil {
		return Report{}, err
	}
	dec := json.NewDecoder(&compact)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return Report{}, fmt.Errorf("no %s: %w", Schema, err)
	}
	return r, r.validate()
}

func (r *Report) validate() error {
	if !r.Verdict.known() {
		return fmt.Errorf("verdict is %q, want passed, inconclusive or refused", r.Verdict)
	}
	if !slices.Contains(Actions(), r.Policy.FailOn) {
		return fmt.Errorf("fail_on is %q, want an action", r.Policy.FailOn)
	}
	for i := range r.Subjects {
		s := &r.Subjects[i]
		if !s.Verdict.known() {
			return fmt.Errorf("verdict of server %q is %q, want passed, inconclusive or refused", s.Server, s.Verdict)
		}
		if err := s.validate(); err != nil {
			return fmt.Errorf("server %q: %w", s.Server, err)
		}
	}
	return nil
}

func (s *Subject) validate() error {
	known := func(a Action) bool { return slices.Contains(Actions(), a) }
	for _, f := range s.Findings {
		if !known(f.Action) || f.AtMost != "" && !known(f.AtMost) {
			return fmt.Errorf("a finding of rule %q has the action %q, want one of %q", f.Rule, f.Action, Actions())
		}
	}
	for _, r := range s.Rows {
		if !known(r.Action) {
			return fmt.Errorf("a row has the action %q, want one of %q", r.Action, Actions())
		}
		if r.Op == "" && len(r.Cells) == 0 {
			return fmt.Errorf("a row about %s %q names neither a change nor a lens", r.Kind, r.Name)
		}
		for _, c := range r.Cells {
			if !known(c.Action) || len(c.Rules) == 0 {
				return fmt.Errorf("a row about %s %q has a lens %q without an action or a rule", r.Kind, r.Name, c.Lens)
			}
		}
	}
	return nil
}

func (v Verdict) known() bool { return v == Passed || v == Inconclusive || v == Refused }
