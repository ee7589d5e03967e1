package shellop

import (
	"path"
	"slices"
	"strings"
)

// A program that lists files and does nothing else prints names by the patterns that it was given, and no others: the
// words of a flow's found are listed then. Whoever writes files by those names writes what the patterns lead to, as if
// they stood in the text: gofmt -w $(git ls-files '*.go') is gofmt -w on patterns. Where a filter may have changed a
// name, or something else stands beside the names, they are not listed any more.

// listed marks words as all that a list of names can hold.
func listed(found []word) []word {
	for i := range found {
		found[i].listed = true
	}
	return found
}

// unlist is the same files, beside which there may be others.
func unlist(found *[]word) *[]word {
	if found == nil || !complete(found) {
		return found
	}
	out := slices.Clone(*found)
	for i := range out {
		out[i].listed = false
	}
	return &out
}

// maxNames is how many names are kept apart. Of more, any may be one of a credential.
const maxNames = 256

// both are the files of two lists, one behind the other. Where one list may hold others, both may.
func both(a, b *[]word) *[]word {
	if !complete(a) || !complete(b) {
		a, b = unlist(a), unlist(b)
	}
	before, after := *a, *b
	same := func(x, y word) bool { return x.text == y.text && x.from == y.from && x.listed == y.listed }
	switch {
	case len(after) <= len(before) && slices.EqualFunc(before[len(before)-len(after):], after, same), len(before) > maxNames:
		return a
	case len(before)+len(after) > maxNames:
		all := slices.Concat(before, after[:maxNames-len(before)], []word{{text: string(markHome) + "/.ssh/" + string(markName), from: fromLocal}})
		return unlist(&all)
	}
	all := slices.Concat(before, after)
	return &all
}

func complete(found *[]word) bool {
	return slices.ContainsFunc(*found, func(v word) bool { return v.listed })
}

// names are the files that a word may stand for; nil for a word of which that is not known.
func (w word) names() []word {
	if w.found == nil || w.text != string(markUnknown) {
		return nil
	}
	var out []word
	for _, f := range *w.found {
		if f.listed {
			out = append(out, f)
		}
	}
	return out
}

// anyOf is a word that stands for each of several.
func anyOf(items []word) word {
	found := make([]word, 0, len(items))
	all := true
	for _, item := range items {
		all = all && (!item.unknown() || item.names() != nil)
		if names := item.names(); names != nil {
			found = append(found, names...)
			continue
		}
		found = append(found, item)
		if item.found != nil {
			found = append(found, *item.found...)
		}
	}
	if all {
		found = listed(found)
	}
	return word{text: string(markUnknown), from: fromLocal | joined(items), found: &found}
}

// foundPlace is the place of what a search finds, which more than one word may stand for.
func (w *walker) foundPlace(st *state, f word) place {
	if st.hidden() || f.split || f.doubt {
		return w.place(st, f)
	}
	key := st.dir + "//" + f.text
	pl, ok := w.places[key]
	if !ok {
		if w.places == nil {
			w.places = map[string]place{}
		}
		pl = w.place(st, f)
		w.places[key] = pl
	}
	return pl
}

// handedOn are the names that a filter hands on. Most may change them; some choose lines or put them in order.
func handedOn(argv []word, found *[]word) *[]word {
	if found == nil {
		return nil
	}
	var allowed string // letters of options by which a line stays as it is
	switch path.Base(argv[0].text) {
	case "head", "tail":
		allowed = "0123456789nqz"
	case "sort":
		allowed = "urzVfbdginkt,.0123456789"
	case "uniq", "tac", "cat", "tee":
		allowed = "uz"
	case "shuf":
		allowed = "nz0123456789"
	case "grep", "egrep", "fgrep":
		allowed = "vEFiwxeazq"
	case "tr":
		if slices.ContainsFunc(argv[1:], func(v word) bool { return strings.Trim(v.data(), `\n0 `) != "" }) {
			return unlist(found)
		}
		return found
	default:
		return unlist(found)
	}
	files := 0 // whose lines come with them
	for _, v := range argv[1:] {
		if v.unknown() || strings.HasPrefix(v.text, "-") && strings.Trim(v.text[1:], allowed) != "" {
			return unlist(found)
		}
		if !strings.HasPrefix(v.text, "-") && strings.Trim(v.text, "0123456789") != "" {
			files++
		}
	}
	switch base := path.Base(argv[0].text); {
	case strings.HasSuffix(base, "grep"):
		files-- // the expression
	case base == "tee":
		files = 0
	}
	if files > 0 {
		return unlist(found)
	}
	return found
}

// tracked are the files that git lists; plainly for a command line that lists nothing else.
func (p *parsed) tracked() (specs []word, plainly bool) {
	options := []string{"-z", "-r", "-c", "--cached", "-m", "--modified", "-o", "--others", "-d", "--deleted", "--exclude-standard", "--full-name", "--recurse-submodules"}
	operands := p.operands
	switch p.name {
	case "git ls-files":
	case "git diff", "git diff-tree", "git diff-index", "git diff-files":
		if !p.has("--name-only") {
			return nil, false
		}
		options = append(options, "--name-only", "--staged", "--no-commit-id", "--diff-filter", "--relative", "-M", "--merge-base", "--no-renames")
		operands = slices.DeleteFunc(slices.Clone(operands), func(v word) bool { return revision(v.text) })
	case "git grep":
		if !p.has("-l", "-L", "--files-with-matches", "--name-only", "--files-without-match") {
			return nil, false
		}
		options = append(options, "-l", "-L", "-i", "-w", "-F", "-E", "-e", "-P", "--name-only", "--files-with-matches", "--files-without-match")
		if !p.has("-e") && len(operands) > 0 {
			operands = operands[1:]
		}
	default:
		return nil, false
	}
	plainly = !slices.ContainsFunc(p.options, func(c chosen) bool { return !slices.Contains(options, c.name) })
	for _, v := range operands {
		specs = append(specs, pathspec(v)...)
	}
	if len(specs) == 0 {
		specs = []word{below(word{text: "."}, "")}
	}
	return specs, plainly
}

