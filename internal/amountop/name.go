package amountop

import (
	"slices"
	"strings"

	"golang.org/x/text/currency"

	"github.com/mooring-mcp/mooring/internal/word"
)

// name is what the name of a member says.
type name struct {
	words    []string
	strong   bool   // money by itself
	weak     bool   // money if there is a currency
	minor    bool   // counts minor units
	single   bool   // the price of one of several
	bound    bool   // limits a search
	currency string // that it names
}

// strongWords end a name that is money.
var strongWords = map[string]bool{
	"amount": true, "price": true, "cost": true, "fee": true, "payment": true, "payout": true, "charge": true, "refund": true,
	"donation": true, "salary": true, "spend": true, "spending": true, "budget": true, "tip": true, "deposit": true,
	"withdrawal": true, "bid": true, "fare": true, "rent": true, "wage": true, "bonus": true, "subtotal": true,
	"cents": true, "pence": true, "prices": true, "costs": true, "fees": true,
}

// weakWords end a name that is money beside a currency.
var weakWords = map[string]bool{
	"total": true, "sum": true, "value": true, "units": true, "balance": true, "number": true, "rate": true, "limit": true, "credit": true,
}

var minorWords = map[string]bool{
	"cent": true, "cents": true, "pence": true, "penny": true, "pennies": true, "minor": true, "subunit": true, "subunits": true, "centimes": true, "paise": true,
}

// boundWords are in the names of what only narrows a search.
var boundWords = map[string]bool{
	"min": true, "max": true, "minimum": true, "maximum": true, "from": true, "above": true, "below": true, "range": true,
	"filter": true, "gte": true, "lte": true, "gt": true, "lt": true,
}

var quantityWords = map[string]bool{
	"quantity": true, "qty": true, "count": true, "seats": true, "shares": true, "nights": true, "tickets": true, "copies": true, "times": true, "licenses": true,
}

// singleWords are in the names of what is paid for each piece.
var singleWords = map[string]bool{"price": true, "cost": true, "fee": true, "rate": true, "fare": true, "unit": true, "per": true, "each": true}

// split is a name in words; blanks and signs do not count.
func split(text string) []string {
	if len(text) > 256 {
		text = text[:256]
	}
	return slices.Collect(word.Split(text))
}

func nameOf(words []string) name {
	n := name{words: words}
	var last string
	for _, w := range words {
		n.minor = n.minor || minorWords[w]
		n.single = n.single || singleWords[w]
		n.bound = n.bound || boundWords[w]
		switch code := strings.ToUpper(w); {
		case len(w) == 3 && knownCode(code) && !strongWords[w] && !weakWords[w] && !boundWords[w]:
			n.currency = code
		case w == "in" || w == "units" || w == "major" || w == "minor" || w == "subunits":
		default:
			last = w
		}
	}
	n.strong = strongWords[last] || minorWords[last] && last != "minor"
	n.weak = weakWords[last] || len(words) > 0 && words[len(words)-1] == "units"
	if n.currency != "" && n.weak {
		n.strong = true
	}
	if !n.strong {
		n.currency = "" // "try", "all" and "top" are codes, too
	}
	return n
}

func knownCode(code string) bool {
	unit, err := currency.ParseISO(code)
	return err == nil && unit.String() == code && code != "XXX" && code != "XTS"
}

// codeOf reads a text that names a currency and nothing else.
func codeOf(text string) string {
	code := strings.ToUpper(strings.TrimSpace(text))
	if len(code) == 3 && knownCode(code) {
		return code
	}
	if s, ok := symbols[strings.TrimSpace(text)]; ok && s != "" {
		return s
	}
	return unknownCurrency
}
