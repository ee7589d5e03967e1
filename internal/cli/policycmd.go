package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/visible"
)

func (a *app) policy() *cobra.Command {
	cmd := &cobra.Command{
		Use: "policy", Short: "What holds, and whether it does what it should", GroupID: groupPlumbing,
		Long: `Look at mooring.yaml and the policies above it. Three files are read where they are:
that of the machine (managed), yours (user), and that of the project. A lower one may
only tighten what a higher one says. docs/policy.md has every key.`,
		Example: example("mooring policy show --effective", "mooring policy test"),
		Args:    unknownArgument("subcommand", "show or test"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.policyShow(), a.policyTest())
	return cmd
}

func (a *app) policyShow() *cobra.Command {
	var path, format string
	var effective bool
	cmd := &cobra.Command{
		Use: "show [flags]", Short: "Show which policies there are, and with --effective what holds",
		Long: `Name the policies that are read. With --effective, one line a value that holds: key,
value, and where it comes from: a file and line, a preset, or a default. Levels are
listed for every lens and severity. What a lower policy says milder than a higher one
has no effect, and is said.`,
		Example: example("mooring policy show", "mooring policy show --effective", "mooring policy show --effective --format json"),
		Args:    atMost(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			set, _, err := a.policies(path)
			if err != nil {
				return err
			}
			a.warnMisfits(pinnedHere(), set.Policy)
			if format == "json" {
				return a.policyJSON(set, effective)
			}
			a.policyText(set, effective)
			return nil
		},
	}
	cmd.Flags().StringVar(&path, "policy", "", "policy file (default "+defaultPolicy+" of the project, where there is one)")
	cmd.Flags().BoolVar(&effective, "effective", false, "show every value that holds, and its origin")
	cmd.Flags().StringVar(&format, "format", "text", "text for people, or json")
	return cmd
}

func (a *app) policyText(set policy.Set, effective bool) {
	if len(set.Layers) == 0 {
		fmt.Fprintf(a.io.Stdout, "no policy: neither %s, nor one of yours, nor %s of the project\n", visible.Text(a.managedPolicy()), defaultPolicy)
	}
	for _, l := range set.Layers {
		fmt.Fprintf(a.io.Stdout, "%-8s %s\n", l.Name, visible.Text(l.File))
	}
	warnings := set.Weigher("check", today()).Warnings()
	if effective {
		var list []policy.Setting
		list, warnings = set.Effective(today())
		width, terminal := [2]int{}, a.textOptions().Width
		for _, s := range list {
			width[0], width[1] = max(width[0], len(s.Key)), max(width[1], min(len(s.Value), 44))
		}
		for _, s := range list {
			origin := "# " + visible.Text(s.Origin)
			line := fmt.Sprintf("%-*s  %-*s  %s", width[0], visible.Text(s.Key), width[1], visible.Text(s.Value), origin)
			if terminal > 0 && len([]rune(line)) > terminal {
				line = fmt.Sprintf("%-*s  %s  %s", width[0], visible.Text(s.Key), visible.Text(s.Value), origin)
			}
			fmt.Fprintln(a.io.Stdout, report.Wrap(line, terminal, width[0]+2))
		}
	}
	for _, w := range warnings {
		line := fmt.Sprintf("warning: %s: %s: %s", visible.Text(w.Where), w.Code, visible.Text(w.Detail))
		fmt.Fprintln(a.io.Stdout, report.Wrap(line, a.textOptions().Width, 4))
	}
}

func (a *app) policyJSON(set policy.Set, effective bool) error {
	type warning struct {
		Where  string `json:"where"`
		Code   string `json:"code"`
		Detail string `json:"detail"`
	}
	type layer struct {
		Name string `json:"name"`
		File string `json:"file"`
	}
	out := struct {
		Layers   []layer          `json:"layers"`
		Settings []policy.Setting `json:"settings,omitempty"`
		Warnings []warning        `json:"warnings,omitempty"`
	}{Layers: []layer{}}
	for _, l := range set.Layers {
		out.Layers = append(out.Layers, layer{l.Name, l.File})
	}
	if effective {
		var warnings []check.Warning
		out.Settings, warnings = set.Effective(today())
		for _, w := range warnings {
			out.Warnings = append(out.Warnings, warning{w.Where, w.Code, w.Detail})
		}
	}
	enc := json.NewEncoder(a.io.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (a *app) policyTest() *cobra.Command {
	return &cobra.Command{
		Use: "test [POLICY]", Short: "Run the examples of a policy",
		Long: `Compare the tools of every example of the policy, weigh the result by all policies
that hold, and say what is not as wanted (status 1). Without POLICY it is mooring.yaml
of the project. A policy that has no examples is status 2.

  examples:
    - name: a new address is for review
      before: {name: fetch, description: Fetches a page.}
      after: {name: fetch, description: Fetches it by https://relay.example.}
      want: {action: review, rules: [R03, tool.description.changed]}`,
		Example: example("mooring policy test", "mooring policy test policies/strict.yaml"),
		Args:    atMost(1, "one POLICY"),
		RunE: func(_ *cobra.Command, args []string) error {
			path := ""
			if len(args) > 0 {
				path = args[0]
			}
			set, dir, err := a.policies(path)
			if err != nil {
				return err
			}
			outcomes := set.RunExamples(today())
			if len(outcomes) == 0 {
				return usagef("write some under \"examples\", as in: mooring policy test --help", "no policy has examples; looked at %q", visible.Text(cmp.Or(path, filepath.Join(dir, defaultPolicy))))
			}
			failed := 0
			for _, o := range outcomes {
				if o.Err == nil {
					fmt.Fprintf(a.io.Stdout, "ok    %s  %s\n", visible.Text(o.Where), visible.Text(o.Name))
					continue
				}
				failed++
				fmt.Fprintf(a.io.Stdout, "WRONG %s  %s\n", visible.Text(o.Where), visible.Text(o.Name))
				for _, wrong := range unjoin(o.Err) {
					fmt.Fprintf(a.io.Stdout, "      %s\n", visible.Text(wrong.Error()))
				}
			}
			fmt.Fprintf(a.io.Stdout, "%d of %d as wanted\n", len(outcomes)-failed, len(outcomes))
			if failed > 0 {
				return quiet(statusRefused)
			}
			return nil
		},
	}
}

// unjoin takes joined errors apart.
func unjoin(err error) []error {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		return joined.Unwrap()
	}
	return []error{err}
}
