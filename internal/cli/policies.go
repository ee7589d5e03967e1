package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/policy"
)

// policyBytes is what a policy file may have.
const policyBytes = 1 << 20

// managedPolicy is the file by which the owner of a machine binds its users.
func (a *app) managedPolicy() string {
	if a.io.ManagedPolicy != "" {
		return a.io.ManagedPolicy
	}
	switch runtime.GOOS {
	case "windows":
		data, _ := a.lookup("ProgramData")
		return filepath.Join(data, "Mooring", "policy.yaml")
	case "darwin":
		return "/Library/Application Support/Mooring/policy.yaml"
	}
	return "/etc/mooring/policy.yaml"
}

// userPolicy is the file by which a user binds the projects, "" where there is no
// folder for it.
func userPolicy() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "mooring", "policy.yaml")
}

// projectPolicy is where the policy of the project is, or would be.
func projectPolicy() string { return filepath.Join(projectDir(), defaultPolicy) }

// policies reads the managed policy, the user's, and the one that path names, "" for
// that of the project; the folder is that of the last.
func (a *app) policies(path string) (set policy.Set, folder string, err error) {
	project, named := projectPolicy(), path != ""
	label := defaultPolicy
	if named {
		project, label = path, path
	}
	var layers []policy.Layer
	for _, file := range []struct {
		name, path, label string
		needed            bool
	}{
		{"managed", a.managedPolicy(), "managed policy.yaml", false},
		{"user", userPolicy(), "user policy.yaml", false},
		{"project", project, label, named},
	} {
		text, err := readFile(file.path, policyBytes)
		if file.path == "" || !file.needed && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return set, "", err
		}
		l, err := policy.NewLayer(file.name, file.label, text)
		if err != nil {
			return set, "", usage(fmt.Errorf("policy %q: %w", file.path, err), "")
		}
		if file.name != "project" {
			anchor(l.Policy.DeclaredManifests, filepath.Dir(file.path))
		}
		layers = append(layers, l)
	}
	if set, err = policy.NewSet(layers...); err != nil {
		return set, "", usage(err, "")
	}
	if err := set.Policy.CheckRules(check.RuleSets(check.Lenses())); err != nil {
		return set, "", usage(err, "look at the CHANGELOG for what the other version changed, then pin the new one in rules_version")
	}
	return set, filepath.Dir(project), nil
}

// anchor makes the files that a policy names absolute, from the folder it stands in.
func anchor(declared map[string]policy.Declaration, dir string) {
	for id, d := range declared {
		if d.File != "" && !filepath.IsAbs(d.File) {
			d.File = filepath.Join(dir, d.File)
			declared[id] = d
		}
	}
}

// today is the day by which an ignore ends.
func today() string { return time.Now().UTC().Format(time.DateOnly) }

// weighed makes the report of a command: every subject weighed by the policy.
func weighed(command string, lenses []check.Lens, subjects []check.Subject, w *policy.Weigher) check.Report {
	for i := range subjects {
		w.Weigh(&subjects[i])
	}
	r := check.NewReport(command, lenses, check.MergeConfigurations(subjects), w.Weighing())
	r.Warnings = append(r.Warnings, w.Warnings()...)
	return r
}
