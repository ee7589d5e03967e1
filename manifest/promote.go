package manifest

import (
	"fmt"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Promote turns a candidate into a declared manifest. Whoever calls it approves.
//
// It trusts no member of the candidate: it makes the candidate of source again,
// the bytes of the observed record, and refuses unless both are one JSON value.
// White space and the order of members in the candidate may differ; one more byte
// in source is another digest and refused.
//
// The error is one of [Candidate], or says where the candidate differs.
func Promote(candidate, source []byte) (Declared, error) {
	c, err := Candidate(source)
	if err != nil {
		return Declared{}, fmt.Errorf("promote: %w", err)
	}
	given, err := jsonv.Parse(candidate, jsonv.Limits{Bytes: MaxManifest})
	if err != nil {
		return Declared{}, fmt.Errorf("promote: parse candidate: %w", err)
	}
	wanted, err := jsonv.Parse(c.Append(nil), jsonv.Limits{})
	if err != nil {
		return Declared{}, fmt.Errorf("promote: parse candidate of source: %w", err)
	}
	if changes := jsondiff.Diff(given, wanted, jsonv.Source); len(changes) > 0 {
		return Declared{}, fmt.Errorf("promote: candidate is not the one of this source: %w", mismatch(changes[0], given))
	}
	d := Declared{
		ServerID:         c.ServerID,
		Canonicalization: c.Canonicalization,
		ManifestDigest:   c.ManifestDigest,
		Tools:            c.Tools,
	}
	// Nothing is promoted that the loader would refuse, should it ever ask for more
	// than Candidate does.
	if _, err := LoadDeclared(d.Encode()); err != nil {
		return Declared{}, fmt.Errorf("promote: %w", err)
	}
	return d, nil
}

// mismatch says what stands in the candidate instead of what was wanted.
func mismatch(c jsondiff.Change, candidate *jsonv.Value) *RecordError {
	found, wanted := node{v: c.Before}, node{v: c.After}
	offset := candidate.Span().Start
	if c.Before.Exists() {
		offset = c.Before.Span().Start
	}
	return &RecordError{offset, c.Pointer, fmt.Sprintf("found %s, want %s", found.found(), wanted.found())}
}
