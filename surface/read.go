package surface

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// ErrNoList is what [Read] returns for JSON that holds no listing.
var ErrNoList = errors.New("no tools, prompts, resources or resourceTemplates found; want an array of tools, a list result, a JSON-RPC response, NDJSON of those, or a surface record")

// Read makes a surface of a file's text, which is one of
//   - a record mooring.surface.v1,
//   - a bare array of tools (completeness unknown: nothing tells whether it is all),
//   - a list result ({"tools": […]}), or a JSON-RPC response around one,
//   - NDJSON of such results and responses, the pages of listings in order, an
//     initialize result among them if there is one.
//
// An error result makes its listing partial; so does a last page with a cursor.
// id names the server.
func Read(id string, text []byte) (Surface, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")))
	v, err := jsonv.Parse(text, jsonv.Limits{Depth: jsonv.DefaultDepth + 40})
	if schema, ok := v.Get("schema").Str(); ok && schema == Schema {
		return Decode(text)
	}
	switch {
	case bytes.HasPrefix(text, []byte("[")):
		return readArray(id, text, err)
	case isObject(text):
		return FromPages(id, [][]byte{text})
	}
	return readLines(id, text, err)
}

// readLines reads NDJSON. parsed is why the text as a whole is no JSON.
func readLines(id string, text []byte, parsed error) (Surface, error) {
	lines := nonEmptyLines(text)
	if len(lines) == 0 {
		return Surface{}, parsed
	}
	var pages [][]byte
	for n, line := range lines {
		if !isObject(line.text) {
			if n == 0 && parsed != nil {
				return Surface{}, parsed
			}
			return Surface{}, fmt.Errorf("line %d is no JSON object", line.number)
		}
		pages = append(pages, line.text)
	}
	return FromPages(id, pages)
}

// isObject reports whether text can be taken apart as an object.
func isObject(text []byte) bool {
	return jsonv.ScanObject(text, func(_, _ jsonv.Span) bool { return true }) == nil
}

type numberedLine struct {
	number int
	text   []byte
}

func nonEmptyLines(text []byte) []numberedLine {
	var out []numberedLine
	for i, line := range bytes.Split(text, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			out = append(out, numberedLine{i + 1, line})
		}
	}
	return out
}

// readArray reads a bare array of tools. parsed is why it is not strict JSON, if
// it is not: the items that are at fault are found one by one.
func readArray(id string, text []byte, parsed error) (Surface, error) {
	var raws [][]byte
	if err := jsonv.ScanArray(text, func(span jsonv.Span) bool {
		raws = append(raws, span.Of(text))
		return true
	}); err != nil {
		return Surface{}, cmp.Or(parsed, err)
	}
	return FromTools(id, raws), nil
}

// FromTools makes a surface of tools without pages: their listing has unknown
// completeness, the other kinds are not observed.
func FromTools(id string, tools [][]byte) Surface {
	list := append([]byte(`{"tools":[`), bytes.Join(tools, []byte(","))...)
	p := NewPager(Tool, Limits{})
	p.Page(append(list, "]}"...))
	l := p.Listing()
	if l.Completeness == Complete {
		l.Completeness, l.Reason = Unknown, BareList
	}
	l.Pages = nil
	s := Surface{Server: Server{ID: id}, Listings: []Listing{l}}
	s.complete(p.Hazards())
	return s
}

// FromPages makes a surface of list results and JSON-RPC responses in the order
// in which they were received. A page with several lists counts for each of
// them; an error counts against the listing that the page before belonged to,
// or against the tools.
func FromPages(id string, pages [][]byte) (Surface, error) {
	s := Surface{Server: Server{ID: id}}
	a := assembly{pagers: map[Kind]*Pager{}, last: Tool, surface: &s}
	for i, page := range pages {
		if err := a.page(page); err != nil && len(pages) == 1 {
			return Surface{}, err
		} else if err != nil {
			return Surface{}, fmt.Errorf("page %d: %w", i+1, err)
		}
	}
	var hazards []Hazard
	for _, kind := range Kinds() {
		if p := a.pagers[kind]; p != nil {
			s.Listings = append(s.Listings, p.Listing())
			hazards = append(hazards, p.Hazards()...)
		}
	}
	if len(s.Listings) == 0 && s.Handshake.Result == nil {
		return Surface{}, ErrNoList
	}
	s.complete(hazards)
	return s, nil
}

