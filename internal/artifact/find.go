package artifact

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// maxFile is the length up to which a program's file is digested.
const maxFile = 1 << 30

// Machine is where programs and packages are looked for.
type Machine struct {
	LookPath func(string) (string, error) // finds a program in the path, as exec.LookPath does
	NPMCache string                       // folder in which npm keeps what it fetched; "" looks in none
}

// Find finds out what a command runs: by the launcher's arguments, by the package
// that a script of an interpreter lies in, or by the program's own file. The zero
// surface.Artifact is the answer when nothing tells.
func (m Machine) Find(command string, args []string, dir string) surface.Artifact {
	if kind, spec, ok := specOf(programName(command), args); ok {
		a := parse(kind, spec)
		if programName(command) == "npx" {
			a.Digest = m.npxIntegrity(spec, a.Name)
		}
		return a
	}
	if slices.Contains(interpreters, programName(command)) {
		return ofScript(args, dir)
	}
	path, err := m.LookPath(command)
	if err != nil {
		return surface.Artifact{}
	}
	return ofFile(within(dir, path))
}

var interpreters = []string{"bun", "deno", "node", "python", "python3", "ruby", "sh", "bash", "tsx"}

func programName(command string) string {
	name := filepath.Base(filepath.ToSlash(command))
	for _, ext := range []string{".exe", ".cmd", ".bat", ".ps1"} {
		name = strings.TrimSuffix(strings.ToLower(name), ext)
	}
	return name
}

func within(dir, path string) string {
	if filepath.IsAbs(path) || dir == "" {
		return path
	}
	return filepath.Join(dir, path)
}

// ofScript looks at the first argument that is a file.
func ofScript(args []string, dir string) surface.Artifact {
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		path := within(dir, arg)
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		if a := ofNodeModule(path); a.Kind != "" {
			return a
		}
		return ofFile(path)
	}
	return surface.Artifact{}
}

// ofNodeModule is the installed package that a script lies in, with the integrity
// that npm noted beside it.
func ofNodeModule(path string) surface.Artifact {
	slashed := filepath.ToSlash(path)
	const modules = "node_modules/"
	at := strings.LastIndex(slashed, modules)
	if at < 0 {
		return surface.Artifact{}
	}
	folder := slashed[:at+len(modules)]
	parts := strings.Split(slashed[at+len(modules):], "/")
	n := 1
	if strings.HasPrefix(parts[0], "@") && len(parts) > 1 {
		n = 2
	}
	installed := strings.Join(parts[:n], "/")
	about := readJSON(filepath.FromSlash(folder + installed + "/package.json"))
	name, _ := about.Get("name").Str()
	version, _ := about.Get("version").Str()
	if name == "" {
		return surface.Artifact{}
	}
	return surface.Artifact{Kind: surface.NPM, Name: name, Version: version, Digest: integrity(filepath.FromSlash(folder), installed)}
}

// integrity is what npm noted of a package that it installed in a node_modules
// folder; "" when it noted nothing.
func integrity(folder, name string) string {
	entry := readJSON(filepath.Join(folder, ".package-lock.json")).Get("packages").Get("node_modules/" + name)
	return entry.Get("integrity").Text()
}

// npxIntegrity is the integrity of the package that npx keeps for a spec. npx
// installs each spec in a folder named after its digest (npm package libnpmexec),
// so what a launch that was just observed ran from is found there.
func (m Machine) npxIntegrity(spec, name string) string {
	if m.NPMCache == "" {
		return ""
	}
	sum := sha512.Sum512([]byte(spec))
	return integrity(filepath.Join(m.NPMCache, "_npx", hex.EncodeToString(sum[:])[:16], "node_modules"), name)
}

// readJSON is the value of a JSON file, absent when it cannot be read.
func readJSON(path string) *jsonv.Value {
	const most = 64 << 20
	text, err := os.ReadFile(path)
	if err != nil || len(text) > most {
		return nil
	}
	v, err := jsonv.Parse(text, jsonv.Limits{})
	if err != nil {
		return nil
	}
	return v
}

func ofFile(path string) surface.Artifact {
	f, err := os.Open(path)
	if err != nil {
		return surface.Artifact{}
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return surface.Artifact{}
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return surface.Artifact{}
	}
	return surface.Artifact{Kind: surface.File, Digest: "sha256:" + hex.EncodeToString(sum.Sum(nil))}
}
