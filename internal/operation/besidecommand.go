package operation

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/pathop"
	"github.com/mooring-mcp/mooring/internal/word"
)

// What stands beside a command is judged with it, as a shell would have it: variables as
// assignments in front of it, input as what it reads, a folder as cd, a shell by its name.

var (
	inputNames = words("stdin input")
	shellNames = words("shell interpreter terminal")
	// parsedShells are those that the classifier reads, or that know less.
	parsedShells = words("sh bash zsh dash ash")
)

// binFolders are those in which the shells of the system are.
var binFolders = []string{"", "/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"}

// ofCommand judges an argument beside a command; read says that nothing of it is left to judge.
func (j *judge) ofCommand(l leaf, text string) (beside, read bool) {
	last := lastWord(l.name)
	switch {
	case l.variable:
		return true, false
	case l.pointer != jsonv.AppendPointer(l.object, l.name):
		return false, false // one of several
	case isFolder(l.name) && j.hasCommand(l, nil):
		intent := j.tool.intent
		if pathIsAbsolute(pathop.Classify(text, j.call.Place).Resolved) {
			j.settled[l.pointer], intent = true, Read
		}
		j.add(Path(text, j.call.Place, intent), l, ByHint)
		return true, true
	case shellNames[last] && isParsedShell(text) && j.hasCommand(l, shellNames):
		j.settled[l.pointer] = true
		return true, true
	case shellNames[last] && j.hasCommand(l, shellNames):
		j.doubt(l.pointer, "it names no shell that is read here")
	case inputNames[last] && l.name == last && j.hasCommand(l, typedNames):
		j.settled[l.pointer] = true
		return true, last == "stdin"
	}
	return false, false
}

// hasCommand reports a member beside an argument that is a command, and has none of these names.
func (j *judge) hasCommand(l leaf, not map[string]bool) bool {
	in := leaf{pointer: l.object, schema: l.objectSchema}
	for name, member := range l.siblings.Members() {
		if name == l.name || not[lastWord(name)] || member.Kind() != jsonv.String && member.Kind() != jsonv.Array {
			continue
		}
		m := in.member(name, l.siblings)
		if rule, ok := j.call.Mapping.find(j.call.Tool, m.pointer); ok {
			if rule.As == ShellKind {
				return true
			}
			continue
		}
		if _, whole := j.argv(member, m); whole && member.Kind() == jsonv.Array {
			return true
		}
		if j.tool.roleOf(m, j.labels(m), member.Text()) == ShellKind {
			return true
		}
	}
	return false
}

// isParsedShell reports the name of a shell that is read here, where the system keeps it.
func isParsedShell(text string) bool {
	at := strings.LastIndexByte(text, '/') + 1
	return parsedShells[text[at:]] && slices.Contains(binFolders, text[:at])
}

// isEnvironment reports the name of the variables that a command is run with.
func isEnvironment(name string) bool {
	all := slices.Collect(word.Split(name))
	for i, w := range all {
		switch w {
		case "env", "envs", "environ", "environment", "envvar", "envvars":
		case "var", "vars", "variable", "variables":
			if i == 0 {
				return false
			}
		default:
			return false
		}
	}
	return len(all) > 0
}

