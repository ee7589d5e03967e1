package axes

import (
	"slices"
	"strings"
)

// A description says what the tool does in few places: with a verb that begins a sentence,
// with one that is joined to it, behind "this tool", "will" or "used to", in a participle
// behind a comma, in the passive. A verb elsewhere is about something else: what is not
// done ("does not delete"), another tool ("use X to delete"), a condition ("before
// deleting"), a thing ("deleted items"). A verb that is joined to one of those is, too.

// tense is the form in which a verb stands.
type tense int

const (
	base tense = iota
	present
	gerund
	past
	tenses
)

// inflected are the forms of a verb that a word may be; unknown is none.
type inflected [tenses]verb

func (v inflected) any() bool { return v != inflected{} }

// said is a verb by which a description says what the tool does.
type said struct {
	verb verb
	word string
	in   sentence
}

// says returns the worst verb that a description says of the tool, unknown for none.
func (p *proposer) says() said {
	var out said
	for _, s := range p.sentences() {
		r := reader{of: s}
		for _, found := range r.read() {
			if found.verb.effect > out.verb.effect {
				out = found
			}
		}
	}
	return out
}

// reader reads one sentence.
type reader struct {
	of      sentence
	clause  int              // where the clause begins
	outside bool             // within words about a condition, a thing or somebody else
	told    [tenses]standing // of the last verb in each tense
	last    int              // where the last verb was that says something, -1 for none
}

// standing is what a verb says of the tool.
type standing int

const (
	nothing standing = iota
	ofTool
	ofOther
)

func (r *reader) read() (out []said) {
	r.last = -1
	for i, t := range r.of.tokens {
		switch t.stop {
		case ';':
			r.clause, r.outside, r.told = i, false, [tenses]standing{}
		case ',':
			if words.has("outside", r.text(r.clause)) || r.text(r.clause) == "to" {
				r.clause = i // "if it is there, deletes it"
			}
			r.outside = false
		}
		if t.text == "which" && r.text(i-1) == "after" {
			r.outside = false // "after which it is deleted"
		}
		if words.has("outside", t.text) || t.text == "that" && !r.toolBefore(i) {
			r.outside = true
		}
		v := words.inflected[t.text]
		if t.other || !v.any() {
			r.unknownVerb(i)
			continue
		}
		if f, is := r.stands(i, v); is {
			r.last = i
			switch {
			case v[f].vague:
			case v[f].light:
				out = append(out, r.deeds(i)...)
			default:
				out = append(out, said{v[f], t.text, r.of})
			}
		}
	}
	return out
}

// deeds are what a light verb at i takes: "performs a factory reset".
func (r *reader) deeds(i int) (out []said) {
	for _, t := range r.of.tokens[i+1 : min(i+6, len(r.of.tokens))] {
		if t.stop == ';' || words.has("outside", t.text) || words.has("joint", t.text) || t.text == "to" {
			break
		}
		v, is := words.deeds[t.text]
		if known := words.inflected[t.text][base]; known.effect > v.effect && !known.vague && !known.light {
			v, is = known, true
		}
		if is && !t.other {
			out = append(out, said{v, t.text, r.of})
		}
	}
	return out
}

// stands reports the tense in which the verb at i says what the tool does.
func (r *reader) stands(i int, v inflected) (tense, bool) {
	found, is := base, false
	for f := range tenses {
		if v[f].effect == unknown {
			continue
		}
		how := r.standing(i, f, v[f])
		if how == ofTool && (!is || v[f].effect > v[found].effect) {
			found, is = f, true
		}
		if how != nothing && f != past {
			r.told[f] = how
		}
	}
	return found, is
}

// unknownVerb remembers a word that is a verb by its place, and is about something else.
func (r *reader) unknownVerb(i int) {
	j := r.before(i)
	if j < r.clause {
		return
	}
	if w := r.of.tokens[j].text; (w == "to" || words.has("modal", w)) && !words.has("article", r.of.tokens[i].text) && !r.purpose(j) {
		r.told[base] = ofOther
	}
}

// before is the word in front of i that is no adverb; less than the start of the clause
// for none.
func (r *reader) before(i int) int {
	for i--; i >= r.clause; i-- {
		if w := r.of.tokens[i].text; !words.has("adverb", w) && (!strings.HasSuffix(w, "ly") || words.inflected[w].any()) {
			return i
		}
	}
	return i
}

