package shellop

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// Code is not followed, but what it names is seen: a string that is the path of a credential is taken to be read, and
// one of a file of Mooring to be changed where the code changes files.

// maxStrings is how many strings and bare paths of code are looked at.
const maxStrings = 500

// codePaths looks at the paths in code. changes: it writes or removes files, or runs what may.
func (w *walker) codePaths(who, text string, changes bool, at Span) {
	st := newState(w.options)
	keys := subscripts(text)
	left := maxStrings
	look := func(s string) {
		if left--; left < 0 || !w.step() {
			return
		}
		pl := w.place(st, word{text: tildes(asPattern.Replace(s))})
		switch effect, code := pl.read(); {
		case effect == shelltable.Secret && (pl.zones.Has(credential) || code == "path-device"):
			w.add(effect, code, fmt.Sprintf("code for %s names %q: %s", who, plain.Replace(s), meaning(code)), at)
		case changes && pl.zones.Has(own):
			w.add(shelltable.Tamper, "own-files", fmt.Sprintf("code for %s names %q", who, plain.Replace(s)), at)
		}
	}
	n := 0
	eachString(text, maxStrings+1, func(s string, start, end int) {
		key := n < len(keys) && keys[n] && !strings.Contains(s, "/")
		n++
		for _, one := range readings(s, text[start+1:end-1]) {
			if pathIn(one, text[:start]) && !key {
				look(one)
			}
		}
	})
	for _, s := range barePaths(text) {
		look(s)
	}
	if left < 0 || n > maxStrings {
		w.add(shelltable.Unknown, "too-complex", fmt.Sprintf("code with more than %d strings to look at", maxStrings), at)
	}
}

// readings are what a string may mean as a path: without the escapes of code, with what they stand for, or with the \ of
// Windows. What stands in front of a name for perl to open is taken off.
func readings(s, raw string) []string {
	s = strings.Trim(s, "<>+| \t")
	if !strings.Contains(raw, `\`) {
		return []string{s}
	}
	out := []string{s, strings.ReplaceAll(strings.ReplaceAll(raw, `\\`, "/"), `\`, "/")}
	if decoded, ok := decodeANSI(raw); ok {
		out = append(out, decoded)
	}
	return out
}

// openers are parts of the names of functions that take a path.
var openers = []string{"cat", "file", "load", "open", "path", "read", "slurp", "stream", "import", "require", "write"}

// pathIn tells a path from a word such as "secrets", which is one of the program unless something opens it.
func pathIn(s, before string) bool {
	if s == "" || len(s) > maxPath || strings.Contains(s, "://") && !strings.HasPrefix(s, "file://") || strings.ContainsAny(s, "\n\x00\x01\x02\x03\x04\x05\x06") {
		return false
	}
	if strings.ContainsAny(s, `./\~_`) {
		return true
	}
	call := strings.TrimRight(before, "( \trRbBfFuU")
	i := len(call)
	for i > 0 && letter(call[i-1]) {
		i--
	}
	name := strings.ToLower(before[i:])
	for _, part := range openers {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// barePaths are the paths in code that no quotes surround, as of Tcl, q() of Perl and %q() of Ruby.
func barePaths(text string) []string {
	var out []string
	for i := 0; i < len(text) && len(out) <= maxStrings; i++ {
		if strings.IndexByte("/~.", text[i]) < 0 || i > 0 && strings.IndexByte(" \t\n([{<,=|!", text[i-1]) < 0 || strings.HasPrefix(text[i:], "...") {
			continue
		}
		end := i
		for end < len(text) && strings.IndexByte(" \t\n()[]{}<>,;|\"'`", text[end]) < 0 {
			end++
		}
		if s := text[i:end]; len(s) > 2 && len(s) < maxPath && !strings.ContainsAny(s, "\x00\x01\x02\x03\x04\x05\x06") {
			out = append(out, s)
		}
		i = max(i, end-1)
	}
	return out
}
