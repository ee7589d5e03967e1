package observe

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/surface"
)

// maxTallied is how many different places of hazards are told apart, so that a
// server cannot fill the memory with names.
const maxTallied = 100

type tallyKey struct {
	code  surface.HazardCode
	where string
}

// tally counts hazards by code and place, and keeps the first detail of each.
type tally map[tallyKey]*surface.Hazard

func (t tally) add(code surface.HazardCode, where, detail string) {
	where = strings.ToValidUTF8(where[:min(len(where), 100)], "")
	if len(t) >= maxTallied && t[tallyKey{code, where}] == nil {
		where, detail = "", "and elsewhere"
	}
	key := tallyKey{code, where}
	if t[key] == nil {
		t[key] = &surface.Hazard{Code: code, Where: where, Detail: detail}
	}
	t[key].Count++
}

// list returns the hazards in no order; [surface.Surface.AddHazards] sorts them.
func (t tally) list() []surface.Hazard {
	var out []surface.Hazard
	for _, h := range t {
		out = append(out, *h)
	}
	return slices.Clip(out)
}
