package filter

import (
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/prose"
)

// proseAnswer is the answer of "classify prose".
type proseAnswer struct {
	Severity prose.Verdict `json:"severity"`
	Step     string        `json:"step"`
	Reason   string        `json:"reason"`
}

// Prose is the judge of "classify prose". A line holds a text before and after,
// of which one may be null or absent, but not both absent:
//
//	{"old": TEXT, "new": TEXT} with {"severity","step","reason"}
//
// Texts that are identical are DOCUMENTATION by step 1 (spec contract-severities);
// a comparison of tools says nothing of them at all. An absent text is an empty one.
func Prose(line *jsonv.Value, _ []byte) ([]byte, error) {
	if err := members(line, "old", "new"); err != nil {
		return nil, err
	}
	if !line.Get("old").Exists() && !line.Get("new").Exists() {
		return nil, At(line, "", MissingMember, "found neither member %q nor %q", "old", "new")
	}
	before, err := proseText(line, "old")
	if err != nil {
		return nil, err
	}
	after, err := proseText(line, "new")
	if err != nil {
		return nil, err
	}
	r := prose.Classify(before, after)
	if r.Verdict == prose.Same {
		r = prose.Result{Verdict: prose.Documentation, Step: "1", Reason: "both texts are the same"}
	}
	return encodeAnswer(proseAnswer{r.Verdict, r.Step, r.Reason})
}

// proseText is a member that holds a text, "" for null and for none.
func proseText(line *jsonv.Value, member string) (string, error) {
	v := line.Get(member)
	if isNothing(v) {
		return "", nil
	}
	text, ok := v.Str()
	if !ok {
		return "", At(v, "/"+member, WrongValue, "found %s, want a string or null", v.Kind())
	}
	return text, nil
}
