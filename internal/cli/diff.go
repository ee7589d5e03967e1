package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/policy"
)

// diffFlags are the flags of diff beside those of its sides.
type diffFlags struct {
	out      reportFlags
	contract contractFlags
	semantic semanticFlags
	proofs   proveFlags
	base     baselineFlags
	merge    mergeBaseFlags
	bump     string
	name     string
}

func (a *app) diff() *cobra.Command {
	var flags targetFlags
	var where lockFlags
	var f diffFlags
	var beforeCmd, afterCmd string
	cmd := &cobra.Command{
		Use: "diff [flags] BEFORE AFTER [-- COMMAND ARGS…]", Short: "Say exactly what differs between two surfaces", GroupID: groupLook,
		Long: diffHelp,
		Example: example(
			"mooring diff before.json after.json",
			"mooring diff git:main:toolsnaps toolsnaps",
			"mooring diff lock:harbor -- ./harbor",
			`mooring diff --before-cmd "npx -y server@1.0" --after-cmd "npx -y server@2.0"`,
			"mooring diff --expect-bump package.json git:HEAD:tools.json tools.json",
			"mooring diff --base --install 'npm ci' --build 'npm run build' -- node dist/index.js",
			"mooring diff --format changelog --exit-zero git:v1.0.0:tools.json tools.json",
		),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := a.newDiffer(&f)
			if err != nil {
				return err
			}
			if err := flags.validate(); err != nil {
				return err
			}
			r := sideReader{app: a, flags: &flags, lock: &where, lenses: d.lenses, partial: d.judge.policy.Partial()}
			words := diffWords{args, cmd.ArgsLenAtDash(), beforeCmd, afterCmd}
			var subjects []check.Subject
			if f.merge.asked(cmd) {
				subjects, err = d.againstBase(cmd.Context(), r, words)
			} else {
				subjects, err = d.ofSides(cmd.Context(), r, words)
			}
			if err != nil {
				return err
			}
			return a.report(f.out, weighed("diff", d.lenses, subjects, d.weigher), nil)
		},
	}
	flags.register(cmd)
	f.out.register(cmd)
	where.register(cmd)
	f.contract.register(cmd)
	f.semantic.register(cmd)
	f.proofs.register(cmd)
	f.merge.register(cmd)
	cmd.Flags().StringVar(&f.base.policy, "policy", "", "policy file (default "+defaultPolicy+" of the project, where there is one)")
	cmd.Flags().StringVar(&f.bump, "expect-bump", "", "the step of the version that is intended, as LEVEL, OLD..NEW, serverinfo or FILE; refused when the change asks for more")
	cmd.Flags().StringVar(&f.name, "name", "", "name of the server in the report")
	cmd.Flags().StringVar(&beforeCmd, "before-cmd", "", "command that starts the server before, instead of BEFORE")
	cmd.Flags().StringVar(&afterCmd, "after-cmd", "", "command that starts the server after, instead of AFTER")
	return cmd
}

const diffHelp = `Compare two surfaces and show every item added, removed or changed, with the
pointer and both values of each change. BEFORE and AFTER are each one of

  FILE            an array of tools, a list result, a JSON-RPC response, NDJSON of
                  pages, or a surface record
  DIR             a folder with one tool a file (*.json, *.snap)
  git:REV:PATH    such a file or folder in a git revision; PATH is from the top of
                  the repository, or from here when it starts with ./
  lock:NAME       what the lock pins for a server
  NAME            a server that --config names, observed now

The last of them may also be a command behind --, or either one --before-cmd and
--after-cmd. Status 1 when the change is refused: by default (preset author) when it
breaks callers or carries a signal of an attack; mooring.yaml says otherwise. Status 3
when a side was seen in part. Who names a file vouches for its being whole: a bare array of tools is compared as
all there is, and kinds that one side does not hold are said to be not compared.

The report says first what the change does to callers (BREAKING, POTENTIALLY_BREAKING,
NON_BREAKING, DOCUMENTATION), equal changes of several tools once, and which part of a
version number it asks for. --contract-profile says whose calls are judged: declared,
those with names that a schema declares; strict, all that a schema accepts; runtime,
only what a call can trip over. "mooring explain RULE" says what a rule means.

With --expect-bump a difference is what is intended, and the question is whether the
version says so: status 1 when the change asks for more than

  none, patch, minor or major
  OLD..NEW                      the step between two versions
  serverinfo                    that between the versions both sides say they are
  package.json, server.json     that between the file in HEAD and now; or FILE..FILE,
                                where one may be git:REV:PATH
  .changeset/NAME.md or folder  the highest level of a changeset
  any other FILE                a commit message by Conventional Commits: ! or BREAKING
                                CHANGE is major, feat minor, fix, perf and revert patch

Below 1.0.0 anything may change (Semantic Versioning 2.0.0 §4): there a minor step is
enough for a BREAKING change. What the security lens calls CRITICAL is refused whatever
the version.

--base compares the work tree, with what is not committed, against the commit where HEAD
left a branch: --base=REF, or the target of the pull or merge request that CI names, or
origin/HEAD, or main or master. That commit is checked out into a temporary folder.
--install and --build run in the shell of both folders, then the command behind --, with
the same folder of each to work in. What cannot be built or observed is status 3, on
either side; --base-optional lets a base pass that has no server yet. --serve starts a
server whose address stands behind -- instead. Each of the configurations in mooring.yaml
(name, args, env, headers) is compared, or those of --configuration.

--semantic runs a command of yours once, with no variables but PATH and HOME. It reads
{"rule","severity","kind","name","path","before","after"}, a line for each change that
has its severity by then, and answers each with {"note": TEXT} or {}. Notes are shown
and decide nothing. --prove looks longer for a call that was accepted and is not now.`

