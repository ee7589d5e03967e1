package plugin

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// portable walks the package: do its links stay inside, and can its names be on every
// system?
func (r *reader) portable() {
	entries := 0
	folded := map[string]string{} // the first name, by folder and folded name
	err := fs.WalkDir(r.fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			r.add(ruleUnreadable, Place{File: name}, cause(err), "a folder that can be read")
			return fs.SkipDir
		case name == ".":
			return nil
		case name == ".git":
			return fs.SkipDir // of the work tree, and no part of the package
		}
		if entries++; entries > treeEntries {
			return errTooMany
		}
		if entry.IsDir() && strings.Count(name, "/") >= treeDepth {
			r.add(ruleLimit, Place{File: name}, fmt.Sprintf("folders nested over the limit of %d", treeDepth), "a package within the limits")
			return fs.SkipDir
		}
		key := path.Join(path.Dir(name), fold(path.Base(name)))
		if first, repeated := folded[key]; repeated {
			r.collision(first, name)
		} else {
			folded[key] = name
		}
		if at, c := concealed(path.Base(name)); at >= 0 {
			r.add(ruleHidden, Place{File: name}, fmt.Sprintf("U+%04X in the name", c), "a name that is all to be seen")
		}
		if why := notPortable(path.Base(name)); why != "" {
			r.add(ruleNotPortable, Place{File: name}, quoted(path.Base(name))+", "+why, "a name that every system takes")
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			r.link(name)
		}
		return nil
	})
	if err != nil {
		r.add(ruleLimit, Place{File: "."}, err.Error(), "a package within the limits")
	}
	r.misspelt()
}

// misspelt reports what would stand at the fixed place of a component but for its case. That
// something else stands there as well is a collision.
func (r *reader) misspelt() {
	entries, _ := fs.ReadDir(r.fsys, ".") // an error was reported
	for _, place := range []string{mcpFile, skillsDir} {
		if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == place }) {
			continue
		}
		for _, e := range entries {
			if fold(e.Name()) == place {
				r.add(ruleComponentName, Place{File: e.Name()}, quoted(e.Name()), place)
			}
		}
	}
}

var errTooMany = fmt.Errorf("files and folders over the limit of %d", treeEntries)

// link reports a symbolic link that does not lead to something in the package.
func (r *reader) link(name string) {
	switch _, _, err := r.resolve(name); {
	case err == nil || fixed(name):
	case errors.Is(err, errEscapes):
		r.add(rulePathEscapes, Place{File: name}, "a link that "+err.Error(), "a relative link within the package")
	default:
		r.add(ruleBrokenLink, Place{File: name}, cause(err), "a link to a file of the package")
	}
}

// fixed reports a place that is looked at, and reported, by itself.
func fixed(name string) bool {
	if name == manifestFile || name == mcpFile || name == skillsDir {
		return true
	}
	dir := path.Dir(name)
	return dir == skillsDir || path.Base(name) == skillFile && path.Dir(dir) == skillsDir
}

// collision reports two names that some systems take for one.
func (r *reader) collision(first, second string) {
	rule := ruleCaseCollision
	for _, name := range []string{first, second} {
		if fixed(name) {
			rule = ruleComponentCase
		}
	}
	r.add(rule, Place{File: second}, fmt.Sprintf("%q beside %q", path.Base(second), path.Base(first)), "names that differ in more than case and composition")
}

// fold is a name as a file system that ignores case and composition takes it.
func fold(name string) string { return cases.Fold().String(norm.NFC.String(name)) }

// notPortable says what keeps Windows from having a name, "" for nothing.
func notPortable(name string) string {
	switch {
	case device(name):
		return "a device of Windows"
	case strings.HasSuffix(name, ".") || strings.HasSuffix(name, " "):
		return "which Windows cuts at its end"
	}
	for _, c := range name {
		if c < ' ' || strings.ContainsRune(`<>:"|?*\`, c) {
			return fmt.Sprintf("with %q, which Windows does not take", c)
		}
	}
	return ""
}

// device reports a name that Windows takes for a device, with any ending.
func device(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	base, _, _ = strings.Cut(base, ":")
	base = strings.ToUpper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	port, is := strings.CutPrefix(base, "COM")
	if !is {
		port, is = strings.CutPrefix(base, "LPT")
	}
	return is && (len(port) == 1 && '0' <= port[0] && port[0] <= '9' || port == "¹" || port == "²" || port == "³")
}
