package check

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// Kind is what a change or finding is about: one of the item kinds of package
// surface, or one of those below.
type Kind string

// Kinds beyond items.
const (
	Server       Kind = "server" // how the server is reached and observed
	Instructions Kind = "instructions"
	Capabilities Kind = "capabilities"
)

func kindRank(k Kind) int {
	return slices.Index([]Kind{
		Server, Instructions, Capabilities,
		Kind(surface.Tool), Kind(surface.Prompt), Kind(surface.Resource), Kind(surface.ResourceTemplate),
	}, k)
}

// Op is what happened to an item or to a value in it.
type Op string

// The operations.
const (
	Added   Op = "added"
	Removed Op = "removed"
	Changed Op = "changed"
)

// Change is one item that differs, with the edits inside it.
type Change struct {
	Op           Op     `json:"op"`
	Kind         Kind   `json:"kind"`
	Name         string `json:"name,omitempty"`
	BeforeDigest string `json:"before_digest,omitempty"` // item digest of mooring.surface_item.v1
	AfterDigest  string `json:"after_digest,omitempty"`
	BeforeBytes  int    `json:"before_bytes"` // canonical length
	AfterBytes   int    `json:"after_bytes"`
	Edits        []Edit `json:"edits"`
	// Repeat tells items of one name apart: 0 for the first, 1 for the second.
	Repeat int `json:"repeat,omitempty"`
}

// Edit is one value that differs: the topmost added or removed node, or a
// changed one. Arrays are compared index by index.
type Edit struct {
	Op      Op     `json:"op"`
	Pointer string `json:"pointer"` // RFC 6901; "" is the whole item
	// Before and After are canonical JSON whose inexact numbers keep their
	// source text; nil is absent.
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
}

// part is one comparable thing of a surface: an item, the instructions or the
// capabilities.
type part struct {
	kind   Kind
	name   string
	nth    int    // distinguishes items of one name, from 0
	text   []byte // canonical form
	raw    []byte // set instead of text when the item is unreadable
	digest string
	bytes  int
}

func (p part) absent() bool { return p.text == nil && p.raw == nil }

// display is the name under which a repeated item is shown.
func (p part) display() string {
	if p.nth == 0 {
		return p.name
	}
	return p.name + " #" + strconv.Itoa(p.nth+1)
}

// changeOf compares two parts, either of which may be absent; ok is false when
// they are the same.
func changeOf(before, after part) (c Change, ok bool) {
	if before.digest == after.digest {
		return c, false
	}
	c = Change{
		Op: Changed, Kind: after.kind, Name: after.display(),
		BeforeDigest: before.digest, AfterDigest: after.digest,
		BeforeBytes: before.bytes, AfterBytes: after.bytes, Repeat: max(before.nth, after.nth),
	}
	switch {
	case before.absent():
		c.Op = Added
	case after.absent():
		c.Op, c.Kind, c.Name = Removed, before.kind, before.display()
	}
	c.Edits = edits(before, after)
	return c, true
}

func edits(before, after part) []Edit {
	if before.raw != nil || after.raw != nil {
		return []Edit{{Op: Changed, Before: rawText(before), After: rawText(after)}}
	}
	out := []Edit{}
	for _, d := range jsondiff.Diff(before.value(), after.value(), jsonv.Source) {
		e := Edit{Op: Changed, Pointer: d.Pointer, Before: canonical(d.Before), After: canonical(d.After)}
		switch d.Kind {
		case jsondiff.Added:
			e.Op = Added
		case jsondiff.Removed:
			e.Op = Removed
		case jsondiff.Modified:
		}
		out = append(out, e)
	}
	return out
}

// value parses a part; nil when it is absent.
func (p part) value() *jsonv.Value {
	if p.text == nil {
		return nil
	}
	v, err := jsonv.Parse(p.text, jsonv.Unlimited())
	if err != nil {
		panic(err) // canonical text was parsed before
	}
	return v
}

func canonical(v *jsonv.Value) json.RawMessage {
	if v == nil {
		return nil
	}
	return jsonv.Canonical(v, jsonv.Source)
}

// rawText shows an unreadable item as a JSON string; bytes that are no UTF-8
// become U+FFFD there.
func rawText(p part) json.RawMessage {
	if p.raw == nil {
		return p.text
	}
	return jsonv.AppendQuoted(nil, strings.ToValidUTF8(string(p.raw), "\uFFFD"))
}
