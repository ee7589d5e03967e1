package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/lockfile"
)

func findProfile(name string) (profile, error) {
	i := slices.IndexFunc(profiles, func(p profile) bool { return p.name == name })
	if i < 0 {
		return profile{}, usagef("", "unknown profile %q, want one of %s", name, profileNames())
	}
	return profiles[i], nil
}

func findProfiles(names []string) ([]profile, error) {
	var out []profile
	for _, name := range names {
		p, err := findProfile(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out, nil
}

func profileNames() string {
	names := make([]string, len(profiles))
	for i, p := range profiles {
		names[i] = p.name
	}
	return strings.Join(names, ", ")
}

// like asks for a server in the way in which it was pinned, as far as the command
// line says nothing else.
func (t target) like(e lockfile.Entry) target {
	t.era = e.Surface.Context.Era
	if len(t.as) > 0 {
		return t
	}
	if as, err := findProfiles(e.Profiles); err == nil && len(as) > 0 {
		t.as = as
		return t
	}
	i := slices.IndexFunc(profiles, func(p profile) bool {
		return p.client == e.Surface.Context.Client && p.capabilities == e.Surface.Context.Capabilities
	})
	if i >= 0 {
		t.as = profiles[i : i+1]
	}
	return t
}

// label names an observation by its identity.
func (o observation) label() string { return "observed as " + o.profile.name }

// addProfiles compares what every further identity was shown with what the first
// was.
func addProfiles(s *check.Subject, o observation) error {
	for _, other := range o.others {
		if !other.observed() {
			s.Gaps = append(s.Gaps, check.Gap{Code: "not_observed", Detail: "as " + other.profile.name + ": " + other.reason()})
			s.Conclude()
			continue
		}
		err := s.AddProfile(other.profile.name, check.Observation{Label: o.label(), Surface: o.surface}, check.Observation{Label: other.label(), Surface: other.surface})
		if err != nil {
			return err
		}
	}
	return nil
}

// identities are the names of the profiles that an observation was made under;
// nil for one alone.
func (o observation) identities() []string {
	if len(o.others) == 0 {
		return nil
	}
	names := []string{o.profile.name}
	for _, other := range o.others {
		names = append(names, other.profile.name)
	}
	return names
}

// disagreement says in what the identities of an observation were shown
// different surfaces; "" when all saw the same.
func disagreement(o observation) (string, int, error) {
	s := newSubject(o.id)
	if err := addProfiles(&s, o); err != nil {
		return "", 0, err
	}
	if s.Verdict == check.Passed {
		return "", statusPassed, nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "not pinned: server %q does not show every client the same:", o.id)
	for _, f := range s.Findings {
		b.WriteString("\n  " + f.Message)
	}
	for _, g := range s.Gaps {
		b.WriteString("\n  " + g.Detail)
	}
	fmt.Fprintf(&b, "\n  pin what one client is shown with: --as %s, and check with the same", o.profile.name)
	return b.String(), statusOf(s.Verdict), nil
}
