package firstsight

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/signal"
	"github.com/mooring-mcp/mooring/surface"
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

// Entry is one host, path or reference that a surface names.
type Entry struct {
	Class Class  `json:"class"`
	Text  string `json:"text"`
	Items int    `json:"items"` // how many items name it
	// First is the first item, and where in it.
	First check.Kind `json:"kind"`
	Name  string     `json:"name,omitempty"`
	At    string     `json:"pointer"`

	last string // item counted last
}

type entryKey struct {
	class Class
	text  string
}

// maxEntries is how many entries of a class an inventory holds.
const maxEntries = 1000

// count takes a place or reference into the inventory.
func (l *looker) count(s Signal) {
	class, text := classOf(s)
	key := entryKey{class, text}
	e, known := l.inventory[key]
	item := string(s.Kind) + " " + s.Name
	if !known {
		if l.listed[string(class)]++; l.listed[string(class)] > maxEntries {
			l.omitted[string(class)]++
			return
		}
		e = &Entry{Class: class, Text: text, First: s.Kind, Name: s.Name, At: s.Pointer}
		l.inventory[key] = e
	}
	if e.last != item {
		e.Items++
		e.last = item
	}
}

func classOf(s Signal) (Class, string) {
	switch s.Definition {
	case signal.URL, signal.Domain, signal.IPv4:
		return Host, hostOf(s.Text)
	case signal.UnixPath, signal.WindowsPath:
		return Path, s.Text
	}
	return Reference, s.Text
}

// hostOf is the host of a URL, without user and port, or the text itself.
func hostOf(text string) string {
	if _, rest, isURL := strings.Cut(text, "://"); isURL {
		text = rest
	}
	if end := strings.IndexAny(text, `/\?#`); end >= 0 {
		text = text[:end]
	}
	text = text[strings.LastIndexByte(text, '@')+1:]
	if host, _, hasPort := strings.Cut(text, ":"); hasPort && !strings.HasPrefix(text, "[") {
		text = host
	}
	return strings.ToLower(strings.TrimRight(text, ".,;)]}`"))
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

// elsewhere takes what a text outside of tools names into the inventory.
func (l *looker) elsewhere(from source, pointer, text string) {
	if from.kind == check.Kind(surface.Tool) {
		return
	}
	found := signal.Places(text)
	if from.kind == check.Instructions || taxonomy.HumanReadable(pointer) {
		found = append(found, signal.References(text)...)
	}
	for _, m := range found {
		l.count(from.signal("", evidence(pointer, text, m)))
	}
}