// complete gives the surface a listing of every kind, in order.
func (s *Surface) complete(hazards []Hazard) {
	all := make([]Listing, 0, len(Kinds()))
	for _, kind := range Kinds() {
		all = append(all, s.Listing(kind))
	}
	s.Listings = all
	s.AddHazards(hazards...)
}

// assembly sorts pages to the pagers of their kinds.
type assembly struct {
	pagers  map[Kind]*Pager
	last    Kind
	surface *Surface
}

// page takes a result, or the response around one.
func (a *assembly) page(page []byte) error { return a.take(page, true) }

func (a *assembly) take(page []byte, mayWrap bool) error {
	members := map[string][]byte{}
	var repeated string
	err := jsonv.ScanObject(page, func(name, value jsonv.Span) bool {
		n, _ := jsonv.Unquote(name.Of(page))
		if _, found := members[n]; found {
			repeated = n
		}
		members[n] = value.Of(page)
		return true
	})
	switch {
	case err != nil:
		return err
	case repeated != "" && (members["result"] != nil || members["error"] != nil):
		return fmt.Errorf("member %q is repeated", repeated)
	case mayWrap && members["result"] != nil && members["error"] == nil:
		return a.take(members["result"], false)
	case members["error"] != nil:
		a.pager(a.last).Fail(PageFailed, "page is an error")
		return nil
	case members["method"] != nil:
		return nil // a request or notification of a recorded conversation
	}
	return a.lists(page, members)
}

// lists hands a result to the listings that it has pages of. One that has none,
// and is no initialize result and not empty, is an error: it would be left out
// of a comparison in silence.
func (a *assembly) lists(page []byte, members map[string][]byte) error {
	found := len(members) == 0
	for _, kind := range Kinds() {
		if members[kind.Member()] != nil {
			a.last, found = kind, true
			a.pager(kind).Page(page)
		}
	}
	if members["protocolVersion"] != nil {
		return a.initialize(page)
	}
	if !found {
		return ErrNoList
	}
	return nil
}

func (a *assembly) pager(kind Kind) *Pager {
	if a.pagers[kind] == nil {
		a.pagers[kind] = NewPager(kind, Limits{})
	}
	return a.pagers[kind]
}

func (a *assembly) initialize(result []byte) error {
	h, err := NewHandshake(result)
	if err != nil {
		return err
	}
	a.surface.Handshake = h
	return nil
}

// NewHandshake reads an initialize result (MCP 2025-11-25, lifecycle). The
// result must be a strict JSON object with a string protocolVersion.
func NewHandshake(result []byte) (Handshake, error) {
	v, err := jsonv.Parse(result, jsonv.Limits{})
	if err != nil {
		return Handshake{}, fmt.Errorf("initialize result: %w", err)
	}
	for name := range v.Members() {
		if err := otherCase(name, "protocolVersion", "serverInfo", "capabilities", "instructions"); err != nil {
			return Handshake{}, fmt.Errorf("initialize result: %w", err)
		}
	}
	version, ok := v.Get("protocolVersion").Str()
	if !ok {
		return Handshake{}, fmt.Errorf("initialize result: protocolVersion is %s, want a string", orAbsent(v.Get("protocolVersion")))
	}
	return Handshake{
		ProtocolVersion: version,
		ServerInfo:      bytesOf(result, v.Get("serverInfo")),
		Capabilities:    bytesOf(result, v.Get("capabilities")),
		Instructions:    bytesOf(result, v.Get("instructions")),
		Result:          result,
	}, nil
}
