package observe_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

func asError(t *testing.T, err error) *observe.Error {
	t.Helper()
	e := (*observe.Error)(nil)
	if !errors.As(err, &e) {
		t.Fatalf("error is %v, want an *observe.Error", err)
	}
	return e
}

func TestSurface(t *testing.T) {
	t.Parallel()
	o := server(t, "good")
	o.Server.Args = append(o.Server.Args, "log="+filepath.Join(t.TempDir(), "log"))
	o.Server.Env = []string{"NOTES_TOKEN=s3cret-value", "A=1"}
	s := observed(t, o)
	s.Listings = nil
	want := surface.Surface{
		Server: surface.Server{ID: "notes", Launch: surface.Launch{
			Transport: "stdio", Command: o.Server.Command, Args: o.Server.Args, Env: []string{"A", "NOTES_TOKEN"},
		}},
		Context: surface.Context{Era: "legacy", ProtocolVersion: "2025-11-25", Client: "mooring", Capabilities: "{}"},
		Handshake: surface.Handshake{
			ProtocolVersion: "2025-11-25",
			ServerInfo:      []byte(`{"name":"nasty","version":"1.0.0"}`),
			Capabilities:    []byte(`{"tools":{"listChanged":true},"prompts":{"listChanged":true},"resources":{"listChanged":true}}`),
			Instructions:    []byte(`"Notes are kept in memory. Read before you add."`),
		},
	}
	s.Handshake.Result = nil
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("surface (-want +got):\n%s", diff)
	}
	log, err := os.ReadFile(strings.TrimPrefix(o.Server.Args[2], "log="))
	if err != nil {
		t.Fatal(err)
	}
	wantLog := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"mooring","version":"1.2.3"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"prompts/list"}
{"jsonrpc":"2.0","id":4,"method":"resources/list"}
{"jsonrpc":"2.0","id":5,"method":"resources/templates/list"}
{"jsonrpc":"2.0","id":6,"method":"ping"}
`
	if diff := cmp.Diff(wantLog, string(log)); diff != "" {
		t.Errorf("what the server received (-want +got):\n%s", diff)
	}
}

func TestContextOfObservation(t *testing.T) {
	t.Parallel()
	o := server(t, "chameleon", "claude-code")
	o.ClientName, o.ProtocolVersion = "claude-code", "2025-03-26"
	s := observed(t, o)
	if s.Context.Client != "claude-code" || s.Context.ProtocolVersion != "2025-03-26" || s.Handshake.ProtocolVersion != "2025-03-26" {
		t.Errorf("context is %+v and the answered version %q, want what was asked for", s.Context, s.Handshake.ProtocolVersion)
	}
	if raw := string(s.Listing(surface.Tool).Items[1].Raw); !strings.Contains(raw, "every other note") {
		t.Errorf("the server shows claude-code the tool %s, want its other face", raw)
	}
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	o := server(t, "env-dump")
	o.Environ = []string{"PATH=" + os.Getenv("PATH"), "HOME=/nowhere", "AWS_SECRET_ACCESS_KEY=x", "GITHUB_TOKEN=x", "SHELL=() { :; }", "NODE_OPTIONS=x"}
	o.Server.Env = []string{"NOTES_TOKEN=x", "HOME=/somewhere"}
	var got []string
	for _, item := range observed(t, o).Listing(surface.Tool).Items {
		got = append(got, item.Name)
	}
	if diff := cmp.Diff([]string{"HOME", "NOTES_TOKEN", "PATH"}, got); diff != "" {
		t.Errorf("variables of the server (-want +got):\n%s", diff)
	}
}

func TestCommandIsFoundInTheServersPath(t *testing.T) {
	t.Parallel()
	o := server(t, "args-dump", "two words", "")
	o.Environ = []string{"PATH=relative" + string(filepath.ListSeparator) + filepath.Dir(o.Server.Command)}
	o.Server.Command = filepath.Base(o.Server.Command)
	o.Server.Dir = t.TempDir()
	raw := string(observed(t, o).Listing(surface.Tool).Items[0].Raw)
	for _, want := range []string{`\"two words\",\"\"`, filepath.Base(o.Server.Dir)} {
		if !strings.Contains(raw, want) {
			t.Errorf("server was started as %s, want %q in it", raw, want)
		}
	}
	o.Environ = nil
	_, err := observe.Observe(t.Context(), o)
	if asError(t, err); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("without a PATH the error is %v, want %v", err, exec.ErrNotFound)
	}
}

