package manifest

import (
	"slices"

	"github.com/mooring-mcp/mooring/surface"
)

// Partial says what [Coarse] makes of a list that was observed in part.
type Partial string

// The words of a policy's partial_observation. Any other word, the empty one
// too, counts as PartialInconclusive.
const (
	PartialInconclusive Partial = "inconclusive"
	PartialWarn         Partial = "warn" // no finding, but a warning (reading A08)
)

// CoarseResult is what one manifest digest tells of an observation.
type CoarseResult struct {
	Verdict     string   // one of the verdicts, never VerdictInconclusive
	ReasonCodes []string // why, when the verdict is no VerdictNoFinding or VerdictCoverageWarning
	Warnings    []string // set with VerdictCoverageWarning only
}

// Coarse compares an observed manifest with the digest that is pinned for it;
// spec manifest-drift, "Coverage rules and verdicts". The first that holds wins:
//
//	not observed        inconclusive_manifest_not_observed
//	no clear identity   manifest_observation_ambiguous (before partial, reading A07)
//	partial             inconclusive_manifest_partial_observation, or a warning by policy
//	digests differ      pending_tool_manifest_review, mcp_tool_manifest_drift
//	unknown             no_finding_with_coverage_warning
//	complete            no_finding
//
// A list is observed when both the status and the flag of the record say so, and
// has no clear identity when the status says so or a tool name repeats. A record
// without a manifest digest has the one that its tools give; when it holds fewer
// tools than it counts, or names a canonicalization that we do not know, it has
// none, which differs from every baseline. baseline is a full digest, see
// [IsDigest]; anything else differs from every manifest.
func Coarse(o Observed, baseline string, partial Partial) CoarseResult {
	because := func(verdict, code string) CoarseResult {
		return CoarseResult{Verdict: verdict, ReasonCodes: []string{code}}
	}
	warn := func(warning string) CoarseResult {
		return CoarseResult{Verdict: VerdictCoverageWarning, Warnings: []string{warning}}
	}
	switch digest := o.coarseDigest(); {
	case !o.wasObserved():
		return because(VerdictNotObserved, VerdictNotObserved)
	case o.ambiguous():
		return because(VerdictAmbiguous, VerdictAmbiguous)
	case o.ToolsListComplete == surface.Partial && partial == PartialWarn:
		return warn(WarningCoveragePartial)
	case o.ToolsListComplete == surface.Partial:
		return because(VerdictPartial, VerdictPartial)
	case digest == "" || digest != baseline:
		return because(VerdictPendingReview, CodeManifestDrift)
	case o.ToolsListComplete != surface.Complete:
		return warn(WarningCoverageUnknown)
	}
	return CoarseResult{Verdict: VerdictNoFinding}
}

// Append appends the result as a JSON object on one line.
func (c CoarseResult) Append(dst []byte) []byte {
	w := recordWriter{dst}
	w.open("verdict", c.Verdict)
	w.texts("reason_codes", c.ReasonCodes)
	w.texts("warnings", c.Warnings)
	w.raw(`}`)
	return w.buf
}

// wasObserved reports whether the record says throughout that a list was observed.
func (o Observed) wasObserved() bool {
	return o.ToolsListObserved && o.Status != StatusNotObserved
}

// ambiguous reports whether a tool of the record has no clear identity.
func (o Observed) ambiguous() bool {
	return o.Status == StatusAmbiguous || repeats(o.Tools)
}

// coarseDigest returns the manifest digest, "" when there is none to be had.
func (o Observed) coarseDigest() string {
	if o.ManifestDigest == "" && o.Canonicalization == ProjectionV0 && o.ToolCount == len(o.Tools) {
		return ManifestDigest(o.Entries())
	}
	return o.ManifestDigest
}

// inconsistent reports whether the record says one thing in its totals and
// another in its tools. A record without a clear identity counts tools that it
// does not hold, and has no digest.
func (o Observed) inconsistent() bool {
	if o.Status != StatusObserved {
		return false
	}
	stale := o.ManifestDigest != "" && o.Canonicalization == ProjectionV0 && o.ManifestDigest != ManifestDigest(o.Entries())
	return stale || o.ToolCount != len(o.Tools) || o.PrivilegedToolCount != countPrivileged(o.Tools)
}

// repeats reports whether two tools have one name.
func repeats(tools []Tool) bool {
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.Name
	}
	slices.Sort(names)
	return len(slices.Compact(names)) < len(tools)
}
