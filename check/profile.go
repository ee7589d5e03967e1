package check

import "fmt"

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

// AddProfile compares what the server showed under another identity with what it
// showed under the first, and adds a finding for every item that differs.
func (s *Subject) AddProfile(name string, first, other Observation) error {
	c, err := Compare(s.Server, first, other, Options{Lenses: []Lens{Drift{}}})
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
	for _, g := range c.Gaps {
		if !g.Warning {
			s.Gaps = append(s.Gaps, Gap{Code: g.Code, Detail: fmt.Sprintf("as %q: %s", name, g.Detail)})
		}
	}
	s.Conclude()
	return nil
}
