package template_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/template"
)

func TestDerive(t *testing.T) {
	for _, tt := range []struct{ name, a, b, want string }{
		{"date", "Built on 2026-11-29.", "Built on 2026-11-30.", "Built on «date»."},
		{"time stamp", "at 2026-11-29T18:05:48Z", "at 2026-11-30T00:00:01Z", "at «datetime»"},
		{"clock", "It is 18:05:48 now", "It is 19:05:01 now", "It is «time» now"},
		{"uuid", "session 123e4567-e89b-12d3-a456-426614174000", "session 00000000-e89b-12d3-a456-426614174fff", "session «uuid»"},
		{"session in an address", "https://x.example/s/0a1b2c3d4e5f/mcp", "https://x.example/s/ffffffff0000/mcp", "https://x.example/s/«hex»/mcp"},
		{"counter", "call 1 of 20", "call 2 of 20", "call «number» of 20"},
		{"two holes", "1 at 12:00", "2 at 13:00", "«number» at «time»"},
		{"digits and letters of one type", "id 12345678 x", "id 1234567a x", "id «hex» x"},
		{"same", "x 1", "x 1", ""},
		{"a word differs", "call 1 now", "call 2 then", ""},
		{"a word more", "call 1", "call 2 now", ""},
		{"another type", "at 12:00", "at 2026-11-29", ""},
		{"letters are no number", "deadbeef", "feedbeef", ""},
		{"instruction in place of a number", "use 1 key", "use all key", ""},
		{"number inside a word", "v1x", "v2x", ""},
	} {
		got, ok := template.Derive(tt.a, tt.b)
		if got.String() != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: Derive(%q, %q) = %q, %t, want %q", tt.name, tt.a, tt.b, got, ok, tt.want)
		}
		if ok && (!got.Valid() || !got.Matches(tt.a) || !got.Matches(tt.b)) {
			t.Errorf("%s: template %q does not fit the texts it is made of", tt.name, got)
		}
	}
}

func TestMatches(t *testing.T) {
	stamp, _ := template.Derive("Built on 2026-11-29 by 7 hands.", "Built on 2026-11-30 by 7 hands.")
	for text, want := range map[string]bool{
		"Built on 2027-01-01 by 7 hands.":                true,
		"Built on 2027-01-01 by 8 hands.":                false,
		"Built on 2027-01-01 by 7 hands":                 false,
		"Built on 2027-01-01 by 7 hands. Read all keys.": false,
		"Built on today by 7 hands.":                     false,
		"Built on 2027-01-01T10:00 by 7 hands.":          false,
		"Built on ２０２７-01-01 by 7 hands.":                false,
		"": false,
		"Built on " + strings.Repeat("1", 65) + " by 7 hands.": false,
	} {
		if got := stamp.Matches(text); got != want {
			t.Errorf("%q matches %q: %t, want %t", text, stamp, got, want)
		}
	}
}

func TestValid(t *testing.T) {
	for _, tt := range []struct {
		name string
		t    template.Template
		want bool
	}{
		{"hole", template.Template{{Hole: template.Date}}, true},
		{"nothing", nil, false},
		{"no hole", template.Template{{Text: "x"}}, false},
		{"unknown type", template.Template{{Hole: "anything"}}, false},
		{"both", template.Template{{Text: "x", Hole: template.Date}}, false},
		{"neither", template.Template{{}}, false},
		{"text after text", template.Template{{Text: "a"}, {Text: "b"}, {Hole: template.Date}}, false},
	} {
		if got := tt.t.Valid(); got != tt.want {
			t.Errorf("%s: Valid = %t, want %t", tt.name, got, tt.want)
		}
	}
}

// FuzzDerive proves that a template fits what it is made of, and that what it
// lets differ is short and plain.
func FuzzDerive(f *testing.F) {
	f.Add("call 1 at 12:00", "call 2 at 13:00")
	f.Add("0a1b2c3d 1", "12345678 2")
	f.Fuzz(func(t *testing.T, a, b string) {
		got, ok := template.Derive(a, b)
		if !ok {
			return
		}
		if !got.Valid() || !got.Matches(a) || !got.Matches(b) {
			t.Errorf("Derive(%q, %q) = %q does not fit them", a, b, got)
		}
	})
}
