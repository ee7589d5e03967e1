// Package manifest gives an MCP server's surface its digests and states which
// tools were observed, as the public drift specification has it
// (spec manifest-drift).
//
// A tool's bytes go in. [DigestTool] projects them by
// assay.mcp_manifest_projection.v0 and hashes the projection and each of its
// four fields; [ManifestDigest] hashes the digests of a list of tools.
// [Observe] turns a [surface.Surface] into an [Observed], the record
// assay.mcp_manifest_observed.v0: digests, counts, how completely the tools were
// listed, and no word that the server wrote except the names of its tools.
//
// That projection sees name, description, schemas and annotations only, and
// numbers as doubles. [SurfaceDigest] hashes everything else too: every member
// of every tool, prompt, resource and template, the instructions and the
// capabilities, by mooring.surface_projection.v1. Neither digest stands in for
// the other. [Digest] computes both with one reading of each item.
//
// A tool's projection and a field's projection are hashed in their RFC 8785
// form, with the id of the projection inside, except for the tool's, whose id
// the manifest around it holds:
//
//	{"annotations":…,"description":…,"input_schema":…,"name":…,"output_schema":…}
//	{"field":"description","projection":"assay.mcp_tool_field.v0","value":…}
//	{"projection":"assay.mcp_manifest_projection.v0","tools":[{"name":…,"tool_digest":…}]}
//
// Observed records are judged against baselines. [Coarse] compares one manifest
// digest; [Granular] compares a [Declared] manifest tool by tool and, where both
// sides carry field digests, field by field. Their answers are codes of the
// specification and severities, which a [Profile] may move, and codes of our own
// for what was not observed well enough to pass. [Candidate] and [Promote] make a
// Declared of an observed record in two steps, [LoadDeclared] reads one that is
// to decide something.
//
// All functions are pure and safe for concurrent use; equal input gives equal
// bytes.
package manifest

// The ids of the projections and records.
const (
	ProjectionV0        = "assay.mcp_manifest_projection.v0"
	FieldProjectionV0   = "assay.mcp_tool_field.v0"
	ObservedSchema      = "assay.mcp_manifest_observed.v0"
	DeclaredSchema      = "assay.declared_mcp_manifest.v0"
	CandidateSchema     = "assay.mcp_manifest_candidate.v0"
	SurfaceProjectionV1 = "mooring.surface_projection.v1"
	SurfaceItemV1       = "mooring.surface_item.v1"
)
