package plugin

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/contract"
)

// stepBetween is [contract.StepBetween] of two versions of a plugin. One with a v in front is
// the name of a tag and no semantic version (SemVer 2.0.0, FAQ).
func stepBetween(before, after string) (contract.Step, error) {
	for _, version := range []string{before, after} {
		if strings.HasPrefix(version, "v") {
			return contract.Step{}, fmt.Errorf("%q is no version, want MAJOR.MINOR.PATCH as in 1.4.0", version)
		}
	}
	return contract.StepBetween(before, after)
}

// versionFindings say what is wrong with the versions of a plugin by themselves, whatever
// is declared: the later one is the lower one, or both are one and the packages are not.
// The second result is false where that could not be told.
func versionFindings(before, after Package) ([]Finding, bool) {
	was, is := before.Manifest.Version, after.Manifest.Version
	var c collector
	at := Place{File: manifestFile, Pointer: "/version"}
	known := true
	switch {
	case was == "" || is == "":
	case was == is:
		known = before.Content != "" && after.Content != ""
		if known && before.Content != after.Content {
			c.add(ruleVersionReused, at, quoted(is)+" for another content", "a version of its own for each content")
		}
	default:
		_, down := contract.StepBetween(was, is)
		_, up := contract.StepBetween(is, was)
		if down != nil && up == nil {
			c.add(ruleVersionDown, at, quoted(is)+" after "+quoted(was), "a later version")
		}
	}
	findings, _ := c.sorted()
	return append([]Finding{}, findings...), known
}

// diffRules are those about two versions of a plugin.
var diffRules = []Rule{
	{ruleVersionDown, Error, "the later package has the lower version", "A client that updates to the highest version never gets it, and what was fixed since may be undone.", "", "Give the package a version above the one before, or compare the folders the other way round.", spec + "§10.2; SemVer 2.0.0 §11"},
	{ruleVersionReused, Error, "two packages of one version are not the same", "Once a version is released its content does not change. Who looks at the version to see what they have would see no difference between the two.", "a client may keep the one that it has", "Give the later one a version of its own.", spec + "§10.2; SemVer 2.0.0 §3"},
}
