// Package jsondiff says what differs between two JSON values.
//
// [Diff] walks both sides at once and gives one [Change] for each topmost node
// that was added, removed or modified, with its RFC 6901 pointer and the values
// of both sides. Objects are matched by member name, arrays index by index: an
// item put in front of an array changes every index after it, which is what a
// reader of those indexes sees. A change of type is one modification.
//
// [Apply] is the way back: before and the changes give the other side, which
// proves that a diff is complete.
//
//	{"a":1,"b":[1,2]}  →  {"b":[1],"c":null}
//
//	removed   /a     1
//	removed   /b/1   2
//	added     /c     null
package jsondiff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Kind says what happened to a node.
type Kind string

// The kinds of a [Change].
const (
	Added    Kind = "added"    // only the after side has the node
	Removed  Kind = "removed"  // only the before side has it
	Modified Kind = "modified" // both have it, with different values
)

// Change is one topmost node that differs.
type Change struct {
	Kind    Kind
	Pointer string       // RFC 6901, from the roots of both sides; "" is the root
	Before  *jsonv.Value // nil when Added
	After   *jsonv.Value // nil when Removed
}

// maxPointers bounds the bytes of all pointers of one diff; see [Diff].
const maxPointers = 64 << 20

// Diff returns what differs between before and after, nothing when they are
// equal. An absent side makes the whole other side Added or Removed. Numbers
// differ as [jsonv.Equal] says.
//
// The order is depth first, members by UTF-16 code units, indexes ascending, so
// that the same values always give the same list. O(n) in the size of both
// sides, but for the sorting of members. Where long member names above many
// changes would make the pointers take more than 64 MiB, a container is
// reported as one modification of the whole instead of its parts.
func Diff(before, after *jsonv.Value, numbers jsonv.Numbers) []Change {
	d := differ{numbers: numbers, places: []place{{}}}
	d.compare(0, before, after)
	if len(d.found) == 0 {
		return nil
	}
	changes := make([]Change, len(d.found))
	for i, f := range d.found {
		changes[i] = Change{Kind: f.kind, Pointer: d.pointer(f.at), Before: f.before, After: f.after}
	}
	return changes
}

// differ is one run. Pointers become text only at the end, so that what is
// taken back has cost nothing.
type differ struct {
	numbers jsonv.Numbers
	places  []place // the root, then those that found refers to and those open
	found   []found
	size    int      // bytes of the pointers of found
	members []member // of all open objects
}

// place is a node: a member or item of the place up.
type place struct {
	up   int
	name string // of a member, unescaped
	item int    // index of an item, or -1 of a member
	size int    // bytes of the pointer
}

type found struct {
	kind          Kind
	at            int
	before, after *jsonv.Value
}

type member struct {
	name  string
	value *jsonv.Value
}

// compare finds what differs at a place. It is false when the pointers took
// too much; what was found below the place is then worthless.
func (d *differ) compare(at int, before, after *jsonv.Value) bool {
	switch {
	case before == nil && after == nil:
		return true
	case before == nil:
		return d.add(Added, at, nil, after)
	case after == nil:
		return d.add(Removed, at, before, nil)
	case before.Kind() == after.Kind() && before.Kind() == jsonv.Array:
		return d.container(at, before, after, d.items)
	case before.Kind() == after.Kind() && before.Kind() == jsonv.Object:
		return d.container(at, before, after, d.objects)
	case jsonv.Equal(before, after, d.numbers): // two scalars, or of different kinds
		return true
	}
	return d.add(Modified, at, before, after)
}

func (d *differ) add(kind Kind, at int, before, after *jsonv.Value) bool {
	d.size += d.places[at].size
	d.found = append(d.found, found{kind, at, before, after})
	return d.size <= maxPointers || at == 0
}

// container compares the parts of two containers, or the whole where that
// takes too much.
func (d *differ) container(at int, before, after *jsonv.Value, parts func(int, *jsonv.Value, *jsonv.Value) bool) bool {
	places, changes, size, members := len(d.places), len(d.found), d.size, len(d.members)
	if parts(at, before, after) {
		return true
	}
	d.places, d.found, d.size, d.members = d.places[:places], d.found[:changes], size, d.members[:members]
	return d.add(Modified, at, before, after)
}

// part compares what stands at one place below up.
func (d *differ) part(p place, before, after *jsonv.Value) bool {
	p.size += d.places[p.up].size + len("/")
	at, changes := len(d.places), len(d.found)
	d.places = append(d.places, p)
	ok := d.compare(at, before, after)
	if len(d.found) == changes {
		d.places = d.places[:at]
	}
	return ok
}

func (d *differ) items(at int, before, after *jsonv.Value) bool {
	var digits [20]byte
	for i := range max(before.Len(), after.Len()) {
		p := place{up: at, item: i, size: len(strconv.AppendInt(digits[:0], int64(i), 10))}
		if !d.part(p, before.Index(i), after.Index(i)) {
			return false
		}
	}
	return true
}

// objects merges the sorted members of both sides.
func (d *differ) objects(at int, before, after *jsonv.Value) bool {
	base := len(d.members)
	d.push(before)
	middle := len(d.members)
	d.push(after)
	end := len(d.members)
	for i, j := base, middle; i < middle || j < end; {
		var b, a member
		var order int
		switch {
		case j == end:
			order = -1
		case i == middle:
			order = 1
		default:
			order = jsonv.CompareUTF16(d.members[i].name, d.members[j].name)
		}
		if order <= 0 {
			b = d.members[i]
			i++
		}
		if order >= 0 {
			a = d.members[j]
			j++
		}
		name := b.name
		if order > 0 {
			name = a.name
		}
		if !d.part(place{up: at, name: name, item: -1, size: escapedLen(name)}, b.value, a.value) {
			return false
		}
	}
	d.members = d.members[:base]
	return true
}

// push puts the members of v on the stack, sorted.
func (d *differ) push(v *jsonv.Value) {
	base := len(d.members)
	for name, value := range v.Members() {
		d.members = append(d.members, member{name, value})
	}
	slices.SortFunc(d.members[base:], func(x, y member) int { return jsonv.CompareUTF16(x.name, y.name) })
}

// pointer writes the pointer of a place.
func (d *differ) pointer(at int) string {
	var way []int
	for ; at != 0; at = d.places[at].up {
		way = append(way, at)
	}
	if len(way) == 0 {
		return ""
	}
	b := make([]byte, 0, d.places[way[0]].size)
	for _, at := range slices.Backward(way) {
		b = append(b, '/')
		if p := d.places[at]; p.item < 0 {
			b = appendEscaped(b, p.name)
		} else {
			b = strconv.AppendInt(b, int64(p.item), 10)
		}
	}
	return string(b)
}

// escapedLen is the length of a name as an RFC 6901 token.
func escapedLen(name string) int {
	return len(name) + strings.Count(name, "~") + strings.Count(name, "/")
}

func appendEscaped(dst []byte, name string) []byte {
	for {
		at := strings.IndexAny(name, "~/")
		if at < 0 {
			return append(dst, name...)
		}
		dst = append(dst, name[:at]...)
		dst = append(dst, '~', '0')
		if name[at] == '/' {
			dst[len(dst)-1] = '1'
		}
		name = name[at+1:]
	}
}
