package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
)

func (a *app) diff() *cobra.Command {
	var flags targetFlags
	var out reportFlags
	var where lockFlags
	var lens contractFlags
	var name, beforeCmd, afterCmd string
	cmd := &cobra.Command{
		Use: "diff [flags] BEFORE AFTER [-- COMMAND ARGS…]", Short: "Say exactly what differs between two surfaces", GroupID: groupLook,
		Long: `Compare two surfaces and show every item added, removed or changed, with the
pointer and both values of each change. BEFORE and AFTER are each one of

  FILE            an array of tools, a list result, a JSON-RPC response, NDJSON of
                  pages, or a surface record
  DIR             a folder with one tool a file (*.json, *.snap)
  git:REV:PATH    such a file or folder in a git revision; PATH is from the top of
                  the repository, or from here when it starts with ./
  lock:NAME       what the lock pins for a server
  NAME            a server that --config names, observed now

The last of them may also be a command behind --, or either one --before-cmd and
--after-cmd. Status 1 when anything differs, 3 when a side was seen in part. Who
names a file vouches for its being whole: a bare array of tools is compared as
all there is, and kinds that one side does not hold are said to be not compared.

The report says first what the change does to callers (BREAKING, POTENTIALLY_BREAKING,
NON_BREAKING, DOCUMENTATION), equal changes of several tools once, and which part of a
version number it asks for. --contract-profile says whose calls are judged: declared,
those with names that a schema declares; strict, all that a schema accepts; runtime,
only what a call can trip over. "mooring explain RULE" says what a rule means.`,
		Example: example(
			"mooring diff before.json after.json",
			"mooring diff git:main:toolsnaps toolsnaps",
			"mooring diff lock:harbor -- ./harbor",
			`mooring diff --before-cmd "npx -y server@1.0" --after-cmd "npx -y server@2.0"`,
		),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := out.validate(); err != nil {
				return err
			}
			if err := flags.validate(); err != nil {
				return err
			}
			lenses, err := lens.lenses(check.Drift{})
			if err != nil {
				return err
			}
			r := sideReader{app: a, flags: &flags, lock: &where, lenses: lenses}
			before, after, err := r.sides(args, cmd.ArgsLenAtDash(), beforeCmd, afterCmd)
			if err != nil {
				return err
			}
			s, err := r.compare(cmd.Context(), name, before, after)
			if err != nil {
				return err
			}
			return a.report(out, check.NewReport("diff", lenses, []check.Subject{s}), nil)
		},
	}
	flags.register(cmd)
	out.register(cmd)
	where.register(cmd)
	lens.register(cmd)
	cmd.Flags().StringVar(&name, "name", "", "name of the server in the report")
	cmd.Flags().StringVar(&beforeCmd, "before-cmd", "", "command that starts the server before, instead of BEFORE")
	cmd.Flags().StringVar(&afterCmd, "after-cmd", "", "command that starts the server after, instead of AFTER")
	return cmd
}

// compare reads both sides, servers concurrently, and compares them.
func (r sideReader) compare(ctx context.Context, name string, before, after side) (check.Subject, error) {
	if name == "" {
		name = sharedName(before, after)
	}
	var targets []target
	for _, s := range []*side{&before, &after} {
		if s.target != nil {
			targets = append(targets, *s.target)
		}
	}
	observations, err := r.observeAll(ctx, r.flags, targets)
	if err != nil {
		return check.Subject{}, err
	}
	var halves [2]check.Observation
	for i, s := range []side{before, after} {
		if s.target == nil {
			halves[i], err = s.read(ctx)
		} else {
			halves[i], err = observedSide(s, observations[0])
			observations = observations[1:]
		}
		if err != nil {
			return check.Subject{}, err
		}
	}
	return check.Compare(name, halves[0], halves[1], check.Options{Lenses: r.lenses})
}

func observedSide(s side, o observation) (check.Observation, error) {
	if o.err != nil {
		return check.Observation{}, o.failure()
	}
	return check.Observation{Label: s.label, Surface: o.surface}, nil
}

// sharedName is the name of the server that the sides speak of.
func sharedName(before, after side) string {
	for _, name := range []string{before.server, after.server} {
		if name != "" {
			return name
		}
	}
	return "surface"
}
