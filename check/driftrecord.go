package check

import "github.com/mooring-mcp/mooring/manifest"

// DriftRecord is what the drift specification answers for the tools of one
// server, spelled as it spells it (spec manifest-drift, "Granular per-tool
// drift").
type DriftRecord struct {
	Verdict         string         `json:"verdict"`
	Findings        []DriftFinding `json:"findings"`
	Inconclusive    []string       `json:"inconclusive"`
	AllInconclusive []string       `json:"all_inconclusive"`
	Notes           []DriftNote    `json:"notes"`
	Coverage        []string       `json:"coverage"`
	NonClaim        string         `json:"non_claim"` // drift is not malice
}

// DriftFinding is one difference of the tools.
type DriftFinding struct {
	Name     string `json:"name"`
	Field    string `json:"field,omitempty"`
	Code     string `json:"code"`
	Severity string `json:"severity"`
}

// DriftNote says why a change is not attributed to fields.
type DriftNote struct {
	Name string `json:"name"`
	Code string `json:"code"`
}

func driftRecord(d manifest.Drift) *DriftRecord {
	r := DriftRecord{
		Verdict: d.Verdict, Findings: []DriftFinding{}, Notes: []DriftNote{}, NonClaim: manifest.NotMalice,
		Inconclusive: orNone(d.Inconclusive), AllInconclusive: orNone(d.AllInconclusive), Coverage: orNone(d.Coverage),
	}
	for _, f := range d.Findings {
		r.Findings = append(r.Findings, DriftFinding{f.Name, f.Field, f.Code, string(f.Severity)})
	}
	for _, n := range d.Notes {
		r.Notes = append(r.Notes, DriftNote(n))
	}
	return &r
}
