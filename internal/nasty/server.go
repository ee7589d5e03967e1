package nasty

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// handler acts on one message of the client; it may write any number of lines.
type handler func(s *server, m message)

// server is one run: the good server with the parts that a mode replaced.
type server struct {
	stdin io.Reader // in, before buffering
	in    *bufio.Reader
	out   io.Writer
	errw  io.Writer
	argv  []string // the mode and all its arguments, as given to Main
	args  []string // the mode's own arguments

	greeting greeting
	on       map[string]handler // by method
	unknown  handler            // for a request whose method is not in on
	response handler            // for an answer to a request of ours
	begin    func(*server)      // before anything is read
	end      func(*server)      // when the client's input has ended
	decorate func(string) string
	finish   func(m message, result string) string // of a result, before it is sent

	ready    bool // notifications/initialized was seen
	modern   bool // requests may stand for themselves
	stopped  bool
	status   int
	log      *os.File // nil unless log=FILE was given
	callFile string   // of called=FILE
}

// message is one line of the client. Absent members are nil.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`

	line []byte // as received, with its line feed
}

// takeArguments keeps the arguments that belong to every mode and checks the
// number of the others against want, the mode's argument line.
func (s *server) takeArguments(args []string, want string) error {
	for _, arg := range args {
		key, file, found := strings.Cut(arg, "=")
		switch {
		case found && key == "called":
			s.callFile = file
		case found && key == "log":
			if err := s.openLog(file); err != nil {
				return err
			}
		default:
			s.args = append(s.args, arg)
		}
	}
	known := strings.Fields(want)
	required := 0
	for _, name := range known {
		if !strings.HasPrefix(name, "[") {
			required++
		}
	}
	if len(s.args) < required || len(s.args) > len(known) && !strings.HasSuffix(want, "...]") {
		s.close()
		return fmt.Errorf("got the arguments %q, want %q", s.args, want)
	}
	return nil
}

func (s *server) openLog(file string) error {
	log, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the log: %w", err)
	}
	s.close()
	s.log = log
	return nil
}

func (s *server) close() {
	if s.log != nil {
		_ = s.log.Close()
	}
}

// number is the mode's argument at index i, or fallback when it was not given.
func (s *server) number(i, fallback int) (int, error) {
	if i >= len(s.args) {
		return fallback, nil
	}
	n, err := strconv.Atoi(s.args[i])
	if err != nil || n < 1 {
		return 0, fmt.Errorf("argument %q, want a positive number", s.args[i])
	}
	return n, nil
}

func (s *server) run() int {
	if s.begin != nil {
		s.begin(s)
	}
	for !s.stopped {
		line, err := s.in.ReadBytes('\n')
		if err != nil {
			break // a line cut off by the end is no message
		}
		s.receive(line)
	}
	if !s.stopped && s.end != nil {
		s.end(s)
	}
	return s.status
}

func (s *server) receive(line []byte) {
	if s.log != nil {
		_, _ = s.log.Write(line)
	}
	m := message{line: line}
	if err := json.Unmarshal(line, &m); err != nil {
		s.send(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}`)
		return
	}
	switch {
	case m.Version != "2.0":
		s.fail(m, -32600, `"jsonrpc" is not "2.0"`)
	case m.Method != "":
		s.dispatch(m)
	case s.response != nil:
		s.response(s, m)
	}
}

func (s *server) dispatch(m message) {
	if m.Method == "notifications/initialized" {
		s.ready = true
	}
	handle, known := s.on[m.Method]
	switch {
	case !known && m.ID != nil:
		s.unknown(s, m)
	case !known:
	case s.modern && m.modern():
		s.serveModern(m, handle)
	case !s.ready && strings.HasSuffix(m.Method, "/list"):
		s.fail(m, -32602, tooEarly)
	default:
		handle(s, m)
	}
}

const tooEarly = "Received request before initialization was complete"

// quit ends the run after the current message.
func (s *server) quit(status int) {
	s.stopped, s.status = true, status
}

// raw writes bytes as they are, in one piece. A client that has gone ends the
// run with status 1.
func (s *server) raw(text string) {
	if s.stopped {
		return
	}
	if _, err := io.WriteString(s.out, text); err != nil {
		s.quit(1)
	}
}

// send writes one message in the mode's framing.
func (s *server) send(text string) {
	line := text + "\n"
	if s.decorate != nil {
		line = s.decorate(line)
	}
	s.raw(line)
}

// result answers m with the JSON text of a result.
func (s *server) result(m message, result string) {
	if s.finish != nil {
		result = s.finish(m, result)
	}
	s.send(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":` + result + `}`)
}

// fail answers m with an error; a notification gets none.
func (s *server) fail(m message, code int, text string) {
	if m.ID == nil {
		return
	}
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, m.ID, code, quote(text)))
}

func (s *server) sayToolsChanged() {
	s.send(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
}

// ask sends a request of ours; id and params are JSON text.
func (s *server) ask(id, method, params string) {
	s.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":` + params + `}`)
}
