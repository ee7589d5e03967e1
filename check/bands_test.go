package check_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/check"
)

func TestCompareBands(t *testing.T) {
	declared := func(b band.Band) check.DeclaredBand { return check.DeclaredBand{Band: b} }
	never := check.DeclaredBand{Band: band.Escalate, NeverAllow: true}
	in := func(b, p band.Band) check.DeclaredBand {
		return check.DeclaredBand{Band: b, Environments: map[string]check.DeclaredBand{"p": {Band: p}}}
	}
	for _, tt := range []struct {
		name          string
		before, after check.DeclaredBand
		want          []string
	}{
		{"equal", declared(band.Auto), declared(band.Auto), nil},
		{"lowered", declared(band.Escalate), declared(band.SoftAck), []string{check.RuleBandLowered + " lowered fail /bands: pinned escalate, now soft-ack"}},
		{"raised", declared(band.Auto), declared(band.SoftAck), []string{check.RuleBandRaised + " raised warn /bands: pinned auto, now soft-ack"}},
		{"removed", declared(band.Auto), check.DeclaredBand{}, []string{check.RuleBandRemoved + " lowered fail /bands: pinned auto, now none"}},
		{"added", check.DeclaredBand{}, declared(band.Auto), []string{check.RuleBandAdded + " raised warn /bands: pinned none, now auto"}},
		{"no longer never", never, declared(band.Escalate), []string{check.RuleBandLowered + " lowered fail /bands: pinned never_allow (band escalate), now escalate"}},
		{"never", declared(band.Escalate), never, []string{check.RuleBandRaised + " raised warn /bands: pinned escalate, now never_allow (band escalate)"}},
		{"never, and a lower band", declared(band.Escalate), check.DeclaredBand{Band: band.Auto, NeverAllow: true}, []string{check.RuleBandRaised + " raised warn /bands: pinned escalate, now never_allow (band auto)"}},
		{"never as before, and a lower band", never, check.DeclaredBand{Band: band.Auto, NeverAllow: true}, []string{check.RuleBandLowered + " lowered fail /bands: pinned never_allow (band escalate), now never_allow (band auto)"}},
		{"only never, instead of a band", declared(band.Auto), check.DeclaredBand{NeverAllow: true}, []string{check.RuleBandRaised + " raised warn /bands: pinned auto, now never_allow"}},
		{"only never, no longer", check.DeclaredBand{NeverAllow: true}, check.DeclaredBand{}, []string{check.RuleBandRemoved + " lowered fail /bands: pinned never_allow, now none"}},
		{"in an environment", in(band.Auto, band.Escalate), declared(band.Auto), []string{check.RuleBandLowered + ` lowered fail /bands/environments/p: in environment "p": pinned escalate, now auto`}},
		{"everywhere and in an environment", in(band.SoftAck, band.Escalate), declared(band.Auto), []string{
			check.RuleBandLowered + " lowered fail /bands: pinned soft-ack, now auto",
			check.RuleBandLowered + ` lowered fail /bands/environments/p: in environment "p": pinned escalate, now auto`,
		}},
		{"raised everywhere, lowered in an environment", in(band.Auto, band.Escalate), declared(band.SoftAck), []string{
			check.RuleBandRaised + " raised warn /bands: pinned auto, now soft-ack",
			check.RuleBandLowered + ` lowered fail /bands/environments/p: in environment "p": pinned escalate, now soft-ack`,
		}},
		{"lowered everywhere, an environment as it was", declared(band.Escalate), in(band.Auto, band.Escalate), []string{check.RuleBandLowered + " lowered fail /bands: pinned escalate, now auto"}},
		{"removed with its environment", in(band.Auto, band.Escalate), check.DeclaredBand{}, []string{check.RuleBandRemoved + " lowered fail /bands: pinned auto, now none"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before, after := map[string]check.DeclaredBand{"t": tt.before, "same": never}, map[string]check.DeclaredBand{"t": tt.after, "same": never}
			var got []string
			for _, f := range check.CompareBands(before, after) {
				got = append(got, f.Rule+" "+f.Severity+" "+string(f.Action)+" "+f.Pointer+": "+f.Message)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("CompareBands(%+v, %+v) (-want +got):\n%s", tt.before, tt.after, diff)
			}
			var skills []string
			for _, f := range check.CompareSkills(before, after) {
				skills = append(skills, f.Rule+" "+f.Severity+" "+string(f.Action)+" "+f.Pointer+": "+f.Message)
			}
			if diff := cmp.Diff(tt.want, skills); diff != "" {
				t.Errorf("CompareSkills(%+v, %+v) (-want +got):\n%s", tt.before, tt.after, diff)
			}
		})
	}
}

