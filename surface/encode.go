package surface

import (
	"bytes"
	"encoding/json"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Encode writes the record mooring.surface.v1: indented JSON, one item a line,
// each item's bytes exactly as the server sent them. Equal surfaces give equal
// bytes.
func Encode(s Surface) []byte {
	r := recordOf(s)
	listings := r.Listings
	r.Listings = nil
	w := writer{}
	w.buf = append(w.buf, "{\n"...)
	w.member("schema", r.Schema)
	w.member("server", r.Server)
	w.member("context", r.Context)
	w.member("handshake", r.Handshake)
	w.member("completeness", r.Completeness)
	w.list(1, "listings", len(listings), func(i int) { w.listing(listings[i]) })
	w.buf = append(w.buf, ",\n"...)
	w.list(1, "hazards", len(r.Hazards), func(i int) { w.value(r.Hazards[i]) })
	w.buf = append(w.buf, "\n}\n"...)
	return w.buf
}

// writer writes a record with raw members untouched, which encoding/json would
// compact.
type writer struct{ buf []byte }

func (w *writer) indent(depth int) {
	for range depth {
		w.buf = append(w.buf, "  "...)
	}
}

func (w *writer) name(depth int, name string) {
	w.indent(depth)
	w.buf = jsonv.AppendQuoted(w.buf, name)
	w.buf = append(w.buf, ": "...)
}

// member writes one of the outermost members that is not the last.
func (w *writer) member(name string, value any) {
	w.name(1, name)
	w.value(value)
	w.buf = append(w.buf, ",\n"...)
}

func (w *writer) list(depth int, name string, n int, item func(int)) {
	w.name(depth, name)
	if n == 0 {
		w.buf = append(w.buf, "[]"...)
		return
	}
	w.buf = append(w.buf, "[\n"...)
	for i := range n {
		w.indent(depth + 1)
		item(i)
		if i < n-1 {
			w.buf = append(w.buf, ',')
		}
		w.buf = append(w.buf, '\n')
	}
	w.indent(depth)
	w.buf = append(w.buf, ']')
}

func (w *writer) listing(l listingRecord) {
	items := l.Items
	l.Items = nil
	head := encodeValue(l)
	w.buf = append(w.buf, head[:len(head)-1]...) // up to the closing brace
	if len(items) > 0 {
		w.buf = append(w.buf, ",\n"...)
		w.list(3, "items", len(items), func(i int) { w.item(items[i]) })
	}
	w.buf = append(w.buf, '}')
}

func (w *writer) item(it itemRecord) {
	if it.JSON == nil {
		w.value(it)
		return
	}
	w.buf = append(w.buf, `{"json":`...)
	w.buf = append(w.buf, it.JSON...)
	if it.Problem != "" {
		w.buf = append(w.buf, `,"problem":`...)
		w.buf = jsonv.AppendQuoted(w.buf, it.Problem)
	}
	w.buf = append(w.buf, '}')
}

func (w *writer) value(value any) {
	switch v := value.(type) {
	case handshakeRecord:
		w.handshake(v)
	default:
		w.buf = append(w.buf, encodeValue(v)...)
	}
}

func (w *writer) handshake(h handshakeRecord) {
	w.buf = append(w.buf, '{')
	mark := len(w.buf)
	member := func(name string, value []byte) {
		if len(value) == 0 {
			return
		}
		if len(w.buf) > mark {
			w.buf = append(w.buf, ',')
		}
		w.buf = append(w.buf, '\n')
		w.name(2, name)
		w.buf = append(w.buf, value...)
	}
	if h.ProtocolVersion != "" {
		member("protocol_version", jsonv.AppendQuoted(nil, h.ProtocolVersion))
	}
	member("server_info", h.ServerInfo)
	member("capabilities", h.Capabilities)
	member("instructions", h.Instructions)
	member("result", h.Result)
	if len(w.buf) > mark {
		w.buf = append(w.buf, "\n  "...)
	}
	w.buf = append(w.buf, '}')
}

// encodeValue is json.Marshal without HTML escapes. The records it is given
// cannot fail.
func encodeValue(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // a record type that JSON cannot hold is a bug
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
