package contract

import (
	"maps"
	"slices"
)

// BumpLevel is which part of a version number a change asks for (Semantic
// Versioning 2.0.0).
type BumpLevel string

// The levels, from least to most.
const (
	BumpNone  BumpLevel = "none"
	BumpPatch BumpLevel = "patch"
	BumpMinor BumpLevel = "minor"
	BumpMajor BumpLevel = "major"
)

// Rank returns 0 for [BumpNone] to 3 for [BumpMajor], and -1 for any other word.
func (b BumpLevel) Rank() int {
	return slices.Index([]BumpLevel{BumpNone, BumpPatch, BumpMinor, BumpMajor}, b)
}

// AtLeast reports whether a level is enough where another one is wanted. A word
// that is no level is never enough, and nothing is enough for it.
func (b BumpLevel) AtLeast(wanted BumpLevel) bool {
	return b.Rank() >= 0 && wanted.Rank() >= 0 && b.Rank() >= wanted.Rank()
}

// BumpTable says which level a severity asks for. A severity that is missing asks
// for what [DefaultBumps] says, and an unknown word for [BumpMajor].
type BumpTable map[Severity]BumpLevel

// DefaultBumps returns the table of reading C15.
func DefaultBumps() BumpTable {
	return BumpTable{
		None: BumpNone, Documentation: BumpPatch, NonBreaking: BumpMinor, PotentiallyBreaking: BumpMinor, Breaking: BumpMajor,
	}
}

// Bump returns the level that findings ask for by the default table.
func Bump(findings []Finding, versionOnly bool) BumpLevel {
	return BumpTable(nil).Bump(findings, versionOnly)
}

// Bump returns the highest level that any finding asks for. A server's new version
// string asks for none. versionOnly is what the caller knows beyond the findings:
// that each text differs by version strings alone. Then DOCUMENTATION and
// POTENTIALLY_BREAKING ask for none, too; no version string causes the others.
func (t BumpTable) Bump(findings []Finding, versionOnly bool) BumpLevel {
	levels := DefaultBumps()
	maps.Copy(levels, t)
	most := BumpNone
	for _, f := range findings {
		level, known := levels[f.Severity]
		text := f.Severity == Documentation || f.Severity == PotentiallyBreaking
		switch {
		case !known || level.Rank() < 0:
			level = BumpMajor
		case f.Rule == "server.version.changed" && f.Severity == Documentation, versionOnly && text:
			level = BumpNone
		}
		if level.Rank() > most.Rank() {
			most = level
		}
	}
	return most
}
