// Package github writes a report as workflow commands of GitHub Actions, which annotate
// lines of the repository:
//
//	::error title=harbor: tool dock changed,file=mooring.lock.json,line=12::R02 CRITICAL: …
//
// There is one command for each row, one for the rows of a group, one for each gap and
// each warning about the policy, and a notice that sums up. What refuses comes first and
// nothing is said of what passes. GitHub shows ten annotations of a level for a step and
// drops the others, so no more are written, and the last says how many are missing.
package github

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/annotation"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// Options are how a report is written.
type Options struct{ Locate annotation.Locate }

// mostOfLevel is how many annotations of a level GitHub shows for a step. Those of all
// levels together stay below the 50 of a job.
const mostOfLevel = 10

// command is one workflow command, not escaped.
type command struct {
	level annotation.Level
	title string
	at    annotation.Place
	lines []string // of the message
	more  string   // its last line, which is never cut
	rank  int      // what comes first among those of a level, from 0
	rows  int      // 1, or those of a group
}

// Render writes the commands, a line each. It fails when w does.
func Render(w io.Writer, r check.Report, o Options) error {
	byLevel := map[annotation.Level][]command{annotation.Note: {summary(r)}}
	for _, s := range r.Subjects {
		for _, c := range append(rows(s, r.Policy.FailOn, o.Locate), gaps(s, o.Locate)...) {
			byLevel[c.level] = append(byLevel[c.level], c)
		}
	}
	for _, warning := range r.Warnings {
		byLevel[annotation.Warning] = append(byLevel[annotation.Warning], command{
			level: annotation.Warning, title: "policy", at: annotation.PlaceOf(warning), lines: []string{wording.Warning(warning)}, rank: rankOther, rows: 1,
		})
	}
	var b strings.Builder
	for _, level := range []annotation.Level{annotation.Error, annotation.Warning, annotation.Note} {
		for _, c := range capped(byLevel[level]) {
			b.WriteString(c.String() + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// The ranks, what matters most first.
const (
	rankFail = iota // and the summary among the notices
	rankGap         // a server of which nothing is known
	rankOther
)

func summary(r check.Report) command {
	return command{
		level: annotation.Note, title: "mooring " + visible.Text(r.Command), at: annotation.Locate(nil).Place("", check.Server, ""),
		lines: []string{wording.Summary(r)}, rank: rankFail, rows: 1,
	}
}

// rows makes a command of each group of equal rows that does not pass.
func rows(s check.Subject, failOn check.Action, locate annotation.Locate) []command {
	var out []command
	for _, group := range s.Groups() {
		first := group[0]
		level := annotation.Of(first.Action, failOn)
		if level == annotation.Note {
			continue
		}
		c := command{
			level: level, title: wording.Title(s.Server, group), at: locate.Place(s.Server, first.Kind, first.Name),
			lines: wording.Findings(first), rank: rankOther, rows: len(group),
		}
		if len(group) > 1 {
			c.lines = append([]string{wording.Names(group)}, c.lines...)
		}
		if first.Action == check.Fail {
			c.rank = rankFail
		}
		out = append(out, c)
	}
	return out
}

func gaps(s check.Subject, locate annotation.Locate) []command {
	var out []command
	for _, g := range s.Gaps {
		c := command{
			level: annotation.OfGap(g), title: wording.Clip(visible.Text(s.Server), maxTitle) + ": could not tell",
			at: locate.Place(s.Server, check.Server, ""), lines: []string{wording.Clip(wording.Gap(g), maxMessage)}, rank: rankGap, rows: 1,
		}
		if g.Warning {
			c.title = wording.Clip(visible.Text(s.Server), maxTitle)
		}
		out = append(out, c)
	}
	return out
}

// capped sorts the commands of a level and keeps as many as are shown; the last one says
// how many are not. Groups come before single rows, since they say most.
func capped(list []command) []command {
	slices.SortStableFunc(list, func(a, b command) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.rows, a.rows))
	})
	if len(list) <= mostOfLevel {
		return list
	}
	shown, last := list[:mostOfLevel], &list[mostOfLevel-1]
	last.more = fmt.Sprintf("\n(and %d more of this level, which GitHub would not show)", len(list)-mostOfLevel)
	return shown
}

// The most of what a server can make as long as it likes, in characters.
const (
	maxTitle   = 250
	maxMessage = 4000
)

// words are the commands by level.
var words = map[annotation.Level]string{annotation.Error: "error", annotation.Warning: "warning", annotation.Note: "notice"}

// String writes the command as the runner reads it.
func (c command) String() string {
	properties := "title=" + property(wording.Clip(c.title, maxTitle)) + ",file=" + property(c.at.File) + ",line=" + strconv.Itoa(c.at.Line)
	return "::" + words[c.level] + " " + properties + "::" + data(wording.Clip(strings.Join(c.lines, "\n"), maxMessage)+c.more)
}

// data escapes a message. The runner takes "##[" for a command of the older form
// anywhere in a line which is none of the newer form, and that of Azure takes "##vso["
// so: no text has two of these characters in a row.
func data(text string) string {
	for strings.Contains(text, "##") {
		text = strings.ReplaceAll(text, "##", "# #")
	}
	return inData.Replace(text)
}

var inData = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

// property escapes the value of a property.
func property(text string) string { return inProperty.Replace(data(text)) }

var inProperty = strings.NewReplacer(":", "%3A", ",", "%2C")