// diffWords are what a diff is given beside its flags.
type diffWords struct {
	args                []string
	dash                int    // how many of them stand before "--", -1 without it
	beforeCmd, afterCmd string // of the flags
}

// ofSides compares what the words name.
func (d differ) ofSides(ctx context.Context, r sideReader, words diffWords) ([]check.Subject, error) {
	before, after, err := r.sides(words.args, words.dash, words.beforeCmd, words.afterCmd)
	if err != nil {
		return nil, err
	}
	s, err := d.subject(ctx, r, before, after)
	if err != nil {
		return nil, err
	}
	d.flags.out.locate = locateFile(after.label, ".")
	return []check.Subject{s}, nil
}

// differ is a diff with its flags read.
type differ struct {
	*app

	flags    *diffFlags
	judge    judge
	weigher  *policy.Weigher
	contract check.Contract
	lenses   []check.Lens
	command  []string // of --semantic
}

func (a *app) newDiffer(f *diffFlags) (differ, error) {
	d := differ{app: a, flags: f}
	for _, validate := range []func() error{f.out.validate, f.semantic.validate, f.proofs.validate} {
		if err := validate(); err != nil {
			return d, err
		}
	}
	var err error
	if d.contract, err = f.contract.lens(); err != nil {
		return d, err
	}
	if d.command, err = f.semantic.words(a); err != nil {
		return d, err
	}
	if d.judge, err = f.base.read(a); err != nil {
		return d, err
	}
	d.weigher = d.judge.set.Weigher("diff", today())
	d.lenses = lensesWith(d.judge.lens(check.Baseline{}), d.contract)
	return d, nil
}

// subject compares both sides and does what the flags ask for beyond that. Notes
// come last, when everything is decided.
func (d differ) subject(ctx context.Context, r sideReader, before, after side) (check.Subject, error) {
	intended, err := d.intention(ctx, before.revision) // a mistake is told before anything is started
	if err != nil {
		return check.Subject{}, err
	}
	s, halves, err := r.compare(ctx, d.flags.name, before, after)
	if err != nil {
		return s, err
	}
	return d.finish(ctx, s, halves, intended)
}

// intention reads --expect-bump as far as no server has to be asked for it. rev is the
// revision of the side before, "" where it has none.
func (d differ) intention(ctx context.Context, rev string) (check.Intended, error) {
	if d.flags.bump == "" || d.flags.bump == fromServerInfo {
		return check.Intended{}, nil
	}
	return readIntention(ctx, d.flags.bump, rev)
}

// finish does what the flags ask for beyond the comparison of two sides.
func (d differ) finish(ctx context.Context, s check.Subject, halves [2]check.Observation, intended check.Intended) (check.Subject, error) {
	want := d.flags.bump
	if want == fromServerInfo {
		var err error
		if intended, err = serverInfoStep(halves); err != nil {
			return s, err
		}
	}
	if want != "" {
		s.ExpectBump(intended, d.contract.Bumps)
	}
	s.LimitSize(d.judge.policy.SizeLimit(s.Server))
	if d.flags.proofs.prove {
		if err := d.proveAll(ctx, &s, halves); err != nil {
			return s, err
		}
	}
	return s, d.annotate(ctx, &s, d.flags.semantic, d.command)
}

// compare reads both sides, servers concurrently, and compares them.
func (r sideReader) compare(ctx context.Context, name string, before, after side) (check.Subject, [2]check.Observation, error) {
	var halves [2]check.Observation
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
		return check.Subject{}, halves, err
	}
	for i, s := range []side{before, after} {
		if s.target == nil {
			halves[i], err = s.read(ctx)
		} else {
			halves[i], err = observedSide(s, observations[0])
			observations = observations[1:]
		}
		if err != nil {
			return check.Subject{}, halves, err
		}
	}
	s, err := check.Compare(name, halves[0], halves[1], check.Options{Lenses: r.lenses, Partial: r.partial})
	return s, halves, err
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
