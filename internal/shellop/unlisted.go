package shellop

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// miss keeps a long option that the row does not list. Whether the next word is its value is not known: it stays an
// operand, and counts as the value too.
func (p *parsed) miss(c chosen, args []word, i int) {
	if p.row.Open {
		return
	}
	if !c.has && i+1 < len(args) && !strings.HasPrefix(args[i+1].text, "-") {
		c.value = args[i+1]
	}
	p.unlisted = append(p.unlisted, c)
}

// longWithOneDash tells -outdir=x of a program that writes long options with one dash from letters together.
func (p *parsed) longWithOneDash(name string, attached bool) bool {
	if len(name) < 5 || name[0] != '-' || p.row.Open {
		return false
	}
	if first := p.row.Options[name[:2]]; first.Valued || first.Attached {
		return false
	}
	kind := shelltable.OptionKindOf(name)
	return attached || kind != shelltable.OptionPlain && kind != shelltable.OptionUnknown
}

// codeFiles are the extensions of files that hold code, or name code in settings.
var codeFiles = []string{".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".py", ".rb", ".php", ".pl", ".lua", ".so", ".dylib", ".dll", ".jar", ".sh", ".wasm", ".node"}

// pathLike tells the path of a module from the name of one that is installed.
func pathLike(text string) bool {
	return strings.HasPrefix(text, ".") || strings.ContainsAny(text, "/\\~") || slices.Contains(codeFiles, path.Ext(text))
}

// switches are values by which options are turned on or off.
var switches = []string{"true", "false", "on", "off", "yes", "no", "0", "1", "auto", "always", "never", "none"}

// unlisted is what becomes of an option by the kind of its name: a value has a role, and what has none, or no value, an
// effect.
type unlisted struct {
	effect shelltable.Effect
	role   shelltable.Role
	says   string // of the name
}

var unlistedKinds = map[shelltable.OptionKind]unlisted{
	shelltable.OptionPlace:   {shelltable.None, shelltable.Input, ""},
	shelltable.OptionModule:  {shelltable.None, shelltable.Script, ""},
	shelltable.OptionTrail:   {shelltable.None, shelltable.Output, ""},
	shelltable.OptionUnknown: {shelltable.Doubt, "", "does not say what it does"},
	shelltable.OptionWrite:   {shelltable.Doubt, shelltable.Output, "says that it writes a file"},
	shelltable.OptionCode:    {shelltable.Doubt, shelltable.Script, "says that it takes settings or code"},
	shelltable.OptionChange:  {shelltable.Edit, "", "says that it changes files"},
	shelltable.OptionFetch:   {shelltable.Fetch, "", "says that it asks another machine"},
	shelltable.OptionDestroy: {shelltable.Destroy, "", "says that it removes something"},
	shelltable.OptionListen:  {shelltable.Listen, "", "says that it opens the machine to others"},
	shelltable.OptionLeak:    {shelltable.Leak, "", "says that something leaves"},
	shelltable.OptionFresh:   {shelltable.Fresh, "", "says that it fetches code"},
	shelltable.OptionRun:     {shelltable.Exec, "", "says that something else runs"},
}

// unlistedOption judges an option that the row of a command does not list, by the words of its name: they say what it
// may do in the worst case that is usual.
func (w *walker) unlistedOption(c chosen, p *parsed, st *state, in flow, at Span) {
	kind, given := shelltable.OptionKindOf(c.name), c.value.text != ""
	if kind == shelltable.OptionPlain || c.has && slices.Contains(switches, c.value.text) {
		return
	}
	u := unlistedKinds[kind]
	switch {
	case kind == shelltable.OptionTrail && !c.has, kind == shelltable.OptionModule && !pathLike(c.value.text) && !c.value.unknown():
		return // it may stand alone, or name what is installed
	case u.role != "" && given:
		w.byRole(u.role, c.value, p, st, in, at)
		return
	case kind == shelltable.OptionRun && !given:
		u.effect = shelltable.Doubt
	case kind == shelltable.OptionChange:
		p.edits = true
	}
	if u.effect != shelltable.None {
		w.add(u.effect, "option-unlisted", fmt.Sprintf("no row lists %q of %s, and its name %s", plain.Replace(c.name), p.name, u.says), at)
	}
	if u.effect == shelltable.Exec {
		w.onlyFloor(strings.TrimLeft(c.value.data(), ":!+"), at)
	}
}
