package check

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/surface"
)

// Cause says why a surface may have changed, as far as what runs can tell. It is
// what runs that is named, never what the server says of itself. [CausePackage] lets
// the preset [Consumer] pass what [AcceptRules] list; nothing else hangs on it.
type Cause struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
	// Package and both versions are given with [CausePackage].
	Package string `json:"package,omitempty"`
	Before  string `json:"before,omitempty"`
	After   string `json:"after,omitempty"`
}

// The codes of a [Cause].
const (
	CausePackage  = "package_changed"  // another version of the same package or image
	CauseReplaced = "artifact_changed" // another program at the same place, or another package
	CauseSame     = "same_artifact"    // nothing that runs here changed
	CauseUnpinned = "unpinned_package" // the launch takes what is newest
	CauseRemote   = "remote"           // the server runs elsewhere
	CauseUnknown  = "unknown"          // nothing tells
)

// CauseOf compares what was run before and what runs now.
func CauseOf(before, after surface.Artifact) Cause {
	named := before.Name == after.Name && before.Kind == after.Kind
	switch {
	case before.Kind == surface.Remote || after.Kind == surface.Remote:
		return Cause{Code: CauseRemote, Detail: "the server runs elsewhere, where nobody here sees what changed"}
	case before == (surface.Artifact{}) || after == (surface.Artifact{}):
		return Cause{Code: CauseUnknown, Detail: "nothing tells what was run before, or what runs now"}
	case named && before.Version != after.Version && isRelease(before.Version) && isRelease(after.Version):
		return Cause{CausePackage, fmt.Sprintf("%s before, %s now", orNewest(before), orNewest(after)), after.Name, before.Version, after.Version}
	case named && after.Digest != "" && before.Digest == after.Digest:
	case after.Launched() && !after.Pinned():
		return Cause{Code: CauseUnpinned, Detail: fmt.Sprintf("the launch takes whatever version of %s is newest; name an exact one", after)}
	case !named || before.Version != after.Version || before.Digest != after.Digest && before.Digest != "" && after.Digest != "":
		return Cause{Code: CauseReplaced, Detail: replaced(before, after)}
	}
	byDigest := after.Kind == surface.OCI && strings.HasPrefix(after.Version, "sha256:")
	if !byDigest && (after.Digest == "" || before.Digest == "") {
		return Cause{Code: CauseSame, Detail: fmt.Sprintf("%s is named as before; nothing tells whether its contents are the same", what(after))}
	}
	if after.Kind == surface.NPM {
		return Cause{Code: CauseSame, Detail: fmt.Sprintf("%s is the very same package as before; packages that it depends on are not compared, so its surface hangs on them or on something else: time, account, environment, network", what(after))}
	}
	return Cause{Code: CauseSame, Detail: fmt.Sprintf("%s is the very same as before, so its surface hangs on something else: time, account, environment, network", what(after))}
}

func orNewest(a surface.Artifact) string {
	if a.Pinned() {
		return a.String()
	}
	return a.String() + " in its newest version"
}

func what(a surface.Artifact) string {
	if a.Kind == surface.File {
		return "the program's file"
	}
	return a.String()
}

func replaced(before, after surface.Artifact) string {
	switch {
	case before.Kind == surface.File && after.Kind == surface.File:
		return "the program's file is another one than before"
	case before.String() == after.String():
		return fmt.Sprintf("%s has other contents than before under the same version", after)
	}
	return fmt.Sprintf("%s before, %s now", what(before), what(after))
}
