package schemaset

import "math/big"

// interval is a range of numbers; nil bounds are infinite.
type interval struct {
	low, high             *big.Rat
	lowStrict, highStrict bool
}

// raise takes the stronger lower bound, lower the stronger upper one.
func (i *interval) raise(r *big.Rat, strict bool) {
	if c := compare(r, i.low); i.low == nil || c > 0 || c == 0 && strict {
		i.low, i.lowStrict = r, strict
	}
}

func (i *interval) lower(r *big.Rat, strict bool) {
	if c := compare(r, i.high); i.high == nil || c < 0 || c == 0 && strict {
		i.high, i.highStrict = r, strict
	}
}

func compare(a, b *big.Rat) int {
	if a == nil || b == nil {
		return 0
	}
	return a.Cmp(b)
}

func (i *interval) empty() bool {
	if i.low == nil || i.high == nil {
		return false
	}
	c := i.low.Cmp(i.high)
	return c > 0 || c == 0 && (i.lowStrict || i.highStrict)
}

func (i *interval) has(r *big.Rat) bool {
	if i.low != nil && (r.Cmp(i.low) < 0 || i.lowStrict && r.Cmp(i.low) == 0) {
		return false
	}
	return i.high == nil || r.Cmp(i.high) < 0 || !i.highStrict && r.Cmp(i.high) == 0
}

// mostExact is 2^53-1, the greatest integer of the interoperable range (RFC 8259 §6).
var mostExact = big.NewRat(1<<53-1, 1)

// numbers looks for a number of the left that is none of the right: in an interval,
// a multiple of some numbers and of none of others, and not one of a list.
func (p *prover) numbers(left, right side) outcome {
	var i interval
	step := new(big.Rat) // 0 for any number
	var not []*big.Rat
	for _, a := range left {
		switch a.kind {
		case aMinimum:
			i.raise(a.bound, a.strict)
		case aMaximum:
			i.lower(a.bound, a.strict)
		case aMultipleOf:
			step = common(step, a.bound)
		default: // says nothing here
		}
	}
	if p.options.Declared && step.Sign() != 0 && step.IsInt() {
		i.raise(new(big.Rat).Neg(mostExact), false)
		i.lower(mostExact, false)
	}
	points := map[string]bool{}
	for _, a := range right {
		switch a.kind {
		case aMinimum: // is not at least: is below
			i.lower(a.bound, !a.strict)
		case aMaximum:
			i.raise(a.bound, !a.strict)
		case aMultipleOf:
			not = append(not, a.bound)
		case aEnum:
			for _, v := range a.values {
				if r, ok := rational(v); ok {
					points[r.RatString()] = true
				}
			}
		default: // says nothing here
		}
	}
	if i.empty() {
		return proved
	}
	if step.Sign() != 0 {
		for _, n := range not {
			if new(big.Rat).Quo(step, n).IsInt() {
				return proved // every multiple of step is one of n
			}
		}
		return p.lattice(i, step, not, points)
	}
	return p.anyNumber(i, not, points)
}

// common is the least common multiple of two positive rationals; 0 is any.
func common(a, b *big.Rat) *big.Rat {
	if a.Sign() == 0 {
		return b
	}
	// lcm(p/q, r/s) = lcm(p·s, r·q) / (q·s)
	ps, rq := new(big.Int).Mul(a.Num(), b.Denom()), new(big.Int).Mul(b.Num(), a.Denom())
	gcd := new(big.Int).GCD(nil, nil, ps, rq)
	lcm := new(big.Int).Mul(new(big.Int).Quo(ps, gcd), rq)
	return new(big.Rat).SetFrac(lcm, new(big.Int).Mul(a.Denom(), b.Denom()))
}

// maxPoints is how many points of a lattice are looked at.
const maxPoints = 2000

// lattice looks at multiples of step in the interval, from the bound that is
// nearest to zero on.
func (p *prover) lattice(i interval, step *big.Rat, not []*big.Rat, points map[string]bool) outcome {
	first, direction := big.NewInt(0), int64(1)
	switch {
	case i.low != nil && i.low.Sign() > 0:
		first = ceil(new(big.Rat).Quo(i.low, step))
	case i.high != nil && i.high.Sign() < 0:
		first, direction = floor(new(big.Rat).Quo(i.high, step)), -1
	}
	both := i.low == nil || i.low.Sign() < 0
	for n := range int64(maxPoints) {
		k := new(big.Int).Add(first, big.NewInt(direction*n))
		x := new(big.Rat).Mul(step, new(big.Rat).SetInt(k))
		inside := i.has(x)
		if inside && p.isWitness(x, not, points) {
			return numberWitness(x)
		}
		mirror := new(big.Rat).Neg(x)
		insideToo := both && direction > 0 && first.Sign() == 0 && i.has(mirror)
		if insideToo && p.isWitness(mirror, not, points) {
			return numberWitness(mirror)
		}
		if !inside && !insideToo && n > 1 {
			return proved
		}
	}
	return unknown("more numbers than are looked at")
}

func (p *prover) isWitness(x *big.Rat, not []*big.Rat, points map[string]bool) bool {
	for _, n := range not {
		if new(big.Rat).Quo(x, n).IsInt() {
			return false
		}
	}
	return !points[x.RatString()]
}

func ceil(r *big.Rat) *big.Int {
	q := floor(r)
	if !r.IsInt() {
		q.Add(q, big.NewInt(1))
	}
	return q
}

func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) }

// anyNumber looks for a number between the bounds.
func (p *prover) anyNumber(i interval, not []*big.Rat, points map[string]bool) outcome {
	if i.low != nil && i.high != nil && i.low.Cmp(i.high) == 0 {
		if p.isWitness(i.low, not, points) {
			return numberWitness(i.low)
		}
		return proved
	}
	var found *big.Rat
	for _, x := range i.samples() {
		if !i.has(x) || !p.isWitness(x, not, points) {
			continue
		}
		if _, short := numberText(x); short {
			return numberWitness(x)
		}
		found = x
	}
	if found != nil {
		return outcome{answer: No, reason: "a number without a short form"}
	}
	return unknown("no number was found that shows it")
}

// samples are numbers that may lie in the interval, the plainest first.
func (i *interval) samples() []*big.Rat {
	var out []*big.Rat
	add := func(r *big.Rat) { out = append(out, r) }
	add(new(big.Rat))
	for _, bound := range []*big.Rat{i.low, i.high} {
		if bound == nil {
			continue
		}
		add(bound)
		for _, d := range []*big.Rat{big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(1, 10), big.NewRat(1, 1000), big.NewRat(137, 1000), big.NewRat(1, 1_000_000)} {
			add(new(big.Rat).Add(bound, d))
			add(new(big.Rat).Sub(bound, d))
		}
	}
	if i.low != nil && i.high != nil {
		width := new(big.Rat).Sub(i.high, i.low)
		for n := int64(1); n < 16; n++ {
			add(new(big.Rat).Add(i.low, new(big.Rat).Mul(width, big.NewRat(n, 16))))
		}
	}
	for _, n := range []int64{1, 2, 3, 7, -1, -2, 1009, 1_000_003} {
		add(big.NewRat(n, 1))
		add(big.NewRat(n, 8))
		add(big.NewRat(n, 10))
	}
	return out
}

func numberWitness(x *big.Rat) outcome {
	text, ok := numberText(x)
	if !ok {
		return outcome{answer: No, reason: "a number without a finite decimal form"}
	}
	return refuted(&candidate{[]byte(text)})
}
