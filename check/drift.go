package check

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// Drift is the lens of spec manifest-drift: is the observed surface the one
// before, by canonical digests? It reports tools in the codes of that
// specification, and what its projection does not see (titles, icons, prompts,
// resources, instructions and so on) in codes of our own, which begin with
// mooring_. Every change has at least one finding.
//
// Drift is a difference of digests and says nothing about intent.
type Drift struct {
	Profile manifest.Profile
	// Baseline is what an operator declares beside the surface before. Where the
	// two disagree, nobody can tell.
	Baseline Baseline
}

// ID returns "drift".
func (Drift) ID() string { return "drift" }

// Judge evaluates the tools by the specification, and then sees to it that every
// change has a finding.
func (l Drift) Judge(pair Pair) Judgement {
	var j Judgement
	if pair.Before.Listing(surface.Tool).Status == surface.Observed && pair.After.Listing(surface.Tool).Status == surface.Observed {
		drift, err := l.granular(pair)
		if err != nil {
			return Judgement{Gaps: []Gap{{Code: "drift_not_evaluated", Detail: err.Error()}}}
		}
		j.Drift = &drift
		j.Gaps = driftGaps(drift)
		j.Findings = l.toolFindings(pair, drift)
	}
	byItem := map[itemKey][]Finding{}
	for _, f := range j.Findings {
		byItem[f.item()] = append(byItem[f.item()], f)
	}
	for _, c := range pair.Changes {
		j.Findings = append(j.Findings, l.beyond(c, byItem[c.item()])...)
	}
	return j
}

// granular compares the observed record of after with the declared manifest that
// before amounts to.
func (l Drift) granular(pair Pair) (manifest.Drift, error) {
	with := manifest.Options{FieldDigests: true}
	before, err := manifest.Observe(pair.Before, with)
	if err != nil {
		return manifest.Drift{}, err
	}
	after, err := manifest.Observe(pair.After, with)
	if err != nil {
		return manifest.Drift{}, err
	}
	after.ServerID = pair.Server
	own := manifest.Declared{
		ServerID: pair.Server, Canonicalization: manifest.ProjectionV0,
		ManifestDigest: manifest.ManifestDigest(before.Entries()), Tools: before.Tools,
	}
	return manifest.Granular(after, own, manifest.GranularOptions{Baseline: l.conflicting(own.ManifestDigest), Profile: l.Profile}), nil
}

// conflicting is a declared digest that is not the one of before, or "".
func (l Drift) conflicting(own string) string {
	switch {
	case l.Baseline.Declared != nil && l.Baseline.Declared.ManifestDigest != own:
		return l.Baseline.Declared.ManifestDigest
	case l.Baseline.Digest != own:
		return l.Baseline.Digest
	}
	return ""
}

// driftGaps are the codes that keep the specification from an answer. What was
// not observed is a gap of the listing already.
func driftGaps(d manifest.Drift) []Gap {
	listed := []string{
		manifest.CodeNotObserved, manifest.CodePartialObservation, manifest.CoveragePartial, manifest.CoverageUnknown,
	}
	var out []Gap
	for _, code := range slices.Concat(d.AllInconclusive, d.Coverage) {
		if !slices.Contains(listed, code) {
			out = append(out, Gap{Code: code, Detail: gapDetails[code]})
		}
	}
	for _, n := range d.Notes {
		out = append(out, Gap{Code: n.Code, Detail: fmt.Sprintf("tool %q: %s", n.Name, gapDetails[n.Code]), Warning: true})
	}
	return out
}

// gapDetails says in words what a code means.
var gapDetails = map[string]string{
	manifest.CodeDeclaredDigestMismatch:   "the declared manifest does not have the digest that it gives",
	manifest.CodeDeclaredAmbiguous:        "two tools of the manifest before have one name",
	manifest.CodeServerMismatch:           "the declared manifest is one of another server",
	manifest.CodeCanonicalizationMismatch: "the manifests are digested by different rules",
	manifest.CodeObservationAmbiguous:     "two observed tools have one name, or a tool cannot be read",
	manifest.CodeBaselineConflict:         "lock, policy and declared manifest do not declare the same digest",
	manifest.CoverageInconsistent:         "the observed record contradicts itself",
	manifest.CoverageCanonicalization:     "the manifests are digested by rules that are not known here",
	manifest.CodeAttributionUnavailable:   "the change cannot be attributed to fields",
	manifest.CodeAttributionInconsistent:  "tool digest and field digests tell different stories",
}

