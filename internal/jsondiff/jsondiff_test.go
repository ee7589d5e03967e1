package jsondiff_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// pairs are two sides with their changes, one a line: kind, pointer, raw
// values. "" is an absent side. They also seed the fuzzers.
var pairs = []struct {
	name, before, after string
	want                []string
}{
	{"both absent", ``, ``, nil},
	{"nothing before", ``, `{"a":1}`, []string{`added "" {"a":1}`}},
	{"nothing after", `null`, ``, []string{`removed "" null`}},
	{"equal but for layout", `{"a":[1,"\u0061"],"b":1.0}`, ` { "b" : 1 , "a" : [ 1.0 , "a" ] } `, nil},
	{"scalar", `1`, `2`, []string{`modified "" 1 2`}},
	{"null is not absent", `{"a":null}`, `{}`, []string{`removed "/a" null`}},
	{"null becomes a value", `{"a":null}`, `{"a":0}`, []string{`modified "/a" null 0`}},
	{"type change", `{"a":{"x":1}}`, `{"a":["x",1]}`, []string{`modified "/a" {"x":1} ["x",1]`}},
	{"array becomes null", `[[1,2]]`, `[null]`, []string{`modified "/0" [1,2] null`}},
	{"only the topmost added node", `{}`, `{"a":{"b":{"c":1}}}`, []string{`added "/a" {"b":{"c":1}}`}},
	{"only the topmost removed node", `{"a":[{"b":1}]}`, `{"a":[]}`, []string{`removed "/a/0" {"b":1}`}},
	{"members in canonical order", `{"z":1,"b":2,"a":3}`, `{"y":1,"b":0,"a":3,"c":4}`, []string{
		`modified "/b" 2 0`, `added "/c" 4`, `added "/y" 1`, `removed "/z" 1`,
	}},
	{"members in UTF-16 order", `{}`, `{"\ue000":1,"😀":2}`, []string{`added "/😀" 2`, "added \"/\ue000\" 1"}},
	{"member that is renamed", `{"a":1}`, `{"b":1}`, []string{`removed "/a" 1`, `added "/b" 1`}},
	{"front of an array", `["a","b"]`, `["x","a","b"]`, []string{
		`modified "/0" "a" "x"`, `modified "/1" "b" "a"`, `added "/2" "b"`,
	}},
	{"end of an array", `[1,2,3]`, `[1]`, []string{`removed "/1" 2`, `removed "/2" 3`}},
	{"order of an array", `{"required":["a","b"]}`, `{"required":["b","a"]}`, []string{
		`modified "/required/0" "a" "b"`, `modified "/required/1" "b" "a"`,
	}},
	{"depth first", `{"a":{"x":1},"b":1}`, `{"a":{"x":2,"y":[]},"b":2}`, []string{
		`modified "/a/x" 1 2`, `added "/a/y" []`, `modified "/b" 1 2`,
	}},
	{"indexes in order of number", `[0,0,0,0,0,0,0,0,0,0,0]`, `[0,0,1,0,0,0,0,0,0,0,1]`, []string{
		`modified "/2" 0 1`, `modified "/10" 0 1`,
	}},
	{"escaped pointers", `{"a/b":{"~":1,"":2}}`, `{"a/b":{"~":2,"":3}}`, []string{`modified "/a~1b/" 2 3`, `modified "/a~1b/~0" 1 2`}},
	{"every escape", `{"~1/~0//~":1}`, `{"~1/~0//~":2}`, []string{`modified "/~01~1~00~1~1~0" 1 2`}},
	{"array and object of the same names", `{"0":1}`, `[1]`, []string{`modified "" {"0":1} [1]`}},
	{"empty containers", `[[],{}]`, `[{},[]]`, []string{`modified "/0" [] {}`, `modified "/1" {} []`}},
	{"inexact numbers", `[9007199254740993,0.1]`, `[9007199254740992,0.1000000000000000055]`, []string{
		`modified "/0" 9007199254740993 9007199254740992`, `modified "/1" 0.1 0.1000000000000000055`,
	}},
}

// parse returns nil for "".
func parse(tb testing.TB, text string) *jsonv.Value {
	tb.Helper()
	if text == "" {
		return nil
	}
	v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	if err != nil {
		tb.Fatalf("Parse(%q): %v", text, err)
	}
	return v
}

func show(changes []jsondiff.Change) (out []string) {
	for _, c := range changes {
		line := string(c.Kind) + " " + strconv.Quote(c.Pointer)
		for _, v := range []*jsonv.Value{c.Before, c.After} {
			if v.Exists() {
				line += " " + v.Raw()
			}
		}
		out = append(out, line)
	}
	return out
}

func TestDiff(t *testing.T) {
	for _, tt := range pairs {
		t.Run(tt.name, func(t *testing.T) {
			got := show(jsondiff.Diff(parse(t, tt.before), parse(t, tt.after), jsonv.Source))
			want := slices.Clone(tt.want)
			for i := range want { // strconv.Quote shows U+E000 as an escape
				want[i] = strings.ReplaceAll(want[i], "\ue000", `\ue000`)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("Diff(%s, %s) mismatch (-want +got):\n%s", tt.before, tt.after, diff)
			}
		})
	}
}

func TestDiffAsDoubles(t *testing.T) {
	before, after := parse(t, `[9007199254740993,1,-0]`), parse(t, `[9007199254740992,2,0]`)
	want := []string{`modified "/1" 1 2`}
	if diff := cmp.Diff(want, show(jsondiff.Diff(before, after, jsonv.Doubles))); diff != "" {
		t.Errorf("Diff mismatch (-want +got):\n%s", diff)
	}
}

// Names of a megabyte above many changes must not take gigabytes of pointers:
// the innermost container whose pointer still fits is reported as a whole.
func TestDiffOfLongNames(t *testing.T) {
	const n = 200
	name := strings.Repeat("/", 1<<20)
	side := func(item string) *jsonv.Value {
		list := "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
		return parse(t, `{"a":1,"`+name+`":{"l":`+list+`},"z":[`+item+`]}`)
	}
	before, after := side("1"), side("2")
	changes := jsondiff.Diff(before, after, jsonv.Source)
	var got []string
	for _, c := range changes {
		got = append(got, string(c.Kind)+" "+strings.ReplaceAll(c.Pointer, "~1", ""))
	}
	if diff := cmp.Diff([]string{"modified //l", "modified /z/0"}, got); diff != "" {
		t.Errorf("Diff mismatch (-want +got):\n%s", diff)
	}
	checkApply(t, before, after)
}

// Where not even one change fits into its pointer, the root is reported.
func TestDiffOfNameTooLong(t *testing.T) {
	name := strings.Repeat("~", 33<<20)
	got := jsondiff.Diff(parse(t, `{"`+name+`":[1]}`), parse(t, `{"`+name+`":[2]}`), jsonv.Source)
	if len(got) != 1 || got[0].Pointer != "" || got[0].Kind != jsondiff.Modified {
		t.Errorf("Diff gives %d changes, want one of the root", len(got))
	}
}

func TestDiffDeep(t *testing.T) {
	const depth = 1000
	nest := func(leaf string) *jsonv.Value {
		return parse(t, strings.Repeat("[", depth)+leaf+strings.Repeat("]", depth))
	}
	got := jsondiff.Diff(nest("1"), nest("2"), jsonv.Source)
	if len(got) != 1 || got[0].Pointer != strings.Repeat("/0", depth) {
		t.Errorf("Diff of %d levels = %v", depth, show(got))
	}
}
