package contract

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Step is how far a version number goes from one release to the next.
type Step struct {
	Bump BumpLevel `json:"bump"`
	// Unstable says that both versions are below 1.0.0, where anything may change
	// (Semantic Versioning 2.0.0 §4) and a minor step is used to say so.
	Unstable bool `json:"unstable,omitempty"`
}

// Covers reports whether a step is enough for a change that asks for a level.
// Below 1.0.0 a minor step is enough for all.
func (s Step) Covers(asked BumpLevel) bool {
	return s.Bump.AtLeast(asked) || s.Unstable && s.Bump.AtLeast(BumpMinor) && asked.Rank() >= 0
}

// StepBetween returns the step between two versions, each as Semantic Versioning
// 2.0.0 writes them; a "v" before them is left out. The step to or from a
// pre-release is that of the release it leads to: from 1.4.0 to 2.0.0-rc.1, and
// from there to 2.0.0, is major. Build metadata counts for nothing. An error says
// which version is none, or that the second is the lower one.
func StepBetween(before, after string) (Step, error) {
	b, err := parseVersion(before)
	if err != nil {
		return Step{}, err
	}
	a, err := parseVersion(after)
	if err != nil {
		return Step{}, err
	}
	if b.compare(a) > 0 {
		return Step{}, fmt.Errorf("version %q is lower than %q, want the later one second", after, before)
	}
	step := Step{Bump: BumpNone, Unstable: a.core[0] == 0}
	switch {
	case a.core[0] != b.core[0]:
		step.Bump = BumpMajor
	case a.core[1] != b.core[1]:
		step.Bump = BumpMinor
	case a.core[2] != b.core[2]:
		step.Bump = BumpPatch
	case b.pre != "":
		step.Bump = a.leading()
	}
	return step, nil
}

// version is a version without its build metadata.
type version struct {
	core [3]uint64
	pre  string // identifiers of the pre-release, "" for a release
}

// versions is the grammar of Semantic Versioning 2.0.0.
var versions = regexp.MustCompile(`^v?(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,17})` +
	`(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$`)

func parseVersion(text string) (version, error) {
	m := versions.FindStringSubmatch(text)
	if m == nil {
		return version{}, fmt.Errorf("%q is no version, want MAJOR.MINOR.PATCH as in 1.4.0", text)
	}
	v := version{pre: m[4]}
	for i := range v.core {
		n, err := strconv.ParseUint(m[1+i], 10, 64)
		if err != nil {
			return version{}, err // 18 digits fit
		}
		v.core[i] = n
	}
	return v, nil
}

// leading is the step that leads to a release.
func (v version) leading() BumpLevel {
	switch {
	case v.core[2] != 0:
		return BumpPatch
	case v.core[1] != 0:
		return BumpMinor
	}
	return BumpMajor
}

// compare orders versions as §11 says.
func (v version) compare(w version) int {
	for i := range v.core {
		if c := cmp.Compare(v.core[i], w.core[i]); c != 0 {
			return c
		}
	}
	switch {
	case v.pre == w.pre:
		return 0
	case v.pre == "":
		return 1
	case w.pre == "":
		return -1
	}
	a, b := strings.Split(v.pre, "."), strings.Split(w.pre, ".")
	for i := range min(len(a), len(b)) {
		if c := compareIdentifiers(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// compareIdentifiers orders numbers by value and below words.
func compareIdentifiers(a, b string) int {
	const digits = "0123456789"
	numberA, numberB := strings.Trim(a, digits) == "", strings.Trim(b, digits) == ""
	switch {
	case numberA && numberB:
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	case numberA:
		return -1
	case numberB:
		return 1
	}
	return cmp.Compare(a, b)
}
