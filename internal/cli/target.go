package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

// target is one server to observe.
type target struct {
	id      string
	stdio   observe.Stdio
	launch  surface.Launch
	retries int // beside those of --retries
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
}

func (f *targetFlags) register(cmd *cobra.Command) {
	f.verb = "mooring " + cmd.Name()
	flags := cmd.Flags()
	flags.StringVar(&f.config, "config", "", "client configuration (JSON with mcpServers) that names the servers")
	flags.StringSliceVar(&f.env, "env", nil, "pass this variable on to the server (a name; may be repeated)")
	flags.StringVar(&f.dir, "cwd", "", "working directory of the server")
	flags.StringVar(&f.protocol, "protocol-version", "", "protocol revision to ask for (default the newest with a handshake)")
	flags.DurationVar(&f.startTimeout, "start-timeout", time.Minute, "how long a server may take until it answers initialize")
	flags.DurationVar(&f.requestTimeout, "request-timeout", 30*time.Second, "how long a server may take for one page of a listing")
	flags.DurationVar(&f.timeout, "timeout", 2*time.Minute, "how long the whole observation of a server may take")
	flags.IntVar(&f.retries, "retries", 0, "how often a server is tried again that was not observed, or not completely")
	flags.IntVar(&f.jobs, "jobs", 8, "servers observed at once")
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
func (a *app) targets(f *targetFlags, args []string, dash int) ([]target, error) {
	if err := f.validate(); err != nil {
		return nil, err
	}
	if dash >= 0 {
		t, err := a.commandTarget(f, args[:dash], args[dash:])
		return []target{t}, err
	}
	if f.config == "" {
		return nil, usagef("name the command behind --, as in: "+f.verb+" -- npx -y PACKAGE; or the file that configures the server: --config FILE", "nothing says how to start %s", what(args))
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
		return target{}, usagef("", "found names %q before --, want at most one", names)
	}
	id := nameOf(command)
	if len(names) == 1 {
		id = names[0]
	}
	switch {
	case id == "":
		return target{}, usagef("", "the name before -- is empty")
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
	return newTarget(id, stdio, clientconfig.Written{Command: stdio.Command, Args: stdio.Args, Dir: stdio.Dir}), nil
}

// newTarget is a server to start, with its launch as it may be shown and pinned:
// as it is written, and without the values of its variables.
func newTarget(id string, stdio observe.Stdio, written clientconfig.Written) target {
	names := make([]string, len(stdio.Env))
	args := slices.Clone(written.Args)
	for i, pair := range stdio.Env {
		name, value, _ := strings.Cut(pair, "=")
		names[i] = name
		for n := range args {
			args[n] = maskValue(args[n], value)
		}
	}
	return target{id: id, stdio: stdio, launch: surface.NewLaunch(written.Command, args, written.Dir, names)}
}

// maskValue takes the value of a variable out of an argument. Short values are
// left: they are no secrets and would hit anything.
func maskValue(arg, value string) string {
	const shortest = 6
	if len(value) < shortest {
		return arg
	}
	return strings.ReplaceAll(arg, value, surface.Secret)
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

func (a *app) configTargets(f *targetFlags, names []string) ([]target, error) {
	servers, err := a.readConfig(f.config)
	if err != nil {
		return nil, err
	}
	passed, err := a.passed(f.env)
	if err != nil {
		return nil, err
	}
	var out []target
	for _, s := range servers {
		if len(names) > 0 && !slices.Contains(names, s.Name) || len(names) == 0 && s.Disabled {
			continue
		}
		out = append(out, configured(s, f, passed))
	}
	if len(servers) == 0 {
		return nil, usagef("", "configuration %q names no servers", f.config)
	}
	for _, name := range names {
		if !slices.ContainsFunc(servers, func(s clientconfig.Server) bool { return s.Name == name }) {
			return nil, usagef("", "server %q is not in %q, which names %s", name, f.config, serverNames(servers))
		}
	}
	return out, nil
}

func (a *app) readConfig(path string) ([]clientconfig.Server, error) {
	text, err := readFile(path, 16<<20)
	if err != nil {
		return nil, err
	}
	servers, err := clientconfig.Parse(text, a.lookup)
	if err != nil {
		return nil, usage(fmt.Errorf("configuration %q: %w", path, placed(text, err)), "")
	}
	return servers, nil
}

func serverNames(servers []clientconfig.Server) string {
	names := make([]string, len(servers))
	for i, s := range servers {
		names[i] = fmt.Sprintf("%q", s.Name)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func configured(s clientconfig.Server, f *targetFlags, passed []string) target {
	if s.URL != "" && s.Command == "" {
		return target{id: s.Name, launch: surface.Launch{Transport: "http", URL: surface.RedactURL(s.Written.URL)}, blocked: errors.New("remote servers cannot be observed by this version yet")}
	}
	stdio := observe.Stdio{Command: s.Command, Args: s.Args, Dir: s.Dir, Env: append(slices.Clone(s.Env), passed...)}
	written := s.Written
	if f.dir != "" {
		stdio.Dir, written.Dir = f.dir, f.dir
	}
	t := newTarget(s.Name, stdio, written)
	if len(s.Unresolved) > 0 {
		t.blocked = fmt.Errorf("variables %s are not set", strings.Join(s.Unresolved, ", "))
	}
	return t
}

// nameOf makes a server's name of its command: the base of the program, or of
// the first argument when the program only launches it ("npx -y @scope/name@1").
func nameOf(command []string) string {
	base := programName(command[0])
	launchers := []string{"bun", "bunx", "deno", "docker", "go", "node", "npx", "pnpm", "python", "python3", "uv", "uvx", "yarn"}
	if !slices.Contains(launchers, base) {
		return base
	}
	for _, arg := range command[1:] {
		if strings.HasPrefix(arg, "-") || arg == "run" || arg == "exec" || arg == "dlx" {
			continue
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
