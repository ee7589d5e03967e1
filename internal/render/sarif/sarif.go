// Package sarif writes a report as SARIF 2.1.0 (OASIS Standard with Errata 01), one
// result for each finding, for code scanning.
//
// A finding that passes is no result unless that is asked for, since GitHub takes every
// result for an alert, whatever its kind. It does not read suppressions either: see
// [Options.OmitSuppressed].
package sarif

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/annotation"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// Options are how a report is written. The zero value leaves out the version and the
// category, and keeps what is suppressed.
type Options struct {
	Locate  annotation.Locate
	Version string // of mooring, as Semantic Versioning writes it; "" for unknown
	// Category tells several uploads for one commit apart (GitHub); "" for none.
	Category string
	// OmitSuppressed leaves out suppressed findings and says so in a notification.
	// GitHub's code scanning shows them as open alerts otherwise.
	OmitSuppressed bool
	// IncludePassed adds findings that pass, with the kind "pass". Not for GitHub, which
	// takes them for alerts.
	IncludePassed bool
}

const (
	schemaURI      = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	informationURI = "https://github.com/mooring-mcp/mooring"
)

// What GitHub's code scanning takes: more is refused as a whole. It keeps 5,000 results,
// by severity.
const (
	maxResults = 25_000
	maxZipped  = 10_000_000 // bytes, after gzip; "10 MB"
)

// Render writes the report. What is more than code scanning takes is cut from the mild
// end, and a notification says how much. It fails when w does.
func Render(w io.Writer, r check.Report, o Options) error {
	found, omitted := chosen(r, o)
	shown := min(len(found), maxResults)
	for {
		text := encode(logOf(r, o, found[:shown], tally{omitted, len(found) - shown}))
		if shown == 0 || fits(text) {
			_, err := w.Write(text)
			return err
		}
		shown /= 2
	}
}

// tally counts findings without a result.
type tally struct{ suppressed, cut int }

// found is a finding and whose it is.
type found struct {
	check.Finding

	server string
}

// chosen returns the findings that become results, the worst first and those that are
// suppressed last, and how many suppressed ones do not.
func chosen(r check.Report, o Options) (out []found, omitted int) {
	for _, s := range r.Subjects {
		for _, f := range s.Findings {
			switch {
			case f.Suppressed != nil && o.OmitSuppressed:
				omitted++
			case f.Action != check.Pass || o.IncludePassed:
				out = append(out, found{f, s.Server})
			}
		}
	}
	actions := check.Actions()
	slices.SortStableFunc(out, func(a, b found) int {
		if (a.Suppressed == nil) != (b.Suppressed == nil) {
			if a.Suppressed == nil {
				return -1
			}
			return 1
		}
		return cmp.Compare(slices.Index(actions, b.Action), slices.Index(actions, a.Action))
	})
	return out, omitted
}

func logOf(r check.Report, o Options, list []found, left tally) sarifLog {
	rules := newRuleTable(r)
	results := make([]result, 0, len(list))
	for _, f := range list {
		results = append(results, resultOf(f, rules.index(f.Finding), annotation.Of(f.Action, r.Policy.FailOn), o.Locate))
	}
	single := run{
		Tool:       tool{component{Name: "mooring", SemanticVersion: o.Version, InformationURI: informationURI, Rules: rules.descriptors}},
		Invocation: []invocation{invocationOf(r, o, left)},
		ColumnKind: "unicodeCodePoints",
		Results:    results,
	}
	if o.Category != "" {
		// GitHub takes what is before the last slash for the category.
		single.Automation = &automationDetails{visible.Text(strings.TrimSuffix(o.Category, "/")) + "/"}
	}
	return sarifLog{Schema: schemaURI, Version: "2.1.0", Runs: []run{single}}
}

