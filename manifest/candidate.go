package manifest

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// CandidateRecord is the record assay.mcp_manifest_candidate.v0: what an observed
// record would become if somebody approved it. It is no baseline, and no loader
// takes it for one. [Candidate] makes it, [Promote] turns it into a [Declared].
type CandidateRecord struct {
	SourceSHA256     string // digest of the observed record's exact bytes
	Canonicalization string
	ManifestDigest   string
	ServerID         string
	Tools            []Tool // sorted by name
}

// CandidateNonClaims returns the four sentences that stand in every candidate,
// word for word as other programs that read the record demand them.
func CandidateNonClaims() []string {
	return []string{
		"candidate is not an approval",
		"source_sha256 proves byte identity, not provenance",
		"does not prove the observed server is honest",
		"does not judge whether any tool is safe",
	}
}

// Candidate makes the candidate of an observed record, from its bytes as they
// stand in their file. The record must be strict JSON of at most [MaxManifest]
// bytes with every member of the schema and no other, and
//
//   - have the status observed, a list that was observed and is complete, and
//     the four non-claims word for word;
//   - hold at least one tool, no name twice, and counts that agree;
//   - have our canonicalization and a manifest digest that its tools give.
//
// It refuses server ids and tool names that are empty or white space, and those
// with a control character (Unicode Cc: C0, DEL, C1) or U+FFFD. The digests are
// over the names as the server spelled them; the public producer writes U+FFFD
// for most controls, so that nobody could reproduce the digest from what stands
// in such a record, and nobody can review a name that cannot be shown.
//
// The error is of strict parsing, a [*RecordError], or a sentence.
func Candidate(observed []byte) (CandidateRecord, error) {
	o, err := readRecord(observed, MaxManifest, true, node.promotable)
	if err != nil {
		return CandidateRecord{}, fmt.Errorf("make candidate from observed manifest: %w", err)
	}
	c := CandidateRecord{
		SourceSHA256:     jsonv.Digest(observed),
		Canonicalization: o.Canonicalization,
		ManifestDigest:   o.ManifestDigest,
		ServerID:         o.ServerID,
		Tools:            sortedTools(o.Tools),
	}
	if n := len(c.Encode()); n > MaxManifest {
		return CandidateRecord{}, fmt.Errorf("make candidate from observed manifest: candidate of %d bytes is over the limit of %d", n, MaxManifest)
	}
	return c, nil
}

// promotable reads an observed record that may become a baseline.
func (n node) promotable() Observed {
	o := n.observed()
	if pointer, detail := o.flaw(); detail != "" {
		n.below(pointer).failf("%s", detail)
	}
	n.member("non_claims").sentences(NonClaims())
	tools := n.member("observed").member("tool_digests")
	tools.named(o.Tools)
	n.member("server").member("id").printable()
	for _, item := range tools.items() {
		item.member("name").printable()
		for _, word := range []string{"privileged", "privilege_classification", "action_class"} {
			if m := item.member(word); !m.v.Exists() {
				m.want("the member")
			}
		}
	}
	if o.ManifestDigest == "" {
		n.member("observed").member("manifest_digest").want("a digest")
	}
	return o
}

// sentences demands exactly these strings.
func (n node) sentences(want []string) {
	items := n.items()
	for i, item := range items {
		if i < len(want) {
			item.word(want[i])
		}
	}
	if len(items) != len(want) {
		n.failf("found %d sentences, want %d", len(items), len(want))
	}
}

// printable demands a name that stands in the record as the server spelled it.
func (n node) printable() {
	text := n.text()
	switch {
	case strings.TrimSpace(text) == "":
		n.want("a name")
	case strings.ContainsFunc(text, unicode.IsControl):
		n.want("a name without control characters, which cannot be reproduced from every record")
	case strings.ContainsRune(text, unicode.ReplacementChar):
		n.want("a name without U+FFFD, which stands for characters that cannot be reproduced")
	}
}

// Encode writes the record for people and files: indented, with a line end.
func (c CandidateRecord) Encode() []byte { return indented(c.Append(nil)) }

// Append appends the record on one line.
func (c CandidateRecord) Append(dst []byte) []byte {
	w := recordWriter{dst}
	w.open("schema", CandidateSchema)
	w.text("status", "candidate")
	w.text("approval", "not_approved")
	w.text("source_sha256", c.SourceSHA256)
	w.text("canonicalization", c.Canonicalization)
	w.text("manifest_digest", c.ManifestDigest)
	w.server(c.ServerID)
	w.tools("tools", c.Tools)
	w.texts("non_claims", CandidateNonClaims())
	w.raw(`}`)
	return w.buf
}
