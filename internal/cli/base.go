package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/word"
)

// targetBranch stands for --base without a value. It is no name that git allows.
const targetBranch = "the target branch"

// mergeBaseFlags are the flags of a diff against the merge base.
type mergeBaseFlags struct {
	ref      string // "" without --base
	empty    bool   // --base= without a value behind it
	install  string
	build    string
	serve    string
	optional bool
	only     []string
	file     string
}

func (f *mergeBaseFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.ref, "base", "", "compare the work tree with the commit where HEAD left this revision (--base=REF, or REF before --)")
	flags.Lookup("base").NoOptDefVal = targetBranch
	flags.StringVar(&f.install, "install", "", "with --base: command line that runs in the folder of each side first")
	flags.StringVar(&f.build, "build", "", "with --base: command line that runs there after --install")
	flags.StringVar(&f.serve, "serve", "", "with --base: command line that runs while a side is observed at the address behind --")
	flags.BoolVar(&f.optional, "base-optional", false, "with --base: a base that is not built or not observed only warns, as before the first pull request")
	flags.StringSliceVar(&f.only, "configuration", nil, "with --base: compare this configuration only (may be repeated)")
	flags.StringVar(&f.file, "configurations", "", "with --base: file with the list of configurations, instead of those of the policy")
}

// asked reports that any of the flags was given.
func (f *mergeBaseFlags) asked(cmd *cobra.Command) bool {
	f.empty = cmd.Flags().Changed("base") && f.ref == ""
	return slices.ContainsFunc([]string{"base", "install", "build", "serve", "base-optional", "configuration", "configurations"}, cmd.Flags().Changed)
}

// revision is the REF that is asked for, "" for the target branch.
func (f *mergeBaseFlags) revision(words []string) (string, error) {
	bare := f.ref == targetBranch
	switch {
	case f.empty:
		return "", usagef("name a revision, or leave the = out for the target branch: --base", "--base= names no revision")
	case f.ref == "":
		return "", usagef("mooring diff --help", "--install, --build, --serve, --base-optional, --configuration and --configurations go with --base")
	case len(words) > 1, len(words) == 1 && !bare:
		return "", usagef("mooring diff --help", "--base gives both sides; found %s before --, want one REF at most", word.Quoted(words))
	case len(words) == 1:
		return words[0], nil
	case bare:
		return "", nil
	}
	return f.ref, nil
}

// baseDiff is a comparison of the work tree with its merge base.
type baseDiff struct {
	differ

	reader  sideReader
	base    mergeBase
	command []string
	how     []policy.Configuration // never empty; a name of "" is the server as it is
	id      string
}

// checkout is one side: a folder in which it is built and observed.
type checkout struct {
	name  string // base or head
	label string
	dir   string
	gap   *check.Gap // why it is not observed
	seen  []observation
}

// againstBase compares the work tree with the merge base, in each configuration.
func (d differ) againstBase(ctx context.Context, r sideReader, words diffWords) ([]check.Subject, error) {
	args, dash := words.args, words.dash
	if words.beforeCmd != "" || words.afterCmd != "" {
		return nil, usagef("mooring diff --help", "--base gives both sides; --before-cmd and --after-cmd do not go with it")
	}
	if dash < 0 || dash == len(args) {
		return nil, usagef("mooring diff --help", "--base wants the command that starts the server behind --")
	}
	given, err := d.flags.merge.revision(args[:dash])
	if err != nil {
		return nil, err
	}
	b := baseDiff{differ: d, reader: r, command: args[dash:]}
	if err := b.prepare(); err != nil {
		return nil, err
	}
	if b.base, err = d.findMergeBase(ctx, given); err != nil {
		return nil, err
	}
	if b.base.commit == b.base.head && !b.base.dirty {
		d.warn("HEAD is the base itself and nothing is uncommitted, so the same files are compared; name an earlier revision: --base=REF")
	}
	intended, err := d.intention(ctx, b.base.commit)
	if err != nil {
		return nil, err
	}
	d.flags.out.locate = locateFile("", filepath.Join(".", r.flags.dir))
	if err := d.warnOfPolicy(ctx, b.base.commit); err != nil {
		return nil, err
	}
	tree, err := d.addWorktree(ctx, b.base.commit, filepath.Base(b.base.top))
	if err != nil {
		return nil, err
	}
	defer tree.remove()
	before, after := b.base.labels()
	sides := [2]*checkout{
		{name: "base", label: before, dir: filepath.Join(tree.dir, filepath.FromSlash(b.base.prefix))},
		{name: "head", label: after, dir: filepath.Join(b.base.top, filepath.FromSlash(b.base.prefix))},
	}
	if err := b.run(ctx, sides); err != nil {
		return nil, err
	}
	return b.subjects(ctx, sides, intended)
}

