package amountop

import (
	"regexp"
	"strings"
)

// repeatWords say by themselves that something is paid again and again.
var repeatWords = map[string]bool{
	"recurring": true, "recurrence": true, "subscription": true, "subscribe": true, "autorenew": true, "renew": true, "renewal": true,
	"installment": true, "installments": true, "autopay": true,
}

// everyWords name what holds a period.
var everyWords = map[string]bool{
	"interval": true, "frequency": true, "period": true, "cadence": true, "cycle": true, "billing": true, "every": true, "repeat": true,
	"schedule": true, "mode": true, "type": true, "plan": true, "rrule": true, "kind": true,
}

// periodWords are periods.
var periodWords = map[string]bool{
	"daily": true, "weekly": true, "biweekly": true, "fortnightly": true, "monthly": true, "quarterly": true, "yearly": true, "annual": true,
	"annually": true, "day": true, "week": true, "month": true, "quarter": true, "year": true, "days": true, "weeks": true, "months": true,
	"years": true, "recurring": true, "subscription": true, "freq": true,
}

// billWords are in the names of what a charge is made with.
var billWords = map[string]bool{
	"price": true, "plan": true, "payment": true, "billing": true, "card": true, "invoice": true, "charge": true, "customer": true,
}

var duration = regexp.MustCompile(`^P\d+[DWMY]`)

// Recurring says why the members of an object, in a call of tool, set up a charge
// that comes again; "" if nothing says so. It does not say that money is in them:
// who asks knows, except that a tool that subscribes and takes a price, a plan or a
// means of payment is answered without an amount (paid).
func Recurring(tool string, fields []Field) (reason string, paid bool) {
	for _, w := range split(tool) {
		if !repeatWords[w] {
			continue
		}
		reason = "the tool is about " + w
		for _, f := range fields {
			for _, fw := range split(f.Name) {
				paid = paid || billWords[fw]
			}
		}
		return reason, paid
	}
	for _, f := range fields {
		if reason := f.recurring(); reason != "" {
			return reason, false
		}
	}
	return "", false
}

func (f Field) recurring() string {
	if f.negative() {
		return ""
	}
	words := split(f.Name)
	n := nameOf(words)
	every := false
	for _, w := range words {
		if repeatWords[w] {
			return f.Name + " is set"
		}
		if periodWords[w] && n.strong {
			return f.Name + " is paid again and again"
		}
		every = every || everyWords[w]
	}
	for i := range words {
		if i > 0 && words[i-1] == "auto" && (words[i] == "renew" || words[i] == "pay") {
			return f.Name + " is set"
		}
	}
	if !every || f.Number {
		return ""
	}
	if duration.MatchString(strings.ToUpper(strings.TrimSpace(f.Text))) {
		return f.Name + " is a period"
	}
	for i, w := range split(f.Text) {
		if i > 4 {
			break
		}
		if periodWords[w] {
			return f.Name + " is " + w
		}
	}
	return ""
}

// negative reports a value that says no.
func (f Field) negative() bool {
	switch strings.ToLower(strings.TrimSpace(f.Text)) {
	case "", "false", "no", "none", "never", "null", "0", "once", "one_time", "one-time", "onetime", "single":
		return true
	}
	return false
}