func (r *reader) text(i int) string {
	if i < 0 || i >= len(r.of.tokens) {
		return ""
	}
	return r.of.tokens[i].text
}

// standing is what the verb at i says, taken in a tense.
func (r *reader) standing(i int, f tense, v verb) standing {
	j := r.before(i)
	start, joined := j < r.clause || j == r.clause && words.has("joint", r.text(j)) && !r.comma(j, i), false
	if !start {
		joined = words.has("joint", r.text(j)) || r.comma(j, i)
	}
	how := nothing
	switch f {
	case base:
		how = r.ofBase(i, j, start, joined, v)
	case present:
		how = r.ofPresent(i, j, start, joined, v)
	case gerund:
		how = r.ofGerund(i, j, start, joined)
	case past, tenses:
		how = r.ofPast(i, j, v)
	}
	if how == ofTool && f == present && r.byItself(i) {
		return nothing
	}
	if next := r.text(i + 1); how == ofTool && (next == "nothing" || next == "no" || next == "none") {
		return ofOther
	}
	if how == ofTool && f != past && !start && v.noun && !r.listsActions() && !r.takesObject(i, j) {
		return nothing
	}
	return how
}

// byItself reports a verb at i that is about the tool and nothing else: "runs in the
// background", "stops after a minute".
func (r *reader) byItself(i int) bool {
	next := r.text(i + 1)
	return words.has("itself", r.text(i)) && (next == "" || strings.HasSuffix(next, "ly") || words.has("outside", next))
}

// comma reports one between j and i.
func (r *reader) comma(j, i int) bool {
	return slices.ContainsFunc(r.of.tokens[j+1:i+1], func(t token) bool { return t.stop == ',' })
}

// takesObject reports a word that is a noun as well, and a verb here: what it acts on
// follows, or it is joined to a verb directly.
func (r *reader) takesObject(i, j int) bool {
	next := r.text(i + 1)
	if i+1 < len(r.of.tokens) && r.of.tokens[i+1].stop == 0 && (words.has("article", next) || words.has("pronoun", next)) {
		return true
	}
	if words.has("modal", r.text(j)) || r.text(j) == "to" || words.has("condition", next) {
		return true
	}
	return words.has("joint", r.text(j)) && r.last >= r.clause && r.last == j-1
}

// asNoun reports a word at the start of a sentence that is a noun: "order of", "emails are".
func (r *reader) asNoun(i int, v verb) bool {
	if !v.noun || v.effect <= read {
		return false
	}
	if next := r.text(i + 1); words.has("joint", next) {
		return !words.inflected[r.text(i+2)].any()
	}
	return i+1 >= len(r.of.tokens) || r.of.tokens[i+1].stop == ',' || words.has("behindnoun", r.text(i+1))
}

func (r *reader) ofBase(i, j int, start, joined bool, v verb) standing {
	switch {
	case start && r.listsActions():
		return ofTool
	case start && r.asNoun(i, v):
		return nothing
	case start && (r.of.first && r.clause == 0 && !r.of.bullet || i > 0 && r.last == i-1):
		return ofTool
	case start && r.commands(i, v):
		return ofTool
	case start:
		return ofOther
	case joined:
		return r.told[base]
	case r.text(j) == "to":
		if r.purpose(j) {
			return ofTool
		}
		return ofOther
	case words.has("modal", r.text(j)):
		if r.outside || r.somebodyElse(j) || !r.ofToolBefore(j) {
			return ofOther
		}
		return ofTool
	case (r.text(j) == "you" || r.text(j) == "users") && strings.HasPrefix(r.text(j-1), "let"):
		return ofTool
	case words.has("negation", r.text(j)) || r.outside && !v.noun:
		return ofOther
	}
	return nothing
}

// commands reports a verb at the start of a later sentence that is no advice to whoever
// calls: such advice calls, sets and checks, and destroys nothing.
func (r *reader) commands(i int, v verb) bool {
	next := r.text(i + 1)
	return r.clause == 0 && v.effect >= destroy && (words.has("article", next) || words.has("pronoun", next) || !r.of.bullet && strings.HasSuffix(next, "s"))
}

