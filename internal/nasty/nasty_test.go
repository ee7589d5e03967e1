package nasty_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/nasty"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "nasty" {
		os.Exit(nasty.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

const (
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
		`"capabilities":{},"clientInfo":{"name":"test","version":"0"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	listTools   = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
	page2       = `{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"page-2"}}`
)

// run feeds lines to a mode and returns what it wrote and its status.
func run(t *testing.T, args []string, lines ...string) (out, errw string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = nasty.Main(args, strings.NewReader(strings.Join(lines, "\n")+"\n"), &stdout, &stderr)
	return stdout.String(), stderr.String(), status
}

func TestModesAreSortedAndUnique(t *testing.T) {
	modes := nasty.Modes()
	if len(modes) < 36 {
		t.Errorf("len(Modes()) = %d, want at least 36", len(modes))
	}
	for i, mode := range modes {
		if i > 0 && modes[i-1].Name >= mode.Name {
			t.Errorf("Modes() has %q before %q, want sorted unique names", modes[i-1].Name, mode.Name)
		}
		if mode.About == "" || strings.Contains(mode.About, "\n") {
			t.Errorf("mode %q: About = %q, want one line", mode.Name, mode.About)
		}
	}
}

// TestGood talks to the good server step by step, so that an answer that waits
// for a later line would stop it.
func TestGood(t *testing.T) {
	request := func(id int, method string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, id, method)
	}
	steps := []struct {
		send string
		want string // a part of the answer; empty when there is none
	}{
		{listTools, `"id":2,"error":{"code":-32602,"message":"Received request before initialization was complete"}`},
		{strings.Replace(initialize, "2025-11-25", "2025-03-26", 1), `"id":1,"result":{"protocolVersion":"2025-03-26"`},
		{strings.Replace(initialize, "2025-11-25", "2030-01-01", 1), `"id":1,"result":{"protocolVersion":"2025-11-25"`},
		{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, `"code":-32602`},
		{initialized, ""},
		{listTools, `"id":2,"result":{"tools":[{"name":"read_note"`},
		{page2, `"id":3,"error":{"code":-32602`},
		{request(4, "prompts/list"), `{"prompts":[{"name":"daily"`},
		{request(5, "resources/list"), `{"resources":[{"uri":"note://first"`},
		{request(6, "resources/templates/list"), `{"resourceTemplates":[{"uriTemplate":"note://{id}"`},
		{request(7, "ping"), `"id":7,"result":{}`},
		{request(8, "server/discover"), `"id":8,"error":{"code":-32601`},
		{`{"jsonrpc":"2.0","method":"notifications/unknown"}`, ""},
		{`{"id":9,"method":"ping"}`, `"id":9,"error":{"code":-32600`},
		{`not json`, `"id":null,"error":{"code":-32700`},
	}
	clientIn, serverOut := io.Pipe()
	serverIn, clientOut := io.Pipe()
	status := make(chan int)
	go func() {
		defer serverOut.Close()
		status <- nasty.Main([]string{"good"}, serverIn, serverOut, io.Discard)
	}()
	answers := bufio.NewReader(clientIn)
	for _, step := range steps {
		if _, err := io.WriteString(clientOut, step.send+"\n"); err != nil {
			t.Fatalf("send %s: %v", step.send, err)
		}
		if step.want == "" {
			continue
		}
		answer, err := answers.ReadString('\n')
		if err != nil || !json.Valid([]byte(answer)) || !strings.Contains(answer, step.want) {
			t.Fatalf("send %s: got %q, %v, want JSON with %s", step.send, answer, err, step.want)
		}
	}
	clientOut.Close()
	if got := <-status; got != 0 {
		t.Errorf("Main(good) = %d, want 0", got)
	}
}

// arguments are those that a mode needs, or that keep this test small. FILE
// stands for a file in a temporary folder.
var arguments = map[string][]string{
	"chameleon":          {"test"},
	"changed-after-last": {"tools"},
	"huge-line":          {"65536"},
	"odd-alone":          {"string-id"},
	"odd-first":          {"string-id"},
	"over-cap":           {"65536"},
	"ping-flood":         {"10"},
	"slow-start":         {"1ms"},
	"start-count":        {"FILE"},
	"time-bomb":          {"FILE", "1"},
}

// notHere are the modes that need a process or do not end with their input.
var notHere = []string{"grandchild", "ignores-stdin-close", "ignores-term", "sleeper"}

func TestEveryModeEndsWithItsInput(t *testing.T) {
	statuses := map[string]int{"cut-answer": 1, "dies-mid-list": 1, "exits-after-initialize": 4, "exits-at-once": 3, "modern-exits": 6}
	silent := []string{"exits-at-once", "modern-exits", "never-answers-initialize"}
	for _, mode := range nasty.Modes() {
		if slices.Contains(notHere, mode.Name) {
			continue
		}
		t.Run(mode.Name, func(t *testing.T) {
			args := []string{mode.Name}
			for _, arg := range arguments[mode.Name] {
				args = append(args, strings.Replace(arg, "FILE", filepath.Join(t.TempDir(), "file"), 1))
			}
			out, errw, status := run(t, args, initialize, initialized, listTools, page2)
			if status != statuses[mode.Name] {
				t.Errorf("Main(%q) = %d, want %d; stderr %.200q", args, status, statuses[mode.Name], errw)
			}
			if wantSilent := slices.Contains(silent, mode.Name); (out == "") != wantSilent {
				t.Errorf("Main(%q) wrote %.200q, want nothing: %v", args, out, wantSilent)
			}
		})
	}
}

func TestCalledTool(t *testing.T) {
	call := `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"read_note"}}`
	_, errw, status := run(t, []string{"two-pages"}, initialize, initialized, call, listTools)
	if status != nasty.StatusCalled || errw != "CALLED\n" {
		t.Errorf("Main(two-pages) with a call = %d, stderr %q, want %d, CALLED", status, errw, nasty.StatusCalled)
	}
	folder := t.TempDir()
	file, log := filepath.Join(folder, "called"), filepath.Join(folder, "log")
	_, errw, status = run(t, []string{"good", "called=" + file, "log=" + log}, initialize, initialized, call, listTools)
	if status != nasty.StatusCalled || errw != "" {
		t.Errorf("Main(good, called=FILE) with a call = %d, stderr %q, want %d, nothing", status, errw, nasty.StatusCalled)
	}
	for name, want := range map[string]string{
		file: call + "\n",
		log:  initialize + "\n" + initialized + "\n" + call + "\n",
	} {
		got, err := os.ReadFile(name)
		if err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v, want %q", name, got, err, want)
		}
	}
}

func TestUsage(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no mode", nil, "no mode given"},
		{"unknown mode", []string{"kind"}, `mode "kind" is unknown`},
		{"argument missing", []string{"time-bomb", "file"}, `want "FILE N"`},
		{"argument too many", []string{"good", "more"}, `got the arguments ["more"]`},
		{"no number", []string{"many-tools", "lots"}, `argument "lots", want a positive number`},
		{"too small", []string{"huge-line", "10"}, "want at least 4096 bytes"},
		{"no duration", []string{"slow-start", "soon"}, "want a duration"},
		{"no odd answer", []string{"odd-first", "even"}, `argument "even", want one of ["batch" `},
		{"no listing", []string{"changed-after-last", "notes"}, "want one of tools, prompts"},
		{"not stubborn", []string{"sleeper", "meek"}, `argument "meek", want "stubborn"`},
		{"in memory", []string{"grandchild", "file"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, errw, status := run(t, test.args)
			if test.name == "in memory" {
				test.want = "want arguments that end in"
			} else if status != nasty.StatusUsage {
				t.Errorf("Main(%q) = %d, want %d", test.args, status, nasty.StatusUsage)
			}
			if !strings.Contains(errw, test.want) {
				t.Errorf("Main(%q) says %q, want %q in it", test.args, errw, test.want)
			}
		})
	}
}

// TestChains follows the cursors of a mode, at most eight pages.
func TestChains(t *testing.T) {
	tests := []struct {
		mode string
		want []string // names of each page, then its cursor
	}{
		{"good", []string{"read_note add_note -"}},
		{"two-pages", []string{`read_note "page-2"`, "add_note -"}},
		{"empty-cursor-chain", []string{`read_note ""`, "add_note -"}},
		{"number-cursor", []string{"read_note 7", "add_note -"}},
		{"null-cursor", []string{"read_note add_note null", "error -32602"}},
		{"error-page2", []string{`read_note "page-2"`, "error -32603"}},
		{"error-always", []string{"error -32603"}},
		{"page2-duplicate-name", []string{`read_note add_note "page-2"`, "read_note -"}},
		{"zero-tools", []string{"-"}},
		{"repeated-cursor", slices.Repeat([]string{`read_note add_note "again"`}, 8)},
		{"empty-cursor-forever", slices.Repeat([]string{`read_note add_note ""`}, 8)},
		{"alternating-cursors", append([]string{`read_note "A"`},
			append(slices.Repeat([]string{`add_note "B"`, `read_note "A"`}, 3), `add_note "B"`)...)},
		{"endless-cursors", []string{
			`tool-1 "c1"`, `tool-2 "c2"`, `tool-3 "c3"`, `tool-4 "c4"`,
			`tool-5 "c5"`, `tool-6 "c6"`, `tool-7 "c7"`, `tool-8 "c8"`,
		}},
	}
	for _, test := range tests {
		t.Run(test.mode, func(t *testing.T) {
			lines := []string{initialize, initialized, listTools}
			var got []string
			for len(got) < 8 {
				out, _, _ := run(t, []string{test.mode}, lines...)
				answers := strings.Split(strings.TrimSpace(out), "\n")
				text, cursor := describe(t, answers[len(answers)-1])
				got = append(got, text)
				if cursor == "" {
					break
				}
				lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"cursor":%s}}`, cursor))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("pages of %q (-want +got):\n%s", test.mode, diff)
			}
		})
	}
}

// describe is the page in an answer as "NAME... CURSOR", and its cursor.
func describe(t *testing.T, answer string) (text, cursor string) {
	t.Helper()
	var got struct {
		Result struct {
			Tools      []struct{ Name string }
			NextCursor json.RawMessage
		}
		Error *struct{ Code int }
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil {
		t.Fatalf("answer %q: %v", answer, err)
	}
	if got.Error != nil {
		return fmt.Sprintf("error %d", got.Error.Code), ""
	}
	for _, tool := range got.Result.Tools {
		text += tool.Name + " "
	}
	if got.Result.NextCursor == nil {
		return text + "-", ""
	}
	return text + string(got.Result.NextCursor), string(got.Result.NextCursor)
}
