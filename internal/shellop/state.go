package shellop

import (
	"maps"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// origin says where bytes come from, as a set.
type origin uint8

const (
	fromLocal   origin = 1 << iota // a file, a program, a variable of the environment
	fromLoop                       // a service of this machine
	fromNet                        // another machine
	fromDecoder                    // decoded or unpacked, so that nobody could read it
	fromSecret                     // may hold credentials
)

// flow is what stands in a file, or runs through a pipe.
type flow struct {
	text    string // what is known of it
	known   bool   // text is all of it
	there   bool   // there is something at all
	from    origin
	found   *[]word // the files whose names it may hold, of a search
	numbers bool    // nothing but numbers of processes that the text chose
	taken   *int    // how many bytes of a known text were read; nil where nobody reads it line by line
}

func literal(text string) flow { return flow{text: text, known: true, there: true} }

// bounded is a text, or not known when expansions made it longer than a text may be.
func bounded(text string) string {
	if len(text) > MaxBytes {
		return string(markUnknown)
	}
	return text
}

func unseen(from origin) flow { return flow{there: true, from: from} }

// and is one flow after the other.
func (f flow) and(next flow) flow {
	switch {
	case !f.there:
		return next
	case !next.there:
		return f
	}
	out := flow{there: true, from: f.from | next.from, known: f.known && next.known, found: unlist(f.found)}
	if next.found != nil && f.found != nil {
		out.found = both(f.found, next.found)
	} else if next.found != nil {
		out.found = unlist(next.found)
	}
	if out.text = f.text + next.text; len(out.text) > MaxBytes { // of a part that is not known there is no text
		out.text, out.known = "", false
	}
	return out
}

// value is what a variable holds.
type value struct {
	text   string // with marks for what is not known
	from   origin
	items  []string // of an array; nil for none
	lines  bool     // the array is one of mapfile, which zsh does not have
	keyed  bool     // an array by names, whose subscripts are no arithmetic
	whole  bool     // holds integers: what is assigned is arithmetic
	found  *[]word  // the files whose names it may hold, of a search
	secret bool     // what it holds was read from credentials
}

// state is what the shell remembers at a point of the text.
type state struct {
	vars    map[string]value
	funcs   map[string]*syntax.Stmt
	calling []string          // names of functions under way
	aliases map[string]string // names that an alias took
	args    []word            // $1 and so on; nil when not known
	argSet  bool
	dir     string // absolute, "." for where it began, or mark for one that is not known
	files   map[string]flow
	fds     map[string]flow // open for reading beside standard input
	remotes map[string]word // of git, by their names: the addresses that the text gave them
	fetched bool            // code was fetched or unpacked in a place that is not followed
	coded   bool            // a file was written that tests may run
	through []string
	dots    bool // patterns find hidden files
	// declares: in the body of a function that nothing has called yet, so that its words are not known.
	declares bool
}

// hidden reports that * finds what begins with a dot.
func (st *state) hidden() bool {
	_, ignores := st.vars["GLOBIGNORE"]
	return st.dots || ignores
}

func newState(o Options) *state {
	st := &state{dir: "."}
	if o.Dir != "" {
		st.dir = path.Clean(o.Dir)
	} else if o.Workspace != "" {
		st.dir = path.Clean(o.Workspace)
	}
	return st
}

// fork is the state of a subshell.
func (st *state) fork() *state {
	c := *st
	c.vars, c.funcs = maps.Clone(st.vars), maps.Clone(st.funcs)
	c.aliases, c.files = maps.Clone(st.aliases), maps.Clone(st.files)
	c.fds, c.remotes = maps.Clone(st.fds), maps.Clone(st.remotes)
	c.calling, c.through = slices.Clone(st.calling), slices.Clone(st.through)
	return &c
}

func (st *state) set(name string, v value) {
	if st.vars == nil {
		st.vars = map[string]value{}
	}
	st.vars[name] = v
}

func (st *state) write(p string, f flow) {
	if st.files == nil {
		st.files = map[string]flow{}
	}
	f.there = true
	st.files[p] = f
	st.coded = st.coded || mayRun(p)
}

func (st *state) open(fd string, f flow) {
	if st.fds == nil {
		st.fds = map[string]flow{}
	}
	st.fds[fd] = f
}

// adopt takes over what a subshell leaves behind when it ends: the files that it wrote.
func (st *state) adopt(inner *state) {
	if len(inner.files) > 0 && st.files == nil {
		st.files = make(map[string]flow, len(inner.files))
	}
	maps.Copy(st.files, inner.files)
	st.fetched = st.fetched || inner.fetched
	st.coded = st.coded || inner.coded
}

// merge is what is known after one of two ways was taken. What differs is not known.
func (st *state) merge(other *state) {
	for name, v := range other.vars {
		if mine, ok := st.vars[name]; !ok || mine.text != v.text || !slices.Equal(mine.items, v.items) {
			st.set(name, value{text: string(markUnknown), from: v.from | mine.from | fromLocal, keyed: v.keyed && mine.keyed})
		}
	}
	for name, v := range st.vars {
		if _, ok := other.vars[name]; !ok {
			st.set(name, value{text: string(markUnknown), from: v.from | fromLocal})
		}
	}
	for name, body := range other.funcs {
		if st.funcs == nil {
			st.funcs = map[string]*syntax.Stmt{}
		}
		if st.funcs[name] == nil {
			st.funcs[name] = body
		}
	}
	for p, f := range other.files {
		st.write(p, st.files[p].and(f))
	}
	for name := range other.aliases {
		st.alias(name)
	}
	for name, v := range other.remotes {
		if mine, ok := st.remotes[name]; ok && mine.text != v.text {
			v.text = string(markUnknown)
		}
		st.remote(name, v)
	}
	if st.dir != other.dir {
		st.dir = string(markUnknown)
	}
	st.fetched = st.fetched || other.fetched
	st.dots = st.dots || other.dots
	st.coded = st.coded || other.coded
	if !slices.EqualFunc(st.args, other.args, func(a, b word) bool { return a.text == b.text }) {
		st.args, st.argSet = nil, false
	}
}

func (st *state) remote(name string, address word) {
	if st.remotes == nil {
		st.remotes = map[string]word{}
	}
	st.remotes[name] = address
}

func (st *state) alias(name string) {
	if st.aliases == nil {
		st.aliases = map[string]string{}
	}
	st.aliases[name] = name
}

// Marks stand in texts for what is not known. The characters themselves are refused in an input.
const (
	markUnknown = '\x00' // any text
	markHome    = '\x01' // a home, in front
	markStar    = '\x02' // * of a pattern
	markOne     = '\x03' // ? of a pattern
	markClass   = '\x04' // [ of a pattern
	markNumber  = '\x05' // a number
	markName    = '\x06' // a part of a file's name, without a slash
)

// marks is a set of marks, a bit each.
type marks uint8

const (
	unknownMarks marks = 1<<markUnknown | 1<<markNumber | 1<<markName
	globMarks    marks = 1<<markStar | 1<<markOne | 1<<markClass
	allMarks           = unknownMarks | globMarks | 1<<markHome
)

// has reports a text with a mark of a set.
func has(text string, set marks) bool { return first(text, set) >= 0 }

// first is where a text has the first mark of a set; -1 for nowhere.
func first(text string, set marks) int {
	for i := range len(text) {
		if text[i] <= markName && set&(1<<text[i]) != 0 {
			return i
		}
	}
	return -1
}

var plain = strings.NewReplacer("\x00", "?", "\x01", "~", "\x02", "*", "\x03", "?", "\x04", "[", "\x05", "?", "\x06", "?")

// asData is a text with patterns as they were written.
var asData = strings.NewReplacer("\x02", "*", "\x03", "?", "\x04", "[")

// asPattern is the other way round.
var asPattern = strings.NewReplacer("*", "\x02", "?", "\x03", "[", "\x04")

// word is one word of a command, after expansion.
type word struct {
	text   string
	from   origin
	split  bool    // not quoted and not known: may be no word, or several
	sub    bool    // holds the output of a command
	listed bool    // with others that are as well, all that a list of files holds
	named  bool    // a name out of a list of files: as little an option as one that a pattern finds
	branch bool    // the name of a branch, whole
	doubt  bool    // the text is a default, and may be anything else
	body   *flow   // what a file in its place holds, as of <(…)
	into   *flow   // what was written to a file in its place, as of >(…)
	found  *[]word // the files whose names it may be, of a search
	span   Span
}

// known reports a word that holds nothing unknown; patterns and homes are known.
func (w word) known() bool { return !has(w.text, unknownMarks) }

func (w word) unknown() bool { return has(w.text, 1<<markUnknown) }

func (w word) glob() bool { return has(w.text, globMarks) }

// data is the text where it is no path.
func (w word) data() string { return asData.Replace(w.text) }

func (w word) show() string {
	text := plain.Replace(w.text)
	if len(text) > 200 {
		text = strings.ToValidUTF8(text[:200], "") + "…"
	}
	return text
}

func joinedText(argv []word) string {
	texts := make([]string, len(argv))
	for i, v := range argv {
		texts[i] = v.data()
	}
	return strings.Join(texts, " ")
}
