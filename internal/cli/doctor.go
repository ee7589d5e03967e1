package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/report"
)

func (a *app) doctor() *cobra.Command {
	d := doctor{app: a, flags: defaultTargets("doctor")}
	d.flags.timeout, d.flags.startTimeout, d.flags.requestTimeout = 20*time.Second, 20*time.Second, 20*time.Second
	var format string
	cmd := &cobra.Command{
		Use: "doctor [flags]", Short: "Look for what is missing or wrong, and say what to do", GroupID: groupStart,
		Long: `Look at everything that Mooring rests on, and say of each problem what to do next:
the program itself, the configurations of your clients, the lock, the policy, git and
CODEOWNERS, the programs that servers need, launches without an exact version, whether
servers answer, and logins.

A server that is not pinned is not started, nor one whose launch is not the pinned one;
remote servers of your own are asked. What only a file of the project names is not
asked without --trust-project. --offline asks none.

Exit status: 0 nothing is wrong, whatever the warnings; 1 there are problems; 3 there
are none, and something could not be told.`,
		Example: example("mooring doctor", "mooring doctor --offline", "mooring doctor --format json"),
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			if err := d.flags.validate(); err != nil {
				return err
			}
			if err := d.look(cmd.Context()); err != nil {
				return err
			}
			return d.tell(format)
		},
	}
	cmd.Flags().BoolVar(&d.offline, "offline", false, "ask no server")
	cmd.Flags().StringVar(&format, "format", "text", "text for people, or json: the record mooring.doctor.v1")
	cmd.Flags().BoolVar(&d.flags.trustProject, "trust-project", false, "also ask servers that only a file of this project names")
	cmd.Flags().DurationVar(&d.flags.timeout, "timeout", d.flags.timeout, "how long the whole observation of a server may take")
	d.where.register(cmd)
	return cmd
}

// doctor is one run: what it knows, and what it found so far.
type doctor struct {
	*app

	flags   targetFlags
	where   lockFlags
	offline bool

	listing  serverListing
	servers  []configuredServer
	lockPath string
	locks    []lockFile // that of the project and the user's, those that there are
	checks   []report.DoctorCheck
}

// configuredServer is a server that configurations name, and its pin.
type configuredServer struct {
	clientconfig.Match

	entry  lockfile.Entry
	pinned bool
}

// launchedAsPinned reports that the configuration starts what the pin did.
func (s configuredServer) launchedAsPinned() bool {
	return s.pinned && len(s.entry.Surface.Server.Launch.Differences(s.Server.Launch())) == 0
}

func (d *doctor) look(ctx context.Context) error {
	d.seeProgram()
	if err := d.seeConfiguration(); err != nil {
		return err
	}
	if err := d.seeLock(); err != nil {
		return err
	}
	policy := d.seePolicy()
	d.seeAxes(policy)
	d.seeGit(ctx)
	d.seePrograms(ctx)
	if err := d.seeAnswers(ctx, policy); err != nil {
		return err
	}
	d.seeLogins(ctx)
	return ctx.Err()
}

func (d *doctor) tell(format string) error {
	diagnosis := report.NewDiagnosis(d.checks)
	if format == "json" {
		if _, err := d.io.Stdout.Write(report.DiagnosisJSON(diagnosis)); err != nil {
			return err
		}
	} else if err := report.DiagnosisText(d.io.Stdout, diagnosis, d.textOptions()); err != nil {
		return err
	}
	switch {
	case diagnosis.Counts.Problem > 0:
		return quiet(statusRefused)
	case diagnosis.Counts.Unknown > 0:
		return quiet(statusUnknown)
	}
	return nil
}

// found adds what a check came to. Its area is the first word of its id.
func (d *doctor) found(id string, status report.CheckStatus, about, detail, do string) {
	area, _, _ := strings.Cut(id, ".")
	d.checks = append(d.checks, report.DoctorCheck{Area: area, ID: id, Status: status, About: about, Detail: detail, Do: do})
}

// failed adds an error of a command with its hint.
func (d *doctor) failed(id, about string, err error, do string) {
	if e := (*exitError)(nil); errors.As(err, &e) && e.hint != "" {
		do = e.hint
	}
	d.found(id, report.CheckProblem, about, err.Error(), do)
}

// get finds a pin in the locks, the project's first.
func (d *doctor) get(name string) (lockfile.Entry, bool) {
	for _, f := range d.locks {
		if e, pinned := f.lock.Get(name); pinned {
			return e, true
		}
	}
	return lockfile.Entry{}, false
}

// inRepository is the top of the git working tree, "" outside of one.
func inRepository() string {
	if folder := projectFolder(); exists(filepath.Join(folder, ".git")) {
		return folder
	}
	return ""
}

func (d *doctor) seeProgram() {
	d.found("program.version", report.CheckOK, "", "mooring "+versionLine(), "")
}

// seeConfiguration looks at the files of clients, and takes their servers.
func (d *doctor) seeConfiguration() error {
	var err error
	if d.listing, err = d.findServers(serversFlags{}); err != nil {
		return err
	}
	for _, s := range d.listing.sources {
		about := d.listing.short(s.Path)
		if s.Err != nil {
			d.found("configuration.file", report.CheckProblem, about, s.Err.Error(), "mend the file; "+s.Client.Name+" may not read it either")
		}
		for _, wrong := range s.Wrong {
			d.found("configuration.file", report.CheckProblem, about, wrong.Error(), "mend the entry; its server is neither checked nor, perhaps, started")
		}
		if s.Err == nil && len(s.Wrong) == 0 {
			d.found("configuration.file", report.CheckOK, about, fmt.Sprintf("%s, %s", s.Client.Name, plural(len(s.Servers), "server")), "")
		}
	}
	if len(d.listing.sources) == 0 {
		d.found("configuration.file", report.CheckWarning, "", fmt.Sprintf("no configuration was found; %s were looked for", plural(len(d.listing.looked), "client")), "a server without one is pinned by its command: mooring lock NAME -- COMMAND ARGS")
	}
	for _, name := range configuredNames(d.listing.sources) {
		m, err := clientconfig.Named(d.listing.sources, name)
		if err != nil {
			d.found("configuration.name", report.CheckProblem, name, err.Error(), "name them differently, or choose a file: mooring check --config FILE "+name)
			continue
		}
		d.servers = append(d.servers, configuredServer{Match: m})
	}
	d.strangers()
	return nil
}

// strangers are clients as which no server can be asked.
func (d *doctor) strangers() {
	var all []string
	for _, s := range d.servers {
		_, unknown := identity(s.Clients...)
		all = append(all, unknown...)
	}
	slices.Sort(all)
	for _, client := range slices.Compact(all) {
		d.found("configuration.identity", report.CheckSkipped, client, "how it presents itself to servers is not known, so nobody asks as it; a server may show it something else", "")
	}
}
