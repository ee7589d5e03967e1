package nasty

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Web is a server of this package behind Streamable HTTP (MCP 2025-11-25 and
// 2026-07-28, transports). It is an [http.Handler]; the requests it gets are
// served one after the other, except for what their responses wait for.
type Web struct {
	argv []string // the stdio mode behind it
	args []string // the web mode's own arguments

	sessions    bool                      // initialize begins a session
	before      func(w *Web, c call) bool // acts on a request first; true when it has answered
	answer      func(w *Web, c call, lines []string)
	acknowledge func(c call)              // answers what is no request
	onStream    func(c call, text string) // writes one event
	forgetful   int                       // requests of listings after which sessions are forgotten; 0 for never

	mu    sync.Mutex
	posts int
	lists int
	begun int
	live  map[string]*conversation
}

// conversation is a session, or a single request when there are none.
type conversation struct {
	id     string
	server *server
	out    bytes.Buffer
	late   chan string // lines that belong to an open response
}

// call is one HTTP request with a message of the client.
type call struct {
	http.ResponseWriter

	req  *http.Request
	m    message
	n    int // which of all messages it is, from 1
	with *conversation
}

// webMode is a Mode with what it changes in a well-behaved web server.
type webMode struct {
	Mode

	set func(w *Web)
}

// WebModes lists the modes of [NewWeb], sorted by name.
func WebModes() []Mode {
	var list []Mode
	for _, m := range webModes() {
		list = append(list, m.Mode)
	}
	return list
}

// NewWeb returns a server that misbehaves over HTTP. argv is a mode of WebModes
// with its arguments; behind, when it is not empty, is a mode of [Modes] with its
// arguments, instead of the good server.
func NewWeb(argv, behind []string) (*Web, error) {
	if len(behind) == 0 {
		behind = []string{"good"}
	}
	if _, err := newServer(behind); err != nil {
		return nil, err
	}
	table := webModes()
	at := -1
	if len(argv) > 0 {
		at = slices.IndexFunc(table, func(m webMode) bool { return m.Name == argv[0] })
	}
	if at < 0 {
		return nil, fmt.Errorf("web mode %q is unknown", argv)
	}
	w := &Web{argv: behind, args: argv[1:], sessions: true, answer: plainAnswer, live: map[string]*conversation{}}
	w.acknowledge = func(c call) { c.WriteHeader(http.StatusAccepted) }
	if want := len(strings.Fields(table[at].Args)); len(w.args) != want {
		return nil, fmt.Errorf("web mode %q: got the arguments %q, want %q", argv[0], w.args, table[at].Args)
	}
	table[at].set(w)
	return w, nil
}

func webModes() []webMode {
	table := slices.Concat(webBodyModes(), webStreamModes(), webStatusModes())
	slices.SortFunc(table, func(a, b webMode) int { return cmp.Compare(a.Name, b.Name) })
	return table
}

// ServeHTTP answers a POST with a message, and refuses GET.
func (w *Web) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	c := call{ResponseWriter: rw, req: req}
	body, err := io.ReadAll(io.LimitReader(req.Body, 1<<20))
	if err == nil && req.Method == http.MethodPost {
		c.m.line = append(bytes.TrimSpace(body), '\n')
		err = json.Unmarshal(body, &c.m)
	}
	if err != nil {
		http.Error(rw, "unreadable", http.StatusBadRequest)
		return
	}
	w.mu.Lock()
	w.posts++
	c.n = w.posts
	w.mu.Unlock()
	switch {
	case w.before != nil && w.before(w, c):
	case req.Method == http.MethodDelete:
		rw.WriteHeader(http.StatusNoContent)
	case req.Method != http.MethodPost:
		http.Error(rw, "method not allowed", http.StatusMethodNotAllowed)
	default:
		w.serve(c)
	}
}

// serve hands a message to its conversation and answers with what comes out.
func (w *Web) serve(c call) {
	if why := wrongHeaders(c); why != "" {
		w.failure(c, http.StatusBadRequest, -32020, why)
		return
	}
	w.mu.Lock()
	conv, status := w.conversation(c)
	var lines []string
	if conv != nil {
		conv.out.Reset()
		conv.server.receive(c.m.line)
		lines = strings.SplitAfter(conv.out.String(), "\n")
		lines = lines[:len(lines)-1]
	}
	w.mu.Unlock()
	switch {
	case conv == nil:
		http.Error(c, http.StatusText(status), status)
	case c.m.ID == nil || c.m.Method == "":
		for _, line := range lines {
			conv.late <- line
		}
		w.acknowledge(c)
	default:
		c.with = conv
		if conv.id != "" {
			c.Header().Set("Mcp-Session-Id", conv.id)
		}
		w.answer(w, c, lines)
	}
}

