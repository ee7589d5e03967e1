package sqlread

// tsqlHints are the table hints that take no lock beyond that of a read.
var tsqlHints = words("nolock readuncommitted readcommitted readpast noexpand forceseek forcescan index snapshot keepidentity")

// tsqlLocks are those that do, as they may stand in brackets without WITH: behind an
// alias they look like its columns.
var tsqlLocks = words("holdlock nowait paglock readcommittedlock repeatableread rowlock serializable tablock tablockx updlock xlock")

// columnList reports whether the brackets at i hold names only, as the columns of an
// alias do, and none that is a lock.
func columnList(s []token, i int) bool {
	end := closingBracket(s, i)
	if end < 0 {
		return false
	}
	for _, t := range s[i+1 : end] {
		if t.kind != word && t.kind != quoted && !t.is(",") || t.kind == word && tsqlLocks[t.name] {
			return false
		}
	}
	return true
}

// tableHint reports whether the name i is a table of FROM or JOIN and the brackets
// behind it hold harmless hints, the old way to write WITH (NOLOCK).
func tableHint(s []token, i int) bool {
	end := closingBracket(s, i+1)
	if end < i+3 || !onlyHints(s[i+2:end]) {
		return false
	}
	j := i
	for j >= 2 && s[j-1].is(".") {
		j -= 2
	}
	return j > 0 && (s[j-1].is("from") || s[j-1].is("join"))
}

// onlyHints reports whether tokens are harmless hints, one at least: each a word, with
// brackets or = and an index where it takes one.
func onlyHints(s []token) bool {
	for i := 0; i < len(s); {
		if s[i].kind != word || !tsqlHints[s[i].name] {
			return false
		}
		i++
		switch {
		case i < len(s) && s[i].is("("):
			i = closingBracket(s, i) + 1
		case i+1 < len(s) && s[i].is("=") && s[i+1].kind != symbol && s[i+1].kind != variable:
			i += 2
		}
		if i+1 < len(s) && s[i].is(",") {
			i++
		}
	}
	return len(s) > 0
}

// tsqlHinted proves what is in the brackets of WITH (…): hints of a table, or the
// columns of OPENJSON.
func (p *proof) tsqlHinted(s []token, i int) *Reason {
	if !s[i].is("with") {
		return nil
	}
	end := closingBracket(s, i+1)
	if onlyHints(s[i+2:end]) || i > 0 && s[i-1].is(")") && opensJSON(s, i-1) {
		return nil
	}
	return &Reason{Locks, Span{s[i].start, s[end].end}, ""}
}

// opensJSON reports whether the brackets that end at i are those of OPENJSON.
func opensJSON(s []token, i int) bool {
	open := openingBracket(s, i)
	return open > 0 && s[open-1].is("openjson")
}

// optionList reports whether token i begins an entry of OPTION (…).
func optionList(s []token, i int) bool {
	open := enclosing(s, i)
	return open > 0 && s[open-1].is("option")
}

// optionHints proves USE HINT ('name') and TABLE HINT (table, hint) of OPTION, whose
// HINT is at i.
func (p *proof) optionHints(s []token, i int) *Reason {
	if s[i-1].is("use") && literals(s, i+1) {
		return nil
	}
	end := closingBracket(s, i+1)
	for j := i + 2; s[i-1].is("table") && j < end; j++ {
		if s[j].is(",") && onlyHints(s[j+1:end]) {
			return nil
		}
		if s[j].kind == symbol && !s[j].is(".") {
			break
		}
	}
	return &Reason{Locks, Span{s[i].start, s[end].end}, ""}
}

// optimized reports whether the variable i is one of OPTION (OPTIMIZE FOR (@x = 1)),
// which assigns nothing.
func optimized(s []token, i int) bool {
	open := enclosing(s, i)
	return open > 1 && s[open-1].is("for") && s[open-2].is("optimize") && optionList(s, open-2)
}

// enclosing is the index of the bracket that token i is in, -1 for none, or for one
// that is far away.
func enclosing(s []token, i int) int {
	depth := 0
	far := i - 1000
	for i--; i >= max(far, 0); i-- {
		switch {
		case s[i].is(")"):
			depth++
		case s[i].is("(") && depth == 0:
			return i
		case s[i].is("("):
			depth--
		}
	}
	return -1
}