// TestSkillsAreNoTools: a skill and a tool of which the same is declared have findings of
// their own, whatever the tool is called.
func TestSkillsAreNoTools(t *testing.T) {
	declared := map[string]check.DeclaredBand{"berths": {Band: band.Escalate}}
	tools := map[string]check.DeclaredBand{"berths": {Band: band.Escalate}, "skill:berths": {Band: band.Escalate}}
	s := check.Subject{Server: "a"}
	s.Add(check.CompareSkills(declared, nil)...)
	s.Add(check.CompareBands(tools, nil)...)
	prints := map[string]bool{}
	for _, f := range s.Findings {
		prints[f.Fingerprint] = true
		name, is := f.SkillName()
		if want := f.Kind == check.Server; is != want || is && name != "berths" {
			t.Errorf("SkillName() of %s %s = %q, %t", f.Kind, f.Name, name, is)
		}
	}
	if len(prints) != 3 || len(s.Findings) != 3 {
		t.Errorf("%d findings with %d fingerprints, want 3 of each", len(s.Findings), len(prints))
	}
}

// TestBandLevels weighs both severities by both presets.
func TestBandLevels(t *testing.T) {
	for _, tt := range []struct {
		preset        check.Preset
		before, after band.Band
		want          check.Verdict
	}{
		{check.Consumer, band.Escalate, band.Auto, check.Refused},
		{check.Author, band.Escalate, band.Auto, check.Refused},
		{check.Consumer, band.Auto, band.Escalate, check.Passed},
		{check.Author, band.Auto, band.Escalate, check.Passed},
	} {
		s := check.Subject{Server: "a"}
		s.Add(check.CompareBands(map[string]check.DeclaredBand{"t": {Band: tt.before}}, map[string]check.DeclaredBand{"t": {Band: tt.after}})...)
		s.Decide(tt.preset, "")
		if s.Verdict != tt.want || len(s.Findings) != 1 || s.Findings[0].Fingerprint == "" {
			t.Errorf("%s: %s to %s is %s, %+v, want %s", tt.preset, tt.before, tt.after, s.Verdict, s.Findings, tt.want)
		}
	}
}

// TestBandsAreNoPartOfAChange: that a change of a tool's text passes does not let its
// declaration go.
func TestBandsAreNoPartOfAChange(t *testing.T) {
	tools := func(text string) check.Observation {
		return seen(t, handshake, `{"tools":[{"name":"a","description":"`+text+`","inputSchema":{"type":"object"}}]}`, rest)
	}
	s, err := check.Compare("harbor", tools("Moors the ship to the pier"), tools("Moors the ship to the pier."), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Cause = &packageStep
	s.Conclude()
	if s.Verdict != check.Passed {
		t.Fatalf("the change of the text alone is %s, want passed", s.Verdict)
	}
	s.Add(check.CompareBands(map[string]check.DeclaredBand{"a": {Band: band.Escalate}}, nil)...)
	s.Conclude()
	if s.Verdict != check.Refused {
		t.Errorf("with a declaration that is gone it is %s, want refused", s.Verdict)
	}
}
