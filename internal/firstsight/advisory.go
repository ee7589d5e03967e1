package firstsight

import (
	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/signal"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// text looks at a string. In a text of a tool that is human-readable by spec
// taxonomy-v1 §2.1, what R01 and R02 look for alarms.
func (w *walk) text(text string) {
	readable := taxonomy.ReadablePath(w.path)
	w.look(text, readable && w.kind == check.Kind(surface.Tool))
	w.mentions(text, readable || w.kind == check.Instructions || w.kind == check.Server && w.path[len(w.path)-1] == "title")
}

// look gives the signals of one text or name; judged says that R01 and R02 look at
// it, too. Against nothing, all that they see is new (reading T23).
func (w *walk) look(text string, judged bool) {
	hiddenRule, phraseRule, list := check.RuleHiddenText, check.RuleInstruction, &w.advisories
	if judged {
		hiddenRule, phraseRule, list = "R01", "R02", &w.alarms
	}
	for _, m := range invisible(text) {
		w.signal(&w.advisories, m.rule, text, signal.Match{Definition: m.definition, Start: m.start, End: m.end})
	}
	for _, m := range signal.Hidden(text) {
		w.signal(list, hiddenRule, text, m)
	}
	for _, o := range w.phrases.Find(text) {
		w.signal(list, phraseRule, text, signal.Match{Definition: o.Phrase, Start: o.Start, End: o.End})
	}
}

func (w *walk) signal(list *[]Signal, rule, text string, m signal.Match) {
	if w.tally(rule).closed() {
		return
	}
	pointer, cut := w.pointer()
	w.keep(list, Signal{
		Rule: rule, Kind: w.kind, Name: w.name, PointerCut: cut,
		Evidence: check.Evidence{
			Pointer: pointer, Definition: m.Definition, Text: signal.Cut(m.Of(text), taxonomy.MaxText), Start: m.Start, End: m.End,
		},
	})
}
