package axes

import (
	_ "embed"
	"strings"
)

//go:embed words.txt
var wordsText string

// effect is what a verb does, from none to the worst.
type effect int

const (
	unknown effect = iota
	compute
	read
	add
	back
	replace
	stop
	run
	destroy
	send
)

var effects = map[string]effect{
	"read": read, "compute": compute, "add": add, "back": back, "replace": replace, "stop": stop, "run": run, "destroy": destroy, "send": send,
}

// verb is a word of effect.
type verb struct {
	effect effect
	noun   bool // as well
}

// place is where an effect lands by a word.
type place struct{ machine, local, shared, external bool }

// dictionary is what words.txt says.
type dictionary struct {
	verbs  map[string]verb // as in names
	forms  map[string]verb // as in sentences
	places map[string]place
	final  []string // phrases
	cost   []string // phrases
}

var words = readWords(wordsText)

func readWords(text string) dictionary {
	d := dictionary{map[string]verb{}, map[string]verb{}, map[string]place{}, nil, nil}
	for line := range strings.Lines(text) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch kind {
		case "", "#":
		case "final":
			d.final = append(d.final, strings.TrimSpace(rest))
		case "cost":
			d.cost = append(d.cost, strings.TrimSpace(rest))
		default:
			for w := range strings.FieldsSeq(rest) {
				d.add(kind, w)
			}
		}
	}
	return d
}

func (d *dictionary) add(kind, w string) {
	e, is := effects[kind]
	if !is {
		p := d.places[w]
		d.places[w] = place{p.machine || kind == "machine", p.local || kind == "local", p.shared || kind == "shared", p.external || kind == "external"}
		return
	}
	w, noun := strings.CutSuffix(w, "~")
	put := func(in map[string]verb, w string) {
		if known, is := in[w]; !is || known.effect < e {
			in[w] = verb{e, noun}
		}
	}
	put(d.verbs, w)
	for _, form := range forms(w) {
		put(d.forms, form)
	}
}

// forms are those of a verb: run, runs, running; push, pushes; delete, deleting; copy,
// copies.
func forms(w string) []string {
	out := []string{w, w + "s", w + "es", strings.TrimSuffix(w, "e") + "ing", w + w[len(w)-1:] + "ing"}
	if strings.HasSuffix(w, "y") {
		out = append(out, w[:len(w)-1]+"ies")
	}
	return out
}
