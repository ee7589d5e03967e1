package operation

import (
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/amountop"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// money finds the amounts of a call. Members of one object stand for one payment, of
// which the largest counts; elements of an array are paid together.
type money struct {
	call  *Call
	parts []Part
	// repeats is why the call sets up a charge that comes again, at repeatsAt.
	repeats, repeatsAt string
	paid               bool
	// found are the pointers of all amounts.
	found []string
	// lined is where an amount is within the line of its currency.
	lined map[string]bool
}

// money judges the money in the call. One amount that a rule of the operator names, and that is
// at or under the line of its currency, is an operation: the rule and the line together say that
// a call may spend it.
func (j *judge) money(arguments *jsonv.Value) {
	m := &money{call: j.call, lined: map[string]bool{}}
	j.parts = append(j.parts, m.judge(arguments)...)
	for _, at := range m.found {
		if rule, _ := j.call.Mapping.find(j.call.Tool, at); rule.As != AmountKind {
			j.doubt(at, "it is an amount, and no rule says so")
			continue
		}
		j.operation(AmountKind, at, true)
		switch {
		case len(m.found) > 1:
			j.doubt(at, "it is one of several amounts")
		case !m.lined[at]:
			j.doubt(at, "it is not within a spend line of its currency")
		}
	}
}

// judge returns the parts of the money in a call.
func (m *money) judge(arguments *jsonv.Value) []Part {
	c := m.call
	totals := m.walk(arguments, "")
	for _, code := range slices.Sorted(maps.Keys(totals)) {
		t := totals[code]
		m.lined[t.at] = c.Spend.Has(code)
		m.add(t.at, len(t.text), c.Spend.Weigh(amountop.Amount{Currency: code, Value: t.value}))
	}
	if m.repeats != "" && (m.paid || len(m.parts) > 0) {
		m.add(m.repeatsAt, 0, amountop.Verdict{Kind: amountop.Repeating, Reason: m.repeats})
	}
	return m.parts
}

// total is an amount in one currency.
type total struct {
	value *big.Rat
	at    string // pointer of the largest amount in it
	text  string // of that amount
}

func (m *money) walk(v *jsonv.Value, pointer string) map[string]total {
	out := map[string]total{}
	if rule, ok := m.call.Mapping.find(m.call.Tool, pointer); ok && rule.As == Data {
		return out
	}
	switch v.Kind() {
	case jsonv.Array:
		for i, item := range v.Items() {
			for code, t := range m.walk(item, pointer+"/"+strconv.Itoa(i)) {
				if have, ok := out[code]; ok {
					t.value = new(big.Rat).Add(have.value, t.value)
				}
				out[code] = t
			}
		}
	case jsonv.Object:
		m.object(v, pointer, out)
		for name, member := range v.Members() {
			for code, t := range m.walk(member, jsonv.AppendPointer(pointer, name)) {
				if have, ok := out[code]; !ok || t.value.Cmp(have.value) > 0 {
					out[code] = t
				}
			}
		}
	default: // an amount is a member
	}
	return out
}

// object adds what the members of one object say.
func (m *money) object(v *jsonv.Value, pointer string, out map[string]total) {
	var fields []amountop.Field
	var at []string
	for name, member := range v.Members() {
		f := amountop.Field{Name: name}
		switch member.Kind() {
		case jsonv.String:
			f.Text = member.Text()
		case jsonv.Number, jsonv.Bool:
			f.Text, f.Number = member.Raw(), member.Kind() == jsonv.Number
		default:
			continue
		}
		where := jsonv.AppendPointer(pointer, name)
		if rule, ok := m.call.Mapping.find(m.call.Tool, where); ok {
			if rule.As != AmountKind && rule.As != Data {
				continue
			}
			if f.Money = rule.As == AmountKind; !f.Money {
				continue
			}
		}
		fields, at = append(fields, f), append(at, where)
	}
	for _, a := range amountop.Find(fields) {
		m.found = append(m.found, at[a.Field])
		if a.Problem != "" {
			m.add(at[a.Field], len(fields[a.Field].Text), m.call.Spend.Weigh(a))
			continue
		}
		if have, ok := out[a.Currency]; !ok || a.Value.Cmp(have.value) > 0 {
			out[a.Currency] = total{a.Value, at[a.Field], fields[a.Field].Text}
		}
	}
	tool := ""
	if pointer == "" {
		tool = m.call.Tool
	}
	if reason, paid := amountop.Recurring(tool, fields); reason != "" && m.repeats == "" {
		m.repeats, m.repeatsAt, m.paid = reason, pointer, paid
	}
}

// add is the part of a verdict: what is within its line is on record and passes.
func (m *money) add(pointer string, length int, v amountop.Verdict) {
	p := Part{Axes: band.Axes{Reversibility: band.Reversible, Scope: band.SharedRemote}, Minimum: band.SoftAck, External: true}
	if v.Kind != amountop.Within {
		p.Axes, p.Minimum = band.Axes{Reversibility: band.Irreversible, Scope: band.External}, band.Escalate
	}
	p.Reasons = []Reason{{
		Argument: pointer, Kind: AmountKind, Route: ByHint, Code: string(v.Kind), Detail: v.Reason,
		Span: Span{0, length}, Band: p.Band(),
	}}
	if _, mapped := m.call.Mapping.find(m.call.Tool, pointer); mapped {
		p.Reasons[0].Route = ByMapping
	}
	m.parts = append(m.parts, p)
}
