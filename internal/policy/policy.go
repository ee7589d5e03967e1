// Package policy reads mooring.yaml, the record mooring.policy.v1: what an
// operator declares and how findings are to be weighed. It is strict: an unknown
// key, a repeated key or a value of the wrong kind is an error with its line and
// column, since a misspelt rule that is skipped in silence protects nobody.
//
//	declared_mcp_manifests:
//	  github:
//	    manifest_digest: "sha256:…"     # of the whole manifest, or
//	    file: declared/github.json      # assay.declared_mcp_manifest.v0
//	servers:
//	  flaky: {required: false, retries: 2}   # may be missing; observed again twice
//	  big: {max_surface_bytes: 90000}        # instead of the one for all
//	max_surface_bytes: 30000            # all items of a server; without it no limit
//	partial_observation: inconclusive   # or warn
//	review_profile: strict              # default, strict, or one of your own
//	review_profiles:
//	  mine:
//	    mcp_tool_added: {privileged: high, other: high}
//	preset: consumer                    # or author; or by command: {diff: author}
//	fail_on: review                     # the mildest action that refuses
//	levels:
//	  all: {contract: {BREAKING: fail}} # or check, diff, accept
//	severity_overrides:
//	  tool.output.enum.widened: POTENTIALLY_BREAKING
//	ignore:
//	  - {rule: tool.description.changed, entity: legacy_*, reason: being rewritten, expires: 2027-06-30}
//	require_reasons: true
//	auto_accept: [accept.documentation] # of the closed list; without it all of it
//	rules_version: {taxonomy: taxonomy-v1}
//	axes:                               # accepted by whoever reviewed them
//	  harbor: {list_berths: {digest: "sha256:…", reversibility: reversible, scope: local, trust: trusted, reason: …}}
//	operations:                         # what calls hold, and where they land
//	  db: {scope: shared-remote, arguments: [{tool: "run_*", argument: /query, as: sql, reason: …}]}
//	examples:                           # what "policy test" runs
//	  - {name: no new address, before: {…}, after: {…}, want: {action: review}}
//
// Several policies bind each other: managed, user, project; see [Set].
// The zero Policy is the policy of an empty file.
package policy

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Schema is the id of the record. A file may name it as "schema".
const Schema = "mooring.policy.v1"

// maxRetries bounds how often an observation is tried again.
const maxRetries = 10

// maxBytes is the length that a policy may have.
const maxBytes = 1 << 20

// Policy is what a file says.
type Policy struct {
	Schema             string                 `yaml:"schema"`
	DeclaredManifests  map[string]Declaration `yaml:"declared_mcp_manifests"` // by server
	Servers            map[string]Server      `yaml:"servers"`
	PartialObservation string                 `yaml:"partial_observation"` // "", "inconclusive" or "warn"
	ReviewProfile      string                 `yaml:"review_profile"`
	ReviewProfiles     map[string]Levels      `yaml:"review_profiles"`
	// MaxSurfaceBytes is how long all items of a server may be together, in canonical
	// form; nil is no limit.
	MaxSurfaceBytes *Bytes          `yaml:"max_surface_bytes"`
	Configurations  []Configuration `yaml:"configurations"`

	Preset Preset `yaml:"preset"`
	// FailOn is the mildest action that refuses, "" for review.
	FailOn            check.Action        `yaml:"fail_on"`
	Levels            CommandLevels       `yaml:"levels"`
	SeverityOverrides map[string]Override `yaml:"severity_overrides"` // by rule
	Ignore            []Ignore            `yaml:"ignore"`
	RequireReasons    bool                `yaml:"require_reasons"`
	// AutoAccept are the rules of the closed list that pass by themselves; nil for all.
	AutoAccept *[]string `yaml:"auto_accept"`
	// RulesVersion pins the rules of a lens: VERSION or VERSION@DIGEST.
	RulesVersion map[string]string `yaml:"rules_version"`
	Examples     []Example         `yaml:"examples"`
	// Axes are the accepted axes of tools, by server and tool.
	Axes map[string]ServerAxes `yaml:"axes"`
	// Operations say what calls hold, by server.
	Operations map[string]Operations `yaml:"operations"`
}

// Declaration is what an operator declares of one server: the digest of its
// manifest, or the file of a declared manifest, or both, which then must agree.
type Declaration struct {
	ManifestDigest string `yaml:"manifest_digest"`
	File           string `yaml:"file"` // relative to the policy's folder
}

// Server says how a server is observed.
type Server struct {
	// Required is whether it must be observed; nil is yes. One that is not only
	// warns when it could not be.
	Required *bool `yaml:"required"`
	Retries  int   `yaml:"retries"` // how often a failed observation is tried again, 0 to 10
	// MaxSurfaceBytes holds for this server instead of the policy's; nil is the policy's.
	MaxSurfaceBytes *Bytes `yaml:"max_surface_bytes"`
}

// SizeLimit is how many bytes all items of a server may have, 0 for no limit.
func (p Policy) SizeLimit(server string) int {
	for _, limit := range []*Bytes{p.Servers[server].MaxSurfaceBytes, p.MaxSurfaceBytes} {
		if limit != nil {
			return int(*limit)
		}
	}
	return 0
}

// Optional reports that a server may be missing.
func (p Policy) Optional(server string) bool {
	required := p.Servers[server].Required
	return required != nil && !*required
}

