package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/manifest"
)

// baselineFlags are the flags of commands that judge by policy and by what an
// operator declares.
type baselineFlags struct {
	policy   string
	declared string
}

func (f *baselineFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.policy, "policy", "", "policy file (default "+defaultPolicy+" of the project, where there is one)")
	cmd.Flags().StringVar(&f.declared, "declared-mcp-manifest", "", "declared manifest that the server must show (assay.declared_mcp_manifest.v0)")
}

// judge is what findings are weighed by: a policy and the declared manifests.
type judge struct {
	set      policy.Set
	policy   policy.Policy // what holds of the set
	folder   string        // of the policy, for the files it names
	profile  manifest.Profile
	declared *manifest.Declared // of --declared-mcp-manifest
}

// read reads the files that the flags name.
func (f *baselineFlags) read(a *app) (judge, error) {
	set, folder, err := a.policies(f.policy)
	if err != nil {
		return judge{}, err
	}
	j := judge{set: set, policy: set.Policy, folder: folder}
	if j.profile, err = j.policy.Profile(); err != nil {
		return j, usage(err, "")
	}
	if f.declared != "" {
		j.declared, err = readDeclared(f.declared)
	}
	return j, err
}

func readDeclared(path string) (*manifest.Declared, error) {
	text, err := readFile(path, manifest.MaxManifest)
	if err != nil {
		return nil, err
	}
	d, err := manifest.LoadDeclared(text)
	if err != nil {
		return nil, usage(fmt.Errorf("declared manifest %q: %w", path, placed(text, err)), "")
	}
	return &d, nil
}

// baseline is what is declared of one server. The file of the flag counts for a
// server that is checked alone, and for the one that it names.
func (j judge) baseline(id string, alone bool) (check.Baseline, error) {
	declaration := j.policy.DeclaredManifests[id]
	b := check.Baseline{Digest: declaration.ManifestDigest}
	if j.declared != nil && (alone || j.declared.ServerID == id) {
		b.Declared = j.declared
	}
	if b.Declared != nil || declaration.File == "" {
		return b, nil
	}
	path := declaration.File
	if !filepath.IsAbs(path) {
		path = filepath.Join(j.folder, path)
	}
	var err error
	b.Declared, err = readDeclared(path)
	return b, err
}

// compareOptions weighs by the policy, with what is declared of a server.
func (j judge) compareOptions(b check.Baseline) check.Options {
	return check.Options{Lenses: check.LensesWith(j.lens(b)), Partial: j.policy.Partial()}
}

func (j judge) lens(b check.Baseline) check.Drift {
	return check.Drift{Profile: j.profile, Baseline: b}
}
