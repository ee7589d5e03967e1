package observe_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/nasty"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

// short sets a time limit that only silent servers reach.
func short(o *observe.Options) { o.RequestTimeout = time.Second }

func pages(n int) func(*observe.Options) {
	return func(o *observe.Options) { o.Limits = surface.Limits{Pages: n} }
}

func maxLine(n int) func(*observe.Options) { return func(o *observe.Options) { o.MaxLine = n } }

const (
	good      = "tool: complete 2"
	toolsOnly = "tool: complete 2; prompt: not_offered; resource: not_offered; resource_template: not_offered"
	twice2    = "tool: partial 2 page_unreadable"
)

// expected is what is to be observed of the nasty server in a mode.
type expected struct {
	mode   string // with its arguments
	behind string // over HTTP: mode of the server behind it, "" for the good one
	set    func(*observe.Options)
	want   string // lines of describe, with "; " between them
	detail string // part of the surface's details
}

func (e expected) compare(t *testing.T, s surface.Surface) {
	t.Helper()
	if diff := cmp.Diff(strings.Split(e.want, "; "), describe(s)); diff != "" {
		t.Errorf("surface (-want +got):\n%s\n%s", diff, details(s))
	}
	if !strings.Contains(details(s), e.detail) {
		t.Errorf("details are\n%s\nwant %q in them", details(s), e.detail)
	}
}

// everyMode keeps a table up with the server's modes, but for those that other
// tests use.
func everyMode(t *testing.T, modes []nasty.Mode, table []expected, elsewhere string) {
	t.Helper()
	for _, m := range modes {
		found := slices.Contains(strings.Fields(elsewhere), m.Name)
		for _, e := range table {
			found = found || strings.Fields(e.mode)[0] == m.Name
		}
		if !found {
			t.Errorf("mode %q (%s) has no expected surface", m.Name, m.About)
		}
	}
}

