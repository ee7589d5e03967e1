package cli

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// TestOwnOptions: the classifier of shell text knows every option of Mooring, and whether it takes a value.
func TestOwnOptions(t *testing.T) {
	var known, want []string
	switches := map[string]bool{}
	for _, o := range shelltable.OwnOptions() {
		known = append(known, o.Name)
		switches[o.Name] = o.Role == shelltable.Switch
	}
	walk((&app{}).root(), func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			name := "--" + f.Name
			want = append(want, name)
			if !slices.Contains(known, name) {
				t.Errorf("%s %s: not in internal/shelltable/data/own.txt", c.CommandPath(), name)
			} else if takes := f.NoOptDefVal == ""; takes == switches[name] {
				t.Errorf("%s %s: takes a value: %v, but own.txt says otherwise", c.CommandPath(), name, takes)
			}
		})
	})
	for _, name := range known {
		if !slices.Contains(want, name) && name != "--help" && name != "-h" && name != "--color" {
			t.Errorf("own.txt has %s, which no command has", name)
		}
	}
}
