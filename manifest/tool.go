package manifest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// Tool is what the record assay.mcp_manifest_observed.v0 says of one tool.
type Tool struct {
	Name   string       // as the server spelled it; "" when missing or no string
	Digest string       // of the projection, "sha256:" and 64 hexadecimal digits
	Fields FieldDigests // zero when the record carries none
	Privilege
}

// FieldDigests attributes a change to a field; spec manifest-drift, "Per-field
// canonicalization". A digest is "" when a record does not carry it.
type FieldDigests struct {
	Description  string
	InputSchema  string
	OutputSchema string
	Annotations  string
}

// Entry is a tool as the manifest projection holds it. Name is valid UTF-8.
type Entry struct{ Name, Digest string }

// DigestTool digests one tool definition, in the wire spelling or the snake_case
// one, and classifies its name by the default table. Where both spellings of a
// field are present the wire spelling counts, even when it is null (reading
// A03). An absent field is null; a field of any type is hashed as it is; a
// missing or non-string name is "" (A02).
//
// raw must be one JSON object that strict parsing accepts: no duplicate
// members, no lone surrogates, no number beyond the double range (A01). The
// error tells the byte offset and the JSON Pointer.
func DigestTool(raw []byte) (Tool, error) {
	var d digester
	it, err := d.read(surface.Tool, surface.Item{Raw: raw})
	switch {
	case err != nil:
		return Tool{}, fmt.Errorf("parse tool: %w", err)
	case it.kind != jsonv.Object:
		return Tool{}, fmt.Errorf("parse tool: found %s at byte 0, want an object", it.kind)
	}
	t := d.tool(it, true)
	t.Privilege = Privileges{}.Of(t.Name)
	return t, nil
}

// ManifestDigest returns the digest of the manifest projection of tools, which
// are sorted by name in code point order (A04), then by digest. The order in
// which they are given, which is left alone, does not matter.
func ManifestDigest(tools []Entry) string {
	sorted := slices.Clone(tools)
	slices.SortFunc(sorted, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Digest, b.Digest))
	})
	buf := append([]byte(nil), `{"projection":"`+ProjectionV0+`","tools":[`...)
	for i, t := range sorted {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = append(buf, `{"name":`...)
		buf = jsonv.AppendQuoted(buf, t.Name)
		buf = append(buf, `,"tool_digest":`...)
		buf = jsonv.AppendQuoted(buf, t.Digest)
		buf = append(buf, '}')
	}
	return jsonv.Digest(append(buf, `]}`...))
}
