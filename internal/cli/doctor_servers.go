package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/mooring-mcp/mooring/internal/artifact"
	"github.com/mooring-mcp/mooring/internal/oauth"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
)

// askable are the programs of the path that are asked for their version: those that
// servers are commonly started with, and never a file that a configuration names.
var askable = []string{"bun", "bunx", "deno", "docker", "node", "npx", "pipx", "podman", "python", "python3", "uv", "uvx"}

// How long other programs may take.
const (
	versionTimeout  = 5 * time.Second
	keychainTimeout = 3 * time.Second
)

// programVersion is the first line that a program of the path says of its version.
func programVersion(ctx context.Context, program string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--version")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return "", fmt.Errorf("no answer within %s", versionTimeout)
	}
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if r := []rune(line); len(r) > 100 {
		line = string(r[:99]) + "…"
	}
	return line, nil
}

// launchedArtifact is the package or image that a launch fetches by itself, none for
// any other.
func launchedArtifact(command string, args []string) []surface.Artifact {
	a, ok := artifact.OfCommand(programName(command), args)
	if !ok || !a.Launched() {
		return nil
	}
	return []surface.Artifact{a}
}

// seeAnswers asks the servers that may be asked.
func (d *doctor) seeAnswers(ctx context.Context, p policy.Policy) error {
	if d.offline {
		if len(d.servers) > 0 {
			d.found("servers.answer", report.CheckSkipped, "", plural(len(d.servers), "server")+", not asked with --offline", "")
		}
		return nil
	}
	var targets []target
	for _, s := range d.servers {
		if t, may := d.mayAsk(s); may {
			targets = append(targets, t)
		}
	}
	observations, err := d.observeAll(ctx, &d.flags, targets)
	if err != nil {
		return err
	}
	for _, o := range observations {
		d.answered(o, p.Optional(o.id))
	}
	return nil
}

// mayAsk is the target of a server that may be started or reached; it says why
// another may not.
func (d *doctor) mayAsk(s configuredServer) (target, bool) {
	name := s.Server.Name
	if visible.Text(name) != name || name == "" {
		d.found("servers.answer", report.CheckProblem, name, "has a name that cannot be shown", "rename it in "+d.listing.short(s.Files[0]))
		return target{}, false
	}
	targets, err := d.foundTargets(&d.flags, []string{name})
	if err != nil {
		d.failed("servers.answer", name, err, "")
		return target{}, false
	}
	t := targets[0]
	switch {
	case s.Project && !d.flags.trustProject:
		d.found("servers.answer", report.CheckSkipped, name, "only a file of this project names it, so it was not asked", "if you trust the project: mooring doctor --trust-project")
		return t, false
	case t.blocked != nil:
		d.found("servers.answer", report.CheckWarning, name, "cannot be asked: "+t.blocked.Error(), "set what it needs, as its client does")
		return t, false
	case t.url == "" && !s.launchedAsPinned():
		why := "is not pinned, so it was not started"
		if s.pinned {
			why = "is not launched as it was pinned, so it was not started"
		}
		d.found("servers.answer", report.CheckSkipped, name, why, "")
		return t, false
	case s.pinned:
		t = t.like(s.entry)
	}
	return t, true
}

// answered says how a server answered.
func (d *doctor) answered(o observation, optional bool) {
	if o.err != nil {
		status := report.CheckProblem
		if optional {
			status = report.CheckWarning
		}
		d.found("servers.answer", status, o.id, "does not answer: "+o.reason(), cmp.Or(o.failureHint(), "look closer: mooring inspect "+o.id))
		return
	}
	if worst, at := o.surface.Completeness(); worst != surface.Complete {
		d.found("servers.answer", report.CheckWarning, o.id, fmt.Sprintf("answers, and its %s were not seen to the end: %s", at.Kind.Plural(), at.Reason), "look closer: mooring inspect "+o.id)
		return
	}
	d.found("servers.answer", report.CheckOK, o.id, fmt.Sprintf("answers in %s with %s", o.surface.Handshake.ProtocolVersion, contents(o.surface)), "")
}

// seeLogins looks at the stored logins of remote servers, and at the keychain.
func (d *doctor) seeLogins(ctx context.Context) {
	remote := slices.DeleteFunc(slices.Clone(d.servers), func(s configuredServer) bool { return s.Server.URL == "" })
	if len(remote) == 0 {
		return
	}
	client, err := d.oauthClient("auto")
	if err != nil {
		d.failed("servers.login", "", err, "")
		return
	}
	records, err := client.Store.List(ctx)
	if err != nil {
		do := ""
		if e := (*oauth.Error)(nil); errors.As(err, &e) {
			do = e.Hint
		}
		d.found("servers.login", report.CheckUnknown, "", "the stored logins cannot be read: "+err.Error(), do)
	}
	for _, s := range remote {
		d.seeLogin(s, records)
	}
	probe, cancel := context.WithTimeout(ctx, keychainTimeout)
	defer cancel()
	if err := oauth.ProbeKeychain(probe, nil); err != nil {
		d.found("servers.keychain", report.CheckWarning, "", "the keychain does not answer ("+err.Error()+"): keys of logins are kept in a file that only you can read", "")
		return
	}
	d.found("servers.keychain", report.CheckOK, "", "the keychain answers", "")
}

// seeLogin says whether a login of a server is stored; that none is, is fine unless the
// server asks for one, which its answer says.
func (d *doctor) seeLogin(s configuredServer, records []oauth.Record) {
	u, err := oauth.ParseServer(s.Server.URL)
	if err != nil {
		return
	}
	stored := oauth.For(records, u)
	if len(stored) == 0 {
		return
	}
	if rec := stored[0]; rec.Serves(time.Now()) {
		d.found("servers.login", report.CheckOK, s.Server.Name, "logged in: "+lifeOf(rec), "")
		return
	}
	d.found("servers.login", report.CheckProblem, s.Server.Name, "its login has expired and cannot be renewed", "mooring login "+s.Server.Name)
}
