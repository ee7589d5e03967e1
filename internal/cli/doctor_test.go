package cli

// This test is inside the package for the session of login_test.go.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/nasty"
)

// TestDoctorLooksAtLogins has doctor look at a protected server before and after a login.
func TestDoctorLooksAtLogins(t *testing.T) {
	s := newSession(t)
	web, err := nasty.NewWeb([]string{"json"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.world.Behind = web
	t.Chdir(t.TempDir())
	config := `{"mcpServers": {"harbor": {"type": "http", "url": "` + s.world.Server() + `"}}}`
	if err := os.WriteFile(filepath.Join(os.Getenv("HOME"), ".claude.json"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	status, stdout, _ := s.run(t, "doctor")
	for _, want := range []string{"  problem  harbor: does not answer: ", "→ mooring login " + s.world.Server()} {
		if status != 1 || !strings.Contains(stdout, want) {
			t.Errorf("doctor without a login: status %d, want 1 and %q in\n%s", status, want, stdout)
		}
	}
	if status, _, stderr := s.run(t, "login", "--store", "file", s.world.Server()); status != 0 {
		t.Fatalf("login: status %d\n%s", status, stderr)
	}
	_, stdout, _ = s.run(t, "doctor")
	for _, want := range []string{"  ok       harbor: answers in ", "  ok       harbor: logged in: scopes read offline_access, renewed by itself"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("doctor with a login: want %q in\n%s", want, stdout)
		}
	}
	if err := os.WriteFile(filepath.Join(os.Getenv("HOME"), "mooring", "logins", "logins.file.age"), []byte("torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, stdout, _ = s.run(t, "doctor", "--offline"); !strings.Contains(stdout, "  unknown  the stored logins cannot be read: ") {
		t.Errorf("doctor with damaged logins says\n%s", stdout)
	}
	s.silent(t)
}
