package check

import (
	"slices"

	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// Baseline is what an operator declares of a server's tools: a declared manifest,
// the digest of a manifest, or both.
type Baseline struct {
	Declared *manifest.Declared // nil for none
	Digest   string             // "" for none
}

// IsZero reports that nothing is declared.
func (b Baseline) IsZero() bool { return b.Declared == nil && b.Digest == "" }

// CompareObserved compares an observed record with what is declared of its
// server, by spec manifest-drift alone: field by field with a declared manifest,
// as a whole with a digest.
func CompareObserved(label string, o manifest.Observed, b Baseline, profile manifest.Profile, partial manifest.Partial) Subject {
	s := Subject{Server: o.ServerID, Changes: []Change{}, Findings: []Finding{}, Gaps: []Gap{}}
	s.Before, s.After = b.side(), observedSide(label, o)
	if b.Declared == nil {
		s.coarse(manifest.Coarse(o, b.Digest, partial))
	} else {
		lens := Drift{Profile: profile}
		d := manifest.Granular(o, *b.Declared, manifest.GranularOptions{Baseline: b.Digest, Profile: profile})
		s.Drift = driftRecord(d)
		s.Add(lens.toolFindings(Pair{Server: o.ServerID}, d)...)
		s.Gaps = append(driftGaps(d), coverageGaps(d, partial)...)
	}
	s.Conclude()
	return s
}

// CompareDeclared is [CompareObserved] for a server that was observed now. What
// nobody declared (titles, prompts, resources, instructions and so on) is said
// to be not compared.
func CompareDeclared(id string, b Baseline, after Observation, lens Drift, partial manifest.Partial) (Subject, error) {
	o, err := manifest.Observe(after.Surface, manifest.Options{FieldDigests: true})
	if err != nil {
		return Subject{}, err
	}
	o.ServerID = id
	s := CompareObserved(after.Label, o, b, lens.Profile, partial)
	s.Gaps = append(s.Gaps, Gap{
		Code: gapNotCompared, Warning: true,
		Detail: "only names, descriptions, schemas and annotations of tools are declared; nothing else was compared",
	})
	s.Conclude()
	return s, nil
}

func (b Baseline) side() *Side {
	side := Side{Label: "declared", Completeness: string(surface.Complete), ManifestDigest: &b.Digest}
	if b.Declared != nil {
		side.ManifestDigest, side.Items = &b.Declared.ManifestDigest, len(b.Declared.Tools)
	}
	return &side
}

func observedSide(label string, o manifest.Observed) *Side {
	side := Side{Label: label, Completeness: string(o.ToolsListComplete), Items: o.ToolCount}
	if o.ManifestDigest != "" {
		side.ManifestDigest = &o.ManifestDigest
	}
	return &side
}

// coverageGaps are the gaps of an observation in part, which a surface has as
// gaps of its listings.
func coverageGaps(d manifest.Drift, partial manifest.Partial) []Gap {
	codes := slices.Concat(d.AllInconclusive, d.Coverage)
	has := func(code string) bool { return slices.Contains(codes, code) }
	var out []Gap
	if has(manifest.CodeNotObserved) {
		out = append(out, Gap{Code: manifest.CodeNotObserved, Detail: "no list of tools was observed"})
	}
	switch {
	case has(manifest.CodePartialObservation), has(manifest.CoveragePartial):
		out = append(out, Gap{Code: manifest.CodePartialObservation, Detail: "tools were observed in part; what is missing is not counted as removed", Warning: partial == manifest.PartialWarn})
	case has(manifest.CoverageUnknown):
		out = append(out, Gap{Code: manifest.WarningCoverageUnknown, Detail: "nothing shows that the tools were observed to the end"})
	}
	return out
}

// coarse turns the answer to a single digest into a finding or gaps.
func (s *Subject) coarse(c manifest.CoarseResult) {
	switch c.Verdict {
	case manifest.VerdictNoFinding:
	case manifest.VerdictPendingReview:
		s.Add(Finding{
			Lens: Drift{}.ID(), Rule: manifest.CodeManifestDrift, Action: Fail, Kind: Kind(surface.Tool), Message: driftMessages[manifest.CodeManifestDrift],
			BeforeDigest: *s.Before.ManifestDigest, AfterDigest: *s.After.ManifestDigest,
		})
	case manifest.VerdictCoverageWarning:
		for _, w := range c.Warnings {
			s.Gaps = append(s.Gaps, Gap{Code: w, Detail: coarseDetails[w], Warning: w == manifest.WarningCoveragePartial})
		}
	default:
		s.Gaps = append(s.Gaps, Gap{Code: c.Verdict, Detail: coarseDetails[c.Verdict]})
	}
}

var coarseDetails = map[string]string{
	manifest.WarningCoverageUnknown: "nothing shows that the tools were observed to the end",
	manifest.WarningCoveragePartial: "tools were observed in part, which policy lets pass with a warning",
	manifest.VerdictNotObserved:     "no list of tools was observed",
	manifest.VerdictPartial:         "tools were observed in part",
	manifest.VerdictAmbiguous:       "two observed tools have one name, or a tool cannot be read",
}
