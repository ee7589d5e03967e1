package cli

// This test is inside the package for the session of login_test.go. It runs itself once more on a message bus of its
// own, where a Secret Service knows nothing of the user's.

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"github.com/mooring-mcp/mooring/internal/nasty"
	"github.com/mooring-mcp/mooring/internal/oauth/oauthtest"
)

// The entry that holds the key; docs/login.md names the service.
const (
	keyringService = "mooring"
	keyringUser    = "key of stored logins"
)

// onBus says, in the environment of the test on its bus, which part it is.
const onBus = "MOORING_TEST_KEYRING"

func TestKeyring(t *testing.T) {
	parts := map[string]func(*testing.T, *session){"unlocked": keyringUnlocked, "locked": keyringLocked, "absent": keyringAbsent}
	if part := parts[os.Getenv(onBus)]; part != nil {
		s := &session{world: oauthtest.New()}
		web, err := nasty.NewWeb([]string{"json"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.world.Behind = web
		t.Cleanup(s.world.Listen())
		part(t, s)
		s.silent(t)
		return
	}
	for _, tool := range []string{"dbus-run-session", "gnome-keyring-daemon"} {
		if _, err := exec.LookPath(tool); err == nil {
			continue
		}
		if slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "keyring") {
			t.Fatalf("MOORING_REQUIRE wants keyring: no %s; install dbus-daemon and gnome-keyring", tool)
		}
		t.Skipf("no keyring: no %s; install dbus-daemon and gnome-keyring", tool)
	}
	home := t.TempDir()
	bus := []string{"dbus-run-session", "--", "sh", "-c"}
	runPart(t, home, "unlocked", append(bus, `printf password-of-the-keyring | gnome-keyring-daemon --unlock --components=secrets && exec "$0" "$@"`)...)
	// The bus starts the service when it is asked for, and nobody is there to unlock it.
	runPart(t, home, "locked", append(bus, `exec "$0" "$@"`)...)
	runPart(t, home, "absent", "env", "DBUS_SESSION_BUS_ADDRESS=unix:path="+filepath.Join(home, "none"))
}

// runPart runs this test as one part, behind other words of a command line.
func runPart(t *testing.T, home, part string, behind ...string) {
	t.Helper()
	runtime := filepath.Join(home, "run")
	if err := os.MkdirAll(runtime, 0o700); err != nil {
		t.Fatal(err)
	}
	argv := append(behind, os.Args[0], "-test.run=^TestKeyring$", "-test.count=1")
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), onBus+"="+part, "HOME="+home, "XDG_CONFIG_HOME=", "XDG_DATA_HOME=", "XDG_CACHE_HOME=", "XDG_RUNTIME_DIR="+runtime, "DISPLAY=", "WAYLAND_DISPLAY=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("with the keyring %s: %v\n%s", part, err, out)
	}
}

// keyringUnlocked logs in, has the token used, and logs out. Another login stays for the other parts.
func keyringUnlocked(t *testing.T, s *session) {
	t.Helper()
	server := s.world.Server()
	for _, store := range []string{"keychain", "auto"} {
		status, _, stderr := s.run(t, "login", "--store", store, server)
		if status != 0 || !strings.Contains(stderr, "logins.keychain.age") || !strings.Contains(stderr, "with its key in the keychain") {
			t.Fatalf("login --store %s: status %d\n%s", store, status, stderr)
		}
		key, err := keyring.Get(keyringService, keyringUser)
		if err != nil || !strings.HasPrefix(key, "AGE-SECRET-KEY-1") {
			t.Fatalf("the keyring has a key of %d bytes, %v", len(key), err)
		}
		if strings.Contains(s.said.String(), key) {
			t.Error("the key was printed")
		}
		if status, stdout, stderr := s.run(t, "inspect", server); status != 0 || !strings.Contains(stdout, "add_note") {
			t.Errorf("inspect: status %d, %q\n%s", status, stdout, stderr)
		}
		s.world.Expire()
		if status, _, stderr := s.run(t, "inspect", server); status != 0 {
			t.Errorf("inspect when the token has ended: status %d\n%s", status, stderr)
		}
		if status, _, stderr := s.run(t, "logout", server); status != 0 || !strings.Contains(stderr, "revoked: refresh_token") {
			t.Errorf("logout: status %d\n%s", status, stderr)
		}
		if _, err := keyring.Get(keyringService, keyringUser); !errors.Is(err, keyring.ErrNotFound) {
			t.Errorf("after logout the key is still there: %v", err)
		}
		if status, _, stderr := s.run(t, "inspect", server); status != 3 || !strings.Contains(stderr, "mooring login "+server) {
			t.Errorf("inspect after logout: status %d, want 3\n%s", status, stderr)
		}
	}
	if status, _, stderr := s.run(t, "login", server); status != 0 {
		t.Errorf("last login: status %d\n%s", status, stderr)
	}
}

// keyringLocked finds what keyringUnlocked left, without its key.
func keyringLocked(t *testing.T, s *session) {
	t.Helper()
	if _, err := keyring.Get(keyringService, keyringUser); err == nil || errors.Is(err, keyring.ErrNotFound) {
		t.Fatalf("the keyring says %v, want that it is locked", err)
	}
	keyringSilent(t, s)
}

// keyringAbsent has no bus, and the file that keyringUnlocked left.
func keyringAbsent(t *testing.T, s *session) {
	t.Helper()
	keyringSilent(t, s)
	for _, place := range []string{"logins.keychain.age", "logins.file.age"} {
		if err := os.Remove(filepath.Join(os.Getenv("HOME"), ".config/mooring/logins", place)); err != nil && place == "logins.keychain.age" {
			t.Error(err)
		}
	}
	status, _, stderr := s.run(t, "login", s.world.Server()) // where nothing is stored, a file will do
	if status != 0 || !strings.Contains(stderr, "logins.file.age") {
		t.Errorf("first login: status %d\n%s", status, stderr)
	}
}

// keyringSilent wants what is in a keychain that gives nothing to be told and kept, and a file to work beside it.
func keyringSilent(t *testing.T, s *session) {
	t.Helper()
	server := s.world.Server()
	const hint = "hint: unlock it, or log in with --store file"
	for _, tt := range []struct {
		status int
		args   []string
	}{{2, []string{"login", "--store", "keychain", server}}, {2, []string{"login", server}}, {3, []string{"inspect", server}}, {2, []string{"logout", server}}} {
		status, _, stderr := s.run(t, tt.args...)
		if status != tt.status || !strings.Contains(stderr, "the keychain does not give the key of the stored logins") || !strings.Contains(stderr, hint) {
			t.Errorf("%q: status %d, want %d and %q\n%s", tt.args, status, tt.status, hint, stderr)
		}
	}
	if status, _, stderr := s.run(t, "login", "--store", "file", server); status != 0 {
		t.Errorf("login --store file: status %d\n%s", status, stderr)
	}
	if status, stdout, stderr := s.run(t, "inspect", server); status != 0 || !strings.Contains(stdout, "add_note") {
		t.Errorf("inspect: status %d, %q\n%s", status, stdout, stderr)
	}
	if status, _, stderr := s.run(t, "logout", "--store", "file", server); status != 0 {
		t.Errorf("logout --store file: status %d\n%s", status, stderr)
	}
}
