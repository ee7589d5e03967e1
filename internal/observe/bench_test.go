package observe_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os/exec"
	"testing"

	"github.com/mooring-mcp/mooring/internal/observe"
)

// BenchmarkObserve is a whole observation; what it takes beyond BenchmarkExchange
// is what we add to the server's own time.
func BenchmarkObserve(b *testing.B) {
	o := server(b, "good")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := observe.Observe(context.Background(), o); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkExchange starts the same server and sends the same lines, and looks
// at nothing.
func BenchmarkExchange(b *testing.B) {
	o := server(b, "good")
	for b.Loop() {
		cmd := exec.CommandContext(context.Background(), o.Server.Command, o.Server.Args...)
		in, err1 := cmd.StdinPipe()
		out, err2 := cmd.StdoutPipe()
		if err := errors.Join(err1, err2, cmd.Start()); err != nil {
			b.Fatal(err)
		}
		lines := bufio.NewReader(out)
		for _, line := range []string{
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}` + "\n",
			`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n",
			`{"jsonrpc":"2.0","id":3,"method":"prompts/list"}` + "\n",
			`{"jsonrpc":"2.0","id":4,"method":"resources/list"}` + "\n",
			`{"jsonrpc":"2.0","id":5,"method":"resources/templates/list"}` + "\n",
		} {
			if _, err := io.WriteString(in, line); err != nil {
				b.Fatal(err)
			}
			if _, err := lines.ReadBytes('\n'); err != nil {
				b.Fatal(err)
			}
		}
		in.Close()
		io.Copy(io.Discard, lines)
		if err := cmd.Wait(); err != nil {
			b.Fatal(err)
		}
	}
}
