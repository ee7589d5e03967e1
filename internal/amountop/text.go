package amountop

import (
	"math/big"
	"strings"
)

// text is what the text of a value says.
type text struct {
	amount   bool // holds a number
	value    *big.Rat
	currency string
	dollar   bool // the currency is from a bare $
	problem  string
}

const ambiguousSymbol = "its sign stands for several currencies"

// symbols are signs and what they stand for; "" for several currencies. A bare $
// counts as USD unless a member beside it names another dollar.
var symbols = map[string]string{
	"$": "USD", "US$": "USD", "USD$": "USD", "C$": "CAD", "CA$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "SG$": "SGD",
	"NT$": "TWD", "R$": "BRL", "MX$": "MXN", "€": "EUR", "£": "GBP", "¥": "", "CN¥": "CNY", "JP¥": "JPY", "元": "CNY", "円": "JPY", "₹": "INR", "₩": "KRW",
	"₽": "RUB", "₺": "TRY", "₫": "VND", "₪": "ILS", "₴": "UAH", "฿": "THB", "₦": "NGN", "₱": "PHP", "₡": "CRC", "₲": "PYG", "₵": "GHS", "₸": "KZT",
	"zł": "PLN", "Kč": "CZK", "Ft": "HUF", "kr": "", "kr.": "", "Fr.": "CHF", "Fr": "CHF", "R": "ZAR", "₿": unknownCurrency, "Ξ": unknownCurrency,
}

// longestText is the length of the longest text that can be an amount.
const longestText = 64

// readText reads a value that is a number, with a currency or without.
func readText(f Field) text {
	s := strings.TrimSpace(f.Text)
	unread := text{amount: f.Money && s != "" && s != "true" && s != "false", problem: "no number that can be read"}
	if !strings.ContainsAny(s, "0123456789") {
		return unread
	}
	if f.Number {
		n, reason := plainDecimal(s)
		return text{amount: true, value: n, problem: reason}
	}
	if len(s) > longestText {
		return unread
	}
	core, sign, ok := cutCurrency(s)
	if !ok {
		return unread
	}
	t := text{amount: true}
	t.value, t.problem = decimal(core)
	if sign == "" {
		return t
	}
	switch code, known := symbols[sign]; {
	case known && code == "":
		t.problem = ambiguousSymbol
	case known:
		t.currency, t.dollar = code, sign == "$"
	default:
		t.currency = strings.ToUpper(sign)
	}
	return t
}

// cutCurrency splits "12 EUR", "EUR 12", "$12", "-$12" and "12" in number and sign.
func cutCurrency(s string) (number, sign string, ok bool) {
	minus := ""
	if rest, cut := strings.CutPrefix(s, "-"); cut {
		minus, s = "-", strings.TrimSpace(rest)
	}
	isNumber := func(r rune) bool { return r >= '0' && r <= '9' }
	first, last := strings.IndexFunc(s, isNumber), strings.LastIndexFunc(s, isNumber)
	before, after := strings.TrimSpace(s[:first]), strings.TrimSpace(s[last+1:])
	number = s[first : last+1]
	if strings.HasSuffix(before, ".") && !isSign(before) || strings.HasSuffix(before, "-") || strings.HasSuffix(before, "+") {
		number, before = before[len(before)-1:]+number, strings.TrimSpace(before[:len(before)-1])
	}
	if factor, rest, _ := strings.Cut(after, " "); len(factor) == 1 && strings.ContainsAny(factor, "kKmM") {
		number, after = number+factor, strings.TrimSpace(rest)
	}
	switch {
	case before == "" && after == "":
		return minus + number, "", true
	case after == "" && isSign(before):
		return minus + number, before, true
	case before == "" && isSign(after):
		return minus + number, after, true
	}
	return "", "", false
}

func isSign(s string) bool {
	_, known := symbols[s]
	return known || len(s) == 3 && knownCode(strings.ToUpper(s)) && (s == strings.ToUpper(s) || s == strings.ToLower(s))
}

// decimal reads a number: digits, with groups of thousands and decimals as they are
// written with point and comma, exponents as in JSON, k or M behind. A separator that
// could be either is a reason not to read it.
func decimal(s string) (*big.Rat, string) {
	s = strings.TrimSpace(s)
	factor := int64(1)
	if n := len(s); n > 1 {
		switch s[n-1] {
		case 'k', 'K':
			factor, s = 1000, s[:n-1]
		case 'm', 'M':
			factor, s = 1_000_000, s[:n-1]
		}
	}
	plain, reason := withoutGroups(s)
	if reason != "" {
		return nil, reason
	}
	n, reason := plainDecimal(plain)
	if reason != "" {
		return nil, reason
	}
	return n.Mul(n, new(big.Rat).SetInt64(factor)), ""
}

// plainDecimal reads a number in the form of JSON.
func plainDecimal(plain string) (*big.Rat, string) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(plain), "e")
	if len(mantissa) > 2*longestText || len(strings.TrimLeft(exponent, "+-0")) > 2 {
		return nil, "a number too large to read"
	}
	n, ok := new(big.Rat).SetString(plain)
	if !ok {
		return nil, "no number that can be read"
	}
	return n, ""
}

// withoutGroups turns a number to the form of JSON.
func withoutGroups(s string) (string, string) {
	for _, r := range s {
		if !strings.ContainsRune("0123456789.,'_ +-eE\u00a0\u202f\u2019", r) {
			return "", "no number that can be read"
		}
	}
	s = strings.NewReplacer("'", "_", " ", "_", "\u00a0", "_", "\u202f", "_", "\u2019", "_").Replace(s)
	dot, comma := strings.Count(s, "."), strings.Count(s, ",")
	switch {
	case dot > 0 && comma > 0:
		group, point := ",", "."
		if strings.LastIndex(s, ",") > strings.LastIndex(s, ".") {
			group, point = ".", ","
		}
		if strings.Count(s, point) > 1 {
			return "", "no number that can be read"
		}
		whole, fraction, _ := strings.Cut(s, point)
		if !grouped(whole, group) {
			return "", "its thousands are not in groups of three"
		}
		s = strings.ReplaceAll(whole, group, "") + "." + fraction
	case dot > 1 || comma > 1:
		sep := map[bool]string{true: ".", false: ","}[dot > 1]
		if !grouped(s, sep) {
			return "", "its thousands are not in groups of three"
		}
		s = strings.ReplaceAll(s, sep, "")
	case dot+comma == 1:
		s = strings.Replace(s, ",", ".", 1)
		if whole, fraction, _ := strings.Cut(s, "."); len(fraction) == 3 && grouped(whole, "_") && whole != "0" {
			return "", "a separator that can be of thousands or of decimals"
		}
	}
	if strings.Contains(s, "_") {
		whole, fraction, _ := strings.Cut(s, ".")
		if strings.Contains(fraction, "_") || !grouped(whole, "_") {
			return "", "its thousands are not in groups of three"
		}
		s = strings.ReplaceAll(s, "_", "")
	}
	return s, ""
}

// grouped reports groups of three digits behind the first one.
func grouped(s, sep string) bool {
	groups := strings.Split(strings.TrimLeft(s, "+-"), sep)
	if n := len(groups[0]); n < 1 || n > 3 {
		return false
	}
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return false
		}
	}
	return true
}
