package shellop

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// A pattern asks for files by what it says of their names. Where a word in it is one for what opens something, it asks
// for secrets, whatever they are called: cat *rsa*, cat conf/*token*. Of a name that is said in full the table of places
// is asked, and not these words.

// secretWords are words in names of files that hold secrets, without the s of several.
var secretWords = []string{
	"accesskey", "apikey", "credential", "cred", "dsa", "ecdsa", "ed25519", "jwt", "keychain", "keystore", "mnemonic", "passphrase", "passwd",
	"password", "pgp", "privatekey", "private", "priv", "rsa", "secret", "token", "vault", "wallet",
}

// secretFolders are folders in which any name is asked for because of theirs.
var secretFolders = []string{"cred", "credential", "password", "passwd", "privatekey", "secret"}

// sourceEndings are extensions of code and text about it, where the words are those of the program: *token*.go.
var sourceEndings = []string{
	"adoc", "c", "cc", "clj", "cpp", "cs", "css", "cts", "cxx", "dart", "ejs", "erb", "erl", "ex", "exs", "fs", "go", "graphql", "groovy", "h",
	"hbs", "hh", "hpp", "hs", "htm", "html", "java", "jl", "js", "jsx", "kt", "kts", "less", "lua", "m", "markdown", "md", "mdx", "mjs", "ml", "mm",
	"mts", "nim", "php", "pl", "pm", "proto", "pug", "py", "pyi", "r", "rb", "rs", "rst", "scala", "scss", "sh", "snap", "sol", "sql", "svelte",
	"svg", "swift", "tex", "ts", "tsx", "vue", "zig",
}

// asks reports a pattern that asks for secrets by a word.
func asks(path string) bool {
	if !has(path, globMarks) {
		return false
	}
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	if dot := strings.LastIndexByte(last, '.'); dot >= 0 {
		ending := last[dot+1:]
		if i := first(ending, globMarks|unknownMarks); i >= 0 {
			ending = ending[:i]
		}
		if slices.Contains(sourceEndings, strings.ToLower(ending)) {
			return false
		}
	}
	for i, part := range parts {
		switch wild := has(part, globMarks); {
		case wild && says(part, secretWords):
			return true
		case !wild && i < len(parts)-1 && says(part, secretFolders) && has(strings.Join(parts[i+1:], "/"), globMarks):
			return true
		}
	}
	return false
}

// namesSecret reports a file that is called nothing but what it holds: token.txt, .password.
func namesSecret(name string) bool {
	name = name[strings.LastIndexByte(name, '/')+1:]
	if len(name) < 5 || len(name) > 24 {
		return false
	}
	stem, ending, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(name, ".")), ".")
	if !slices.Contains(plainEndings, ending) {
		return false
	}
	stem = strings.TrimSuffix(stem, "s")
	if strings.ContainsAny(stem, "_-") {
		stem = strings.ReplaceAll(strings.ReplaceAll(stem, "_", ""), "-", "")
	}
	return slices.Contains(secretStems, stem)
}

// secretStems are names that say what a file holds, and nothing else, and plainEndings those they have.
var (
	secretStems  = []string{"accesskey", "accesstoken", "apikey", "apitoken", "authtoken", "passphrase", "password", "privatekey", "secretkey", "token"}
	plainEndings = []string{"", "txt", "json", "yml", "yaml", "toml", "ini", "conf", "cfg", "key", "dat"}
)

// says reports a name with one of some words in it. What is no letter or digit parts words, as a * does.
func says(name string, words []string) bool {
	before := ""
	for _, part := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r > 0x7F || r == '_' || !letter(byte(r)) }) {
		for _, one := range []string{part, strings.TrimSuffix(part, "s"), before + strings.TrimSuffix(part, "s")} { // api_keys
			if slices.Contains(words, one) {
				return true
			}
		}
		before = part
	}
	return false
}

// looksForSecrets reports a search for a word like those.
func (p *parsed) looksForSecrets() bool {
	return p.row != nil && len(p.row.Operands) > 1 && p.row.Many == 1 && p.row.RoleOf(0, 2) == shelltable.Data &&
		slices.ContainsFunc(p.expressions(), func(expression string) bool { return says(expression, secretWords) })
}

// silent reports a comparison or search that says yes or no, or which files, and prints nothing of what is in them.
func (p *parsed) silent() bool {
	switch p.name {
	case "grep", "egrep", "fgrep", "zgrep", "rg", "ripgrep":
		return p.has("-q", "-c", "-l", "-L", "--quiet", "--silent", "--count", "--files-with-matches", "--files-without-match")
	case "cmp":
		return p.has("-s", "--quiet", "--silent")
	case "diff":
		return p.has("-q", "--brief")
	}
	return false
}
