package axes

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/word"
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
	vague  bool // says nothing without what it takes
	light  bool // says nothing but by the deed behind it
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

	deeds     map[string]verb            // a noun as the verb that it stands for
	inflected map[string]inflected       // a word as the forms of verbs
	kinds     map[string]map[string]bool // of words that are no verbs and no places
}

// has reports a word of a kind.
func (d *dictionary) has(kind, w string) bool { return d.kinds[kind][w] }

// section reports the head of a section that is not about what a tool does.
func (d *dictionary) section(head string) bool {
	return slices.ContainsFunc(strings.Fields(head), func(w string) bool { return d.has("section", w) })
}

// kindsOfWords are the rows of words around verbs.
var kindsOfWords = []string{
	"adverb", "article", "behindnoun", "condition", "for", "itself", "joint", "light", "listing", "means", "modal", "negation", "outside", "person", "prefix", "pronoun", "purpose", "secret", "section", "self", "state", "tool", "vague",
}

var words = readWords(wordsText)

func readWords(text string) dictionary {
	d := dictionary{
		verbs: map[string]verb{}, forms: map[string]verb{}, places: map[string]place{},
		inflected: map[string]inflected{}, deeds: map[string]verb{}, kinds: map[string]map[string]bool{},
	}
	pasts, deeds := map[string]string{}, map[string]string{}
	for kind, rest := range word.Rows(text) {
		switch kind {
		case "past":
			w, participle, _ := strings.Cut(rest, " ")
			pasts[w] = participle
		case "deed":
			w, noun, _ := strings.Cut(rest, " ")
			deeds[noun] = w
		case "final":
			d.final = append(d.final, rest)
		case "cost":
			d.cost = append(d.cost, rest)
		default:
			for w := range strings.FieldsSeq(rest) {
				if slices.Contains(kindsOfWords, kind) {
					d.addKind(kind, w)
					continue
				}
				d.add(kind, w)
			}
		}
	}
	for noun, w := range deeds {
		d.deeds[noun] = d.verbs[w]
	}
	for w := range d.kinds["light"] {
		if _, is := d.verbs[w]; !is {
			d.inflect(w, "", verb{effect: compute, light: true})
		}
	}
	for w, v := range d.verbs {
		v.vague, v.light = d.has("vague", w), d.has("light", w)
		d.inflect(w, pasts[w], v)
	}
	return d
}

func (d *dictionary) addKind(kind, w string) {
	if d.kinds[kind] == nil {
		d.kinds[kind] = map[string]bool{}
	}
	d.kinds[kind][w] = true
}

// inflect adds the forms of a verb.
func (d *dictionary) inflect(w, participle string, v verb) {
	put := func(f tense, list ...string) {
		for _, w := range list {
			known := d.inflected[w]
			if known[f].effect < v.effect {
				known[f] = v
			}
			d.inflected[w] = known
		}
	}
	stem, last := strings.TrimSuffix(w, "e"), w[len(w)-1:]
	put(base, w)
	put(present, w+"s", w+"es")
	put(gerund, stem+"ing", w+last+"ing")
	if participle != "" {
		put(past, participle)
	} else {
		put(past, stem+"ed", w+last+"ed")
	}
	if last == "y" {
		put(present, w[:len(w)-1]+"ies")
		put(past, w[:len(w)-1]+"ied")
	}
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
			in[w] = verb{effect: e, noun: noun}
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
