package policy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/policy"
)

const (
	rule1 = "- tool: \"fetch\"\n@  argument: \"/url\"\n@  as: url\n@  intent: read\n@  reason: \"it reads\"\n"
	rule2 = "- tool: \"query\"\n@  argument: \"/sql\"\n@  as: sql\n@  dialect: postgres\n@  reason: \"it runs\"\n"
	scope = "# proposed: no word of the tools below says that what they reach is on this machine alone\n@scope: shared-remote\n"
)

// at indents the lines of a constant above.
func at(indent int, text string) string {
	margin := strings.Repeat(" ", indent)
	return margin + strings.ReplaceAll(text, "@", margin)
}

func TestAddOperations(t *testing.T) {
	fetch := policy.ArgumentRule{Tool: "fetch", Argument: "/url", As: operation.URLKind, Intent: operation.Read, Reason: "it reads"}
	query := policy.ArgumentRule{Tool: "query", Argument: "/sql", As: operation.SQLKind, Dialect: "postgres", Reason: "it runs"}
	both := policy.ProposedOperations{Scope: band.SharedRemote, Rules: []policy.ArgumentRule{fetch, query}}
	one := policy.ProposedOperations{Rules: []policy.ArgumentRule{fetch}}
	tests := []struct {
		name, before string
		add          policy.ProposedOperations
		want         string // "" for an unsafe edit
	}{
		{"nothing there", "", both, "operations:\n  \"db\":\n" + at(4, scope) + "    arguments:\n" + at(6, rule1) + at(6, rule2)},
		{"no section", "fail_on: review # ours\n", one, "fail_on: review # ours\n\noperations:\n  \"db\":\n    arguments:\n" + at(6, rule1)},
		{
			"another server", "operations:\n   shop:\n      scope: local\n# end\n", one,
			"operations:\n   shop:\n      scope: local\n   \"db\":\n     arguments:\n" + at(7, rule1) + "# end\n",
		},
		{
			"no rules", "operations:\n  db:\n    dialect: mysql # ours\n", both,
			"operations:\n  db:\n" + at(4, scope) + "    dialect: mysql # ours\n    arguments:\n" + at(6, rule1) + at(6, rule2),
		},
		{
			"rules", "operations:\n  db:\n    arguments:\n      # first\n      - {tool: a, argument: /b, as: data, reason: x}\n      # last\n    dialect: mysql\n", one,
			"operations:\n  db:\n    arguments:\n      # first\n      - {tool: a, argument: /b, as: data, reason: x}\n" + at(6, rule1) + "      # last\n    dialect: mysql\n",
		},
		{
			"rules without a margin", "operations:\n  db:\n    arguments:\n    - tool: a\n      argument: /b\n      as: data\n      reason: >\n        - x\n    scope: local\n", one,
			"operations:\n  db:\n    arguments:\n    - tool: a\n      argument: /b\n      as: data\n      reason: >\n        - x\n" + at(4, rule1) + "    scope: local\n",
		},
		{
			"in place", "operations:\n  db:\n    arguments:\n      - tool: query # ours\n        argument: /sql\n        as: sql\n        reason: x\n      - {tool: a, argument: /b, as: data, reason: x}\n", both,
			"operations:\n  db:\n" + at(4, scope) + "    arguments:\n      # was: - tool: query # ours\n" + at(6, rule2) + "      - {tool: a, argument: /b, as: data, reason: x}\n" + at(6, rule1),
		},
		{"empty rules", "operations:\n  db:\n    scope: local\n    arguments:\n", one, "operations:\n  db:\n    scope: local\n    arguments:\n" + at(6, rule1)},
		{"empty server", "operations:\n  db:\n", one, "operations:\n  db:\n    arguments:\n" + at(6, rule1)},
		{"carriage returns", "operations:\r\n  db:\r\n    scope: local\r\n", one, "operations:\r\n  db:\r\n    scope: local\r\n" + strings.ReplaceAll("    arguments:\n"+at(6, rule1), "\n", "\r\n")},
		{"mark", "\uFEFFfail_on: review\n", one, "\uFEFFfail_on: review\n\noperations:\n  \"db\":\n    arguments:\n" + at(6, rule1)},
		{"flow", "operations: {}\n", one, ""},
		{"flow server", "operations:\n  db: {scope: local}\n", one, ""},
		{"flow rules", "operations:\n  db:\n    arguments: [{tool: a, argument: /b, as: data, reason: x}]\n", one, ""},
		{"nothing to add", "operations: {}\n", policy.ProposedOperations{}, "operations: {}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := policy.AddOperations([]byte(tt.before), "db", tt.add)
			if tt.want == "" {
				if !errors.Is(err, policy.ErrUnsafeEdit) {
					t.Errorf("AddOperations gives %q, %v, want an unsafe edit", got, err)
				}
				return
			}
			if diff := cmp.Diff(tt.want, string(got)); err != nil || diff != "" {
				t.Fatalf("AddOperations: %v (-want +got):\n%s", err, diff)
			}
			if again, err := policy.AddOperations(got, "db", policy.ProposedOperations{Rules: tt.add.Rules}); err != nil {
				t.Errorf("again: %q, %v", again, err)
			}
		})
	}
	if _, err := policy.AddOperations([]byte("bad: 1\n"), "db", one); err == nil {
		t.Error("a text that is no policy: no error")
	}
	text := policy.OperationsText("db", both)
	if p, err := policy.Parse([]byte(text)); err != nil || len(p.Operations["db"].Arguments) != 2 {
		t.Errorf("OperationsText is no policy: %v\n%s", err, text)
	}
}

func FuzzAddOperations(f *testing.F) {
	f.Add("operations:\n  db:\n    arguments:\n    - {tool: a, argument: /b, as: data, reason: x}\n", "db", "fetch")
	f.Add("operations:\n  db: {}\n", "d\u202eb", "a\"b")
	f.Add("operations:\n  db:\n    arguments:\n      - tool: a\n        argument: /url\n        as: data\n        reason: |\n          - x\n", "db", "a")
	f.Fuzz(func(t *testing.T, text, server, tool string) {
		add := policy.ProposedOperations{Rules: []policy.ArgumentRule{{Tool: tool, Argument: "/url", As: operation.URLKind, Intent: operation.Read, Reason: "x"}}}
		out, err := policy.AddOperations([]byte(text), server, add)
		if err != nil {
			return
		}
		if p, err := policy.Parse(out); err != nil || len(p.Operations[server].Arguments) == 0 {
			t.Errorf("AddOperations(%q, %q, %q) is %q: %v", text, server, tool, out, err)
		}
	})
}
