package observe_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/observe"
)

// TestEndingNamesTheError has a runtime that says what went wrong long before its
// last words.
func TestEndingNamesTheError(t *testing.T) {
	for _, c := range []struct{ name, stderr, want string }{
		{"last words alone", "starting\nout of luck\n", `it went away; its stderr ends with "starting" "out of luck"`},
		{
			"the error before the trace", "node:internal\nError: Cannot find module 'x'\n  at a\n  at b\n  at c\n\nNode.js v20\n",
			`it went away; its stderr ends with "at b" "at c" "Node.js v20" and says before that "Error: Cannot find module 'x'"`,
		},
		{"the error last", "a\nb\nError: no\n", `it went away; its stderr ends with "a" "b" "Error: no"`},
	} {
		if got := (observe.Ending{Stderr: c.stderr}).String(); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
