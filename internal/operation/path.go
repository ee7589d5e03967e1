package operation

import (
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/pathop"
)

// pathRow is what a class of path means for reading, writing and deleting.
type pathRow [3]pathCell

// pathCell is one intent of a row.
type pathCell struct {
	r       band.Reversibility
	s       band.Scope
	minimum band.Band
	floor   band.Floor
}

var (
	passes   = pathCell{band.Reversible, band.Local, band.None, ""}
	recorded = pathCell{band.Reversible, band.Local, band.SoftAck, ""} // a named local overwrite (B08)
	asks     = pathCell{band.HardToReverse, band.Local, band.None, ""}
	secret   = pathCell{band.Reversible, band.Local, band.Escalate, ""} // nothing changes, but what was read is read
	shared   = pathCell{band.HardToReverse, band.SharedRemote, band.None, ""}
	never    = pathCell{band.Irreversible, band.Local, band.Escalate, band.NeverAllow}
)

// pathRows by class.
var pathRows = map[pathop.Class]pathRow{
	pathop.Workspace:   {passes, recorded, recorded},
	pathop.Harmless:    {passes, passes, asks},
	pathop.Temporary:   {passes, recorded, recorded},
	pathop.Home:        {recorded, asks, asks},
	pathop.Outside:     {recorded, asks, asks},
	pathop.System:      {recorded, asks, asks},
	pathop.Device:      {asks, asks, asks},
	pathop.Persistence: {recorded, asks, asks},
	pathop.Root:        {recorded, never, never},
	pathop.Critical:    {recorded, never, never},
	pathop.Network:     {shared, shared, shared}, // opening it may send a login
	pathop.Credential:  {secret, asks, asks},
	pathop.Unresolved:  {asks, asks, asks},
	pathop.Invalid:     {asks, asks, asks},
	pathop.Guard:       {recorded, never, never},
}

// blockDevices begin the names of what holds file systems or memory.
var blockDevices = []string{"/dev/sd", "/dev/hd", "/dev/vd", "/dev/xvd", "/dev/nvme", "/dev/mmcblk", "/dev/disk", "/dev/rdisk", "/dev/mapper", "/dev/dm-", "/dev/md", "/dev/mem", "/dev/kmem", "/dev/port"}

// Path judges a path. An intent that is "" counts as deleting.
func Path(text string, at pathop.Place, intent Intent) Part {
	return pathPart(pathop.Classify(text, at), intent)
}

func pathPart(found pathop.Result, intent Intent) Part {
	column := map[Intent]int{Read: 0, Write: 1}
	i, known := column[intent]
	if !known {
		i = 2
	}
	p := Part{Reads: intent == Read}
	for _, m := range found.Matches {
		cell := pathRows[m.Class][i]
		switch {
		case m.Class == pathop.Device && i > 0 && onDisk(found.Resolved):
			cell = never
		case i == 2 && m.Class == pathop.Workspace && (found.Whole || found.Pattern):
			cell = asks // all of it, or as much as a pattern finds
		}
		c := Part{Axes: band.Axes{Reversibility: cell.r, Scope: cell.s}, Minimum: cell.minimum, Floor: cell.floor}
		p.Axes = p.Axes.Worse(c.Axes)
		p.Minimum = band.Max(p.Minimum, c.Minimum)
		if c.Floor != "" {
			p.Floor = c.Floor
		}
		p.Sensitive = p.Sensitive || m.Class == pathop.Credential
		p.External = p.External || m.Class == pathop.Network
		p.Reasons = append(p.Reasons, Reason{
			Kind: PathKind, Code: string(m.Class), Detail: strings.Join(append([]string{m.Reason}, found.Notes...), "; "),
			Span: Span{found.Start, found.End}, Band: c.Band(), Floor: c.Floor,
		})
	}
	return p
}

func onDisk(path string) bool {
	for _, prefix := range blockDevices {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}
