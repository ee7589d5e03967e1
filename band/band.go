// Package band is the bands lens: how much of a human's attention does an operation
// want? It implements the risk-band vocabulary of spec risk-bands: three bands, the
// three axes that they are a projection of, declared bands as a floor, and the Rule
// of Two about a run.
//
//	axes ──Project→ projection ─┐
//	declared_min_band ──────────┼─ Decide: the highest ─→ Result, with what decided
//	run, mode ──Rule of Two─────┘
//
// The package decides by words that it is given and looks at no call: what an
// operation does is the business of whoever fills in the axes. It is pure, and every
// function may be called from several goroutines at once.
//
// "Floor" has two meanings in the specification, which have two names here. A
// declared band (§2.2) is a declared_min_band: it can raise a band and never lower
// one. The critical floor (§6.5) is [NeverAllow]: enforcement, and no band, so that
// nobody can declare it away, and no order of bands says that an approval lifts it.
package band

import (
	"cmp"
	"slices"
)

// Band is what an operation warrants; [None] is the zero value. Bands are ordered,
// and that order is all that a client needs (§2.2).
type Band string

// The bands, from least to most.
const (
	// None is no band at all: nobody declared the operation. It is a third state
	// (§6.4) beside permission and warning, is in no order with the bands, and never
	// means [Auto]. What happens to such an operation is for the policy of the caller.
	None Band = ""
	// Auto is reversible ∧ local ∧ trusted: the operation itself warrants no approval.
	Auto Band = "auto"
	// SoftAck is reversible ∧ (shared-remote ∨ untrusted): it proceeds, observable and
	// attributable, and there is a way to undo it.
	SoftAck Band = "soft-ack"
	// Escalate is irreversible ∨ external, and all that the table of the specification
	// leaves out: a person decides before the effect occurs.
	Escalate Band = "escalate"
)

// Bands returns the three bands in ascending order, without [None].
func Bands() []Band { return []Band{Auto, SoftAck, Escalate} }

// Rank returns 0 for [Auto] to 2 for [Escalate], and -1 for [None] and any other word.
func (b Band) Rank() int {
	switch b {
	case Auto:
		return 0
	case SoftAck:
		return 1
	case Escalate:
		return 2
	default:
		return -1
	}
}

// CompareDeclared orders what is declared of two operations: never_allow is above every
// band, and no band ([None]) is below all. It returns -1, 0 or 1, as [cmp.Compare].
func CompareDeclared(a Band, aNever bool, b Band, bNever bool) int {
	switch {
	case aNever && !bNever:
		return 1
	case !aNever && bNever:
		return -1
	}
	return cmp.Compare(a.Rank(), b.Rank())
}

// Max returns the highest of bands. [None] counts for nothing, so that the highest
// of no bands is None; a word that is no band counts as [Escalate].
func Max(bands ...Band) Band {
	out := None
	for _, b := range bands {
		if b != None && b.Rank() < 0 {
			b = Escalate
		}
		if b.Rank() > out.Rank() {
			out = b
		}
	}
	return out
}

// Floor is the enforcement floor of an operation, apart from its band; the zero
// value is no floor.
type Floor string

// NeverAllow marks what is refused whatever its band, its declaration or an approval
// say (§6.5). Only who enforces sets it.
const NeverAllow Floor = "never_allow"

// Reversibility is axis R: can the actor that caused the effect undo it without
// anybody else? The zero value is not declared.
type Reversibility string

// The values of R, from least to most severe.
const (
	Reversible    Reversibility = "reversible"      // such as an edit under version control
	HardToReverse Reversibility = "hard-to-reverse" // with effort, or from a backup
	Irreversible  Reversibility = "irreversible"    // a sent message, a published artefact, a dropped table
)

// Rank returns 0 for [Reversible] to 2 for [Irreversible], and -1 for any other word.
func (r Reversibility) Rank() int {
	return slices.Index([]Reversibility{Reversible, HardToReverse, Irreversible}, r)
}

// Scope is axis S: where does the effect land? A read lands where what is read is
// kept, so it is at most [SharedRemote]. The zero value is not declared.
type Scope string

// The values of S, from least to most severe.
const (
	Local        Scope = "local"         // the workspace
	SharedRemote Scope = "shared-remote" // infrastructure that others use, too
	External     Scope = "external"      // production, third parties, people
)

// Rank returns 0 for [Local] to 2 for [External], and -1 for any other word.
func (s Scope) Rank() int { return slices.Index([]Scope{Local, SharedRemote, External}, s) }

// Trust is axis T: where do the parameters come from? The zero value is not declared.
type Trust string

// The values of T, from least to most severe.
const (
	Trusted   Trust = "trusted"   // direct instruction of the user
	Untrusted Trust = "untrusted" // content that the model has read: pages, results of tools, files
)

// Rank returns 0 for [Trusted], 1 for [Untrusted], and -1 for any other word.
func (t Trust) Rank() int { return slices.Index([]Trust{Trusted, Untrusted}, t) }
