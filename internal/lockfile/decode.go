package lockfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// Error says what is wrong with a lock file and where.
type Error struct {
	Line, Column int    // from 1
	Pointer      string // RFC 6901
	Detail       string
	Hint         string // what to do next
}

// Error returns one line: place and detail.
func (e *Error) Error() string {
	where := fmt.Sprintf("line %d, column %d", e.Line, e.Column)
	if e.Pointer != "" {
		where += fmt.Sprintf(", %q", e.Pointer)
	}
	return where + ": " + e.Detail
}

// Decode reads the text of a lock file and proves it: members are closed, every
// digest is computed again from the items, and each entry has its integrity.
// Errors are of type [*Error].
func Decode(text []byte) (Lock, error) {
	d := decoder{text: text}
	v, err := jsonv.Parse(text, jsonv.Limits{Depth: recordDepth})
	if err != nil {
		return Lock{}, d.syntax(err)
	}
	if schema, _ := v.Get("schema").Str(); schema != Schema {
		return Lock{}, d.errorf(v.Get("schema"), "/schema", "another version of Mooring wrote this lock, or it is no lock", "schema is %s, want %q", orAbsent(v.Get("schema")), Schema)
	}
	if err := d.closed(v, "", "schema", "servers"); err != nil {
		return Lock{}, err
	}
	servers := v.Get("servers")
	if servers.Kind() != jsonv.Object {
		return Lock{}, d.errorf(servers, "/servers", restore, "servers is %s, want an object", orAbsent(servers))
	}
	var l Lock
	for id, entry := range servers.Members() {
		e, err := d.entry(id, entry)
		if err != nil {
			return Lock{}, err
		}
		l.Servers = append(l.Servers, e)
	}
	slices.SortFunc(l.Servers, func(a, b Entry) int { return jsonv.CompareUTF16(a.ID, b.ID) })
	return l, nil
}

const restore = "restore the file from version control; a changed surface is pinned with: mooring accept"

type decoder struct{ text []byte }

func (d decoder) errorf(at *jsonv.Value, pointer, hint, format string, args ...any) *Error {
	line, column := d.place(at.Span().Start)
	return &Error{Line: line, Column: column, Pointer: pointer, Detail: fmt.Sprintf(format, args...), Hint: hint}
}

