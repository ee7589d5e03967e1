package cli

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/internal/corpus"
)

// censusFlags are the flags of everything that counts.
type censusFlags struct {
	deep         bool
	serverMember string
	list         int
	workers      int
	maxBad       float64
}

// A result stays small enough to be read again, and workers hold memory.
const (
	maxList    = 10_000
	maxWorkers = 1024
)

func (f *censusFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.deep, "deep", false, "also look below definitions at any depth, reported apart")
	cmd.Flags().StringVar(&f.serverMember, "server-member", "server", "member of a line that says which server it is of")
	cmd.Flags().IntVar(&f.list, "list", 10, "how many places of bad lines, and of each hazard, are listed")
	cmd.Flags().IntVar(&f.workers, "workers", 0, "how many lines are counted at a time (default one a processor)")
	f.registerBad(cmd)
}

func (f *censusFlags) registerBad(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&f.maxBad, "max-bad", 1, "percentage of lines that may be bad before the run ends with 3")
}

func (f *censusFlags) validate() error {
	switch {
	case f.list < 0 || f.list > maxList:
		return usagef("", "--list is %d, want 0 to %d", f.list, maxList)
	case f.workers < 0 || f.workers > maxWorkers:
		return usagef("", "--workers is %d, want 0 to %d", f.workers, maxWorkers)
	case !(f.maxBad >= 0 && f.maxBad <= 100):
		return usagef("", "--max-bad is %v, want 0 to 100", f.maxBad)
	case f.serverMember == "":
		return usagef("", "--server-member is empty")
	}
	return nil
}

func (f *censusFlags) options() census.Options {
	return census.Options{Deep: f.deep, ServerMember: f.serverMember, List: f.list}
}

// count runs a census over inputs. rows takes the parameters of each block, in their
// order; nil for nobody. An interrupt is no error: the result says that it is not
// complete.
func (a *app) count(ctx context.Context, inputs []corpus.Source, f censusFlags, rows func([]census.Row) error) (census.Result, error) {
	o := f.options()
	o.Rows = rows != nil
	tally, records := census.NewTally(o), make([]census.Input, len(inputs))
	for i, s := range inputs {
		records[i].Name = s.Name
	}
	var failed error
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var read atomic.Int64
	watch := a.watch(inputs, &read)
	corpus.Run(ctx, inputs, corpus.Work[*census.Part]{
		Workers: f.cores(), Worker: blockCounter(o), Read: &read,
		Merge: func(b corpus.Block, p *census.Part) {
			tally.Add(p, b.Input)
			if rows != nil && failed == nil && len(p.Rows) > 0 {
				if failed = rows(p.Rows); failed != nil {
					stop(failed)
				}
			}
			watch.tools(tally.Tools())
		},
		Ended: func(i int, s corpus.Stored) {
			r := &records[i]
			r.Compression, r.Bytes, r.SHA256 = s.Compression, s.Bytes, s.SHA256
			if s.Err != nil {
				r.Error = s.Err.Error()
			}
		},
	})
	watch.clear()
	ended := ""
	if ctx.Err() != nil {
		ended = errInterrupted.Error()
	}
	return tally.Result(records, ended), failed
}

func (f *censusFlags) cores() int {
	if f.workers > 0 {
		return f.workers
	}
	return runtime.GOMAXPROCS(0)
}

// blockCounter makes the functions of workers.
func blockCounter(o census.Options) func() func(corpus.Block) *census.Part {
	return func() func(corpus.Block) *census.Part {
		scanner := census.NewScanner(o)
		return func(b corpus.Block) *census.Part {
			part := scanner.Part()
			place := census.Place{Input: b.Input, Line: b.Line, Offset: b.Offset}
			if b.TooLong {
				scanner.TooLong(part, place, corpus.MaxLine)
			}
			b.Lines(func(line []byte, number, offset int64) {
				place.Line, place.Offset = number, offset
				scanner.Line(part, bytes.TrimRight(line, "\r"), place)
			})
			return part
		}
	}
}

// censusStatus is how a run ends: 3 when the result does not cover the inputs, or when
// too many lines were bad.
func censusStatus(r census.Result, maxBad float64) error {
	if r.Ended != "" {
		return &exitError{status: statusUnknown, err: errInterrupted}
	}
	for _, in := range r.Inputs {
		if in.Error != "" {
			return &exitError{status: statusUnknown, err: fmt.Errorf("%q was not read to its end: %s", in.Name, in.Error)}
		}
	}
	if bad, lines := float64(r.Lines.Bad), float64(r.Lines.Read); bad*100 > maxBad*lines {
		return &exitError{
			status: statusUnknown, err: fmt.Errorf("bad lines: %d of %d, more than %v %%", r.Lines.Bad, r.Lines.Read, maxBad),
			hint: "--max-bad says how many may be, and --list how many are listed",
		}
	}
	return nil
}
