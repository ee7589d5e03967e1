package filter_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/filter"
)

func TestProse(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{
			"number",
			`{"id":7,"old":"limit defaults to 10","new":"limit defaults to 100"}`,
			`{"id":7,"severity":"POTENTIALLY_BREAKING","step":"3","reason":"numbers [10] became [100]"}`,
		},
		{
			"typo",
			`{"old":"Dock the shpi at this berth","new":"Dock the ship at this berth"}`,
			`{"severity":"DOCUMENTATION","step":"5","reason":"word \"shpi\" became \"ship\", a form or spelling of it"}`,
		},
		{"identical", `{"old":"Dock","new":"Dock"}`, `{"severity":"DOCUMENTATION","step":"1","reason":"both texts are the same"}`},
		{
			"null counts as absent, and absent as empty", `{"old":null,"new":"Dock"}`,
			`{"severity":"POTENTIALLY_BREAKING","step":"2","reason":"text added where there was none"}`,
		},
		{
			"one member", `{"old":"Dock"}`,
			`{"severity":"POTENTIALLY_BREAKING","step":"2","reason":"text removed, none is left"}`,
		},
		{
			"hidden characters are escapes",
			"{\"old\":\"Dock\",\"new\":\"Dock\u200B\"}",
			`{"severity":"POTENTIALLY_BREAKING","step":"3","reason":"hidden or look-alike characters \"k\\u200b\" added"}`,
		},
		{
			"no text", `{"old":7,"new":"Dock"}`,
			`{"error":{"code":"wrong_value","message":"found number, want a string or null","offset":7,"pointer":"/old"}}`,
		},
		{
			"neither", `{"id":1}`,
			`{"id":1,"error":{"code":"missing_member","message":"found neither member \"old\" nor \"new\"","offset":0,"pointer":""}}`,
		},
		{
			"unknown member", `{"old":"a","new":"b","side":"input"}`,
			`{"error":{"code":"unknown_member","message":"found member \"side\", want only id, old, new","offset":28,"pointer":"/side"}}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := run(t, tt.in+"\n", filter.Prose); got != tt.want+"\n" {
				t.Errorf("Prose of %s\ngot  %swant %s", tt.in, got, tt.want)
			}
		})
	}
}