// toolFindings turns the findings of the specification into ours, and what was
// seen in an ambiguous observation, too.
func (l Drift) toolFindings(pair Pair, d manifest.Drift) []Finding {
	list := d.Findings
	if !slices.Contains(d.AllInconclusive, manifest.CodeBaselineConflict) {
		list = slices.Concat(list, d.Seen)
	}
	digests := map[itemKey]Change{}
	for _, c := range pair.Changes {
		digests[c.item()] = c
	}
	var out []Finding
	for _, f := range list {
		finding := Finding{
			Lens: l.ID(), Rule: f.Code, Severity: string(f.Severity),
			Kind: Kind(surface.Tool), Name: f.Name, Pointer: fieldPointers[f.Field], Message: driftMessages[f.Code],
		}
		if c, changed := digests[finding.item()]; changed {
			finding.BeforeDigest, finding.AfterDigest = c.BeforeDigest, c.AfterDigest
		}
		out = append(out, finding)
	}
	return out
}

// fieldPointers leads from a field of the specification to the member that holds it.
var fieldPointers = map[string]string{
	"description": "/description", "input_schema": "/inputSchema", "output_schema": "/outputSchema", "annotations": "/annotations",
}

var driftMessages = map[string]string{
	manifest.CodeToolAdded:             "tool was added",
	manifest.CodeNewPrivilegedTool:     "privileged tool was added",
	manifest.CodeToolRemoved:           "tool was removed",
	manifest.CodePrivilegedToolRemoved: "privileged tool was removed",
	manifest.CodeToolChanged:           "tool changed",
	manifest.CodePrivilegedToolChanged: "privileged tool changed",
	manifest.CodeDescriptionChanged:    "description changed",
	manifest.CodeInputSchemaChanged:    "input schema changed",
	manifest.CodeOutputSchemaChanged:   "output schema changed",
	manifest.CodeAnnotationsChanged:    "annotations changed",
	manifest.CodeManifestDrift:         "manifest is not the declared one",
}

// beyond gives a change what it needs beyond the findings that it has: one for
// every part that the projection does not see, and at least one at all.
func (l Drift) beyond(c Change, found []Finding) []Finding {
	var out []Finding
	add := func(code, pointer, severity, message string) {
		out = append(out, Finding{
			Lens: l.ID(), Rule: code, Severity: severity, Kind: c.Kind, Name: c.Name, Repeat: c.Repeat, Pointer: pointer,
			Message: message, BeforeDigest: c.BeforeDigest, AfterDigest: c.AfterDigest,
		})
	}
	has := func(pointer string) bool {
		return slices.ContainsFunc(found, func(f Finding) bool { return f.Pointer == pointer || f.Pointer == "" })
	}
	if c.Kind == Kind(surface.Tool) && c.Op == Changed {
		for _, member := range changedMembers(c) {
			if m := outside(member, c); !seenByProjection(member) || !has(m.pointer) {
				add(m.code, m.pointer, m.severity, m.message)
			}
		}
	}
	switch {
	case c.Op == Added && c.Repeat > 0:
		add(RuleNameRepeated(c.Kind), "", "high", nameRepeated)
	case len(out)+len(found) == 0:
		add("mooring_"+string(c.Kind)+"_"+string(c.Op), "", wholeSeverity[c.Kind], whatHappened(c.Kind, c.Op))
	}
	return out
}

// RuleNameRepeated is the rule of items of a kind that have one name.
func RuleNameRepeated(kind Kind) string { return "mooring_" + string(kind) + "_name_repeated" }

const nameRepeated = "another item has this name, so nobody knows which one is meant"