// TestSecretsStayOut has a server say its configured secrets wherever it can.
func TestSecretsStayOut(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`echo "token $NOTES_TOKEN and $2" >&2; exit 3`,
		`echo "token $NOTES_TOKEN and $2"; read line; exit 3`,
		`read line; printf '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"bad token %s and %s"}}\n' "$NOTES_TOKEN" "$2"; read line`,
	} {
		o := script(text, "--api-key", "argument-secret")
		o.Server.Env = []string{"NOTES_TOKEN=variable-secret"}
		_, err := observe.Observe(t.Context(), o)
		e := asError(t, err)
		if text := err.Error() + e.Stderr; strings.Contains(text, "-secret") || strings.Count(text, surface.Secret) < 2 {
			t.Errorf("script %q: error is %q, stderr %q, want the secrets replaced", text, err, e.Stderr)
		}
	}
}

func TestStderrTail(t *testing.T) {
	t.Parallel()
	o := script(`i=0; while [ $i -lt 2000 ]; do echo "line $i" >&2; i=$((i+1)); done; printf 'last \033[31mwords' >&2`)
	_, err := observe.Observe(t.Context(), o)
	e := asError(t, err)
	if n := len(e.Stderr); n > 4096 || n < 4000 || !strings.HasPrefix(e.Stderr, "line ") || !strings.HasSuffix(e.Stderr, "words") {
		t.Errorf("stderr has %d bytes, %.30q … want the last lines, about 4 KiB", n, e.Stderr)
	}
	if want := `its stderr ends with "line 1998" "line 1999" "last \x1b[31mwords"`; !strings.Contains(err.Error(), want) {
		t.Errorf("error is %q, want %q in it", err, want)
	}
}

// script is a server that is a shell script.
func script(text string, args ...string) observe.Options {
	return observe.Options{ID: "notes", Environ: os.Environ(), Server: observe.Stdio{
		Command: "sh", Args: append([]string{"-c", text, "sh"}, args...),
	}}
}

// TestOddHandshake has the answer to initialize come in a form that is none, and
// wants the error to say so.
func TestOddHandshake(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ line, want string }{
		{`{"id":"1","result":{}}`, `1 × unmatched_response (first id: "\"1\"")`},
		{`[{"id":1,"result":{}}]`, `1 × batch_frame`},
		{`{"id":1,"id":2,"result":{}}`, `member "id" is repeated`},
		{`{`, `1 × junk_lines (first line: "{")`},
	} {
		_, err := observe.Observe(t.Context(), script(`read line; echo "$1"`, tt.line))
		if asError(t, err); !strings.Contains(err.Error(), tt.want) {
			t.Errorf("answer %s: error is %q, want %q in it", tt.line, err, tt.want)
		}
	}
}

// TestListedAgain has a server call its tools changed after it has listed them.
func TestListedAgain(t *testing.T) {
	t.Parallel()
	const tools, prompts = `{"tools":{},"prompts":{}}`, `{"prompts":{}}`
	const a, ab, ba = `"result":{"tools":[{"name":"a"}]}`, `"result":{"tools":[{"name":"a"},{"name":"b","x":1}]}`, `"result":{"tools":[{"x":1,"name":"b"},{"name":"a"}]}`
	const none, lacking, broken = `"result":{"tools":[]}`, `"error":{"code":-32601}`, `"error":{"code":-32603,"message":"closed"}`
	for _, tt := range []struct {
		name, capabilities string
		answers            []string // to tools/list
		want, detail       string
	}{
		{"as it was", tools, []string{a, a}, "tool: complete 1", ""},
		{"in another order", tools, []string{ab, ba}, "tool: complete 2", ""},
		{"changed and then settled", tools, []string{a, ab, ba}, "tool: complete 2", ""},
		{"changed every time", tools, []string{none, a, ab}, "tool: partial 2 changed_meanwhile", "listed 3 times"},
		{"emptied", tools, []string{a, none, none}, "tool: complete 0", ""},
		{"broken the second time", tools, []string{a, broken}, "tool: partial 1 page_failed", `listed again after list_changed: page 1: error -32603: "closed"`},
		{"gone the second time", tools, []string{a}, "tool: partial 1 server_gone", ""},
		{"not offered at first", prompts, []string{lacking, a, a}, "tool: complete 1; undeclared_capability tools/list 1", ""},
		{"not offered at all", prompts, []string{lacking, lacking}, "tool: not_offered", ""},
		{"broken the first time", tools, []string{broken}, "tool: not_observed page_failed", ""},
	} {
		s := observed(t, script(`
			say() { read l; echo '{"jsonrpc":"2.0","id":'"$1,$2}"; }
			say 1 '"result":{"protocolVersion":"2025-11-25","capabilities":'"$1"'}'
			tools() { say $n "$1"; n=$((n+1)); echo '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'; }
			prompts() { say $n '"result":{"prompts":[{"name":"p"}]}'; n=$((n+1)); }
			read l; n=2
			case $1 in *tools*) tools "$2"; prompts ;; *) prompts; tools "$2" ;; esac # undeclared kinds are asked last
			say 4 '"error":{}'; say 5 '"error":{}'
			shift 2; n=6; for a in "$@"; do say $n "$a"; n=$((n+1)); done; read l`,
			append([]string{tt.capabilities}, tt.answers...)...))
		got := strings.Join(describe(s), "; ")
		if got = strings.Replace(got, "; resource: not_offered; resource_template: not_offered", "", 1); got != tt.want || !strings.Contains(details(s), tt.detail) {
			t.Errorf("%s: surface is %s, details %q, want %s, %q", tt.name, got, details(s), tt.want, tt.detail)
		}
	}
}

