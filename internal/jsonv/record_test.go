package jsonv_test

import (
	"encoding/json"
	"errors"
	"fmt"
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

// TestDecodeRecordSaysWhere names the place of what a record cannot hold, and what it can.
func TestDecodeRecordSaysWhere(t *testing.T) {
	type place struct {
		Line int64 `json:"line"`
	}
	type row struct {
		place // its members are those of a row

		Share thousandth `json:"share"`
	}
	type record struct {
		Tools uint8           `json:"tools"`
		Part  float64         `json:"part"`
		Done  *bool           `json:"done,omitempty"`
		Rows  []row           `json:"rows"`
		By    map[string]row  `json:"by"`
		Raw   json.RawMessage `json:"raw"`
		Text  string
	}
	for _, tt := range []struct{ text, want string }{
		{`[]`, `found array, want an object at byte 0`},
		{`{"tools": "1"}`, `found string, want a whole number of 8 bits, without exponent or fraction at byte 10, in "/tools"`},
		{`{"tools": 256}`, `found 256, want a whole number of 8 bits, without exponent or fraction at byte 10, in "/tools"`},
		{`{"tools": -1}`, `found -1, want a whole number of 8 bits, without exponent or fraction at byte 10, in "/tools"`},
		{`{"tools": 1e2}`, `found 1e2, want a whole number of 8 bits, without exponent or fraction at byte 10, in "/tools"`},
		{`{"part": true}`, `found true, want a number at byte 9, in "/part"`},
		{`{"done": 1}`, `found 1, want true or false at byte 9, in "/done"`},
		{`{"Text": {}}`, `found object, want a string at byte 9, in "/Text"`},
		{`{"rows": {}}`, `found object, want a list at byte 9, in "/rows"`},
		{`{"rows": [{}, {"line": 1.5}]}`, `found 1.5, want a whole number of 64 bits, without exponent or fraction at byte 23, in "/rows/1/line"`},
		{`{"rows": [{"share": "x"}]}`, `share "x" at byte 20, in "/rows/0/share"`},
		{`{"by": {"a/b": {"more": 1}}}`, `found member "more", which no such record has at byte 24, in "/by/a~1b/more"`},
		{`{"raw": 1, "tools": null, "rows": [null, 7]}`, `found 7, want an object at byte 41, in "/rows/1"`},
		{`{"Tools": 1}`, `found what no such record says at byte 10, in "/Tools"`},
	} {
		v, err := jsonv.Parse([]byte(tt.text), jsonv.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var e *jsonv.Error
		if err := jsonv.DecodeRecord(v, new(record)); !errors.As(err, &e) || e.Code != jsonv.Record || e.Error() != tt.want {
			t.Errorf("%s: error is %v, want %s", tt.text, err, tt.want)
		}
	}
}

// thousandth has a form of its own.
type thousandth int

func (p *thousandth) UnmarshalJSON(text []byte) error { return fmt.Errorf("share %s", text) }
