package operation

import (
	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/urlop"
)

// urlRow is what a class of URL means for one intent.
type urlRow struct {
	r       band.Reversibility
	s       band.Scope
	minimum band.Band
}

// urlRows by class, for reading and for sending. Reading lands at most on
// shared-remote (B08).
var urlRows = map[urlop.Class][2]urlRow{
	urlop.Loopback: {{band.Reversible, band.Local, band.None}, {band.Reversible, band.Local, band.SoftAck}},
	urlop.Private:  {{band.Reversible, band.SharedRemote, band.None}, {band.HardToReverse, band.SharedRemote, band.None}},
	urlop.External: {{band.Reversible, band.SharedRemote, band.None}, {band.Irreversible, band.External, band.None}},
	urlop.Invalid:  {{band.Irreversible, band.External, band.None}, {band.Irreversible, band.External, band.None}},
	urlop.Metadata: {{band.Irreversible, band.External, band.None}, {band.Irreversible, band.External, band.None}},
}

// URL judges a URL or host. An address of this machine or of a private network that
// is disguised has no place of its own: it counts as invalid.
func URL(text string, intent Intent) Part { return urlPart(urlop.Classify(text), intent) }

func urlPart(u urlop.Result, intent Intent) Part {
	class := u.Class
	hidden := u.Disguised && (class == urlop.Loopback || class == urlop.Private)
	if hidden {
		class = urlop.Invalid
	}
	row := urlRows[class][1]
	if intent == Read {
		row = urlRows[class][0]
	}
	p := Part{
		Axes:      band.Axes{Reversibility: row.r, Scope: row.s},
		Minimum:   row.minimum,
		Reads:     intent == Read,
		External:  class.Rank() >= urlop.External.Rank(),
		Sensitive: class == urlop.Metadata,
	}
	if class == urlop.Metadata {
		p.Floor = band.NeverAllow
	}
	detail := u.Reason
	if hidden {
		detail = "disguised " + string(u.Class) + " host: " + detail
	}
	p.Reasons = []Reason{{Kind: URLKind, Code: string(u.Class), Detail: detail, Span: Span{u.Start, u.End}, Band: p.Band(), Floor: p.Floor}}
	return p
}