// TestSloppyAnswers has a server answer what it does not know in odd ways, which
// say nothing of what it does know.
func TestSloppyAnswers(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{
		`"result":{}`, `"result":null`, `"result":"what?"`, `"result":[]`, `"result":{"content":[],"isError":true}`,
		`"result":{"tools":[{"name":"a"}]}`, `"result":{"prompts":[],"resources":[],"resourceTemplates":[]}`, `"error":{}`,
	} {
		for _, declared := range []string{"tools", "prompts"} {
			s := observed(t, script(`
				n=1; say() { read l; echo '{"jsonrpc":"2.0","id":'"$n,$1}"; n=$((n+1)); }
				say '"result":{"protocolVersion":"2025-11-25","capabilities":{"'"$1"'":{}}}'
				read l; say '"result":{"'"$1"'":[{"name":"a"}]}'
				while read l; do echo '{"jsonrpc":"2.0","id":'"$n,$2}"; n=$((n+1)); done`, declared, answer))
			for _, kind := range surface.Kinds() {
				want := surface.NotOffered
				if kind.Member() == declared {
					want = surface.Observed
				}
				if declared == "prompts" && kind == surface.Tool && strings.Contains(answer, `"tools":[{`) {
					want = surface.Observed // it is there, declared or not
				}
				if got := s.Listing(kind); got.Status != want || want == surface.Observed && len(got.Items) != 1 {
					t.Errorf("%s declared, answer %s: %s are %s, %d items, want %s: %s", declared, answer, kind.Plural(), got.Status, len(got.Items), want, got.Detail)
				}
			}
		}
	}
	for _, answer := range []string{`"result":{"prompts":"x"}`, `"result":{"Prompts":[{"name":"p"}]}`, `"result":{"prompts":[],"nextCursor":"x","nextCursor":"y"}`} {
		s := observed(t, script(`
			n=1; say() { read l; echo '{"jsonrpc":"2.0","id":'"$n,$1}"; n=$((n+1)); }
			say '"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}'
			read l; say '"result":{"tools":[{"name":"a"}]}'
			while read l; do echo '{"jsonrpc":"2.0","id":'"$n,$1}"; n=$((n+1)); done`, answer))
		if got := s.Listing(surface.Prompt); got.Status == surface.NotOffered {
			t.Errorf("answer %s: prompts are %s, though some client may find some", answer, got.Status)
		}
	}
}

// TestServerThatReadsNothing floods us with requests and takes no answer.
func TestServerThatReadsNothing(t *testing.T) {
	t.Parallel()
	o := script(`
		read line
		echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}'
		i=0; while [ $i -lt 5000 ]; do echo '{"id":"'$i'","method":"roots/list"}'; i=$((i+1)); done
		sleep 600`)
	short(&o)
	got := describe(observed(t, o))
	want := []string{"tool: not_observed timed_out", "prompt: not_offered", "resource: not_offered", "resource_template: not_offered", "refused_request roots/list 5000"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("surface (-want +got):\n%s", diff)
	}
}

func TestContextAlreadyOver(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(context.Background())
	because := errors.New("the user has left")
	cancel(because)
	_, err := observe.Observe(ctx, server(t, "good"))
	if e := asError(t, err); !errors.Is(err, because) || e.Stage != observe.StageStart {
		t.Errorf("error is %v at stage %q, want the cause %v", err, e.Stage, because)
	}
}
