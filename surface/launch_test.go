package surface_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/surface"
)

func TestNewLaunchHidesSecrets(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"--port 7 stdio", "--port 7 stdio"},
		{"--api-key hunter2a --x", "--api-key <secret> --x"},
		{"--apiKey hunter2a", "--apiKey <secret>"},
		{"--token=hunter2a", "--token=<secret>"},
		{"-e API_KEY=hunter2a", "-e API_KEY=<secret>"},
		{"--password --other", "--password --other"},
		{"--keyboard de --monkey 1", "--keyboard de --monkey 1"},
		{"--key-file /etc/key --token-path p", "--key-file /etc/key --token-path p"},
		{"postgres://u:hunter2a@host/db?sslmode=on", "postgres://u:<secret>@host/db?sslmode=on"},
		{"-e DB=postgres://u:hunter2a@host", "-e DB=postgres://u:<secret>@host"},
		{"https://h/p?api_key=hunter2a&q=1#f", "https://h/p?api_key=<secret>&q=1#f"},
		{"https://h/p?t=ghp_0123456789abcdefghij&q=1", "https://h/p?t=<secret>&q=1"},
		{"ghp_0123456789abcdefghij", "<secret>"},
		{"ghp_short", "ghp_short"},
		{"TOKEN=", "TOKEN="},
		{"--header X-Key:hunter2a -H Authorization:hunter2a --header=X:hunter2a", "--header X-Key: <secret> -H Authorization: <secret> --header=X: <secret>"},
		{"--header X", "--header X"},
		{"--auth-server https://good --auth required --key-provider ./vault.so --key /etc/k", "--auth-server https://good --auth <secret> --key-provider ./vault.so --key /etc/k"},
		{"--auth none --token abc", "--auth none --token abc"},
		{"redis://u:hunter2a@h1,redis://u:hunter3@h2", "redis://u:<secret>@h1,redis://u:<secret>@h2"},
		{"https://hunter2a@h/p", "https://<secret>@h/p"},
		{"https://h/s/0a1b2c3d4e5f60718293a4b5/mcp?x=1", "https://h/s/<secret>/mcp?x=1"},
		{"https://h/${SESSION_TOKEN_1234567890}/mcp", "https://h/${SESSION_TOKEN_1234567890}/mcp"},
	} {
		got := strings.Join(surface.NewLaunch("c", strings.Fields(tt.args), "", nil).Args, " ")
		if got != tt.want {
			t.Errorf("NewLaunch(%q) has %q, want %q", tt.args, got, tt.want)
		}
	}
}

func TestDifferences(t *testing.T) {
	before := surface.NewLaunch("a", []string{"x y"}, "", []string{"B", "A", "A"})
	if got := before.Differences(surface.NewLaunch("a", []string{"x y"}, "", []string{"A", "B"})); got != nil {
		t.Errorf("equal launches differ in %v", got)
	}
	want := []surface.Difference{
		{Part: "command", Before: "a", After: "b"},
		{Part: "args", Before: `"x y"`, After: `"x" "y"`},
		{Part: "dir", After: "d"},
		{Part: "env", Before: `"A" "B"`},
	}
	if diff := cmp.Diff(want, before.Differences(surface.NewLaunch("b", []string{"x", "y"}, "d", nil))); diff != "" {
		t.Errorf("Differences (-want +got):\n%s", diff)
	}
}
