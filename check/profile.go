package check

import (
	"fmt"

	"github.com/mooring-mcp/mooring/taxonomy"
)

// ProfileResult is what a server showed under another client identity, against
// what it showed under the first.
type ProfileResult struct {
	Name          string   `json:"name"`
	SurfaceDigest string   `json:"surface_digest,omitempty"` // "" when not all was seen
	Changes       []Change `json:"changes"`
}

// RuleDiffersByClient is the rule of findings about a surface that hangs on who
// asks.
const RuleDiffersByClient = "mooring_differs_by_client"

// signalAs is a CRITICAL signal in what only another identity is shown. Nobody has
// pinned that, so it counts each time, also where it is allowed that clients differ.
func signalAs(profile string, f Finding) Finding {
	f.Message = fmt.Sprintf("%s in %s %q, when the client is %q", f.Message, f.Kind, f.Name, profile)
	f.Pointer = "/profiles/" + profile + "/" + string(f.Kind) + "/" + f.Name + f.Pointer
	f.Kind, f.Name, f.Repeat = Server, "", 0
	f.Action, f.DecidedBy, f.ExplainedBy, f.Fingerprint = "", "", "", ""
	return f
}

// AddProfile compares what the server showed under another identity with what it
// showed under the first, and adds a finding for every item that differs.
func (s *Subject) AddProfile(name string, first, other Observation) error {
	c, err := Compare(s.Server, first, other, Options{Lenses: []Lens{Drift{}, Taxonomy{}}})
	if err != nil {
		return err
	}
	s.Profiles = append(s.Profiles, ProfileResult{Name: name, SurfaceDigest: c.After.SurfaceDigest, Changes: c.Changes})
	for _, change := range c.Changes {
		s.Add(Finding{
			Lens: "server", Rule: RuleDiffersByClient, Action: Fail, Severity: "high", Kind: Server, Pointer: "/profiles/" + name + "/" + string(change.Kind) + "/" + change.Name,
			Message:      fmt.Sprintf("%s %q is %s when the client is %q", change.Kind, change.Name, change.Op, name),
			BeforeDigest: change.BeforeDigest, AfterDigest: change.AfterDigest,
		})
	}
	for _, f := range c.Findings {
		if f.Severity == string(taxonomy.Critical) {
			s.Add(signalAs(name, f))
		}
	}
	for _, g := range c.Gaps {
		if !g.Warning {
			s.Gaps = append(s.Gaps, Gap{Code: g.Code, Detail: fmt.Sprintf("as %q: %s", name, g.Detail)})
		}
	}
	s.Conclude()
	return nil
}
