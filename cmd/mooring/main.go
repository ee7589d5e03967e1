// Command mooring keeps the tools an AI agent trusts from drifting. See
// docs/cli.md, or run: mooring help
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/mooring-mcp/mooring/internal/cli"
)

// echo is how long a second signal is taken for the first one once more: timeout, npm
// and terminals send theirs to a group of processes, of which one passes it on.
const echo = time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	// A second signal ends the program at once.
	context.AfterFunc(ctx, func() { time.AfterFunc(echo, stop) })
	status := cli.Run(ctx, cli.IO{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	})
	stop()
	os.Exit(status)
}
