package cli

// This test is inside the package for the session of login_test.go. The suite runs the test binary once more as the
// client that it examines.

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// asClient says, in the environment, that the suite runs the test as its client.
const asClient = "MOORING_TEST_CONFORMANCE"

// scenarios are all of the suite that are about the authorization of clients, with why one does not apply here.
var scenarios = []struct{ name, leftOut string }{
	{"auth/2025-03-26-oauth-endpoint-fallback", ""},
	{"auth/2025-03-26-oauth-metadata-backcompat", "its metadata is of another issuer than the one that was asked for, which RFC 8414 §3.3 has clients refuse"},
	{"auth/basic-cimd", ""},
	{"auth/client-credentials-basic", ""},
	{"auth/client-credentials-jwt", ""},
	{"auth/cross-app-access-complete-flow", "it exchanges a token of an enterprise's identity provider, an extension that mooring login does not have"},
	{"auth/metadata-default", ""},
	{"auth/metadata-var1", ""},
	{"auth/metadata-var2", ""},
	{"auth/metadata-var3", ""},
	{"auth/offline-access-not-supported", ""},
	{"auth/offline-access-scope", ""},
	{"auth/pre-registration", ""},
	{"auth/resource-mismatch", ""},
	{"auth/scope-from-scopes-supported", ""},
	{"auth/scope-from-www-authenticate", ""},
	{"auth/scope-omitted-when-undefined", ""},
	{"auth/scope-retry-limit", ""},
	{"auth/scope-step-up", "its server wants more scope for tools/call alone, and an observation calls no tool"},
	{"auth/token-endpoint-auth-basic", ""},
	{"auth/token-endpoint-auth-none", ""},
	{"auth/token-endpoint-auth-post", ""},
}

// TestConformance logs in to the servers of the MCP conformance suite, as far as its scenarios apply.
func TestConformance(t *testing.T) {
	if os.Getenv(asClient) != "" {
		conformanceClient(t, os.Args[len(os.Args)-1])
		return
	}
	out, err := suite(t.Context(), t, "list").Output()
	if err != nil {
		t.Fatalf("conformance list: %v", err)
	}
	var known []string
	for _, s := range scenarios {
		known = append(known, s.name)
	}
	listed := regexp.MustCompile(`auth/[\w-]+`).FindAllString(string(out), -1)
	slices.Sort(listed)
	if diff := cmp.Diff(known, listed); diff != "" {
		t.Errorf("scenarios of authorization (-here +in the suite):\n%s", diff)
	}
	for _, tt := range scenarios {
		t.Run(strings.TrimPrefix(tt.name, "auth/"), func(t *testing.T) {
			t.Parallel()
			if tt.leftOut != "" {
				t.Skipf("left out: %s", tt.leftOut)
			}
			home := t.TempDir()
			client := os.Args[0] + " -test.run=^TestConformance$" // the suite appends the server
			cmd := suite(t.Context(), t, "client", "--scenario", tt.name, "--command", client, "--output-dir", t.TempDir())
			cmd.Env = append(os.Environ(), asClient+"=1", "HOME="+home, "XDG_CONFIG_HOME="+home, "AppData="+home)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			t.Logf("%s", regexp.MustCompile(`Passed: .*`).Find(out))
		})
	}
}

// suite is a command line of the suite. Without it the test is skipped, unless MOORING_REQUIRE names it.
func suite(ctx context.Context, t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	const folder = "../../testdata/conformance"
	const program = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
	_, err := os.Stat(filepath.Join(folder, program))
	if err == nil {
		_, err = exec.LookPath("node")
	}
	if err != nil && slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "conformance") {
		t.Fatalf("MOORING_REQUIRE wants conformance: %v; run make conformance", err)
	}
	if err != nil {
		t.Skipf("no conformance suite: %v; run make conformance", err)
	}
	cmd := exec.CommandContext(ctx, "node", append([]string{"--import", "./node20.mjs", program}, args...)...)
	cmd.Dir = folder
	return cmd
}

// conformanceClient logs in to a server of the suite in the way of its scenario, and observes it.
func conformanceClient(t *testing.T, server string) {
	t.Helper()
	var known struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
		Key    string `json:"private_key_pem"`
	}
	if text := os.Getenv("MCP_CONFORMANCE_CONTEXT"); text != "" {
		if err := json.Unmarshal([]byte(text), &known); err != nil {
			t.Fatal(err)
		}
	}
	login := []string{"login", "--store", "file"}
	switch scenario := os.Getenv("MCP_CONFORMANCE_SCENARIO"); {
	case strings.Contains(scenario, "/client-credentials"):
		login = append(login, "--client-credentials")
	case scenario == "auth/basic-cimd":
		known.ID = "https://conformance-test.local/client-metadata.json" // which the suite takes as the client's own
	}
	if known.ID != "" {
		login = append(login, "--client-id", known.ID)
	}
	if known.Secret != "" {
		t.Setenv("CLIENT_SECRET", known.Secret)
		login = append(login, "--client-secret-env", "CLIENT_SECRET")
	}
	if known.Key != "" {
		t.Setenv("CLIENT_KEY", known.Key)
		login = append(login, "--client-key-env", "CLIENT_KEY")
	}
	s := &session{}
	for _, args := range [][]string{append(login, server), {"inspect", server}} {
		if status, stdout, stderr := s.run(t, args...); status != 0 {
			t.Errorf("%q: status %d\n%s%s", args, status, stdout, stderr)
		}
	}
}
