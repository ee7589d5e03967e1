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

// unlistedOption judges an option that the row of a command does not list, by the words of its name: they say what it
// may do in the worst case that is usual.
func (w *walker) unlistedOption(c chosen, p *parsed, st *state, in flow, at Span) {
	kind, given := shelltable.OptionKindOf(c.name), c.value.text != ""
	if kind == shelltable.OptionPlain || c.has && slices.Contains(switches, c.value.text) {
		return
	}
	said := func(effect shelltable.Effect) {
		w.add(effect, "option-unlisted", fmt.Sprintf("no row lists %q of %s, and its name %s", plain.Replace(c.name), p.name, saysOf(kind)), at)
	}
	effect, role := shelltable.Doubt, shelltable.Role("")
	switch kind {
	case shelltable.OptionPlace:
		effect, role = shelltable.None, shelltable.Input
	case shelltable.OptionModule:
		effect = shelltable.None
		if given && pathLike(c.value.text) || c.value.unknown() {
			role = shelltable.Script
		}
	case shelltable.OptionTrail:
		if !c.has {
			return
		}
		role = shelltable.Output
	case shelltable.OptionWrite:
		role = shelltable.Output
	case shelltable.OptionCode:
		role = shelltable.Script
	case shelltable.OptionChange:
		effect, p.edits = shelltable.Edit, true
	case shelltable.OptionFetch:
		effect = shelltable.Fetch
	case shelltable.OptionDestroy:
		effect = shelltable.Destroy
	case shelltable.OptionListen:
		effect = shelltable.Listen
	case shelltable.OptionLeak:
		effect = shelltable.Leak
	case shelltable.OptionFresh:
		effect = shelltable.Fresh
	case shelltable.OptionRun:
		if given {
			effect = shelltable.Exec
		}
	default: // nothing is known
	}
	if role != "" && given {
		w.byRole(role, c.value, p, st, in, at)
		return
	}
	if effect != shelltable.None {
		said(effect)
	}
	if effect == shelltable.Exec {
		w.onlyFloor(strings.TrimLeft(c.value.data(), ":!+"), at)
	}
}

// saysOf is what a name of a kind says.
func saysOf(kind shelltable.OptionKind) string {
	switch kind {
	case shelltable.OptionWrite, shelltable.OptionTrail:
		return "says that it writes a file"
	case shelltable.OptionCode:
		return "says that it takes settings or code"
	case shelltable.OptionChange:
		return "says that it changes files"
	case shelltable.OptionFetch:
		return "says that it asks another machine"
	case shelltable.OptionDestroy:
		return "says that it removes something"
	case shelltable.OptionListen:
		return "says that it opens the machine to others"
	case shelltable.OptionLeak:
		return "says that something leaves"
	case shelltable.OptionFresh:
		return "says that it fetches code"
	case shelltable.OptionRun:
		return "says that something else runs"
	default:
		return "does not say what it does"
	}
}
