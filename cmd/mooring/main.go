// Command mooring keeps the tools an AI agent trusts from drifting. See
// docs/cli.md, or run: mooring help
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/mooring-mcp/mooring/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	status := cli.Run(ctx, cli.IO{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	})
	stop()
	os.Exit(status)
}
