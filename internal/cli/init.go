package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/visible"
)

func (a *app) initialise() *cobra.Command {
	s := setup{app: a, flags: defaultTargets("init")}
	cmd := &cobra.Command{
		Use: "init [flags]", Short: "Find configured servers, write a policy, and pin", GroupID: groupStart,
		Long: `Take the first steps: find the servers that the configurations of your clients name,
write a commented mooring.yaml at the top of the git repository, pin the servers, and
say what to review, what to commit and what comes next.

In a repository whose own files name servers, those are pinned, since everybody who
works on it has them; your own are left to mooring init --user. Where they name none,
your own are pinned. Outside of a repository, and with --user, the pins go into the
lock in your configuration folder, and no policy is written.

Before anything is started, the command lines are shown and you are asked. Servers
that only files of the project name are asked about separately: whoever wrote them
has their code run with your rights. --yes answers for yours; for those of the project
--trust-project does.

Nothing is written before the last answer, and nothing that exists is overwritten: a
second run says what is there and pins what is not pinned yet. The lock is made as
mooring lock makes it, with the same statuses.

Exit status: 0 every server is pinned; 1 a server alarms at first sight, or a pinned
one differs; 2 no configuration was found, or nobody can be asked; 3 a server was not
observed, or you said no.`,
		Example: example(
			"mooring init",
			"mooring init --yes",
			"mooring init --yes --trust-project --codeowners @org/security",
			"mooring init --config .mcp.json",
			"mooring init --user",
		),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	cmd.Flags().StringSliceVar(&s.configs, "config", nil, "client configuration file that names the servers, which you trust by naming it (may be repeated)")
	cmd.Flags().BoolVar(&s.yes, "yes", false, "start your servers without asking")
	cmd.Flags().BoolVar(&s.flags.trustProject, "trust-project", false, "also start servers that only a file of this project names, without asking")
	cmd.Flags().StringVar(&s.owner, "codeowners", "", "write lines for this owner of the pins (@NAME, @ORG/TEAM or a mail address) into CODEOWNERS")
	cmd.Flags().DurationVar(&s.flags.timeout, "timeout", s.flags.timeout, "how long the whole observation of a server may take")
	s.where.register(cmd)
	return cmd
}

// setup is one run of init.
type setup struct {
	*app

	flags   targetFlags
	where   lockFlags
	configs []string
	yes     bool
	owner   string

	listing serverListing
	top     string // of the git working tree; "" outside of one
	policy  string // path; "" for none
	status  int
}

// batch is servers that are asked about and pinned together.
type batch struct {
	config  string // file that names them; "" for what was found
	project bool   // only files of the project name them
	names   []string
}

func (s *setup) run(ctx context.Context) error {
	if err := validOwner(s.owner); err != nil {
		return err
	}
	s.top = inRepository()
	batches, err := s.find()
	if err != nil {
		return err
	}
	if s.top == "" && s.where.path == "" && s.configs == nil {
		s.where.user = true
	}
	missing, err := s.seePolicy()
	if err != nil {
		return err
	}
	path, err := s.where.resolve()
	if err != nil {
		return err
	}
	if missing && s.where.path == "" {
		path = filepath.Join(filepath.Dir(s.policy), defaultLock) // beside the policy, as soon as that is there
	}
	var agreed []consent
	for _, b := range batches { // nothing is written before the last answer
		c, err := s.consent(ctx, path, b)
		if err != nil {
			return err
		}
		if c != nil {
			agreed = append(agreed, *c)
		}
	}
	if missing {
		if err := s.writePolicy(batches); err != nil {
			return err
		}
	}
	for _, c := range agreed {
		if err := s.pinBatch(ctx, path, c); err != nil {
			return err
		}
	}
	if err := s.finish(ctx, path, batches); err != nil {
		return err
	}
	return quiet(s.status)
}

// validOwner refuses what would be no owner in CODEOWNERS, or more than one line.
func validOwner(owner string) error {
	if owner == "" {
		return nil
	}
	if visible.Text(owner) != owner || strings.ContainsAny(owner, " #") || !strings.Contains(owner, "@") {
		return usagef("", "--codeowners is %q, want @NAME, @ORG/TEAM or a mail address", owner)
	}
	return nil
}

// find shows what is configured and returns what is to be pinned.
func (s *setup) find() ([]batch, error) {
	if s.configs != nil {
		return s.fromFiles()
	}
	listing, err := s.findServers(serversFlags{})
	if err != nil {
		return nil, err
	}
	s.listing = listing
	if len(configuredNames(listing.sources)) == 0 {
		return nil, s.nothingFound()
	}
	if err := listing.writeText(s.io.Stdout, s.textOptions().Width); err != nil {
		return nil, err
	}
	return s.choose(), nil
}

// fromFiles is the servers of --config, a batch a file.
func (s *setup) fromFiles() ([]batch, error) {
	s.listing.env = s.clientEnv()
	var out []batch
	for _, path := range s.configs {
		source, err := s.configSource(path)
		if err != nil {
			return nil, err
		}
		s.listing.sources = append(s.listing.sources, source)
		if b := (batch{config: path, names: configuredNames([]clientconfig.Source{source})}); len(b.names) > 0 {
			out = append(out, b)
		}
	}
	if len(out) == 0 {
		return nil, usagef("mooring lock NAME -- COMMAND ARGS", "none of the files of --config names a server")
	}
	return out, s.listing.writeText(s.io.Stdout, s.textOptions().Width)
}

// choose splits what was found into the user's servers and those that only the
// project names, and leaves out what the lock is not for.
func (s *setup) choose() []batch {
	mine, shared := batch{}, batch{project: true}
	var others []string // of the user alone, where the project names some
	for _, name := range configuredNames(s.listing.sources) {
		m, err := clientconfig.Named(s.listing.sources, name)
		switch {
		case err != nil:
			s.say("not pinned: %v\n  choose a file: mooring init --config FILE", err)
			s.status = worseStatus(s.status, statusUnknown)
		case visible.Text(name) != name || name == "":
			s.say("not pinned: server %q has a name that cannot be shown; rename it", name)
			s.status = worseStatus(s.status, statusUnknown)
		case m.Project:
			shared.names = append(shared.names, name)
		case s.top != "" && !s.ofProject(name):
			others = append(others, name)
		default:
			mine.names = append(mine.names, name)
		}
	}
	switch {
	case s.where.user:
		mine.names, shared.names = append(mine.names, others...), nil
	case len(mine.names)+len(shared.names) == 0:
		mine.names = others
		if len(others) > 0 {
			s.say("no file of this project names a server, so yours are pinned: who works on it needs the same configuration, or keep the pins to yourself with: mooring init --user")
		}
	case len(others) > 0:
		s.say("yours alone, and not pinned for the project: %s; pin them for yourself with: mooring init --user", strings.Join(others, ", "))
	}
	slices.Sort(mine.names)
	return slices.DeleteFunc([]batch{mine, shared}, func(b batch) bool { return len(b.names) == 0 })
}

// ofProject reports that a file of the project names a server, too.
func (s *setup) ofProject(name string) bool {
	return slices.ContainsFunc(s.listing.sources, func(source clientconfig.Source) bool {
		return source.Scope == clientconfig.Project && slices.Contains(configuredNames([]clientconfig.Source{source}), name)
	})
}

// nothingFound says where was looked and how to go on without a configuration.
func (s *setup) nothingFound() error {
	s.say("no configuration of a client names a server. Looked for:")
	width := 0
	places := clientconfig.Places(s.listing.env)
	for _, p := range places {
		width = max(width, len([]rune(p.Client.Name)))
	}
	for _, p := range places {
		s.say("  %s%s  %s", p.Client.Name, strings.Repeat(" ", width-len([]rune(p.Client.Name))), s.listing.short(p.Path))
	}
	return usagef("pin one server by its command: mooring lock NAME -- COMMAND ARGS; or name a file: mooring init --config FILE", "found no server to pin")
}

// seePolicy says which policy is there, or reports that one is to be written.
func (s *setup) seePolicy() (missing bool, err error) {
	if s.top == "" || s.where.user {
		return false, nil
	}
	s.policy = filepath.Join(projectDir(), defaultPolicy)
	if path := projectPolicy(); exists(path) {
		_, _, err := s.policies("")
		if err == nil {
			s.say("there already: %s", fromHere(path))
		}
		return false, err
	}
	if !exists(filepath.Join(projectDir(), defaultLock)) {
		s.policy = filepath.Join(fromHere(s.top), defaultPolicy)
	}
	return true, nil
}

// writePolicy writes a policy where there is none.
func (s *setup) writePolicy(batches []batch) error {
	var all []string
	for _, b := range batches {
		all = append(all, b.names...)
	}
	slices.Sort(all)
	if err := writeFile(s.policy, newPolicy(slices.Compact(all))); err != nil {
		return usage(fmt.Errorf("write policy: %w", err), "")
	}
	s.say("written: %s: the policy of the project, with the common keys explained", s.policy)
	return nil
}

// consent is servers that may be started to be pinned.
type consent struct {
	flags   targetFlags
	targets []target
	names   []string
}

// consent asks about the servers of a batch that are not pinned yet; nil for none, and
// after a no.
func (s *setup) consent(ctx context.Context, path string, b batch) (*consent, error) {
	file, err := readLock(path, true)
	if err != nil {
		return nil, err
	}
	pinned := func(name string) bool { _, is := file.lock.Get(name); return is }
	how := invocation{flags: &targetFlags{config: b.config, trustProject: b.project}, lock: s.where}
	if already := slices.DeleteFunc(slices.Clone(b.names), func(name string) bool { return !pinned(name) }); len(already) > 0 {
		s.say("pinned already: %s; compare with: %s", strings.Join(already, ", "), how.line("check", already...))
	}
	fresh := slices.DeleteFunc(slices.Clone(b.names), pinned)
	if len(fresh) == 0 {
		return nil, nil
	}
	c := consent{flags: s.flags, names: fresh}
	c.flags.config = b.config
	c.flags.trustProject = c.flags.trustProject || b.project && !s.yes // the question is about them
	if c.targets, err = s.targets(ctx, &c.flags, fresh, -1); err != nil {
		return nil, err
	}
	yes, err := s.mayStart(ctx, b, c.targets)
	if err != nil {
		return nil, err
	}
	if !yes {
		s.say("not started, and so not pinned: %s", strings.Join(fresh, ", "))
		s.status = worseStatus(s.status, statusUnknown)
		return nil, nil
	}
	return &c, nil
}

// pinBatch pins the servers that may be started, in the same way as lock does.
func (s *setup) pinBatch(ctx context.Context, path string, c consent) error {
	file, err := readLock(path, true)
	if err != nil {
		return err
	}
	how := invocation{flags: &c.flags, lock: s.where}
	err = s.observeAndPin(ctx, &c.flags, c.targets, pinning{file: file, repeat: 1, how: how})
	if e := (*exitError)(nil); errors.As(err, &e) && e.err == nil {
		s.status = worseStatus(s.status, e.status)
		if e.status == statusRefused {
			s.say("  what stands in the way is said above; pin one server by itself with: %s", how.line("lock", c.names[0]))
		}
		return nil
	}
	return err
}

// mayStart shows what is going to be started, and asks.
func (s *setup) mayStart(ctx context.Context, b batch, targets []target) (bool, error) {
	targets = slices.DeleteFunc(slices.Clone(targets), func(t target) bool { return t.blocked != nil })
	if len(targets) == 0 || s.yes && !b.project || s.flags.trustProject && b.project {
		return true, nil
	}
	if !isTerminal(s.io.Stdin) {
		hint := "to pin yours without being asked: mooring init --yes"
		if b.project {
			hint = "if you trust the project: mooring init --trust-project"
		}
		return false, usagef(hint, "cannot ask whether to start %s: standard input is no terminal", strings.Join(names(targets), ", "))
	}
	head := "To pin a server it is started with your rights, asked what it shows, and stopped; no tool is called."
	if b.project {
		head = "These servers come with the project. To pin them, the commands that its files name are run with your rights."
	}
	fmt.Fprintln(s.io.Stderr, head)
	width := 0
	for _, t := range targets {
		width = max(width, len([]rune(t.id)))
	}
	for _, t := range targets {
		verb := "start"
		if t.url != "" {
			verb = "reach"
		}
		fmt.Fprintf(s.io.Stderr, "  %s %s%s  %s\n", verb, t.id, strings.Repeat(" ", width-len([]rune(t.id))), visible.Text(launchLine(t.launch)))
	}
	return s.ask(ctx, fmt.Sprintf("Go on with %s?", plural(len(targets), "server")))
}

func names(targets []target) []string {
	out := make([]string, len(targets))
	for i, t := range targets {
		out[i] = t.id
	}
	return out
}

// say writes one line, or several, to standard output.
func (s *setup) say(format string, args ...any) {
	fmt.Fprintln(s.io.Stdout, visible.Block(fmt.Sprintf(format, args...)))
}

// fromHere is a path as seen from the working directory, where that is shorter.
func fromHere(path string) string {
	rel, err := filepath.Rel(absolute("."), absolute(path))
	if err != nil || len(rel) >= len(path) {
		return path
	}
	return rel
}
