package cli

import (
	"context"
	"fmt"
	"os/user"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// standingFlags say which findings may stand although nothing is pinned.
type standingFlags struct {
	findings []string
	why, who string
	critical bool
	policy   string
	bands    bandChecks // set by the command
}

func (f *standingFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.findings, "finding", nil, "let the finding of this fingerprint stand, and pin nothing; may be repeated")
	cmd.Flags().StringVar(&f.why, "why", "", "why the finding may stand")
	cmd.Flags().StringVar(&f.who, "who", "", "who lets it stand (default user.email of git, or your user name)")
	cmd.Flags().BoolVar(&f.critical, "allow-critical", false, "also let a finding of R01 or R02 stand")
	cmd.Flags().StringVar(&f.policy, "policy", "", "with --finding: policy file (default "+defaultPolicy+" of the project, where there is one)")
}

func (f *standingFlags) given() bool { return len(f.findings) > 0 }

// fingerprintText is a fingerprint or the beginning of one.
var fingerprintText = regexp.MustCompile("^(sha256:)?[0-9a-f]{8,64}$")

func (f *standingFlags) validate(cmd *cobra.Command) error {
	if !f.given() {
		for _, name := range []string{"why", "who", "allow-critical", "policy"} {
			if cmd.Flags().Changed(name) {
				return usagef("", "--%s is for --finding, which is not given", name)
			}
		}
		return nil
	}
	for _, name := range []string{"digest", "yes", "template-reason", "alarm-reason"} {
		if cmd.Flags().Changed(name) {
			return usagef("", "--%s is for pinning, and --finding pins nothing", name)
		}
	}
	for _, text := range f.findings {
		if !fingerprintText.MatchString(text) {
			return usagef("check --format json prints them", "--finding is %q, want a fingerprint: at least 8 lower-case hexadecimal digits, with or without sha256:", text)
		}
	}
	if strings.TrimSpace(f.why) == "" {
		return usagef("", "--finding needs --why, the reason for which the finding may stand")
	}
	return nil
}

// acceptFindings observes pinned servers and notes in the lock which findings may
// stand. Nothing is written unless every fingerprint names one finding.
func (a *app) acceptFindings(ctx context.Context, flags *targetFlags, file lockFile, targets []target, f standingFlags) error {
	base := baselineFlags{policy: f.policy}
	j, err := base.read(a)
	if err != nil {
		return err
	}
	c := checker{judge: j, weigher: j.set.Weigher("check", today()), bands: f.bands}
	if err := c.prepare(file.path, targets); err != nil {
		return err
	}
	observations, err := a.observeAll(ctx, flags, c.startable())
	if err != nil {
		return err
	}
	subjects, err := c.subjects(observations)
	if err != nil {
		return err
	}
	r := weighed("check", check.Lenses(), subjects, c.weigher)
	lock, lines := file.lock, []string{}
	for _, text := range f.findings {
		s, found, err := findingOf(r, text)
		if err != nil {
			return err
		}
		if critical := found.Rule == "R01" || found.Rule == "R02"; critical && !f.critical {
			return usagef("look at it once more; if it is what you want, add --allow-critical", "finding %s is a CRITICAL signal of an attack: %s", wording.Fingerprint(found), wording.Finding(found))
		}
		entry, pinned := lock.Get(s.Server)
		if !pinned {
			return usagef("", "server %q is not pinned, so there is no entry to keep the finding in", s.Server)
		}
		lock = lock.Put(entry.Accept(lockfile.Accepted{Fingerprint: found.Fingerprint, Who: a.who(ctx, f.who), Why: f.why}))
		lines = append(lines, fmt.Sprintf("accepted: %s: %s, %s: %s", visible.Text(s.Server), wording.Fingerprint(found), wording.Item(found.Kind, found.Name), wording.Finding(found)))
	}
	if err := file.write(lock); err != nil {
		return err
	}
	for _, line := range lines {
		fmt.Fprintln(a.io.Stdout, line)
	}
	return nil
}

// findingOf finds the one finding whose fingerprint begins with text.
func findingOf(r check.Report, text string) (check.Subject, check.Finding, error) {
	text = strings.TrimPrefix(text, "sha256:")
	var in check.Subject
	var found []check.Finding
	for _, s := range r.Subjects {
		for _, f := range s.Findings {
			known := slices.ContainsFunc(found, func(g check.Finding) bool { return g.Fingerprint == f.Fingerprint })
			if strings.HasPrefix(f.Fingerprint, "sha256:"+text) && !known {
				in, found = s, append(found, f)
			}
		}
	}
	switch len(found) {
	case 0:
		return in, check.Finding{}, &exitError{status: statusRefused, err: fmt.Errorf("no finding of this check begins with %s", text), hint: "check again with --format json: a fingerprint is another one when either side changed"}
	case 1:
		return in, found[0], nil
	}
	return in, check.Finding{}, usagef("give more digits", "%d findings begin with %s", len(found), text)
}

// who names the person at the keyboard.
func (a *app) who(ctx context.Context, given string) string {
	if given != "" {
		return given
	}
	if mail, err := git(ctx, "config", "user.email"); err == nil && len(strings.TrimSpace(string(mail))) > 0 {
		return strings.TrimSpace(string(mail))
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "unknown"
}