// wrongHeaders checks a modern request (MCP 2026-07-28, Streamable HTTP, server
// validation).
func wrongHeaders(c call) string {
	if !c.m.modern() {
		return ""
	}
	var version string
	if json.Unmarshal(c.m.meta()["io.modelcontextprotocol/protocolVersion"], &version) != nil || version != c.req.Header.Get("Mcp-Protocol-Version") {
		return "Mcp-Protocol-Version does not match"
	}
	if c.m.Method != c.req.Header.Get("Mcp-Method") {
		return "Mcp-Method does not match"
	}
	return ""
}

// conversation finds or begins the one that a message belongs to.
func (w *Web) conversation(c call) (*conversation, int) {
	id := c.req.Header.Get("Mcp-Session-Id")
	modern := c.m.modern()
	if modern && !w.isModern() {
		return nil, http.StatusBadRequest // there is no session, and nothing else is known
	}
	if modern || c.m.Method == "initialize" {
		return w.begin(!modern && w.sessions), 0
	}
	if strings.HasSuffix(c.m.Method, "/list") {
		w.lists++
		if w.forgetful > 0 && w.lists%w.forgetful == 0 {
			clear(w.live)
		}
	}
	switch conv := w.live[id]; {
	case conv != nil:
		return conv, 0
	case id == "" && w.sessions:
		return nil, http.StatusBadRequest
	default:
		return nil, http.StatusNotFound
	}
}

func (w *Web) isModern() bool {
	s, err := newServer(w.argv)
	return err == nil && (s.modern || s.on["server/discover"] != nil)
}

func (w *Web) begin(session bool) *conversation {
	s, err := newServer(w.argv)
	if err != nil {
		return nil // cannot happen: NewWeb has tried
	}
	conv := &conversation{server: s, late: make(chan string, 100)}
	s.out, s.errw = &conv.out, io.Discard
	if session {
		w.begun++
		conv.id = fmt.Sprintf("session-%d", w.begun)
	}
	w.live[conv.id] = conv
	return conv
}

// failure answers with a JSON-RPC error.
func (w *Web) failure(c call, status, code int, text string) {
	c.Header().Set("Content-Type", "application/json")
	c.WriteHeader(status)
	id := string(c.m.ID)
	if id == "" {
		id = "null"
	}
	fmt.Fprintf(c, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, quote(text))
}

// plainAnswer is one message as JSON, and several, or one that has to be waited
// for, as a stream.
func plainAnswer(w *Web, c call, lines []string) {
	if len(lines) == 1 && answersCall(lines[0], c) {
		asJSON(c, lines[0])
		return
	}
	streamAnswer(w, c, lines)
}

func asJSON(c call, text string) {
	c.Header().Set("Content-Type", "application/json")
	fmt.Fprint(c, strings.TrimSpace(text))
}

// streamAnswer sends each line as an event, until the answer is among them.
func streamAnswer(w *Web, c call, lines []string) {
	write := w.onStream
	if write == nil {
		write = func(c call, text string) { fmt.Fprintf(c, "event: message\ndata: %s\n\n", text) }
	}
	openStream(c)
	answered := false
	for _, line := range lines {
		write(c, strings.TrimSpace(line))
		answered = answered || answersCall(line, c)
	}
	for !answered {
		flush(c)
		select {
		case line := <-c.with.late:
			write(c, strings.TrimSpace(line))
			answered = answersCall(line, c)
		case <-c.req.Context().Done():
			return
		}
	}
}

func openStream(c call) {
	c.Header().Set("Content-Type", "text/event-stream")
	c.WriteHeader(http.StatusOK)
}

func flush(c call) { _ = http.NewResponseController(c.ResponseWriter).Flush() }

func answersCall(line string, c call) bool {
	var m message
	return json.Unmarshal([]byte(line), &m) == nil && m.Method == "" && bytes.Equal(m.ID, c.m.ID)
}
