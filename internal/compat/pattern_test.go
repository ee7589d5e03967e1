package compat_test

import (
	"encoding/json"
	"testing"

	"github.com/mooring-mcp/mooring/internal/compat"
	"github.com/mooring-mcp/mooring/surface"
)

// TestPatterns follows new RegExp(pattern, "u") of Node 20, with which the reader was
// compared on 360,000 generated patterns.
func TestPatterns(t *testing.T) {
	tests := []struct{ pattern, problem string }{
		{`^[\w.-]+@[\w-]+\.\w{2,}$`, ""},
		{`^\d{4}-\d{2}$`, ""},
		{`(?<year>\d+)-\k<year>`, ""},
		{`(a)(b)\2`, ""},
		{`\u{1F600}|\u0041|\x41|\cA|\0`, ""},
		{`^(?:\/|\^|\-)`, `"\\-" is no escape`},
		{`[^\]\-a-z]`, ""},
		{`[]`, ""},
		{`a{2,3}?`, ""},
		{`(?i)x`, `"(?i)" begins no group`},
		{`(?P<x>y)`, `"(?P<" begins no group`},
		{`x\Z`, `"\\Z" is no escape`},
		{`\_`, `"\\_" is no escape`},
		{`[\w-.]`, "a range in a character class ends in a set"},
		{`[z-a]`, "a range in a character class is out of order"},
		{`[a-\b]`, "a range in a character class is out of order"},
		{`(a`, `"(" is not closed`},
		{`a)`, `a lone ")" needs a backslash`},
		{`[a`, `"[" is not closed`},
		{`{`, `a lone "{" needs a backslash`},
		{`a{3,2}`, "{3,2} is out of order"},
		{`*a`, `"*" repeats nothing`},
		{`a++`, `"+" repeats nothing`},
		{`(?=a)*`, `"*" repeats nothing`},
		{`(?:a)*`, ""},
		{`\1`, `\1 refers to no group`},
		{`\k<x>`, `\k<…> refers to no group`},
		{`(?<x>a)(?<x>b)`, "two groups have one name"},
		{`(?<x>a)|(?<x>b)`, ""}, // ECMAScript 2025; Node 20 does not know it
		{`(?:(?<x>a)|(?<x>b))c|(?<x>d)`, ""},
		{`(?:(?<x>a)|(?<x>b))(?<x>c)`, "two groups have one name"},
		{`(?:(?<x>a)|b)(?:c|(?<x>d))`, "two groups have one name"},
		{`(?<x>a|(?<x>b))`, "two groups have one name"},
		{`(?:(?<x>a)(?:b|c))|(?:d(?<x>e))`, ""},
		{`[\x41-\x40]`, "a range in a character class is out of order"},
		{`[\x40-\x41]`, ""},
		{`[\u0041-\u0040]`, "a range in a character class is out of order"},
		{`[\u{41}-@]`, "a range in a character class is out of order"},
		{`[\cB-\cA]`, "a range in a character class is out of order"},
		{`[\0-\x01]`, ""},
		{`[a-\0]`, "a range in a character class is out of order"},
		{`[\uD83D\uDE00-\uD83D\uDE01]`, ""},
		{`[\uD83D\uDE01-\uD83D\uDE00]`, "a range in a character class is out of order"},
		{`[\uD83D-\uD83D\uDE00]`, ""},
		{`[\x4]`, `"\\x" is no escape`},
		{`\`, "a backslash stands at the end"},
		{`\u{110000}`, `"\\u{" is no code point`},
		{`\pL`, `"\\p" names no property`},
	}
	for _, tt := range tests {
		text, err := json.Marshal(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		problem := ""
		for _, f := range fired(compat.Check(listed(t, surface.Tool, input(`{"type":"string","pattern":`+string(text)+`}`))), "compat.pattern_invalid") {
			problem = f.Detail
		}
		want := tt.problem
		if want != "" {
			want += ", with the u flag"
		}
		if problem != want {
			t.Errorf("pattern %s: %q, want %q", tt.pattern, problem, want)
		}
	}
}
