package shellop

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

func (w *walker) textAt(at Span) string { return w.text[at.Start:at.End] }

// namesOwn reports the name of a program of Mooring as a word of a text.
func (w *walker) namesOwn(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r > 0x7F || r != '-' && (r == '_' || !letter(byte(r)))
	})
	return slices.ContainsFunc(words, func(part string) bool {
		return slices.Contains(shelltable.Names(), part) || strings.HasPrefix(part, "mooring")
	})
}

// service is programs that start and stop services and processes by name.
func (w *walker) service(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	out := w.judge(p, st, in, at)
	if p.effect == shelltable.Read || p.effect == shelltable.Fetch {
		return out
	}
	if name == "service" && len(p.operands) == 2 && p.operands[1].text == "status" {
		return out
	}
	for _, v := range argv[1:] {
		if w.namesOwn(v.data()) {
			w.add(shelltable.Tamper, "own-command", fmt.Sprintf("%s stops or changes %q", name, v.show()), at)
		}
	}
	return out
}

// docker runs commands in containers, with parts of this machine in them.
func (w *walker) docker(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	for _, c := range p.options {
		switch c.name {
		case "-v", "--volume", "--mount":
			w.mount(c.value, p, st, at)
		case "--network", "--net":
			if c.value.text == "host" || strings.HasPrefix(c.value.text, "container:") {
				w.add(shelltable.State, "option", "the container is on the network of this machine", at)
			}
		case "-H", "--host":
			w.add(shelltable.Remote, "option", "another machine is meant", at)
		case "--entrypoint":
			if len(p.rest) > 0 && c.has {
				p.rest = append([]word{c.value}, p.rest...)
			}
		}
	}
	if verb := lastWord(p.name); (verb == "run" || verb == "create") && len(p.operands) > 0 && ownPackage(p.operands[0].text) && !p.has("--entrypoint") {
		w.ownProgram("mooring", append(p.operands[:1:1], p.rest...), st, at)
		p.rest = nil // words for the entry point of the image
	}
	if strings.HasSuffix(p.name, " cp") && len(p.operands) == 2 && !remotePath(p.operands[1]) {
		w.writes(p.operands[1], p, st, at, false)
	}
	if slices.Contains([]string{"stop", "kill", "rm"}, lastWord(p.name)) {
		for _, v := range p.operands {
			if w.namesOwn(v.data()) {
				w.add(shelltable.Tamper, "own-command", "stops a container of Mooring", at)
			}
		}
	}
	if bulk := slices.ContainsFunc(p.operands, func(v word) bool { return v.split || v.unknown() }); bulk && slices.Contains([]string{"rm", "rmi", "kill", "stop"}, lastWord(p.name)) {
		w.add(shelltable.Destroy, "deletes-many", p.name+" of what is not known", at)
	}
	if verb := lastWord(p.name); verb == "rm" && !strings.Contains(p.name, "compose") && p.has("-f", "--force", "-v", "--volumes") {
		w.add(shelltable.Destroy, "option", p.name+" ends a container that runs, and what it holds is gone", at)
	}
	w.imageSources(p, st, in, at)
	out := w.judge(p, st, in, at)
	if p.effect == shelltable.Opaque {
		out.from |= fromLocal
	}
	return out
}

// imageSources looks at the folders and files that a build of an image reads, and at what inspect is asked for.
func (w *walker) imageSources(p *parsed, st *state, in flow, at Span) {
	verb := lastWord(p.name)
	if verb == "inspect" {
		if v, ok := p.option("-f", "--format"); ok && (strings.Contains(v.text, "Env") || strings.Contains(v.text, "json .}}") || strings.Contains(v.text, "json .Config}}")) {
			w.add(shelltable.Reveal, "secret-variable", p.name+" shows variables, which may hold secrets", at)
		}
	}
	if verb != "build" || strings.Contains(p.name, "compose") {
		return
	}
	for _, c := range p.options {
		switch _, val, _ := strings.Cut(c.value.text, "="); c.name {
		case "--build-context":
			if !strings.Contains(val, "://") {
				w.byRole(shelltable.Tree, word{text: tildes(val), from: c.value.from, span: c.value.span}, p, st, in, at)
			}
		case "--secret":
			for field := range strings.SplitSeq(c.value.text, ",") {
				if key, file, _ := strings.Cut(field, "="); key == "src" || key == "source" {
					w.byRole(shelltable.Input, word{text: tildes(file), from: c.value.from, span: c.value.span}, p, st, in, at)
				}
			}
		}
	}
	if n := len(p.operands); n > 0 && p.operands[n-1].text != "-" && !isURL(p.operands[n-1]) {
		w.byRole(shelltable.Tree, p.operands[n-1], p, st, in, at)
	}
}

