// Package shellop says which risk band a text for a shell has, by parsing it: auto, soft-ack, escalate or deny.
//
// [Classify] parses a text as bash, zsh or POSIX shell (mvdan.cc/sh/v3/syntax), finds every command that it can run,
// behind wrappers, in substitutions, nested sources and heredocs, and judges each by the tables of package
// shelltable: programs, options, operands, paths, hosts, variables. Quoted words are data, unless something evaluates
// them. What is unparsed, too large, too deep or unknown counts as the riskier side, each with a reason that has a
// stable code and a span.
//
//	v := shellop.Classify(`git log | head; rm -rf "$HOME"`, shellop.Options{})
//	v.Band           // deny
//	v.Reasons[0].Code // "path-root"
//
// Nothing is run, read or looked up; the answer depends on the text and the options alone.
package shellop

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// Band is the answer, in the words of spec risk-bands §2.2, and "deny" for what is never allowed (§6.5).
type Band string

// The bands, from harmless to the floor.
const (
	Auto     Band = "auto"
	SoftAck  Band = "soft-ack"
	Escalate Band = "escalate"
	Deny     Band = "deny"
)

var bands = []Band{Auto, SoftAck, Escalate, Deny}

// Less reports whether b is below other.
func (b Band) Less(other Band) bool { return slices.Index(bands, b) < slices.Index(bands, other) }

// Limits of a text. One that is beyond is not judged, and escalates.
const (
	MaxBytes = 64 << 10 // of a text
	maxDepth = 24       // sources inside sources, calls inside calls
	maxNest  = 200      // brackets inside brackets
	maxSteps = 5_000    // commands and words that are looked at
)

// Options are what the text does not say.
type Options struct {
	// Shell is "bash", "zsh", "sh" or "posix"; "" for one that is not known, where a text has to be harmless in each.
	// Any other, such as "powershell" or "cmd", has no parser here and escalates.
	Shell string
	// Workspace is the absolute folder of the work; "" when not known. What is outside counts as the riskier side.
	Workspace string
	// Home is the absolute home folder; "" when not known. "~" and $HOME are a home in any case.
	Home string
	// Dir is the absolute folder in which the text runs; "" for the workspace.
	Dir string
	// SQL reports whether statements are proved to read only. The dialect is "postgresql", "mysql", "sqlite" or
	// "tsql". Without it, SQL is never proved.
	SQL func(dialect, statements string) bool
}

// sane drops a workspace that holds a system or a home: it would make all in there local.
func (o Options) sane() Options {
	if o.Workspace == "" {
		o.Workspace = o.Dir
	}
	clean := path.Clean(o.Workspace)
	if !strings.HasPrefix(clean, "/") || shelltable.ZonesOf(clean).Has(root) || o.Home != "" && clean == path.Clean(o.Home) {
		o.Workspace = ""
	}
	if o.Workspace != "" {
		o.Workspace = clean
	}
	if !strings.HasPrefix(o.Dir, "/") {
		o.Dir = ""
	}
	return o
}

// plain reports a workspace below which paths are what their letters say.
func (o Options) plain() bool {
	return o.Workspace != "" && !strings.HasPrefix(o.Workspace, "/proc") && !strings.HasPrefix(o.Workspace, "/dev") &&
		!has(o.Workspace, allMarks) && (o.Home == "" || !strings.HasPrefix(path.Clean(o.Home), o.Workspace))
}

// Span is a part of the text, in bytes from 0, the end not included.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Reason is one thing that the text does, and how much it weighs. What weighs nothing has none.
type Reason struct {
	Code   string            `json:"code"` // stable; see Codes
	Band   Band              `json:"band"` // the greater of the projection of its axes and the minimum of its row (B08)
	Effect shelltable.Effect `json:"effect"`
	Detail string            `json:"detail"` // for people; holds words of the text, so escape it
	Span   Span              `json:"span"`
}

// Axes are the worst values of all that the text does (spec risk-bands §2.1); trust is not seen in a text.
type Axes struct {
	Reversibility string `json:"reversibility"` // "reversible", "hard-to-reverse" or "irreversible"
	Scope         string `json:"scope"`         // "local", "shared-remote" or "external"
}

// Command is a command that was found.
type Command struct {
	Name    string   `json:"name"`              // without folders; "?" when not known
	Args    []string `json:"args"`              // "?" stands for what is not known
	Through []string `json:"through,omitempty"` // the wrappers around it, the outermost first
	Band    Band     `json:"band"`
	Span    Span     `json:"span"`
}

// Verdict is the answer for one text.
type Verdict struct {
	Band     Band      `json:"band"`
	Axes     Axes      `json:"axes"`
	Reasons  []Reason  `json:"reasons"`  // the weightiest first, then by place; those of auto have none
	Commands []Command `json:"commands"` // in the order in which they were found
}

// Classify judges a text. It never fails: what cannot be judged escalates and says why. Safe for concurrent use.
func Classify(text string, o Options) Verdict {
	w := walker{options: o.sane(), text: text}
	w.plain = w.options.plain()
	w.classify()
	return w.verdict()
}

