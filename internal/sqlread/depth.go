package sqlread

// maxTree is how deep a tree of PostgreSQL's grammar may get. Built for wasm, it has
// a small stack and no guard at its end: from 600 levels on it was seen to run into
// its own data and never to return.
const maxTree = 90

// deepening are the words that put an expression below another, beside operators.
var deepening = words("is isnull notnull collate at in like ilike similar not operator overlaps between escape json")

// chained are the words that put what stands before them one level down, in a chain
// that neither a comma nor AND ends.
var chained = words("join union intersect except")

// level is one pair of brackets, or CASE … END.
type level struct {
	chain   int // operators since the last comma, AND or the like: they may all nest
	chained int
	between int // BETWEEN whose AND is still to come
	caseEnd bool
}

// tooDeep returns the token at which the tree of a batch may get deeper than
// [maxTree], counted from above: what may nest counts as if it did.
func tooDeep(tokens []token) *token {
	levels := []level{{}}
	total := 0
	set := func(field *int, to int) {
		total += to - *field
		*field = to
	}
	pop := func() {
		if len(levels) > 1 {
			last := &levels[len(levels)-1]
			total -= last.chain + last.chained + 1
			levels = levels[:len(levels)-1]
		}
	}
	for i := range tokens {
		t := &tokens[i]
		top := &levels[len(levels)-1]
		switch {
		case t.kind != word && t.kind != symbol, t.kind == word && dotted(tokens, i): // a.and is a column
		case t.is(";"):
			levels, total = append(levels[:0], level{}), 0
		case t.is("("), t.is("["), t.is("case"):
			set(&top.chain, top.chain+1) // f(1)(2), a[1][2]
			levels = append(levels, level{caseEnd: t.kind == word})
			total++
		case t.is(")"), t.is("]"):
			pop()
		case t.is("end") && top.caseEnd:
			pop()
		case t.is("and") && top.between > 0:
			top.between--
		case t.is(","), t.is("and"), t.is("or"), t.is("when"), t.is("then"), t.is("else"), t.is("on"):
			set(&top.chain, 0)
		case t.is("."):
		case t.kind == word && chained[t.name]:
			set(&top.chained, top.chained+1)
			set(&top.chain, 0)
		case t.kind == symbol && !follows(tokens, i), deepening[t.name]:
			set(&top.chain, top.chain+1)
			if t.is("between") {
				top.between++
			}
		}
		if total > maxTree {
			return t
		}
	}
	return nil
}

// follows reports whether the symbol i belongs to an operator that began before it.
func follows(tokens []token, i int) bool {
	if i == 0 || tokens[i].is("-") || tokens[i].is("+") {
		return false
	}
	before := tokens[i-1]
	return before.kind == symbol && before.end == tokens[i].start && !before.is(")") && !before.is("(") && !before.is(",") && !before.is("]")
}
