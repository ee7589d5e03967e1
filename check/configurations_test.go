package check_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/surface"
)

// inConfiguration compares two lists of tools of the server harbor.
func inConfiguration(t *testing.T, name string, before, after []string) check.Subject {
	t.Helper()
	side := func(label string, tools []string) check.Observation {
		raw := make([][]byte, len(tools))
		for i, tool := range tools {
			raw[i] = []byte(tool)
		}
		return check.Observation{Label: label, Surface: surface.FromTools("harbor", raw), Vouched: true}
	}
	s, err := check.Compare("harbor", side("before", before), side("after", after), check.Options{Preset: check.Author})
	if err != nil {
		t.Fatal(err)
	}
	if name != "" {
		s.ForConfiguration(name)
	}
	return s
}

const (
	dock     = `{"name":"dock","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`
	dockNeed = `{"name":"dock","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}`
	dockMore = `{"name":"dock","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},"title":"Dock"}`
	tide     = `{"name":"tide","inputSchema":{"type":"object"}}`
	tideText = `{"name":"tide","description":"Tide tables.","inputSchema":{"type":"object"}}`
)

// TestMergeConfigurations tells each case as one line a row: subject, verdict, item,
// where it holds, and what is repeated.
func TestMergeConfigurations(t *testing.T) {
	tests := []struct {
		name     string
		subjects []check.Subject
		want     []string
	}{
		{
			"the same in both, told once, refused twice",
			[]check.Subject{
				inConfiguration(t, "b", []string{dock}, []string{dockNeed}),
				inConfiguration(t, "a", []string{dock}, []string{dockNeed}),
			},
			[]string{"harbor[a] refused repeats 0", "  dock changed [a b]", "harbor[b] refused repeats 1"},
		},
		{
			"another change of the same tool stays",
			[]check.Subject{
				inConfiguration(t, "a", []string{dock}, []string{dockNeed}),
				inConfiguration(t, "b", []string{dock}, []string{dockMore}),
				inConfiguration(t, "c", []string{dock}, []string{dockMore}),
			},
			[]string{"harbor[a] refused repeats 0", "  dock changed []", "harbor[b] refused repeats 0", "  dock changed [b c]", "harbor[c] refused repeats 1"},
		},
		{
			"part of it, beside a change of its own",
			[]check.Subject{
				inConfiguration(t, "a", []string{dock}, []string{dockNeed}),
				inConfiguration(t, "b", []string{dock, tide}, []string{dockNeed, tideText}),
				inConfiguration(t, "c", []string{tide}, []string{tideText}),
			},
			[]string{"harbor[a] refused repeats 0", "  dock changed [a b]", "harbor[b] refused repeats 1", "  tide changed [b c]", "harbor[c] passed repeats 1"},
		},
		{
			"other servers are none of theirs",
			[]check.Subject{inConfiguration(t, "", []string{dock}, []string{dockNeed}), inConfiguration(t, "b", []string{dock}, []string{dockNeed})},
			[]string{"harbor refused repeats 0", "  dock changed []", "harbor[b] refused repeats 0", "  dock changed []"},
		},
		{
			"nothing changed",
			[]check.Subject{inConfiguration(t, "a", []string{dock}, []string{dock}), inConfiguration(t, "b", []string{dock}, []string{dock})},
			[]string{"harbor[a] passed repeats 0", "harbor[b] passed repeats 0"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := rowCount(tt.subjects)
			merged := check.MergeConfigurations(tt.subjects)
			var got []string
			repeated := 0
			for _, s := range merged {
				got = append(got, fmt.Sprintf("%s %s repeats %d", s.Server, s.Verdict, s.RepeatedRows))
				repeated += s.RepeatedRows
				for _, d := range s.Details() {
					if d.Change == nil && d.Kind == check.Kind(surface.Tool) || len(d.Findings) == 0 {
						t.Errorf("%s: row %v lost its change or its findings", s.Server, d.Row)
					}
					if d.Op != "" {
						got = append(got, fmt.Sprintf("  %s %s %v", d.Name, d.Op, d.Configurations))
					}
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("MergeConfigurations (-want +got):\n%s", diff)
			}
			if after := rowCount(merged); after+repeated != before {
				t.Errorf("%d rows and %d repeated, want %d together", after, repeated, before)
			}
			if rowCount(tt.subjects) != before {
				t.Error("MergeConfigurations changed what it was given")
			}
		})
	}
}

func rowCount(subjects []check.Subject) int {
	n := 0
	for _, s := range subjects {
		n += len(s.Rows)
	}
	return n
}

// TestConfigurationsShareFingerprints shows that what is said of one finding holds in
// every configuration, and in no other server.
func TestConfigurationsShareFingerprints(t *testing.T) {
	prints := func(s check.Subject) []string {
		var out []string
		for _, f := range s.Findings {
			out = append(out, f.Fingerprint)
		}
		slices.Sort(out)
		return out
	}
	plain := inConfiguration(t, "", []string{dock}, []string{dockNeed})
	for _, name := range []string{"a", "b"} {
		if diff := cmp.Diff(prints(plain), prints(inConfiguration(t, name, []string{dock}, []string{dockNeed}))); diff != "" {
			t.Errorf("fingerprints in configuration %s (-server +configuration):\n%s", name, diff)
		}
	}
}

// TestMergedReportIsRead shows that the record survives its own reader.
func TestMergedReportIsRead(t *testing.T) {
	subjects := check.MergeConfigurations([]check.Subject{
		inConfiguration(t, "a", []string{dock}, []string{dockNeed}), inConfiguration(t, "b", []string{dock}, []string{dockNeed}),
	})
	r := check.NewReport("diff", nil, subjects, check.Weighing{Preset: string(check.Author)})
	if r.Verdict != check.Refused || r.Counts.Fail != subjects[0].Counts().Fail {
		t.Errorf("verdict %s with counts %+v, want refused with those of the first subject", r.Verdict, r.Counts)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	hidden := strings.Replace(string(text), `"verdict":"refused"`, `"verdict":"refused","Verdict":"passed"`, 1)
	if _, err := check.ParseReport([]byte(hidden)); err == nil || hidden == string(text) {
		t.Errorf("a report with a second verdict in another case is read")
	}
	back, err := check.ParseReport(text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(back)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(text), string(again)); diff != "" || !strings.Contains(string(text), `"configurations":["a","b"]`) {
		t.Errorf("report read back (-written +read):\n%s", diff)
	}
}
