package cli

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/annotation"
	"github.com/mooring-mcp/mooring/internal/render/github"
	"github.com/mooring-mcp/mooring/internal/render/gitlab"
	"github.com/mooring-mcp/mooring/internal/render/html"
	"github.com/mooring-mcp/mooring/internal/render/junit"
	"github.com/mooring-mcp/mooring/internal/render/markdown"
	"github.com/mooring-mcp/mooring/internal/render/sarif"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// formats are what a report can be written as.
var formats = []string{"text", "json", "markdown", "html", "sarif", "junit", "github", "gitlab", "changelog"}

// reportFlags are the flags of every command that ends in a report.
type reportFlags struct {
	format         string
	output         string // file for the report, "" for standard output
	exitZero       bool
	omitSuppressed bool
	category       string
	marker         string
	locate         annotation.Locate // of an item, set by the command
}

func (f *reportFlags) register(cmd *cobra.Command) {
	f.registerFormats(cmd)
	cmd.Flags().BoolVar(&f.exitZero, "exit-zero", false, "end with status 0 whatever the report says")
}

func (f *reportFlags) registerFormats(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.format, "format", "text", strings.Join(formats, ", ")+"; docs/reports.md says what each is for")
	cmd.Flags().StringVar(&f.output, "output", "", "file that the report is written to; - is standard output, the default")
	cmd.Flags().BoolVar(&f.omitSuppressed, "omit-suppressed", false, "with sarif: leave out what is set aside, as GitHub's code scanning needs it")
	cmd.Flags().StringVar(&f.category, "category", "", "with sarif: name that tells several uploads for one commit apart")
	cmd.Flags().StringVar(&f.marker, "marker", "", "with markdown: name in the first line, by which a comment is found again")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
}

func (f *reportFlags) validate() error {
	if err := oneOf("--format", f.format, formats...); err != nil {
		return err
	}
	for _, only := range []struct {
		flag, format string
		given        bool
	}{
		{"--omit-suppressed", "sarif", f.omitSuppressed}, {"--category", "sarif", f.category != ""}, {"--marker", "markdown", f.marker != ""},
	} {
		if only.given && f.format != only.format {
			return usagef("", "%s is for --format %s, and the format is %s", only.flag, only.format, f.format)
		}
	}
	if f.output == toStdout {
		f.output = ""
	}
	return nil
}

// report writes a report and ends with its status. how is for the hint that says
// what to type next; nil gives none.
func (a *app) report(f reportFlags, r check.Report, how *invocation) error {
	w := a.io.Stdout
	var file bytes.Buffer
	if f.output != "" {
		w = &file
	}
	if err := a.render(w, f, r, how); err != nil {
		return err
	}
	if f.output != "" {
		if err := a.writeOutput("report", f.output, file.Bytes()); err != nil {
			return err
		}
	}
	if f.exitZero {
		return nil
	}
	return quiet(statusOf(r.Verdict))
}

// render writes a report in a format.
func (a *app) render(w io.Writer, f reportFlags, r check.Report, how *invocation) error {
	switch f.format {
	case "json":
		_, err := w.Write(report.JSON(r))
		return err
	case "markdown":
		o := markdown.Options{Next: nextSteps(r, how)}
		if f.marker != "" {
			o.Marker = "<!-- mooring:" + f.marker + " -->"
		}
		if err := markdown.Render(w, r, o); err != nil {
			return usage(err, "")
		}
		return nil
	case "html":
		return html.Render(w, r, html.Options{Next: nextSteps(r, how)})
	case "sarif":
		return sarif.Render(w, r, sarif.Options{Locate: f.locate, Version: sarifVersion(), Category: f.category, OmitSuppressed: f.omitSuppressed})
	case "junit":
		return junit.Render(w, r, junit.Options{Locate: f.locate})
	case "github":
		return github.Render(w, r, github.Options{Locate: f.locate})
	case "gitlab":
		return gitlab.Render(w, r, gitlab.Options{Locate: f.locate})
	case "changelog":
		return report.Changelog(w, r)
	}
	o := report.Options{}
	if w == a.io.Stdout {
		o = a.textOptions()
	}
	o.Accept = accepting(r, how)
	return report.Text(w, r, o)
}

// sarifVersion is the version of this program without the v of a tag, "" without a tag.
func sarifVersion() string {
	version, tagged := strings.CutPrefix(buildVersion(), "v")
	if !tagged {
		return ""
	}
	return version
}

// accepting gives the command that pins servers as they are now; nil where how is.
func accepting(r check.Report, how *invocation) func(servers []string) string {
	if how == nil {
		return nil
	}
	i := *how
	i.templates = slices.ContainsFunc(r.Subjects, func(s check.Subject) bool { return len(s.Proposals) > 0 })
	i.alarms = slices.ContainsFunc(r.Subjects, alarming)
	return func(servers []string) string { return i.line("accept", servers...) }
}

// nextSteps are the commands with which to go on.
func nextSteps(r check.Report, how *invocation) []string {
	servers := report.Acceptable(r)
	if accept := accepting(r, how); accept != nil && len(servers) > 0 {
		return []string{accept(servers)}
	}
	return nil
}

func statusOf(v check.Verdict) int {
	return map[check.Verdict]int{check.Passed: statusPassed, check.Refused: statusRefused, check.Inconclusive: statusUnknown}[v]
}

// alarming reports a subject of which the security lens says CRITICAL.
func alarming(s check.Subject) bool {
	return slices.ContainsFunc(s.Findings, func(f check.Finding) bool { return f.Severity == string(taxonomy.Critical) })
}
