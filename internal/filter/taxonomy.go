package filter

import (
	"bytes"
	"encoding/json"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// taxonomyAnswer is the answer of "classify taxonomy".
type taxonomyAnswer struct {
	Severity  taxonomy.Severity   `json:"severity"`
	Rules     []string            `json:"rules"`
	Diff      []taxonomy.Change   `json:"diff"`
	Evidence  []taxonomy.Evidence `json:"evidence"`
	Omitted   map[string]int      `json:"omitted,omitempty"`
	Rationale []string            `json:"rationale"`
}

// Taxonomy returns the judge of "classify taxonomy". A line holds a tool before
// and after, of which one may be null or absent, but not both absent:
//
//	{"old": TOOL, "new": TOOL} with
//	{"severity","rules","diff":[{"path","kind"}],"evidence":[…],"rationale":[…]}
//
// A rule's evidence beyond [taxonomy.MaxEvidence] is counted in "omitted". Hidden
// characters of a tool are \u escapes in the answer.
func Taxonomy(phrases taxonomy.Phrases) Judge {
	classifier := taxonomy.New(phrases)
	return func(line *jsonv.Value, raw []byte) ([]byte, error) {
		if err := members(line, "old", "new"); err != nil {
			return nil, err
		}
		if !line.Get("old").Exists() && !line.Get("new").Exists() {
			return nil, At(line, "", MissingMember, "found neither member %q nor %q", "old", "new")
		}
		before, err := toolText(line, raw, "old")
		if err != nil {
			return nil, err
		}
		after, err := toolText(line, raw, "new")
		if err != nil {
			return nil, err
		}
		got, err := classifier.Classify(before, after)
		if err != nil {
			return nil, err
		}
		return encodeAnswer(taxonomyAnswer{
			got.Severity, got.Rules, got.Diff, orNone(got.Evidence), got.Omitted, orNone(got.Rationale),
		})
	}
}

// toolText is the source text of a tool, nil for null and for none.
func toolText(line *jsonv.Value, raw []byte, member string) ([]byte, error) {
	v := line.Get(member)
	switch {
	case isNothing(v):
		return nil, nil
	case v.Kind() != jsonv.Object:
		return nil, At(v, "/"+member, WrongValue, "found %s, want an object or null", v.Kind())
	}
	return v.Span().Of(raw), nil
}

func orNone[T any](list []T) []T { return append([]T{}, list...) }

// encodeAnswer is compact JSON with hidden characters as escapes.
func encodeAnswer(answer any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(answer); err != nil {
		return nil, err
	}
	return visible.AppendJSON(nil, bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}
