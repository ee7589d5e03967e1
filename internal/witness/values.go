package witness

import (
	"encoding/json"
	"math/big"
	"slices"
)

// interval is what bounds say about a number or a count together.
type interval struct {
	low, high         *big.Rat // nil: none
	openLow, openHigh bool
}

func (in *interval) atLeast(r *big.Rat, open bool) {
	if r != nil && (in.low == nil || r.Cmp(in.low) > 0 || r.Cmp(in.low) == 0 && open) {
		in.low, in.openLow = r, open
	}
}

func (in *interval) atMost(r *big.Rat, open bool) {
	if r != nil && (in.high == nil || r.Cmp(in.high) < 0 || r.Cmp(in.high) == 0 && open) {
		in.high, in.openHigh = r, open
	}
}

func (in *interval) holds(r *big.Rat) bool {
	if in.low != nil && (r.Cmp(in.low) < 0 || in.openLow && r.Cmp(in.low) == 0) {
		return false
	}
	return in.high == nil || r.Cmp(in.high) < 0 || !in.openHigh && r.Cmp(in.high) == 0
}

// number draws a number, near a bound most often.
func (s *sampler) number(all []part, integer bool) any {
	var in interval
	var step, offset *big.Rat
	if integer {
		step = big.NewRat(1, 1)
	}
	for _, p := range all {
		m := p.keywords()
		in.atLeast(rational(m["minimum"]), m["exclusiveMinimum"] == true) // draft-04 has booleans
		in.atMost(rational(m["maximum"]), m["exclusiveMaximum"] == true)
		in.atLeast(rational(m["exclusiveMinimum"]), true)
		in.atMost(rational(m["exclusiveMaximum"]), true)
		step = common(step, rational(m["multipleOf"]))
		if r := rational(m[keyOffset]); r != nil {
			offset = r
		}
	}
	var r *big.Rat
	for range 6 {
		r = s.near(&in)
		if step != nil {
			r = multiple(r, step)
		}
		if offset != nil {
			r = new(big.Rat).Add(multiple(r, offset), new(big.Rat).Quo(offset, big.NewRat(2, 1)))
		}
		if in.holds(r) {
			break
		}
	}
	return number(r)
}

// near draws a number at, beside or between bounds.
func (s *sampler) near(in *interval) *big.Rat {
	delta := pick(s, []*big.Rat{{}, {}, big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(1, 1000), big.NewRat(7, 1)})
	low, high := in.low, in.high
	switch {
	case low != nil && high != nil && s.chance(3):
		middle := new(big.Rat).Add(low, high)
		return middle.Quo(middle, big.NewRat(2, 1))
	case low != nil && (high == nil || s.chance(2)):
		return new(big.Rat).Add(low, delta)
	case high != nil:
		return new(big.Rat).Sub(high, delta)
	}
	if r := rational(s.scalar()); r != nil {
		return r
	}
	return new(big.Rat).SetInt64(s.rng.Int64N(20) - 5)
}

// common returns the smallest number that both divide; nil stands for no condition.
func common(a, b *big.Rat) *big.Rat {
	if b == nil || b.Sign() == 0 {
		return a
	}
	if a == nil {
		return b
	}
	gcd := new(big.Int).GCD(nil, nil, a.Num(), b.Num())
	lcm := new(big.Int).Mul(a.Num(), new(big.Int).Quo(b.Num(), gcd))
	return new(big.Rat).SetFrac(lcm, new(big.Int).GCD(nil, nil, a.Denom(), b.Denom()))
}

// counts returns the bounds that a pair of keywords sets on a length; high is -1 for none.
func counts(all []part, least, most string) (low, high int) {
	high = -1
	for _, p := range all {
		m := p.keywords()
		if n, known := natural(m[least]); known {
			low = max(low, n)
		}
		if n, known := natural(m[most]); known && (high < 0 || n < high) {
			high = n
		}
	}
	return low, high
}

// length draws a length within bounds, near them, and at most limit.
func (s *sampler) length(low, high, limit int) int {
	n := pick(s, []int{low, low, low + 1, low + 2, high, high, high - 1})
	if n < low || high >= 0 && n > high {
		n = low
	}
	return min(n, limit)
}

// text draws a string.
func (s *sampler) text(all []part) string {
	low, high := counts(all, "minLength", "maxLength")
	var patterns, avoided, good, bad []string
	for _, p := range all {
		m := p.keywords()
		patterns = appendText(patterns, m["pattern"])
		avoided = appendText(avoided, m[keyAvoid])
		format, _ := m["format"].(string)
		good = append(good, formats[format].good...)
		format, _ = m[keyMisformat].(string)
		bad = append(bad, formats[format].bad...)
	}
	suits := func(text string) bool {
		n := len([]rune(text))
		return n >= low && (high < 0 || n <= high) &&
			!slices.ContainsFunc(patterns, func(p string) bool { return !s.matches(p, text) }) &&
			!slices.ContainsFunc(avoided, func(p string) bool { return s.matches(p, text) })
	}
	var text string
	for range 8 {
		switch {
		case len(bad) > 0:
			text = pick(s, bad)
		case len(patterns) > 0:
			text, _ = s.textFor(pick(s, patterns))
		case len(good) > 0:
			text = pick(s, good)
		case len(avoided) > 0 && s.chance(2):
			text, _ = s.textFor(pick(s, avoided))
			text = s.editText(text)
		default:
			text = s.anyText()
		}
		if suits(text) {
			return text
		}
		if fitted := fit(text, s.length(low, high, maxLength)); suits(fitted) {
			return fitted
		}
	}
	return text
}

func appendText(list []string, value any) []string {
	if text, isText := value.(string); isText {
		return append(list, text)
	}
	return list
}

func (s *sampler) anyText() string {
	if text, isText := s.scalar().(string); isText {
		return text
	}
	return pick(s, []string{"", "a", "B", "7", "€", "_", "zz"})
}

// editText changes one character.
func (s *sampler) editText(text string) string {
	runes := []rune(text)
	at := s.rng.IntN(len(runes) + 1)
	switch s.rng.IntN(3) {
	case 0:
		return string(slices.Insert(runes, at, pick(s, []rune{'a', 'Z', '0', '-', ' ', '€'})))
	case 1:
		if at < len(runes) {
			return string(slices.Delete(runes, at, at+1))
		}
	}
	if at < len(runes) {
		runes[at] = pick(s, []rune{'a', 'Z', '0', '-', '!', 'é'})
	}
	return string(runes)
}

// editNumber moves a number by a little.
func (s *sampler) editNumber(value json.Number) any {
	r := rational(value)
	if r == nil {
		return value
	}
	delta := pick(s, []*big.Rat{big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 2), big.NewRat(-1, 1000), big.NewRat(1, 1000)})
	return number(new(big.Rat).Add(r, delta))
}
