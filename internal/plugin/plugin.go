// Package plugin reads Agent Plugins packages: is one what its specification wants,
// which bands does it declare, and did a later version take a declaration back?
//
//	fs.FS ─Read→ Package ─┬─ Findings: what a client would reject, skip or ignore
//	                      ├─ Summary: what the declared bands come to
//	                      └─ Diff(before, after): lowered, removed, raised
//
// The format is that of the Agent Plugins Specification 1.0.0 and of the draft of
// 1.1.0; skills are read by the Agent Skills specification. Declarations stand in
// plugin.json below extensions["dev.mooring"].permissions, in the shape of spec
// risk-bands §3:
//
//	{"operations": [{"id": "mcp:deploy-api/promote", "reversibility": "irreversible",
//	  "scope": "external", "band": "escalate",
//	  "environments": {"production": {"never_allow": true}}, "description": "…"}]}
//
// A package is hostile text. Nothing of it is run or fetched, links are followed
// within the package only, and each limit (files, bytes, depth) is named in the
// finding that it causes: what was not read is [Unknown] and never fine.
//
// Everything here is pure over the fs.FS that it is given.
package plugin

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Namespace is the extension namespace in which bands are declared.
const Namespace = "dev.mooring"

// The limits of what is read.
const (
	jsonBytes   = 1 << 20 // of plugin.json and of mcp.json
	jsonDepth   = 100
	skillBytes  = 1 << 20   // of one SKILL.md
	skillsBytes = 256 << 20 // of all of them
	treeEntries = 200_000   // files and folders
	treeDepth   = 100       // folders in folders
)

// The fixed places of a package (§4.2, §6.1).
const (
	manifestFile = "plugin.json"
	mcpFile      = "mcp.json"
	skillsDir    = "skills"
	skillFile    = "SKILL.md"
)

// ErrNone says that a folder has no plugin.json and so is no plugin.
var ErrNone = errors.New("no plugin.json")

// Package is what was read of a plugin.
type Package struct {
	// Manifest holds the members of plugin.json that are well-formed. Rejected says that
	// a client has to reject the plugin, or that plugin.json could not be judged; nothing
	// else of the package was read then, but for secrets of servers.
	Manifest Manifest
	Rejected bool
	Servers  []Server // of mcp.json, without the entries that a client skips; in source order
	Skills   []Skill  // those that a client loads, by folder
	// Declared are the operations with a valid declaration, by id.
	Declared []Operation
	// Invalid counts what declares nothing: entries, and environments of which nothing is left.
	Invalid int
	// DeclarationDigest is the digest of the RFC 8785 form of the member permissions, ""
	// where there is none.
	DeclarationDigest string
	// Content is the digest of all files, "" where it was not asked for, or where they
	// could not be read to the end.
	Content  string
	Findings []Finding      // by file and place
	Omitted  map[string]int // findings beyond the first 100 of a rule, by rule; nil for none
}

// Manifest is the part of plugin.json that others need.
type Manifest struct {
	Spec    string // version of the specification: "1.0.0" or "1.1.0", "" where none is known
	Name    string
	Version string // "" where it is not given
}

// Options say what else is known.
type Options struct {
	// Tools returns the names of the tools of a server, and whether they are known; nil
	// knows none.
	Tools func(server string) (names []string, known bool)
	// Pinned returns the launch that is pinned under the name of a server; nil knows none.
	Pinned func(server string) (pin Pin, known bool)
	// Content has every file digested into [Package.Content].
	Content bool
}

// Read reads a package from its root folder. Symbolic links are seen where fsys is an
// [fs.ReadLinkFS]. The error is [ErrNone], or says why plugin.json cannot be read;
// everything else is a finding.
func Read(fsys fs.FS, o Options) (Package, error) {
	r := &reader{tree: tree{fsys}, options: o}
	if err := r.manifest(); err != nil {
		return Package{}, err
	}
	if !r.out.Rejected {
		r.portable()
		r.mcp()
		r.pinned()
		r.declarations()
		r.skills()
		r.judge()
	} else {
		r.mcpSecrets()
	}
	if o.Content {
		r.out.Content = r.content()
	}
	r.out.Findings, r.out.Omitted = r.sorted()
	return r.out, nil
}

// reader is one reading of a package.
type reader struct {
	tree
	collector

	options Options
	out     Package
	// permissions is the member that declares bands, nil for none.
	permissions *jsonv.Value
	source      source // of plugin.json
	// knownServers are the servers of mcp.json, those included that a client skips; nil where
	// they are not known.
	knownServers map[string]bool
	knownSkills  map[string]bool // as much of skills
	// looks are the known names by what they look like, for each kind of name.
	looks map[string]map[string]string
}

// parse reads the text of a JSON file. A nil value was reported; syntax is the rule for
// text that is none.
func (r *reader) parse(name string, text []byte, syntax string) (*jsonv.Value, source) {
	src := newSource(name, text)
	v, err := jsonv.Parse(text, jsonv.Limits{Bytes: jsonBytes, Depth: jsonDepth})
	if j := (*jsonv.Error)(nil); errors.As(err, &j) {
		at, detail := src.at(j.Offset, j.Pointer), strings.TrimPrefix(j.Detail, "found ")
		switch j.Code {
		case jsonv.TooLarge, jsonv.TooDeep, jsonv.TooMany:
			r.add(ruleLimit, at, detail, "a file within the limits")
		default:
			found, want, says := strings.Cut(detail, ", want ")
			if says {
				want += ", in "
			}
			r.add(syntax, at, found, want+"one JSON object, each member once")
		}
		return nil, src
	}
	return v, src
}

// unread reports a file that could not be read.
func (r *reader) unread(name string, err error) {
	var over *sizeError
	switch {
	case errors.Is(err, errEscapes):
		r.add(rulePathEscapes, Place{File: name}, err.Error(), "a path that stays in the package")
	case errors.As(err, &over):
		r.add(ruleLimit, Place{File: name}, over.Error(), "a file within the limits")
	default:
		r.add(ruleUnreadable, Place{File: name}, cause(err), "a file that can be read")
	}
}

// cause is what is wrong with a file, without its path.
func cause(err error) string {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// shown is a value for a finding: a string in quotes, cut, or its kind. It is not for
// values that may be secret.
func shown(v *jsonv.Value) string {
	if !v.Exists() {
		return "none"
	}
	if s, is := v.Str(); is {
		return quoted(s)
	}
	return v.Kind().String()
}

const shownRunes = 80

// quoted is a text in quotes, cut.
func quoted(s string) string {
	if r := []rune(s); len(r) > shownRunes {
		return fmt.Sprintf("%q…", string(r[:shownRunes]))
	}
	return fmt.Sprintf("%q", s)
}
