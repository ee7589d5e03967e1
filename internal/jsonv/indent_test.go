package jsonv_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

func TestAppendIndented(t *testing.T) {
	v, err := jsonv.Parse([]byte(`{"b":[1,{"x":null},[]],"a":{},"n":9007199254740993}`), jsonv.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "a": {},
  "b": [
    1,
    {
      "x": null
    },
    []
  ],
  "n": 9007199254740993
}`
	got := string(jsonv.AppendIndented(nil, v, jsonv.Source, 0))
	if got != want {
		t.Errorf("AppendIndented = %s, want %s", got, want)
	}
	if n := jsonv.IndentedLen(v, 0); 2*n < len(got) || n > 2*len(got) {
		t.Errorf("IndentedLen = %d, the text has %d", n, len(got))
	}
	if n := v.Count((*jsonv.Value).Inexact); n != 1 {
		t.Errorf("Count = %d, want 1", n)
	}
}
