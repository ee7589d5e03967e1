package artifact

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
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
	if l, ok := specOf(programName(command), args); ok {
		a := parse(l.kind, l.spec)
		if programName(command) == "npx" && !l.several && !installed(dir, a.Name, l.spec) {
			a.Digest = m.npxIntegrity(l.spec, a)
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
	return surface.Artifact{Kind: surface.NPM, Name: name, Version: version, Digest: noted(filepath.FromSlash(folder), installed).Get("integrity").Text()}
}

// noted is what npm noted of a package that it installed in a node_modules
// folder, absent when it noted nothing.
func noted(folder, name string) *jsonv.Value {
	return readJSON(filepath.Join(folder, ".package-lock.json")).Get("packages").Get("node_modules/" + name)
}

// npxIntegrity is the integrity of the package that npx keeps for a spec. npx
// installs each spec in a folder named after its digest (npm package libnpmexec),
// so what a launch that was just observed ran from is found there, unless it is
// of another version than the spec names.
func (m Machine) npxIntegrity(spec string, a surface.Artifact) string {
	if m.NPMCache == "" {
		return ""
	}
	sum := sha512.Sum512([]byte(spec))
	entry := noted(filepath.Join(m.NPMCache, "_npx", hex.EncodeToString(sum[:])[:16], "node_modules"), a.Name)
	if a.Version != "" && entry.Get("version").Text() != a.Version {
		return ""
	}
	return entry.Get("integrity").Text()
}

// installed reports a package, or a program of the spec's name, in the
// node_modules of a folder or of one above, which npx runs instead of fetching;
// also when that cannot be told.
func installed(dir, name, spec string) bool {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return true
	}
	for {
		modules := filepath.Join(dir, "node_modules")
		for _, path := range []string{filepath.FromSlash(name), filepath.Join(".bin", filepath.FromSlash(spec))} {
			if _, err := os.Lstat(filepath.Join(modules, path)); !errors.Is(err, fs.ErrNotExist) {
				return true
			}
		}
		above := filepath.Dir(dir)
		if above == dir {
			return false
		}
		dir = above
	}
}

// readJSON is the value of a JSON file, absent when it cannot be read.
func readJSON(path string) *jsonv.Value {
	const most = 64 << 20
	f := openRegular(path, most)
	if f == nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil || len(text) > most {
		return nil
	}
	v, err := jsonv.Parse(text, jsonv.Limits{})
	if err != nil {
		return nil
	}
	return v
}

// openRegular opens a regular file of at most some length, else nil. It looks
// before it opens, since to open a pipe waits for a writer.
func openRegular(path string, most int64) *os.File {
	fits := func(info fs.FileInfo, err error) bool {
		return err == nil && info.Mode().IsRegular() && info.Size() <= most
	}
	if !fits(os.Stat(path)) {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	if !fits(f.Stat()) {
		_ = f.Close()
		return nil
	}
	return f
}

func ofFile(path string) surface.Artifact {
	f := openRegular(path, maxFile)
	if f == nil {
		return surface.Artifact{}
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return surface.Artifact{}
	}
	return surface.Artifact{Kind: surface.File, Digest: "sha256:" + hex.EncodeToString(sum.Sum(nil))}
}
