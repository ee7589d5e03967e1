package shellop

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// Programs that build take goals, tasks or scripts by a name. Where all of them are tests and checks of the project, or
// only list, they count as its tests, as make test does.

// oneGoal are programs whose first operand is the goal, and the others are words for it.
var (
	oneGoal      = []string{"django-admin", "next", "ng", "nx", "playwright", "rails", "thor"}
	goalPrograms = append([]string{"ant", "doit", "fab", "fastlane", "go-task", "gradle", "gradlew", "grunt", "gulp", "inv", "invoke", "just", "lein", "lerna", "mage", "meson", "mvn", "mvnw", "ninja", "rake", "rush", "samu", "sbt", "sbtn", "scons", "task", "turbo", "xcodebuild"}, oneGoal...)
)

// goalWords begin or end the name of a goal that checks; a word of notGoals takes that back.
var (
	goalWords = []string{"check", "checks", "lint", "spec", "specs", "test", "tests", "typecheck", "unit", "verify", "vet", "detekt"}
	notGoals  = []string{
		"apply", "autocorrect", "baseline", "clean", "create", "db", "deploy", "destroy", "drop", "fix", "fmt", "format", "generate", "install", "load", "migrate",
		"prepare", "publish", "push", "record", "release", "remote", "reset", "run", "seed", "setup", "update", "upload", "write",
	}
	listingGoals = []string{
		"about", "buildEnvironment", "components", "dependencies", "dependencyInsight", "dependency:analyze", "dependency:list", "dependency:tree", "help", "help:active-profiles",
		"help:describe", "help:effective-pom", "help:effective-settings", "help:evaluate", "help:system", "javaToolchains", "list", "outgoingVariants", "projects", "properties",
		"routes", "stats", "surefire:test", "tasks", "validate", "test-compile",
	}
)

// goals makes a build the tests of the project, where its goals are.
func (w *walker) goals(p *parsed, st *state) {
	w.ownPackages(p, st)
	if p.effect != shelltable.Opaque || p.row.Why != "the build of the project" || st.fetched || !slices.Contains(goalPrograms, strings.Fields(p.name)[0]) {
		return
	}
	names := p.operands
	if targets, ok := p.option("-t", "--target", "--targets"); ok && strings.HasPrefix(p.name, "nx ") {
		for part := range strings.SplitSeq(targets.text, ",") {
			names = append(slices.Clip(names), word{text: part})
		}
	}
	if slices.Contains(oneGoal, p.name) {
		names = names[:1]
	}
	for _, v := range p.argv { // -DargLine=-javaagent:x.jar runs more than a test
		if key, val, ok := strings.Cut(v.text, "="); ok && strings.HasPrefix(key, "-") && strings.ContainsAny(val, "/:") && !slices.Contains(choosing, key) || v.unknown() {
			return
		}
	}
	if len(names) > 0 && !slices.ContainsFunc(names, func(v word) bool { return !checkGoal(v.text) }) {
		p.effect = shelltable.Test
	}
}

// ownPackages takes pip install of folders and files of the project for what it is: its own code, as with -e.
func (w *walker) ownPackages(p *parsed, st *state) {
	if p.effect != shelltable.Fresh || len(p.operands) == 0 || st.fetched || !slices.Contains([]string{"pip install", "pip3 install", "uv pip install", "pip wheel"}, p.name) || p.has("-r", "--requirement", "-U", "--upgrade", "--pre") {
		return
	}
	if !slices.ContainsFunc(p.operands, func(v word) bool {
		folder, _, _ := strings.Cut(v.text, "[")
		here := w.place(st, v)
		return !v.known() || folder != "." && !strings.HasPrefix(folder, "./") || here.up || here.outside
	}) {
		p.effect = shelltable.Opaque
	}
}

// choosing are options that say in which parts of a project the goals are.
var choosing = []string{"--base", "--filter", "--head", "--project", "--projects", "--tests", "-only-testing", "-skip-testing", "-destination"}

func checkGoal(text string) bool {
	text, _, _ = strings.Cut(text, "[") // rake test[x]
	if verb, rest, ok := strings.Cut(text, " "); ok && !strings.Contains(rest, ";") {
		if verb = verb[strings.LastIndexByte(verb, '/')+1:]; verb == "testOnly" || verb == "testQuick" {
			text = verb // of sbt, with the names of tests
		}
	}
	last := text[strings.LastIndexByte(text, ':')+1:]
	if slices.Contains(listingGoals, text) || slices.Contains(listingGoals, last) && strings.HasPrefix(text, ":") {
		return true
	}
	words := shelltable.WordsOf(text)
	if len(words) == 0 || strings.ContainsAny(text, "/=$ ;") || slices.ContainsFunc(words, func(word string) bool { return slices.Contains(notGoals, word) }) {
		return false
	}
	first := shelltable.WordsOf(last)
	return slices.Contains(goalWords, words[0]) || len(first) > 0 && slices.Contains(goalWords, first[0]) || slices.Contains(goalWords, words[len(words)-1])
}

