package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/censusgen"
)

func (a *app) censusGenerate() *cobra.Command {
	var seed uint64
	var tools, servers int
	var output string
	cmd := &cobra.Command{
		Use: "generate [flags]", Short: "Make up a corpus to measure with",
		Long: `Write JSON Lines, {"server": NAME, "tool": TOOL} each, of tools that are made up and
have the sizes, keywords and forms of real ones. The same seed and numbers give the
same bytes. The default is as large as the published census.

A file whose name ends in .gz or .zst is compressed.`,
		Example: example(
			"mooring census generate --tools 10000 --servers 600 | mooring census -",
			"mooring census generate --seed 7 --output corpus.jsonl.gz",
		),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("servers") {
				servers = max(1, int(int64(min(tools, censusgen.MaxTools))*censusgen.PublishedServers/censusgen.PublishedTools))
			}
			if err := censusgen.Validate(tools, servers); err != nil {
				return usage(fmt.Errorf("generate: %w", err), "")
			}
			out, err := create(output, a.io.Stdout)
			if err != nil {
				return usage(err, "")
			}
			w := bufio.NewWriterSize(interruptible{cmd.Context(), out}, 1<<20)
			err = censusgen.Write(w, seed, tools, servers)
			if err = cmp.Or(err, w.Flush(), out.Close()); err != nil { // a full disk fails each of them
				discard(output)
				return usage(fmt.Errorf("generate: %w", err), "")
			}
			return nil
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 1, "which corpus")
	cmd.Flags().IntVar(&tools, "tools", censusgen.PublishedTools, "how many tools")
	cmd.Flags().IntVar(&servers, "servers", 0, "on how many servers, at most as many as tools (default in proportion to the published ones)")
	cmd.Flags().StringVar(&output, "output", "", "file to write in place of standard output")
	return cmd
}

// create opens a file to write, compressed as its name says; stdout for "".
func create(path string, stdout io.Writer) (io.WriteCloser, error) {
	if path == "" {
		return nested{stdout, nil}, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	switch {
	case strings.HasSuffix(path, ".gz"):
		return nested{gzip.NewWriter(f), f}, nil
	case strings.HasSuffix(path, ".zst"):
		z, err := zstd.NewWriter(f)
		return nested{z, f}, err
	}
	return f, nil
}

// nested closes a writer, if it is to be closed, and what it writes to.
type nested struct {
	io.Writer

	file io.Closer
}

func (n nested) Close() error {
	if n.file == nil {
		return nil
	}
	var err error
	if c, ok := n.Writer.(io.Closer); ok {
		err = c.Close()
	}
	return errors.Join(err, n.file.Close())
}

// interruptible ends a run between two writes.
type interruptible struct {
	ctx context.Context //nolint:containedctx // it lives as long as the call that has it
	out io.Writer
}

func (w interruptible) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.out.Write(p)
}

// discard removes a file that was not written whole; half a corpus is none.
func discard(path string) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		_ = os.Remove(path) // the error that led here is told
	}
}
