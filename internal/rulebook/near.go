package rulebook

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/spelling"
)

// Near returns up to three ids that a wrong one may have been meant for, the
// likeliest first; nil when none is like it, and for "", which all are like.
func Near(id string) []string {
	if id == "" {
		return nil
	}
	type scored struct {
		id    string
		edits int
	}
	var list []scored
	wrong := strings.ToLower(id)
	for _, r := range Rules() {
		right := strings.ToLower(r.ID)
		n := spelling.Edits(wrong, right)
		if strings.Contains(right, wrong) {
			n = 0
		}
		if n <= max(1, len(right)/3) {
			list = append(list, scored{r.ID, n})
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(a.edits, b.edits) })
	var out []string
	for _, s := range list[:min(3, len(list))] {
		out = append(out, s.id)
	}
	return out
}
