package manifest

import (
	"slices"

	"github.com/mooring-mcp/mooring/surface"
)

// Drift is what a declared manifest tells of an observation, tool by tool. All
// lists are sorted and are nil when there is nothing to say.
type Drift struct {
	Findings []DriftFinding // by name, then in the order of the fields

	// Inconclusive is the code that wins: the first fault of the inputs, in which
	// case Findings and Notes are empty, or CodePartialObservation beside them.
	Inconclusive []string
	// AllInconclusive holds every code that applies (reading A10).
	AllInconclusive []string
	Notes           []Note // by name

	// Seen is what the comparison shows where a fault keeps it from being a
	// finding: another server's id, an ambiguous observation, a second baseline
	// that disagrees. It is for readers, and no verdict hangs on it. A fault of
	// the declared manifest, another canonicalization and a list that was not
	// observed leave nothing to compare.
	Seen []DriftFinding

	// Coverage holds what the specification has no code for: mooring_ codes for
	// an observation that cannot bear a clean verdict, see the constants. Where
	// nothing was found and Coverage is not empty, nobody can tell.
	Coverage []string

	Verdict       string // VerdictPendingReview, VerdictInconclusive or VerdictNoFinding
	PendingReview bool   // there are findings
}

// DriftFinding is one difference between the declared and the observed tools.
type DriftFinding struct {
	Name     string // of the tool, raw as in the records
	Field    string // "description", "input_schema", "output_schema" or "annotations"; "" for the tool as a whole
	Code     string
	Severity Severity
	// Privileged is the observed tool's when it was added, the declared one's when
	// it was removed, and either's when it changed.
	Privileged bool
}

// Note says why a change is not attributed to fields, or that the field digests
// of an unchanged tool differ.
type Note struct{ Name, Code string }

// GranularOptions are for [Granular]. The zero value is the default profile and
// no second baseline.
type GranularOptions struct {
	// Baseline is the manifest digest that is pinned for the server elsewhere; ""
	// for none. Another one than the declared manifest's is a conflict.
	Baseline string
	Profile  Profile
}

// Granular compares an observed manifest with a declared one; spec
// manifest-drift, "Granular per-tool drift" and "Field-level attribution".
//
// The inputs are checked first, and a fault of theirs is the answer instead of
// findings: declared_manifest_digest_mismatch, declared_mcp_manifest_ambiguous,
// mcp_manifest_server_mismatch, mcp_manifest_canonicalization_mismatch,
// inconclusive_manifest_not_observed, mcp_manifest_observation_ambiguous,
// declared_manifest_baseline_conflict.
//
// Additions and changes are findings however much was observed, removals only of
// a complete list (reading A15). A change is attributed to fields when both sides
// carry all four field digests and one of them differs; otherwise it is one
// finding and a note. The tool digest alone says whether a tool changed.
//
// Findings make the verdict pending_tool_manifest_review; without them, codes in
// Inconclusive or notes make it inconclusive (A12). O(n log n) in tools.
func Granular(o Observed, d Declared, opt GranularOptions) Drift {
	out := Drift{Coverage: coverage(o, d), Verdict: VerdictNoFinding}
	faults := faultsOf(o, d, opt.Baseline)
	df := differ{complete: o.ToolsListComplete == surface.Complete, profile: opt.Profile}
	switch {
	case len(faults) == 0:
		df.compare(o.Tools, d.Tools)
		out.Findings, out.Notes = df.findings, df.notes
		if df.missing {
			faults = []string{CodePartialObservation}
		}
	case !slices.ContainsFunc(faults, hidesTools):
		df.compare(o.Tools, d.Tools)
		out.Seen = df.findings
	}
	if len(faults) > 0 {
		out.Inconclusive, out.AllInconclusive = faults[:1:1], faults
	}
	if len(faults)+len(out.Notes) > 0 {
		out.Verdict = VerdictInconclusive
	}
	if out.PendingReview = len(out.Findings) > 0; out.PendingReview {
		out.Verdict = VerdictPendingReview
	}
	return out
}

// Clean reports that everything was observed, everything could be compared, and
// nothing differs: the only answer that lets a gate pass.
func (d Drift) Clean() bool {
	return d.Verdict == VerdictNoFinding && len(d.Coverage) == 0
}

// faultsOf returns every fault of the inputs in the order of the specification.
func faultsOf(o Observed, d Declared, baseline string) []string {
	var faults []string
	for _, check := range []struct {
		faulty bool
		code   string
	}{
		{ManifestDigest(d.Entries()) != d.ManifestDigest, CodeDeclaredDigestMismatch},
		{repeats(d.Tools), CodeDeclaredAmbiguous},
		{o.ServerID != d.ServerID, CodeServerMismatch},
		{o.Canonicalization != d.Canonicalization, CodeCanonicalizationMismatch},
		{!o.wasObserved(), CodeNotObserved},
		{o.ambiguous(), CodeObservationAmbiguous},
		{baseline != "" && baseline != d.ManifestDigest, CodeBaselineConflict},
	} {
		if check.faulty {
			faults = append(faults, check.code)
		}
	}
	return faults
}

// hidesTools reports whether a fault leaves no tools to compare.
func hidesTools(fault string) bool {
	return fault != CodeServerMismatch && fault != CodeObservationAmbiguous && fault != CodeBaselineConflict
}

// coverage says why a comparison without findings would not be clean.
func coverage(o Observed, d Declared) []string {
	var codes []string
	switch {
	case !o.wasObserved(): // a code of the specification says so
	case o.ToolsListComplete == surface.Partial:
		codes = append(codes, CoveragePartial)
	case o.ToolsListComplete != surface.Complete:
		codes = append(codes, CoverageUnknown)
	}
	if o.Canonicalization == d.Canonicalization && d.Canonicalization != ProjectionV0 {
		codes = append(codes, CoverageCanonicalization)
	}
	if o.inconsistent() {
		codes = append(codes, CoverageInconsistent)
	}
	return codes
}

// Append appends the result as a JSON object on one line.
func (d Drift) Append(dst []byte) []byte {
	w := recordWriter{append(dst, '{')}
	w.findings(`"findings"`, d.Findings)
	w.texts("inconclusive", d.Inconclusive)
	w.texts("all_inconclusive", d.AllInconclusive)
	w.raw(`,"notes":[`)
	for i, n := range d.Notes {
		w.comma(i)
		w.open("name", n.Name)
		w.text("code", n.Code)
		w.raw(`}`)
	}
	w.raw(`]`)
	w.findings(`,"seen"`, d.Seen)
	w.texts("coverage", d.Coverage)
	w.text("verdict", d.Verdict)
	w.raw(`}`)
	return w.buf
}

func (w *recordWriter) findings(member string, findings []DriftFinding) {
	w.raw(member + `:[`)
	for i, f := range findings {
		w.comma(i)
		w.open("name", f.Name)
		if f.Field != "" {
			w.text("field", f.Field)
		}
		w.text("code", f.Code)
		w.text("severity", string(f.Severity))
		w.raw(`}`)
	}
	w.raw(`]`)
}
