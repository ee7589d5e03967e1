// Package consequence says of a tool, by its name and description, whether its effect
// may be of high consequence: a payment, a file written or deleted, a command or code
// executed, a deployment, a credential handled. It also says whether the words speak of
// an outbound network, and whether the tool only reads.
//
// The specification of the parameter classes counts such tools (spec
// parameter-risk-classes, "Application to the Frozen Census") and leaves the rule to an
// archive that was not available: this one is ours. Its words stand in words.txt, and
// docs/evaluation.md says how often it is right. It is for counts and lists. A tool of
// which it says nothing is not harmless, and nothing is allowed or refused by it.
package consequence

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/word"
)

// Kind is a kind of consequence.
type Kind string

// The kinds.
const (
	Payment    Kind = "payment"
	File       Kind = "file"
	Execution  Kind = "execution"
	Deployment Kind = "deployment"
	Credential Kind = "credential"
)

// Kinds returns the kinds in the order of the specification's list.
func Kinds() []Kind { return []Kind{Payment, File, Execution, Deployment, Credential} }

// Set is a set of kinds. The zero value is empty.
type Set uint8

// Has reports that the set holds a kind.
func (s Set) Has(k Kind) bool {
	i := slices.Index(Kinds(), k)
	return i >= 0 && s&(1<<i) != 0
}

// List returns the kinds in the set, in their order; nil for none.
func (s Set) List() []Kind {
	var out []Kind
	for _, k := range Kinds() {
		if s.Has(k) {
			out = append(out, k)
		}
	}
	return out
}

// Verdict is what the words of a tool say.
type Verdict struct {
	Kinds Set // empty: no consequence is seen
	// Outbound says that the words speak of a network outside. A parameter with the
	// class gg:url-endpoint says so as well; that is the caller's to add.
	Outbound bool
	Read     bool // the name reads, and no consequence is seen
}

// How much is looked at: names and first sentences are short, and a hostile one costs
// no more than these.
const (
	maxWords    = 40  // of the name, and of the first sentence
	maxSentence = 600 // bytes of the description
	reach       = 5   // words from a verb to its object
)

// Judge judges a tool. It is pure, and its time does not grow with the description.
func Judge(name, description string) Verdict {
	j := judge{name: rolesOf(name), sentence: rolesOf(firstSentence(description))}
	var v Verdict
	reads := j.reads()
	for kind := range kinds {
		if j.named(kind, reads) || j.described(kind, reads) {
			v.Kinds |= 1 << kind
		}
	}
	if handlesSecret(name) {
		v.Kinds |= 1 << slices.Index(Kinds(), Credential)
	}
	v.Outbound = (j.name.any() | j.sentence.any()).is(outbound)
	v.Read = reads && v.Kinds == 0
	return v
}

type judge struct{ name, sentence list }

// list is the roles of the words of a text, in their order.
type list struct {
	roles [maxWords]roles
	n     int
}

func rolesOf(text string) (l list) {
	for w := range word.Split(text) {
		if l.n == maxWords {
			break
		}
		l.roles[l.n] = words.roles[w]
		l.n++
	}
	return l
}

func (l *list) any() (all roles) {
	for _, r := range l.roles[:l.n] {
		all |= r
	}
	return all
}

func (r roles) is(role roles) bool { return r&role != 0 }

// reads reports that the first verb of the name reads, and no other is joined to it.
func (j *judge) reads() bool {
	of := j.name.roles[:j.name.n]
	first := slices.IndexFunc(of, func(r roles) bool { return r.is(read | anyVerb) })
	if first < 0 || !of[first].is(read) {
		return false
	}
	for i := first + 1; i+1 < len(of); i++ {
		if of[i].is(joint) && of[i+1].is(anyVerb) && !of[i+1].is(read) {
			return false
		}
	}
	return true
}

// named reports a kind in the name: a word that is enough, or a verb and an object.
func (j *judge) named(kind int, reads bool) bool {
	all := j.name.any()
	return !reads && (all.is(nameOf(kind)) || all.is(verbOf(kind)) && all.is(objectOf(kind)))
}

// described reports a verb and, a few words behind it, its object in the first
// sentence, unless the name reads.
func (j *judge) described(kind int, reads bool) bool {
	if reads {
		return false
	}
	of := j.sentence.roles[:j.sentence.n]
	for i, r := range of {
		if !r.is(verbOf(kind)) || i > 0 && of[i-1].is(negation) {
			continue
		}
		for _, o := range of[i+1 : min(i+1+reach, len(of))] {
			if o.is(objectOf(kind)) {
				return true
			}
		}
	}
	return false
}

// handlesSecret reports the words of a secret next to each other in a name.
func handlesSecret(name string) bool {
	list := slices.Collect(word.Split(name[:min(len(name), maxSentence)]))
	for _, secret := range words.secrets {
		for i := 0; i+len(secret) <= len(list); i++ {
			if equalWords(list[i:i+len(secret)], secret) {
				return true
			}
		}
	}
	return false
}

// equalWords compares words; the last may be a plural.
func equalWords(list, want []string) bool {
	last := len(want) - 1
	return slices.Equal(list[:last], want[:last]) && strings.TrimSuffix(list[last], "s") == want[last]
}

// firstSentence is the start of a text up to where its first sentence or line ends.
func firstSentence(text string) string {
	text = strings.TrimSpace(text)
	text = text[:min(len(text), maxSentence)]
	end := len(text)
	for _, stop := range []string{". ", "\n", "。"} {
		if i := strings.Index(text, stop); i >= 0 {
			end = min(end, i)
		}
	}
	return text[:end]
}
