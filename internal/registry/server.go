package registry

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
)

// Server is the entry of a server in one version (server.json).
type Server struct {
	Name, Version string
	Packages      []Package
	Remotes       []Remote

	status string
}

// Package is one way to start a server. Only what can be observed over stdio is
// read further than its type.
type Package struct {
	Type       string // npm, pypi, oci, nuget, mcpb, …
	Identifier string
	Version    string // exact; "" in an image reference that holds its own
	Base       string // of another registry of packages; "" is the usual one
	Transport  string // stdio, streamable-http or sse
	Args       []string
	Missing    []string // arguments that have no value and must have one
	Runtime    bool     // it wants options of the launcher, which no stranger sets
	Required   []string // names of variables that must be set, sorted
}

// Remote is one address of a server.
type Remote struct {
	Type     string // streamable-http or sse
	URL      string // with {variables} as written
	Required []string
}

// Way is how a server is started or reached: a package with the arguments of the
// program, or an address.
type Way struct {
	Artifact surface.Artifact
	Args     []string
	URL      string   // "" for a package
	Required []string // variables of a package, or headers of an address, that must be given
}

// Way chooses the first package that can be started over stdio, else the first
// address. own are arguments that the caller gives, in place of those of the
// entry. The error lists why each of them cannot be used.
func (s Server) Way(own []string) (Way, error) {
	var reasons []error
	for _, p := range s.Packages {
		a, err := p.usable(len(own) > 0)
		if err != nil {
			reasons = append(reasons, fmt.Errorf("package %q of type %q: %w", p.Identifier, p.Type, err))
			continue
		}
		args := p.Args
		if len(own) > 0 {
			args = own
		}
		return Way{Artifact: a, Args: args, Required: p.Required}, nil
	}
	for _, r := range s.Remotes {
		if err := r.usable(); err != nil {
			reasons = append(reasons, fmt.Errorf("address %q: %w", surface.RedactURL(r.URL), err))
			continue
		}
		return Way{URL: r.URL, Required: r.Required}, nil
	}
	if len(reasons) == 0 {
		return Way{}, errors.New("the entry names no package and no address")
	}
	return Way{}, errors.Join(reasons...)
}

// usable is the artifact of a package, or why it cannot be started from here.
func (p Package) usable(own bool) (surface.Artifact, error) {
	a := surface.Artifact{Kind: surface.ArtifactKind(p.Type), Name: p.Identifier, Version: p.Version}
	switch {
	case !slices.Contains([]surface.ArtifactKind{surface.NPM, surface.PyPI, surface.OCI}, a.Kind):
		return a, errors.New("want npm, pypi or oci")
	case p.Transport != "stdio":
		return a, fmt.Errorf("it speaks %q, want stdio", p.Transport)
	case p.Base != "":
		return a, fmt.Errorf("it comes from %q, which the launcher would not ask", p.Base)
	case p.Runtime:
		return a, errors.New("it wants options of the launcher; type the whole command behind --")
	case len(p.Missing) > 0 && !own:
		return a, fmt.Errorf("it wants the arguments %s; type them behind --", strings.Join(p.Missing, " "))
	}
	err := coordinate(a)
	if err == nil {
		err = plainNames(p.Required, variableName, "variable")
	}
	if err == nil && !own {
		err = plainArgs(p.Args)
	}
	return a, err
}

// launchers are the addresses from which launchers fetch packages by themselves.
var launchers = map[string][]string{
	"npm":  {"npmjs.org", "npmjs.com"},
	"pypi": {"pypi.org"},
	"oci":  {"docker.io"},
}

// otherBase is a base address that is not the one a launcher uses by itself.
func otherBase(kind, base string) string {
	host := base
	if _, rest, found := strings.Cut(base, "://"); found {
		host = rest
	}
	host, _, _ = strings.Cut(host, "/")
	for _, domain := range launchers[kind] {
		if host == domain || strings.HasSuffix(host, "."+domain) {
			return ""
		}
	}
	return base
}

func serverOf(v *jsonv.Value) Server {
	s := Server{Name: v.Get("name").Text(), Version: v.Get("version").Text()}
	for _, p := range v.Get("packages").Items() {
		s.Packages = append(s.Packages, packageOf(p))
	}
	for _, r := range v.Get("remotes").Items() {
		s.Remotes = append(s.Remotes, Remote{Type: r.Get("type").Text(), URL: r.Get("url").Text(), Required: required(r.Get("headers"))})
	}
	return s
}

func packageOf(v *jsonv.Value) Package {
	p := Package{
		Type:       v.Get("registryType").Text(),
		Identifier: v.Get("identifier").Text(),
		Version:    v.Get("version").Text(),
		Transport:  v.Get("transport").Get("type").Text(),
		Runtime:    v.Get("runtimeArguments").Len() > 0,
		Required:   required(v.Get("environmentVariables")),
	}
	p.Base = otherBase(p.Type, v.Get("registryBaseUrl").Text())
	for _, arg := range v.Get("packageArguments").Items() {
		p.argument(arg)
	}
	return p
}

// argument appends an argument that has a value, and notes one that needs one.
func (p *Package) argument(v *jsonv.Value) {
	name := v.Get("name").Text()
	value, fixed := v.Get("value").Str()
	if !fixed {
		value, fixed = v.Get("default").Str()
	}
	open := placeholder.MatchString(value)
	switch {
	case fixed && !open && v.Get("type").Text() == "named":
		p.Args = append(p.Args, name)
		if value != "" {
			p.Args = append(p.Args, value)
		}
	case fixed && !open:
		p.Args = append(p.Args, value)
	case v.Get("isRequired").Bool():
		name = cmp.Or(name, v.Get("valueHint").Text(), "ARGUMENT")
		if visible.Text(name) != name {
			name = strconv.Quote(name)
		}
		p.Missing = append(p.Missing, "<"+name+">")
	}
}

// required are the names of inputs that must be given and that nothing fixes.
func required(inputs *jsonv.Value) []string {
	var out []string
	for _, v := range inputs.Items() {
		value, fixed := v.Get("value").Str()
		fixed = fixed && !placeholder.MatchString(value) || v.Get("default").Exists()
		if v.Get("isRequired").Bool() && !fixed {
			out = append(out, v.Get("name").Text())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
