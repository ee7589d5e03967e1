package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/codeowners"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report"
)

// seeLock looks at the lock of the project and at the user's, and compares both with what
// is configured.
func (d *doctor) seeLock() error {
	path, err := d.where.resolve()
	if err != nil {
		return err
	}
	d.lockPath = path
	paths := []string{path}
	if user, err := userLock(); err == nil && d.where == (lockFlags{}) && user != path && exists(user) {
		paths = append(paths, user)
	}
	for _, p := range paths {
		d.readable(p)
	}
	if len(d.locks) == 0 {
		return nil // said above; nothing can be compared
	}
	for i, s := range d.servers {
		s.entry, s.pinned = d.get(s.Server.Name)
		d.servers[i] = s
		d.pin(s)
	}
	for _, f := range d.locks {
		for _, e := range f.lock.Servers {
			if !slices.ContainsFunc(d.servers, func(s configuredServer) bool { return s.Server.Name == e.ID }) {
				d.found("lock.configured", report.CheckWarning, e.ID, "is pinned, and no configuration that was found names it", "if it is gone: "+invocation{flags: &targetFlags{}, lock: d.where}.line("lock", "--remove", e.ID))
			}
			if e.AlarmReason != "" {
				d.found("lock.alarm", report.CheckWarning, e.ID, "alarmed at first sight, and was pinned nevertheless: "+e.AlarmReason, "read it again: mooring inspect "+e.ID)
			}
		}
	}
	return nil
}

// readable reads one lock.
func (d *doctor) readable(path string) {
	f, err := readLock(path, true)
	switch {
	case err != nil:
		d.failed("lock.valid", path, err, "take it from version control, or pin again")
	case f.text == nil && len(d.servers) > 0:
		d.found("lock.valid", report.CheckProblem, path, "there is no lock, so nothing is pinned", "mooring init")
	case f.text == nil:
		d.found("lock.valid", report.CheckWarning, path, "there is no lock", "pin a server: mooring lock NAME -- COMMAND ARGS")
	default:
		d.found("lock.valid", report.CheckOK, path, "valid, "+plural(len(f.lock.Servers), "pinned server"), "")
		d.locks = append(d.locks, f)
	}
}

// pin compares a configured server with its pin.
func (d *doctor) pin(s configuredServer) {
	name := s.Server.Name
	how := invocation{flags: &targetFlags{trustProject: s.Project}, lock: d.where}
	switch {
	case !s.pinned:
		d.found("lock.pinned", report.CheckProblem, name, "is configured and not pinned: nobody approved what it shows", how.line("inspect", name)+"; then "+how.line("lock", name))
	case !s.launchedAsPinned():
		var parts []string
		for _, diff := range s.entry.Surface.Server.Launch.Differences(s.Server.Launch()) {
			parts = append(parts, fmt.Sprintf("%s pinned %s, now %s", diff.Part, orNone(diff.Before), orNone(diff.After)))
		}
		d.found("lock.launch", report.CheckProblem, name, "is not launched as it was pinned: "+strings.Join(parts, "; "), how.line("check", name)+"; if it is wanted: "+how.line("accept", name))
	default:
		d.found("lock.pinned", report.CheckOK, name, "pinned, and launched as pinned", "")
	}
}

// seePolicy reads the policy and what it names; the zero policy when there is none.
func (d *doctor) seePolicy() policy.Policy {
	j, err := (&baselineFlags{}).read(d.app)
	path := projectPolicy()
	switch {
	case err != nil:
		d.failed("policy.valid", path, err, "mend the file; mooring.policy.v1.schema.json says what may be in it")
		return policy.Policy{}
	case !exists(path):
		if inRepository() != "" {
			d.found("policy.valid", report.CheckWarning, path, "there is no policy, so every default holds", "mooring init writes one with the common keys explained")
		}
		return j.policy
	}
	d.found("policy.valid", report.CheckOK, path, "valid", "")
	for _, w := range j.set.Weigher("check", today()).Warnings() {
		d.found("policy.warning", report.CheckWarning, w.Where, w.Detail, "mend the policy; what holds: mooring policy show --effective")
	}
	for _, name := range namedIn(j.policy) {
		_, pinned := d.get(name)
		if !pinned && !slices.ContainsFunc(d.servers, func(s configuredServer) bool { return s.Server.Name == name }) {
			d.found("policy.server", report.CheckWarning, name, "the policy names it, and it is neither configured nor pinned", "is it spelled right? mooring servers lists the names")
		}
		if _, err := j.baseline(name, false); err != nil {
			d.failed("policy.declared", name, err, "mend the declared manifest: mooring manifest verify")
		}
	}
	d.seeMisfits(j.policy)
	return j.policy
}

// namedIn are the servers that a policy names, sorted.
func namedIn(p policy.Policy) []string {
	var out []string
	for name := range p.Servers {
		out = append(out, name)
	}
	for name := range p.DeclaredManifests {
		out = append(out, name)
	}
	out = slices.Concat(out, sortedNames(p.Operations), sortedNames(p.Axes))
	slices.Sort(out)
	return slices.Compact(out)
}