var nastyTable = []expected{
	{mode: "good", want: good},
	{mode: "slow-start", want: good},
	{mode: "two-pages", want: good},
	{mode: "two-pages-each", want: "tool: complete 2; prompt: complete 2; resource: complete 2; resource_template: complete 2"},
	{mode: "empty-cursor-chain", want: good},
	{mode: "number-cursor", want: "tool: partial 1 cursor_not_string"},
	{mode: "null-cursor", want: "tool: complete 2; null_cursor tools/list 1"},
	{mode: "repeated-cursor", want: "tool: partial 4 cursor_repeated; duplicate_name tool \"add_note\" 1; duplicate_name tool \"read_note\" 1"},
	{mode: "empty-cursor-forever", want: "tool: partial 4 cursor_repeated; duplicate_name tool \"add_note\" 1; duplicate_name tool \"read_note\" 1"},
	{mode: "alternating-cursors", want: "tool: partial 3 cursor_repeated; duplicate_name tool \"read_note\" 1"},
	{mode: "endless-cursors", set: pages(20), want: "tool: partial 20 too_many_pages", detail: "limit of 20 pages"},
	{mode: "error-page2", want: "tool: partial 1 page_failed", detail: `page 2: error -32603: "the note store is closed"`},
	{mode: "error-always", want: "tool: not_observed page_failed", detail: "page 1: error -32603"},
	{mode: "silent-page2", set: short, want: "tool: partial 1 timed_out", detail: "page 2: no answer within 1s (--request-timeout)"},
	{mode: "dies-mid-list", want: "tool: partial 1 server_gone; prompt: not_observed server_gone; resource: not_observed server_gone; resource_template: not_observed server_gone"},
	{mode: "dies-mid-list at-once", want: "tool: partial 1 server_gone; prompt: not_observed server_gone; resource: not_observed server_gone; resource_template: not_observed server_gone"},
	{mode: "changed-between-pages", want: "tool: partial 1 changed_meanwhile", detail: "in each of 3 tries"},
	{mode: "changed-between-pages once", want: good},
	{mode: "list-storm", want: good},
	{mode: "list-storm after", want: good},
	{mode: "page2-duplicate-name", want: "tool: complete 3; duplicate_name tool \"read_note\" 1"},
	{mode: "tools-not-array", want: "tool: not_observed page_unreadable", detail: "want an array"},
	{mode: "tools-missing", want: "tool: not_observed page_unreadable"},
	{mode: "result-not-object", want: "tool: not_observed page_unreadable"},
	{mode: "zero-tools", want: "tool: complete 0"},

	{mode: "banner", want: good + "; junk_lines stdout 5", detail: `first line: "nasty server v1.0.0"`},
	{mode: "noise-between", want: good + "; junk_lines stdout 6"},
	{mode: "blank-lines", want: good + "; junk_lines stdout 18"},
	{mode: "half-line-at-exit", want: good + "; junk_lines stdout 1"},
	{mode: "cut-answer", want: "tool: not_observed server_gone; prompt: not_observed server_gone; resource: not_observed server_gone; resource_template: not_observed server_gone; junk_lines stdout 1"},
	{mode: "one-byte-chunks", want: good},
	{mode: "bom", want: good + "; byte_order_mark stdout 1"},
	{mode: "crlf", want: good},
	{mode: "pretty-printed", set: short, want: "tool: not_observed frames_missed; junk_lines stdout 40", detail: "could not be read"},
	{mode: "huge-line", want: "tool: complete 3071"},
	{mode: "huge-line 1000000", set: maxLine(1_000_000), want: "tool: complete 976"},
	{mode: "huge-line 1000001", set: maxLine(1_000_000), want: "tool: not_observed too_many_bytes; prompt: not_observed too_many_bytes; resource: not_observed too_many_bytes; resource_template: not_observed too_many_bytes", detail: "limit of 1000000 bytes"},
	{mode: "over-cap 9000000", set: maxLine(1_000_000), want: "tool: not_observed too_many_bytes; prompt: not_observed too_many_bytes; resource: not_observed too_many_bytes; resource_template: not_observed too_many_bytes"},
	{mode: "invalid-utf8", want: "tool: partial 2 item_unreadable; unreadable_item tool 0 1"},
	{mode: "batch-answer", set: short, want: "tool: not_observed frames_missed; batch_frame stdout 1"},

	{mode: "duplicate-members", want: "tool: partial 2 item_unreadable; unreadable_item tool 0 1"},
	{mode: "duplicate-result-members", want: "tool: not_observed page_unreadable", detail: `member "tools" is repeated`},
	{mode: "duplicate-envelope", want: "tool: not_observed page_unreadable; duplicate_envelope stdout 1", detail: `member "result" is repeated`},
	{mode: "result-and-error", want: "tool: not_observed page_unreadable; duplicate_envelope stdout 1"},
	{mode: "no-result", set: short, want: "tool: not_observed frames_missed; junk_lines stdout 1", detail: "could not be read"},
	{mode: "no-jsonrpc", set: short, want: "tool: not_observed frames_missed; unmatched_response stdout 1", detail: "could not be read"},
	{mode: "big-number", want: "tool: complete 2; inexact_number tool \"big\" 1"},
	{mode: "exponent-overflow", want: "tool: partial 2 item_unreadable; unreadable_item tool 0 1"},
	{mode: "null-item", want: "tool: partial 3 item_unreadable; unreadable_item tool 1 1"},
	{mode: "number-item", want: "tool: partial 3 item_unreadable; unreadable_item tool 1 1"},
	{mode: "string-item", want: "tool: partial 3 item_unreadable; unreadable_item tool 1 1"},
	{mode: "array-item", want: "tool: partial 3 item_unreadable; unreadable_item tool 1 1"},
	{mode: "odd-names", want: "tool: complete 5; duplicate_name tool \"\" 3; nameless_item tool 1 1; nameless_item tool 2 1; nameless_item tool 3 1"},
	{mode: "null-members", want: "tool: complete 2"},
	{mode: "odd-numbers", want: "tool: complete 2; inexact_number tool \"odd\" 1"},
	{mode: "odd-schemas", want: "tool: complete 7"},
	{mode: "operations", want: "tool: complete 8"},
	{mode: "payments", want: "tool: complete 1"},
	{mode: "unicode-names", want: "tool: complete 8"},
	{mode: "hidden-text", want: "tool: complete 5"},
	{mode: "hidden-instructions", want: good},
	{mode: "prototype-names", want: "tool: complete 10"},
	{mode: "nameless-item", want: "tool: complete 3; nameless_item tool 1 1"},
	{mode: "lone-surrogate", want: "tool: partial 2 item_unreadable; unreadable_item tool 0 1"},
	{mode: "deep-item", want: "tool: partial 2 item_unreadable; unreadable_item tool 0 1"},
	{mode: "many-tools", want: "tool: complete 5000"},
	{mode: "duplicate-names", want: "tool: complete 3; duplicate_name tool \"read_note\" 1"},
	{mode: "bad-others", want: "tool: complete 2; prompt: partial 2 item_unreadable; resource: complete 2; resource_template: complete 2; nameless_item resource 1 1; nameless_item resource_template 1 1; unreadable_item prompt 1 1"},
	{mode: "unknown-members", want: "tool: complete 1"},
	{mode: "long-description", want: "tool: complete 1"},

	{mode: "never-answers-lists", set: func(o *observe.Options) { o.RequestTimeout = 200 * time.Millisecond }, want: "tool: not_observed timed_out; prompt: not_observed timed_out; resource: not_observed timed_out; resource_template: not_observed timed_out"},
	{mode: "never-answers-lists", set: func(o *observe.Options) { o.TotalTimeout = time.Second }, want: "tool: not_observed timed_out; prompt: not_observed timed_out; resource: not_observed timed_out; resource_template: not_observed timed_out", detail: "not finished within 1s (--timeout)"},
	{mode: "never-answers-others", set: func(o *observe.Options) { o.TotalTimeout = time.Second }, want: "tool: complete 2; prompt: not_observed timed_out; resource: not_observed timed_out; resource_template: not_observed timed_out"},
	{mode: "exits-after-initialize", want: "tool: not_observed server_gone; prompt: not_observed server_gone; resource: not_observed server_gone; resource_template: not_observed server_gone"},
	{mode: "stderr-flood", want: good},
	{mode: "closes-stdout", want: "tool: complete 2; prompt: not_observed server_gone; resource: not_observed server_gone; resource_template: not_observed server_gone"},
	{mode: "ignores-stdin-close", want: good},
	{mode: "ignores-term", want: good},

	{mode: "old-version-only", want: good},
	{mode: "unknown-version", want: good + "; unknown_version initialize 1", detail: `"2099-01-01"`},
	{mode: "changed-before-initialize", want: good},
	{mode: "log-before-initialize", want: good},
	{mode: "no-capabilities", want: "tool: not_offered; prompt: not_offered; resource: not_offered; resource_template: not_offered"},
	{mode: "hidden-tools", want: "tool: complete 1; prompt: not_offered; resource: not_offered; resource_template: not_offered; undeclared_capability tools/list 1"},
	{mode: "tools-only", want: "tool: complete 2; prompt: not_offered; resource: not_offered; resource_template: not_offered"},
	{mode: "false-capabilities", want: "tool: not_observed page_failed; prompt: not_observed page_failed; resource: not_observed page_failed; resource_template: not_offered", detail: "error -32601"},
	{mode: "strict-order", want: good},
	{mode: "exits-on-unknown", want: good},
	{mode: "mixed", want: "tool: complete 2; prompt: not_observed page_failed"},

	{mode: "asks-ping", want: good},
	{mode: "asks-sampling", want: good + "; refused_request sampling/createMessage 1"},
	{mode: "asks-roots", want: good + "; refused_request roots/list 1"},
	{mode: "asks-elicitation", want: good + "; refused_request elicitation/create 1"},
	{mode: "asks-unknown", want: good + "; refused_request harbour/whistle 1"},

	{mode: "wrong-id", want: good + "; unmatched_response stdout 1", detail: `first id: "987654321"`},
	{mode: "null-id", want: good + "; unmatched_response stdout 1"},

	// Clients differ in which of two answers they take, so nobody knows what an
	// agent is shown: some compare ids as numbers or as texts, some take the last
	// answer. That holds for what is no answer by the book, as long as it is the
	// answer for somebody.
	{mode: "string-id", want: twice2 + "; unmatched_response stdout 1", detail: "two answers to one request"},
	{mode: "response-twice", want: twice2 + "; unmatched_response stdout 1"},
	{mode: "answer-at-end", want: twice2 + "; unmatched_response stdout 1"},
	{mode: "odd-first string-id", want: twice2 + "; unmatched_response stdout 1"},
	{mode: "odd-first point-id", want: twice2 + "; unmatched_response stdout 1"},
	{mode: "odd-first exponent-id", want: twice2 + "; unmatched_response stdout 1"},
	{mode: "odd-first hex-id", want: twice2 + "; unmatched_response stdout 1"},
	{mode: "odd-first no-jsonrpc", want: twice2 + "; unmatched_response stdout 1"},
	{mode: "odd-first other-jsonrpc", want: twice2 + "; unmatched_response stdout 1"},
	{mode: "odd-first more-members", want: twice2 + "; unmatched_response stdout 1"},
	{mode: "odd-first null-method", want: twice2 + "; duplicate_envelope stdout 1"},
	{mode: "odd-first other-case", want: twice2 + "; junk_lines stdout 1"},
	{mode: "odd-first case-twice", want: "tool: not_observed page_unreadable; duplicate_envelope stdout 1; unmatched_response stdout 1", detail: `the answer is ambiguous: member "Result" differs from "result" in case alone`},
	{mode: "odd-first form-feed", want: twice2 + "; junk_lines stdout 1"},
	{mode: "odd-first batch", want: twice2 + "; batch_frame stdout 1"},
	{mode: "odd-first string-error", want: twice2 + "; unmatched_response stdout 1"},
	{mode: "odd-first bom", want: "tool: partial 1 page_unreadable; byte_order_mark stdout 1; unmatched_response stdout 1"},
	{mode: "odd-first returns", want: "tool: partial 1 page_unreadable; unmatched_response stdout 1"},
	{mode: "odd-alone string-id", set: short, want: "tool: not_observed frames_missed; unmatched_response stdout 1", detail: "no answer within 1s (--request-timeout)"},
	{mode: "odd-alone hex-id", set: short, want: "tool: not_observed frames_missed; unmatched_response stdout 1"},
	{mode: "odd-alone other-jsonrpc", set: short, want: "tool: not_observed frames_missed; unmatched_response stdout 1"},
	{mode: "odd-alone more-members", set: short, want: "tool: not_observed frames_missed; unmatched_response stdout 1"},
	{mode: "odd-alone null-method", set: short, want: "tool: not_observed frames_missed; duplicate_envelope stdout 1"},
	{mode: "odd-alone other-case", set: short, want: "tool: not_observed frames_missed; junk_lines stdout 1"},
	{mode: "odd-alone case-twice", want: "tool: not_observed page_unreadable; duplicate_envelope stdout 1"},
	{mode: "odd-alone bom", want: good + "; byte_order_mark stdout 1"},
	{mode: "odd-alone returns", want: good},
	{mode: "log-with-id", want: good + "; junk_lines stdout 4"},
	{mode: "ping-flood", want: good},

	{mode: "changed-after-last tools", want: "tool: complete 3"},
	{mode: "changed-after-last resources/templates", want: "tool: complete 3"},
	{mode: "changed-while-settling", want: "tool: complete 3"},
	{mode: "hidden-prompts", want: "tool: complete 2; resource: not_offered; resource_template: not_offered; undeclared_capability prompts/list 1"},
	{mode: "empty-undeclared", want: toolsOnly},
	{mode: "broken-undeclared", want: toolsOnly},
	{mode: "silent-undeclared", set: short, want: toolsOnly},
	{mode: "odd-undeclared", set: short, want: "tool: complete 2; prompt: not_observed frames_missed; resource: not_offered; resource_template: not_offered; unmatched_response stdout 1"},

	{mode: "second-listing", want: good},
	{mode: "shuffled", want: "tool: complete 5"},
	{mode: "chameleon claude-code", want: good},
	{mode: "client-dependent", want: good},

	{mode: "modern-only", want: good},
	{mode: "modern-exits", want: good},
	{mode: "modern-silent", set: func(o *observe.Options) { o.StartTimeout = 500 * time.Millisecond }, want: good},
	{mode: "modern-two-pages", want: good},
	{mode: "dual-era", want: good},
	{mode: "dual-era", set: inEra("legacy"), want: good},
	{mode: "dual-era", set: inEra("modern"), want: good},
	{mode: "two-faces", want: good},
	{mode: "discover-legacy", want: good},
	{mode: "silent-discover", want: good},
	{mode: "no-result-type", want: good},
	{mode: "unknown-result-type", want: "tool: not_observed page_unreadable", detail: `page 1: result type "\"task\"", want "complete"`},
	{mode: "input-required", want: "tool: not_observed page_unreadable", detail: `input_required`},
	{mode: "number-result-type", want: "tool: not_observed page_unreadable", detail: `result type "1"`},
	{mode: "missing-capability", want: "tool: not_observed page_failed", detail: `page 1: error -32021 (a capability of the client is missing): "the client has to offer sampling"`},
}

