// Package amountop finds the money in the arguments of a call, and weighs it against
// spend lines: an amount at or under the line of its currency passes and is to be
// recorded, one above it escalates, and a new recurring charge always escalates.
//
//	members of an object ─Find→ amounts ─┐
//	                     ─Recurring──────┴─Weigh, by Lines→ Verdict
//
// What an amount is in is said by its text ("12 EUR"), its name (amount_usd), or a
// member beside it (currency). Where nothing says that a number counts minor units
// it counts major ones, which is more. What can be read in two ways, or has no
// currency of ISO 4217, is not weighed and escalates.
package amountop

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/currency"
)

// Lines are spend lines by ISO 4217 code. The zero value has none, so that every
// amount is above.
type Lines struct{ most map[string]*big.Rat }

// ParseLines reads lines such as {"EUR": "50", "USD": "50.00"}, in major units. An
// error names the line that is wrong.
func ParseLines(lines map[string]string) (Lines, error) {
	out := Lines{most: map[string]*big.Rat{}}
	for code, text := range lines {
		unit, err := currency.ParseISO(code)
		if err != nil || unit.String() != code {
			return Lines{}, fmt.Errorf("spend line %q: no code of ISO 4217", code)
		}
		n, reason := decimal(text)
		if reason != "" || n.Sign() < 0 {
			return Lines{}, fmt.Errorf("spend line %s: found %q, want a number that is not negative", code, text)
		}
		out.most[code] = n
	}
	return out, nil
}

// Has reports a line for a currency.
func (l Lines) Has(code string) bool { return l.most[code] != nil }

// Field is a member of an object.
type Field struct {
	Name   string
	Text   string // a string's value, a number's source text, true or false
	Number bool
	// Money: somebody said that this is an amount; names then decide nothing.
	Money bool
}

// Amount is an amount of money in a field.
type Amount struct {
	Field    int      // index of the field
	Currency string   // of ISO 4217; "" beside a Problem
	Value    *big.Rat // in major units, not negative; nil beside a Problem that has none
	Problem  string   // why it cannot be weighed; "" for nothing
}

// Kind is the kind of a verdict.
type Kind string

// The kinds, from least to most severe.
const (
	None      Kind = "none"      // no money
	Within    Kind = "within"    // at or under the line
	Above     Kind = "above"     // above the line, or there is no line for the currency
	Unclear   Kind = "unclear"   // could not be weighed
	Repeating Kind = "recurring" // a recurring charge
)

// Verdict is the answer about the money in a call.
type Verdict struct {
	Kind   Kind
	Reason string // a clause
}

// Weigh judges an amount.
func (l Lines) Weigh(a Amount) Verdict {
	if a.Problem != "" {
		return Verdict{Unclear, a.Problem}
	}
	line, ok := l.most[a.Currency]
	amount := Show(a.Value) + " " + a.Currency
	switch {
	case a.Value.Sign() == 0:
		return Verdict{Within, amount}
	case !ok:
		return Verdict{Above, amount + ", and there is no spend line for " + a.Currency}
	case a.Value.Cmp(line) > 0:
		return Verdict{Above, amount + " is above the spend line of " + Show(line)}
	}
	return Verdict{Within, amount + " is within the spend line of " + Show(line)}
}

// Show writes a number in decimal, with all its digits where they end.
func Show(n *big.Rat) string {
	if n.IsInt() {
		return n.Num().String()
	}
	if digits, exact := n.FloatPrec(); exact {
		return n.FloatString(digits)
	}
	return n.FloatString(6)
}

// Find returns the amounts among the members of one object, in the order of fields.
func Find(fields []Field) []Amount {
	var out []Amount
	for i, f := range fields {
		words := split(f.Name)
		n := nameOf(words)
		t := readText(f)
		if !f.Money && !n.strong && t.currency == "" && t.problem != ambiguousSymbol && (!n.weak || siblingCurrency(fields, i, words) == "") {
			continue
		}
		digits := strings.ContainsFunc(f.Text, unicode.IsDigit)
		if !t.amount && (!n.strong || !digits) || n.bound && !f.Money {
			continue
		}
		out = append(out, amount(fields, i, n, t))
	}
	return out
}

// amount puts together what text, name and the members beside it say.
func amount(fields []Field, i int, n name, t text) Amount {
	a := Amount{Field: i}
	if t.problem != "" {
		a.Problem = t.problem
		return a
	}
	codes := []string{t.currency, n.currency, siblingCurrency(fields, i, n.words)}
	for _, code := range codes {
		switch {
		case code == "":
		case code == unknownCurrency:
			a.Problem = "its currency is no code of ISO 4217"
		case a.Currency == "" || t.dollar && a.Currency == t.currency && strings.HasSuffix(code, "D"):
			a.Currency = code // a bare $ is whatever dollar the member beside it names
		case a.Currency != code:
			a.Problem = "two currencies, " + a.Currency + " and " + code
		}
	}
	if a.Currency == "" && a.Problem == "" {
		a.Problem = "nothing says in which currency it is"
	}
	a.Value = new(big.Rat).Abs(t.value)
	if a.Problem != "" {
		a.Currency = ""
		return a
	}
	if n.minor || siblingMinor(fields, i) {
		a.Value.Quo(a.Value, scaleOf(a.Currency))
	}
	if n.single {
		a.Value.Mul(a.Value, siblingQuantity(fields, i))
	}
	return a
}

// scaleOf is how many minor units are a major one.
func scaleOf(code string) *big.Rat {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return big.NewRat(1, 1)
	}
	digits, _ := currency.Standard.Rounding(unit)
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
}

// unknownCurrency stands for a currency without a code of ISO 4217.
const unknownCurrency = "?"

// siblingCurrency is the currency that a member beside field i names, for that field
// or for all: currency, currency_code, price_currency.
func siblingCurrency(fields []Field, i int, words []string) string {
	for j, f := range fields {
		if j == i || f.Number {
			continue
		}
		other := split(f.Name)
		at := slices.IndexFunc(other, func(w string) bool { return w == "currency" || w == "ccy" })
		if at < 0 || at > 0 && other[0] != "iso" && !slices.Contains(words, other[0]) && !generic(other[0]) {
			continue
		}
		if strings.TrimSpace(f.Text) == "" {
			continue
		}
		return codeOf(f.Text)
	}
	return ""
}

// generic are words in front of "currency" that say nothing about whose it is.
func generic(w string) bool {
	return slices.Contains([]string{"the", "base", "payment", "default", "source", "transaction", "order"}, w)
}

// siblingMinor reports that a member beside field i says that minor units are counted.
func siblingMinor(fields []Field, i int) bool {
	for j, f := range fields {
		words := split(f.Name)
		if j == i || f.Number || len(words) == 0 {
			continue
		}
		switch words[len(words)-1] {
		case "unit", "units", "denomination", "scale":
			if w := split(f.Text); len(w) > 0 && minorWords[w[0]] {
				return true
			}
		}
	}
	return false
}

// siblingQuantity is how often the amount of field i is to be paid; 1 if nothing says.
func siblingQuantity(fields []Field, i int) *big.Rat {
	for j, f := range fields {
		words := split(f.Name)
		if j == i || len(words) == 0 || !quantityWords[words[len(words)-1]] {
			continue
		}
		if n, reason := decimal(f.Text); reason == "" && n.Cmp(big.NewRat(1, 1)) > 0 {
			return n
		}
	}
	return big.NewRat(1, 1)
}
