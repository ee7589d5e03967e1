package filter_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/filter"
)

func TestShell(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{
			"read", `{"id":7,"cmd":"ls -la"}`,
			`{"id":7,"band":"auto","axes":{"reversibility":"reversible","scope":"local"},"reasons":[],"commands":[{"name":"ls","args":["-la"],"band":"auto","span":{"start":0,"end":6}}]}`,
		},
		{"floor", `{"cmd":"rm -rf /"}`, `{"band":"deny",`},
		{"shell", `{"cmd":"dir","shell":"cmd"}`, `{"band":"escalate",`},
		{"workspace", `{"cmd":"cp a /srv/b","workspace":"/src/harbor"}`, `{"band":"escalate",`},
		{"no cmd", `{"shell":"bash"}`, `{"error":{"code":"missing_member","message":"found no member \"cmd\"","offset":0,"pointer":""}}`},
		{"no text", `{"cmd":7}`, `{"error":{"code":"wrong_value","message":"found number, want a string","offset":7,"pointer":"/cmd"}}`},
		{"relative", `{"cmd":"ls","home":"x"}`, `{"error":{"code":"wrong_value","message":"found \"x\", want an absolute folder","offset":19,"pointer":"/home"}}`},
		{"unknown", `{"cmd":"ls","cwd":"x"}`, `{"error":{"code":"unknown_member",`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := run(t, tt.in+"\n", filter.Shell(nil)); !strings.HasPrefix(got, tt.want) {
				t.Errorf("Shell of %s\ngot  %swant %s", tt.in, got, tt.want)
			}
		})
	}
}
