package cli

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/artifact"
	"github.com/mooring-mcp/mooring/internal/observe"
	"github.com/mooring-mcp/mooring/surface"
)

// sourceTarget is a server that one word names by what it is: the address of a
// remote server, or a package or image ("npm:@scope/name@1.2.3"), which behind
// gives arguments. ok is false for every other word.
func (a *app) sourceTarget(f *targetFlags, word string, behind []string) (t target, ok bool, err error) {
	if strings.HasPrefix(word, "https://") || strings.HasPrefix(word, "http://") {
		if len(behind) > 0 {
			return t, true, usagef("", "found %q behind --, want nothing there with an address", behind)
		}
		t, err = a.remoteTarget(f, "", word)
		return t, true, err
	}
	coordinate, ok := artifact.Parse(word)
	if !ok {
		return t, false, nil
	}
	command := append(launcherOf(coordinate), behind...)
	t, err = a.commandTarget(f, []string{programName(coordinate.Name)}, command)
	return t, true, err
}

// launcherOf is the command that fetches and runs an artifact.
func launcherOf(a surface.Artifact) []string {
	spec := strings.TrimPrefix(a.String(), string(a.Kind)+":")
	switch a.Kind {
	case surface.PyPI:
		if a.Pinned() {
			spec = a.Name + "==" + a.Version
		}
		return []string{"uvx", spec}
	case surface.OCI:
		return []string{"docker", "run", "-i", "--rm", spec}
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