func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// mount is a folder of this machine inside a container.
func (w *walker) mount(v word, p *parsed, st *state, at Span) {
	source, readOnly := v.text, strings.HasSuffix(v.text, ":ro") || strings.Contains(v.text, "readonly")
	if strings.Contains(source, "=") {
		fields := strings.Split(source, ",")
		source = ""
		for _, field := range fields {
			key, val, _ := strings.Cut(field, "=")
			if key == "source" || key == "src" {
				source = val
			}
		}
	} else {
		var inside bool
		source, _, inside = strings.Cut(source, ":")
		if !inside {
			return
		}
	}
	if source == "" || !strings.ContainsAny(source, "/.~\x00\x01") {
		return // a volume by its name
	}
	pl := w.place(st, word{text: source, from: v.from})
	switch effect, code := pl.write(false); {
	case pl.zones.Has(socket) || pl.zones.Has(root) || pl.zones.Has(device):
		w.path(shelltable.State, "path-system", "mounts", v, p, at)
	case pl.zones.Has(credential):
		w.path(shelltable.Secret, "path-credential", "mounts", v, p, at)
	case readOnly && effect != shelltable.Tamper:
	case effect != shelltable.Edit:
		w.path(effect, code, "mounts", v, p, at)
	}
}

// kubectl reads and changes a cluster.
func (w *walker) kubectl(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	if len(p.rest) > 0 {
		w.remoteSource(flow{text: quoted(p.rest), known: !slices.ContainsFunc(p.rest, word.unknown), there: true, from: joined(p.rest)}, in, st, at, p.name)
		return unseen(fromNet)
	}
	out := w.judge(p, st, in, at)
	if strings.HasSuffix(p.name, " get") || strings.HasSuffix(p.name, " view") {
		for _, v := range p.operands {
			if strings.Contains(strings.ToLower(v.text), "secret") || v.text == "all" && p.has("-o") || v.unknown() {
				w.add(shelltable.Secret, "secret-remote", p.name+" shows secrets", at)
				out.from |= fromSecret
			}
		}
		if v, ok := p.option("--raw"); ok && strings.Contains(v.text, "secret") {
			w.add(shelltable.Secret, "secret-remote", p.name+" shows secrets", at)
		}
	}
	return out
}

// quoted is words as the source that they are.
func quoted(argv []word) string {
	texts := make([]string, len(argv))
	for i, v := range argv {
		if v.known() {
			texts[i] = quote(v.data())
		} else {
			texts[i] = v.data()
		}
	}
	return strings.Join(texts, " ")
}

var (
	cloudReads   = []string{"list", "ls", "describe", "show", "get", "info", "status", "version", "versions", "help", "logs", "log", "tail", "wait", "whoami", "ps", "releases", "domains", "regions", "read", "head", "lookup", "search", "query", "scan", "count", "estimate", "preview", "validate", "inspect", "stat", "du", "cat", "check"}
	cloudSecrets = []string{"secret", "secrets", "secretsmanager", "keyvault", "print-access-token", "print-identity-token", "get-access-token", "get-session-token", "assume-role", "get-login-password", "get-secret-value", "get-parameter", "get-parameters", "get-parameters-by-path", "decrypt", "get-password-data", "create-access-key", "get-credentials", "keys", "credential", "credentials", "export-credentials", "get-token", "get-authorization-token", "get-federation-token", "login", "token", "auth", "password"}
	cloudWrites  = []string{"create", "delete", "update", "set", "add", "remove", "put", "apply", "deploy", "destroy", "run", "invoke", "start", "stop", "restart", "reboot", "terminate", "scale", "attach", "detach", "enable", "disable", "push", "cp", "mv", "rm", "sync", "rsync", "import", "export", "restore", "reset", "purge", "ssh", "exec", "send", "publish", "promote", "rollback", "init", "configure", "config:set"}
)

