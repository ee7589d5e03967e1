package jsonv_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// numbers are texts with their RFC 8785 form; inexact says that this form is
// another decimal number, so that [jsonv.Source] keeps the text.
var numbers = []struct {
	text, canonical string
	inexact         bool
}{
	{"0", "0", false},
	{"-0", "0", false},
	{"0.0", "0", false},
	{"-0.0e-7", "0", false},
	{"0e99999999999999999999", "0", false},
	{"1", "1", false},
	{"-1", "-1", false},
	{"1.0", "1", false},
	{"10e-1", "1", false},
	{"4.50", "4.5", false},
	{"0.1", "0.1", false},
	{"0.10", "0.1", false},
	{"1e-1", "0.1", false},
	{"2e-3", "0.002", false},
	{"1e2", "100", false},
	{"1E30", "1e+30", false},
	{"1e+30", "1e+30", false},
	{"1e20", "100000000000000000000", false},
	{"1e21", "1e+21", false},
	{"1000000000000000000000", "1e+21", false},
	{"1234567890123456789e3", "1.2345678901234568e+21", true},
	{"1e-6", "0.000001", false},
	{"1e-7", "1e-7", false},
	{"0.0000001", "1e-7", false},
	{"1.5e-10", "1.5e-10", false},
	{"0.000000000000000000000000001", "1e-27", false},
	{"999999999999999", "999999999999999", false},
	{"9007199254740991", "9007199254740991", false},
	{"9007199254740992", "9007199254740992", false},
	{"9007199254740993", "9007199254740992", true},
	{"9007199254740993.0", "9007199254740992", true},
	{"-9007199254740993", "-9007199254740992", true},
	{"9007199254740994", "9007199254740994", false},
	{"18446744073709551615", "18446744073709552000", true},
	{"-9223372036854775808", "-9223372036854776000", true}, // a double holds it, yet its short text is another number
	{"18446744073709552000", "18446744073709552000", false},
	{"123456789012345678901234567890", "1.2345678901234568e+29", true},
	{"333333333.33333329", "333333333.3333333", true},
	{"0.30000000000000004", "0.30000000000000004", false},
	{"0.1000000000000000055", "0.1", true},
	{"0.1000000000000000055511151231257827021181583404541015625", "0.1", true},
	{"-1e-400", "0", true},
	{"1e-400", "0", true},
	{"1e-99999999999999999999", "0", true},
	{"5e-324", "5e-324", false},
	{"4.9e-324", "5e-324", true},
	{"2e-324", "0", true},
	{"3e-324", "5e-324", true},
	{"2.2250738585072014e-308", "2.2250738585072014e-308", false},
	{"2.2250738585072011e-308", "2.225073858507201e-308", true},
	{"1.7976931348623157e308", "1.7976931348623157e+308", false},
	{"1.7976931348623158e308", "1.7976931348623157e+308", true},
	{"-1.7976931348623157E+308", "-1.7976931348623157e+308", false},
	{"17976931348623157" + strings.Repeat("0", 292), "1.7976931348623157e+308", false},
	{"1" + strings.Repeat("0", 400) + "e-400", "1", false},
	{"0." + strings.Repeat("0", 400) + "1e401", "1", false},
	{"1e00000000000000000000000000000002", "100", false},
	{"1.00000000000000000000000000000001", "1", true},
}

func TestNumbers(t *testing.T) {
	for _, tt := range numbers {
		v := parse(t, tt.text)
		want := tt.canonical
		if got := doubles(v); got != want {
			t.Errorf("Canonical(%s, Doubles) = %s, want %s", tt.text, got, want)
		}
		if tt.inexact {
			want = tt.text
		}
		if got := source(v); got != want {
			t.Errorf("Canonical(%s, Source) = %s, want %s", tt.text, got, want)
		}
		if got := v.Inexact(); got != tt.inexact {
			t.Errorf("Parse(%s).Inexact() = %v, want %v", tt.text, got, tt.inexact)
		}
		if got := v.Text(); got != tt.text {
			t.Errorf("Parse(%s).Text() = %s", tt.text, got)
		}
	}
}

// The samples of RFC 8785 appendix B, by the bits of the double.
func TestNumbersOfRFC8785(t *testing.T) {
	for _, tt := range []struct {
		bits uint64
		want string
	}{
		{0x0000000000000000, "0"},
		{0x8000000000000000, "0"},
		{0x0000000000000001, "5e-324"},
		{0x8000000000000001, "-5e-324"},
		{0x7fefffffffffffff, "1.7976931348623157e+308"},
		{0xffefffffffffffff, "-1.7976931348623157e+308"},
		{0x4340000000000000, "9007199254740992"},
		{0xc340000000000000, "-9007199254740992"},
		{0x4430000000000000, "295147905179352830000"},
		{0x44b52d02c7e14af5, "9.999999999999997e+22"},
		{0x44b52d02c7e14af6, "1e+23"},
		{0x44b52d02c7e14af7, "1.0000000000000001e+23"},
		{0x444b1ae4d6e2ef4e, "999999999999999700000"},
		{0x444b1ae4d6e2ef4f, "999999999999999900000"},
		{0x444b1ae4d6e2ef50, "1e+21"},
		{0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
		{0x3eb0c6f7a0b5ed8d, "0.000001"},
		{0x41b3de4355555553, "333333333.3333332"},
		{0x41b3de4355555554, "333333333.33333325"},
		{0x41b3de4355555555, "333333333.3333333"},
		{0x41b3de4355555556, "333333333.3333334"},
		{0x41b3de4355555557, "333333333.33333343"},
		{0xbecbf647612f3696, "-0.0000033333333333333333"},
		{0x43143ff3c1cb0959, "1424953923781206.2"},
	} {
		text := strconv.FormatFloat(math.Float64frombits(tt.bits), 'e', 20, 64)
		if got := doubles(parse(t, text)); got != tt.want {
			t.Errorf("canonical form of %#016x (%s) = %s, want %s", tt.bits, text, got, tt.want)
		}
		if v := parse(t, tt.want); doubles(v) != tt.want || v.Inexact() {
			t.Errorf("canonical form of %s = %s, inexact %v; want it as it is", tt.want, doubles(v), v.Inexact())
		}
	}
}

func TestNumbersAreComparedBySource(t *testing.T) {
	for _, tt := range []struct {
		before, after   string
		doubles, source bool
	}{
		{"1", "1.0", true, true},
		{"-0", "0", true, true},
		{"1e2", "100", true, true},
		{"9007199254740993", "9007199254740992", true, false},
		{"9007199254740993", "9007199254740993", true, true},
		{"9007199254740993", "9007199254740993.0", true, false}, // inexact numbers are compared as written
		{"0.1", "0.1000000000000000055", true, false},
		{"-1e-400", "0", true, false},
		{"1", "2", false, false},
		{"1", "true", false, false},
		{"1", `"1"`, false, false},
	} {
		before, after := parse(t, tt.before), parse(t, tt.after)
		for _, row := range []struct {
			n    jsonv.Numbers
			want bool
		}{{jsonv.Doubles, tt.doubles}, {jsonv.Source, tt.source}} {
			if got := jsonv.Equal(before, after, row.n); got != row.want {
				t.Errorf("Equal(%s, %s, %d) = %v, want %v", tt.before, tt.after, row.n, got, row.want)
			}
		}
	}
}
