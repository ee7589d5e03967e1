package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/artifact"
	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/word"
	"github.com/mooring-mcp/mooring/surface"
)

// target is one server to observe.
type target struct {
	id       string
	stdio    observe.Stdio
	url      string           // of a remote server; "" for one that is started
	headers  []observe.Header // sent to it
	launch   surface.Launch
	retries  int       // beside those of --retries
	optional bool      // lock need not observe it
	era      string    // era of the pin, which is tried first
	as       []profile // client identities to ask under; empty for the bare one
	// strangers are clients that name the server and have no identity here.
	strangers []string
	// blocked says why the server cannot be started; nil when it can.
	blocked error
}

// targetFlags are the flags of every command that starts servers.
type targetFlags struct {
	verb           string // command path, for hints
	config         string
	env            []string
	dir            string
	protocol       string
	startTimeout   time.Duration
	requestTimeout time.Duration
	timeout        time.Duration
	jobs           int
	retries        int
	as             []string
	headers        []string
	bearer         string
	era            string
	registry       string
	all            bool
	trustProject   bool
}

func (f *targetFlags) register(cmd *cobra.Command) {
	f.verb = "mooring " + cmd.Name()
	flags := cmd.Flags()
	flags.StringVar(&f.config, "config", "", "client configuration file that names the servers, which you trust by naming it (default: the configurations that mooring servers lists)")
	flags.StringSliceVar(&f.env, "env", nil, "pass this variable on to the server (a name; may be repeated)")
	flags.StringVar(&f.dir, "cwd", "", "working directory of the server")
	flags.StringVar(&f.protocol, "protocol-version", "", "protocol revision to ask for (default the newest of the era)")
	flags.DurationVar(&f.startTimeout, "start-timeout", time.Minute, "how long a server may take until it answers the first request")
	flags.DurationVar(&f.requestTimeout, "request-timeout", 30*time.Second, "how long a server may take for one page of a listing")
	flags.DurationVar(&f.timeout, "timeout", 2*time.Minute, "how long the whole observation of a server may take")
	flags.StringSliceVar(&f.as, "as", nil, "ask as these clients, and compare ("+profileNames()+")")
	flags.BoolVar(&f.all, "all", false, "every server that the configurations of your clients name")
	flags.BoolVar(&f.trustProject, "trust-project", false, "also start servers that only a file of this project names")
	flags.StringArrayVar(&f.headers, "header", nil, "header for a remote server, as NAME=env:VARIABLE (may be repeated)")
	flags.StringVar(&f.bearer, "bearer-env", "", "variable that holds a bearer token for a remote server")
	flags.StringVar(&f.era, "era", "auto", "generation of the protocol: auto, legacy (initialize) or modern (server/discover)")
	flags.StringSliceVar(&f.as, "profiles", nil, "the same as --as")
	flags.StringVar(&f.registry, "registry", "", "address of the registry that registry:NAME asks (default $MOORING_REGISTRY, or the official one)")
	flags.IntVar(&f.retries, "retries", 0, "how often a server is tried again that was not observed, or not completely")
	flags.IntVar(&f.jobs, "jobs", 8, "servers observed at once")
}

// defaultTargets are the flags of a command that starts servers, as they are when
// none is given, for one that does not offer all of them.
func defaultTargets(verb string) targetFlags {
	var f targetFlags
	f.register(&cobra.Command{Use: verb})
	return f
}

func (f *targetFlags) validate() error {
	if _, err := time.Parse(time.DateOnly, f.protocol); f.protocol != "" && err != nil {
		return usagef("", "--protocol-version is %q, want a date like 2025-11-25", f.protocol)
	}
	for _, d := range []struct {
		flag  string
		value time.Duration
	}{{"--start-timeout", f.startTimeout}, {"--request-timeout", f.requestTimeout}, {"--timeout", f.timeout}} {
		if d.value <= 0 {
			return usagef("", "%s is %s, want more than 0", d.flag, d.value)
		}
	}
	if err := oneOf("--era", f.era, observe.EraAuto, observe.EraLegacy, observe.EraModern); err != nil {
		return err
	}
	if f.retries < 0 || f.retries > 10 {
		return usagef("", "--retries is %d, want 0 to 10", f.retries)
	}
	if f.jobs < 1 {
		return usagef("", "--jobs is %d, want at least 1", f.jobs)
	}
	return nil
}

// targets resolves SERVER arguments: names from --config (all of them when none
// is given), or an optional name and a command behind "--".
func (a *app) targets(ctx context.Context, f *targetFlags, args []string, dash int) ([]target, error) {
	if err := f.validate(); err != nil {
		return nil, err
	}
	as, err := findProfiles(f.as)
	if err != nil {
		return nil, err
	}
	targets, err := a.resolve(ctx, f, args, dash)
	for i := range targets {
		if len(as) > 0 {
			targets[i].as, targets[i].strangers = as, nil
		}
	}
	return targets, err
}

