package filter

import (
	"errors"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
)

// Drift returns the judge of "classify drift". A line holds an observed record
// and what it is to be judged against, one or both; null counts as absent:
//
//	{"observed": RECORD, "declared": RECORD, "baseline": DIGEST}
//
// With a baseline the answer has the member coarse, with a declared record the
// members of a granular comparison; with both, a baseline that is not the
// declared record's digest is a conflict:
//
//	{"coarse":{"verdict":…,"reason_codes":[…],"warnings":[…]},
//	 "findings":[{"name":…,"field":…,"code":…,"severity":…}],"inconclusive":[…],
//	 "all_inconclusive":[…],"notes":[{"name":…,"code":…}],"seen":[…],
//	 "coverage":[…],"verdict":…}
//
// Records are read as leniently as [manifest.ParseObserved] reads them; what no
// longer is a record, and a baseline that is no digest in full, is an error at
// its place. partial and profile are those of [manifest.Coarse] and
// [manifest.Granular].
func Drift(partial manifest.Partial, profile manifest.Profile) Judge {
	return func(line *jsonv.Value, raw []byte) ([]byte, error) {
		if err := members(line, "observed", "declared", "baseline"); err != nil {
			return nil, err
		}
		declared, baseline := line.Get("declared"), line.Get("baseline")
		if isNothing(declared) && isNothing(baseline) {
			return nil, At(line, "", MissingMember, "found neither member %q nor %q", "declared", "baseline")
		}
		observed, err := record(line, raw, "observed", manifest.ParseObserved)
		if err != nil {
			return nil, err
		}
		digest, err := givenBaseline(baseline)
		if err != nil {
			return nil, err
		}
		answer := []byte(`{`)
		if digest != "" {
			answer = append(manifest.Coarse(observed, digest, partial).Append(append(answer, `"coarse":`...)), ',')
		}
		if isNothing(declared) {
			answer[len(answer)-1] = '}'
			return answer, nil
		}
		against, err := record(line, raw, "declared", manifest.ParseDeclared)
		if err != nil {
			return nil, err
		}
		drift := manifest.Granular(observed, against, manifest.GranularOptions{Baseline: digest, Profile: profile})
		return append(answer, drift.Append(nil)[1:]...), nil
	}
}

// isNothing reports an absent member or a null.
func isNothing(v *jsonv.Value) bool { return !v.Exists() || v.IsNull() }

// givenBaseline reads the member baseline, "" when there is none.
func givenBaseline(v *jsonv.Value) (string, error) {
	if isNothing(v) {
		return "", nil
	}
	digest, ok := v.Str()
	if !ok || !manifest.IsDigest(digest) {
		return "", At(v, "/baseline", WrongValue, `found another value, want "sha256:" and 64 digits of 0-9a-f`)
	}
	return digest, nil
}

// record reads a member that holds a record.
func record[T any](line *jsonv.Value, raw []byte, member string, parse func([]byte) (T, error)) (T, error) {
	v, pointer := line.Get(member), "/"+member
	var none T
	if !v.Exists() {
		return none, At(line, "", MissingMember, "found no member %q", member)
	}
	r, err := parse(v.Span().Of(raw))
	if wrong := (*manifest.RecordError)(nil); errors.As(err, &wrong) {
		return none, &Error{
			Code:    WrongValue,
			Message: wrong.Detail,
			Offset:  v.Span().Start + wrong.Offset,
			Pointer: pointer + wrong.Pointer,
		}
	}
	if err != nil {
		return none, within(err, v.Span().Start, pointer)
	}
	return r, nil
}