func resultOf(f found, rule int, level annotation.Level, locate annotation.Locate) result {
	out := result{
		RuleID: visible.Text(f.Rule), RuleIndex: rule, Level: string(level), Message: message{Text: plain(statement(f))},
		Locations: []location{locationOf(locate.Place(f.server, f.Kind, f.Name), &f)},
		// GitHub reads no other than the second one, and hashes the line of the location
		// where it is missing: all findings of a rule about one item would be one alert. Its
		// form is that of GitHub's own, a number of the line's repetition last.
		Fingerprints: map[string]string{
			"mooringFingerprint/v1":   visible.Text(f.Fingerprint),
			"primaryLocationLineHash": visible.Text(strings.TrimPrefix(f.Fingerprint, "sha256:")) + ":1",
		},
		Properties: resultProperties{
			Server: visible.Text(f.server), Lens: visible.Text(f.Lens), Severity: visible.Text(f.Severity), Overridden: visible.Text(f.Overridden),
			Action: string(f.Action), DecidedBy: visible.Text(f.DecidedBy), Pointer: visible.Text(f.Pointer),
			BeforeDigest: visible.Text(f.BeforeDigest), AfterDigest: visible.Text(f.AfterDigest),
		},
	}
	if f.Action == check.Pass {
		out.Kind, out.Level = "pass", "none" // §3.27.10: of another kind than "fail" there is no level
	}
	if f.Suppressed != nil {
		out.Suppressions = []suppression{{"external", "accepted", wording.Suppression(*f.Suppressed)}}
	}
	out.Properties.Evidence, out.Properties.EvidenceOmitted = evidenceOf(f.Finding)
	return out
}

// statement is what a reader without the properties needs to know.
func statement(f found) string {
	text := visible.Text(f.server) + ": " + wording.Item(f.Kind, f.Name) + ": " + wording.FindingAt(f.Finding)
	if f.Suppressed != nil {
		text += ", suppressed by " + wording.Suppression(*f.Suppressed)
	}
	return wording.Clip(text, maxMessage)
}

// The most of what a server can make as long as it likes.
const (
	maxMessage  = 1000 // characters
	maxEvidence = 10   // pieces of a finding
	maxPiece    = 200  // characters of one
)

func evidenceOf(f check.Finding) (out []evidence, omitted int) {
	for i, e := range f.Evidence {
		if i == maxEvidence {
			break
		}
		text := func(s string) string { return wording.Clip(visible.Text(s), maxPiece) }
		out = append(out, evidence{text(e.Pointer), text(e.Definition), text(e.Text)})
	}
	return out, f.EvidenceOmitted + len(f.Evidence) - len(out)
}

// locationOf is a line, and the item of a finding unless that is nil.
func locationOf(p annotation.Place, f *found) location {
	uri := &url.URL{Path: p.File}
	l := location{Physical: physicalLocation{artifactLocation{uri.String(), "%SRCROOT%"}, region{StartLine: p.Line, StartColumn: 1}}}
	if f != nil {
		l.Logical = []logicalLocation{{
			Name:               visible.Text(cmp.Or(f.Name, string(f.Kind))),
			FullyQualifiedName: strings.Join([]string{segment(f.server), segment(string(f.Kind)), segment(f.Name)}, "/"),
			Kind:               visible.Text(string(f.Kind)),
		}}
	}
	return l
}

// segment is a part of a name with slashes, in which a slash is written as in a JSON
// Pointer.
func segment(s string) string { return inSegment.Replace(visible.Text(s)) }

var inSegment = strings.NewReplacer("~", "~0", "/", "~1")

// plain makes a text mean itself in a plain text message: no placeholder (§3.11.5) and
// no embedded link (§3.11.6). The space keeps it no link for readers that do not know
// the backslash.
func plain(text string) string { return inMessage.Replace(text) }

var inMessage = strings.NewReplacer(`\`, `\\`, `](`, `\] (`, `[`, `\[`, `]`, `\]`, `{`, `{{`, `}`, `}}`)

// encode is indented JSON without HTML escapes.
func encode(l sarifLog) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(l); err != nil {
		panic(fmt.Sprint("encode SARIF: ", err)) // strings, numbers and lists of them
	}
	return b.Bytes()
}

// fits reports that code scanning takes a file.
func fits(text []byte) bool {
	if len(text) <= maxZipped {
		return true
	}
	var n counter
	z := gzip.NewWriter(&n)
	if _, err := z.Write(text); err != nil || z.Close() != nil {
		return false
	}
	return n <= maxZipped
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
