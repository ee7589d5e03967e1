package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

// Surface writes one observation for people: who answered, every item with its
// size, what was odd, and the digests.
func Surface(w io.Writer, s surface.Surface, o Options) error {
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
	t.line("")
	t.line("total %s, %s", plural(n, "item"), size(total))
	t.line("surface  %s", digests.Projection.Digest)
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
	t.line("%s  %s", t.bold(visible.Text(s.Server.ID)), mark)
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
		t.line("  instructions %s", size(len(text)))
		for line := range strings.Lines(visible.Block(text)) {
			t.wrapped(4, "%s", strings.TrimRight("    "+line, " \n"))
		}
	}
}

func (t *textWriter) listing(l surface.Listing, digests []manifest.ItemDigest) {
	if l.Status == surface.NotOffered || l.Status == surface.NotObserved && l.Reason == surface.NotListed {
		return
	}
	bytes := 0
	for _, d := range digests {
		bytes += d.Bytes
	}
	t.line("")
	head := fmt.Sprintf("%s  %d, %s", t.bold(l.Kind.Plural()), len(l.Items), size(bytes))
	if len(l.Pages) > 1 {
		head += ", " + plural(len(l.Pages), "page")
	}
	t.line("%s", head)
	if l.Completeness != surface.Complete {
		t.wrapped(4, "  %s %s: %s %s", t.yellow("?"), l.Completeness, l.Reason, visible.Text(l.Detail))
	}
	widest := 0
	for _, item := range l.Items {
		widest = max(widest, utf8.RuneCountInString(visible.Text(item.Name)))
	}
	for i, item := range l.Items {
		t.item(item, digests[i].Bytes, min(widest, 40))
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
	name := visible.Text(item.Name)
	pad := strings.Repeat(" ", max(0, width-utf8.RuneCountInString(name)))
	t.line("  %s%s  %8s  %s", name, pad, size(bytes), t.dim(t.firstLine(about, width+16)))
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
		return string([]rune(line)[:most-1]) + "…"
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
