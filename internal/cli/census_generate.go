package cli

import (
	"bufio"
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
		RunE: func(*cobra.Command, []string) error {
			out, err := create(output, a.io.Stdout)
			if err != nil {
				return usage(err, "")
			}
			w := bufio.NewWriterSize(out, 1<<20)
			err = censusgen.Write(w, seed, tools, servers)
			if err = errors.Join(err, w.Flush(), out.Close()); err != nil {
				return usage(fmt.Errorf("generate: %w", err), "")
			}
			return nil
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 1, "which corpus")
	cmd.Flags().IntVar(&tools, "tools", censusgen.PublishedTools, "how many tools")
	cmd.Flags().IntVar(&servers, "servers", censusgen.PublishedServers, "on how many servers, at most as many as tools")
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