// workFolders are options that say in which folder a build, a test or a script runs.
var workFolders = []string{"-C", "--cwd", "--dir", "--directory", "--manifest-path", "--project", "--project-dir", "--rootdir", "--test-dir", "--working-directory", "-p", "-f", "--file"}

// leading are options whose settings name programs, as plugins for credentials, or modules that are fetched.
var leading = []string{"-chdir", "--kubeconfig"}

// elsewhere looks at whose code runs: that of a folder which is not the project's is as good as unknown.
func (w *walker) elsewhere(p *parsed, st *state, at Span) {
	foreign := func(v word) bool {
		here := w.place(st, v)
		return here.zones.Has(scratch) || here.outside
	}
	for _, c := range p.options {
		if slices.Contains(leading, c.name) && c.has && foreign(c.value.below()) && !quiet(p.effect) {
			w.add(shelltable.Exec, "unknown-source", fmt.Sprintf("%s %s: settings of a folder that is not the project's name programs", p.name, c.name), at)
		}
	}
	runs := p.effect == shelltable.Test || p.effect == shelltable.Opaque && p.row.RoleOf(0, 1) == shelltable.Data && len(p.row.Operands) < 2
	if !runs {
		return
	}
	if p.effect == shelltable.Test && st.coded {
		w.add(shelltable.Opaque, "local-program", p.name+" may run what this very text wrote", at)
	}
	strange := foreign(word{text: "x"})
	image := slices.Contains(containers, strings.Fields(p.name)[0])
	for _, c := range p.options {
		folder := slices.Contains(workFolders, c.name) && !image || c.name == "--prefix" && strings.HasPrefix(p.row.Words[0], "npm")
		strange = strange || folder && c.has && c.value.known() && strings.ContainsAny(c.value.text, "/.\x01") && c.row.Role != shelltable.Output && foreign(c.value.below())
	}
	if p.row.Why == "the tests of the project" && !strings.HasPrefix(p.row.Words[0], "npm") {
		strange = strange || slices.ContainsFunc(p.operands, func(v word) bool { return strings.ContainsAny(v.text, "/\x01") && foreign(v) })
	}
	if strange {
		w.add(shelltable.Exec, "unknown-source", p.name+" runs code of a folder that is not the project's", at)
	}
}

// mayRun reports a file that tests may run: any but those for people to read.
func mayRun(name string) bool {
	return !slices.Contains([]string{".log", ".md", ".out", ".txt"}, path.Ext(name)) && !strings.HasPrefix(name, "/dev/") && !zonesOf(name).Has(scratch) &&
		!slices.Contains([]string{".dockerignore", ".gitignore", ".npmignore", ".prettierignore"}, path.Base(name))
}

// below is a file in a folder.
func (v word) below() word {
	v.text = strings.TrimSuffix(v.text, "/") + "/x"
	return v
}

// built takes back that a program was written by this text, where it was compiled from what was there before.
func (p *parsed) built(w *walker, st *state) {
	if p.effect != shelltable.Opaque || p.row.Why != "compiles" && p.row.Why != "builds with the code of the project" || st.fetched {
		return
	}
	v, ok := p.option("-o", "--output")
	if key := w.place(st, v).key(); ok && key != "" && len(st.files) == 1 {
		delete(st.files, key)
	}
}

// looksAtSyntax reports an interpreter that is told to parse alone.
func (p *parsed) looksAtSyntax() bool {
	switch p.row.Why {
	case "php":
		return p.has("-l")
	case "node":
		return (p.row.Words[0] == "node") && p.has("-c", "--check") && !p.has("-r", "--require", "--import", "--loader", "--experimental-loader")
	}
	return false
}

// projectChecks are the first words behind scripts that frameworks put into a project, with which they test or list.
var projectChecks = map[string][]string{
	"manage.py": {"check", "diffsettings", "help", "showmigrations", "test", "version", "--version", "show_urls", "sqlmigrate"},
	"artisan":   {"about", "channel:list", "event:list", "help", "list", "migrate:status", "model:show", "queue:monitor", "route:list", "schedule:list", "test", "--version", "-V"},
}

