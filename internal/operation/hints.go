package operation

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/word"
)

// hints are what the names of a tool and its server suggest. They choose a
// classifier, and never stand in for its answer.
type hints struct {
	tool   map[string]bool // words of the tool
	words  map[string]bool // those, and the words of the server
	server map[string]bool
	intent Intent
}

func newHints(c Call) hints {
	h := hints{tool: map[string]bool{}, words: map[string]bool{}, server: map[string]bool{}}
	for w := range word.Split(c.Server) {
		h.words[w], h.server[w] = true, true
	}
	for w := range word.Split(c.Tool) {
		h.tool[w], h.words[w] = true, true
		if verb, ok := verbs[w]; ok && h.intent != Delete && (h.intent != Write || verb == Delete) {
			h.intent = verb // the worst verb counts
		}
	}
	return h
}

// verbs of tools and what they do with a path or URL.
var verbs = map[string]Intent{
	"read": Read, "get": Read, "list": Read, "view": Read, "show": Read, "search": Read, "find": Read, "fetch": Read, "stat": Read, "describe": Read,
	"download": Read, "browse": Read, "scrape": Read, "crawl": Read, "extract": Read, "inspect": Read, "check": Read, "grep": Read, "glob": Read,
	"tree": Read, "ls": Read, "cat": Read, "head": Read, "tail": Read, "diff": Read, "info": Read, "load": Read, "lookup": Read, "query": Read,
	"navigate": Read, "screenshot": Read, "summarize": Read, "analyze": Read, "lint": Read, "count": Read, "exists": Read, "preview": Read,

	"write": Write, "create": Write, "edit": Write, "update": Write, "save": Write, "append": Write, "move": Write, "rename": Write, "copy": Write,
	"put": Write, "post": Write, "patch": Write, "set": Write, "add": Write, "insert": Write, "upload": Write, "send": Write, "publish": Write,
	"replace": Write, "make": Write, "mkdir": Write, "touch": Write, "export": Write, "register": Write, "subscribe": Write, "run": Write,
	"exec": Write, "execute": Write, "install": Write, "apply": Write, "commit": Write, "push": Write, "merge": Write, "submit": Write,
	"convert": Write, "generate": Write, "extractto": Write, "unzip": Write, "call": Write, "invoke": Write, "deploy": Write, "trigger": Write,

	"delete": Delete, "remove": Delete, "rm": Delete, "unlink": Delete, "trash": Delete, "purge": Delete, "clean": Delete, "wipe": Delete,
	"destroy": Delete, "rmdir": Delete, "erase": Delete, "drop": Delete, "clear": Delete,
}

// databases are words of tools and servers that hold a database, with the dialect
// they suggest.
var databases = map[string]string{
	"sql": "generic", "db": "generic", "database": "generic", "databases": "generic", "warehouse": "generic",
	"postgres": "postgres", "postgresql": "postgres", "pg": "postgres", "supabase": "postgres", "neon": "postgres", "timescale": "postgres",
	"mysql": "mysql", "mariadb": "mysql", "planetscale": "mysql", "tidb": "mysql",
	"sqlite": "sqlite", "turso": "sqlite", "libsql": "sqlite", "d1": "sqlite",
	"mssql": "tsql", "sqlserver": "tsql", "tsql": "tsql",
	"bigquery": "generic", "snowflake": "generic", "redshift": "generic", "duckdb": "generic", "clickhouse": "generic", "oracle": "generic",
}

// shells are words of tools that run commands.
var shells = words("shell bash sh zsh terminal command commands cmd console")

// runners are words of tools that run programs.
var runners = words("run exec execute eval evaluate interpreter repl script code python javascript js node ruby lua powershell")

// Words that the name of a parameter ends with, by what it holds.
var (
	sqlNames     = words("sql statement statements")
	queryNames   = words("query queries")
	commandNames = words("command commands cmd commandline shell bash")
	codeNames    = words("code script javascript js python program source snippet expression function")
	typedNames   = words("input line text stdin content query") // of a tool that is a shell
	hostNames    = words("host hostname")
	folderNames  = words("cwd workdir")
	urlNames     = words("url urls uri uris endpoint endpoints host hostname webhook link links domain href callback origin server address site website feed")
	pathNames    = words("path paths file files filename filenames filepath dir directory directories folder folders cwd workdir destination dest")
	dataNames    = words("content contents body text data payload html markdown message messages prompt description title comment comments summary note notes subject instructions reason caption")
)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

func (h hints) any(of map[string]bool) bool {
	for w := range h.tool {
		if of[w] {
			return true
		}
	}
	return false
}

// companions are words beside those of shells, runners and databases that say of no other effect.
var companions = words("sql statement statements query queries read select readonly only raw in on of the a an to with tool process program " +
	"start spawn sync async background system os one single my")

