package observe_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/nasty"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

// web is the nasty server in a mode behind HTTP, fresh for each observation.
func web(tb testing.TB, mode, behind string) observe.Options {
	tb.Helper()
	handler, err := nasty.NewWeb(strings.Fields(mode), strings.Fields(behind))
	if err != nil {
		tb.Fatal(err)
	}
	return reached(tb, handler)
}

// reached is a server behind HTTP.
func reached(tb testing.TB, handler http.Handler) observe.Options {
	tb.Helper()
	server := httptest.NewServer(handler)
	tb.Cleanup(server.Close)
	return observe.Options{ID: "notes", URL: server.URL + "/mcp", ClientVersion: "1.2.3"}
}

func bytesAtMost(n int) func(*observe.Options) { return func(o *observe.Options) { o.MaxLine = n } }

func brief(o *observe.Options) { o.RequestTimeout = 200 * time.Millisecond }

// each is a surface in which every listing is the same.
func each(text string) string {
	return "tool: " + text + "; prompt: " + text + "; resource: " + text + "; resource_template: " + text
}

var webTable = []expected{
	{mode: "json", want: good},
	{mode: "stream", want: good},
	{mode: "no-session", want: good},
	{mode: "json-then-stream", want: good},
	{mode: "gzip", want: good},
	{mode: "pretty", want: good},
	{mode: "odd-events", want: good},
	{mode: "odd-cuts", want: good},
	{mode: "odd-cuts", behind: "one-byte-chunks", want: good},
	{mode: "html-page", want: each("not_observed page_unreadable"), detail: `page 1: status 200 OK: its content type is "text/html", want application/json or text/event-stream`},
	{mode: "no-content-type", want: each("not_observed page_unreadable"), detail: `content type is ""`},
	{mode: "not-json", want: each("not_observed frames_missed") + "; junk_lines http 4", detail: `first line: "<html>`},
	{mode: "empty-body", want: each("not_observed page_unreadable"), detail: "it is empty"},
	{mode: "batch", want: each("not_observed frames_missed") + "; batch_frame http 4"},
	{mode: "brotli", want: each("not_observed page_unreadable"), detail: `encoded as "br"`},
	{mode: "bad-gzip", want: each("not_observed server_gone"), detail: "gzip: invalid header"},
	{mode: "gzip-bomb", set: bytesAtMost(1 << 20), want: each("not_observed too_many_bytes"), detail: "the response is over the limit of 1048576 bytes"},
	{mode: "cut-body", want: each("not_observed server_gone"), detail: "closed the connection before the end of the response"},
	{mode: "slow-body", set: brief, want: each("not_observed timed_out"), detail: "no answer within 200ms (--request-timeout)"},
	{mode: "no-headers", set: brief, want: each("not_observed timed_out")},
	{mode: "huge-header", want: each("not_observed server_gone"), detail: "the headers of the response are over the limit of 65536 bytes"},
	{mode: "session-changes", want: good + "; session_changed http 4"},
	{mode: "error-without-id", want: each("not_observed page_failed"), detail: `page 1: error -32000: "the note store is closed"`},

	{mode: "notifications-first", want: good},
	{mode: "two-answers", want: "tool: partial 2 page_unreadable; prompt: partial 1 page_unreadable; resource: partial 1 page_unreadable; resource_template: partial 1 page_unreadable; unmatched_response http 4", detail: "two answers to one request"},
	{mode: "other-answer", want: good + "; unmatched_response http 4"},
	{mode: "wrong-stream", want: each("not_observed server_gone") + "; unmatched_response http 4", detail: "the response ended without an answer"},
	{mode: "junk-events", want: good + "; junk_lines http 4"},
	{mode: "only-junk", want: each("not_observed frames_missed") + "; junk_lines http 4"},
	{mode: "batch-event", want: each("not_observed frames_missed") + "; batch_frame http 4"},
	{mode: "no-answer", want: each("not_observed server_gone"), detail: "the response ended without an answer"},
	{mode: "polling", want: good},
	{mode: "polling-in-vain", want: each("not_observed server_gone"), detail: "the response ended without an answer"},
	{mode: "polling-refused", want: each("not_observed server_gone"), detail: "and the rest of it with status 405 Method Not Allowed"},
	{mode: "cut-event", want: each("not_observed server_gone"), detail: "ended in the middle of an event"},
	{mode: "left-open", want: good},
	{mode: "goes-on", want: good},
	{mode: "endless-stream", set: bytesAtMost(1 << 20), want: each("not_observed too_many_bytes"), detail: "limit of 1048576 bytes"},
	{mode: "endless-event", set: bytesAtMost(1 << 20), want: each("not_observed too_many_bytes"), detail: "limit of 1048576 bytes"},
	{mode: "old-only", want: good},
	{mode: "old-only", behind: "two-pages-each", want: "tool: complete 2; prompt: complete 2; resource: complete 2; resource_template: complete 2"},
	{mode: "old-only", behind: "asks-sampling", want: good + "; refused_request sampling/createMessage 1"},
	{mode: "old-gone", want: each("not_observed server_gone"), detail: "the server closed the connection before the answer"},

	{mode: "session-lost", want: good},
	{mode: "session-always-lost", want: each("not_observed server_gone"), detail: "page 1: status 404 Not Found: the server has ended the session"},
	{mode: "unauthorized-prompts", want: "tool: complete 2; prompt: not_observed page_failed", detail: "page 1: status 401 Unauthorized: the server wants a login"},
	{mode: "accepted", want: each("not_observed page_unreadable"), detail: "status 202 Accepted"},
	{mode: "broken-lists", want: each("not_observed page_failed"), detail: "page 1: status 500 Internal Server Error"},
	{mode: "broken-once", want: good},

	{mode: "json", behind: "two-pages", want: good},
	{mode: "stream", behind: "asks-ping", want: good},
	{mode: "stream", behind: "asks-sampling", want: good + "; refused_request sampling/createMessage 1"},
	{mode: "stream", behind: "asks-roots", want: good + "; refused_request roots/list 1"},
	{mode: "stream", behind: "response-twice", want: twice2 + "; unmatched_response http 1"},
	{mode: "stream", behind: "odd-first string-id", want: twice2 + "; unmatched_response http 1"},
	{mode: "stream", behind: "odd-first no-jsonrpc", want: twice2 + "; unmatched_response http 1"},
	{mode: "stream", behind: "odd-alone more-members", want: "tool: not_observed frames_missed; unmatched_response http 1"},
	{mode: "json", behind: "odd-alone string-id", set: short, want: "tool: not_observed frames_missed; unmatched_response http 1"},
	{mode: "stream", behind: "changed-after-last resources/templates", want: "tool: complete 3"},
	{mode: "old-only", behind: "changed-after-last resources/templates", want: "tool: complete 3"},
	{mode: "stream", behind: "ping-flood 300", want: good},
	{mode: "json", behind: "hidden-prompts", want: "tool: complete 2; resource: not_offered; resource_template: not_offered; undeclared_capability prompts/list 1"},
	{mode: "json", behind: "broken-undeclared", want: toolsOnly},
	{mode: "json", behind: "result-and-error", want: "tool: not_observed page_unreadable; duplicate_envelope http 1"},
	{mode: "stream", behind: "list-storm after", want: good},
	{mode: "stream", behind: "changed-between-pages", want: "tool: partial 1 changed_meanwhile"},
	{mode: "json", behind: "strict-order", want: good},
	{mode: "json", behind: "unknown-version", want: good + "; unknown_version initialize 1"},
	{mode: "ack-stream", set: brief, want: good},
	{mode: "json", behind: "modern-only", want: good},
	{mode: "stream", behind: "modern-only", want: good},
	{mode: "no-session", behind: "dual-era", want: good},
	{mode: "json", behind: "discover-legacy", want: good},
	{mode: "json", behind: "unknown-result-type", want: "tool: not_observed page_unreadable", detail: `page 1: result type "\"task\"", want "complete"`},
}

