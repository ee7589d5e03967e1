package band

import "strings"

// Input is all that a band is decided from. The zero value is an operation that
// nobody declared, in a run of which nothing is known to be true.
type Input struct {
	Axes Axes
	// Declared is the declared_min_band, [None] if none is declared.
	Declared Band
	Run      Run
	Mode     Mode // "" is [Strict]
}

// Source names the input that decided.
type Source string

// The sources, in the order in which they are named when several ask for one band.
const (
	ByProjection Source = "projection"
	ByDeclared   Source = "declared_min_band"
	ByRuleOfTwo  Source = "rule_of_two"
	Undeclared   Source = "undeclared" // nothing decided; there is no band
)

// Result is a decision and what it was made of.
type Result struct {
	Band Band // [None] only if DecidedBy is [Undeclared]
	// DecidedBy is the first source that asks for this band by itself.
	DecidedBy  Source
	Projection Projection // zero if no axis is declared
	Declared   Band       // as given
	RuleOfTwo  RuleOfTwo
}

// AtLeast reports that Band is a floor and no permission: it is not [Escalate], and no
// axes are known that ask for it. A declared band can only raise (§2.2), so that the
// operation is undeclared, and its band at least this one. Who decides about a call treats
// it as [Undeclared] then, and what comes of that as no lower than Band.
func (r Result) AtLeast() bool {
	return r.Projection.Band == None && r.Band != None && r.Band != Escalate
}

// Decide returns the highest of the projection of the axes, the declared band and
// the band of the Rule of Two. A declared band without axes is no projection: the
// axes that it leaves out are not assumed, and the result is a floor alone, as
// [Result.AtLeast] says; of axes of which some are declared each missing one is assumed.
//
// With neither axes nor a declared band there is no band, unless the Rule of Two
// escalates, which it does regardless. That it raises to [SoftAck] settles nothing
// there: it would look like permission for what nobody declared.
//
// The error is a [*ValueError] about the first input that is no word of its
// enumeration.
func Decide(in Input) (Result, error) {
	if err := in.check(); err != nil {
		return Result{}, err
	}
	r := Result{Projection: Project(in.Axes), Declared: in.Declared, RuleOfTwo: in.Run.Apply(in.Mode)}
	if r.Projection.Band == None && r.Declared == None && r.RuleOfTwo.Band != Escalate {
		r.DecidedBy = Undeclared
		return r, nil
	}
	r.Band = Max(r.Projection.Band, r.Declared, r.RuleOfTwo.Band)
	switch r.Band {
	case r.Projection.Band:
		r.DecidedBy = ByProjection
	case r.Declared:
		r.DecidedBy = ByDeclared
	default:
		r.DecidedBy = ByRuleOfTwo
	}
	return r, nil
}

func (in Input) check() error {
	if err := in.Axes.Check(); err != nil {
		return err
	}
	if in.Declared != None && in.Declared.Rank() < 0 {
		return &ValueError{string(ByDeclared), string(in.Declared), []string{"auto", "soft-ack", "escalate"}}
	}
	if in.Mode != "" && in.Mode != Strict && in.Mode != Meta {
		return &ValueError{"mode", string(in.Mode), []string{"strict", "meta"}}
	}
	return nil
}

// Why says in one sentence, without a full stop, what decided.
func (r Result) Why() string {
	switch r.DecidedBy {
	case ByProjection:
		return r.Projection.why()
	case ByDeclared:
		if r.AtLeast() {
			return "declared_min_band is " + string(r.Declared) + ", which is no permission, and no axes are known"
		}
		return "declared_min_band is " + string(r.Declared)
	case ByRuleOfTwo:
		return "Rule of Two (" + string(r.RuleOfTwo.Mode) + "): " + joined(r.RuleOfTwo.True)
	default:
		return "neither axes nor a band is declared"
	}
}

func (p Projection) why() string {
	var parts []string
	for _, axis := range p.Decided {
		value := map[Axis]string{
			AxisReversibility: string(p.Axes.Reversibility),
			AxisScope:         string(p.Axes.Scope),
			AxisTrust:         string(p.Axes.Trust),
		}[axis]
		for _, assumed := range p.Assumed {
			if assumed == axis {
				value = string(axis) + " not declared, taken as " + value
			}
		}
		parts = append(parts, value)
	}
	return strings.Join(parts, " and ")
}

func joined(words []Condition) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = string(w)
	}
	return strings.Join(parts, " and ")
}