// revision reports a name that is one of a commit, and hardly one of a file.
func revision(text string) bool {
	return text == "main" || text == "master" || text == "@" || strings.HasPrefix(text, "HEAD") || strings.HasPrefix(text, "origin/") || strings.Contains(text, "...")
}

// pathspec are the files that git takes a word for: its * finds slashes as well, and a folder is all that is below it.
func pathspec(v word) []word {
	text := asPattern.Replace(v.text)
	if strings.HasPrefix(text, ":") {
		return []word{below(word{text: "."}, "")}
	}
	i := first(text, globMarks)
	if i < 0 {
		return []word{v, below(v, "")}
	}
	folder, name := ".", text[strings.LastIndexByte(text, '/')+1:]
	if j := strings.LastIndexByte(text[:i], '/'); j >= 0 {
		folder = text[:j]
	}
	return []word{below(word{text: folder, from: v.from, span: v.span}, foundMark+strings.TrimLeft(name, string(markStar)))}
}

// searched are the files of which a search prints the names: all below its places, or those by the patterns of options.
func (p *parsed) searched() []word {
	var names []string
	for _, c := range p.options {
		if c.has && slices.Contains([]string{"-g", "--glob", "--include"}, c.name) && !strings.HasPrefix(c.value.text, "!") {
			name := asPattern.Replace(c.value.text)
			names = append(names, foundMark+strings.TrimLeft(name[strings.LastIndexByte(name, '/')+1:], string(markStar)))
		}
	}
	var out []word
	lists := p.has("--files") // has no expression in front
	for i, v := range p.operands {
		if !lists && p.role(i) == "data" {
			continue
		}
		out = append(out, p.placed(v, names)...)
	}
	if len(out) == 0 {
		out = p.placed(word{text: "."}, names)
	}
	return out
}

// placed are the files at and below a place by some names, or all.
func (p *parsed) placed(v word, names []string) []word {
	if len(names) == 0 {
		return []word{v, below(v, "")}
	}
	var out []word
	if v.text != "." {
		out = append(out, v) // a file that is named may be searched whatever it is called
	}
	for _, name := range names[:min(len(names), maxFound)] {
		out = append(out, below(v, name))
	}
	return out
}

// printed are options of grep and its kin by which nothing but names is printed.
var printed = []string{
	"-l", "-L", "--files", "--files-with-matches", "--files-without-match", "-r", "-R", "-i", "-w", "-F", "-E", "-g", "--glob", "--include", "--exclude", "--exclude-dir",
	"-e", "-t", "--type", "-T", "--hidden", "-0", "-Z", "--null", "-s", "-I", "--recursive", "--ignore-case", "-u", "-S", "--sort",
}

// namesOnly reports a search that prints nothing but names.
func (p *parsed) namesOnly() bool {
	return len(p.unlisted) == 0 && !slices.ContainsFunc(p.options, func(c chosen) bool { return !slices.Contains(printed, c.name) })
}

// exact reports expressions of grep that patterns stand for: those without escapes of other dialects.
func (p *parsed) exact() bool {
	if p.has("-f", "--file", "-P", "--perl-regexp", "-v", "--invert-match", "-o", "-c", "-n", "-H") || len(p.expressions()) == 0 {
		return false
	}
	if len(p.operands) > 1 || len(p.operands) > 0 && p.has("-e", "--regexp") || p.deep {
		return false // it searches files, and not the names
	}
	return !slices.ContainsFunc(p.expressions(), foreign)
}

// foreign reports an expression with an escape that [fromRegexp] takes for a letter.
func foreign(expression string) bool {
	for i := 0; i+1 < len(expression); i++ {
		if expression[i] != '\\' {
			continue
		}
		if i++; letter(expression[i]) && !strings.ContainsRune("dwsbDWSB", rune(expression[i])) {
			return true
		}
	}
	return false
}

// dataEndings are extensions of files that are no folders, beside those of code.
var dataEndings = []string{"cfg", "conf", "csv", "ini", "json", "lock", "log", "toml", "txt", "xml", "yaml", "yml"}

// entries are what ls prints. What stands in a folder that it was given is named without it, so that nothing is listed
// unless the words can be no folders.
func (p *parsed) entries() []word {
	var given strings.Builder
	for _, c := range p.options {
		given.WriteString(strings.TrimLeft(c.name, "-"))
	}
	letters := given.String()
	if len(p.operands) == 0 {
		out := []word{{text: string(markStar), from: fromLocal}}
		if strings.ContainsAny(letters, "aA") {
			out = append(out, word{text: "." + string(markStar), from: fromLocal})
		}
		return out
	}
	out := slices.Clone(p.operands)
	files := !slices.ContainsFunc(out, func(v word) bool {
		ending := strings.TrimPrefix(path.Ext(v.text), ".")
		return v.unknown() || !slices.Contains(sourceEndings, ending) && !slices.Contains(dataEndings, ending)
	})
	if files && strings.Trim(letters, "1trSd") == "" {
		return listed(out)
	}
	return out
}
