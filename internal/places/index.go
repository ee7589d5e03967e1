package places

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/glob"
)

// byName are rows by their first segment.
type byName struct {
	plain map[string][]*Row
	wild  []*Row // the first segment has wildcards
}

func (x *byName) add(r *Row) {
	if r.Names[0].Wild() {
		x.wild = append(x.wild, r)
		return
	}
	if x.plain == nil {
		x.plain = map[string][]*Row{}
	}
	x.plain[r.segs[0]] = append(x.plain[r.segs[0]], r)
}

// each calls hit with the rows that segments begin with.
func (x *byName) each(segs []string, hit func(*Row)) {
	if len(segs) == 0 {
		return
	}
	for _, q := range x.plain[segs[0]] {
		if q.Matches(segs) {
			hit(q)
		}
	}
	for _, q := range x.wild {
		if q.Matches(segs) {
			hit(q)
		}
	}
}

// byEnd are rows of one segment with wildcards by its last byte, or by its first one where a wildcard is last.
type byEnd struct {
	last, first map[byte][]*Row
	rest        []*Row
}

func (x *byEnd) add(r *Row) {
	if x.last == nil {
		x.last, x.first = map[byte][]*Row{}, map[byte][]*Row{}
	}
	switch p := r.wild[0]; {
	case p.tail != "":
		end := p.tail[len(p.tail)-1]
		x.last[end] = append(x.last[end], r)
	case p.head != "":
		x.first[p.head[0]] = append(x.first[p.head[0]], r)
	default:
		x.rest = append(x.rest, r)
	}
}

// each calls hit with the rows that match the one segment.
func (x *byEnd) each(seg []string, hit func(*Row)) {
	if seg[0] == "" {
		return
	}
	for _, rows := range [...][]*Row{x.last[seg[0][len(seg[0])-1]], x.first[seg[0][0]], x.rest} {
		for _, q := range rows {
			if q.Matches(seg) {
				hit(q)
			}
		}
	}
}

// holding finds the folders above the rows of a class.
type holding struct {
	rows []*Row
	wild byName                         // of these, those with wildcards in a folder
	over [glob.Work + 1]map[string]bool // the folders of the others; of loose ones those whose first name has a dot in front
	home map[string]bool                // of loose ones without that dot, which count in a home
	most int                            // segments in a folder of a loose row
}

func newHolding() *holding {
	h := &holding{home: map[string]bool{}}
	for i := range h.over {
		h.over[i] = map[string]bool{}
	}
	return h
}

func (h *holding) add(r *Row) {
	h.rows = append(h.rows, r)
	into := h.over[r.Anchor]
	if r.Anchor == glob.Loose {
		h.most = max(h.most, len(r.segs)-1)
		if !strings.HasPrefix(r.segs[0], ".") {
			into = h.home
		}
	}
	for i := 1; i < len(r.segs); i++ {
		if r.Names[i-1].Wild() {
			h.wild.add(r)
			return
		}
		into[strings.Join(r.segs[:i], "/")] = true
	}
}

// Held reports that a folder has a place of a class somewhere below it, by its name alone: a home and a root have. The
// name is clean and folded, relative to its anchor, without wildcards; "" for the anchor itself.
func Held(anchor glob.Anchor, folder, class string) bool {
	if folder == "" {
		return anchor != glob.Loose
	}
	h := rows().held[class]
	if h == nil {
		return false
	}
	if anchor != glob.Loose && h.over[anchor][folder] || anchor == glob.Home && h.home[folder] {
		return true
	}
	from := len(folder)
	for range h.most {
		from = strings.LastIndexByte(folder[:from], '/')
		if h.over[glob.Loose][folder[from+1:]] {
			return true
		}
		if from < 0 {
			break
		}
	}
	return h.heldWild(anchor, folder)
}

// heldWild asks the rows with wildcards in a folder.
func (h *holding) heldWild(anchor glob.Anchor, folder string) bool {
	ask := h.wild.wild
	for name := range strings.SplitSeq(folder, "/") {
		ask = append(slices.Clip(ask), h.wild.plain[name]...)
	}
	return len(ask) > 0 && held(ask, glob.NamesPath(anchor, folder))
}

// HeldBy is [Held] for a pattern of folders: whether one that it matches has such a place.
func HeldBy(folder glob.Path, class string) bool {
	if len(folder.Names) == 0 {
		return folder.Anchor != glob.Loose
	}
	if h := rows().held[class]; h != nil {
		return held(h.rows, folder)
	}
	return false
}

func held(rows []*Row, folder glob.Path) bool {
	for _, q := range rows {
		if q.Holds(folder) {
			return true
		}
	}
	return false
}