func inEra(name string) func(*observe.Options) { return func(o *observe.Options) { o.Era = name } }

// TestNastyServers observes the server in each mode twice: the listings and
// hazards are as they should be, nothing was called, and the bytes are the same.
func TestNastyServers(t *testing.T) {
	t.Parallel()
	known := nasty.Modes()
	for _, tt := range nastyTable {
		name := strings.Fields(tt.mode)[0]
		if !slices.ContainsFunc(known, func(m nasty.Mode) bool { return m.Name == name }) {
			t.Errorf("mode %q is no mode of the server", name)
			continue
		}
		t.Run(tt.mode, func(t *testing.T) {
			t.Parallel()
			o := server(t, strings.Fields(tt.mode)...)
			if tt.set != nil {
				tt.set(&o)
			}
			s, again := twice(t, o)
			tt.compare(t, s)
			if diff := cmp.Diff(string(surface.Encode(s)), string(surface.Encode(again))); diff != "" {
				t.Errorf("two observations (-first +second):\n%.2000s", diff)
			}
		})
	}
}

// TestEveryModeIsExpected keeps the tables up with the server's modes.
func TestEveryModeIsExpected(t *testing.T) {
	t.Parallel()
	everyMode(t, nasty.Modes(), nastyTable, "args-dump env-dump exits-at-once grandchild initialize-bare initialize-error initialize-not-object initialize-twice "+
		"never-answers-initialize newer-only sleeper start-count time-bomb")
}