// checksProject reports such a script of the project with one of these words.
func (w *walker) checksProject(script word, args []word, st *state) bool {
	pl := w.place(st, script)
	_, written := st.files[pl.key()]
	words := projectChecks[path.Base(script.text)]
	return len(args) > 0 && slices.Contains(words, args[0].text) && !written && !st.fetched && !pl.unknown && !pl.up && !pl.outside && !pl.home &&
		!strings.HasPrefix(pl.path, "/") && !slices.ContainsFunc(args, func(v word) bool {
		return v.unknown() || strings.HasPrefix(v.text, "--settings") || strings.HasPrefix(v.text, "--pythonpath")
	})
}

// projectScript looks at the code that manage.py shell is given, and at migrations of what is in production.
func (w *walker) projectScript(script word, args []word, st *state, at Span) {
	if len(args) > 0 && !w.checksProject(script, args, st) {
		w.production(path.Base(script.text), args, st, at)
	}
	if path.Base(script.text) != "manage.py" || len(args) < 3 || args[0].text != "shell" && args[0].text != "shell_plus" {
		return
	}
	for i, v := range args[:len(args)-1] {
		if v.text == "-c" || v.text == "--command" {
			w.code(shelltable.Command("python"), args[i+1], st, at)
		}
	}
}

// bound reports a server that is told to serve this machine alone.
func bound(args []word) bool {
	for i, v := range args {
		val, attached := strings.CutPrefix(v.text, "--bind=")
		switch {
		case attached:
			return reachOf(val) == loopback
		case (v.text == "--bind" || v.text == "-b" || v.text == "--host") && i+1 < len(args):
			return reachOf(args[i+1].text) == loopback
		}
	}
	return false
}

// compose is docker-compose, which is docker compose by another name.
func (w *walker) compose(name string, argv []word, st *state, in flow, at Span) flow {
	docker, _, _ := strings.Cut(name, "-")
	return w.docker(docker, append([]word{{text: docker, span: argv[0].span}, {text: "compose", span: argv[0].span}}, argv[1:]...), st, in, at)
}

// cargo fmt hands what stands behind -- to rustfmt.
func (w *walker) cargo(name string, argv []word, st *state, in flow, at Span) flow {
	if len(argv) > 1 && strings.HasPrefix(argv[1].text, "+") && argv[1].known() { // a toolchain
		argv = slices.Delete(slices.Clone(argv), 1, 2)
	}
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	if p.name == "cargo fmt" && slices.ContainsFunc(p.operands, func(v word) bool { return v.text == "--check" }) {
		p.effect = shelltable.Test
	}
	return w.judge(p, st, in, at)
}

// coverage run is python, with a record of what ran.
func (w *walker) coverage(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	if p.name != "coverage run" {
		return w.judge(p, st, in, at)
	}
	for _, c := range p.options {
		w.chosenOption(c, p, st, in, at)
	}
	if module, ok := p.option("-m"); ok {
		return w.interpreter("python", shelltable.Command("python"), append([]word{{text: "python"}, {text: "-m"}, module}, p.operands...), st, in, at)
	}
	return w.interpreter("python", shelltable.Command("python"), append([]word{{text: "python"}}, p.operands...), st, in, at)
}

// makefiles are the names that make looks for.
var makefiles = []string{"GNUmakefile", "makefile", "Makefile"}

func (w *walker) hasMakefile(st *state) bool {
	return slices.ContainsFunc(makefiles, func(name string) bool {
		_, ok := st.files[w.place(st, word{text: name}).key()]
		return ok
	})
}

// writtenMakefile looks at recipes that this very text wrote.
func (w *walker) writtenMakefile(p *parsed, st *state, at Span) {
	for _, name := range makefiles {
		f, ok := st.files[w.place(st, word{text: name}).key()]
		if !ok {
			continue
		}
		var lines []string
		for line := range strings.Lines(f.text) {
			lines = append(lines, strings.TrimLeft(line, "\t @-+"))
		}
		f.text = strings.Join(lines, "")
		if f.from&fromNet != 0 {
			w.add(shelltable.Fresh, "fetched-code", p.name+" runs a makefile that this very text fetched", at)
			f.from &^= fromNet
		}
		w.codeFlow(p.row, f, st, at)
	}
}

// cmake -E is a set of small programs, of which some are those of other systems by another name.
func (w *walker) cmake(name string, argv []word, st *state, in flow, at Span) flow {
	if len(argv) > 3 && argv[1].text == "-E" {
		switch verb := argv[2].text; verb {
		case "rm", "remove":
			return w.rm("rm", argv[2:], st, in, at)
		case "remove_directory":
			return w.rm("rm", append([]word{{text: "rm"}, {text: "-r"}}, argv[3:]...), st, in, at)
		case "env":
			return w.env(verb, argv[2:], st, in, at)
		}
	}
	return w.tabled(name, argv, st, in, at)
}

