package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) version() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", GroupID: groupPlumbing,
		Long:    "Print the version of this program, the Go release that built it, and the platform.",
		Example: example("mooring version"),
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(a.io.Stdout, "mooring %s\n", versionLine())
			return nil
		},
	}
}

// versionLine is the version, the Go release and the platform.
func versionLine() string {
	return fmt.Sprintf("%s %s %s/%s", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// buildVersion is the module's version as the Go command recorded it, or
// "(devel)" for a build from a checkout.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && version == "(devel)" {
			version += " " + s.Value
		}
	}
	return version
}
