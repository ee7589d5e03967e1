package filter

import (
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// Digest returns the judge of "classify digest". It answers two shapes:
//
//	{"tool": TOOL} with {"tool_digest","field_digests"}
//	{"pages": [RESULT…], "server": ID, "completeness": WORD} with the record
//	assay.mcp_manifest_observed.v0, field digests in it
//
// Pages are results of tools/list in the order in which they came. A page with a
// member "error", one that is no list, and one that follows no open cursor make
// the list partial; the tools of the others count. No pages: not observed. server may be absent, which is "".
// completeness, unless absent or null, wins over what the pages show; an item
// that is no object makes the list partial nevertheless (reading J03).
// privileges classifies the tools.
func Digest(privileges manifest.Privileges) Judge {
	return func(line *jsonv.Value, raw []byte) ([]byte, error) {
		if err := members(line, "tool", "pages", "server", "completeness"); err != nil {
			return nil, err
		}
		switch tool, pages := line.Get("tool"), line.Get("pages"); {
		case tool.Exists():
			if err := members(line, "tool"); err != nil {
				return nil, err
			}
			return digestTool(tool, raw)
		case pages.Exists(), line.Get("server").Exists():
			return digestPages(line, raw, privileges)
		}
		return nil, At(line, "", MissingMember, "found neither member %q nor %q", "tool", "pages")
	}
}

func digestTool(v *jsonv.Value, raw []byte) ([]byte, error) {
	if v.Kind() != jsonv.Object {
		return nil, At(v, "/tool", WrongValue, "found %s, want an object", v.Kind())
	}
	tool, err := manifest.DigestTool(v.Span().Of(raw))
	if err != nil {
		return nil, within(err, v.Span().Start, "/tool")
	}
	answer := jsonv.AppendQuoted([]byte(`{"tool_digest":`), tool.Digest)
	answer = tool.Fields.Append(append(answer, `,"field_digests":`...))
	return append(answer, '}'), nil
}

func digestPages(line *jsonv.Value, raw []byte, privileges manifest.Privileges) ([]byte, error) {
	pages, server := line.Get("pages"), line.Get("server")
	if pages.Exists() && pages.Kind() != jsonv.Array {
		return nil, At(pages, "/pages", WrongValue, "found %s, want an array of results", pages.Kind())
	}
	if server.Exists() && server.Kind() != jsonv.String {
		return nil, At(server, "/server", WrongValue, "found %s, want a string", server.Kind())
	}
	given, err := givenCompleteness(line.Get("completeness"))
	if err != nil {
		return nil, err
	}
	listing := followPages(pages, raw)
	if given != "" && listing.Status == surface.Observed {
		listing.Completeness, listing.Reason = given, surface.GivenByObserver
	}
	record, err := manifest.Observe(surface.Surface{
		Server:   surface.Server{ID: server.Text()},
		Listings: []surface.Listing{listing},
	}, manifest.Options{FieldDigests: true, Privileges: privileges})
	if err != nil {
		return nil, err
	}
	return record.Append(nil), nil
}

// givenCompleteness reads the member completeness; "" means that the pages decide.
func givenCompleteness(v *jsonv.Value) (surface.Completeness, error) {
	if !v.Exists() || v.IsNull() {
		return "", nil
	}
	words := []surface.Completeness{surface.Complete, surface.Partial, surface.Unknown}
	if word, ok := v.Str(); ok && slices.Contains(words, surface.Completeness(word)) {
		return surface.Completeness(word), nil
	}
	return "", At(v, "/completeness", WrongValue, "found another value, want null or one of %s", list(words))
}

// followPages lists the tools of every result page that can be read. The list is
// complete only if the pages are one chain from its start to its end.
func followPages(pages *jsonv.Value, raw []byte) surface.Listing {
	limits := surface.Limits{Pages: pages.Len(), Items: jsonv.DefaultNodes, Bytes: MaxLine} // those of the line hold
	p := surface.NewPager(surface.Tool, limits)
	var before []surface.Listing // chains that ended before the pages did
	broken := false
	for _, page := range pages.Items() {
		if page.Get("error").Exists() {
			broken = true
			continue
		}
		if _, more := p.Next(); !more {
			broken = true
			before = append(before, p.Listing())
			p = surface.NewPager(surface.Tool, limits)
		}
		p.Page(page.Span().Of(raw))
	}
	return joined(append(before, p.Listing()), broken)
}

// joined is one listing of all items; a broken one that was observed is partial.
func joined(chains []surface.Listing, broken bool) surface.Listing {
	out := chains[0]
	for _, l := range chains[1:] {
		out.Items = append(out.Items, l.Items...)
		out.Pages = append(out.Pages, l.Pages...)
		if l.Status == surface.Observed {
			out.Status = surface.Observed
		}
	}
	if broken && out.Status == surface.Observed {
		out.Completeness, out.Reason = surface.Partial, surface.PageFailed
	}
	return out
}
