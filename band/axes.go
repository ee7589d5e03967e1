package band

import (
	"fmt"
	"strings"
)

// Axes are what is known of an operation: R×S×T (§2.1). A field that is "" was not
// declared.
type Axes struct {
	Reversibility Reversibility `json:"reversibility,omitempty"`
	Scope         Scope         `json:"scope,omitempty"`
	Trust         Trust         `json:"trust,omitempty"`
}

// Axis names one of the three.
type Axis string

// The axes, in the order in which they are listed everywhere.
const (
	AxisReversibility Axis = "reversibility"
	AxisScope         Axis = "scope"
	AxisTrust         Axis = "trust"
)

// ValueError is a word outside of a closed enumeration. It invalidates the
// declaration that holds it, and nothing beside (§3).
type ValueError struct {
	Name  string // of the member: reversibility, scope, trust, declared_min_band or mode
	Value string
	Want  []string // the words that are allowed
}

// Error says which member holds what, and what it may hold.
func (e *ValueError) Error() string {
	return fmt.Sprintf("%s: found %q, want one of %s", e.Name, e.Value, strings.Join(e.Want, ", "))
}

// Declared reports whether any axis is declared.
func (a Axes) Declared() bool { return a != Axes{} }

// Check returns a [*ValueError] for the first axis whose value is not one of its
// enumeration; one that is not declared is fine.
func (a Axes) Check() error {
	switch {
	case a.Reversibility != "" && a.Reversibility.Rank() < 0:
		return &ValueError{string(AxisReversibility), string(a.Reversibility), []string{"reversible", "hard-to-reverse", "irreversible"}}
	case a.Scope != "" && a.Scope.Rank() < 0:
		return &ValueError{string(AxisScope), string(a.Scope), []string{"local", "shared-remote", "external"}}
	case a.Trust != "" && a.Trust.Rank() < 0:
		return &ValueError{string(AxisTrust), string(a.Trust), []string{"trusted", "untrusted"}}
	}
	return nil
}

// Filled returns the axes with the worst value wherever none, or none of the
// enumeration, is declared.
func (a Axes) Filled() Axes {
	if a.Reversibility.Rank() < 0 {
		a.Reversibility = Irreversible
	}
	if a.Scope.Rank() < 0 {
		a.Scope = External
	}
	if a.Trust.Rank() < 0 {
		a.Trust = Untrusted
	}
	return a
}

// Worse returns the axes of two operations done together: the more severe value of
// each axis. A value that one side does not declare is the other's, and a word that is
// none of the enumeration is the worst, as in [Project].
func (a Axes) Worse(b Axes) Axes {
	return Axes{worse(a.Reversibility, b.Reversibility), worse(a.Scope, b.Scope), worse(a.Trust, b.Trust)}
}

// worse is the more severe of two values of one axis.
func worse[V interface {
	~string
	Rank() int
}](a, b V) V {
	switch {
	case b == "" || a != "" && a.Rank() < 0:
		return a
	case a == "" || b.Rank() < 0 || b.Rank() > a.Rank():
		return b
	}
	return a
}

// Projection is the band that axes stand for.
type Projection struct {
	Band Band // [None] if no axis is declared
	// Axes are those that were projected: the declared ones, and the worst value for
	// each that is not.
	Axes Axes
	// Assumed are the axes that got the worst value, in the order R, S, T.
	Assumed []Axis
	// Decided are the axes whose value alone asks for this band, in the order R, S, T;
	// never empty beside a band.
	Decided []Axis
}

// Project returns the band of axes by §2.2, for all 18 combinations. Four of them are
// in no row of the specification: hard-to-reverse that is not external. They are
// [Escalate], since soft-ack promises a way to undo. Two rows hold reversible ∧
// external ∧ untrusted: the higher one wins. Both follow from giving each value a
// band of its own and taking the highest.
//
// An axis that is not declared, or has no value of its enumeration, counts as its
// worst value; if none is declared there is no band.
func Project(a Axes) Projection {
	if !a.Declared() {
		return Projection{}
	}
	p := Projection{Axes: a.Filled()}
	own := []struct {
		axis    Axis
		assumed bool
		band    Band
	}{
		{AxisReversibility, a.Reversibility != p.Axes.Reversibility, p.Axes.Reversibility.band()},
		{AxisScope, a.Scope != p.Axes.Scope, p.Axes.Scope.band()},
		{AxisTrust, a.Trust != p.Axes.Trust, p.Axes.Trust.band()},
	}
	for _, o := range own {
		p.Band = Max(p.Band, o.band)
		if o.assumed {
			p.Assumed = append(p.Assumed, o.axis)
		}
	}
	for _, o := range own {
		if o.band == p.Band {
			p.Decided = append(p.Decided, o.axis)
		}
	}
	return p
}

// band is the lowest band that an operation with this value can have.
func (r Reversibility) band() Band {
	if r == Reversible {
		return Auto
	}
	return Escalate
}

func (s Scope) band() Band {
	switch s {
	case Local:
		return Auto
	case SharedRemote:
		return SoftAck
	default:
		return Escalate
	}
}

func (t Trust) band() Band {
	if t == Trusted {
		return Auto
	}
	return SoftAck
}
