package firstsight

import (
	"cmp"
	"slices"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/signal"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// Class is what an entry of the inventory is.
type Class string

// The classes, in order.
const (
	Host      Class = "host"      // of a URL, a bare domain or an IPv4 address (R03)
	Path      Class = "path"      // absolute, Unix or Windows (R03)
	Reference Class = "reference" // to another tool or server (R05)
)

// Classes returns the classes in order.
func Classes() []Class { return []Class{Host, Path, Reference} }

// Entry is one host, path or reference that a surface names. Text and name are cut
// as those of a [Signal] are.
type Entry struct {
	Class Class  `json:"class"`
	Text  string `json:"text"`
	Items int    `json:"items"` // how many items name it
	// First is the first item, and where in it.
	First      check.Kind `json:"kind"`
	Name       string     `json:"name,omitempty"`
	At         string     `json:"pointer"`
	PointerCut bool       `json:"pointer_cut,omitempty"`

	last int // source counted last
}

type entryKey struct {
	class Class
	text  string
}

// mentions takes what a text names into the inventory: places anywhere (R03),
// references where the text is for people (R05).
func (w *walk) mentions(text string, readable bool) {
	places := signal.Places(text)
	var references []signal.Match
	if readable {
		references = signal.References(text)
	}
	if len(places)+len(references) == 0 {
		return
	}
	uris := urisOf(text)
	for _, m := range places {
		switch m.Definition {
		case signal.URL:
			for _, host := range hostsOf(m.Of(text)) {
				w.count(Host, host)
			}
		case signal.Domain, signal.IPv4:
			if in, inside := uris.around(m); !inside || !in.web && m.Start < in.authorityEnd {
				w.count(Host, plainHost(m.Of(text)))
			}
		default:
			w.count(Path, m.Of(text))
		}
	}
	uris.next = 0
	for _, m := range references {
		if in, inside := uris.around(m); !inside || in.mcp || m.Definition != signal.ToolReference {
			w.count(Reference, m.Of(text))
		}
	}
}

// count takes one mention into the inventory.
func (w *walk) count(class Class, text string) {
	key := entryKey{class, signal.Cut(text, taxonomy.MaxText)}
	e, known := w.inventory[key]
	if !known {
		t := w.tally(string(class))
		if t.closed() {
			return
		}
		pointer, cut := w.pointer()
		if !t.takes(len(key.text)+len(w.name)+len(pointer), MaxEntries) {
			return
		}
		e = &Entry{Class: class, Text: key.text, First: w.kind, Name: w.name, At: pointer, PointerCut: cut}
		w.inventory[key] = e
	}
	if e.last != w.nth {
		e.Items++
		e.last = w.nth
	}
}

// entries are the inventory by class, the most named first.
func (l *looker) entries() []Entry {
	out := make([]Entry, 0, len(l.inventory))
	for _, e := range l.inventory {
		out = append(out, *e)
	}
	slices.SortFunc(out, func(a, b Entry) int {
		return cmp.Or(
			cmp.Compare(slices.Index(Classes(), a.Class), slices.Index(Classes(), b.Class)),
			cmp.Compare(b.Items, a.Items), cmp.Compare(a.Text, b.Text),
		)
	})
	return out
}
