// Package markdown renders a report as a comment for a pull request on GitHub or a
// merge request on GitLab: the verdict in a line, what could not be told, a table with
// one row a change or group, the strictest first, and the details below it, folded.
//
// Whatever a server, a policy or a machine said stands in the containers of package
// markup and is no markup. No line begins with text of others, since tools read
// comments for commands line by line.
//
// A comment has a limit. What goes first are whole details, from the mildest on, then
// rows of the table, from the mildest on; the comment says how many.
package markdown

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/rulebook"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// The limit of a comment in bytes. GitHub takes 65,536 characters and GitLab a million;
// no text has more characters than bytes, so the default fits both.
const (
	DefaultLimit = 60_000
	LeastLimit   = 4_000
)

// Options say what a comment carries beyond the report.
type Options struct {
	// Marker is the first line, by which a comment is found again to be replaced: one
	// comment of HTML such as "<!-- mooring:release -->". "" for none.
	Marker string
	// Limit is the greatest length in bytes; 0 for [DefaultLimit].
	Limit int
	// Next are commands that say how to go on, one a line.
	Next []string
}

// marker is a comment of HTML that is nothing else to any reader.
var marker = regexp.MustCompile(`^<!-- [A-Za-z0-9_.:/ -]{1,200} -->$`)

// Render writes the comment. It fails with a marker that is no comment of letters,
// digits and "_.:/ -", with two hyphens in it, or with a limit below [LeastLimit].
func Render(w io.Writer, r check.Report, o Options) error {
	if o.Limit == 0 {
		o.Limit = DefaultLimit
	}
	if o.Limit < LeastLimit {
		return fmt.Errorf("limit of %d bytes, want at least %d", o.Limit, LeastLimit)
	}
	if o.Marker != "" && (!marker.MatchString(o.Marker) || strings.Contains(o.Marker[4:len(o.Marker)-3], "--")) {
		return fmt.Errorf("marker %q, want <!-- WORDS --> of letters, digits and _.:/-", o.Marker)
	}
	_, err := io.WriteString(w, page{r, r.Lines(), sentences(), o.Limit - reserve}.write(o))
	return err
}

// reserve is kept for the lines that say what is left out.
const reserve = 600

// page takes parts in the order of what matters, as long as they fit.
type page struct {
	report check.Report
	lines  []check.Line
	// sentences are those that rules of ours are explained with.
	sentences map[string]bool
	left      int // bytes
}

func sentences() map[string]bool {
	out := map[string]bool{}
	for _, r := range rulebook.Rules() {
		for _, text := range []string{r.Title, r.Meaning, r.Condition} {
			out[strings.TrimSuffix(text, ".")] = true
		}
	}
	return out
}

// fits takes the bytes of a text when there are as many.
func (p *page) fits(text string) bool {
	if len(text) > p.left {
		return false
	}
	p.left -= len(text)
	return true
}

// section takes as many parts below a head as fit, but at most a dozen, and counts
// the others.
func (p *page) section(head string, parts []string) string {
	const most, rest = 12, "- and %d more\n"
	if len(parts) == 0 || !p.fits(head+rest+"\n") {
		return ""
	}
	var b strings.Builder
	b.WriteString(head)
	for i, part := range parts {
		if i == most || !p.fits(part) {
			fmt.Fprintf(&b, rest, len(parts)-i)
			break
		}
		b.WriteString(part)
	}
	return b.String() + "\n"
}

// write puts the page together. What is not folded is bounded, so that rows and
// details have most of the space.
func (p page) write(o Options) string {
	top := ""
	if o.Marker != "" {
		top = o.Marker + "\n"
	}
	top += p.verdict()
	p.left -= len(top)
	gaps := p.section("**Could not be told**\n\n", p.gaps())
	next := p.section("**How to go on**\n\n", commands(o.Next))
	warnings := p.section("**About the policy**\n\n", p.warnings())
	servers := p.section("**Version and cause**\n\n", p.servers())
	table, rows := p.table()
	details, folded := p.details()
	set := p.section("<details>\n<summary>"+wording.Plural(p.report.Counts.Suppressed, "suppressed finding")+"</summary>\n\n", p.suppressed())
	if set != "" {
		set += "</details>\n\n"
	}
	return top + gaps + servers + table + next + warnings + details + set + p.omitted(rows, folded)
}

// omitted says what is left out of the table and of the details.
func (p page) omitted(rows, details int) string {
	var parts []string
	if rows > 0 {
		parts = append(parts, wording.Plural(rows, "row"))
	}
	if details > 0 {
		parts = append(parts, wording.Plural(details, "detail"))
	}
	if parts == nil {
		return ""
	}
	return "_" + strings.Join(parts, " and ") + " left out, the mildest first: a comment has a limit. The JSON report has all of it._\n"
}
