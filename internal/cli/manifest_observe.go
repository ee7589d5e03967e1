package cli

import (
	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/manifest"
)

func (a *app) manifestObserve() *cobra.Command {
	var flags targetFlags
	var privileged map[string]string
	var out string
	cmd := &cobra.Command{
		Use: "observe [flags] [SERVER] [-- COMMAND ARGS…]", Short: "Write the observed record of a server",
		Long: `Observe one server and write assay.mcp_manifest_observed.v0. The record is written
even when the server could not be started or its list was not observed, or not
completely: it says so, and the status is 3.`,
		Example: example(
			"mooring manifest observe harbor --out harbor.observed.json -- ./harbor",
			"mooring manifest observe files --config .mcp.json",
		),
		ValidArgsFunction: a.completeServers(&flags, nil),
		RunE: func(cmd *cobra.Command, args []string) error {
			table, err := privileges(privileged)
			if err != nil {
				return err
			}
			o, err := a.observeSingle(cmd, &flags, args)
			if err != nil {
				return err
			}
			record, err := manifest.Observe(o.surface, manifest.Options{FieldDigests: true, Privileges: table})
			if err != nil {
				return err
			}
			if err := a.writeNew(out, record.Encode()); err != nil {
				return err
			}
			if o.err != nil {
				return o.failure()
			}
			if record.Status != manifest.StatusObserved || record.ToolsListComplete != "complete" {
				return quiet(statusUnknown)
			}
			return nil
		},
	}
	flags.register(cmd)
	registerPrivileged(cmd, &privileged)
	cmd.Flags().StringVar(&out, "out", "", "new file for the record; - is standard output, the default")
	return cmd
}

// observeSingle observes the one server that the arguments name.
func (a *app) observeSingle(cmd *cobra.Command, flags *targetFlags, args []string) (observation, error) {
	targets, err := a.targets(cmd.Context(), flags, args, cmd.ArgsLenAtDash())
	if err != nil {
		return observation{}, err
	}
	if len(targets) != 1 {
		return observation{}, usagef(cmd.CommandPath()+" NAME --config "+flags.config, "%q names %d servers, want one", flags.config, len(targets))
	}
	if len(flags.as) == 0 && len(targets[0].as) > 1 {
		targets[0].as = targets[0].as[:1] // who looks at one surface sees one
	}
	observations, err := a.observeAll(cmd.Context(), flags, targets)
	if err != nil {
		return observation{}, err
	}
	return observations[0], nil
}
