package jsonv_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

func itoa(i int) string { return strconv.Itoa(i) }

// facts is everything a Value says of itself.
type facts struct {
	Kind                                 string
	Exists, IsNull, Bool, IsStr, Inexact bool
	Text, Str, Raw                       string
	Len                                  int
}

func factsOf(v *jsonv.Value) facts {
	s, isStr := v.Str()
	return facts{
		Kind: v.Kind().String(), Exists: v.Exists(), IsNull: v.IsNull(), Bool: v.Bool(), IsStr: isStr, Inexact: v.Inexact(),
		Text: v.Text(), Str: s, Raw: v.Raw(), Len: v.Len(),
	}
}

func TestValue(t *testing.T) {
	v := parse(t, `{"null":null,"no":false,"yes":true,"n":-1.50,"big":9007199254740993,"s":"a\nb","plain":"é","":"","arr":[1,2],"obj":{"x":1}}`)
	for name, want := range map[string]facts{
		"absent": {Kind: "null"},
		"null":   {Kind: "null", Exists: true, IsNull: true, Raw: "null"},
		"no":     {Kind: "boolean", Exists: true, Raw: "false"},
		"yes":    {Kind: "boolean", Exists: true, Bool: true, Raw: "true"},
		"n":      {Kind: "number", Exists: true, Text: "-1.50", Raw: "-1.50"},
		"big":    {Kind: "number", Exists: true, Inexact: true, Text: "9007199254740993", Raw: "9007199254740993"},
		"s":      {Kind: "string", Exists: true, IsStr: true, Text: "a\nb", Str: "a\nb", Raw: `"a\nb"`},
		"plain":  {Kind: "string", Exists: true, IsStr: true, Text: "é", Str: "é", Raw: `"é"`},
		"":       {Kind: "string", Exists: true, IsStr: true, Raw: `""`},
		"arr":    {Kind: "array", Exists: true, Raw: "[1,2]", Len: 2},
		"obj":    {Kind: "object", Exists: true, Raw: `{"x":1}`, Len: 1},
	} {
		if diff := cmp.Diff(want, factsOf(v.Get(name))); diff != "" {
			t.Errorf("Get(%q) mismatch (-want +got):\n%s", name, diff)
		}
	}
}

func TestAbsent(t *testing.T) {
	var v *jsonv.Value
	if v.Get("x") != nil || v.Index(0) != nil || v.Span() != (jsonv.Span{}) {
		t.Error("an absent value has something below it")
	}
	for range v.Members() {
		t.Error("an absent value yields a member")
	}
	for range v.SortedMembers() {
		t.Error("an absent value yields a member in order")
	}
	for range v.Items() {
		t.Error("an absent value yields an item")
	}
	v.Walk(func(string, *jsonv.Value) bool { t.Error("an absent value is visited"); return true })
	if got := jsonv.Canonical(v, jsonv.Doubles); len(got) != 0 {
		t.Errorf("Canonical(absent) = %q, want nothing", got)
	}
}

func TestIndexAndGetOfOtherKinds(t *testing.T) {
	v := parse(t, `{"0":[10,11],"s":"x"}`)
	for _, got := range []*jsonv.Value{
		v.Index(0), v.Get("0").Get("0"), v.Get("0").Index(2), v.Get("0").Index(-1), v.Get("s").Index(0), v.Get("s").Get("x"),
	} {
		if got != nil {
			t.Errorf("found %q where nothing is", got.Raw())
		}
	}
	if got := v.Get("0").Index(1).Raw(); got != "11" {
		t.Errorf("Index(1) = %q, want 11", got)
	}
}

func TestMembersAndItems(t *testing.T) {
	v := parse(t, `{"b":1,"a":[true,null],"c":{}}`)
	var got []string
	for name, m := range v.Members() {
		got = append(got, name+"="+m.Raw())
	}
	for i, item := range v.Get("a").Items() {
		got = append(got, itoa(i)+"="+item.Raw())
	}
	for range v.Items() {
		t.Error("an object yields an item")
	}
	for range v.Get("a").Members() {
		t.Error("an array yields a member")
	}
	if diff := cmp.Diff([]string{"b=1", "a=[true,null]", "c={}", "0=true", "1=null"}, got); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
}

func TestIteratorsStop(t *testing.T) {
	v := parse(t, `{"a":[1,2],"b":0}`)
	n := 0
	for range v.Members() {
		n++
		break
	}
	for range v.Get("a").Items() {
		n++
		break
	}
	if n != 2 {
		t.Errorf("two loops with a break ran %d times", n)
	}
}

func TestWalkStopsBelow(t *testing.T) {
	var got []string
	parse(t, `{"a":[1,[2]],"b":{"c/d":{"~":1}}}`).Walk(func(pointer string, v *jsonv.Value) bool {
		got = append(got, pointer)
		return v.Kind() != jsonv.Array
	})
	want := []string{"", "/a", "/b", "/b/c~1d", "/b/c~1d/~0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Walk mismatch (-want +got):\n%s", diff)
	}
}

func TestFind(t *testing.T) {
	v := parse(t, `{"a/b":[1,[9007199254740993]],"c":9007199254740993,"d":"9007199254740993"}`)
	var got []string
	for pointer, found := range v.Find((*jsonv.Value).Inexact) {
		got = append(got, pointer+"="+found.Raw())
	}
	if diff := cmp.Diff([]string{"/a~1b/1/0=9007199254740993", "/c=9007199254740993"}, got); diff != "" {
		t.Errorf("Find mismatch (-want +got):\n%s", diff)
	}
	for pointer := range v.Find((*jsonv.Value).Exists) {
		if pointer == "" {
			continue
		}
		if pointer != "/a~1b" {
			t.Errorf("the second pointer is %q", pointer)
		}
		break
	}
	var absent *jsonv.Value
	for pointer := range absent.Find((*jsonv.Value).Exists) {
		t.Errorf("an absent value yields %q", pointer)
	}
}

// A long name above many values costs one pointer for each match only.
func TestFindBelowLongName(t *testing.T) {
	text := `{"` + strings.Repeat("x", 1<<20) + `":[` + strings.Repeat("1,", 100_000) + `1e-400]}`
	n := 0
	for pointer := range parse(t, text).Find((*jsonv.Value).Inexact) {
		n++
		if want := "/100000"; !strings.HasSuffix(pointer, want) {
			t.Errorf("pointer of %d bytes does not end in %s", len(pointer), want)
		}
	}
	if n != 1 {
		t.Errorf("found %d numbers, want 1", n)
	}
}