// cloud is a command line of a cloud: verbs decide.
func (w *walker) cloud(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	if p.effect != shelltable.Unknown {
		return w.judge(p, st, in, at)
	}
	words := []string{}
	for _, v := range p.operands {
		words = append(words, v.text)
	}
	effect, code := cloudEffect(name, words), "command"
	if effect == shelltable.Remote {
		w.hidden(p, at)
	}
	means := profile(effect).Meaning
	if effect == shelltable.Remote && destroysRemote(words) {
		means = "destroys what is on a shared system"
	}
	if effect == shelltable.Secret {
		code = "secret-remote"
	}
	switch {
	case name == "vercel" && len(words) == 0 && !p.reveals: // it deploys without a word
		effect, means = shelltable.Publish, "deploys the folder"
	case p.reveals && len(words) == 0, len(argv) == 1:
		effect = shelltable.Read
	case p.has("--dryrun", "--dry-run") && slices.Contains([]string{"aws", "awslocal", "az", "gcloud"}, name) && (effect == shelltable.Remote || effect == shelltable.Leak):
		effect, means = shelltable.Fetch, "shows what it would do"
	}
	if quiet(effect) {
		means = profile(effect).Meaning
	}
	w.add(effect, code, fmt.Sprintf("%s %s: %s", name, plain.Replace(strings.Join(words[:min(3, len(words))], " ")), means), at)
	for _, c := range p.options {
		if c.name == "--endpoint-url" {
			w.add(shelltable.Leak, "option", "requests go elsewhere", at)
		}
	}
	if effect == shelltable.Fetch && len(words) > 3 && (words[1] == "cp" || words[1] == "sync") {
		w.writes(p.operands[3], p, st, at, false)
	}
	if effect == shelltable.Leak {
		w.handsOut(p, st, in, at)
	}
	out := unseen(fromNet)
	if effect == shelltable.Secret {
		out.from |= fromSecret
	}
	return out
}

// cloudEffect reads the words of a command. One that is in no list changes something.
func cloudEffect(name string, words []string) shelltable.Effect {
	if len(words) == 0 {
		return shelltable.Unknown
	}
	if name == "aws" || name == "awslocal" {
		return awsEffect(words)
	}
	if topic, verb, ok := strings.Cut(words[0], ":"); ok || topic == "config" && name == "heroku" { // apps:destroy
		if (topic == "config" || topic == "env") && !slices.Contains(cloudWrites, verb) && verb != "unset" {
			return shelltable.Secret // variables of a program
		}
		words = append([]string{topic, verb}, strings.Split(verb, ":")...)
	}
	if slices.ContainsFunc(words, func(word string) bool { return slices.Contains(cloudSecrets, word) }) {
		return shelltable.Secret
	}
	verbs := words
	if name == "gcloud" && (words[0] == "run" || words[0] == "deploy") {
		verbs = words[1:] // a service of that name
	}
	if slices.ContainsFunc(verbs, func(word string) bool { return slices.Contains(cloudWrites, word) }) {
		return shelltable.Remote
	}
	for _, word := range words[:min(len(words), 5)] {
		verb, _, _ := strings.Cut(word, "-")
		if slices.Contains(cloudReads, word) || slices.Contains(cloudReads, verb) && verb != "get" || strings.HasPrefix(word, "get-") {
			return shelltable.Fetch
		}
	}
	return shelltable.Unknown
}

// destroying are verbs by which what is elsewhere is gone.
var destroying = []string{"delete", "destroy", "rm", "rb", "remove", "purge", "terminate", "reset", "uninstall", "wipe"}

// destroysRemote reports a command that says such a verb, alone or in front: delete-stack, apps:destroy.
func destroysRemote(words []string) bool {
	return slices.ContainsFunc(words[:min(len(words), 5)], func(word string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(word, func(r rune) bool { return r == ':' || r == '-' }), func(part string) bool { return slices.Contains(destroying, part) })
	})
}

func awsEffect(words []string) shelltable.Effect {
	if len(words) < 2 {
		if words[0] == "help" {
			return shelltable.Read
		}
		return shelltable.Unknown
	}
	operation := words[1]
	verb, _, _ := strings.Cut(operation, "-")
	switch {
	case slices.Contains(cloudSecrets, operation) || words[0] == "sso" || words[0] == "configure" && (operation == "get" || strings.HasPrefix(operation, "export")):
		return shelltable.Secret
	case words[0] == "configure" && operation == "list":
		return shelltable.Read
	case words[0] == "s3" && operation == "ls":
		return shelltable.Fetch
	case words[0] == "s3" && (operation == "cp" || operation == "sync") && len(words) > 3 && strings.HasPrefix(words[2], "s3://") && !strings.HasPrefix(words[3], "s3://"):
		return shelltable.Fetch
	case words[0] == "s3" && (operation == "cp" || operation == "sync" || operation == "mv"):
		return shelltable.Leak
	case slices.Contains([]string{"describe", "list", "get", "head", "lookup", "search", "batch", "filter", "tail", "wait", "simulate", "validate", "estimate", "query", "scan", "select"}, verb) &&
		(verb != "batch" || strings.HasPrefix(operation, "batch-get")):
		return shelltable.Fetch
	}
	return shelltable.Remote
}

