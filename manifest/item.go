package manifest

import (
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// digester digests items one after another and reuses its buffer. The zero value
// is ready; it is not safe for concurrent use.
type digester struct {
	preimage []byte
}

// item is one item cut into its parts.
type item struct {
	kind      jsonv.Kind // Object, or nothing below is set
	name      string
	canonical []byte            // inexact numbers by their source text
	fields    [numFields][]byte // canonical values with numbers as doubles; nil stands for null
}

// field is one of the four fields of a tool that have a digest of their own.
type field int

const (
	description field = iota
	inputSchema
	outputSchema
	annotations
	numFields
)

// fieldSpellings holds for each field its name in the projection, and the
// members that it is read from: the first one present counts (reading A03).
var fieldSpellings = [numFields]struct{ name, wire, snake string }{
	description:  {"description", "description", "description"},
	inputSchema:  {"input_schema", "inputSchema", "input_schema"},
	outputSchema: {"output_schema", "outputSchema", "output_schema"},
	annotations:  {"annotations", "annotations", "annotations"},
}

// places tells where in an item's canonical form the values of its name and
// fields stand; a zero span stands for an absent one.
type places struct {
	key         string // member that names the item
	name        jsonv.Span
	wire, snake [numFields]jsonv.Span
}

// see notes a member; its name is in the canonical form, where the names that
// matter stand for themselves.
func (p *places) see(member []byte, at jsonv.Span) {
	if string(member) == p.key {
		p.name = at
	}
	for f, s := range fieldSpellings {
		switch string(member) {
		case s.wire:
			p.wire[f] = at
		case s.snake:
			p.snake[f] = at
		}
	}
}

// read cuts an item into its parts. The error, of an item that strict parsing
// refuses, is a *jsonv.Error.
func (d *digester) read(kind surface.Kind, listed surface.Item) (item, error) {
	if listed.Canonical == nil {
		v, err := jsonv.Parse(listed.Raw, jsonv.Limits{})
		if err != nil || v.Kind() != jsonv.Object {
			return item{kind: v.Kind()}, err
		}
		listed = surface.NewItem(kind, listed.Raw)
	}
	at := places{key: kind.Key()}
	err := jsonv.ScanObject(listed.Canonical, func(name, value jsonv.Span) bool {
		at.see(listed.Canonical[name.Start+1:name.End-1], value)
		return true
	})
	it := at.item(listed.Canonical)
	if listed.Inexact {
		it.round()
	}
	return it, err
}

// item cuts an object's name and fields out of its canonical form.
func (p *places) item(canonical []byte) item {
	it := item{kind: jsonv.Object, canonical: canonical}
	it.name, _ = jsonv.Unquote(p.name.Of(canonical))
	for f := range it.fields {
		at := p.wire[f]
		if at == (jsonv.Span{}) {
			at = p.snake[f]
		}
		if at != (jsonv.Span{}) {
			it.fields[f] = at.Of(canonical)
		}
	}
	return it
}

// round writes the numbers of the fields as doubles, which is what they are in
// the projections of the specification.
func (it *item) round() {
	for f, canonical := range it.fields {
		if v, err := jsonv.Parse(canonical, jsonv.Unlimited()); err == nil {
			it.fields[f] = jsonv.Canonical(v, jsonv.Doubles)
		}
	}
}

// tool digests the projection of an item and, if asked, its fields. An item that
// is no object has no name and no fields.
func (d *digester) tool(it item, withFields bool) Tool {
	t := Tool{Name: it.name}
	buf := append(d.preimage[:0], `{"annotations":`...)
	buf = appendField(buf, it.fields[annotations])
	buf = append(buf, `,"description":`...)
	buf = appendField(buf, it.fields[description])
	buf = append(buf, `,"input_schema":`...)
	buf = appendField(buf, it.fields[inputSchema])
	buf = append(buf, `,"name":`...)
	buf = jsonv.AppendQuoted(buf, it.name)
	buf = append(buf, `,"output_schema":`...)
	buf = appendField(buf, it.fields[outputSchema])
	t.Digest = d.digest(append(buf, '}'))
	if withFields {
		t.Fields = FieldDigests{
			Description:  d.field(it, description),
			InputSchema:  d.field(it, inputSchema),
			OutputSchema: d.field(it, outputSchema),
			Annotations:  d.field(it, annotations),
		}
	}
	return t
}

func (d *digester) field(it item, f field) string {
	buf := append(d.preimage[:0], `{"field":"`...)
	buf = append(buf, fieldSpellings[f].name...)
	buf = append(buf, `","projection":"`+FieldProjectionV0+`","value":`...)
	buf = appendField(buf, it.fields[f])
	return d.digest(append(buf, '}'))
}

func appendField(buf, canonical []byte) []byte {
	if canonical == nil {
		return append(buf, "null"...)
	}
	return append(buf, canonical...)
}

// surfaceItem digests an item by mooring.surface_item.v1.
func (d *digester) surfaceItem(kind surface.Kind, it item) string {
	buf := append(d.preimage[:0], `{"item":`...)
	buf = append(buf, it.canonical...)
	buf = append(buf, `,"kind":"`+string(kind)+`","projection":"`+SurfaceItemV1+`"}`...)
	return d.digest(buf)
}

// rawItem digests an item that is no strict JSON object, by its bytes.
func (d *digester) rawItem(kind surface.Kind, raw []byte) string {
	buf := append(d.preimage[:0], `{"kind":"`+string(kind)+`","projection":"`+SurfaceItemV1+`","raw_sha256":"`...)
	buf = append(buf, jsonv.Digest(raw)...)
	return d.digest(append(buf, `"}`...))
}

func (d *digester) digest(preimage []byte) string {
	d.preimage = preimage
	return jsonv.Digest(preimage)
}
