package firstsight

import (
	"strconv"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/signal"
)

// walk goes through the strings of one value, members by name, and makes pointers
// only of places that are kept: a long name may stand above thousands of texts.
type walk struct {
	*looker

	kind check.Kind
	name string   // of the item
	nth  int      // tells sources apart, from 1
	path []string // unescaped tokens that lead to the value at hand
	at   place    // made from path when somebody asks
}

// place is a pointer that is made once.
type place struct {
	made, cut bool
	pointer   string
}

func (l *looker) walk(kind check.Kind, name string) *walk {
	l.sources++
	return &walk{looker: l, kind: kind, name: signal.Cut(name, MaxName), nth: l.sources}
}

func (w *walk) value(v *jsonv.Value) {
	switch v.Kind() {
	case jsonv.String:
		w.at = place{}
		w.text(v.Text())
	case jsonv.Array:
		for i, item := range v.Items() {
			w.path = append(w.path, strconv.Itoa(i))
			w.value(item)
			w.path = w.path[:len(w.path)-1]
		}
	case jsonv.Object:
		for name, member := range v.SortedMembers() {
			w.member(name, member)
		}
	case jsonv.Null, jsonv.Bool, jsonv.Number:
	}
}

// member looks at a name and at what it stands for.
func (w *walk) member(name string, v *jsonv.Value) {
	w.path = append(w.path, name)
	w.at = place{}
	w.look(name, false)
	w.value(v)
	w.path = w.path[:len(w.path)-1]
}

// pointer is the RFC 6901 pointer of the value at hand, or as many of its tokens as
// fit in [MaxPointer] bytes.
func (w *walk) pointer() (pointer string, cut bool) {
	if w.at.made {
		return w.at.pointer, w.at.cut
	}
	w.at.made = true
	for _, token := range w.path {
		longer := ""
		if len(token) < MaxPointer {
			longer = jsonv.AppendPointer(w.at.pointer, token)
		}
		if longer == "" || len(longer) > MaxPointer {
			w.at.cut = true
			break
		}
		w.at.pointer = longer
	}
	return w.at.pointer, w.at.cut
}
