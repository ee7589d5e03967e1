package report_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
	"github.com/mooring-mcp/mooring/surface"
)

func TestChangelog(t *testing.T) {
	var b bytes.Buffer
	if err := report.Changelog(&b, reporttest.Rich()); err != nil {
		t.Fatal(err)
	}
	golden(t, "rich.md", b.Bytes())
}

// run begins or ends a code span of CommonMark: a run of backticks, and up to the next run of
// the same length.
var run = regexp.MustCompile("`+")

// outsideSpans is a line of Markdown without its code spans.
func outsideSpans(line string) string {
	var out strings.Builder
	for {
		open := run.FindStringIndex(line)
		if open == nil {
			return out.String() + line
		}
		fence, rest := line[open[0]:open[1]], line[open[1]:]
		end := -1
		for _, at := range run.FindAllStringIndex(rest, -1) {
			if at[1]-at[0] == len(fence) {
				end = at[1]
				break
			}
		}
		out.WriteString(line[:open[0]])
		if end < 0 {
			return out.String() + "UNCLOSED" + rest
		}
		line = rest[end:]
	}
}

// FuzzChangelog gives release notes hostile names and texts: outside of code spans a
// line has words of ours alone.
func FuzzChangelog(f *testing.F) {
	for _, seed := range []string{"`", "``` x", "a`b``c", " ", "", "<script>", "[x](y)", "\n# head\n", "\u202e", "@all #1", "|", "\\`"} {
		f.Add(seed, seed+"`")
	}
	ours := regexp.MustCompile(`^(?:|#{2,3} [A-Za-z ]*|(?:  )?- [a-z0-9 ,:→()"-]*|Nothing changed for callers\.|Not compared\.|> Not everything was compared, so something may be missing here: )$`)
	f.Fuzz(func(t *testing.T, one, two string) {
		tool := func(name, text, property string) []byte {
			return []byte(`{"name":` + quoted(name) + `,"description":` + quoted(text) + `,"inputSchema":{"type":"object","properties":{` + quoted(property) + `:{"enum":[` + quoted(text) + `]}},"required":[` + quoted(property) + `]}}`)
		}
		side := func(tools ...[]byte) check.Observation {
			return check.Observation{Label: one, Surface: surface.FromTools(one, tools), Vouched: true}
		}
		s, err := check.Compare(two, side(tool("x"+one, two, "p"), tool("y", one, "q")), side(tool("x"+one, "never "+one, "p"+two), tool("z"+two, two, one)), check.Options{})
		if err != nil {
			t.Skip(err)
		}
		var b bytes.Buffer
		if err := report.Changelog(&b, check.NewReport("diff", nil, []check.Subject{s, s}, check.Weighing{})); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(b.String(), "\n"), "\n") {
			if bare := outsideSpans(line); !ours.MatchString(bare) {
				t.Errorf("%q has %q outside of code spans", line, bare)
			}
		}
	})
}

func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // every string has a JSON text
	}
	return string(text)
}
