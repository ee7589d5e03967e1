package jsonv_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

func TestPointers(t *testing.T) {
	for _, tt := range []struct {
		pointer string
		tokens  []string
	}{
		{"", nil},
		{"/", []string{""}},
		{"//", []string{"", ""}},
		{"/a/b", []string{"a", "b"}},
		{"/a~1b", []string{"a/b"}},
		{"/m~0n", []string{"m~n"}},
		{"/~01", []string{"~1"}},
		{"/~00~10", []string{"~0/0"}},
		{"/~0~0~1~1", []string{"~~//"}},
		{"/0/-", []string{"0", "-"}},
		{"/ /é/\x00", []string{" ", "é", "\x00"}},
	} {
		got, err := jsonv.SplitPointer(tt.pointer)
		if diff := cmp.Diff(tt.tokens, got); diff != "" || err != nil {
			t.Errorf("SplitPointer(%q) = %q, %v, want %q", tt.pointer, got, err, tt.tokens)
		}
		pointer := ""
		for _, token := range tt.tokens {
			pointer = jsonv.AppendPointer(pointer, token)
		}
		if pointer != tt.pointer {
			t.Errorf("AppendPointer of %q = %q, want %q", tt.tokens, pointer, tt.pointer)
		}
	}
}

func TestSplitPointerRefuses(t *testing.T) {
	for pointer, want := range map[string]string{
		"a":      `JSON Pointer "a" does not start with a slash`,
		"#/a":    `JSON Pointer "#/a" does not start with a slash`,
		"/~":     `JSON Pointer "/~" has a ~ that is neither ~0 nor ~1`,
		"/a~2":   `JSON Pointer "/a~2" has a ~ that is neither ~0 nor ~1`,
		"/~0~":   `JSON Pointer "/~0~" has a ~ that is neither ~0 nor ~1`,
		"/~0~x":  `JSON Pointer "/~0~x" has a ~ that is neither ~0 nor ~1`,
		"/~1/~~": `JSON Pointer "/~1/~~" has a ~ that is neither ~0 nor ~1`,
	} {
		if got, err := jsonv.SplitPointer(pointer); err == nil || err.Error() != want {
			t.Errorf("SplitPointer(%q) = %q, %v, want %s", pointer, got, err, want)
		}
	}
}

func TestAt(t *testing.T) {
	// The document of RFC 6901 §5, with an array of two.
	v := parse(t, `{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8,"0":{"0":9}}`)
	for pointer, want := range map[string]string{
		"": v.Raw(), "/foo": `["bar","baz"]`, "/foo/0": `"bar"`, "/foo/1": `"baz"`, "/": "0", "/a~1b": "1", "/c%d": "2",
		"/e^f": "3", "/g|h": "4", `/i\j`: "5", `/k"l`: "6", "/ ": "7", "/m~0n": "8", "/0/0": "9",
	} {
		if got, err := v.At(pointer); err != nil || got.Raw() != want {
			t.Errorf("At(%q) = %q, %v, want %q", pointer, got.Raw(), err, want)
		}
	}
	for pointer, want := range map[string]string{
		"/x":                        `JSON Pointer "/x": no "x" in object`,
		"/foo/2":                    `no "2" in array`,
		"/foo/-":                    `no "-" in array`,
		"/foo/00":                   `no "00" in array`,
		"/foo/+1":                   `no "+1" in array`,
		"/foo/-1":                   `no "-1" in array`,
		"/foo/":                     `no "" in array`,
		"/foo/18446744073709551616": `no "18446744073709551616" in array`,
		"/foo/0/0":                  `no "0" in string`,
		"/0/1":                      `no "1" in object`,
		"foo":                       "does not start with a slash",
	} {
		if got, err := v.At(pointer); got != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("At(%q) = %v, %v, want an error with %q", pointer, got, err, want)
		}
	}
	var absent *jsonv.Value
	if got, err := absent.At("/a"); got != nil || err == nil {
		t.Errorf("At below an absent value = %v, %v, want an error", got, err)
	}
}
