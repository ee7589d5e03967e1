package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// Surface writes one observation for people: who answered, every item with its
// size, what was odd, what a first look finds, and the digests.
func Surface(w io.Writer, s surface.Surface, first firstsight.Sight, o Options) error {
	digests, err := manifest.Digest(s, manifest.Options{})
	if err != nil {
		return err
	}
	items := digests.Projection.Items
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	t.heading(s)
	n, total := 0, 0
	for _, kind := range surface.Kinds() {
		l := s.Listing(kind)
		t.listing(l, items[n:n+len(l.Items)])
		for _, item := range items[n : n+len(l.Items)] {
			total += item.Bytes
		}
		n += len(l.Items)
	}
	t.hazards(s.Hazards)
	t.sight(first)
	t.line("")
	t.line("total %s, %s", wording.Plural(n, "item"), wording.Size(total))
	if worst, _ := s.Completeness(); worst == surface.Complete {
		t.line("surface  %s", digests.Projection.Digest)
	} else {
		t.line("%s", t.yellow("no surface digest, since not all was seen"))
	}
	if d := digests.Observed.ManifestDigest; d != "" {
		t.line("manifest %s", d)
	}
	_, err = io.WriteString(w, t.b.String())
	return err
}

func (t *textWriter) heading(s surface.Surface) {
	worst, _ := s.Completeness()
	mark := t.green(string(worst))
	if worst != surface.Complete {
		mark = t.yellow(string(worst))
	}
	if h, ambiguous := s.Ambiguous(); ambiguous {
		mark += t.yellow(", ambiguous: " + visible.Text(h.Where) + " is listed more than once")
	}
	t.line("%s  %s", t.bold(visible.Name(s.Server.ID)), mark)
	h := s.Handshake
	if v, err := jsonv.Parse(h.ServerInfo, jsonv.Limits{}); err == nil {
		name, _ := v.Get("name").Str()
		version, _ := v.Get("version").Str()
		t.line("  calls itself %s %s", visible.Text(name), visible.Text(version))
	}
	if h.ProtocolVersion != "" {
		t.line("  protocol %s (%s)", visible.Text(h.ProtocolVersion), s.Context.Era)
	}
	if v, err := jsonv.Parse(h.Instructions, jsonv.Limits{}); err == nil {
		text, ok := v.Str()
		if !ok {
			text = v.Raw()
		}
		t.line("  instructions %s", wording.Size(len(text)))
		for line := range strings.Lines(visible.Block(text)) {
			t.wrapped(4, "%s", strings.TrimRight("    "+line, " \n"))
		}
	}
}

func (t *textWriter) listing(l surface.Listing, digests []manifest.ItemDigest) {
	empty := l.Completeness == surface.Complete && len(l.Items) == 0 && l.Kind != surface.Tool
	if empty || l.Status == surface.NotOffered || l.Status == surface.NotObserved && l.Reason == surface.NotListed {
		return
	}
	bytes := 0
	for _, d := range digests {
		bytes += d.Bytes
	}
	t.line("")
	head := fmt.Sprintf("%s  %d, %s", t.bold(l.Kind.Plural()), len(l.Items), wording.Size(bytes))
	if len(l.Pages) > 1 {
		head += ", " + wording.Plural(len(l.Pages), "page")
	}
	t.line("%s", head)
	if l.Completeness != surface.Complete {
		t.wrapped(4, "%s", strings.TrimRight(fmt.Sprintf("  %s %s: %s %s", t.yellow("?"), l.Completeness, l.Reason, visible.Text(l.Detail)), " "))
	}
	widest := 0
	for _, item := range l.Items {
		widest = max(widest, utf8.RuneCountInString(visible.Name(item.Name)))
	}
	for i, item := range l.Items {
		t.item(item, digests[i].Bytes, min(widest, 56))
	}
}

func (t *textWriter) item(item surface.Item, bytes, width int) {
	if item.Problem != "" {
		t.line("  %s %s", t.red("unreadable"), visible.Text(item.Problem))
		return
	}
	v, err := jsonv.Parse(item.Raw, jsonv.Limits{})
	if err != nil {
		return
	}
	about, _ := v.Get("description").Str()
	if about == "" {
		about, _ = v.Get("title").Str()
	}
	name := visible.Name(item.Name)
	wide := utf8.RuneCountInString(name)
	pad := strings.Repeat(" ", max(0, width-wide))
	line := fmt.Sprintf("  %s%s  %8s", name, pad, wording.Size(bytes))
	if about = t.firstLine(about, max(wide, width)+14); about != "" {
		line += "  " + t.dim(about)
	}
	t.line("%s", line)
}

// firstLine is what fits of the first line of a text, for a list. The whole text
// is in the JSON record.
func (t *textWriter) firstLine(text string, indent int) string {
	line, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = visible.Text(strings.TrimSpace(line))
	most := t.width - indent
	if t.width == 0 || most < 20 {
		most = 80
	}
	if utf8.RuneCountInString(line) > most {
		return cutWords(line, most-2) + " …"
	}
	if rest != "" {
		line += " …"
	}
	return line
}

func (t *textWriter) hazards(hazards []surface.Hazard) {
	if len(hazards) == 0 {
		return
	}
	t.line("")
	t.line("%s", t.bold("hazards"))
	for _, h := range hazards {
		count := ""
		if h.Count > 1 {
			count = fmt.Sprintf(" ×%d", h.Count)
		}
		t.wrapped(4, "  %s %s%s %s %s", t.yellow("!"), h.Code, count, visible.Text(h.Where), t.dim(visible.Text(h.Detail)))
	}
}
