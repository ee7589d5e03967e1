package glob

import "strings"

// Anchor is where a path begins.
type Anchor uint8

// The anchors. A place that is Loose may be anywhere.
const (
	Loose Anchor = iota
	Root
	Home
	Work
)

// Path is a path by its components, of which each may be a pattern.
type Path struct {
	Anchor Anchor
	Names  []Name
}

// ParseWord reads components without "." and ".." in between: below the root, a home (~), or anywhere.
func ParseWord(text string) Path {
	var p Path
	switch {
	case strings.HasPrefix(text, "/"):
		p.Anchor = Root
	case text == "~" || strings.HasPrefix(text, "~/"):
		p.Anchor, text = Home, text[1:]
	}
	for part := range strings.SplitSeq(text, "/") {
		if part == "" || part == "." {
			continue
		}
		n := ParseName(part)
		if n.any && len(p.Names) > 0 && p.Names[len(p.Names)-1].any {
			continue
		}
		p.Names = append(p.Names, n)
	}
	return p
}

// NamesPath is a path of names, of which none is a pattern.
func NamesPath(anchor Anchor, text string) Path {
	p := Path{Anchor: anchor}
	for part := range strings.SplitSeq(text, "/") {
		p.Names = append(p.Names, plainName(part))
	}
	return p
}

// Wild reports a path that may stand for many.
func (p Path) Wild() bool {
	for _, n := range p.Names {
		if n.wild {
			return true
		}
	}
	return false
}

// Says reports a path with a letter in a component, and not wildcards alone.
func (p Path) Says() bool {
	for _, n := range p.Names {
		if n.mask != 0 {
			return true
		}
	}
	return false
}

// Deep is the folder before the first **, below which the path may be anywhere.
func (p Path) Deep() (folder Path, ok bool) {
	for i, n := range p.Names {
		if n.any {
			return Path{p.Anchor, p.Names[:i]}, true
		}
	}
	return Path{}, false
}

// Deep reports **, which stands for any number of components.
func (n Name) Deep() bool { return n.any }

// Place is a row of a table.
type Place struct {
	Anchor Anchor
	Names  []Name
	Only   bool // nothing below it
}

// maxNames is how many components a path can have at most, as a file system takes 4,096 bytes of them.
const maxNames = 2048

// Meets says how a word may lead to the place, or below it. O(n) in the components of the word.
func (q *Place) Meets(p Path) Overlap {
	if len(p.Names) > 2*maxNames { // with a ** between each two, which may stand for none
		return Apart
	}
	if len(q.Names) == 0 { // the root or a home itself
		if p.Anchor == q.Anchor && ends(p.Names) {
			return Touch
		}
		return Apart
	}
	if q.Anchor != Loose {
		if p.Anchor != q.Anchor {
			return Apart
		}
		return q.at(p.Names, q.Names, false, true)
	}
	if p.Anchor == Home && q.Names[0].dotted() { // where programs keep them
		if o := q.at(p.Names, q.Names, false, true); o == Named {
			return o
		}
	}
	best := Apart
	for i := 0; i < len(p.Names) && best != Named; i++ {
		best = max(best, q.at(p.Names[i:], q.Names, false, false))
	}
	return best
}

// at compares what is left of the place with what is left of a path. Of what is anchored each meeting counts.
func (q *Place) at(names, row []Name, hinted, anchored bool) Overlap {
	if len(names) == 0 {
		return Apart
	}
	n := &names[0]
	if n.any {
		best := q.at(names[1:], row, hinted, anchored)
		if len(row) > 1 {
			inside := q.at(names, row[1:], hinted, anchored)
			if q.Anchor == Loose && !hinted { // the word does not say the folder by which it is a place
				inside = min(inside, Touch)
			}
			return max(best, inside)
		}
		if !q.Only || len(names) == 1 {
			best = max(best, Touch)
		}
		return best
	}
	o := n.overlap(&row[0])
	switch {
	case o == Apart:
		return Apart
	case len(row) > 1:
		return q.at(names[1:], row[1:], hinted || o == Named && row[0].dotted(), anchored)
	case q.Only && !ends(names[1:]):
		return Apart
	case o == Named || anchored:
		return Named
	case hinted:
		return Hinted
	}
	return o
}

// ends reports that there may be nothing more.
func ends(names []Name) bool {
	for _, n := range names {
		if !n.any {
			return false
		}
	}
	return true
}

// Holds reports that the place is below a folder: that its beginning is the end of the folder's path. Of a place that
// may be anywhere, the beginning has to be a name with a dot in front, or the folder one of a home.
func (q *Place) Holds(folder Path) bool {
	if len(q.Names) == 0 {
		return false
	}
	if q.Anchor != Loose {
		return q.Anchor == folder.Anchor && len(folder.Names) < len(q.Names) && begins(q.Names, folder.Names)
	}
	for i := range folder.Names {
		tail := folder.Names[i:]
		if len(tail) < len(q.Names) && (folder.Anchor == Home && i == 0 || q.Names[0].dotted()) && begins(q.Names, tail) {
			return true
		}
	}
	return false
}

func begins(row, names []Name) bool {
	for i := range names {
		if n := &names[i]; n.any || n.overlap(&row[i]) == Apart {
			return false
		}
	}
	return true
}