// place turns a byte offset into line and column (in bytes), both from 1.
func (d decoder) place(offset int) (line, column int) {
	before := d.text[:min(offset, len(d.text))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

func (d decoder) syntax(err error) *Error {
	e := &Error{Line: 1, Column: 1, Detail: err.Error(), Hint: restore}
	if j := (*jsonv.Error)(nil); errors.As(err, &j) {
		e.Line, e.Column = d.place(j.Offset)
		e.Pointer, e.Detail = j.Pointer, j.Detail
	}
	if at := mergeMarker(d.text); at >= 0 {
		e.Line, e.Column = d.place(at)
		e.Detail, e.Hint = "merge conflict marker", "take one side of the conflict whole, server by server, then run: mooring check"
	}
	return e
}

// mergeMarker finds the first line that git writes around a conflict, or -1.
func mergeMarker(text []byte) int {
	for _, marker := range []string{"<<<<<<< ", "||||||| ", ">>>>>>> "} {
		if bytes.HasPrefix(text, []byte(marker)) {
			return 0
		}
		if at := bytes.Index(text, []byte("\n"+marker)); at >= 0 {
			return at + 1
		}
	}
	return -1
}

func orAbsent(v *jsonv.Value) string {
	if !v.Exists() {
		return "absent"
	}
	if s, ok := v.Str(); ok {
		return fmt.Sprintf("%q", s)
	}
	return v.Kind().String()
}

// closed refuses members that this version does not know.
func (d decoder) closed(v *jsonv.Value, pointer string, known ...string) error {
	if v.Kind() != jsonv.Object {
		return d.errorf(v, pointer, restore, "found %s, want an object", orAbsent(v))
	}
	for name, member := range v.Members() {
		if !slices.Contains(known, name) {
			return d.errorf(member, jsonv.AppendPointer(pointer, name), restore, "unknown member %q, want one of %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

func (d decoder) entry(id string, v *jsonv.Value) (Entry, error) {
	pointer := jsonv.AppendPointer("/servers", id)
	err := d.closed(v, pointer, "integrity", "launch", "artifact", "context", "handshake", "manifest_digest", "surface_digest", "profiles", "templates", "alarm_reason", "accepted", "bands", "tools", "prompts", "resources", "resource_templates")
	if err != nil {
		return Entry{}, err
	}
	var r entryRecord
	dec := json.NewDecoder(strings.NewReader(v.Raw()))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return Entry{}, d.errorf(v, pointer, restore, "%v", err)
	}
	s := surface.Surface{
		Server:    surface.Server{ID: id, Launch: surface.Launch(r.Launch)},
		Context:   surface.Context{Era: r.Context.Era, ProtocolVersion: r.Context.ProtocolVersion, Client: r.Context.Client, Capabilities: string(canonicalBytes(r.Context.Capabilities))},
		Handshake: handshakeFrom(r.Handshake),
	}
	if r.Artifact != nil {
		s.Server.Artifact = surface.Artifact(*r.Artifact)
	}
	lists := r.lists()
	for _, kind := range surface.Kinds() {
		l := surface.Listing{Kind: kind, Status: surface.Observed, Completeness: surface.Complete}
		member := memberOf(kind)
		for i := range *lists[kind] {
			rec := &(*lists[kind])[i]
			item := surface.NewItem(kind, canonicalBytes(rec.Item))
			if item.Problem != "" {
				at := v.Get(member).Index(i)
				return Entry{}, d.errorf(at, jsonv.AppendPointer(pointer, member), restore, "item %d: %s", i, item.Problem)
			}
			rec.Item = item.Raw
			l.Items = append(l.Items, item)
		}
		s.Listings = append(s.Listings, l)
	}
	return d.prove(v, pointer, r, s)
}

// prove computes digests and integrity again.
func (d decoder) prove(v *jsonv.Value, pointer string, r entryRecord, s surface.Surface) (Entry, error) {
	e, err := newEntry(s)
	if err != nil {
		return e, d.errorf(v, pointer, restore, "%v", err)
	}
	for i, t := range r.Templates {
		if !t.Parts.Valid() || t.Reason == "" {
			at := v.Get("templates").Index(i)
			return e, d.errorf(at, jsonv.AppendPointer(pointer, "templates"), restore, "template %d has no reason, or parts that are none", i)
		}
	}
	for i, a := range r.Accepted {
		if !jsonv.IsDigest(a.Fingerprint) || a.Why == "" || i > 0 && r.Accepted[i-1].Fingerprint >= a.Fingerprint {
			at := v.Get("accepted").Index(i)
			return e, d.errorf(at, jsonv.AppendPointer(pointer, "accepted"), restore, "accepted finding %d has no fingerprint or no reason, or stands out of order", i)
		}
	}
	if err := r.Bands.validate(); err != nil {
		return e, d.errorf(v.Get("bands"), jsonv.AppendPointer(pointer, "bands"), restore, "%v", err)
	}
	e.Templates, e.Profiles, e.AlarmReason, e.Accepted, e.Bands = r.Templates, r.Profiles, r.AlarmReason, r.Accepted, r.Bands
	if err := d.proveItems(v, pointer, r, e); err != nil {
		return e, err
	}
	for _, c := range []struct{ member, found, want string }{
		{"manifest_digest", r.ManifestDigest, e.ManifestDigest},
		{"surface_digest", r.SurfaceDigest, e.SurfaceDigest},
		{"integrity", r.Integrity, integrity(s.Server.ID, r)},
	} {
		if c.found != c.want {
			at := v.Get(c.member)
			if at == nil {
				at = v
			}
			return e, d.errorf(at, jsonv.AppendPointer(pointer, c.member), restore, "server %q does not have this %s; the entry was edited or merged by hand", s.Server.ID, c.member)
		}
	}
	return e, d.proveSpelling(v, pointer, e)
}

// proveSpelling demands that an entry has the very members that writing it again
// gives, so that none is read otherwise than a reviewer reads it: encoding/json
// takes "ITEM" for "item".
func (d decoder) proveSpelling(v *jsonv.Value, pointer string, e Entry) error {
	rec := recordOf(e)
	rec.Integrity = integrity(e.ID, rec)
	again, err := jsonv.Parse(marshal(rec), jsonv.Unlimited())
	if err != nil {
		return d.errorf(v, pointer, restore, "%v", err)
	}
	below, differs := jsonv.FirstDifference(v, again, jsonv.Source)
	if !differs {
		return nil
	}
	at, err := v.At(below)
	if err != nil {
		at = v
	}
	return d.errorf(at, pointer+below, restore, "found what mooring does not write there; the entry was edited by hand")
}

// proveItems compares the digests that stand beside the items with those of e.
func (d decoder) proveItems(v *jsonv.Value, pointer string, r entryRecord, e Entry) error {
	n := 0
	for _, kind := range surface.Kinds() {
		member := memberOf(kind)
		for i, rec := range *r.lists()[kind] {
			digest := e.Items[n]
			n++
			var wrong string
			switch {
			case rec.Digest != digest.Digest:
				wrong = "digest"
			case kind == surface.Tool && rec.ToolDigest != e.Tools[i].Digest, kind != surface.Tool && rec.ToolDigest != "":
				wrong = "tool_digest"
			default:
				continue
			}
			at := v.Get(member).Index(i)
			place := jsonv.AppendPointer(jsonv.AppendPointer(pointer, member), strconv.Itoa(i))
			return d.errorf(at, place, restore, "%s does not have the %s that stands beside it", surface.Where(kind, digest.Name), wrong)
		}
	}
	return nil
}

func handshakeFrom(r handshakeRecord) surface.Handshake {
	return surface.Handshake{
		ProtocolVersion: r.ProtocolVersion,
		ServerInfo:      canonicalBytes(r.ServerInfo),
		Capabilities:    canonicalBytes(r.Capabilities),
		Instructions:    canonicalBytes(r.Instructions),
		Result:          []byte("{}"),
	}
}

// memberOf is the entry's member that lists a kind.
func memberOf(kind surface.Kind) string {
	return map[surface.Kind]string{
		surface.Tool: "tools", surface.Prompt: "prompts", surface.Resource: "resources", surface.ResourceTemplate: "resource_templates",
	}[kind]
}