func (w *walker) classify() {
	whole := Span{0, len(w.text)}
	defer func() {
		if fault := recover(); fault != nil {
			w.add(shelltable.Unknown, "panic", "the classifier failed on this text", whole)
		}
	}()
	if code, detail := refuse(w.text, w.options.Shell); code != "" {
		w.add(shelltable.Unknown, code, detail, whole)
		return
	}
	w.source(w.text, newState(w.options), flow{}, w.options.Shell)
}

// refuse says why a text is not even parsed.
func refuse(text, shell string) (code, detail string) {
	switch shell {
	case "", "bash", "zsh", "sh", "posix":
	default:
		return "shell-not-parsed", fmt.Sprintf("no parser for the shell %q, want bash, zsh or sh", shell)
	}
	if len(text) > MaxBytes {
		return "too-large", fmt.Sprintf("text of %d bytes is over the limit of %d", len(text), MaxBytes)
	}
	nest := 0
	ascii := true
	for i := range len(text) {
		c := text[i]
		switch {
		case c < ' ' && c != '\n' && c != '\t', c == 0x7F:
			return "control-character", fmt.Sprintf("byte %d is the control character %#02x", i, c)
		case c >= utf8.RuneSelf:
			ascii = false
		case c == '(' || c == '{' || c == '`' || c == '[':
			nest++
		}
	}
	if nest > maxNest && deepest(text) > maxNest {
		return "too-deep", fmt.Sprintf("brackets are nested deeper than %d", maxNest)
	}
	if !ascii {
		return refuseText(text)
	}
	return "", ""
}

// deepest is an upper bound of how deep brackets and keywords are nested.
func deepest(text string) int {
	depth, most := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{', '[', '`':
			depth++
			most = max(most, depth)
		case ')', '}', ']':
			depth = max(0, depth-1)
		}
	}
	return most
}

// refuseText looks for what is no text, or shows another order than it has.
func refuseText(text string) (code, detail string) {
	if !utf8.ValidString(text) {
		return "not-utf8", "the text is not valid UTF-8"
	}
	for i, r := range text {
		if r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r >= 0x80 && r < 0xA0 || r == 0x2028 || r == 0x2029 {
			return "control-character", fmt.Sprintf("byte %d is the control character U+%04X", i, r)
		}
	}
	return "", ""
}

// add notes an effect.
func (w *walker) add(e shelltable.Effect, code, detail string, at Span) {
	p := profile(e)
	band := bandOf(p)
	w.axes.Reversibility = worst(reversibilities, w.axes.Reversibility, p.Reversibility)
	w.axes.Scope = worst(scopes, w.axes.Scope, p.Scope)
	if w.band.Less(band) {
		w.band = band
	}
	if band == Auto {
		return
	}
	r := Reason{code, band, e, detail, at}
	if len(w.reasons) < 200 && !slices.Contains(w.reasons, r) {
		w.reasons = append(w.reasons, r)
	}
}

func profile(e shelltable.Effect) *shelltable.Profile { return shelltable.ProfileOf(e) }

// quiet reports an effect that weighs nothing.
func quiet(e shelltable.Effect) bool { return bandOf(profile(e)) == Auto }

var (
	reversibilities = []string{"reversible", "hard-to-reverse", "irreversible"}
	scopes          = []string{"local", "shared-remote", "external"}
)

func worst(order []string, a, b string) string {
	return order[max(0, slices.Index(order, a), slices.Index(order, b))]
}

// bandOf is the greater of the projection of the axes, with trusted input (spec risk-bands §2.2, readings B01 and
// B02), and the minimum of the row (B08).
func bandOf(p *shelltable.Profile) Band {
	projection := Auto
	switch {
	case p.Reversibility != "reversible" || p.Scope == "external":
		projection = Escalate
	case p.Scope == "shared-remote":
		projection = SoftAck
	}
	if least := Band(p.Minimum); projection.Less(least) {
		return least
	}
	return projection
}

func (w *walker) verdict() Verdict {
	slices.SortStableFunc(w.reasons, func(a, b Reason) int {
		if a.Band != b.Band {
			return slices.Index(bands, b.Band) - slices.Index(bands, a.Band)
		}
		return cmp.Or(a.Span.Start-b.Span.Start, strings.Compare(a.Code, b.Code), strings.Compare(a.Detail, b.Detail))
	})
	v := Verdict{Band: w.band, Axes: w.axes, Reasons: w.reasons, Commands: w.commands}
	if v.Band == "" {
		v.Band = Auto
	}
	v.Axes.Reversibility = worst(reversibilities, v.Axes.Reversibility, "")
	v.Axes.Scope = worst(scopes, v.Axes.Scope, "")
	if v.Reasons == nil {
		v.Reasons = []Reason{}
	}
	if v.Commands == nil {
		v.Commands = []Command{}
	}
	return v
}
