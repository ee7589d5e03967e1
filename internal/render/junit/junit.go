// Package junit writes a report as the XML that JUnit readers of CI systems share
// (Jenkins, GitLab, Azure DevOps and others): a testsuite for each server, a testcase for
// each row.
//
// A row that refuses is a failure, of its rules; a gap that makes the verdict inconclusive
// is an error; a row that passes only because findings are suppressed is skipped, with
// the reason. JUnit has no warnings: they are the system-out of a case that passes. The
// times are 0, so that equal reports are equal bytes.
package junit

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/annotation"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// Options are how a report is written.
type Options struct{ Locate annotation.Locate }

type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	counts
	Suites []suite `xml:"testsuite"`
}

type suite struct {
	Name string `xml:"name,attr"`
	counts
	Cases []testcase `xml:"testcase"`
	Out   string     `xml:"system-out,omitempty"`
}

// counts are the attributes that readers hold against the cases.
type counts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
	Time     int `xml:"time,attr"` // seconds
}

type testcase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Time    int      `xml:"time,attr"`
	Skipped *outcome `xml:"skipped"`
	Error   *outcome `xml:"error"`
	Failure *outcome `xml:"failure"`
	Out     string   `xml:"system-out,omitempty"`
}

type outcome struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Render writes the report. It fails when w does.
func Render(w io.Writer, r check.Report, o Options) error {
	doc := suites{Name: "mooring " + visible.Text(r.Command)}
	for _, s := range r.Subjects {
		doc.add(server(s, r.Policy.FailOn, o.Locate))
	}
	if len(r.Warnings) > 0 {
		doc.add(policy(r.Warnings))
	}
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		panic(fmt.Sprint("encode JUnit XML: ", err)) // strings and numbers
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}

func (d *suites) add(s suite) {
	for _, c := range s.Cases {
		s.count(c)
		d.count(c)
	}
	d.Suites = append(d.Suites, s)
}

func (n *counts) count(c testcase) {
	n.Tests++
	switch {
	case c.Error != nil:
		n.Errors++
	case c.Failure != nil:
		n.Failures++
	case c.Skipped != nil:
		n.Skipped++
	}
}

// server makes the suite of a server. One of which nothing is said has a case that
// passes, or readers would not show it.
func server(s check.Subject, failOn check.Action, locate annotation.Locate) suite {
	out := suite{Name: visible.Text(s.Server)}
	var said []string
	unsure := map[string]int{} // the case of a code
	for _, g := range s.Gaps {
		text, code := wording.Clip(wording.Gap(g), maxMessage), wording.Clip(visible.Text(g.Code), maxMessage)
		if g.Warning {
			said = append(said, text)
			continue
		}
		if i, known := unsure[code]; known {
			out.Cases[i].Error.Text += "\n" + text
			continue
		}
		unsure[code] = len(out.Cases)
		out.Cases = append(out.Cases, testcase{Class: out.Name, Name: "could not tell: " + code, Error: &outcome{Type: code, Message: text, Text: text}})
	}
	for _, d := range s.Details() {
		out.Cases = append(out.Cases, row(out.Name, d, failOn, locate.Place(s.Server, d.Kind, d.Name)))
	}
	if len(out.Cases) == 0 {
		out.Cases = []testcase{{Class: out.Name, Name: "surface unchanged"}}
	}
	out.Out = strings.Join(said, "\n")
	return out
}

func row(server string, d check.Detail, failOn check.Action, at annotation.Place) testcase {
	out := testcase{Class: server, Name: wording.Clip(wording.Row(d.Row), maxMessage)}
	findings := wording.Findings(d)
	text := strings.Join(append(slices.Clone(findings), "at "+at.String()), "\n")
	switch {
	case annotation.Of(d.Action, failOn) == annotation.Error:
		out.Failure = &outcome{Type: rules(d), Message: first(findings, out.Name), Text: text}
	case annotation.SetAside(d):
		out.Skipped = &outcome{Message: reason(d)}
		out.Out = text
	case d.Action == check.Warn || d.Action == check.Review:
		out.Out = text
	}
	return out
}

// policy is the suite of what is wrong with the policy, which fails nothing.
func policy(warnings []check.Warning) suite {
	c := testcase{Class: "policy", Name: "policy has warnings"}
	var lines []string
	for _, w := range warnings {
		lines = append(lines, wording.Clip(wording.Warning(w), maxMessage))
	}
	c.Out = strings.Join(lines, "\n")
	return suite{Name: "policy", Cases: []testcase{c}}
}

// maxMessage is how long a name or message may be, in characters.
const maxMessage = 500

// rules names the rules that make the action of a row, each once.
func rules(d check.Detail) string {
	var out []string
	for _, f := range d.Findings {
		if name := visible.Text(f.Rule); f.Suppressed == nil && f.Action == d.Action && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return wording.Clip(cmp.Or(strings.Join(out, ", "), string(d.Action)), maxMessage)
}

func first(findings []string, otherwise string) string {
	if len(findings) == 0 {
		return otherwise
	}
	return findings[0]
}

// reason is why the strictest finding that is set aside is.
func reason(d check.Detail) string {
	for _, f := range d.Findings {
		if f.Suppressed != nil && f.Action != check.Pass {
			return wording.Clip(wording.Suppression(*f.Suppressed), maxMessage)
		}
	}
	return ""
}