// build is programs that run scripts of the project by a name.
func (w *walker) build(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	if p.name == "npm init" && len(p.operands) == 0 {
		p.effect = shelltable.Edit // asks, and writes package.json
	}
	if p.name == "npm exec" || p.name == "npm x" || p.name == "pnpm exec" || p.name == "yarn exec" {
		i := slices.IndexFunc(argv, func(v word) bool { return v.text == lastWord(p.name) })
		return w.projectProgram(p, argv[i+1:], st, in, at)
	}
	if out, ok := w.projectCommand(p, st, in, at); ok {
		return out
	}
	if name == "yarn" && len(argv) > 3 && argv[1].text == "workspace" { // of which the name follows
		return w.build(name, append(argv[:1:1], argv[3:]...), st, in, at)
	}
	if name == "just" && len(argv) > 2 && (argv[1].text == "-c" || argv[1].text == "--command") {
		return w.run(argv[2:], st.fork(), in, at)
	}
	var targets []string
	if isMake(name) {
		w.makeText(p, at)
		w.writtenMakefile(p, st, at)
	}
	if name == "bun" && p.effect == shelltable.Unknown && len(p.operands) > 0 && slices.Contains(codeFiles, path.Ext(p.operands[0].text)) && !isURL(p.operands[0]) {
		return w.named("node", argv, st, in, at)
	}
	for _, v := range p.operands {
		if key, val, ok := strings.Cut(v.text, "="); ok && isMake(name) {
			key = strings.TrimRight(key, "!?:+ ")
			w.variable(key, value{text: val, from: v.from}, st, at)
			if key == "SHELL" || strings.HasPrefix(key, ".") {
				w.add(shelltable.Exec, "variable", "SHELL of make runs every line", at)
				w.onlyFloor(val, at)
			}
			continue
		}
		targets = append(targets, v.text)
	}
	script := isMake(name) || name == "just" || name == "task" || lastWord(p.name) == "run" || lastWord(p.name) == "run-script"
	if script && p.effect == shelltable.Opaque && len(targets) > 0 && !st.fetched && !w.hasMakefile(st) {
		if !isMake(name) && name != "just" && name != "task" {
			targets = targets[:1] // the rest are words for the script
		}
		if !slices.ContainsFunc(targets, func(target string) bool { return !testTarget(target) }) {
			p.effect = shelltable.Test
		}
	}
	if st.fetched && p.effect == shelltable.Test {
		p.effect = shelltable.Opaque
	}
	if strings.HasSuffix(p.name, " install") || strings.HasSuffix(p.name, " i") || strings.HasSuffix(p.name, " add") {
		if len(targets) > 0 && p.effect == shelltable.Opaque {
			p.effect = shelltable.Fresh // a package by its name, or the lock file alone
		}
	}
	return w.judge(p, st, in, at)
}

func testTarget(target string) bool {
	verb := strings.FieldsFunc(strings.Replace(target, "type-check", "typecheck", 1), func(r rune) bool { return r == ':' || r == '-' || r == '_' })
	if n := len(verb); n > 1 && (verb[n-1] == "check" || verb[n-1] == "lint") { // format:check
		verb = verb[n-1:]
	}
	return len(verb) > 0 && slices.Contains([]string{"test", "tests", "check", "lint", "vet", "typecheck", "types", "tsc", "unit", "coverage"}, verb[0]) &&
		!strings.Contains(target, "fix") && !strings.Contains(target, "update") && !strings.Contains(target, "publish") && !strings.Contains(target, "deploy")
}

// gh reads and changes what is on GitHub.
func (w *walker) gh(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	if p.name == "gh api" {
		reads := len(p.operands) > 0 && p.operands[0].text == "graphql" && !p.has("--input", "-X", "--method") && !slices.ContainsFunc(argv, func(v word) bool {
			return !v.known() || strings.Contains(v.text, "mutation") || strings.Contains(v.text, "@")
		})
		for i := range p.options {
			if reads && p.options[i].row.Raise == shelltable.Remote {
				p.options[i].row.Raise = "" // a query, sent by POST
			}
		}
		for i := range p.options {
			c := &p.options[i]
			if (c.name == "-X" || c.name == "--method") && strings.EqualFold(c.value.text, "GET") {
				c.row.Raise = ""
				for j := range p.options {
					if p.options[j].row.Raise == shelltable.Remote && strings.Contains("-f -F --field --raw-field", p.options[j].name) {
						p.options[j].row.Raise = ""
					}
				}
			}
		}
	}
	return w.judge(p, st, in, at)
}