// variable is one that a command is run with.
type variable struct{ pointer, name, value string }

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// variables reads them: members of an object, words NAME=VALUE of an array, objects with a name and
// a value, or lines of a text; false for anything else.
func variables(v *jsonv.Value, pointer string) ([]variable, bool) {
	var out []variable
	add := func(at, name string, value *jsonv.Value) bool {
		text, is := value.Str()
		if kind := value.Kind(); kind == jsonv.Number || kind == jsonv.Bool {
			text, is = value.Raw(), true
		}
		out = append(out, variable{at, name, text})
		return is && variableName.MatchString(name)
	}
	pair := func(at, text string) bool {
		name, value, is := strings.Cut(text, "=")
		out = append(out, variable{at, name, value})
		return is && variableName.MatchString(name)
	}
	switch v.Kind() {
	case jsonv.Object:
		for name, value := range v.Members() {
			if !add(jsonv.AppendPointer(pointer, name), name, value) {
				return nil, false
			}
		}
	case jsonv.Array:
		l := leaf{pointer: pointer}
		for i, item := range v.Items() {
			at := l.item(i).pointer
			text, is := item.Str()
			if is && pair(at, text) {
				continue
			}
			name, named := item.Get("name").Str()
			if key, is := item.Get("key").Str(); !named {
				name, named = key, is
			}
			if !named || item.Len() != 2 || !add(at, name, item.Get("value")) {
				return nil, false
			}
		}
	case jsonv.String:
		for line := range strings.SplitSeq(strings.TrimRight(v.Text(), "\n"), "\n") {
			if line != "" && !pair(pointer, line) {
				return nil, false
			}
		}
	default:
		return nil, false
	}
	return out, true
}

// command judges a command with what stands beside it.
func (j *judge) command(text string, l leaf) Part {
	if !l.command {
		text = withArguments(text, l.siblings)
	}
	var assigned strings.Builder
	var all []variable
	var ends []int // of the assignment of each variable
	stdin, fed, folders := "", false, 0
	for name, member := range l.siblings.Members() {
		at := jsonv.AppendPointer(l.object, name)
		last := lastWord(name)
		switch found, ok := variables(member, at); {
		case isEnvironment(name) && ok:
			j.settled[at] = true
			for _, v := range found {
				assigned.WriteString("export " + v.name + "=" + strings.TrimPrefix(quotedWords([]string{v.value}), " ") + "\n")
				all, ends = append(all, v), append(ends, assigned.Len())
			}
		case isEnvironment(name) && !asksNothing(member):
			j.doubt(at, "it holds variables in a form that is not read here")
		case isFolder(name) && !asksNothing(member):
			if folders++; folders > 1 {
				j.doubt(at, "it is one of several folders")
			}
		case argumentNames[last] && at != l.pointer && isArguments(name, member):
			j.settled[at] = true
		case inputNames[last] && name == last && name != l.name:
			if more, is := member.Str(); is && more != "" {
				stdin, fed = stdin+more+"\n", true
			}
		}
	}
	dir := j.folder(l.siblings)
	judged := func(before, program, after string) Part {
		v := j.cs.Shell.Classify(before+program+after, j.call.Place, dir)
		v.Grounds = slices.Clone(v.Grounds)
		p := shellPart(v, program)
		for i := range v.Grounds {
			j.place(&p.Reasons[i], all, ends, len(before), len(program))
		}
		return p
	}
	alone := judged(assigned.String(), text, "")
	if !fed {
		return alone
	}
	end := "MOORING_END"
	for strings.Contains(stdin, end) {
		end += "_"
	}
	p := judged(assigned.String()+"{ ", text, "\n} <<'"+end+"'\n"+stdin+end+"\n")
	// A brace may end the group, so that another command reads the input.
	if strings.Contains(text, "}") && (alone.Floor != "" || p.Floor == "" && alone.Band().Rank() > p.Band().Rank()) {
		return alone
	}
	return p
}

// place puts a reason to the text of the command, or to the variable that it is about.
func (j *judge) place(r *Reason, all []variable, ends []int, before, length int) {
	if i := slices.IndexFunc(ends, func(end int) bool { return r.Span.End <= end }); i >= 0 {
		r.Argument, r.Span = all[i].pointer, Span{}
		return
	}
	r.Span = Span{min(max(r.Span.Start-before, 0), length), min(max(r.Span.End-before, 0), length)}
}

// isArguments reports words that belong to a command.
func isArguments(name string, v *jsonv.Value) bool {
	for w := range word.Split(name) {
		if !argumentNames[w] && !commandNames[w] && w != "extra" {
			return false
		}
	}
	for _, item := range v.Items() {
		if _, is := item.Str(); !is {
			return false
		}
	}
	return v.Kind() == jsonv.Array || v.Kind() == jsonv.String
}