// silent reports an input with which nothing but a line end or a letter can leave.
func silent(in flow) bool { return in.there && in.known && len(strings.TrimSpace(in.text)) < 2 }

// ffmpeg writes its last operand, which may be the address of another machine.
func (w *walker) ffmpeg(name string, argv []word, st *state, in flow, at Span) flow {
	out := w.pictures(name, argv, st, in, at)
	target := argv[len(argv)-1]
	if _, rest, ok := strings.Cut(target.text, "://"); ok && len(argv) > 2 && argv[len(argv)-2].text != "-i" && reachOf("http://"+rest) != loopback {
		w.add(shelltable.Leak, "data-leaves", "ffmpeg sends to "+target.show(), at)
	}
	return out
}

// pictures is programs for pictures and sound, to which a name with a bar in front is a command.
func (w *walker) pictures(name string, argv []word, st *state, in flow, at Span) flow {
	for _, v := range argv[1:] {
		_, behind, _ := strings.Cut(v.text, ":")
		if strings.HasPrefix(v.text, "|") || strings.HasPrefix(behind, "|") || strings.HasPrefix(v.text, "msl:") {
			w.add(shelltable.Exec, "transport", name+" runs "+v.show(), at)
			w.onlyFloor(strings.TrimLeft(v.text, "|"), at)
		}
	}
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	if n := len(p.operands); n > 0 && p.operands[n-1].text == "-" {
		p.effect = shelltable.Read // to its output
	}
	return w.judge(p, st, in, at)
}

// exiftool writes where a tag has a value.
func (w *walker) exiftool(name string, argv []word, st *state, in flow, at Span) flow {
	p := w.parse(shelltable.Command(name), name, argv[1:], at)
	sets := slices.ContainsFunc(argv[1:], func(v word) bool {
		return strings.HasPrefix(v.text, "-") && strings.ContainsAny(v.text, "=<>") || v.unknown() && v.split || v.text == "-@"
	})
	if slices.ContainsFunc(argv[1:], func(v word) bool { return strings.Contains(v.text, "${") }) {
		w.add(shelltable.Exec, "evaluates-text", "exiftool evaluates what stands in ${…}", at)
	}
	if sets || p.has("-tagsFromFile") {
		w.add(shelltable.Edit, "option", "exiftool writes tags", at)
		p.edits = true
	}
	return w.judge(p, st, in, at)
}

// tmux takes several commands, with a semicolon between them.
func (w *walker) tmux(name string, argv []word, st *state, in flow, at Span) flow {
	out, begin := flow{}, 1
	for i, v := range argv[1:] {
		if strings.Contains(v.text, "#(") {
			w.add(shelltable.Exec, "evaluates-text", "tmux runs what stands in #(…)", at)
			w.onlyFloor(strings.TrimSuffix(v.data()[strings.Index(v.data(), "#(")+2:], ")"), at)
		}
		if v.text == ";" || strings.HasSuffix(v.text, ";") {
			w.tabled(name, append(argv[:1:1], argv[begin:i+1]...), st, in, at)
			begin = i + 2
		}
	}
	if begin <= len(argv) {
		out = w.tabled(name, append(argv[:1:1], argv[begin:]...), st, in, at)
	}
	return out
}

// rimraf is rm -r of Node.
func (w *walker) rimraf(_ string, argv []word, st *state, in flow, at Span) flow {
	return w.rm("rm", append([]word{{text: "rm"}, {text: "-r"}}, argv[1:]...), st, in, at)
}

// concurrently runs each of its words as a command; npm:x is a script of the project.
func (w *walker) concurrently(name string, argv []word, st *state, in flow, at Span) flow {
	w.add(shelltable.Opaque, "command", name+" runs several commands", at)
	for i, v := range argv[1:] {
		manager, target, script := strings.Cut(v.text, ":")
		w.task(name, []word{{text: target, span: v.span}}, argv, at)
		switch {
		case strings.HasPrefix(v.text, "-"), slices.Contains([]string{"-n", "--names", "-c", "--prefix-colors", "-p", "--prefix", "-s", "--success", "-m", "--max-processes"}, argv[i].text),
			script && slices.Contains([]string{"npm", "pnpm", "yarn", "bun", "node", "deno"}, manager):
		default:
			w.feed(flow{text: v.data(), known: v.known(), there: true, from: v.from}, st.fork(), at, "sh", name)
		}
	}
	return unseen(fromLocal | in.from)
}
