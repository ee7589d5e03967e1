//go:generate go run ./_gen

package sqlread

import (
	_ "embed"
	"strings"
	"sync"
)

// set is a set of names in lower case.
type set map[string]bool

// words is the set of the words of a text. What follows # in a line is a comment.
func words(text string) set {
	s := set{}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for w := range strings.FieldsSeq(line) {
			s[w] = true
		}
	}
	return s
}

//go:embed functions/postgres.txt
var postgresText string

//go:embed functions/postgres-later.txt
var postgresLaterText string

//go:embed functions/postgres-extensions.txt
var postgresExtensionsText string

//go:embed functions/mysql.txt
var mysqlText string

//go:embed functions/sqlite.txt
var sqliteText string

//go:embed functions/tsql.txt
var tsqlText string

// The functions that each dialect may call, by name in lower case; built when first
// asked for.
var (
	postgresFunctions = sync.OnceValue(func() set { return words(postgresText + "\n" + postgresLaterText + "\n" + postgresExtensionsText) })
	mysqlFunctions    = sync.OnceValue(func() set { return words(mysqlText) })
	sqliteFunctions   = sync.OnceValue(func() set { return words(sqliteText) })
	tsqlFunctions     = sync.OnceValue(func() set { return words(tsqlText) })
)
