// Package gitlab writes a report as a Code Quality report of GitLab: a JSON array of
// issues, one for each row that does not pass, each gap and each warning about the
// policy.
//
// GitLab compares the report of a merge request with that of its target branch by
// fingerprint and knows no issue that is set aside: what is in the file is shown as a
// problem, what is not counts as solved. So rows that pass, also because findings are
// suppressed, are left out.
package gitlab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/annotation"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// Options are how a report is written.
type Options struct{ Locate annotation.Locate }

type issue struct {
	Description string   `json:"description"`
	Check       string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"` // 64 hexadecimal digits; no two are alike
	Severity    string   `json:"severity"`
	Location    location `json:"location"`
}

type location struct {
	Path  string `json:"path"`
	Lines lines  `json:"lines"`
}

type lines struct {
	Begin int `json:"begin"`
}

// The severities of GitLab that are used, from mild to severe.
const (
	info     = "info"
	minor    = "minor"
	major    = "major"
	critical = "critical"
	blocker  = "blocker"
)

// Render writes the issues, the strictest of a server first. It fails when w does.
func Render(w io.Writer, r check.Report, o Options) error {
	list := issues{taken: map[string]bool{}, all: []issue{}}
	for _, s := range r.Subjects {
		for _, d := range s.Details() {
			if d.Action != check.Pass {
				list.row(s.Server, d, o.Locate.Place(s.Server, d.Kind, d.Name))
			}
		}
		for _, g := range s.Gaps {
			severity := major
			if g.Warning {
				severity = info
			}
			list.add(issue{
				Description: visible.Text(s.Server) + ": " + wording.Gap(g), Check: visible.Text(g.Code), Severity: severity,
				Fingerprint: fingerprint("gap", s.Server, g.Code),
			}, o.Locate.Place(s.Server, check.Server, ""))
		}
	}
	for _, warning := range r.Warnings {
		list.add(issue{
			Description: wording.Warning(warning), Check: visible.Text(warning.Code), Severity: info,
			Fingerprint: fingerprint("warning", warning.Code, warning.Detail),
		}, annotation.PlaceOf(warning))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(list.all); err != nil {
		panic(fmt.Sprint("encode code quality report: ", err)) // strings and numbers
	}
	_, err := w.Write(b.Bytes())
	return err
}

// issues collects issues of different fingerprints.
type issues struct {
	all   []issue
	taken map[string]bool
}

// The most of what a server can make as long as it likes, in characters.
const (
	maxDescription = 2000
	maxCheck       = 200
)

func (l *issues) add(i issue, at annotation.Place) {
	// GitLab takes two of one fingerprint for one.
	for first, n := i.Fingerprint, 2; l.taken[i.Fingerprint]; n++ {
		i.Fingerprint = fingerprint(first, strconv.Itoa(n))
	}
	l.taken[i.Fingerprint] = true
	i.Description, i.Check = wording.Clip(i.Description, maxDescription), wording.Clip(i.Check, maxCheck)
	i.Location = location{at.File, lines{at.Line}}
	l.all = append(l.all, i)
}

// row adds an issue under the name of the row's strictest rule. It stays the same issue
// for as long as the same is found of the same change.
func (l *issues) row(server string, d check.Detail, at annotation.Place) {
	i := issue{Check: "mooring", Severity: map[check.Action]string{check.Fail: critical, check.Review: major, check.Warn: minor}[d.Action]}
	var prints []string
	for _, f := range d.Findings {
		if f.Suppressed != nil {
			continue
		}
		if len(prints) == 0 {
			i.Check = visible.Text(f.Rule)
		}
		prints = append(prints, f.Fingerprint)
		if d.Action == check.Fail && f.Lens == (check.Taxonomy{}).ID() && f.Severity == "CRITICAL" {
			i.Severity = blocker
		}
	}
	slices.Sort(prints)
	i.Fingerprint = fingerprint(append([]string{"row", server, string(d.Kind), d.Name}, prints...)...)
	i.Description = wording.Title(server, []check.Detail{d}) + ": " + strings.Join(wording.Findings(d), "; ")
	l.add(i, at)
}

// fingerprint is a SHA-256 in hexadecimal over texts and where each ends.
func fingerprint(parts ...string) string {
	b := []byte("[")
	for i, part := range append([]string{"mooring.gitlab.v1"}, parts...) {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonv.AppendQuoted(b, part)
	}
	return strings.TrimPrefix(jsonv.Digest(append(b, ']')), "sha256:")
}
