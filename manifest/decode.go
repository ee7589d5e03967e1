package manifest

import (
	"fmt"

	"github.com/mooring-mcp/mooring/surface"
)

// ParseObserved reads a record assay.mcp_manifest_observed.v0 for [Coarse] and
// [Granular], ours or another producer's. What contradicts itself is read as it
// stands, and left for those two to name.
//
// Schema id, status, server, canonicalization, how the list was observed and the
// tools with their names and digests must be there. Of the rest an absent or null
// member is nothing: no manifest digest, no field digest, not privileged (reading
// A15), the counts of the tools. Members of other names are passed over.
//
// The error is of strict parsing, with byte offset and pointer, or a
// [*RecordError].
func ParseObserved(text []byte) (Observed, error) {
	o, err := readRecord(text, 0, false, node.observed)
	if err != nil {
		return o, fmt.Errorf("parse observed manifest: %w", err)
	}
	return o, nil
}

// ParseDeclared reads a record assay.declared_mcp_manifest.v0 for [Granular], as
// leniently as [ParseObserved]: a baseline whose digest is stale or whose names
// repeat is read, and [Granular] answers with a code. A baseline that something
// is to be enforced by goes through [LoadDeclared].
func ParseDeclared(text []byte) (Declared, error) {
	d, err := readRecord(text, 0, false, node.declared)
	if err != nil {
		return d, fmt.Errorf("parse declared manifest: %w", err)
	}
	return d, nil
}

func (n node) observed() Observed {
	n.record(ObservedSchema, "status", "server", "observed", "non_claims")
	body := n.member("observed")
	body.object("manifest_digest", "canonicalization", "tool_count", "privileged_tool_count",
		"tools_list_observed", "tools_list_complete", "tool_digests")
	o := Observed{
		Status:            Status(n.member("status").word(string(StatusObserved), string(StatusNotObserved), string(StatusAmbiguous))),
		ServerID:          n.server(),
		Canonicalization:  body.member("canonicalization").text(),
		ToolsListObserved: body.member("tools_list_observed").flag(),
		ToolsListComplete: surface.Completeness(body.member("tools_list_complete").word(
			string(surface.Complete), string(surface.Partial), string(surface.Unknown))),
		Tools: body.member("tool_digests").tools(),
	}
	if m := body.member("manifest_digest"); !m.absent() && !m.v.IsNull() {
		o.ManifestDigest = m.digest()
	}
	o.ToolCount, o.PrivilegedToolCount = len(o.Tools), countPrivileged(o.Tools)
	if m := body.member("tool_count"); n.in.strict || !m.absent() {
		o.ToolCount = m.count()
	}
	if m := body.member("privileged_tool_count"); n.in.strict || !m.absent() {
		o.PrivilegedToolCount = m.count()
	}
	return o
}

func (n node) declared() Declared {
	n.record(DeclaredSchema, "note", "server", "canonicalization", "manifest_digest", "tools")
	d := Declared{ServerID: n.server(), Canonicalization: n.member("canonicalization").text()}
	note := n.member("note")
	if d.Note, _ = note.v.Str(); n.in.strict && note.v.Exists() {
		d.Note = note.text()
	}
	if m := n.member("manifest_digest"); n.in.strict || !m.absent() {
		d.ManifestDigest = m.digest()
	}
	d.Tools = n.member("tools").tools()
	return d
}

func (n node) server() string {
	server := n.member("server")
	server.object("id")
	return server.member("id").text()
}

func (n node) tools() []Tool {
	items := n.items()
	tools := make([]Tool, len(items))
	for i, item := range items {
		tools[i] = item.tool()
	}
	return tools
}

func (n node) tool() Tool {
	n.object("name", "tool_digest", "privileged", "privilege_classification", "action_class", "field_digests")
	return Tool{
		Name:      n.member("name").text(),
		Digest:    n.member("tool_digest").digest(),
		Privilege: n.privilege(),
		Fields:    n.member("field_digests").fields(),
	}
}

// privilege reads what a record says of a tool's privilege. The flag decides; an
// absent classification is the one that goes with it.
func (n node) privilege() Privilege {
	p := Privilege{Classification: Unclassified}
	if m := n.member("privileged"); !m.absent() {
		p.Privileged = m.flag()
	}
	if p.Privileged {
		p.Classification = Classified
	}
	given := n.member("privilege_classification")
	if !given.absent() {
		word := Classification(given.word(string(Classified), string(Unclassified)))
		if n.in.strict && word != p.Classification {
			given.want("%q, since privileged is %t", p.Classification, p.Privileged)
		}
		p.Classification = word
	}
	class := n.member("action_class")
	if class.v.Exists() && !class.v.IsNull() {
		p.ActionClass = class.text()
		if n.in.strict && (p.ActionClass == "" || !p.Privileged) {
			class.want("%s", either(p.Privileged, "a class", "null, since privileged is false"))
		}
	}
	return p
}

func (n node) fields() FieldDigests {
	if n.absent() {
		return FieldDigests{}
	}
	var digests [numFields]string
	var known []string
	for f, s := range fieldSpellings {
		known = append(known, s.name)
		if m := n.member(s.name); !m.absent() {
			digests[f] = m.digest()
		}
	}
	n.object(known...)
	return FieldDigests{digests[description], digests[inputSchema], digests[outputSchema], digests[annotations]}
}

func countPrivileged(tools []Tool) int {
	count := 0
	for _, t := range tools {
		if t.Privileged {
			count++
		}
	}
	return count
}
