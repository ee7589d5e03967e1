package cli_test

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mooring-mcp/mooring/internal/cli"
	"github.com/mooring-mcp/mooring/internal/nasty"
)

var update = flag.Bool("update", false, "rewrite golden files")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"mooring": func() {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			status := cli.Run(ctx, cli.IO{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, ManagedPolicy: os.Getenv("MANAGED_POLICY")})
			stop()
			os.Exit(status)
		},
		"valid-only": func() {
			if err := validOnly(os.Args[1]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		},
		"nasty": func() { os.Exit(nasty.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		"nasty-web": func() {
			fmt.Fprintln(os.Stderr, nastyWeb(os.Args[1], os.Args[2], os.Args[3:]))
			os.Exit(1)
		},
	})
}

// nastyWeb serves a web mode, with a mode behind it, to whom sends the header
// NAME=VALUE.
func nastyWeb(address, header string, argv []string) error {
	web, err := nasty.NewWeb(argv[:1], argv[1:])
	if err != nil {
		return err
	}
	name, value, _ := strings.Cut(header, "=")
	server := http.Server{Addr: address, ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get(name) != value {
			http.Error(w, "not you", http.StatusForbidden)
			return
		}
		web.ServeHTTP(w, r)
	})}
	return server.ListenAndServe()
}

// freePort is a port of this machine where nobody listens right now.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// TestScripts runs every command line of testdata/script with its exact status
// and output.
func TestScripts(t *testing.T) {
	entries, free := registryOf(t), freePort(t)
	vectors, err := filepath.Abs("../../testdata/vectors/census")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("MOORING_REGISTRY", entries)
			env.Setenv("FREE", free)
			env.Setenv("VECTORS", vectors)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
		},
	})
}

// registryOf serves testdata/registry as an MCP registry: the file NAME@VERSION.json
// is the entry of io.example/NAME.
func registryOf(t *testing.T) (address string) {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, version, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v0.1/servers/io.example/"), "/versions/")
		http.ServeFile(w, r, filepath.Join("testdata/registry", filepath.Base(name)+"@"+filepath.Base(version)+".json"))
	}))
	t.Cleanup(web.Close)
	return web.URL
}

// status runs a command and demands an exit status, as in: status 3 mooring check.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND ARGS…")
	}
	want := args[0]
	err := ts.Exec(args[1], args[2:]...)
	got := exitStatus(err)
	if got != want {
		ts.Fatalf("exit status %s, want %s", got, want)
	}
}
