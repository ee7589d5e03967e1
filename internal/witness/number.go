package witness

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// maxExponent keeps the exact value of a number such as 1e999999999 from being built.
const maxExponent = 400

// rational returns the exact value of a decoded number, nil for anything else and for exponents out of reach.
func rational(value any) *big.Rat {
	text, isNumber := value.(json.Number)
	if !isNumber {
		return nil
	}
	if i := strings.IndexAny(string(text), "eE"); i >= 0 {
		if exponent, err := strconv.Atoi(string(text)[i+1:]); err != nil || exponent > maxExponent || exponent < -maxExponent {
			return nil
		}
	}
	r, ok := new(big.Rat).SetString(string(text))
	if !ok {
		return nil
	}
	return r
}

// number returns r as a decoded number. What has no finite decimal is cut after 9 places.
func number(r *big.Rat) json.Number {
	if r.IsInt() {
		return json.Number(r.Num().String())
	}
	return json.Number(strings.TrimRight(r.FloatString(9), "0"))
}

// natural returns a count that a keyword gives: 2 for 2 and 2.0.
func natural(value any) (int, bool) {
	r := rational(value)
	if r == nil || !r.IsInt() || r.Sign() < 0 || !r.Num().IsInt64() {
		return 0, false
	}
	return int(min(r.Num().Int64(), 1<<30)), true
}

// multiple returns the multiple of step at or above at.
func multiple(at, step *big.Rat) *big.Rat {
	q := new(big.Rat).Quo(at, step)
	up := new(big.Int).Add(q.Num(), new(big.Int).Sub(q.Denom(), big.NewInt(1)))
	up.Div(up, q.Denom()) // Euclidean, so this is the ceiling
	return new(big.Rat).Mul(new(big.Rat).SetInt(up), step)
}