// database is programs for SQL, which is judged as SQL.
func (w *walker) database(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	embedded := p.row.RoleOf(1, 2) == shelltable.Query // the first operand is a file
	if embedded {
		if len(p.operands) > 0 && p.operands[0].text != ":memory:" {
			w.reads(p.operands[0], p, st, in, at)
		}
	} else if local := p.hostOf(); local {
		p.effect = shelltable.Fetch
	}
	out := w.judge(p, st, in, at)
	if embedded && len(p.operands) > 0 && !w.band.Less(Escalate) && w.place(st, p.operands[0]).zones.Has(own) {
		w.path(shelltable.Tamper, "own-files", "changes", p.operands[0], p, at)
	}
	given := p.has("-c", "--command", "-e", "--execute", "-f", "--file", "-Q", "-q", "--query", "-l", "-cmd", "-s", "-i", "--input-file") || embedded && len(p.operands) > 1
	if in.there && !given {
		w.queries(in, p, st, at)
	} else if !given && !p.reveals {
		w.add(shelltable.Opaque, "command", name+" without a statement asks for some", at)
	}
	return out
}

// queries judges statements that run through a pipe, or stand in a file.
func (w *walker) queries(f flow, p *parsed, st *state, at Span) {
	v := word{text: f.text, from: f.from}
	if !f.known {
		v.text = string(markUnknown)
	}
	w.query(v, p, st, at)
}

func (p *parsed) hostOf() bool {
	v, ok := p.option("-h", "--host")
	return !ok || reachOf(v.text) == loopback
}

var dialects = map[string]string{
	"psql": "postgresql", "pgcli": "postgresql", "mysql": "mysql", "mariadb": "mysql", "mycli": "mysql", "sqlite3": "sqlite", "sqlite": "sqlite",
	"litecli": "sqlite", "duckdb": "duckdb", "sqlcmd": "tsql", "tsql": "tsql", "mssql-cli": "tsql",
}

// query judges statements by the classifier for SQL.
func (w *walker) query(v word, p *parsed, st *state, at Span) {
	text := strings.TrimSpace(v.data())
	who := p.name
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, `\`) {
		w.metaCommand(text, v, who, at)
		return
	}
	if who == "duckdb" { // it reads what a string names
		for _, s := range stringsIn(text) {
			w.fetches(word{text: s, from: v.from, sub: v.sub}, p, st, flow{}, at)
		}
	}
	switch {
	case v.from&elsewhere != 0:
		w.add(shelltable.Unseen, "unseen-bytes", who+" runs statements that come from elsewhere, and that nobody saw", at)
	case !v.known():
		w.add(shelltable.Destroy, "sql", who+" runs SQL that is not known", at)
	case strings.Contains(text, "\n.") || strings.Contains(text, "\n\\") || strings.Contains(text, `\!`) || strings.Contains(text, `\g`):
		w.add(shelltable.Exec, "sql", who+" runs commands of its own beside SQL", at)
	case w.options.SQL == nil:
		w.add(shelltable.Destroy, "sql", who+" runs SQL, which is not looked at here", at)
	case !w.options.SQL(dialects[strings.SplitN(who, " ", 2)[0]], text):
		w.add(shelltable.Destroy, "sql", who+" runs SQL that is not proved to read only", at)
	}
}

// metaCommand is .tables of sqlite3, or \d of psql.
func (w *walker) metaCommand(text string, v word, who string, at Span) {
	verb := strings.Fields(text)[0]
	if slices.Contains([]string{
		".tables", ".schema", ".indexes", ".databases", ".dbinfo", ".fullschema", ".help", ".show", ".mode", ".headers", ".version",
		`\d`, `\dt`, `\d+`, `\dt+`, `\l`, `\l+`, `\du`, `\dn`, `\df`, `\di`, `\dv`, `\ds`, `\dx`, `\conninfo`, `\encoding`, `\?`, `\h`, `\dp`, `\z`, `\timing`, `\x`,
	}, verb) && !strings.ContainsAny(text, "|`\n;") && v.known() {
		return
	}
	_, rest, _ := strings.Cut(text, " ")
	w.onlyFloor(strings.TrimSpace(rest), at)
	w.add(shelltable.Exec, "sql", fmt.Sprintf("%s runs its own command %q, which may run programs or write files", who, plain.Replace(verb)), at)
}
