package manifest

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Encode writes the record for people and files: indented, with a line end.
func (o Observed) Encode() []byte { return indented(o.Append(nil)) }

// indented lays a record out for people.
func indented(record []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, record, "", "  "); err != nil {
		panic(err) // recordWriter writes JSON
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// Append appends the record on one line: members in the order of the
// specification's example, no white space, only quote, backslash and C0 controls
// escaped. Names stand as the server spelled them (reading A14).
func (o Observed) Append(dst []byte) []byte {
	w := recordWriter{dst}
	w.open("schema", ObservedSchema)
	w.text("status", string(o.Status))
	w.server(o.ServerID)
	w.raw(`,"observed":{"manifest_digest":`)
	w.orNull(o.ManifestDigest)
	w.text("canonicalization", o.Canonicalization)
	w.raw(`,"tool_count":` + strconv.Itoa(o.ToolCount))
	w.raw(`,"privileged_tool_count":` + strconv.Itoa(o.PrivilegedToolCount))
	w.raw(`,"tools_list_observed":` + strconv.FormatBool(o.ToolsListObserved))
	w.text("tools_list_complete", string(o.ToolsListComplete))
	w.tools("tool_digests", o.Tools)
	w.raw(`}`)
	w.texts("non_claims", NonClaims())
	w.raw(`}`)
	return w.buf
}

// Append appends the digests as the object field_digests, absent ones left out.
func (f FieldDigests) Append(dst []byte) []byte {
	dst = append(dst, '{')
	sep := ""
	for field, digest := range f.list() {
		if digest != "" {
			dst = append(dst, sep+`"`+fieldSpellings[field].name+`":`...)
			dst = jsonv.AppendQuoted(dst, digest)
			sep = ","
		}
	}
	return append(dst, '}')
}

// recordWriter appends the members of objects one after another.
type recordWriter struct{ buf []byte }

func (w *recordWriter) raw(json string) { w.buf = append(w.buf, json...) }

func (w *recordWriter) quoted(s string) { w.buf = jsonv.AppendQuoted(w.buf, s) }

func (w *recordWriter) comma(i int) {
	if i > 0 {
		w.raw(",")
	}
}

// open starts an object with its first member.
func (w *recordWriter) open(name, value string) {
	w.raw(`{"` + name + `":`)
	w.quoted(value)
}

// text adds a further member with a string value.
func (w *recordWriter) text(name, value string) {
	w.raw(`,"` + name + `":`)
	w.quoted(value)
}

func (w *recordWriter) orNull(s string) {
	if s == "" {
		w.raw("null")
		return
	}
	w.quoted(s)
}

// texts adds a further member with an array of strings.
func (w *recordWriter) texts(name string, values []string) {
	w.raw(`,"` + name + `":[`)
	for i, v := range values {
		w.comma(i)
		w.quoted(v)
	}
	w.raw(`]`)
}

func (w *recordWriter) server(id string) {
	w.raw(`,"server":`)
	w.open("id", strings.ToValidUTF8(id, "\uFFFD"))
	w.raw(`}`)
}

// tools adds a further member with an array of tools.
func (w *recordWriter) tools(name string, tools []Tool) {
	w.raw(`,"` + name + `":[`)
	for i, t := range tools {
		w.comma(i)
		w.tool(t)
	}
	w.raw(`]`)
}

func (w *recordWriter) tool(t Tool) {
	w.open("name", t.Name)
	w.text("tool_digest", t.Digest)
	w.raw(`,"privileged":` + strconv.FormatBool(t.Privileged))
	w.text("privilege_classification", string(t.Classification))
	w.raw(`,"action_class":`)
	w.orNull(t.ActionClass)
	if t.Fields != (FieldDigests{}) {
		w.raw(`,"field_digests":`)
		w.buf = t.Fields.Append(w.buf)
	}
	w.raw(`}`)
}
