package shellop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// changing are options by which a command that looks changes something after all.
var changing = []string{"--write", "--fix", "--accept", "--yes", "--force", "--update"}

// ownCall are the words of a command of Mooring, taken apart by the table of its options.
type ownCall struct {
	sub      string   // the command, as [ownCommand] has it
	operands []word   // with the words of the command
	options  []chosen // as they stand
	behind   []word   // a command, or an address, behind --
	unsure   bool     // a word in front of -- is not known, and may be anything
}

func parseOwn(args []word) *ownCall {
	c := ownCall{sub: ownCommand(args)}
	for i := 0; i < len(args); i++ {
		v := args[i]
		c.unsure = c.unsure || v.unknown()
		name, val, attached := strings.Cut(v.text, "=")
		switch {
		case v.text == "--" && len(c.operands) > 0:
			c.behind = args[i+1:]
			return &c
		case !strings.HasPrefix(v.text, "-") || v.text == "-":
			c.operands = append(c.operands, v)
			continue
		}
		o := chosen{name: name, row: shelltable.Option{Role: shelltable.OwnRole(name)}}
		if name == "-o" { // of earlier versions
			o.row.Role = shelltable.Output
		}
		switch {
		case attached:
			o.value, o.has = word{text: val, from: v.from, sub: v.sub, body: v.body, span: v.span}, true
		case o.row.Role != shelltable.Switch && i+1 < len(args) && args[i+1].text != "--":
			// An option that there is not may take a value or none: as a value, the word starts nothing, so it is both.
			if o.value, o.has = args[i+1], true; ownKnows(name) {
				i++
				c.unsure = c.unsure || args[i].unknown()
			}
		}
		c.options = append(c.options, o)
	}
	return &c
}

func ownKnows(option string) bool {
	return option == "-o" || slices.ContainsFunc(shelltable.OwnOptions(), func(o shelltable.OwnOption) bool { return o.Name == option })
}

// ownProgram is Mooring itself: an agent may look, but not decide. What it starts counts as if it were started without.
func (w *walker) ownProgram(name string, argv []word, st *state, at Span) flow {
	c, effect := parseOwn(argv[1:]), shelltable.Opaque
	if !slices.Contains(looks, c.sub) || c.unsure {
		effect = shelltable.Tamper
	}
	for _, o := range c.options {
		if slices.Contains(changing, o.name) && (!o.has || o.value.text != "false") {
			effect = shelltable.Tamper
		}
	}
	w.found(name, argv, st, at, bandOf(profile(effect)))
	detail := "%s %s decides about approvals, policy, lock, hooks or store"
	if effect == shelltable.Opaque {
		detail = "%s %s looks, and may start servers"
	}
	w.add(effect, "own-command", fmt.Sprintf(detail, name, plain.Replace(c.sub)), at)
	if c.sub == "help" {
		return unseen(fromLocal)
	}
	p := &parsed{row: &shelltable.Row{Words: []string{name}, Why: "other"}, name: name}
	inner := st.fork()
	inner.through = append(inner.through, name)
	inner.funcs, inner.aliases = nil, nil
	for _, o := range c.options {
		w.ownOption(o, p, st, inner, at)
	}
	return unseen(fromLocal | w.ownTarget(c, p, inner, at))
}

// ownOption judges the value of an option.
func (w *walker) ownOption(o chosen, p *parsed, st, inner *state, at Span) {
	switch {
	case !o.has:
	case o.row.Role == shelltable.Output && (o.value.text == "-" || o.value.text == ""):
	case o.row.Role == shelltable.Source:
		w.feed(flow{text: o.value.data(), known: o.value.known(), there: true, from: o.value.from}, inner.fork(), at, "sh", p.name+" "+o.name)
	case o.row.Role == shelltable.Address:
		w.url(&request{name: p.name}, o.value, st, at)
	case o.name == "--cwd":
		inner.dir = string(markUnknown)
		if o.value.known() {
			inner.dir = w.resolve(st.dir, o.value.text)
		}
	case o.row.Role == shelltable.Data || o.row.Role == shelltable.Switch || o.row.Role == shelltable.Sent:
	default:
		w.byRole(o.row.Role, o.value, p, st, w.in, at)
	}
}

// ownReaders are commands whose operands are files.
var ownReaders = []string{"census", "classify", "report", "diff", "manifest verify", "plugin", "policy test"}

// ownTarget is the server that is started or asked, and what its answer is made of.
func (w *walker) ownTarget(c *ownCall, p *parsed, st *state, at Span) (from origin) {
	source := false
	for _, v := range c.operands {
		kind, spec, _ := strings.Cut(v.text, ":")
		named := word{text: spec, from: v.from, span: v.span}
		plainWord := func(text string) word { return word{text: text, span: v.span} }
		switch kind {
		case "http", "https":
			from |= w.ownAddress(c, p, v, st, at)
			continue
		case "npm":
			from |= w.run(append([]word{plainWord("npx"), plainWord("-y"), named}, c.behind...), st, flow{}, at).from
		case "pypi":
			from |= w.run(append([]word{plainWord("uvx"), named}, c.behind...), st, flow{}, at).from
		case "oci":
			from |= w.run(append([]word{plainWord("docker"), plainWord("run"), plainWord("-i"), plainWord("--rm"), named}, c.behind...), st, flow{}, at).from
		case "registry":
			w.add(shelltable.Fresh, "fetched-code", fmt.Sprintf("%s starts what a registry says of %q", p.name, v.show()), at)
			from |= fromNet
		default:
			if slices.ContainsFunc(ownReaders, func(r string) bool { return c.sub == r || strings.HasPrefix(c.sub, r+" ") }) {
				from |= w.reads(v, p, st, w.in, at)
			}
			continue
		}
		source = true
	}
	switch {
	case source || len(c.behind) == 0:
	case len(c.behind) == 1 && isURL(c.behind[0]):
		from |= w.ownAddress(c, p, c.behind[0], st, at)
	default:
		from |= w.run(c.behind, st, flow{}, at).from
	}
	return from
}

// ownAddress is a remote server, to which headers go with what variables hold.
func (w *walker) ownAddress(c *ownCall, p *parsed, v word, st *state, at Span) origin {
	from := w.url(&request{name: p.name}, v, st, at)
	for _, o := range c.options {
		if o.row.Role == shelltable.Sent && from&fromNet != 0 {
			w.add(shelltable.Leak, "data-leaves", fmt.Sprintf("%s sends what the variable in %s %q holds to %q", p.name, o.name, o.value.show(), v.show()), at)
		}
	}
	return from
}
