package observe_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mooring-mcp/mooring/internal/nasty"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

// TestMain runs this program as a server when its arguments say so:
//
//	nasty MODE ARG…      the misbehaving server
//	held ADDR MODE ARG…  the same, with a connection to ADDR that ends when the process does
//	sdk                  a server of the Go SDK
//	observer ADDR        an observer of a held server that answers nothing and ignores every signal
func TestMain(m *testing.M) {
	args := os.Args[1:]
	if len(args) == 2 && args[0] == "observer" {
		_, err := observe.Observe(context.Background(), observe.Options{
			Environ: os.Environ(), Server: observe.Stdio{Command: os.Args[0], Args: []string{"held", args[1], "sleeper", "stubborn"}},
		})
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if len(args) > 2 && args[0] == "held" {
		if _, err := new(net.Dialer).DialContext(context.Background(), "tcp", args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(nasty.Main(args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	if len(args) == 1 && args[0] == "sdk" {
		if err := sdkServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(0)
	}
	if len(args) > 0 && args[0] == "nasty" {
		os.Exit(nasty.Main(args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// server is the nasty server in a mode.
func server(tb testing.TB, mode ...string) observe.Options {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	return observe.Options{
		ID: "notes", Environ: os.Environ(), ClientVersion: "1.2.3",
		Server: observe.Stdio{
			Command: self, Args: append([]string{"nasty"}, mode...),
			Env: []string{"GORACE=atexit_sleep_ms=0"}, // a program with the race detector takes a second to exit
		},
	}
}

// observed is an observation that gives a surface.
func observed(tb testing.TB, o observe.Options) surface.Surface {
	tb.Helper()
	s, err := observe.Observe(context.Background(), o)
	if err != nil {
		tb.Fatalf("Observe(%q): %v", o.Server.Args, err)
	}
	return s
}

// twice observes a server twice at the same time.
func twice(tb testing.TB, o observe.Options) (first, second surface.Surface) {
	tb.Helper()
	var both sync.WaitGroup
	var err1, err2 error
	both.Go(func() { first, err1 = observe.Observe(context.Background(), o) })
	both.Go(func() { second, err2 = observe.Observe(context.Background(), o) })
	both.Wait()
	if err := errors.Join(err1, err2); err != nil {
		tb.Fatalf("Observe(%q): %v", o.Server.Args, err)
	}
	return first, second
}

// listing writes down a listing: "complete 2", "not_offered", "partial 1 timed_out".
func listing(l surface.Listing) string {
	words := []string{string(l.Completeness), fmt.Sprint(len(l.Items)), string(l.Reason)}
	if l.Status != surface.Observed {
		words = []string{string(l.Status), string(l.Reason)}
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// describe writes down a surface, one listing or hazard a line; the prompts,
// resources and templates of the good server are left out.
func describe(s surface.Surface) []string {
	var out []string
	for _, l := range s.Listings {
		if text := listing(l); l.Kind == surface.Tool || text != "complete 1" {
			out = append(out, string(l.Kind)+": "+text)
		}
	}
	for _, h := range s.Hazards {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s", h.Code, h.Where))+fmt.Sprintf(" %d", h.Count))
	}
	return out
}

// details are the sentences of a surface for people.
func details(s surface.Surface) string {
	var out []string
	for _, l := range s.Listings {
		out = append(out, l.Detail)
	}
	for _, h := range s.Hazards {
		out = append(out, h.Detail)
	}
	return strings.Join(slices.DeleteFunc(out, func(s string) bool { return s == "" }), "\n")
}
