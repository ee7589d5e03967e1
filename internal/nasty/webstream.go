package nasty

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Streams: where events are cut, in what order they come, and when they end.

func webStreamModes() []webMode {
	return []webMode{
		{Mode{"stream", "", "misbehaves in nothing, and answers in streams"}, func(w *Web) { w.answer = streamAnswer }},
		{Mode{"json-then-stream", "", "answers initialize in JSON and all else in streams"}, listBySelf(streamAnswer)},
		{Mode{"odd-events", "", "streams with comments, ids, retries, empty events, other events, and CR and CR LF for LF"}, oddEvents},
		{Mode{"odd-cuts", "", "streams that are sent byte by byte, messages over several data lines"}, oddCuts},
		{Mode{"notifications-first", "", "log messages and list_changed before each answer"}, events(
			logMessage, `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`, answerEvent)},
		{Mode{"two-answers", "", "two answers in one stream"}, events(answerEvent, answerEvent)},
		{Mode{"other-answer", "", "the answer to another request before the answer"}, events(strayEvent, answerEvent)},
		{Mode{"wrong-stream", "", "the answer to another request instead of the answer"}, events(strayEvent)},
		{Mode{"junk-events", "", "an event that is no message before the answer"}, events("hello", answerEvent)},
		{Mode{"only-junk", "", "an event that is no message instead of the answer"}, events("hello")},
		{Mode{"batch-event", "", "the answer in a JSON array"}, events("[" + answerEvent + "]")},
		{Mode{"no-answer", "", "streams that end without an answer"}, events()},
		{Mode{"polling", "", "closes each stream of a listing after its first event, and sends the answer to who asks for the rest"}, polling(true)},
		{Mode{"polling-in-vain", "", "the same, but the rest has no answer either"}, polling(false)},
		{Mode{"polling-refused", "", "closes each stream of a listing after its first event, and has no rest"}, listBy(prime)},
		{Mode{"cut-event", "", "streams that end in the middle of an event"}, listBy(func(c call, lines []string) {
			openStream(c)
			fmt.Fprintf(c, "data: %s", lines[0])
		})},
		{Mode{"left-open", "", "streams that do not end after the answer"}, listBy(func(c call, lines []string) {
			writeEvents(c, lines, answerEvent)
			flush(c)
			<-c.req.Context().Done()
		})},
		{Mode{"goes-on", "", "streams that go on for ever after the answer"}, listBy(func(c call, lines []string) {
			writeEvents(c, lines, answerEvent)
			for forever(c, "data: "+logMessage+"\n\n") {
			}
		})},
		{Mode{"endless-stream", "", "notifications for ever and no answer"}, listBy(func(c call, _ []string) {
			openStream(c)
			for forever(c, "data: "+logMessage+"\n\n") {
			}
		})},
		{Mode{"endless-event", "", "an event that never ends"}, listBy(func(c call, _ []string) {
			openStream(c)
			for forever(c, "data: "+strings.Repeat("x", 1000)+"\n") {
			}
		})},
		{Mode{"old-only", "", "HTTP+SSE alone"}, old("/message?sessionId=1", nil)},
		{Mode{"old-other-origin", "URL", "HTTP+SSE alone, with an endpoint of another origin"}, old("", nil)},
		{Mode{"old-gone", "", "HTTP+SSE alone, and the stream ends at the first listing"}, old("?sessionId=1", func(m message) bool {
			return strings.HasSuffix(m.Method, "/list")
		})},
	}
}

