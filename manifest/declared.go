package manifest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/surface"
)

// MaxManifest is the length in bytes of the longest record that [LoadDeclared],
// [Candidate] and [Promote] read or give.
const MaxManifest = 1 << 20

// Declared is the record assay.declared_mcp_manifest.v0: the tools that an
// operator expects of a server. It is declared, not trusted.
type Declared struct {
	Note             string // an operator's remark; "" for none
	ServerID         string
	Canonicalization string // ProjectionV0, or a record is of no use to us
	ManifestDigest   string // of Tools; "" when the record has none
	Tools            []Tool
}

// Declare makes the manifest that declares what was observed. It fails unless
// the status is observed and the list complete, and for a record that does not
// agree with itself: repeated names, counts or a digest that are not those of its
// tools, another canonicalization.
//
// Unlike [LoadDeclared] it takes a list without tools and a tool without a name,
// which a server may show; a file of those does not load.
func Declare(o Observed) (Declared, error) {
	if _, detail := o.flaw(); detail != "" {
		return Declared{}, fmt.Errorf("declare manifest of %q: %s", o.ServerID, detail)
	}
	return Declared{
		ServerID:         o.ServerID,
		Canonicalization: o.Canonicalization,
		ManifestDigest:   ManifestDigest(o.Entries()),
		Tools:            sortedTools(o.Tools),
	}, nil
}

// flaw says in which member a record shows that it cannot become a baseline,
// and what was found and wanted there; detail is "" when it can.
func (o Observed) flaw() (pointer, detail string) {
	switch privileged := countPrivileged(o.Tools); {
	case o.Status != StatusObserved:
		return "/status", fmt.Sprintf("found status %q, want %q", o.Status, StatusObserved)
	case !o.ToolsListObserved:
		return "/observed/tools_list_observed", "found tools_list_observed false, want true"
	case o.ToolsListComplete != surface.Complete:
		return "/observed/tools_list_complete", fmt.Sprintf("found tools_list_complete %q, want %q", o.ToolsListComplete, surface.Complete)
	case o.Canonicalization != ProjectionV0:
		return "/observed/canonicalization", fmt.Sprintf("found canonicalization %q, want %q", o.Canonicalization, ProjectionV0)
	case repeats(o.Tools):
		return "/observed/tool_digests", "found a tool name again, want each once"
	case o.ToolCount != len(o.Tools):
		return "/observed/tool_count", fmt.Sprintf("found tool_count %d, want %d", o.ToolCount, len(o.Tools))
	case o.PrivilegedToolCount != privileged:
		return "/observed/privileged_tool_count", fmt.Sprintf("found privileged_tool_count %d, want %d", o.PrivilegedToolCount, privileged)
	case o.inconsistent():
		return "/observed/manifest_digest", fmt.Sprintf("found %s, which cannot be reproduced from the tools, want %s", o.ManifestDigest, ManifestDigest(o.Entries()))
	}
	return "", ""
}

// LoadDeclared reads a record assay.declared_mcp_manifest.v0 that is to decide
// something. Beyond what [ParseDeclared] asks for it refuses: a text over
// [MaxManifest], members of other names at any level, another canonicalization,
// a digest that is not one in full, a manifest digest that the tools do not give,
// no tools, a name that is empty, white space or repeated, field digests of other
// fields, and words about privilege that contradict each other.
//
// The error is of strict parsing, with byte offset and pointer, or a
// [*RecordError].
func LoadDeclared(text []byte) (Declared, error) {
	d, err := readRecord(text, MaxManifest, true, node.strictDeclared)
	if err != nil {
		return d, fmt.Errorf("load declared manifest: %w", err)
	}
	return d, nil
}

func (n node) strictDeclared() Declared {
	d := n.declared()
	if d.Canonicalization != ProjectionV0 {
		n.member("canonicalization").want("%q", ProjectionV0)
	}
	n.member("tools").named(d.Tools)
	if sum := ManifestDigest(d.Entries()); sum != d.ManifestDigest {
		n.member("manifest_digest").want("%q, the digest of the tools", sum)
	}
	return d
}

// named demands tools that a manifest can tell apart, and at least one.
func (n node) named(tools []Tool) {
	if len(tools) == 0 {
		n.failf("found no tools, want at least one")
	}
	seen := make(map[string]bool, len(tools))
	for i, item := range n.items() {
		name := item.member("name")
		switch text := tools[i].Name; {
		case strings.TrimSpace(text) == "":
			name.want("a name")
		case seen[text]:
			name.failf("found %q again, want each name once", text)
		}
		seen[tools[i].Name] = true
	}
}

// Entries returns name and digest of each tool, for [ManifestDigest].
func (d Declared) Entries() []Entry { return entriesOf(d.Tools) }

// Encode writes the record for people and files: indented, with a line end.
func (d Declared) Encode() []byte { return indented(d.Append(nil)) }

// Append appends the record on one line, tools sorted by name. The note is left
// out when there is none.
func (d Declared) Append(dst []byte) []byte {
	w := recordWriter{dst}
	w.open("schema", DeclaredSchema)
	if d.Note != "" {
		w.text("note", d.Note)
	}
	w.server(d.ServerID)
	w.text("canonicalization", d.Canonicalization)
	w.raw(`,"manifest_digest":`)
	w.orNull(d.ManifestDigest)
	w.tools("tools", sortedTools(d.Tools))
	w.raw(`}`)
	return w.buf
}

// sortedTools returns a copy in code point order of the names, then by digest.
func sortedTools(tools []Tool) []Tool {
	return slices.SortedStableFunc(slices.Values(tools), func(a, b Tool) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Digest, b.Digest))
	})
}

func entriesOf(tools []Tool) []Entry {
	entries := make([]Entry, len(tools))
	for i, t := range tools {
		entries[i] = Entry{t.Name, t.Digest}
	}
	return entries
}
