package plugin

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/band"
)

// SummarySchema is the id of the record that a [Summary] is.
const SummarySchema = "mooring.plugin_summary.v1"

// Summary is what a plugin declares.
type Summary struct {
	Schema string `json:"schema"` // always [SummarySchema]
	Plugin Named  `json:"plugin"`
	// Sentence says it in words: "declares three escalate operations, all external".
	Sentence string      `json:"sentence"`
	Counts   BandCounts  `json:"counts"`
	Declared []Declared  `json:"operations"` // by id
	Servers  []Server    `json:"servers"`    // of mcp.json
	Skills   []SkillTold `json:"skills"`
	// NotLoaded are the parts that a client does not load, so that what is declared of them
	// or by them counts for nothing; nil for none.
	NotLoaded []NotLoaded `json:"not_loaded,omitempty"`
	// Invalid counts entries and environments that declare nothing, for what lint says of them.
	Invalid int    `json:"invalid_entries"`
	Digest  string `json:"declaration_digest,omitempty"` // of the member permissions
	// Complete is false where something was not read, so that there may be more.
	Complete bool `json:"complete"`
}

// NotLoaded is a part of a package.
type NotLoaded struct {
	File   string `json:"file"`
	Server string `json:"server,omitempty"` // of mcp.json, where it is one alone
	Effect string `json:"effect"`           // what a client does
}

// notLoaded are those that errors tell of.
func (p Package) notLoaded() []NotLoaded {
	var out []NotLoaded
	for _, f := range p.Findings {
		if f.Level != Error || !slices.Contains([]string{disables, dropsKind, skipsServer, skipsSkill}, f.Effect) {
			continue
		}
		n := NotLoaded{File: f.File, Effect: f.Effect}
		if f.Effect == skipsServer {
			name, _, _ := strings.Cut(strings.TrimPrefix(f.Pointer, "/mcpServers/"), "/")
			n.Server = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		}
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// Named is which plugin it is.
type Named struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Spec    string `json:"spec_version,omitempty"` // of the Agent Plugins Specification
}

func (p Package) named() Named { return Named{p.Manifest.Name, p.Manifest.Version, p.Manifest.Spec} }

// BandCounts are operations by band, without those of servers and skills that the package
// does not have. One that is never to be allowed counts in its band, too, if it has one.
type BandCounts struct {
	Auto       int `json:"auto"`
	SoftAck    int `json:"soft_ack"`
	Escalate   int `json:"escalate"`
	NeverAllow int `json:"never_allow"`
}

// Declared is one operation.
type Declared struct {
	ID     string `json:"id"`
	Server string `json:"server,omitempty"` // of a tool
	// Missing says that the package has no such server or skill, so that it counts nowhere.
	Missing bool `json:"missing,omitempty"`
	Said
	Environments map[string]Said `json:"environments,omitempty"`
}

// EnvironmentNames are the names of the environments, sorted.
func (d Declared) EnvironmentNames() []string { return slices.Sorted(maps.Keys(d.Environments)) }

// Said is a declaration as a record.
type Said struct {
	Band       band.Band   `json:"band,omitempty"`       // that holds; "" where only never_allow is declared
	DecidedBy  band.Source `json:"decided_by,omitempty"` // projection or declared_min_band
	Why        string      `json:"why,omitempty"`
	Declared   band.Band   `json:"declared_min_band,omitempty"`
	Axes       band.Axes   `json:"axes,omitzero"`
	NeverAllow bool        `json:"never_allow,omitempty"`
}

func (d Declaration) said() Said {
	s := Said{Band: d.Band, Declared: d.Declared, Axes: d.Axes, NeverAllow: d.NeverAllow}
	if d.Band != band.None {
		s.DecidedBy, s.Why = d.DecidedBy, d.Why
	}
	return s
}

// SkillTold is one skill.
type SkillTold struct {
	Name     string   `json:"name"`
	Declared bool     `json:"declared"`
	Tools    []string `json:"tools"`  // ids of the tools that it names
	Enough   Enough   `json:"enough"` // is its declaration as high as theirs
}

// Summary sums a package up.
func (p Package) Summary() Summary {
	s := Summary{
		Schema: SummarySchema, Plugin: p.named(), Sentence: p.sentence(), Invalid: p.Invalid, Digest: p.DeclarationDigest,
		Declared: []Declared{}, Servers: append([]Server{}, p.Servers...), Skills: []SkillTold{}, Complete: p.Count(Unknown) == 0, NotLoaded: p.notLoaded(),
	}
	for _, op := range p.Declared {
		d := Declared{ID: op.ID, Server: op.Server, Missing: op.Missing, Said: op.said()}
		for _, e := range op.Environments {
			if d.Environments == nil {
				d.Environments = map[string]Said{}
			}
			d.Environments[e.Name] = e.said()
		}
		s.Declared = append(s.Declared, d)
		if !op.Missing {
			s.Counts.add(op.Declaration)
		}
	}
	for _, skill := range p.Skills {
		_, declared := p.Operation("skill:" + skill.Name)
		s.Skills = append(s.Skills, SkillTold{skill.Name, declared, skill.Tools, skill.Enough})
	}
	return s
}

func (c *BandCounts) add(d Declaration) {
	switch d.Band {
	case band.Auto:
		c.Auto++
	case band.SoftAck:
		c.SoftAck++
	case band.Escalate:
		c.Escalate++
	case band.None:
	}
	if d.NeverAllow {
		c.NeverAllow++
	}
}

// sentence says what is declared, the highest band first.
func (p Package) sentence() string {
	ops := slices.DeleteFunc(slices.Clone(p.Declared), func(op Operation) bool { return op.Missing })
	var parts []string
	for _, b := range slices.Backward(band.Bands()) {
		var scopes []band.Scope
		for _, op := range ops {
			if op.Band == b {
				scopes = append(scopes, op.Axes.Scope)
			}
		}
		if n := len(scopes); n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s operation%s%s", number(n), b, plural(n), where(scopes)))
		}
	}
	never := 0
	for _, op := range ops {
		if op.NeverAllow {
			never++
		}
	}
	if never > 0 {
		noun := "" // of the operations that were named
		if len(parts) == 0 {
			noun = " operation" + plural(never)
		}
		parts = append(parts, number(never)+noun+" never to be allowed")
	}
	if len(parts) == 0 {
		parts = []string{"no operation"}
	}
	if n := len(p.Declared) - len(ops); n > 0 {
		parts = append(parts, number(n)+" of what the plugin does not have")
	}
	return "declares " + strings.Join(parts, "; ")
}

// where says in which scopes operations are: ", all external", ", two external, one of
// no declared scope"; "" where none is declared.
func where(scopes []band.Scope) string {
	if !slices.ContainsFunc(scopes, func(s band.Scope) bool { return s != "" }) {
		return ""
	}
	var parts []string
	for _, s := range []band.Scope{band.External, band.SharedRemote, band.Local, ""} {
		n := 0
		for _, scope := range scopes {
			if scope == s {
				n++
			}
		}
		word := string(s)
		if s == "" {
			word = "of no declared scope"
		}
		switch {
		case n == 0:
		case n < len(scopes):
			parts = append(parts, number(n)+" "+word)
		case n == 1:
			parts = append(parts, word)
		case n == 2:
			parts = append(parts, "both "+word)
		default:
			parts = append(parts, "all "+word)
		}
	}
	return ", " + strings.Join(parts, ", ")
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// number writes small numbers in words.
func number(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}