// seeGit looks whether others get the pins and the policy, and review them.
func (d *doctor) seeGit(ctx context.Context) {
	top := inRepository()
	if top == "" {
		return
	}
	var files []string
	for _, f := range []string{d.lockPath, projectPolicy()} {
		rel, err := filepath.Rel(top, absolute(f))
		if err == nil && filepath.IsLocal(rel) && exists(f) {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return
	}
	if _, err := exec.LookPath("git"); err != nil {
		d.found("git.tracked", report.CheckSkipped, "", "this is a git repository, and git is not in the path", "")
		return
	}
	for _, f := range files {
		d.tracked(ctx, f)
	}
	d.owned(top, files)
}

// tracked asks git for one file.
func (d *doctor) tracked(ctx context.Context, path string) {
	out, err := git(ctx, "status", "--porcelain", "--ignored", "--", path)
	switch state := string(out); {
	case err != nil:
		d.found("git.tracked", report.CheckUnknown, path, err.Error(), "")
	case state == "":
		d.found("git.tracked", report.CheckOK, path, "committed", "")
	case strings.HasPrefix(state, "!!"):
		where := ignoredBy(ctx, path)
		d.found("git.tracked", report.CheckProblem, path, "is ignored by git, so that nobody else gets it: "+where, "take the line out, and: "+shellLine([]string{"git", "add", path}))
	case strings.HasPrefix(state, "??"):
		d.found("git.tracked", report.CheckWarning, path, "is not committed yet", shellLine([]string{"git", "add", path}))
	default:
		d.found("git.tracked", report.CheckWarning, path, "has changes that are not committed", "look at them: "+shellLine([]string{"git", "diff", "HEAD", "--", path}))
	}
}

// owned looks whether somebody has to review a change of each file. Those that nobody
// owns are one warning: one command answers it.
func (d *doctor) owned(top string, paths []string) {
	file, text := ownersFile(top)
	var free []string
	for _, path := range paths {
		rel, err := filepath.Rel(top, absolute(path))
		if err != nil {
			continue
		}
		if owners := codeowners.Owners(text, filepath.ToSlash(rel)); owners != nil {
			d.found("git.codeowners", report.CheckOK, path, "reviewed by "+strings.Join(owners, " "), "")
			continue
		}
		free = append(free, path)
	}
	if len(free) == 0 {
		return
	}
	detail, it := "there is no CODEOWNERS", "it"
	if len(free) > 1 {
		it = "them"
	}
	if exists(file) {
		detail = fmt.Sprintf("%s names no owner of %s", fromHere(file), it)
	}
	d.found("git.codeowners", report.CheckWarning, strings.Join(free, ", "), detail+", so anybody may change "+it, "mooring init --codeowners @OWNER")
}

// seePrograms looks for what servers are started with, and for launches without a version.
func (d *doctor) seePrograms(ctx context.Context) {
	seen := map[string]bool{}
	for _, s := range d.servers {
		if s.Server.URL != "" || s.Server.Command == "" {
			continue
		}
		d.launcher(ctx, s, seen)
		d.exactVersion(s)
	}
}

// launcher finds the program of a server; the version of a well-known one is asked for
// once.
func (d *doctor) launcher(ctx context.Context, s configuredServer, seen map[string]bool) {
	command, shown := s.Server.Command, s.Server.Launch().Command
	if strings.ContainsAny(command, `/\`) && !filepath.IsAbs(command) {
		command = filepath.Join(s.Server.Dir, command)
		if !strings.ContainsAny(command, `/\`) {
			command = "." + string(filepath.Separator) + command
		}
	}
	if _, err := exec.LookPath(command); err != nil {
		detail := "its program " + shown + " was not found"
		switch {
		case errors.Is(err, fs.ErrPermission):
			detail = "its program " + shown + " may not be run"
		case !strings.ContainsAny(command, `/\`):
			detail += " in the path"
		}
		d.found("programs.found", report.CheckProblem, s.Server.Name, detail, "install it, or give its full path in "+d.listing.short(s.Files[0]))
		return
	}
	if seen[command] {
		return
	}
	seen[command] = true
	if !slices.Contains(askable, command) {
		d.found("programs.found", report.CheckOK, shown, "found", "")
		return
	}
	version, err := programVersion(ctx, command)
	if err != nil {
		d.found("programs.found", report.CheckWarning, shown, "found, and does not say its version: "+err.Error(), "")
		return
	}
	d.found("programs.found", report.CheckOK, shown, version, "")
}

// exactVersion warns of a launch that takes what is newest.
func (d *doctor) exactVersion(s configuredServer) {
	for _, a := range launchedArtifact(s.Server.Command, s.Server.Args) {
		if a.Pinned() {
			d.found("programs.version", report.CheckOK, s.Server.Name, a.String(), "")
			continue
		}
		d.found("programs.version", report.CheckWarning, s.Server.Name, fmt.Sprintf("its launch takes whatever version of %s is newest", a), "name an exact version in "+d.listing.short(s.Files[0])+", so that a change has a cause")
	}
}