func TestNoSurface(t *testing.T) {
	t.Parallel()
	quick := func(o *observe.Options) { o.StartTimeout = time.Second }
	for _, tt := range []struct {
		mode   string
		set    func(*observe.Options)
		stage  observe.Stage
		status string
		want   []string // parts of the text
	}{
		{"exits-at-once", nil, observe.StageInitialize, "exit status 3", []string{
			`server "notes": initialize: the server closed the connection`, "it ended with exit status 3", `"nasty: cannot find config"`,
		}},
		{"initialize-error", nil, observe.StageInitialize, "", []string{"error -32603", `"the note store is closed"`}},
		{"initialize-not-object", nil, observe.StageInitialize, "", []string{"initialize result"}},
		{"initialize-bare", nil, observe.StageInitialize, "", []string{"protocolVersion is absent, want a string"}},
		{"initialize-twice", nil, observe.StageInitialize, "", []string{"initialize: two answers to one request"}},
		{"never-answers-initialize", quick, observe.StageInitialize, "", []string{"no answer within 1s (--start-timeout)"}},
		{"never-answers-initialize", func(o *observe.Options) { o.TotalTimeout = time.Second }, observe.StageInitialize, "", []string{
			"not finished within 1s (--timeout)",
		}},
		{"newer-only", nil, observe.StageDiscover, "", []string{`the server supports the protocol versions "2099-01-01", want 2026-07-28`}},
		{"modern-only", inEra("legacy"), observe.StageInitialize, "", []string{"error -32022 (protocol version not supported)"}},
		{"good", inEra("modern"), observe.StageDiscover, "", []string{`discover: the server answered with error -32601: "method not found"`}},
		{"discover-legacy", inEra("modern"), observe.StageDiscover, "", []string{`supports the protocol versions "2025-11-25", want 2026-07-28`}},
		{"silent-discover", func(o *observe.Options) { o.Era, o.StartTimeout = "modern", time.Second }, observe.StageDiscover, "", []string{
			"no answer within 1s (--start-timeout)",
		}},
		{"exits-on-unknown", inEra("modern"), observe.StageDiscover, "exit status 5", []string{"the server closed the connection"}},
		{"good", inEra("ancient"), observe.StageStart, "", []string{`era "ancient" is none of auto, legacy, modern`}},
		{"no-such-mode", nil, observe.StageInitialize, "exit status 2", []string{"it ended with exit status 2", "is unknown, want one of"}},
		{"good", func(o *observe.Options) { o.Server.Command = "no-such-command-anywhere" }, observe.StageStart, "", []string{
			`command "no-such-command-anywhere": `, "not found", "full path",
		}},
		{"good", func(o *observe.Options) { o.Server.Command = "./no/such/file" }, observe.StageStart, "", []string{`"./no/such/file"`}},
		{"good", func(o *observe.Options) { o.Server.Dir = "/no/such/dir" }, observe.StageStart, "", []string{"/no/such/dir"}},
		{"good", func(o *observe.Options) { o.Server.Command = "" }, observe.StageStart, "", []string{"no command"}},
	} {
		t.Run(tt.mode+" "+string(tt.stage), func(t *testing.T) {
			t.Parallel()
			o := server(t, tt.mode)
			if tt.set != nil {
				tt.set(&o)
			}
			_, err := observe.Observe(t.Context(), o)
			e := asError(t, err)
			if e.Stage != tt.stage || e.Status != tt.status || e.ID != "notes" {
				t.Errorf("stage %q, status %q, want %q, %q: %v", e.Stage, e.Status, tt.stage, tt.status, err)
			}
			for _, part := range tt.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error is %q, want %q in it", err, part)
				}
			}
		})
	}
}
