package band_test

import (
	"fmt"

	"github.com/mooring-mcp/mooring/band"
)

// A reversible change of a shared system passes, on record. A run that has read a
// page of the web before it does not, by the text of the specification.
func ExampleDecide() {
	in := band.Input{
		Axes: band.Axes{Reversibility: band.Reversible, Scope: band.SharedRemote, Trust: band.Trusted},
		Run:  band.Run{StateOrExternal: true},
	}
	r, _ := band.Decide(in)
	fmt.Printf("%s, decided by %s: %s\n", r.Band, r.DecidedBy, r.Why())

	in.Run.UntrustedInput = true
	r, _ = band.Decide(in)
	fmt.Printf("%s, decided by %s: %s\n", r.Band, r.DecidedBy, r.Why())
	// Output:
	// soft-ack, decided by projection: shared-remote
	// escalate, decided by rule_of_two: Rule of Two (strict): untrusted_input and state_or_external
}

// An operation that nobody declared has no band; None is not Auto.
func ExampleDecide_undeclared() {
	r, _ := band.Decide(band.Input{})
	fmt.Printf("%q, %s\n", r.Band, r.DecidedBy)
	// Output: "", undeclared
}

// What a declaration leaves out counts as its worst value.
func ExampleProject() {
	p := band.Project(band.Axes{Reversibility: band.Reversible, Scope: band.SharedRemote})
	fmt.Println(p.Band, p.Assumed, p.Decided)
	// Output: soft-ack [trust] [scope trust]
}
