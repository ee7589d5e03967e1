package jsonv_test

import (
	"encoding/json"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

func TestDecodeRecord(t *testing.T) {
	type record struct {
		Tools int             `json:"tools"`
		Ended string          `json:"ended,omitempty"`
		Raw   json.RawMessage `json:"raw"`
	}
	for _, tt := range []struct {
		text string
		ok   bool
	}{
		{`{"tools": 1, "raw": [1, {"a": 2}]}`, true},
		{`{"raw": null, "ended": "x", "tools": 1}`, true},
		{`{"tools": 1, "Tools": 2, "raw": 0}`, false},
		{`{"TOOLS": 1, "raw": 0}`, false},
		{`{"tools": 1, "ended": "", "raw": 0}`, false}, // nobody writes it
		{`{"tools": 1, "raw": 0, "more": 0}`, false},
		{`{"tools": "1", "raw": 0}`, false},
		{`{"tools": 1, "raw": [1], "ended": null}`, false},
		{`{"raw": 0}`, true},
	} {
		v, err := jsonv.Parse([]byte(tt.text), jsonv.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var r record
		if err := jsonv.DecodeRecord(v, &r); (err == nil) != tt.ok {
			t.Errorf("%s: error is %v", tt.text, err)
		}
		if tt.ok && string(r.Raw) == "[1, {\"a\": 2}]" {
			t.Errorf("%s: raw value is %s, want it on one line", tt.text, r.Raw)
		}
	}
}
