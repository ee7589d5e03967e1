package axes

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/word"
)

//go:embed rules.txt
var rulesText string

// permissions are the words of rules.txt, by the first word of their rows.
type permissions map[string]map[string]bool

var permits = readPermissions(rulesText)

func readPermissions(text string) permissions {
	out := permissions{}
	for row, rest := range word.Rows(text) {
		if out[row] == nil {
			out[row] = map[string]bool{}
		}
		for w := range strings.FieldsSeq(rest) {
			out[row][w] = true
			if strings.HasSuffix(row, ".denied") || strings.HasSuffix(row, ".verb") {
				for _, form := range forms(w) {
					out[row][form] = true
				}
			}
			if strings.HasSuffix(row, ".denied") {
				out[row][strings.TrimSuffix(w, "e")+"ed"] = true
			}
		}
	}
	return out
}

func (p permissions) has(kind operation.Kind, row, w string) bool {
	return p[string(kind)+"."+row][w]
}

// first is the first word that a row has, "" for none.
func (p permissions) first(kind operation.Kind, row string, list []string) string {
	for _, w := range list {
		if p.has(kind, row, w) {
			return w
		}
	}
	return ""
}

// denied is the first word of a text that raises a doubt, "" for none.
func (p permissions) denied(kind operation.Kind, text string) string {
	return p.first(kind, "denied", list(text))
}

// urlName reports the name of an argument whose URL is read.
func (p permissions) urlName(name []string) bool {
	if len(name) == 0 || !slices.Contains([]string{"url", "uri"}, name[len(name)-1]) {
		return false
	}
	return !slices.ContainsFunc(name, func(w string) bool { return !p.has(operation.URLKind, "name", w) })
}

// list are all words of a text, in both ways in which names of products are read: "MySQL"
// is mysql, and "fetchURL" fetch, url.
func list(text string) []string {
	return slices.Concat(slices.Collect(word.Split(text)), slices.Collect(word.Split(strings.ToLower(text))))
}

// dialectOf is the dialect of SQL that texts about a tool name, "" for none, for several,
// and for that of a database without a classifier. here says that nothing but a file of
// this machine is named.
func dialectOf(texts ...string) (dialect string, here bool) {
	here, one := true, true
	for _, text := range texts {
		for w := range word.Split(strings.ToLower(text)) {
			if permits.has(operation.SQLKind, "brand", w) {
				one = false
			}
			if !isDialect(w) {
				continue
			}
			d := operation.Dialect(w)
			one = one && (dialect == "" || dialect == d)
			here = here && w == "sqlite"
			dialect = d
		}
	}
	if !one || dialect == "" {
		return "", false
	}
	return dialect, here
}

// isDialect reports a word that names a database with a dialect of its own.
func isDialect(w string) bool {
	d := operation.Dialect(w)
	return d != "" && d != "generic"
}
