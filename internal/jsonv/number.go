package jsonv

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// number reads a number by RFC 8259 §6 and decides at once whether a double
// holds it, which [AppendCanonical] and the hazards of a surface need.
func (p *parser) number(v *Value) bool {
	start := p.pos
	if p.src[p.pos] == '-' {
		p.pos++
	}
	intStart := p.pos
	p.digits()
	switch {
	case p.pos == intStart:
		return p.fail(Syntax, p.pos, "found %s after a minus sign, want a digit", p.here())
	case p.src[intStart] == '0' && p.pos > intStart+1:
		return p.fail(Syntax, start, "found a number with a leading zero")
	}
	integer := p.pos
	if !p.fraction() || !p.exponent() {
		return false
	}
	v.kind = Number
	text := p.src[start:p.pos]
	if integer == p.pos && len(text) <= 15 && text != "-0" {
		v.canonical = true
		return true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && math.IsInf(f, 0) {
		return p.fail(Range, start, "number %s is beyond the largest double", cut(text))
	}
	var buf [32]byte
	canonical := appendDouble(buf[:0], f)
	v.canonical = string(canonical) == text
	v.inexact = !v.canonical && decimalOf(string(canonical)) != decimalOf(text)
	return true
}

func (p *parser) digits() {
	for p.pos < len(p.src) && '0' <= p.src[p.pos] && p.src[p.pos] <= '9' {
		p.pos++
	}
}

func (p *parser) fraction() bool {
	if p.pos >= len(p.src) || p.src[p.pos] != '.' {
		return true
	}
	p.pos++
	return p.someDigits("a decimal point")
}

func (p *parser) exponent() bool {
	if p.pos >= len(p.src) || p.src[p.pos]|0x20 != 'e' {
		return true
	}
	p.pos++
	if p.pos < len(p.src) && (p.src[p.pos] == '+' || p.src[p.pos] == '-') {
		p.pos++
	}
	return p.someDigits("an exponent sign")
}

func (p *parser) someDigits(after string) bool {
	from := p.pos
	p.digits()
	return p.pos > from || p.fail(Syntax, p.pos, "found %s after %s, want a digit", p.here(), after)
}

// cut shortens a long token for an error.
func cut(s string) string {
	end := 40
	if len(s) <= end {
		return s
	}
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// appendDouble appends f as ECMAScript's Number::toString writes it, which is
// what RFC 8785 §3.2.2.3 asks for. f is finite.
func appendDouble(dst []byte, f float64) []byte {
	if f == 0 {
		return append(dst, '0')
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	mark := len(dst)
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// Go writes at least two digits of exponent, ECMAScript only those needed.
	if e := len(dst) - 4; e >= mark && dst[e] == 'e' && dst[e+2] == '0' {
		dst[e+2] = dst[e+3]
		dst = dst[:e+3]
	}
	return dst
}

// decimal is the exact value of a number: ±0.digits × 10^exponent, digits
// without zeros at either end, all empty for zero.
type decimal struct {
	negative bool
	digits   string
	exponent int64
}

// decimalOf reads a number in JSON syntax. An exponent too long for int64 is as
// far beyond every other as it can be held.
func decimalOf(text string) decimal {
	var d decimal
	if strings.HasPrefix(text, "-") {
		d.negative, text = true, text[1:]
	}
	mantissa, exp, found := strings.Cut(strings.ToLower(text), "e")
	if found {
		d.exponent = clampedInt(exp)
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	d.exponent += int64(len(whole))
	all := whole + frac
	d.digits = strings.TrimLeft(all, "0")
	d.exponent -= int64(len(all) - len(d.digits))
	d.digits = strings.TrimRight(d.digits, "0")
	if d.digits == "" {
		return decimal{}
	}
	return d
}

// clampedInt reads an integer and holds it between ±1<<62.
func clampedInt(s string) int64 {
	const most = 1 << 62
	n, _ := strconv.ParseInt(s, 10, 64) // The nearest int64 where it is out of range.
	return min(max(n, -most), most)
}
