package html

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/worddiff"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// piece is a part of a text, drawn in one way.
type piece struct {
	Text    string
	Changed bool // the other side does not have it
	Hidden  bool // a hidden character, spelled out
	Skipped bool // our note on what is left out
}

// How many characters are shown, and of a long equal part at either end.
const (
	longText  = 2_000
	longValue = 20_000
	longEqual = 400
	keepEqual = 120
)

var spelled = regexp.MustCompile(`<U\+[0-9A-F]{4,6}>|<0x[0-9A-F]{2}>`)

// shown are the pieces of a text that came through package visible.
func shown(text string) []piece { return split(nil, wording.Cut(text, longText), false) }

// raw are the pieces of any text.
func raw(text string) []piece { return shown(visible.Text(text)) }

// named are the pieces of a name.
func named(name string) []piece { return shown(visible.Name(name)) }

func split(out []piece, text string, changed bool) []piece {
	for text != "" {
		at := spelled.FindStringIndex(text)
		if at == nil {
			return append(out, piece{Text: text, Changed: changed})
		}
		if at[0] > 0 {
			out = append(out, piece{Text: text[:at[0]], Changed: changed})
		}
		out = append(out, piece{Text: text[at[0]:at[1]], Changed: changed, Hidden: true})
		text = text[at[1]:]
	}
	return out
}

// edit is one value that differs. A side is nil where the value is absent.
type edit struct {
	Where         []piece
	Before, After []piece
}

func newEdit(e check.Edit) edit {
	out := edit{Where: raw(e.Pointer)}
	before, after := value(e.Before), value(e.After)
	if e.Op != check.Changed {
		out.Before, out.After = split(nil, before, false), split(nil, after, false)
		return out
	}
	ofBefore, ofAfter := worddiff.Texts(before, after)
	out.Before, out.After = pieces(ofBefore), pieces(ofAfter)
	return out
}

func pieces(parts []worddiff.Part) []piece {
	var out []piece
	for _, p := range parts {
		n := utf8.RuneCountInString(p.Text)
		if p.Changed || n <= longEqual {
			out = split(out, p.Text, p.Changed)
			continue
		}
		text := []rune(p.Text)
		out = split(out, string(text[:keepEqual]), false)
		out = append(out, piece{Text: " … " + wording.Plural(n-2*keepEqual, "equal character") + " … ", Skipped: true})
		out = split(out, string(text[n-keepEqual:]), false)
	}
	return out
}

// value is a value as people read it: a text with its line ends, anything else as JSON.
func value(text json.RawMessage) string {
	if text == nil {
		return ""
	}
	out, s := wording.Value(text), ""
	if text[0] == '"' && json.Unmarshal(text, &s) == nil {
		out = `"` + visible.Block(s) + `"`
	}
	return wording.Cut(strings.ReplaceAll(out, "\t", "    "), longValue)
}
