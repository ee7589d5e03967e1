// Harbor is an MCP server over stdio for a small harbour: its berths, the
// vessels in them, and the tides. It is what Mooring's demo observes.
//
// It comes in two versions from the same code. Version 1 is what somebody
// looked at and approved. Version 2 does to the listing what such an approval
// does not cover; v2.go has every change. The version is chosen when building:
//
//	go build -o harbor ./examples/harbor
//	go build -o harbor -ldflags "-X main.version=2" ./examples/harbor
//
// It speaks the protocol revisions 2024-11-05 to 2025-11-25, one JSON-RPC
// message a line, and ends with its input. The harbour is in memory only.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// version is set by the linker, so it cannot be a constant.
var version = "1"

func main() {
	if err := run(version, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "harbor: error: %v\n", err)
		os.Exit(1)
	}
}

// run serves one client of the given version of the server until in ends.
func run(version string, in io.Reader, out io.Writer) error {
	s, err := newServer(version)
	if err != nil {
		return err
	}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read from the client: %w", err)
		}
		if err := s.answer(line, out); err != nil {
			return fmt.Errorf("write to the client: %w", err)
		}
	}
}

// request is a message of the client; ID is nil in a notification.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// response has either a result or an error.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

// failure is a JSON-RPC error.
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (f *failure) Error() string { return f.Message }

const (
	parseError     = -32700
	methodNotFound = -32601
	invalidParams  = -32602
)

func (s *server) answer(line []byte, out io.Writer) error {
	var m request
	reply := response{Version: "2.0"}
	if err := json.Unmarshal(line, &m); err != nil {
		reply.ID = json.RawMessage("null")
		reply.Error = &failure{parseError, "the line is not a JSON-RPC message"}
		return write(out, reply)
	}
	if m.ID == nil || m.Method == "" {
		return nil // a notification or a response; nothing here depends on either
	}
	reply.ID = m.ID
	result, err := s.handle(m)
	if err != nil && !errors.As(err, &reply.Error) {
		reply.Error = &failure{invalidParams, err.Error()}
	}
	if err == nil {
		reply.Result = result
	}
	return write(out, reply)
}

func write(out io.Writer, reply response) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(reply); err != nil {
		return err
	}
	_, err := out.Write(line.Bytes())
	return err
}
