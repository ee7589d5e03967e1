package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/internal/visible"
)

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
		t, err := a.configured(s, f, passed)
		if err != nil {
			return nil, err
		}
		t.as, t.strangers = identity(s.Client)
		out = append(out, t)
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
	servers, err := clientconfig.Parse(text, absolute(path), a.clientEnv())
	if err != nil {
		return nil, usage(fmt.Errorf("configuration %q: %w", path, err), "")
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

// foundTargets are servers that the configurations of clients name: those of the
// names, or with --all every one. One that only a file of the project names is
// not started unless somebody says so.
func (a *app) foundTargets(f *targetFlags, names []string) ([]target, error) {
	sources := clientconfig.Find(a.clientEnv())
	if f.all {
		names = configuredNames(sources)
	}
	passed, err := a.passed(f.env)
	if err != nil {
		return nil, err
	}
	var out []target
	for _, name := range unique(names) {
		m, err := clientconfig.Named(sources, name)
		if errors.Is(err, clientconfig.ErrNotFound) {
			return nil, usagef("list them with: mooring servers; or name a command behind --", "no configuration of a client names server %q", name)
		}
		if err != nil {
			return nil, usage(err, "choose a file with --config")
		}
		t, err := a.configured(m.Server, f, passed)
		if err != nil {
			return nil, err
		}
		if m.Project && !f.trustProject && t.blocked == nil {
			t.blocked = fmt.Errorf("only a file of this project names it (%s), and cloning a project must not run its code; if you trust it: --trust-project", strings.Join(m.Files, ", "))
		}
		t.as, t.strangers = identity(m.Clients...)
		out = append(out, t)
	}
	return out, nil
}

// configuredNames are the names of all servers that some client starts, sorted.
func configuredNames(sources []clientconfig.Source) []string {
	var names []string
	for _, source := range sources {
		for _, s := range source.Servers {
			if !s.Disabled {
				names = append(names, s.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// identity are the profiles of the clients whose configuration names a server,
// and the clients that have none.
func identity(clients ...string) (as []profile, strangers []string) {
	for _, client := range clients {
		if p, err := findProfile(client); err == nil {
			as = append(as, p)
		} else if client != "" {
			strangers = append(strangers, client)
		}
	}
	return as, strangers
}

// configured is a server as its client would start or reach it.
func (a *app) configured(s clientconfig.Server, f *targetFlags, passed []string) (target, error) {
	if f.dir != "" {
		s.Dir, s.Written.Dir = f.dir, f.dir
	}
	t := target{id: s.Name, launch: s.Launch()}
	if s.URL != "" {
		headers, err := a.headers(f)
		if err != nil {
			return t, err
		}
		for _, h := range s.Headers {
			headers = append(headers, observe.Header{Name: h.Name, Value: h.Value})
		}
		if token, ok := a.lookup(s.BearerEnv); ok && s.BearerEnv != "" {
			headers = append(headers, observe.Header{Name: "Authorization", Value: "Bearer " + token})
		}
		t.url, t.headers = s.URL, headers
	} else {
		s.Env = append(slices.Clone(s.Env), passed...)
		t.launch = s.Launch()
		t.stdio = observe.Stdio{Command: s.Command, Args: s.Args, Dir: s.Dir, Env: s.Env}
	}
	switch why := blockedText(s); {
	case visible.Text(s.Name) != s.Name || s.Name == "":
		return t, usagef("rename it", "server %q of the configuration has a name that cannot be shown", s.Name)
	case why != "":
		t.blocked = errors.New(why)
	}
	return t, nil
}