// ofToolBefore reports a modal at i of which the tool is the subject, or none is named.
func (r *reader) ofToolBefore(i int) bool {
	j := r.before(i)
	return j < r.clause || words.has("tool", r.text(j)) || words.has("joint", r.text(j)) || r.text(j) == "that"
}

// listsActions reports a clause behind "actions:" and the like.
func (r *reader) listsActions() bool { return r.clause > 0 && words.has("listing", r.text(r.clause-1)) }

// purpose reports "to" at j with what the tool is for in front of it: "used to", "allows
// you to", "use this to".
func (r *reader) purpose(j int) bool {
	if r.outside {
		return false
	}
	for k := j - 1; k >= max(r.clause, j-5); k-- {
		w := r.text(k)
		if words.has("purpose", w) {
			before := r.text(r.before(k))
			return !words.has("negation", before) && before != "to" && !r.somebodyElse(k) && !r.otherWithin(k, j) && (w != "used" || r.isUsed(k))
		}
		if words.has("tool", w) && r.text(r.clause) == "use" && (w == "this" && k == j-1 || r.text(k-1) == "this") {
			return true
		}
	}
	return false
}

// isUsed reports a "used" at i that is about the tool: "is used", and not "labels used".
func (r *reader) isUsed(i int) bool {
	before := r.text(r.before(i))
	return r.before(i) < 0 || before == "is" || before == "be"
}

func (r *reader) otherWithin(from, to int) bool {
	return slices.ContainsFunc(r.of.tokens[from:to], func(t token) bool { return t.other })
}

// somebodyElse reports a clause up to j that is about who calls, or another tool.
func (r *reader) somebodyElse(j int) bool {
	return slices.ContainsFunc(r.of.tokens[r.clause:j], func(t token) bool { return t.other || words.has("person", t.text) })
}

func (r *reader) ofPresent(i, j int, start, joined bool, v verb) standing {
	switch {
	case start && r.asNoun(i, v) || start && i > 0 && v.noun && !r.takesObject(i, j):
		return nothing
	case start || r.text(i-1) == "only" && r.text(i-2) == "not":
		return ofTool
	case joined && r.told[present] != nothing:
		return r.told[present]
	case joined && !v.noun:
		return r.told[base]
	case r.outside || words.has("negation", r.text(j)):
		return ofOther
	case r.of.tokens[j].other:
		return ofOther
	case words.has("tool", r.text(j)) || words.has("self", r.text(j)):
		return ofTool
	case r.somebodyElse(i):
		return ofOther
	case !v.noun: // "a read removes it": no noun, so a verb, and nobody else does it
		return ofTool
	}
	return nothing
}

// toolBefore reports a "that" at i that is about the tool: "a tool that", "this".
func (r *reader) toolBefore(i int) bool {
	return i > r.clause && words.has("tool", r.text(i-1)) || i == r.clause
}

func (r *reader) ofGerund(i, j int, start, joined bool) standing {
	switch {
	case start && r.of.first && r.clause == 0:
		return ofTool
	case start:
		return nothing
	case joined && !r.comma(j, i) && r.told[gerund] == nothing: // "gets it and deleting it"
		return max(r.told[base], r.told[present])
	case r.comma(j, i) && r.told[gerund] == ofOther || joined && !r.comma(j, i):
		return r.told[gerund]
	case r.comma(j, i) && i > 0:
		return ofTool
	case r.text(j) == "after": // "returns it after deleting it", and not "call it after deleting"
		return max(r.told[base], r.told[present], nothing)
	case words.has("means", r.text(j)):
		if r.outside {
			return ofOther
		}
		return ofTool
	case r.text(j) == "for" && words.has("for", r.text(j-1)) && !r.outside:
		return ofTool
	}
	return ofOther
}

func (r *reader) ofPast(i, j int, v verb) standing {
	if r.outside || j < r.clause || v.effect < replace || r.text(i+1) == "by" {
		return nothing
	}
	switch w := r.text(j); {
	case (w == "is" || w == "are") && words.has("state", r.text(i)):
		return nothing
	case w == "is" || w == "are" || w == "get" || w == "gets":
	case w == "be" && r.text(r.before(j)) == "will":
	default:
		return nothing
	}
	if j == r.clause || r.somebodyElse(j) || slices.ContainsFunc(r.of.tokens[r.clause:j], func(t token) bool { return words.has("negation", t.text) }) {
		return nothing
	}
	return ofTool
}
