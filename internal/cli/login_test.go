package cli

// This test is inside the package to run the two commands whether or not the root names them, against servers of its
// own process: a script could not follow the page that a login prints.

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/oauth/oauthtest"
)

// session is a home of its own with a world of servers.
type session struct {
	world *oauthtest.World
	said  strings.Builder // everything that was ever printed
}

func newSession(t *testing.T) *session {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(name, home)
	}
	s := &session{world: oauthtest.New()}
	t.Cleanup(s.world.Listen())
	return s
}

// run runs one command line. Pages that it prints are visited.
func (s *session) run(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out bytes.Buffer
	errs := &visitor{t: t}
	a := &app{io: IO{Stdin: strings.NewReader(""), Stdout: &out, Stderr: errs}, environ: os.Environ(), eras: &eraCache{eras: map[string]string{}}}
	root := a.root()
	if found, _, err := root.Find([]string{"login"}); err != nil || found == root {
		root.AddCommand(a.login(), a.logout())
	}
	root.SetArgs(args)
	root.SetErr(errs)
	if err := root.ExecuteContext(t.Context()); err != nil {
		exit := (*exitError)(nil)
		if !errors.As(err, &exit) {
			t.Fatalf("%q: %v", args, err)
		}
		exit.print(errs)
		status = exit.status
	}
	s.said.WriteString(out.String() + errs.String())
	return status, out.String(), errs.String()
}

// visitor is a standard error whose reader opens every page that is printed.
type visitor struct {
	bytes.Buffer

	t *testing.T
}

var pages = regexp.MustCompile(`(?m)^  (http://\S+/authorize\?\S+)$`)

func (v *visitor) Write(p []byte) (int, error) {
	if m := pages.FindSubmatch(p); m != nil {
		req, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, string(m[1]), nil)
		if err != nil {
			v.t.Error(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			v.t.Errorf("visit %s: %v", m[1], err)
			return v.Buffer.Write(p)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if !strings.Contains(string(body), "You can close this page") {
			v.t.Errorf("the page says %s", body)
		}
	}
	return v.Buffer.Write(p)
}

func (s *session) silent(t *testing.T) {
	t.Helper()
	for _, secret := range s.world.Secrets() {
		if secret != "" && strings.Contains(s.said.String(), secret) {
			t.Errorf("secret %q was printed:\n%s", secret, s.said.String())
		}
	}
}

func TestLoginAndLogout(t *testing.T) {
	s := newSession(t)
	status, stdout, stderr := s.run(t, "login", "--store", "file", s.world.Server())
	if want := "logged in: " + s.world.Server() + ": scopes read offline_access, renewed by itself\n"; status != 0 || stdout != want {
		t.Fatalf("login: status %d, %q, want 0, %q\n%s", status, stdout, want, stderr)
	}
	for _, want := range []string{
		"answers with status 401", "protected resource ", "authorization server ", `client "registered-1", registered now`,
		"open this page in a browser:\n\n  http", "waiting for you to log in there", "stored in ", "logins.file.age",
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("login does not say %q:\n%s", want, stderr)
		}
	}
	status, stdout, stderr = s.run(t, "logout", "--store", "file", s.world.Server())
	if status != 0 || !strings.HasPrefix(stdout, "logged out: "+s.world.Server()+": login of ") || !strings.Contains(stderr, "revoked: refresh_token") {
		t.Errorf("logout: status %d, %q\n%s", status, stdout, stderr)
	}
	if status, _, stderr = s.run(t, "logout", "--store", "file", s.world.Server()); status != 2 || !strings.Contains(stderr, "no login to") {
		t.Errorf("second logout: status %d\n%s", status, stderr)
	}
	s.silent(t)
}