// TestNastyWebServers observes each server twice, as TestNastyServers does.
func TestNastyWebServers(t *testing.T) {
	t.Parallel()
	for _, tt := range webTable {
		t.Run(strings.TrimSpace(tt.mode+" "+tt.behind), func(t *testing.T) {
			t.Parallel()
			var records []string
			for range 2 {
				o := web(t, tt.mode, tt.behind)
				if tt.set != nil {
					tt.set(&o)
				}
				s := observed(t, o)
				tt.compare(t, s)
				s.Server.Launch.URL = "" // has a port
				records = append(records, string(surface.Encode(s)))
			}
			if diff := cmp.Diff(records[0], records[1]); diff != "" {
				t.Errorf("two observations (-first +second):\n%.2000s", diff)
			}
		})
	}
}

// TestEveryWebModeIsExpected keeps the tables up with the server's modes.
func TestEveryWebModeIsExpected(t *testing.T) {
	t.Parallel()
	everyMode(t, nasty.WebModes(), webTable, "broken echo forbidden header-mismatch json-as-text login method-not-allowed old-other-origin "+
		"redirect-nowhere redirect-origin redirect-path unauthorized unauthorized-lists")
}

func TestNoWebSurface(t *testing.T) {
	t.Parallel()
	quick := func(o *observe.Options) { o.StartTimeout = 300 * time.Millisecond }
	for _, tt := range []struct {
		mode, behind string
		set          func(*observe.Options)
		stage        observe.Stage
		want         []string // parts of the text
	}{
		{"unauthorized", "", nil, observe.StageDiscover, []string{`server "notes": discover: status 401 Unauthorized: the server wants a login`}},
		{"unauthorized", "", func(o *observe.Options) { o.Era = observe.EraLegacy }, observe.StageInitialize, []string{"status 401"}},
		{"unauthorized-lists", "", nil, observe.StageList, []string{"list: status 401 Unauthorized: the server wants a login"}},
		{"forbidden", "", nil, observe.StageDiscover, []string{"status 403 Forbidden"}},
		{"broken", "", nil, observe.StageInitialize, []string{"initialize: status 500 Internal Server Error"}},
		{"method-not-allowed", "", nil, observe.StageInitialize, []string{
			"initialize: status 405 Method Not Allowed; over HTTP+SSE: status 405 Method Not Allowed with the content type \"text/plain\", want an event stream",
		}},
		{"json-as-text", "", nil, observe.StageInitialize, []string{`its content type is "text/plain"`}},
		{"header-mismatch", "", nil, observe.StageDiscover, []string{`error -32020 (headers do not match the message): "Header mismatch"`}},
		{"redirect-path", "", nil, observe.StageDiscover, []string{`redirects to the path "/elsewhere"`, "configure that address"}},
		{"redirect-nowhere", "", nil, observe.StageDiscover, []string{"status 302 Found, a redirect to nowhere"}},
		{"redirect-origin https://elsewhere.example/mcp", "", nil, observe.StageDiscover, []string{
			"http://127.0.0.1:", `redirects to another origin, "https://elsewhere.example:443", where nothing is sent`,
		}},
		{"old-other-origin https://elsewhere.example/message", "", nil, observe.StageInitialize, []string{
			"status 404 Not Found; over HTTP+SSE: http://127.0.0.1:", `names an endpoint of another origin, "https://elsewhere.example:443"`,
		}},
		{"json", "initialize-error", nil, observe.StageInitialize, []string{"error -32603"}},
		{"json", "newer-only", nil, observe.StageDiscover, []string{`supports the protocol versions "2099-01-01", want 2026-07-28`}},
		{"json", "modern-only", func(o *observe.Options) { o.Era = observe.EraLegacy }, observe.StageInitialize, []string{"error -32022 (protocol version not supported)"}},
		{"json", "", func(o *observe.Options) { o.Era = observe.EraModern }, observe.StageDiscover, []string{"status 400 Bad Request"}},
		{"json", "discover-legacy", func(o *observe.Options) { o.Era = observe.EraModern }, observe.StageDiscover, []string{`"2025-11-25", want 2026-07-28`}},
		{"stream", "never-answers-initialize", quick, observe.StageInitialize, []string{"no answer within 300ms (--start-timeout)"}},
		{"json", "", func(o *observe.Options) { o.URL = "ftp://user:secret@host/" }, observe.StageStart, []string{`URL "ftp://user:<secret>@host/" is none of http or https`}},
		{"json", "", func(o *observe.Options) { o.Server.Command = "x" }, observe.StageStart, []string{"both a command and a URL"}},
		{"json", "", func(o *observe.Options) { o.Headers = []observe.Header{{Name: "X Y", Value: "secret-value"}} }, observe.StageStart, []string{`header "X Y"`}},
		{"json", "", func(o *observe.Options) { o.Headers = []observe.Header{{Name: "X", Value: "secret\nvalue"}} }, observe.StageStart, []string{`header "X"`}},
		{"json", "", func(o *observe.Options) { o.Capabilities = "[]" }, observe.StageStart, []string{"client capabilities are no JSON object"}},
		{"json", "", func(o *observe.Options) { o.Era = "ancient" }, observe.StageStart, []string{`era "ancient" is none of auto, legacy, modern`}},
		{"json", "", func(o *observe.Options) { o.URL = "http://127.0.0.1:1/mcp?api_key=secret-in-query" }, observe.StageStart, []string{
			`server "notes": reach http://127.0.0.1:1: connect: connection refused`,
		}},
	} {
		t.Run(strings.TrimSpace(tt.mode+" "+tt.behind), func(t *testing.T) {
			t.Parallel()
			o := web(t, tt.mode, tt.behind)
			if tt.set != nil {
				tt.set(&o)
			}
			_, err := observe.Observe(context.Background(), o)
			e := asError(t, err)
			if e.Stage != tt.stage {
				t.Errorf("stage is %q, want %q", e.Stage, tt.stage)
			}
			for _, part := range append(tt.want, "") {
				if !strings.Contains(err.Error(), part) || strings.Contains(err.Error(), "secret-") {
					t.Errorf("error is %q, want %q in it and no secret", err, part)
				}
			}
		})
	}
}
