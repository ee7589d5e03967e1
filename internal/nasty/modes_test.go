package nasty_test

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/nasty"
)

// outline shortens each line to what tells it from others, in the order sent.
func outline(out string) []string {
	var list []string
	for line := range strings.Lines(out) {
		var m struct {
			ID     json.RawMessage
			Method string
			Result json.RawMessage
			Error  *struct{ Code int }
		}
		switch {
		case json.Unmarshal([]byte(line), &m) != nil:
			list = append(list, "junk")
		case m.Method != "":
			list = append(list, strings.TrimSpace(string(m.ID)+" "+m.Method))
		case m.Error != nil:
			list = append(list, string(m.ID)+" error")
		case strings.Contains(string(m.Result), "decoy"):
			list = append(list, string(m.ID)+" decoy")
		case m.Result != nil:
			list = append(list, string(m.ID)+" result")
		default:
			list = append(list, "other")
		}
	}
	return list
}

func TestOrderOfMessages(t *testing.T) {
	const changed = "notifications/tools/list_changed"
	answer0 := `{"jsonrpc":"2.0","id":0,"result":{}}`
	refuse2 := `{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}`
	prompts := `{"jsonrpc":"2.0","id":7,"method":"prompts/list"}`
	tests := []struct {
		mode string
		more []string // lines after initialize, initialized and tools/list
		want []string // after the answer to initialize, unless the mode is about that
	}{
		{"banner", nil, []string{"junk", "junk", "junk", "junk", "other", "1 result", "2 result"}},
		{"noise-between", nil, []string{"junk", "1 result", "junk", "2 result"}},
		{"crlf", nil, []string{"1 result", "2 result"}},
		{"bom", nil, []string{"junk", "2 result"}},
		{"half-line-at-exit", nil, []string{"1 result", "2 result", "junk"}},
		{"batch-answer", nil, []string{"1 result", "junk"}},
		{"changed-before-initialize", nil, []string{changed, "1 result", changed, "2 result"}},
		{"changed-between-pages", []string{page2, listTools, page2}, []string{"1 result", "2 result", changed, "3 result", "2 result", changed, "3 result"}},
		{"changed-between-pages once", []string{page2, listTools, page2}, []string{"1 result", "2 result", changed, "3 result", "2 result", "3 result"}},
		{"list-storm", nil, []string{"1 result", changed, "2 result"}},
		{"list-storm after", nil, []string{"1 result", "2 result", changed}},
		{"silent-page2", []string{page2, prompts}, []string{"1 result", "2 result", "7 result"}},
		{"dies-mid-list", []string{page2, prompts}, []string{"1 result", "2 result"}},
		{"dies-mid-list at-once", []string{page2}, []string{"1 result", "2 result"}},
		{"never-answers-others", []string{prompts}, []string{"1 result", "2 result"}},
		{"strict-order", []string{listTools}, []string{"1 result", "2 error", "2 result"}},
		{"no-capabilities", []string{prompts}, []string{"1 result", "2 error", "7 error"}},
		{"hidden-tools", []string{prompts}, []string{"1 result", "2 result", "7 error"}},
		{"tools-only", []string{prompts}, []string{"1 result", "2 result", "7 error"}},
		{"mixed", []string{prompts}, []string{"1 result", "2 result", "7 error"}},
		{"asks-ping", []string{prompts}, []string{"1 result", "0 ping", "7 result"}},
		{"asks-ping", []string{answer0, listTools}, []string{"1 result", "0 ping", "2 result", "2 result"}},
		{"asks-sampling", []string{prompts}, []string{"1 result", "2 sampling/createMessage", "7 result"}},
		{"asks-roots", []string{answer0, refuse2}, []string{"1 result", "2 roots/list", "2 result"}},
		{"asks-elicitation", []string{refuse2, refuse2}, []string{"1 result", "2 elicitation/create", "2 result"}},
		{"wrong-id", nil, []string{"1 result", "987654321 decoy", "2 result"}},
		{"string-id", nil, []string{"1 result", `"2" decoy`, "2 result"}},
		{"null-id", nil, []string{"1 result", "null error", "2 result"}},
		{"odd-first string-id", nil, []string{"1 result", `"2" decoy`, "2 result"}},
		{"odd-first point-id", nil, []string{"1 result", "2.0 decoy", "2 result"}},
		{"odd-first batch", nil, []string{"1 result", "junk", "2 result"}},
		{"odd-alone hex-id", nil, []string{"1 result", `" 0x2 " result`}},
		{"answer-at-end", nil, []string{"1 result", "2 result", "2 decoy"}},
		{"initialize-twice", nil, []string{"1 result", "1 result", "2 result"}},
		{"log-with-id", nil, []string{"1 result", "other", "2 result"}},
		{"ping-flood 2", nil, []string{`"flood-0" ping`, `"flood-1" ping`, "1 result", "2 result"}},
		{"changed-after-last prompts", []string{prompts, prompts}, []string{"1 result", "2 result", "7 result", changed, "7 result"}},
		{"hidden-prompts", []string{prompts}, []string{"1 result", "2 result", "7 result"}},
		{"empty-undeclared", []string{prompts}, []string{"1 result", "2 result", "7 result"}},
		{"broken-undeclared", []string{prompts}, []string{"1 result", "2 result", "7 error"}},
		{"silent-undeclared", []string{prompts}, []string{"1 result", "2 result"}},
		{"response-twice", nil, []string{"1 result", "2 result", "2 decoy"}},
	}
	for _, test := range tests {
		t.Run(test.mode, func(t *testing.T) {
			out, _, _ := run(t, strings.Fields(test.mode), append([]string{initialize, initialized, listTools}, test.more...)...)
			if diff := cmp.Diff(test.want, outline(out)); diff != "" {
				t.Errorf("Main(%q), lines written (-want +got):\n%s", test.mode, diff)
			}
		})
	}
}

