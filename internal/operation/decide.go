package operation

import "github.com/mooring-mcp/mooring/band"

// Known is what is known of a tool beside what its call holds.
type Known struct {
	// Axes are those that somebody reviewed for this tool as it is; the zero value for none. They hold for every call,
	// which can only be worse.
	Axes       band.Axes
	Declared   band.Band // declared_min_band; [band.None] for none
	NeverAllow bool      // the declaration refuses the tool
	Run        band.Run
	Mode       band.Mode
}

// Why says what a [Decision] stands on.
type Why string

// The reasons, in the order in which they are named when several ask for one band.
const (
	ByDeclaration Why = "declaration" // never_allow of who declared the tool
	ByFloor       Why = "floor"       // never_allow of the operation
	ByInput       Why = "band"        // see the [band.Result]
	ByOperation   Why = "operation"   // what the arguments hold
	ByNothing     Why = "nothing"     // undeclared, and not proved
)

// Decision is the band of one call.
type Decision struct {
	// Band is [band.None] for a call that nothing speaks for: no operation in it was proved, and nobody reviewed or
	// declared the tool. By default such a call escalates (B10).
	Band  band.Band
	Floor band.Floor
	Why   Why
	// AtLeast is what the operation or a declaration asks for where Band is none; [band.None] if neither does.
	AtLeast band.Band
	Result  band.Result // of axes, declaration and run; the axes are those of the tool and the operation
}

// Decide joins the operation of a call with what is known of its tool. An operation that was found and not proved raises,
// and is no permission: an argument shows what is asked for, not that the tool does no more. The error is a
// [*band.ValueError].
func Decide(r Result, k Known) (Decision, error) {
	in := band.Input{Axes: k.Axes, Declared: k.Declared, Run: k.Run, Mode: k.Mode}
	if in.Axes.Declared() {
		in.Axes = in.Axes.Filled()
	}
	if in.Axes.Declared() || r.Proved {
		in.Axes = in.Axes.Worse(r.Axes)
	}
	result, err := band.Decide(in)
	if err != nil {
		return Decision{}, err
	}
	d := Decision{Result: result, Band: result.Band, Why: ByInput}
	switch {
	case (result.Band == band.None || result.AtLeast()) && r.Band != band.Escalate:
		d.Band, d.Why, d.AtLeast = band.None, ByNothing, band.Max(result.Band, r.Band)
	case r.Band.Rank() > result.Band.Rank() || r.Proved && !k.Axes.Declared() && r.Band == result.Band:
		d.Band, d.Why = r.Band, ByOperation
	}
	switch {
	case k.NeverAllow:
		d.Floor, d.Why = band.NeverAllow, ByDeclaration
	case r.Floor != "":
		d.Floor, d.Why = r.Floor, ByFloor
	}
	return d, nil
}