// whatHappened says in words what happened to a part: "prompt was added".
func whatHappened(k Kind, op Op) string {
	text := strings.ReplaceAll(string(k), "_", " ") + " " + past[op]
	if k == Instructions || k == Capabilities {
		return strings.Replace(text, " was ", " were ", 1)
	}
	return text
}

var past = map[Op]string{Added: "was added", Removed: "was removed", Changed: "changed"}

// wholeSeverity is the severity of a change of a part that the projection does
// not see: what a model reads is more than what a client keeps to itself.
var wholeSeverity = map[Kind]string{
	Instructions:                   "high",
	Capabilities:                   "low",
	Kind(surface.Tool):             "medium",
	Kind(surface.Prompt):           "medium",
	Kind(surface.Resource):         "medium",
	Kind(surface.ResourceTemplate): "medium",
}

// changedMembers are the topmost members of an item in which it was edited; none of
// one that cannot be read and differs as a whole.
func changedMembers(c Change) []string {
	var out []string
	for _, e := range c.Edits {
		if member := topMember(e); e.Pointer != "" && !slices.Contains(out, member) {
			out = append(out, member)
		}
	}
	return out
}

func topMember(e Edit) string {
	member, _, _ := strings.Cut(strings.TrimPrefix(e.Pointer, "/"), "/")
	return member
}

// outsideMember is what a change of one member of a tool means to this lens.
type outsideMember struct{ code, pointer, severity, message string }

// codeNumberChanged is of a member that the projection sees, where only a number
// changed that a double does not tell apart.
const codeNumberChanged = "mooring_tool_number_changed"

// outsideMembers are the members that MCP gives a tool and the projection leaves
// out (spec manifest-drift, "Canonicalization").
var outsideMembers = map[string]outsideMember{
	"_meta":     {"mooring_tool_meta_changed", "/_meta", "low", "_meta changed, which the assay projection does not see"},
	"execution": {"mooring_tool_execution_changed", "/execution", "low", "execution changed, which the assay projection does not see"},
	"icons":     {"mooring_tool_icons_changed", "/icons", "low", "icons changed, which the assay projection does not see"},
	"title":     {"mooring_tool_title_changed", "/title", "medium", "title changed, which the assay projection does not see"},
}

// seenByProjection reports a member of a tool whose changes are the specification's
// to report.
func seenByProjection(member string) bool {
	return slices.Contains([]string{"description", "inputSchema", "outputSchema", "annotations"}, member)
}

// outside says what the change of a member means which the specification said nothing
// of: it leaves the member out, or cannot tell the two values apart, or did not
// compare at all, as it does where names are repeated.
func outside(member string, c Change) outsideMember {
	if m, known := outsideMembers[member]; known {
		return m
	}
	pointer := "/" + member // still escaped, from the edit
	switch {
	case !seenByProjection(member):
		return outsideMember{"mooring_tool_member_changed", pointer, "low", "a member changed that the assay projection does not see"}
	case equalAsDoubles(member, c):
		return outsideMember{codeNumberChanged, pointer, "medium", "a number changed beyond what a double tells apart"}
	}
	return outsideMember{codeToolChanged, pointer, "medium", member + " changed"}
}

// codeToolChanged is the code that any kind of item has for a change, for a tool.
const codeToolChanged = "mooring_tool_changed"

// equalAsDoubles reports that in a member nothing changed but numbers that are one
// double.
func equalAsDoubles(member string, c Change) bool {
	for _, e := range c.Edits {
		if topMember(e) != member {
			continue
		}
		before, err := jsonv.Parse(e.Before, jsonv.Limits{})
		if err != nil {
			return false // absent, or with more than a number
		}
		after, err := jsonv.Parse(e.After, jsonv.Limits{})
		if err != nil || before.Kind() != jsonv.Number || after.Kind() != jsonv.Number ||
			!bytes.Equal(jsonv.Canonical(before, jsonv.Doubles), jsonv.Canonical(after, jsonv.Doubles)) {
			return false
		}
	}
	return true
}
