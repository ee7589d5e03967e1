package cli

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/artifact"
	"github.com/mooring-mcp/mooring/internal/oauth"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/internal/registry"
	"github.com/mooring-mcp/mooring/surface"
)

// sourceTarget is a server that one word names by what it is: the address of a
// remote server, a package or image ("npm:@scope/name@1.2.3"), or a name that a
// registry knows; behind gives arguments. ok is false for every other word.
func (a *app) sourceTarget(ctx context.Context, f *targetFlags, word string, behind []string) (t target, ok bool, err error) {
	if isAddress(word) {
		if len(behind) > 0 {
			return t, true, usagef("", "found %q behind --, want nothing there with an address; to name a server: NAME -- ADDRESS", behind)
		}
		t, err = a.remoteTarget(f, "", word)
		return t, true, err
	}
	if n, ok, err := registry.Parse(word); ok {
		if err != nil {
			return t, true, usagef("", "%s", err.Error())
		}
		t, err = a.registryTarget(ctx, f, n, behind)
		return t, true, err
	}
	coordinate, ok := artifact.Parse(word)
	if !ok {
		return t, false, nil
	}
	command := append(launcherOf(coordinate, f.env), behind...)
	t, err = a.commandTarget(f, []string{programName(coordinate.Name)}, command)
	return t, true, err
}

func isAddress(word string) bool {
	return strings.HasPrefix(word, "https://") || strings.HasPrefix(word, "http://")
}

// isSource reports a word that says what a server is, not how it is called.
func isSource(word string) bool {
	_, artifact := artifact.Parse(word)
	return artifact || isAddress(word) || strings.HasPrefix(word, "registry:")
}

// namedSource is the error of a package, address or name of a registry beside the name that the
// server is to have; nil where there is none.
func namedSource(f *targetFlags, words, behind []string) error {
	i := slices.IndexFunc(words, isSource)
	var source string
	switch {
	case i >= 0:
		source, words = words[i], slices.Delete(slices.Clone(words), i, i+1)
	case len(behind) == 1 && isSource(behind[0]) && !isAddress(behind[0]):
		source, behind = behind[0], nil
	default:
		return nil
	}
	name := "NAME"
	if len(words) == 1 {
		name = words[0]
	}
	without := shellLine(append(strings.Fields(f.verb), source))
	named := append(strings.Fields(f.verb), name, "--")
	coordinate, is := artifact.Parse(source)
	switch {
	case isAddress(source):
		return usagef("with a name: "+shellLine(append(named, source))+"; without: "+without, "an address that stands alone takes no name")
	case is:
		command := append(launcherOf(coordinate, f.env), behind...)
		return usagef("with a name: "+shellLine(append(named, command...))+"; without: "+without, "a package takes no name here: the server is called after %q", source)
	}
	return usagef("leave the name out: "+without, "a name of a registry takes no other: the server is called after %q", source)
}

// registryTarget is a server that a registry knows, named after its name there.
func (a *app) registryTarget(ctx context.Context, f *targetFlags, n registry.Name, behind []string) (target, error) {
	base := f.registry
	if base == "" {
		base, _ = a.lookup("MOORING_REGISTRY")
	}
	ctx, cancel := context.WithTimeout(ctx, f.requestTimeout)
	defer cancel()
	server, err := registry.Client{Base: base, HTTP: oauth.NewHTTPClient(http.ProxyFromEnvironment)}.Server(ctx, n)
	if err != nil {
		return target{}, &exitError{status: statusUnknown, err: err, hint: "look up the name at the registry, or name the package or the address itself"}
	}
	way, err := server.Way(behind)
	if err != nil {
		return target{}, usagef("name the package, the address or the command itself", "server %q in version %q cannot be used as the registry has it: %w", n.Server, server.Version, err)
	}
	id := programName(n.Server)
	if way.URL != "" {
		for _, name := range way.Required {
			if !slices.ContainsFunc(f.headers, func(h string) bool { return strings.HasPrefix(strings.ToLower(h), strings.ToLower(name)+"=") }) && (f.bearer == "" || !strings.EqualFold(name, "Authorization")) {
				return target{}, usagef("put the value in a variable: --header "+name+"=env:VARIABLE", "server %q wants the header %q", n.Server, name)
			}
		}
		return a.remoteTarget(f, id, way.URL)
	}
	for _, name := range way.Required {
		if !slices.Contains(f.env, name) {
			return target{}, usagef("set it and pass it on: --env "+name, "server %q wants the variable %q", n.Server, name)
		}
	}
	return a.commandTarget(f, []string{id}, append(launcherOf(way.Artifact, f.env), way.Args...))
}

// launcherOf is the command that fetches and runs an artifact. env are names of
// variables that it is to pass on.
func launcherOf(a surface.Artifact, env []string) []string {
	spec := strings.TrimPrefix(a.String(), string(a.Kind)+":")
	switch a.Kind {
	case surface.PyPI:
		if a.Pinned() {
			spec = a.Name + "==" + a.Version
		}
		return []string{"uvx", spec}
	case surface.OCI:
		run := []string{"docker", "run", "-i", "--rm"}
		for _, name := range env {
			run = append(run, "-e", name)
		}
		return append(run, spec)
	case surface.NPM, surface.File, surface.Remote:
	}
	return []string{"npx", "-y", spec}
}

// remoteTarget is a server at an address; id "" names it after its host.
func (a *app) remoteTarget(f *targetFlags, id, address string) (target, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return target{}, usagef("", "%q is no address, want https://HOST/PATH", surface.RedactURL(address))
	}
	if id == "" {
		id = u.Hostname()
	}
	headers, err := a.headers(f)
	if err != nil {
		return target{}, err
	}
	names := make([]string, len(headers))
	for i, h := range headers {
		names[i] = h.Name
	}
	slices.Sort(names)
	launch := surface.Launch{Transport: "http", URL: surface.RedactURL(address), Headers: slices.Compact(names)}
	return target{id: id, url: address, headers: headers, launch: launch}, nil
}

// headers takes the values of --header and --bearer-env out of the environment.
func (a *app) headers(f *targetFlags) ([]observe.Header, error) {
	var out []observe.Header
	for _, h := range f.headers {
		name, source, _ := strings.Cut(h, "=")
		variable, ok := strings.CutPrefix(source, "env:")
		if !ok || name == "" || variable == "" {
			return nil, usagef("put the value in a variable: --header "+name+"=env:VARIABLE", "--header %s: want NAME=env:VARIABLE", name)
		}
		value, set := a.lookup(variable)
		if !set {
			return nil, usagef("", "--header %s: variable %s is not set", name, variable)
		}
		out = append(out, observe.Header{Name: name, Value: value})
	}
	if f.bearer != "" {
		value, set := a.lookup(f.bearer)
		if !set {
			return nil, usagef("", "--bearer-env: variable %s is not set", f.bearer)
		}
		out = append(out, observe.Header{Name: "Authorization", Value: fmt.Sprintf("Bearer %s", value)})
	}
	return out, nil
}