// Bytes is a number of bytes. It is read as any number, since the reader of YAML
// would take 1.5 for a 1.
type Bytes float64

// UnmarshalYAML reads a number of any form.
func (n *Bytes) UnmarshalYAML(node ast.Node) error {
	switch node := node.(type) {
	case *ast.IntegerNode:
		*n = Bytes(reflect.ValueOf(node.Value).Convert(reflect.TypeFor[float64]()).Float())
	case *ast.FloatNode:
		*n = Bytes(node.Value)
	case *ast.InfinityNode:
		*n = Bytes(node.Value)
	default:
		*n = Bytes(math.NaN())
	}
	return nil
}

// valid reports a whole number from 1 to what a double still counts.
func (n Bytes) valid() bool { return n >= 1 && n <= 1<<53 && n == Bytes(int64(n)) }

// Levels gives severities by reason code.
type Levels map[string]Level

// Level is the severity of a code for privileged tools and for the others; "" keeps
// the default.
type Level struct {
	Privileged string `yaml:"privileged"`
	Other      string `yaml:"other"`
}

// Error says what is wrong with a policy, and where.
type Error struct {
	Line, Column int // from 1; 0 when the whole file is meant
	Detail       string
}

// Error returns one line.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Detail
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Detail)
}

// Parse reads a policy of one document, with neither anchors nor aliases, nor values more
// than 100 deep in each other. Every error is an [*Error].
func Parse(text []byte) (Policy, error) {
	p, _, err := parsePolicy(text)
	return p, err
}

// parsePolicy also gives the places of what the policy says.
func parsePolicy(text []byte) (Policy, places, error) {
	var p Policy
	if len(text) > maxBytes {
		return p, nil, &Error{Detail: fmt.Sprintf("policy of %d bytes is over the limit of %d", len(text), maxBytes)}
	}
	d, err := read(text)
	if err == nil {
		err = d.decode(&p)
	}
	if err == nil {
		err = p.validate(text)
	}
	return p, d.places, err
}

// at is an error at a path of the file: "$.a.'b c'[0]". The file is one that was read.
func at(text []byte, path, format string, args ...any) *Error {
	d, _ := read(text) // a place more or less
	return errorOf(d.places.find(path), format, args...)
}

func (p Policy) validate(text []byte) error {
	if p.Schema != "" && p.Schema != Schema {
		return at(text, "$.schema", "schema is %q, want %q", p.Schema, Schema)
	}
	for _, server := range slices.Sorted(maps.Keys(p.DeclaredManifests)) {
		d := p.DeclaredManifests[server]
		path := "$.declared_mcp_manifests." + quotePath(server)
		if d.ManifestDigest == "" && d.File == "" {
			return at(text, path, "server %q: neither manifest_digest nor file is set", server)
		}
		if d.ManifestDigest != "" && !jsonv.IsDigest(d.ManifestDigest) {
			return at(text, path+".manifest_digest", "manifest_digest of server %q is %q, want sha256: and 64 lower-case hexadecimal digits", server, d.ManifestDigest)
		}
	}
	for _, server := range slices.Sorted(maps.Keys(p.Servers)) {
		if n := p.Servers[server].Retries; n < 0 || n > maxRetries {
			return at(text, "$.servers."+quotePath(server)+".retries", "retries of server %q is %d, want 0 to %d", server, n, maxRetries)
		}
		if n := p.Servers[server].MaxSurfaceBytes; n != nil && !n.valid() {
			return at(text, "$.servers."+quotePath(server)+".max_surface_bytes", "max_surface_bytes of server %q is %v, want a whole number from 1", server, *n)
		}
	}
	if n := p.MaxSurfaceBytes; n != nil && !n.valid() {
		return at(text, "$.max_surface_bytes", "max_surface_bytes is %v, want a whole number from 1", *n)
	}
	if err := validateConfigurations(text, "$.configurations", p.Configurations); err != nil {
		return err
	}
	words := []string{"", "inconclusive", "warn"}
	if !slices.Contains(words, p.PartialObservation) {
		return at(text, "$.partial_observation", "partial_observation is %q, want one of %s", p.PartialObservation, strings.Join(words[1:], ", "))
	}
	for _, validate := range []func([]byte) error{
		p.validateProfiles, p.validateWeights, p.validateOverrides, p.validateIgnores, p.validateVersions, p.validateExamples, p.validateAxes,
		p.validateOperations,
	} {
		if err := validate(text); err != nil {
			return err
		}
	}
	return nil
}

// builtIn are the review profiles that need no definition.
var builtIn = []string{"default", "strict"}

func (p Policy) validateProfiles(text []byte) error {
	for _, name := range slices.Sorted(maps.Keys(p.ReviewProfiles)) {
		if slices.Contains(builtIn, name) {
			return at(text, "$.review_profiles."+quotePath(name), "review profile %q cannot be redefined", name)
		}
		if _, err := p.profile(name); err != nil {
			return at(text, "$.review_profiles."+quotePath(name), "review profile %q: %v", name, err)
		}
	}
	if _, err := p.Profile(); err != nil {
		return at(text, "$.review_profile", "%v", err)
	}
	return nil
}

// index writes a place in a list for a YAML path.
func index(n int) string { return "[" + strconv.Itoa(n) + "]" }

// quotePath writes a key for a YAML path.
func quotePath(key string) string { return "'" + key + "'" }
