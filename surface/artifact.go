package surface

import "strings"

// Artifact is what a launch runs. The zero Artifact is not known.
type Artifact struct {
	Kind    ArtifactKind
	Name    string // package or image without its version; "" for a file
	Version string // exact version or image digest; "" when the launch takes what is newest
	// Digest is "sha256:…" of a file, or the integrity that a package manager
	// recorded ("sha512-…"); "" when nothing tells.
	Digest string
}

// ArtifactKind is where an artifact comes from.
type ArtifactKind string

// The kinds of artifacts.
const (
	NPM    ArtifactKind = "npm"
	PyPI   ArtifactKind = "pypi"
	OCI    ArtifactKind = "oci"
	File   ArtifactKind = "file"
	Remote ArtifactKind = "remote" // a server elsewhere: nobody here can tell what it runs
)

// Launched reports that the launch fetches the artifact by itself (npx, uvx,
// docker), so that an unpinned version may change between two runs.
func (a Artifact) Launched() bool { return a.Kind == NPM || a.Kind == PyPI || a.Kind == OCI }

// Pinned reports that the launch names an exact version.
func (a Artifact) Pinned() bool { return a.Version != "" }

// String returns the coordinate, "npm:@scope/name@1.2.3" for instance; "" for
// the zero Artifact.
func (a Artifact) String() string {
	switch {
	case a.Kind == "":
		return ""
	case a.Name == "":
		return string(a.Kind)
	case a.Version == "":
		return string(a.Kind) + ":" + a.Name
	case a.Kind == OCI && strings.HasPrefix(a.Version, "sha256:"):
		return string(a.Kind) + ":" + a.Name + "@" + a.Version
	case a.Kind == OCI:
		return string(a.Kind) + ":" + a.Name + ":" + a.Version
	}
	return string(a.Kind) + ":" + a.Name + "@" + a.Version
}