const (
	answerEvent = "ANSWER"
	strayEvent  = `{"jsonrpc":"2.0","id":99,"result":{"tools":[]}}`
	logMessage  = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"working"}}`
)

func listBySelf(answer func(*Web, call, []string)) func(*Web) {
	return func(w *Web) { listBy(func(c call, lines []string) { answer(w, c, lines) })(w) }
}

// events answers each listing with a stream of these messages.
func events(messages ...string) func(*Web) {
	return listBy(func(c call, lines []string) { writeEvents(c, lines, messages...) })
}

func writeEvents(c call, lines []string, messages ...string) {
	openStream(c)
	for _, text := range messages {
		fmt.Fprintf(c, "data: %s\n\n", strings.Replace(text, answerEvent, strings.TrimSpace(strings.Join(lines, "")), 1))
	}
}

// forever writes one more time; false when the client has gone.
func forever(c call, text string) bool {
	_, err := io.WriteString(c, text)
	return err == nil && c.req.Context().Err() == nil
}

func oddEvents(w *Web) {
	w.answer = streamAnswer
	w.onStream = func(c call, text string) {
		fmt.Fprintf(c, ": hello\r\rid: 1\rretry: 5\rdata:\r\revent: other\r\ndata: {}\r\n\r\n\n\nid:2\ndata:%s\r\r\n:\n", text)
	}
}

func oddCuts(w *Web) {
	w.answer = func(w *Web, c call, lines []string) {
		c.ResponseWriter = writer{c.ResponseWriter, byByte{c.ResponseWriter}}
		streamAnswer(w, c, lines)
	}
	w.onStream = func(c call, text string) {
		fmt.Fprintf(c, "data: %s\r\n\r\n", strings.ReplaceAll(text, `,"`, ",\r\ndata: \""))
	}
}

// byByte sends every byte by itself.
type byByte struct{ rw http.ResponseWriter }

func (b byByte) Write(text []byte) (int, error) {
	n, err := oneByte{b.rw}.Write(text)
	_ = http.NewResponseController(b.rw).Flush()
	return n, err
}

// prime begins a stream as a server does that may close it before the answer.
func prime(c call, _ []string) {
	openStream(c)
	fmt.Fprintf(c, "id: %s\nretry: 1\ndata:\n\n", c.m.ID)
}

// polling keeps the answer to a listing for a GET with its stream's last event.
func polling(answers bool) func(*Web) {
	return func(w *Web) {
		kept := map[string][]string{}
		listBy(func(c call, lines []string) {
			w.mu.Lock()
			kept[string(c.m.ID)] = lines
			w.mu.Unlock()
			prime(c, nil)
		})(w)
		w.before = func(w *Web, c call) bool {
			if c.req.Method != http.MethodGet {
				return false
			}
			w.mu.Lock()
			lines := kept[c.req.Header.Get("Last-Event-Id")]
			w.mu.Unlock()
			if answers && c.req.Header.Get("Mcp-Session-Id") != "" {
				writeEvents(c, lines, logMessage, answerEvent)
			} else {
				openStream(c)
			}
			return true
		}
	}
}

// old serves HTTP+SSE (MCP 2024-11-05, transports): GET opens the stream, POST to
// the endpoint is answered there. The stream ends at a message that ends says.
func old(endpoint string, ends func(message) bool) func(*Web) {
	return func(w *Web) {
		w.before = func(w *Web, c call) bool {
			switch {
			case c.req.Method == http.MethodGet:
				w.oldStream(c, endpoint)
			case c.req.Method == http.MethodPost && c.req.URL.Query().Get("sessionId") == "1":
				w.oldMessage(c, ends)
			default:
				http.Error(c, "not found", http.StatusNotFound)
			}
			return true
		}
	}
}

func (w *Web) oldStream(c call, endpoint string) {
	if len(w.args) > 0 {
		endpoint = w.args[0]
	}
	w.mu.Lock()
	conv := w.begin(false)
	w.mu.Unlock()
	openStream(c)
	fmt.Fprintf(c, ": hello\n\nevent: endpoint\ndata: %s\n\n", endpoint)
	for {
		flush(c)
		select {
		case line, more := <-conv.late:
			if !more {
				return
			}
			fmt.Fprintf(c, "event: message\ndata: %s\n\n", strings.TrimSpace(line))
		case <-c.req.Context().Done():
			return
		}
	}
}

func (w *Web) oldMessage(c call, ends func(message) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	conv := w.live[""]
	switch {
	case conv == nil:
		http.Error(c, "no stream", http.StatusBadRequest)
		return
	case ends != nil && ends(c.m):
		close(conv.late)
		delete(w.live, "")
	default:
		conv.out.Reset()
		conv.server.receive(c.m.line)
		for line := range strings.Lines(conv.out.String()) {
			conv.late <- line
		}
	}
	c.WriteHeader(http.StatusAccepted)
	fmt.Fprint(c, "Accepted")
}
