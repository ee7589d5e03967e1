package lockfile

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Bands are what a plugin that names the server declares of its tools.
type Bands struct {
	Plugin      string              `json:"plugin"` // its name
	Version     string              `json:"version,omitempty"`
	Declaration string              `json:"declaration"` // digest of all that the plugin declares: sha256: and 64 hexadecimal digits
	Folder      string              `json:"folder,omitempty"`
	Tools       map[string]ToolBand `json:"tools"` // by name; never empty
}

// ToolBand is what is declared of one tool.
type ToolBand struct {
	Band       band.Band `json:"band,omitempty"` // "" where never_allow is all that is declared
	NeverAllow bool      `json:"never_allow,omitempty"`
	// Environments is what holds in an environment where more is declared, by its name.
	Environments map[string]ToolBand `json:"environments,omitempty"`
}

// validate says what Mooring does not write there.
func (b *Bands) validate() error {
	switch {
	case b == nil:
		return nil
	case b.Plugin == "" || len(b.Tools) == 0:
		return errors.New("no name of a plugin, or no tools")
	case !jsonv.IsDigest(b.Declaration):
		return fmt.Errorf("declaration is %q, want sha256: and 64 hexadecimal digits", b.Declaration)
	case b.Folder != "" && (b.Folder != path.Clean(b.Folder) || path.IsAbs(b.Folder) || b.Folder == ".." || strings.HasPrefix(b.Folder, "../") || strings.ContainsAny(b.Folder, "\\:\x00")):
		return fmt.Errorf("folder is %q, want one below that of the lock", b.Folder)
	}
	for _, name := range slices.Sorted(maps.Keys(b.Tools)) {
		tool := b.Tools[name]
		if !tool.valid() {
			return fmt.Errorf("tool %q has no band that is one", name)
		}
		for _, environment := range slices.Sorted(maps.Keys(tool.Environments)) {
			t := tool.Environments[environment]
			if !t.valid() || len(t.Environments) > 0 {
				return fmt.Errorf("tool %q has no band that is one in environment %q", name, environment)
			}
		}
	}
	return nil
}

func (t ToolBand) valid() bool {
	return t.Band.Rank() >= 0 || t.Band == band.None && t.NeverAllow
}
