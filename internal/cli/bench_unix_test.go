//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// BenchmarkCheck compares the whole program with the bare exchange that any
// client has with the same server: start, handshake, four listings, end. The
// difference is what check adds. peak-MiB is the highest resident memory of the
// program or of the server that it waited for, whichever took more; beside the
// quick server it is the program's.
func BenchmarkCheck(b *testing.B) {
	servers := benchServers()
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		command := servers[name]
		b.Run(name+"/exchange", func(b *testing.B) {
			for b.Loop() {
				exchange(b, command)
			}
		})
		b.Run(name+"/check", func(b *testing.B) {
			dir := b.TempDir()
			lock := filepath.Join(dir, "lock.json")
			args := append([]string{"--lock", lock, "x", "--"}, command...)
			if out, err := exec.CommandContext(b.Context(), "mooring", append([]string{"lock"}, args...)...).CombinedOutput(); err != nil {
				b.Fatalf("%v: %s", err, out)
			}
			peak := 0.0
			for b.Loop() {
				cmd := exec.CommandContext(b.Context(), "mooring", append([]string{"check"}, args...)...)
				if out, err := cmd.CombinedOutput(); err != nil {
					b.Fatalf("%v: %s", err, out)
				}
				if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
					peak = max(peak, float64(usage.Maxrss)/1024)
				}
			}
			b.ReportMetric(peak, "peak-MiB")
		})
	}
}

// benchServers are a server that starts at once, and a published one where it is
// installed.
func benchServers() map[string][]string {
	servers := map[string][]string{"quick": {"nasty", "good"}}
	const entry = "../../testdata/npm/node_modules/@modelcontextprotocol/server-memory/dist/index.js"
	if _, err := os.Stat(entry); err == nil {
		servers["memory"] = []string{"node", entry}
	}
	return servers
}

// exchange is the bare conversation: every request waits for a line with its id.
func exchange(b *testing.B, command []string) {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), command[0], command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewReaderSize(out, 1<<20)
	ask := func(id int, method, params string) {
		fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				b.Fatal(err)
			}
			if bytes.Contains(line, fmt.Appendf(nil, `"id":%d`, id)) {
				return
			}
		}
	}
	ask(0, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}`)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for i, method := range []string{"tools/list", "prompts/list", "resources/list", "resources/templates/list"} {
		ask(i+1, method, "{}")
	}
	if err := in.Close(); err != nil {
		b.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		b.Fatal(err)
	}
}
