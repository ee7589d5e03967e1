package rulebook

import (
	"slices"

	"github.com/mooring-mcp/mooring/internal/spelling"
)

// Near returns up to three ids, of rules or of the others, that a wrong one may have been
// meant for, the likeliest first.
func Near(id string, others ...string) []string {
	ids := slices.Clone(others)
	for _, r := range Rules() {
		ids = append(ids, r.ID)
	}
	return spelling.Nearest(id, ids, 3)
}
