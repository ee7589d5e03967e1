// Package artifact finds out what a launch runs: which package in which version,
// which image, or which file with which digest. A lock keeps the answer, so that
// a report of drift can say why the surface may have changed. Nothing is
// executed and nothing is fetched.
package artifact

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/surface"
)

// launchers fetch and run a package: the words behind the program that belong to
// it, and the flags whose next word is a value.
var launchers = map[string]struct {
	kind   surface.ArtifactKind
	words  []string
	values []string
	from   []string // flags whose value is the package, before the command's own name
}{
	"npx":    {kind: surface.NPM, values: []string{"-c", "--call", "--node-options", "-w", "--workspace"}, from: []string{"-p", "--package"}},
	"bunx":   {kind: surface.NPM},
	"pnpx":   {kind: surface.NPM},
	"pnpm":   {kind: surface.NPM, words: []string{"dlx"}, from: []string{"--package"}},
	"yarn":   {kind: surface.NPM, words: []string{"dlx"}, from: []string{"-p", "--package"}},
	"uvx":    {kind: surface.PyPI, values: []string{"--python", "-p", "--with", "--index", "--index-url", "--directory"}, from: []string{"--from"}},
	"uv":     {kind: surface.PyPI, words: []string{"tool", "run"}, values: []string{"--python", "--with"}, from: []string{"--from"}},
	"pipx":   {kind: surface.PyPI, words: []string{"run"}, values: []string{"--python"}, from: []string{"--spec"}},
	"docker": {kind: surface.OCI, words: []string{"run"}, values: dockerValues},
	"podman": {kind: surface.OCI, words: []string{"run"}, values: dockerValues},
}

var dockerValues = []string{
	"-e", "--env", "--env-file", "-v", "--volume", "--mount", "-p", "--publish", "--name", "-u", "--user", "-w", "--workdir",
	"--network", "--net", "-h", "--hostname", "-l", "--label", "-m", "--memory", "--cpus", "--entrypoint", "--platform", "--add-host", "--cap-add", "--cap-drop", "--pull",
}

// OfCommand reads the artifact out of a launcher's command line: command is the
// program's name without folder and extension. ok is false for every other
// program, and for a command line that names no package.
func OfCommand(command string, args []string) (a surface.Artifact, ok bool) {
	l, ok := specOf(command, args)
	if !ok {
		return a, false
	}
	return parse(l.kind, l.spec), true
}

// launched is the package of a launcher's command line as it is written there.
type launched struct {
	kind    surface.ArtifactKind
	spec    string
	several bool // more packages are named, and each may hold what runs
}

func specOf(command string, args []string) (l launched, ok bool) {
	launcher, known := launchers[command]
	if !known {
		return l, false
	}
	l.kind = launcher.kind
	words := launcher.words
	for i := 0; i < len(args); i++ {
		flag, value, inline := strings.Cut(args[i], "=")
		switch {
		case len(words) > 0 && args[i] == words[0]:
			words = words[1:]
		case slices.Contains(launcher.from, flag):
			if !inline && i+1 < len(args) {
				i++
				value = args[i]
			}
			l.several = l.several || l.spec != ""
			l.spec = value
		case slices.Contains(launcher.values, args[i]):
			i++
		case strings.HasPrefix(args[i], "-"):
		case len(words) > 0:
			return launched{}, false // another subcommand
		default:
			if l.spec == "" {
				l.spec = args[i]
			}
			return l, true
		}
	}
	return l, l.spec != ""
}

// Parse reads a coordinate like "npm:@scope/name@1.2.3" or "oci:image@sha256:…".
// ok is false when the text names no kind.
func Parse(text string) (a surface.Artifact, ok bool) {
	kind, spec, found := strings.Cut(text, ":")
	if !found || !slices.Contains([]surface.ArtifactKind{surface.NPM, surface.PyPI, surface.OCI}, surface.ArtifactKind(kind)) || spec == "" {
		return a, false
	}
	return parse(surface.ArtifactKind(kind), spec), true
}

func parse(kind surface.ArtifactKind, spec string) surface.Artifact {
	a := surface.Artifact{Kind: kind, Name: spec}
	switch kind {
	case surface.NPM:
		if at := strings.LastIndexByte(spec, '@'); at > 0 {
			a.Name, a.Version = spec[:at], exact(spec[at+1:])
		}
	case surface.PyPI:
		if name, version, found := strings.Cut(spec, "=="); found {
			a.Name, a.Version = name, plain(version)
		} else if name, version, found := strings.Cut(spec, "@"); found {
			a.Name, a.Version = name, exact(version)
		}
	case surface.OCI:
		if name, digest, found := strings.Cut(spec, "@"); found {
			a.Name, a.Version = name, digest
		} else if at := strings.LastIndexByte(spec, ':'); at > strings.LastIndexByte(spec, '/') {
			a.Name = spec[:at]
			if tag := spec[at+1:]; tag != "latest" {
				a.Version = tag
			}
		}
	case surface.File, surface.Remote:
	}
	return a
}

// exact is a version that names one release: it starts with a digit and has no
// range in it. A tag ("latest") or range ("^1.2", "1.x") is none.
func exact(version string) string {
	if version == "" || version[0] < '0' || version[0] > '9' {
		return ""
	}
	if strings.HasSuffix(version, ".x") || strings.Count(version, ".") < 2 {
		return ""
	}
	return plain(version)
}

// plain is a version of letters, digits and the signs that versions have; "" for a
// range, a list of conditions or an address.
func plain(version string) string {
	if strings.ContainsFunc(version, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && !strings.ContainsRune(".+-!_", r)
	}) {
		return ""
	}
	return version
}
