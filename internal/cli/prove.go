package cli

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/filter"
	"github.com/mooring-mcp/mooring/surface"
)

// proveFlags say whether witnesses are searched for, and how long.
type proveFlags struct {
	prove bool
	tries int
}

func (f *proveFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.prove, "prove", false, "search for a value that shows what breaks wherever none is known yet")
	cmd.Flags().IntVar(&f.tries, "prove-tries", filter.ProofTries, "how many values --prove tries for one finding")
}

func (f *proveFlags) validate() error {
	if f.tries < 1 {
		return usagef("", "--prove-tries is %d, want at least 1", f.tries)
	}
	return nil
}

// proof is what is to be proved of one finding.
type proof struct {
	finding       *check.Finding
	side          contract.Side
	pointer       string // in the schema
	before, after []byte // both schemas
}

// proveAll searches a witness for every finding of a schema that breaks and has
// none. Nothing but witness and detail of findings changes.
func (d differ) proveAll(ctx context.Context, s *check.Subject, sides [2]check.Observation) error {
	var list []*proof
	for i := range s.Findings {
		if p, wanted := proofOf(&s.Findings[i], sides[0].Surface, sides[1].Surface); wanted {
			list = append(list, p)
		}
	}
	bar := d.newProgress(len(list))
	bar.doing = "searching witnesses"
	defer bar.clear()
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for _, p := range list {
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
			wait.Wait()
			return ctx.Err()
		}
		wait.Go(func() {
			defer func() { <-free }()
			name := p.finding.Name
			bar.start(name)
			defer bar.finish(name)
			p.finding.Witness, p.finding.Detail = filter.Prove(p.side, p.before, p.after, p.pointer, filter.ProofOptions{
				Tries: d.flags.proofs.tries, Profile: d.contract.Options.Profile, Detail: p.finding.Detail,
			})
		})
	}
	wait.Wait()
	return ctx.Err()
}

// proofOf tells what there is to prove of a finding.
func proofOf(f *check.Finding, before, after surface.Surface) (*proof, bool) {
	if f.Lens != (check.Contract{}).ID() || f.Severity != string(contract.Breaking) || f.Witness != nil || f.Kind != check.Kind(surface.Tool) {
		return nil, false
	}
	for side, member := range map[contract.Side]string{contract.Input: "inputSchema", contract.Output: "outputSchema"} {
		pointer, below := strings.CutPrefix(f.Pointer, "/"+member)
		if !strings.HasPrefix(f.Rule, "tool."+string(side)+".") || !below {
			continue
		}
		b, a := schemaOf(before, f.Name, member), schemaOf(after, f.Name, member)
		return &proof{finding: f, side: side, pointer: pointer, before: b, after: a}, b != nil && a != nil
	}
	return nil, false
}

// schemaOf is a schema of a tool, as the tool was listed.
func schemaOf(s surface.Surface, tool, member string) []byte {
	for _, item := range s.Listing(surface.Tool).Items {
		if item.Name == tool {
			return filter.SchemaOf(item.Raw, member)
		}
	}
	return nil
}

// warn tells of something that changes no result.
func (a *app) warn(format string, args ...any) {
	fmt.Fprintf(a.io.Stderr, "mooring: warning: %s\n", fmt.Sprintf(format, args...))
}
