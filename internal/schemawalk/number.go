package schemawalk

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Beyond these a number is not read: its exact value would be long.
const (
	maxDigits   = 400
	maxExponent = 400
)

func itoa(i int) string { return strconv.Itoa(i) }

// rational returns the exact value of a number; ok is false for everything else,
// and for a number that is too long to be read.
func rational(v *jsonv.Value) (r *big.Rat, ok bool) {
	if v.Kind() != jsonv.Number {
		return nil, false
	}
	raw := v.Raw()
	mantissa, exponent := raw, ""
	if i := strings.IndexAny(raw, "eE"); i >= 0 {
		mantissa, exponent = raw[:i], raw[i+1:]
	}
	if len(mantissa) > maxDigits {
		return nil, false
	}
	if exponent != "" {
		e, err := strconv.Atoi(exponent)
		if err != nil || e > maxExponent || e < -maxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(raw)
}

// size returns a keyword's value that counts something. Huge ones are cut at 2^62.
func size(v *jsonv.Value) (int64, bool) {
	r, ok := rational(v)
	if !ok || !r.IsInt() || r.Sign() < 0 {
		return 0, false
	}
	if r.Num().BitLen() > 62 {
		return 1 << 62, true
	}
	return r.Num().Int64(), true
}

// floor and ceil return the next integer below and above r.
func floor(r *big.Rat) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom())) // Euclidean: the denominator is positive
}

func ceil(r *big.Rat) *big.Rat {
	return new(big.Rat).Neg(floor(new(big.Rat).Neg(r)))
}

// lcm returns the smallest number that both divide.
func lcm(x, y *big.Rat) *big.Rat {
	p := new(big.Int).Mul(x.Num(), y.Denom())
	q := new(big.Int).Mul(y.Num(), x.Denom())
	g := new(big.Int).GCD(nil, nil, p, q)
	p.Mul(p, q).Div(p, g)
	return new(big.Rat).SetFrac(p, new(big.Int).Mul(x.Denom(), y.Denom()))
}

func divides(x, y *big.Rat) bool {
	return new(big.Rat).Quo(y, x).IsInt()
}

// bound is one end of the range of numbers.
type bound struct {
	at     *big.Rat
	strict bool
	mark   mark
}

// safe is the largest integer of the interoperable range (RFC 8259 section 6).
var safe = big.NewRat(1<<53-1, 1)
