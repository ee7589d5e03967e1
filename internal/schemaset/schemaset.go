// Package schemaset decides whether every value that one JSON Schema accepts is
// accepted by another: yes, no with a value that shows it, or unknown.
//
// [Decide] proves "a ⊆ b" as a sequent: every value that satisfies all schemas on
// the left satisfies one of those on the right. Applicators take the sequent apart
// as the connectives that they are (allOf is and, anyOf is or, not changes sides);
// what is left are atoms, which are solved type by type: intervals for numbers,
// automata for strings, names and indexes for objects and arrays, whose values are
// sequents again. A sequent that is met again on the way down holds by induction on
// the size of the value, so recursive schemas are no special case.
//
// Yes is a proof. No carries a value that an evaluator of its own has found valid
// under a and invalid under b. Everything else is unknown: what is not modelled, not
// resolved, beyond a limit, or only not proved.
package schemaset

import "github.com/mooring-mcp/mooring/internal/jsonv"

// Answer says whether a is a subset of b.
type Answer string

// The answers.
const (
	Yes     Answer = "yes"
	No      Answer = "no"
	Unknown Answer = "unknown"
)

// Options say how to decide.
type Options struct {
	// Declared asks for values of a caller that sends only names which a declares: an
	// object of a that has properties and says nothing about other names has no other
	// names (reading C01), and an integer of a is one that a double holds (C08).
	Declared bool
	// Invited also closes objects that say additionalProperties: true.
	Invited bool
	// Formats makes format an assertion in all dialects, and NoFormats in none; without
	// either, it is one up to draft-07.
	Formats, NoFormats bool
	// Dialect is the $schema of a document that has none; "" is draft 2020-12.
	Dialect string
	// Steps bounds the work; default 20,000.
	Steps int
}

const (
	defaultSteps = 20_000
	maxDepth     = 60 // nesting of values
)

// Result is the answer.
type Result struct {
	Answer  Answer
	Witness []byte // with No: canonical JSON of a value of a that is none of b
	// Pointer is where in b, or in a when b says nothing there, the proof failed.
	Pointer string
	Reason  string // in words, "" with Yes
	Limit   string // the limit that was hit, "" for none
}

// Decide reports whether every value of a is a value of b. a and b are whole
// documents: references are resolved inside each, and never fetched. It is a pure
// function.
func Decide(a, b *jsonv.Value, o Options) Result {
	if o.Steps == 0 {
		o.Steps = defaultSteps
	}
	if jsonv.Equal(a, b, jsonv.Source) || sameAssertions(a, b) && !intoAnnotations(a) && !intoAnnotations(b) {
		return Result{Answer: Yes}
	}
	p := &prover{options: o, steps: o.Steps, ids: map[schema]int{}, memo: map[string]outcome{}, open: map[string]int{}, heldFor: map[string]int{}, regexps: map[string]*automaton{}}
	left, right := newDocument(a, o), newDocument(b, o)
	l, r := schema{left, a, true}, schema{right, b, false}
	out := p.values([]schema{l}, []schema{r})
	res := Result{Answer: Unknown, Pointer: p.failedAt, Reason: out.reason, Limit: p.limit}
	switch {
	case out.answer == Yes && p.limit == "":
		return Result{Answer: Yes}
	case out.answer == Yes:
		res.Reason = "a limit was hit"
		return res
	}
	if out.witness != nil {
		e := evaluator{steps: 50_000}
		inA, inB := e.valid(l, out.witness.value()), e.valid(r, out.witness.value())
		if inA == isTrue && inB == isFalse {
			return Result{Answer: No, Witness: out.witness.canonical(), Pointer: p.failedAt, Reason: out.reason}
		}
	}
	if res.Reason == "" {
		res.Reason = "not proved"
	}
	return res
}

// Accepts reports whether a schema accepts a value; known is false when that
// cannot be told.
func Accepts(root, value *jsonv.Value, o Options) (valid, known bool) {
	e := evaluator{steps: 200_000}
	t := e.valid(schema{newDocument(root, o), root, false}, value)
	return t == isTrue, t != isUnknown
}
