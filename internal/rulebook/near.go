package rulebook

import "github.com/mooring-mcp/mooring/internal/spelling"

// Near returns up to three ids that a wrong one may have been meant for, the
// likeliest first.
func Near(id string) []string {
	var ids []string
	for _, r := range Rules() {
		ids = append(ids, r.ID)
	}
	return spelling.Nearest(id, ids, 3)
}
