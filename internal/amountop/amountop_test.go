package amountop_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/amountop"
)

func lines(tb testing.TB) amountop.Lines {
	tb.Helper()
	l, err := amountop.ParseLines(map[string]string{"EUR": "50", "USD": "100.50", "JPY": "5000"})
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// fields reads "name=value; name=#12", where # marks a number and ! what is money by
// declaration.
func fields(text string) []amountop.Field {
	var out []amountop.Field
	for part := range strings.SplitSeq(text, "; ") {
		name, value, _ := strings.Cut(part, "=")
		f := amountop.Field{Name: strings.TrimSuffix(name, "!"), Text: value, Money: strings.HasSuffix(name, "!")}
		f.Text, f.Number = strings.CutPrefix(f.Text, "#")
		out = append(out, f)
	}
	return out
}

func TestWeigh(t *testing.T) {
	l := lines(t)
	for _, tt := range []struct{ in, want string }{
		// Forms of numbers and currencies.
		{"amount=#12; currency=EUR", "within 12 EUR is within the spend line of 50"},
		{"amount=#50; currency=eur", "within 50 EUR is within the spend line of 50"},
		{"amount=#50.01; currency=EUR", "above 50.01 EUR is above the spend line of 50"},
		{"amount=#1e1; currency=EUR", "within 10 EUR is within the spend line of 50"},
		{"amount=#5E99; currency=EUR", "above 5" + strings.Repeat("0", 99) + " EUR is above the spend line of 50"},
		{"amount=#1e999999999; currency=EUR", "unclear a number too large to read"},
		{"amount=#1.000; currency=EUR", "within 1 EUR is within the spend line of 50"},
		{"amount=12 EUR", "within 12 EUR is within the spend line of 50"},
		{"amount=EUR 12", "within 12 EUR is within the spend line of 50"},
		{"amount=€12,50", "within 12.5 EUR is within the spend line of 50"},
		{"amount=12,5; currency=EUR", "within 12.5 EUR is within the spend line of 50"},
		{"amount=1,000.50; currency=USD", "above 1000.5 USD is above the spend line of 100.5"},
		{"amount=1.000,50; currency=USD", "above 1000.5 USD is above the spend line of 100.5"},
		{"amount=1 000,50 EUR", "above 1000.5 EUR is above the spend line of 50"},
		{"amount=1'000.50 EUR", "above 1000.5 EUR is above the spend line of 50"},
		{"amount=1,000,000 EUR", "above 1000000 EUR is above the spend line of 50"},
		{"amount=1,000; currency=EUR", "unclear a separator that can be of thousands or of decimals"},
		{"amount=1.000; currency=EUR", "unclear a separator that can be of thousands or of decimals"},
		{"amount=0.125; currency=EUR", "within 0.125 EUR is within the spend line of 50"},
		{"amount=10,00,000; currency=EUR", "unclear its thousands are not in groups of three"},
		{"amount=1,2,3; currency=EUR", "unclear its thousands are not in groups of three"},
		{"amount=2k EUR", "above 2000 EUR is above the spend line of 50"},
		{"amount=-60; currency=EUR", "above 60 EUR is above the spend line of 50"},
		{"amount=.5 EUR", "within 0.5 EUR is within the spend line of 50"},
		{"price=$12", "within 12 USD is within the spend line of 100.5"},
		{"price=$12; currency=CAD", "above 12 CAD, and there is no spend line for CAD"},
		{"price=$12; currency=EUR", "unclear two currencies, USD and EUR"},
		{"price=¥500", "unclear its sign stands for several currencies"},
		{"price=5 BTC", "unclear no number that can be read"},
		{"price=#5; currency=BTC", "unclear its currency is no code of ISO 4217"},
		{"price=#5; currency=XXX", "unclear its currency is no code of ISO 4217"},
		{"amount=#5", "unclear nothing says in which currency it is"},
		{"amount=#0; currency=CHF", "within 0 CHF"},
		{"amount=#5; currency=CHF", "above 5 CHF, and there is no spend line for CHF"},
		{"amount=１２ EUR", "unclear no number that can be read"},
		{"amount=5%; currency=EUR", "unclear no number that can be read"},
		{"amount=10-20; currency=EUR", "unclear no number that can be read"},

		// Minor units, quantities.
		{"amount_cents=#1200; currency=EUR", "within 12 EUR is within the spend line of 50"},
		{"amountInCents=#1200; currency=EUR", "within 12 EUR is within the spend line of 50"},
		{"amount=#1200; unit=cents; currency=EUR", "within 12 EUR is within the spend line of 50"},
		{"amount=#1200; unit=minor_units; currency=EUR", "within 12 EUR is within the spend line of 50"},
		{"unit_amount=#1200; currency=EUR", "above 1200 EUR is above the spend line of 50"},
		{"amount_minor=#1200; currency=JPY", "within 1200 JPY is within the spend line of 5000"},
		{"price=#10; quantity=#20; currency=EUR", "above 200 EUR is above the spend line of 50"},
		{"amount=#10; quantity=#20; currency=EUR", "within 10 EUR is within the spend line of 50"},

		// Names.
		{"amountUsd=#60", "within 60 USD is within the spend line of 100.5"},
		{"price_eur=#60", "above 60 EUR is above the spend line of 50"},
		{"total=#5", "none"},
		{"total=#5; currency=EUR", "within 5 EUR is within the spend line of 50"},
		{"value=10.00; currency_code=USD", "within 10 USD is within the spend line of 100.5"},
		{"total_results=#5000; currency=EUR", "none"},
		{"payment_method=card_1; price_id=price_1", "none"},
		{"max_price=#500; currency=EUR", "none"},
		{"max_price!=#500; currency=EUR", "above 500 EUR is above the spend line of 50"},
		{"x!=#5; currency=EUR", "within 5 EUR is within the spend line of 50"},
		{"x!=all of it; currency=EUR", "unclear no number that can be read"},
		{"note=€60", "above 60 EUR is above the spend line of 50"},
		{"note=paid 60 EUR already", "none"},
		{"price=high", "none"},
		{"amount=true", "none"},
		{"price=#60; price_currency=EUR; fee_currency=USD", "above 60 EUR is above the spend line of 50"},
		{"limit=#60; query=x", "none"},
	} {
		got := "none"
		if found := amountop.Find(fields(tt.in)); len(found) > 0 {
			v := l.Weigh(found[0])
			got = string(v.Kind) + " " + v.Reason
		}
		if got != tt.want {
			t.Errorf("Find, Weigh(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestRecurring(t *testing.T) {
	for _, tt := range []struct{ tool, in, want string }{
		{"charge", "amount=#5; interval=month", "interval is month"},
		{"charge", "amount=#5; billingPeriod=Yearly", "billingPeriod is yearly"},
		{"charge", "amount=#5; recurring=true", "recurring is set"},
		{"charge", "amount=#5; recurring=false", ""},
		{"charge", "amount=#5; autoRenew=true", "autoRenew is set"},
		{"charge", "amount=#5; period=P1M", "period is a period"},
		{"charge", "monthly_fee=#5", "monthly_fee is paid again and again"},
		{"charge", "amount=#5; mode=subscription", "mode is subscription"},
		{"charge", "amount=#5; schedule=one_time", ""},
		{"charge", "amount=#5; repeat=every 2 weeks", "repeat is weeks"},
		{"set_polling", "interval=#5", ""},
		{"create_subscription", "customer=c_1; price=price_1", "the tool is about subscription (paid)"},
		{"subscribe_to_topic", "topic=news", "the tool is about subscribe"},
	} {
		got, paid := amountop.Recurring(tt.tool, fields(tt.in))
		if paid {
			got += " (paid)"
		}
		if got != tt.want {
			t.Errorf("Recurring(%s, %q) = %q, want %q", tt.tool, tt.in, got, tt.want)
		}
	}
}

func TestParseLines(t *testing.T) {
	for _, tt := range []struct{ code, text, want string }{
		{"EUR", "-5", `spend line EUR: found "-5", want a number that is not negative`},
		{"EUR", "five", `spend line EUR: found "five", want a number that is not negative`},
		{"eur", "5", `spend line "eur": no code of ISO 4217`},
		{"EURO", "5", `spend line "EURO": no code of ISO 4217`},
	} {
		if _, err := amountop.ParseLines(map[string]string{tt.code: tt.text}); err == nil || err.Error() != tt.want {
			t.Errorf("ParseLines(%s: %s) = %v, want %s", tt.code, tt.text, err, tt.want)
		}
	}
}

// FuzzWeigh: an amount that is weighed as within the line is still so with a digit
// less, and never with a zero more than the line has room for; nothing panics.
func FuzzWeigh(f *testing.F) {
	for _, seed := range []string{"12 EUR", "1,000.50", "€12", "-5", "1e3", "5k", "10 000,5 €", "１２"} {
		f.Add("amount", seed)
	}
	l := lines(f)
	f.Fuzz(func(t *testing.T, name, value string) {
		in := []amountop.Field{{Name: name, Text: value}, {Name: "currency", Text: "EUR"}}
		for _, a := range amountop.Find(in) {
			v := l.Weigh(a)
			if v.Reason == "" || v.Kind == amountop.None {
				t.Fatalf("Weigh(%q=%q) = %+v", name, value, v)
			}
			if v.Kind == amountop.Within && a.Currency == "EUR" {
				if digits := strings.Trim(value, "0123456789"); digits == "" && len(strings.TrimLeft(value, "0")) > 4 {
					t.Errorf("Weigh(%q=%q) = %+v, with five digits of at most 50.00", name, value, v)
				}
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	in := fields("amount=#1200; unit=cents; currency=EUR; recipient=harbor; note=dock fee of May")
	l := lines(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, a := range amountop.Find(in) {
			l.Weigh(a)
		}
	}
}
