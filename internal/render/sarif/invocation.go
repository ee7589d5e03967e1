package sarif

import (
	"fmt"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/annotation"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// exitCodes are the exit statuses of commands that compare.
var exitCodes = map[check.Verdict]int{check.Passed: 0, check.Refused: 1, check.Inconclusive: 3}

// invocationOf says how the run ended and what it could not tell. A refusal is no
// failure of the tool.
func invocationOf(r check.Report, o Options, left tally) invocation {
	out := invocation{
		Successful: annotation.Complete(r), ExitCode: exitCodes[r.Verdict], ExitCodeDescription: wording.Verdict(r.Verdict),
		Notifications: []notification{},
	}
	for _, s := range r.Subjects {
		for _, g := range s.Gaps {
			text := wording.Clip(visible.Text(s.Server)+": "+wording.Gap(g), maxMessage)
			out.notify(g.Code, annotation.OfGap(g), text, o.Locate.Place(s.Server, check.Server, ""))
		}
	}
	for _, w := range r.Warnings {
		out.notify(w.Code, annotation.Warning, wording.Clip(wording.Warning(w), maxMessage), annotation.PlaceOf(w))
	}
	nowhere := annotation.Locate(nil).Place("", check.Server, "")
	if left.suppressed > 0 {
		out.notify("mooring.suppressed", annotation.Note, wording.Plural(left.suppressed, "suppressed finding")+" left out", nowhere)
	}
	if left.cut > 0 {
		text := fmt.Sprintf("%s left out, the mildest: code scanning takes %d results and %d bytes after gzip", wording.Plural(left.cut, "finding"), maxResults, maxZipped)
		out.notify("mooring.cut", annotation.Warning, text, nowhere)
	}
	return out
}

func (i *invocation) notify(code string, level annotation.Level, text string, at annotation.Place) {
	i.Notifications = append(i.Notifications, notification{
		reference{wording.Clip(visible.Text(code), maxPiece)}, string(level), message{Text: plain(text)}, []location{locationOf(at, nil)},
	})
}