func TestSizes(t *testing.T) {
	answer := func(args ...string) string {
		out, _, _ := run(t, args, initialize, initialized, listTools)
		_, last, _ := strings.Cut(out, "\n")
		return last
	}
	for _, size := range []string{"4096", "5000", "6143", "65537"} {
		got := answer("huge-line", size)
		if strconv.Itoa(len(got)) != size || !json.Valid([]byte(got)) {
			t.Errorf("huge-line %s: got a line of %d bytes, valid %v", size, len(got), json.Valid([]byte(got)))
		}
	}
	if got := len(answer("huge-line")); got != 3<<20 {
		t.Errorf("huge-line: got a line of %d bytes, want %d", got, 3<<20)
	}
	if got := answer("over-cap", "100000"); len(got) != 100000 || strings.Contains(got, "\n") {
		t.Errorf("over-cap 100000: got %d bytes, want 100000 without a line feed", len(got))
	}
	if got := strings.Count(answer("many-tools"), `"name"`); got != 5000 {
		t.Errorf("many-tools: got %d tools, want 5000", got)
	}
	if got := strings.Count(answer("deep-item"), "[[[["); got != 300 {
		t.Errorf("deep-item: got depth 4 x %d, want 4 x 300", got)
	}
	if got := answer("invalid-utf8"); utf8.ValidString(got) {
		t.Errorf("invalid-utf8: got valid UTF-8: %q", got)
	}
	_, errw, _ := run(t, []string{"stderr-flood"}, initialize)
	if !strings.HasSuffix(errw, "\nnasty: the flood is over\n") || len(errw) < 4<<20 {
		t.Errorf("stderr-flood: got %d bytes that end in %q", len(errw), errw[max(0, len(errw)-40):])
	}
}

// TestEveryMessageIsJSON holds for the modes whose text is odd, not their bytes.
func TestEveryMessageIsJSON(t *testing.T) {
	for _, mode := range []string{
		"array-item", "big-number", "deep-item", "duplicate-names", "duplicate-members", "exponent-overflow", "hidden-instructions",
		"hidden-text", "lone-surrogate", "many-tools", "null-members", "odd-names", "odd-numbers", "odd-schemas", "one-byte-chunks",
		"prototype-names", "unicode-names", "unknown-members", "env-dump", "args-dump",
	} {
		t.Run(mode, func(t *testing.T) {
			out, _, _ := run(t, []string{mode}, initialize, initialized, listTools)
			for line := range strings.Lines(out) {
				if !json.Valid([]byte(line)) {
					t.Errorf("Main(%q) wrote %.300q, want JSON", mode, line)
				}
			}
		})
	}
}

func TestVariants(t *testing.T) {
	file := filepath.Join(t.TempDir(), "starts")
	listing := func(args ...string) string {
		out, _, _ := run(t, args, initialize, initialized, listTools)
		return out
	}
	first, second, third := listing("time-bomb", file, "2"), listing("time-bomb", file, "2"), listing("time-bomb", file, "2")
	if first != second || second == third {
		t.Errorf("time-bomb FILE 2: listings 1, 2, 3 are\n%s%s%swant the third alone to differ", first, second, third)
	}
	if got := listing("start-count", file); !strings.Contains(got, "Start 4.") {
		t.Errorf("start-count FILE after three starts: got %s, want start 4", got)
	}
	if listing("chameleon", "test") == listing("chameleon", "other") {
		t.Error("chameleon: the same listing for the named client and another")
	}
	out, _, _ := run(t, []string{"shuffled"}, initialize, initialized, listTools, listTools)
	if lines := strings.Split(out, "\n"); lines[1] == lines[2] || len(lines[1]) != len(lines[2]) {
		t.Errorf("shuffled: got %q and %q, want two orders of one listing", lines[1], lines[2])
	}
	got := listing("args-dump", "a", "-x", "log=")
	if strings.Contains(got, "tools") {
		t.Errorf("args-dump with an empty log file name: got %s, want a refusal", got)
	}
	if got := listing("args-dump", "a", "-x=1"); !strings.Contains(got, `{\"args\":[\"a\",\"-x=1\"],\"cwd\":\"`) {
		t.Errorf("args-dump a -x=1: got %s", got)
	}
	t.Setenv("NASTY_TEST_SECRET", "value-not-shown")
	if got := listing("env-dump"); !strings.Contains(got, `"NASTY_TEST_SECRET"`) || strings.Contains(got, "value-not-shown") {
		t.Errorf("env-dump: got %s, want the name NASTY_TEST_SECRET without its value", got)
	}
}

func TestModeNamesAreArguments(t *testing.T) {
	for _, mode := range nasty.Modes() {
		if strings.Trim(mode.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("mode %q, want lower-case letters, digits and hyphens", mode.Name)
		}
	}
}