func (a *app) resolve(ctx context.Context, f *targetFlags, args []string, dash int) ([]target, error) {
	words, behind := args, []string(nil)
	if dash >= 0 {
		words, behind = args[:dash], args[dash:]
	}
	if len(words) == 1 {
		if t, ok, err := a.sourceTarget(ctx, f, words[0], behind); ok {
			return []target{t}, err
		}
	}
	if err := namedSource(f, words, behind); err != nil {
		return nil, err
	}
	if len(words) <= 1 && len(behind) == 1 && isAddress(behind[0]) {
		t, err := a.remoteTarget(f, strings.Join(words, ""), behind[0])
		return []target{t}, err
	}
	if dash >= 0 {
		t, err := a.commandTarget(f, words, behind)
		return []target{t}, err
	}
	if f.config == "" && (len(args) > 0 || f.all) {
		return a.foundTargets(f, args)
	}
	if f.config == "" {
		return nil, usagef("name the command behind --, as in: "+f.verb+" -- npx -y PACKAGE; or name a configured server, see: mooring servers; or take all of them: --all; or the file that configures it: --config FILE", "nothing says how to start %s", what(args))
	}
	return a.configTargets(f, args)
}

func what(args []string) string {
	if len(args) == 0 {
		return "a server"
	}
	return fmt.Sprintf("server %q", args[0])
}

func (a *app) commandTarget(f *targetFlags, names, command []string) (target, error) {
	switch {
	case len(command) == 0:
		return target{}, usagef("", "nothing stands behind --, want a command and its arguments")
	case len(names) > 1:
		return target{}, usagef("", "found the names %s before --, want at most one", word.Quoted(names))
	}
	id := nameOf(command)
	if len(names) == 1 {
		id = names[0]
	}
	switch {
	case id == "":
		return target{}, usagef("", "the name before -- is empty")
	case visible.Text(id) != id:
		return target{}, usagef("", "the name %q has hidden characters", id)
	case command[0] == "":
		return target{}, usagef("", "the command behind -- is empty")
	}
	passed, err := a.passed(f.env)
	if err != nil {
		return target{}, err
	}
	if f.dir != "" {
		if info, err := os.Stat(f.dir); err != nil || !info.IsDir() {
			return target{}, usagef("", "--cwd %q is no folder", f.dir)
		}
	}
	stdio := observe.Stdio{Command: command[0], Args: command[1:], Dir: f.dir, Env: passed}
	return target{id: id, stdio: stdio, launch: launchOfTyped(stdio)}, nil
}

// launchOfTyped is the launch of a command that was typed, without the values of its
// variables.
func launchOfTyped(s observe.Stdio) surface.Launch {
	typed := clientconfig.Server{Transport: "stdio", Env: s.Env, Written: clientconfig.Written{Command: s.Command, Args: s.Args, Dir: s.Dir}}
	return typed.Launch()
}

// passed takes the variables of --env out of the environment.
func (a *app) passed(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		if strings.ContainsRune(name, '=') {
			bare, _, _ := strings.Cut(name, "=")
			return nil, usagef(fmt.Sprintf("set %s in the environment and pass it with --env %s", bare, bare), "--env takes the name of a variable, not a value")
		}
		value, ok := a.lookup(name)
		if !ok {
			return nil, usagef("", "--env %s: the variable is not set", name)
		}
		out = append(out, name+"="+value)
	}
	return out, nil
}

// nameOf makes a server's name of its command: the base of the program, or of
// the first argument when the program only launches it ("npx -y @scope/name@1").
func nameOf(command []string) string {
	base := programName(command[0])
	if a, ok := artifact.OfCommand(base, command[1:]); ok {
		return programName(a.Name)
	}
	if !slices.Contains([]string{"bun", "deno", "node", "python", "python3", "ruby", "sh", "bash", "tsx"}, base) {
		return base
	}
	for i, arg := range command[1:] {
		switch {
		case arg == "-c" || arg == "-e" || arg == "--eval":
			return base // what follows is a program, not a name
		case strings.HasPrefix(arg, "-") || arg == "run":
			continue
		case command[i] == "-m":
			return arg
		}
		return programName(arg)
	}
	return base
}

// genericNames say nothing of the program that they are part of.
var genericNames = []string{"bin", "build", "cli", "dist", "index", "lib", "main", "out", "src", "start", "."}

// programName is the last telling part of a path or package name, without
// extension and version: "@scope/thing@1.2" and "thing/dist/index.js" are "thing".
func programName(path string) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	name := ""
	for _, part := range slices.Backward(parts) {
		if at := strings.LastIndexByte(part, '@'); at > 0 {
			part = part[:at]
		}
		for _, ext := range []string{".exe", ".cmd", ".bat", ".js", ".mjs", ".cjs", ".ts", ".py"} {
			part = strings.TrimSuffix(part, ext)
		}
		if name == "" {
			name = part
		}
		if part != "" && !slices.Contains(genericNames, part) {
			return part
		}
	}
	return name
}
