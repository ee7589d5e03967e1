package lockfile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Bands are what a plugin that names the server declares of the server's tools, and of its own
// skills. Skills are of no server: each entry has them, so that it is whole by itself.
type Bands struct {
	Plugin      string `json:"plugin"` // its name
	Version     string `json:"version,omitempty"`
	Declaration string `json:"declaration"` // digest of all that the plugin declares: sha256: and 64 hexadecimal digits
	Folder      string `json:"folder,omitempty"`
	// Tools and Skills are by name. At least one of them is there, and neither is empty: nil is
	// for none. A lock of before skills were pinned has no Skills.
	Tools  map[string]ToolBand `json:"tools,omitempty"`
	Skills map[string]ToolBand `json:"skills,omitempty"`
}

// ToolBand is what is declared of one tool or skill.
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
	case b.Plugin == "" || len(b.Tools)+len(b.Skills) == 0:
		return errors.New("no name of a plugin, or neither tools nor skills")
	case !jsonv.IsDigest(b.Declaration):
		return fmt.Errorf("declaration is %q, want sha256: and 64 hexadecimal digits", b.Declaration)
	case b.Folder != "" && (b.Folder != path.Clean(b.Folder) || path.IsAbs(b.Folder) || b.Folder == ".." || strings.HasPrefix(b.Folder, "../") || strings.ContainsAny(b.Folder, "\\:\x00")):
		return fmt.Errorf("folder is %q, want one below that of the lock", b.Folder)
	}
	return cmp.Or(validBands("tool", b.Tools), validBands("skill", b.Skills))
}

// validBands says which of some tools or skills has no band that is one.
func validBands(of string, declared map[string]ToolBand) error {
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		d := declared[name]
		if !d.valid() {
			return fmt.Errorf("%s %q has no band that is one", of, name)
		}
		for _, environment := range slices.Sorted(maps.Keys(d.Environments)) {
			e := d.Environments[environment]
			if !e.valid() || len(e.Environments) > 0 {
				return fmt.Errorf("%s %q has no band that is one in environment %q", of, name, environment)
			}
		}
	}
	return nil
}

func (t ToolBand) valid() bool {
	return t.Band.Rank() >= 0 || t.Band == band.None && t.NeverAllow
}