func TestLoginAsProgram(t *testing.T) {
	s := newSession(t)
	s.world.Clients = map[string]string{"ci": "the-secret-of-ci"}
	t.Setenv("CI_SECRET", "the-secret-of-ci")
	args := []string{"login", "--store", "file", "--client-credentials", "--client-id", "ci", "--client-secret-env", "CI_SECRET", "--scope", "a b", "--scope", "c", s.world.Server()}
	status, stdout, stderr := s.run(t, args...)
	if want := "logged in: " + s.world.Server() + ": scopes a b c, renewed by itself\n"; status != 0 || stdout != want {
		t.Errorf("login: status %d, %q, want 0, %q\n%s", status, stdout, want, stderr)
	}
	t.Setenv("CI_SECRET", "another-secret")
	if status, _, stderr = s.run(t, args...); status != 3 || !strings.Contains(stderr, "invalid_client") {
		t.Errorf("login with another secret: status %d, want 3\n%s", status, stderr)
	}
	if strings.Contains(stderr, "another-secret") {
		t.Errorf("the secret was printed:\n%s", stderr)
	}
	s.silent(t)
}

func TestLoginErrors(t *testing.T) {
	s := newSession(t)
	s.world.RegisterCode = "access_denied"
	open := s.world.AS + "/open" // asks for no login
	tests := []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"login"}, 2, "found 0 arguments, want one server"},
		{[]string{"login", "harbor"}, 2, "harbor"},
		{[]string{"login", "http://mcp.example.com/mcp"}, 2, "does not use https"},
		{[]string{"login", "https://a:b@mcp.example.com/mcp"}, 2, "holds a user name or a password"},
		{[]string{"login", "--device", "--client-credentials", s.world.Server()}, 2, "want at most one of them"},
		{[]string{"login", "--client-credentials", s.world.Server()}, 2, "wants --client-id"},
		{[]string{"login", "--client-secret-env", "X", s.world.Server()}, 2, "want --client-id"},
		{[]string{"login", "--client-id", "x", "--client-secret-env", "NOT_SET", s.world.Server()}, 2, "the variable NOT_SET is not set"},
		{[]string{"login", "--client-id", "x", "--client-secret-env", "hunter2-real-secret", s.world.Server()}, 2, "takes the name of a variable"},
		{[]string{"login", "--store", "cloud", s.world.Server()}, 2, `--store is "cloud"`},
		{[]string{"login", "--callback-port", "70000", s.world.Server()}, 2, "want 0 to 65535"},
		{[]string{"login", "--timeout", "0s", s.world.Server()}, 2, "want more than 0"},
		{[]string{"login", "--store", "file", s.world.Server()}, 3, `refused with status 400: "access_denied"`},
		{[]string{"login", "--store", "file", open}, 2, "asks for no login"},
		{[]string{"logout", "--store", "file", "https://mcp.example.com/mcp"}, 2, "no login to"},
	}
	for _, tt := range tests {
		status, stdout, stderr := s.run(t, tt.args...)
		if status != tt.status || stdout != "" || !strings.Contains(stderr, tt.want) || strings.Contains(stderr, "hunter2") {
			t.Errorf("%q: status %d, stdout %q, want %d and %q:\n%s", tt.args, status, stdout, tt.status, tt.want, stderr)
		}
	}
}

// TestGivenTokenIsRefused wants the hint to speak of the token that was given.
func TestGivenTokenIsRefused(t *testing.T) {
	s := newSession(t)
	t.Setenv("GIVEN", "stale-token")
	for want, args := range map[string][]string{
		"refuses the token that it was given": {"inspect", "--bearer-env", "GIVEN", s.world.Server()},
		"mooring login " + s.world.Server():   {"inspect", s.world.Server()},
	} {
		status, _, stderr := s.run(t, args...)
		if status != 3 || !strings.Contains(stderr, want) || strings.Contains(stderr, "stale-token") {
			t.Errorf("%q: status %d, stderr %q, want 3 and %q", args, status, stderr, want)
		}
	}
}

// TestMoreScopeIsWanted wants the hint to name all scopes that the next login has to ask for.
func TestMoreScopeIsWanted(t *testing.T) {
	s := newSession(t)
	if status, _, stderr := s.run(t, "login", "--store", "file", s.world.Server()); status != 0 {
		t.Fatalf("login: status %d\n%s", status, stderr)
	}
	s.world.Scope = "write"
	want := "hint: mooring login " + s.world.Server() + " --scope 'read offline_access write'"
	if status, _, stderr := s.run(t, "inspect", s.world.Server()); status != 3 || !strings.Contains(stderr, want) {
		t.Errorf("inspect: status %d, want 3 and %q\n%s", status, want, stderr)
	}
	s.silent(t)
}
