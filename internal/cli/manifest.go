package cli

import (
	"github.com/spf13/cobra"
)

func (a *app) manifest() *cobra.Command {
	cmd := &cobra.Command{
		Use: "manifest", Short: "Declared manifests: observe, candidate, promote, verify, diff", GroupID: groupPlumbing,
		Long: `Work with the records of the drift specification, which other tools read, too.
A declared manifest holds digests of a server's tools and no text of it.

  observe     the observed record of a server
  candidate   a candidate from an observed record: not approved by anybody
  promote     a declared manifest from a candidate and its source
  export      a declared manifest of what the lock pins
  verify      is a declared manifest well-formed and what it says it is
  diff        an observed record against a declared manifest

Drift is a difference of digests and says nothing about intent.`,
		Example: example("mooring manifest observe harbor --out harbor.observed.json -- ./harbor"),
		Args:    unknownArgument("command", "observe, candidate, promote, export, verify or diff"),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.manifestObserve(), a.manifestCandidate(), a.manifestPromote(), a.manifestExport(), a.manifestVerify(), a.manifestDiff())
	return cmd
}

// readRecord reads a file that a flag names and demands.
func readRecord(flag, path string) ([]byte, error) {
	if path == "" {
		return nil, usagef("", "%s is missing", flag)
	}
	return readFile(path, sideBytes)
}
