package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/censusreport"
	"github.com/mooring-mcp/mooring/internal/corpus"
)

// censusOutput is where a census goes.
type censusOutput struct {
	format, file, parquet string
}

func (o *censusOutput) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.format, "format", "text", "text for people, json (mooring.census.v2), csv, or html")
	cmd.Flags().StringVar(&o.file, "output", "", "file to write, whole, in place of standard output")
}

func (o *censusOutput) registerParquet(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.parquet, "parquet", "", "also write the parameters to this file, one row each")
}

func (o *censusOutput) validate() error {
	return oneOf("--format", o.format, "text", "json", "csv", "html")
}

// writeCensus writes a result in its format.
func (a *app) writeCensus(r census.Result, o censusOutput) error {
	var b bytes.Buffer
	write := map[string]func(io.Writer, census.Result) error{
		"text": censusreport.Text, "csv": censusreport.CSV, "html": censusreport.HTML,
		"json": func(w io.Writer, r census.Result) error {
			_, err := w.Write(census.Encode(r))
			return err
		},
	}[o.format]
	if err := write(&b, r); err != nil {
		return err
	}
	return a.writeOutput("census", o.file, b.Bytes())
}

// parquetFile is a Parquet file under way. It is written beside its name and renamed at
// the end, as [writeFile] does. The zero value is none.
type parquetFile struct {
	path string
	file *os.File
	out  *censusreport.Parquet
}

// rows starts the file that --parquet names, if it does.
func (o *censusOutput) rows(inputs []corpus.Source) (*parquetFile, error) {
	p := &parquetFile{path: o.parquet}
	if o.parquet == "" {
		return p, nil
	}
	if o.parquet == o.file {
		return nil, usagef("name two files", "--output and --parquet both name %q", o.file)
	}
	info, err := os.Stat(o.parquet)
	if err == nil && !info.Mode().IsRegular() {
		return nil, usagef("", "--parquet %q is %s, want a regular file, or a new one", o.parquet, fileKind(info.Mode()))
	}
	if out, missing := os.Stat(o.file); err == nil && missing == nil && os.SameFile(info, out) {
		return nil, usagef("name two files", "--output and --parquet both name %q", o.file)
	}
	if p.path, err = linkTarget(o.parquet); err != nil {
		return nil, usage(fmt.Errorf("write %q: %w", o.parquet, err), "")
	}
	f, err := os.CreateTemp(filepath.Dir(p.path), "."+filepath.Base(p.path)+".*")
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		err = e.Err // the name is none that anybody gave
	}
	if err != nil {
		return nil, usage(fmt.Errorf("write %q: %w", o.parquet, err), "")
	}
	var names []string
	for _, s := range inputs {
		names = append(names, s.Name)
	}
	p.file, p.out = f, censusreport.NewParquet(f, names)
	return p, nil
}

// write takes rows; nil without a file.
func (p *parquetFile) write() func([]census.Row) error {
	if p.out == nil {
		return nil
	}
	return p.out.Write
}

// close ends the file. failed is what went wrong before; then there is no file.
func (p *parquetFile) close(failed error) error {
	if p.out == nil {
		return failed
	}
	defer os.Remove(p.file.Name()) // after the rename there is nothing to remove
	err := failed
	if err == nil {
		err = p.out.Close()
	}
	if err = errors.Join(err, p.file.Chmod(fileMode(p.path)), p.file.Sync(), p.file.Close()); err == nil {
		err = os.Rename(p.file.Name(), p.path)
	}
	if err != nil {
		return fmt.Errorf("write %q: %w", p.path, err)
	}
	return nil
}

func (a *app) censusConvert() *cobra.Command {
	var o censusOutput
	cmd := &cobra.Command{
		Use: "convert [flags] RESULT", Short: "Show a census that was kept as JSON",
		Long: `Write a result that "mooring census --format json" wrote, or that a frozen census
holds, in another format, without counting again.`,
		Example: example("mooring census convert census.json", "mooring census convert --format html --output census.html census.json"),
		Args:    oneArgument("RESULT"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			r, err := readCensus(args[0])
			if err != nil {
				return err
			}
			return a.writeCensus(r, o)
		},
	}
	o.register(cmd)
	return cmd
}

// oneArgument wants one.
func oneArgument(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usagef(cmd.CommandPath()+" --help", "found %d arguments, want %s", len(args), what)
		}
		return nil
	}
}

// readCensus reads a result, or that of a frozen census.
func readCensus(path string) (census.Result, error) {
	text, err := readFile(path, lockBytes)
	if err != nil {
		return census.Result{}, err
	}
	r, err := census.Decode(text)
	if err == nil {
		return r, nil
	}
	if f, frozen := census.DecodeFreeze(text); frozen == nil {
		return f.Result, nil
	}
	return r, usage(fmt.Errorf("census %q: %w", path, placed(text, err)), "")
}
