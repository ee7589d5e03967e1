package clientconfig

import (
	"path"
	"slices"
	"strings"
)

// Dialect is the set of forms in which a client replaces variables. What a
// client has no form for is plain text to it, and to us.
type Dialect uint16

// The forms.
const (
	Braces        Dialect = 1 << iota // ${NAME}
	BracesDefault                     // ${NAME:-text}
	EnvBraces                         // ${env:NAME}
	Editor                            // ${workspaceFolder}, ${userHome}, ${input:ID} and what else an editor knows
	Dollar                            // $NAME
	Percent                           // %NAME%, on Windows
	EnvCurly                          // {env:NAME}, {file:PATH}
	Secrets                           // ${{ secrets.NAME }}
	// EmptyWhenUnset says that the client puts nothing where a variable is not
	// set; others leave the text.
	EmptyWhenUnset

	// AnyBraces stands for a client whose forms are not known: what looks like a
	// variable is taken for one, so that it is named when it is not set.
	AnyBraces = Braces | BracesDefault | EnvBraces | Editor
)

// Forms returns how the forms of a dialect are written, in a fixed order.
func (d Dialect) Forms() []string {
	var out []string
	for _, form := range []struct {
		bit  Dialect
		text string
	}{
		{Braces, "${NAME}"},
		{BracesDefault, "${NAME:-text}"},
		{EnvBraces, "${env:NAME}"},
		{Editor, "${workspaceFolder}"},
		{Editor, "${userHome}"},
		{Editor, "${input:ID}"},
		{Dollar, "$NAME"},
		{Percent, "%NAME% on Windows"},
		{EnvCurly, "{env:NAME}"},
		{EnvCurly, "{file:PATH}"},
		{Secrets, "${{ secrets.NAME }}"},
	} {
		if d&form.bit != 0 {
			out = append(out, form.text)
		}
	}
	return out
}

// expander replaces variables and collects what it could not replace.
type expander struct {
	dialect Dialect
	env     Env
	project string // folder of the project the file belongs to; "" when not known
	plugin  string // folder of the plugin the file belongs to; "" for none
	unset   []string
	inputs  []string // what only a person or the client can give
	sources []string // files that would have to be read
}

// expand is O(n) in s for well-formed text. Replaced text is not looked at again.
func (x *expander) expand(s string) string {
	var b strings.Builder
	for s != "" {
		i := strings.IndexAny(s, "${%")
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		text, n := x.at(s[i:])
		if n == 0 {
			text, n = s[i:i+1], 1
		}
		b.WriteString(text)
		s = s[i+n:]
	}
	return b.String() + s
}

// at replaces the variable that s starts with. n is its length in s, 0 when
// there is none.
func (x *expander) at(s string) (text string, n int) {
	switch {
	case strings.HasPrefix(s, "${{"):
		return x.enclosed(s, "${{", "}}", x.secret)
	case strings.HasPrefix(s, "${"):
		return x.enclosed(s, "${", "}", x.braces)
	case s[0] == '$' && x.dialect&Dollar != 0:
		name := identifier(s[1:])
		if name == "" {
			return "", 0
		}
		return x.variable(name, s[:1+len(name)]), 1 + len(name)
	case s[0] == '%' && x.dialect&Percent != 0 && x.env.OS == "windows":
		name := identifier(s[1:])
		if name == "" || !strings.HasPrefix(s[1+len(name):], "%") {
			return "", 0
		}
		return x.variable(name, s[:2+len(name)]), 2 + len(name)
	case s[0] == '{' && x.dialect&EnvCurly != 0:
		return x.enclosed(s, "{", "}", x.curly)
	}
	return "", 0
}

// enclosed hands the text between two marks to replace, which says false for
// what is no variable.
func (x *expander) enclosed(s, left, right string, replace func(body, whole string) (string, bool)) (text string, n int) {
	body, _, closed := strings.Cut(s[len(left):], right)
	if !closed {
		return s, len(s)
	}
	n = len(left) + len(body) + len(right)
	if text, ok := replace(body, s[:n]); ok {
		return text, n
	}
	return "", 0
}

func (x *expander) secret(body, whole string) (string, bool) {
	if x.dialect&Secrets == 0 {
		return "", false
	}
	body = strings.TrimSpace(body)
	if name, ok := strings.CutPrefix(body, "secrets."); ok {
		if value, ok := x.env.lookup(name); ok {
			return value, true
		}
	}
	x.inputs = append(x.inputs, body)
	return whole, true
}

func (x *expander) curly(body, whole string) (string, bool) {
	if name, ok := strings.CutPrefix(body, "env:"); ok {
		return x.variable(name, whole), true
	}
	if strings.HasPrefix(body, "file:") {
		x.sources = append(x.sources, body)
		return whole, true
	}
	return "", false
}

func (x *expander) braces(body, whole string) (string, bool) {
	if name, ok := strings.CutPrefix(body, "env:"); ok && x.dialect&EnvBraces != 0 {
		return x.variable(name, whole), true
	}
	if x.dialect&Editor != 0 {
		if text, ok := x.editor(body, whole); ok {
			return text, true
		}
	}
	if x.dialect&Braces == 0 {
		return "", false
	}
	name, fallback, has := strings.Cut(body, ":-")
	if has && x.dialect&BracesDefault != 0 {
		if value, ok := x.env.lookup(name); ok && value != "" {
			return value, true
		}
		return fallback, true
	}
	if name == "CLAUDE_PLUGIN_ROOT" && x.plugin != "" {
		return x.plugin, true
	}
	return x.variable(name, whole), true
}

// editorCommands are the kinds of variables that an editor asks for or computes.
var editorCommands = []string{"command", "config", "input", "extensionInstallFolder"}

func (x *expander) editor(body, whole string) (string, bool) {
	kind, _, has := strings.Cut(body, ":")
	if has && slices.Contains(editorCommands, kind) {
		x.inputs = append(x.inputs, body)
		return whole, true
	}
	project := x.project
	switch body {
	case "workspaceFolder":
	case "workspaceFolderBasename":
		if project != "" {
			project = path.Base(slashes(project))
		}
	case "userHome":
		return x.env.Home, true
	case "pathSeparator", "/":
		return x.env.separator(), true
	default:
		return "", false
	}
	if project == "" {
		x.unset = append(x.unset, body)
		return whole, true
	}
	return project, true
}

// variable is the value of an environment variable. One that is not set is noted.
func (x *expander) variable(name, whole string) string {
	if value, ok := x.env.lookup(name); ok {
		return value
	}
	x.unset = append(x.unset, name)
	if x.dialect&EmptyWhenUnset != 0 {
		return ""
	}
	return whole
}

// identifier is the name of a variable that s starts with, "" for none.
func identifier(s string) string {
	for i := range len(s) {
		c := s[i]
		isLetter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !isLetter && (i == 0 || c < '0' || c > '9') {
			return s[:i]
		}
	}
	return s
}
