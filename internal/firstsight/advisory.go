package firstsight

import (
	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/signal"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// source is the thing whose texts are looked at.
type source struct {
	kind check.Kind
	name string
}

func (s source) signal(rule string, e check.Evidence) Signal { return Signal{rule, s.kind, s.name, e} }

// strings looks at every string in v, and at every member's name.
func (l *looker) strings(from source, v *jsonv.Value) {
	for pointer, at := range v.Find(func(v *jsonv.Value) bool { return l.worthwhile(from, v) }) {
		if text, isString := at.Str(); isString {
			l.look(from, pointer, text, from.kind == check.Kind(surface.Tool) && taxonomy.HumanReadable(pointer))
			l.elsewhere(from, pointer, text)
			continue
		}
		for name := range at.Members() {
			if l.suspicious(name) {
				l.look(from, jsonv.AppendPointer(pointer, name), name, false)
			}
		}
	}
}

// worthwhile reports a value of which a pointer is needed: a text with a signal,
// or an object with a member whose name has one.
func (l *looker) worthwhile(from source, v *jsonv.Value) bool {
	if text, isString := v.Str(); isString {
		return l.suspicious(text) || from.kind != check.Kind(surface.Tool) && names(text)
	}
	for name := range v.Members() {
		if l.suspicious(name) {
			return true
		}
	}
	return false
}

func (l *looker) suspicious(text string) bool {
	return len(signal.Hidden(text)) > 0 || len(l.phrases.Find(text)) > 0 || len(invisible(text)) > 0
}

// names reports a text that names a place or refers to another tool.
func names(text string) bool { return len(signal.Places(text))+len(signal.References(text)) > 0 }

// look gives the advisories of one text. What R01 and R02 look for is one only
// where they do not look.
func (l *looker) look(from source, pointer, text string, judged bool) {
	for _, m := range invisible(text) {
		l.advise(from.signal(m.rule, check.Evidence{Pointer: pointer, Definition: m.definition, Text: text[m.start:m.end], Start: m.start, End: m.end}))
	}
	if judged {
		return
	}
	for _, m := range signal.Hidden(text) {
		l.advise(from.signal(check.RuleHiddenText, evidence(pointer, text, m)))
	}
	for _, o := range l.phrases.Find(text) {
		l.advise(from.signal(check.RuleInstruction, check.Evidence{Pointer: pointer, Definition: o.Phrase, Text: text[o.Start:o.End], Start: o.Start, End: o.End}))
	}
}

func evidence(pointer, text string, m signal.Match) check.Evidence {
	return check.Evidence{Pointer: pointer, Definition: m.Definition, Text: m.Of(text), Start: m.Start, End: m.End}
}