// onlyRuns reports a tool whose name says that it runs what it is given, or reads from a
// database, and nothing else: what a call of it does is what its arguments say. The name of
// the server and of what is between counts for nothing.
func (h hints) onlyRuns() bool {
	runs := false
	for w := range h.tool {
		switch {
		case shells[w], runners[w], databases[w] != "", queryNames[w], sqlNames[w]:
			runs = true
		case !companions[w] && !h.server[w]:
			return false
		}
	}
	return runs
}

// otherShells are words of shells that no parser here reads.
var otherShells = words("powershell pwsh ps1 exe fish nushell nu tcsh csh xonsh elvish cscript wscript osascript applescript")

// otherShell reports a tool, or a member beside the command, that names such a shell. Of
// "cmd" the name alone means a command.
func (h hints) otherShell(siblings *jsonv.Value) bool {
	if h.any(otherShells) {
		return true
	}
	for name, member := range siblings.Members() {
		if last := lastWord(name); last != "shell" && last != "interpreter" && last != "terminal" {
			continue
		}
		program := strings.ToLower(member.Text())
		program = strings.TrimSuffix(program[strings.LastIndexAny(program, `/\\`)+1:], ".exe")
		if otherShells[program] || program == "cmd" {
			return true
		}
	}
	return false
}

// speaksSQL reports a tool of a database whose queries are SQL. A database by itself
// may be one of pages or documents.
func (h hints) speaksSQL() bool {
	for w := range h.tool {
		if w == "sql" || databases[w] != "" && databases[w] != "generic" {
			return true
		}
	}
	return false
}

// database reports a tool of any database.
func (h hints) database() bool {
	for w := range h.tool {
		if databases[w] != "" {
			return true
		}
	}
	return false
}

// dialect is the given one, or the one that names agree about, or generic.
func (h hints) dialect(given string) string {
	if given != "" {
		return given
	}
	found := "generic"
	for w := range h.words {
		switch d := databases[w]; {
		case d == "" || d == "generic" || d == found:
		case found == "generic":
			found = d
		default:
			return "generic"
		}
	}
	return found
}

// roleOf says what a parameter may hold, by its name first, then by its labels; ""
// if neither says anything.
func (h hints) roleOf(l leaf, labels []string, text string) Kind {
	parts := slices.Collect(word.Split(l.name))
	last, all := "", map[string]bool{}
	for _, w := range parts {
		last, all[w] = w, true
	}
	label := func(name string) bool { return slices.Contains(labels, name) }
	switch {
	case l.enumerated:
		return "" // the tool chose the words
	case l.command:
		return ShellKind
	case sqlNames[last] && (all["sql"] || h.database()), queryNames[last] && (all["sql"] || h.speaksSQL()) && !looksLikeJSON(text):
		return SQLKind
	case commandNames[last] && (h.any(shells) || h.any(runners) || label("gg:command-string") || len(parts) == 1):
		return ShellKind
	case last == "script" && h.any(shells):
		return ShellKind
	case codeNames[last] && h.any(runners):
		return CodeKind
	case typedNames[last] && len(parts) == 1 && h.any(shells) && h.onlyRuns():
		return ShellKind
	case urlNames[last]:
		return URLKind
	case pathNames[last]:
		return PathKind
	case dataNames[last]:
		return Data
	case label("gg:url-endpoint") && looksLikeURL(text):
		return URLKind
	case label("gg:filesystem-path") && looksLikePath(text):
		return PathKind
	}
	return ""
}

// lastWord is the last word of a name.
func lastWord(name string) string {
	last := ""
	for w := range word.Split(name) {
		last = w
	}
	return last
}

// isFolder reports the name of the folder in which a command runs.
func isFolder(name string) bool {
	words := slices.Collect(word.Split(name))
	n := len(words)
	return n > 0 && (folderNames[words[n-1]] || n > 1 && (words[n-1] == "directory" || words[n-1] == "dir") && (words[n-2] == "working" || words[n-2] == "work" || words[n-2] == "current"))
}

// urlIntent is what a call does with a URL: by the method beside it, else by the
// verb of the tool. A body beside it is sent.
func (h hints) urlIntent(siblings *jsonv.Value) Intent {
	intent := h.intent
	for name, member := range siblings.Members() {
		switch lastWord(name) {
		case "method", "verb":
			switch strings.ToUpper(member.Text()) {
			case "GET", "HEAD", "OPTIONS":
				intent = Read
			default:
				return Write
			}
		case "body", "payload", "form", "data", "json":
			if member.Len() > 0 || member.Text() != "" && !member.IsNull() {
				return Write
			}
		}
	}
	return intent
}
