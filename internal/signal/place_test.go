package signal_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/signal"
)

// TestShown takes what stands behind an address in a sentence off it, and leaves what
// may belong to it.
func TestShown(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"https://a.example", "https://a.example"},
		{"see https://a.example.", "https://a.example"},
		{"see https://a.example/x, and", "https://a.example/x"},
		{"(see https://a.example/x).", "https://a.example/x"},
		{"[docs](https://a.example/x)!", "https://a.example/x"},
		{"**https://a.example/x**", "https://a.example/x"},
		{"`https://a.example/x`", "https://a.example/x"},
		{"{\"url\":\\\"https://a.example/x\\\"}", "https://a.example/x"},
		{"“https://a.example/x”…", "https://a.example/x"},
		{"「https://a.example/x」。", "https://a.example/x"},
		{"https://a.example/wiki/Port_(sea)", "https://a.example/wiki/Port_(sea)"},
		{"(https://a.example/wiki/Port_(sea))", "https://a.example/wiki/Port_(sea)"},
		{"https://a.example/{id}", "https://a.example/{id}"},
		{"https://[::1]", "https://[::1]"},
		{"https://a.example/?q=", "https://a.example/?q="},
		{"https://a.example/a,b", "https://a.example/a,b"},
		{"https://…", "https://…"},
		{"https://).", "https://)."},
		{"/etc/passwd.", "/etc/passwd."},
	} {
		m := signal.Places(tt.text)[0]
		if got := m.Shown(tt.text).Of(tt.text); got != tt.want {
			t.Errorf("Shown(%q) = %q, want %q", tt.text, got, tt.want)
		}
		if exact := signal.Places(tt.text)[0]; exact != m {
			t.Errorf("the match of %q is another one now", tt.text)
		}
	}
}