// run builds and observes both sides. Nothing that they started goes on afterwards, so
// that the code of a change does not meddle with the report on it.
func (b *baseDiff) run(ctx context.Context, sides [2]*checkout) error {
	defer adopt()()
	for _, step := range []func(context.Context, *checkout) error{b.build, b.observe} {
		for _, s := range sides {
			if err := step(ctx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// warnOfPolicy says in the report that the change weighs itself by another policy than
// the base has.
func (d differ) warnOfPolicy(ctx context.Context, commit string) error {
	path := cmp.Or(d.flags.base.policy, projectPolicy())
	now, err := os.ReadFile(path)
	if err != nil {
		now = nil // without a policy; one that is named was read before
	}
	name := fromRepository(path)
	if filepath.IsAbs(name) {
		return nil // not of the repository
	}
	before, err := git(ctx, "show", commit+":"+name)
	if err != nil {
		before = nil // not there
	}
	if ctx.Err() == nil && !bytes.Equal(before, now) {
		d.weigher.Warn("policy.changed", name, "the policy is another one than in the base, so the change is weighed by its own rules")
	}
	return ctx.Err()
}

// prepare reads everything that may be a mistake of the user's before anything runs.
func (b *baseDiff) prepare() error {
	f := b.flags.merge
	serves := len(b.command) == 1 && isAddress(b.command[0])
	switch {
	case filepath.IsAbs(b.reader.flags.dir):
		return usagef("", "--cwd %q is absolute, want a folder of the repository from here, since each side has its own", b.reader.flags.dir)
	case serves && f.serve == "":
		return usagef("say what starts it: --serve COMMAND", "both sides would be the same server at %s", b.command[0])
	case !serves && f.serve != "":
		return usagef("", "--serve wants the address of the server, and nothing else, behind --")
	}
	var err error
	if b.how, err = b.configurations(); err != nil {
		return err
	}
	for _, c := range b.how {
		t, err := b.target("", c)
		if err != nil {
			return err
		}
		b.id = t.id
	}
	return nil
}

// configurations are those that are compared.
func (b *baseDiff) configurations() ([]policy.Configuration, error) {
	f, all := b.flags.merge, b.judge.policy.Configurations
	if f.file != "" {
		text, err := readFile(f.file, 1<<20)
		if err != nil {
			return nil, err
		}
		if all, err = policy.ParseConfigurations(text); err != nil {
			return nil, usage(fmt.Errorf("configurations %q: %w", f.file, err), "")
		}
	}
	var out []policy.Configuration
	for _, c := range all {
		if len(f.only) == 0 || slices.Contains(f.only, string(c.Name)) {
			out = append(out, c)
		}
	}
	for _, name := range f.only {
		if !slices.ContainsFunc(all, func(c policy.Configuration) bool { return string(c.Name) == name }) {
			return nil, usagef("", "--configuration: none has the name %q", name)
		}
	}
	if len(out) == 0 {
		out = []policy.Configuration{{}}
	}
	return out, nil
}

// target is the server in one configuration, started in a folder; "" for a target that
// is not started.
func (b *baseDiff) target(dir string, c policy.Configuration) (target, error) {
	f := *b.reader.flags
	f.dir = dir
	headers, err := b.values(c, "header", c.Headers)
	if err != nil {
		return target{}, err
	}
	env, err := b.values(c, "variable", c.Env)
	if err != nil {
		return target{}, err
	}
	if b.flags.merge.serve != "" {
		if len(c.Args)+len(env) > 0 {
			return target{}, usagef("set them in --serve, or use headers", "configuration %q has args or env, which do not reach a server at an address", c.Name)
		}
		t, err := b.remoteTarget(&f, b.flags.name, b.command[0])
		for _, h := range headers {
			t.headers = append(t.headers, observe.Header{Name: h[0], Value: h[1]})
		}
		return t, err
	}
	if len(headers) > 0 {
		return target{}, usagef("", "configuration %q has headers, which are for a server at an address: --serve", c.Name)
	}
	var names []string
	if b.flags.name != "" {
		names = []string{b.flags.name}
	}
	t, err := b.commandTarget(&f, names, b.command)
	if err != nil {
		return t, err
	}
	t.stdio.Args = slices.Clone(t.stdio.Args)
	for _, arg := range c.Args {
		t.stdio.Args = append(t.stdio.Args, string(arg))
	}
	for _, pair := range env {
		t.stdio.Env = append(t.stdio.Env, pair[0]+"="+pair[1])
	}
	t.launch = launchOfTyped(t.stdio)
	return t, nil
}

// values are names with values, sorted; those that stand in our environment are taken
// from it.
func (b *baseDiff) values(c policy.Configuration, what string, values map[string]policy.Text) ([][2]string, error) {
	var out [][2]string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := string(values[name])
		if variable, indirect := strings.CutPrefix(value, "env:"); indirect {
			var set bool
			if value, set = b.lookup(variable); !set {
				return nil, usagef("", "configuration %q: %s %s: variable %s is not set", c.Name, what, name, variable)
			}
		}
		out = append(out, [2]string{name, value})
	}
	return out, nil
}

// build runs the commands that make a side ready. What goes wrong is the side's gap.
func (b *baseDiff) build(ctx context.Context, s *checkout) error {
	if !isFolder(filepath.Join(s.dir, b.reader.flags.dir)) {
		s.fail("not_observed", "has no folder %q", filepath.ToSlash(filepath.Join(b.base.prefix, b.reader.flags.dir)))
		return nil
	}
	for _, step := range []struct{ flag, line string }{{"--install", b.flags.merge.install}, {"--build", b.flags.merge.build}} {
		if step.line == "" {
			continue
		}
		cmd, said := b.shell(ctx, s.dir, s.name, step.line)
		err := cmd.Run()
		said.flush()
		if err != nil {
			s.fail("not_built", "%s %q: %v; what it said is above the report, on standard error", step.flag, step.line, err)
			return ctx.Err()
		}
	}
	return nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func (s *checkout) fail(code, format string, args ...any) {
	s.gap = &check.Gap{Code: s.name + "_" + code, Detail: fmt.Sprintf(format, args...)}
}

// observe observes a side that is ready, in each configuration.
func (b *baseDiff) observe(ctx context.Context, s *checkout) error {
	if s.gap != nil {
		return nil
	}
	targets := make([]target, len(b.how))
	for i, c := range b.how {
		t, err := b.target(filepath.Join(s.dir, b.reader.flags.dir), c)
		if err != nil {
			return err
		}
		if c.Name != "" {
			t.id += "[" + string(c.Name) + "]"
		}
		targets[i] = t
	}
	if line := b.flags.merge.serve; line != "" {
		address, err := url.Parse(b.command[0])
		if err != nil {
			return usage(err, "")
		}
		stop, err := b.serve(ctx, s, line, address)
		if stop != nil {
			defer stop()
		}
		if err != nil {
			s.fail("not_observed", "--serve %q: %v", line, err)
			return ctx.Err()
		}
	}
	var err error
	s.seen, err = b.observeAll(ctx, b.reader.flags, targets)
	return err
}

// subjects compares both sides in each configuration.
func (b *baseDiff) subjects(ctx context.Context, sides [2]*checkout, intended check.Intended) ([]check.Subject, error) {
	if head := sides[1]; head.gap != nil {
		gaps := []check.Gap{*head.gap}
		if base := sides[0].gap; base != nil {
			gaps = append(gaps, b.ofBase(*base))
		}
		return []check.Subject{withGaps(b.id, gaps...)}, nil
	}
	var out []check.Subject
	for i, c := range b.how {
		s, err := b.subject(ctx, sides, i, intended)
		if err != nil {
			return nil, err
		}
		if c.Name != "" {
			s.ForConfiguration(string(c.Name))
		}
		out = append(out, s)
	}
	return out, nil
}

func (b *baseDiff) subject(ctx context.Context, sides [2]*checkout, i int, intended check.Intended) (check.Subject, error) {
	var halves [2]check.Observation
	var gaps []check.Gap
	for n, s := range sides {
		gap := s.gap
		if gap == nil && !s.seen[i].observed() {
			gap = &check.Gap{Code: s.name + "_not_observed", Detail: strings.ReplaceAll(s.seen[i].reasonAndHint(), s.dir, "<"+s.name+">")}
		}
		switch {
		case gap == nil:
			halves[n] = check.Observation{Label: s.label, Surface: s.seen[i].surface}
		case n == 0:
			gaps = append(gaps, b.ofBase(*gap))
		default:
			gaps = append(gaps, *gap)
		}
	}
	if len(gaps) == 0 {
		s, err := check.Compare(b.id, halves[0], halves[1], check.Options{Lenses: b.lenses, Partial: b.reader.partial})
		if err != nil {
			return s, err
		}
		return b.finish(ctx, s, halves, intended)
	}
	s := withGaps(b.id, gaps...)
	if halves[1].Label != "" {
		after, err := check.SideOf(halves[1])
		if err != nil {
			return s, err
		}
		s.After = &after
	}
	return s, nil
}

// ofBase is a gap of the base, which a user may have allowed.
func (b *baseDiff) ofBase(g check.Gap) check.Gap {
	g.Warning = b.flags.merge.optional
	if !g.Warning {
		g.Detail += "\nif the base has no server yet, as before the first pull request: --base-optional"
	} else {
		g.Detail += "\nnothing was compared (--base-optional)"
	}
	return g
}

func withGaps(id string, gaps ...check.Gap) check.Subject {
	s := newSubject(id)
	s.Gaps = gaps
	s.Conclude()
	return s
}
