package manifest

// What [Coarse] and [Granular] answer, spelled as spec manifest-drift spells it.
// Codes that begin with mooring_ are ours: they stand in [Drift.Coverage] only.

// The verdicts. The first three are of both; a coarse one that could not tell is
// spelled as its reason, a granular one is VerdictInconclusive.
const (
	VerdictNoFinding       = "no_finding"
	VerdictPendingReview   = "pending_tool_manifest_review"
	VerdictCoverageWarning = "no_finding_with_coverage_warning" // coarse only
	VerdictNotObserved     = "inconclusive_manifest_not_observed"
	VerdictPartial         = "inconclusive_manifest_partial_observation"
	VerdictAmbiguous       = "manifest_observation_ambiguous"
	VerdictInconclusive    = "inconclusive" // granular only
)

// The code and the warnings of [Coarse] that are no verdicts.
const (
	CodeManifestDrift      = "mcp_tool_manifest_drift"
	WarningCoverageUnknown = "manifest_coverage_unknown"
	WarningCoveragePartial = "manifest_coverage_partial" // ours; only with PartialWarn
)

// The codes of findings about one tool.
const (
	CodeToolAdded             = "mcp_tool_added"
	CodeNewPrivilegedTool     = "mcp_new_privileged_tool"
	CodeToolRemoved           = "mcp_tool_removed"
	CodePrivilegedToolRemoved = "mcp_privileged_tool_removed"
	CodeToolChanged           = "mcp_tool_changed"
	CodePrivilegedToolChanged = "mcp_privileged_tool_changed"
	CodeDescriptionChanged    = "mcp_tool_description_changed"
	CodeInputSchemaChanged    = "mcp_tool_input_schema_changed"
	CodeOutputSchemaChanged   = "mcp_tool_output_schema_changed"
	CodeAnnotationsChanged    = "mcp_tool_annotations_changed"
)

// The codes of notes: why a change is not attributed to fields.
const (
	CodeAttributionUnavailable  = "field_attribution_unavailable"
	CodeAttributionInconsistent = "field_attribution_inconsistent"
)

// The codes of [Drift.Inconclusive], in the order in which they are looked for.
// The last one is no fault of the inputs: it stands beside findings.
const (
	CodeDeclaredDigestMismatch   = "declared_manifest_digest_mismatch"
	CodeDeclaredAmbiguous        = "declared_mcp_manifest_ambiguous"
	CodeServerMismatch           = "mcp_manifest_server_mismatch"
	CodeCanonicalizationMismatch = "mcp_manifest_canonicalization_mismatch"
	CodeNotObserved              = "inconclusive_manifest_not_observed"
	CodeObservationAmbiguous     = "mcp_manifest_observation_ambiguous"
	CodeBaselineConflict         = "declared_manifest_baseline_conflict"
	CodePartialObservation       = "inconclusive_manifest_partial_observation"
)

// The codes of [Drift.Coverage].
const (
	// CoveragePartial: tools may stand on pages that were not observed.
	CoveragePartial = "mooring_coverage_partial"
	// CoverageUnknown: nothing shows that the list was observed to its end.
	CoverageUnknown = "mooring_coverage_unknown"
	// CoverageInconsistent: the counts or the manifest digest of the observed
	// record are not those of the tools in it.
	CoverageInconsistent = "mooring_observation_inconsistent"
	// CoverageCanonicalization: both sides name one canonicalization, but it is
	// none that we know, so equal digests need not mean equal tools.
	CoverageCanonicalization = "mooring_canonicalization_unknown"
)

// NotMalice is the sentence that stands beside every report of drift.
const NotMalice = "drift is a difference of digests, not evidence of malice"
