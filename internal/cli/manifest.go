package cli

import (
	"errors"
	"io/fs"
	"os"

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

// writeRecord writes a record to a new file, or to standard output without one.
// It never overwrites a file, and takes back one that it could not write whole.
func (a *app) writeRecord(path string, text []byte) error {
	if path == "" {
		_, err := a.io.Stdout.Write(text)
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // a record is no secret
	if errors.Is(err, fs.ErrExist) {
		return usagef("name another file, or remove this one first", "%q exists and is not overwritten", path)
	}
	if err != nil {
		return usage(err, "")
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return usage(errors.Join(err, os.Remove(path)), "")
	}
	return nil
}

// readRecord reads a file that a flag names and demands.
func readRecord(flag, path string) ([]byte, error) {
	if path == "" {
		return nil, usagef("", "%s is missing", flag)
	}
	return readFile(path, sideBytes)
}
