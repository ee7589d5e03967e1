package shellop

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// Words in the names of targets and scripts. What they run is not in the text, but a name like these says enough.
var (
	outward   = []string{"deploy", "deployment", "distribute", "promote", "publish", "push", "release", "rollout", "ship", "undeploy", "upload"}
	ruinous   = []string{"cleandb", "cleardb", "destroy", "downgrade", "drop", "dropall", "dropdb", "erase", "flush", "nuke", "purge", "replant", "reset", "resetdb", "rollback", "teardown", "truncate", "wipe"}
	removing  = []string{"clean", "clear", "delete", "remove", "rm"} // harmless, but for what stands in holding
	holding   = []string{"bucket", "data", "database", "databases", "db", "flyway", "prod", "production", "redis", "schema", "storage", "tables", "volume", "volumes"}
	building  = []string{"assemble", "build", "bundle", "check", "compile", "connected", "install", "lint", "package", "prepare", "run", "start", "test", "watch"}
	tamed     = []string{"changelog", "check", "diff", "dry", "dryrun", "help", "info", "lint", "list", "local", "notes", "plan", "preview", "show", "status", "validate", "verify", "version"}
	tamedLoss = []string{"cache", "caches", "coverage", "test", "tests"} // what is lost is made again
)

// taskEffect is what the name of a target or script says that it does; [shelltable.None] when it says nothing.
func taskEffect(name string) shelltable.Effect {
	words := shelltable.WordsOf(strings.ReplaceAll(name, "/", "-"))
	has := func(among []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(among, word) })
	}
	if len(words) == 0 || has(tamed) {
		return shelltable.None
	}
	for i, word := range words {
		if !slices.Contains(outward, word) {
			continue
		}
		// assembleRelease builds what is released; release, linux-release and closeAndRelease do it.
		if word != "release" || i == 0 || words[i-1] == "and" || i == len(words)-1 && !has(building) {
			return shelltable.Publish
		}
	}
	migrates := slices.Contains(words, "migrate") || slices.Contains(words, "migration") || has(holding)
	switch {
	case has(tamedLoss):
		return shelltable.None
	case has(ruinous), has(removing) && has(holding), migrates && has([]string{"fresh", "refresh", "revert", "undo"}),
		slices.Contains(words, "schema") && slices.Contains(words, "load"):
		return shelltable.Destroy
	}
	return shelltable.None
}

// harmlessTasks are tasks of programs that mean less than they say.
var harmlessTasks = []string{"prisma db push", "drizzle-kit push", "nx reset", "git reset", "expo prebuild", "pre-commit clean"}

// task judges what a program runs by the name of a target, or a script by its own name and its first word.
func (w *walker) task(who string, names []word, argv []word, at Span) {
	dry := slices.ContainsFunc(argv, func(v word) bool {
		return slices.Contains([]string{"--dry-run", "--dryrun", "--dryRun", "--dry", "--help", "--check", "--snapshot", "--show-only"}, v.text)
	})
	if dry {
		return
	}
	for _, v := range names {
		if effect := taskEffect(v.data()); effect != shelltable.None && !slices.Contains(harmlessTasks, who+" "+v.text) {
			w.add(effect, "task", fmt.Sprintf("%s runs %q, whose name says that it %s", who, v.show(), profile(effect).Meaning), at)
		}
	}
}

// scriptTask is the same for a script: its own name, and the first word behind it.
func (w *walker) scriptTask(script word, args []word, at Span) {
	base := path.Base(script.text)
	names := []word{{text: strings.TrimSuffix(base, path.Ext(base))}}
	for _, v := range args {
		if !strings.HasPrefix(v.text, "-") {
			names = append(names, v)
			break
		}
	}
	if base == "setup.py" { // which takes several commands
		names = append(names, args...)
	}
	if n := len(args); n > 1 && args[0].text == "migrate" && args[n-1].text == "zero" { // of Django: all tables of an app
		names = append(names, word{text: "migrate:undo"})
	}
	w.task(base, names, args, at)
}

// taskRunners are commands whose operands name tasks of the project, beside those of the row of builds and of scripts.
var taskRunners = []string{
	"cargo make", "cargo xtask", "composer exec", "composer run", "composer run-script", "deno task", "gmake", "bmake", "make", "prisma db", "prisma migrate", "remake",
}

// namedOptions take the name of a folder, a mode or a part as the next word, which is no task.
var namedOptions = []string{
	"--build", "--build-type", "--config", "--configuration", "--dir", "--dist", "--env", "--environment", "--flavor", "--mode", "--out-dir", "--outDir", "--outdir",
	"--output", "--preset", "--profile", "--target-dir", "--variant", "-C", "-P", "-c", "-d", "-f", "-o", "-p",
}

// fileTypes are extensions of what builds read, which are no part of the name of a task.
var fileTypes = []string{".css", ".go", ".html", ".js", ".json", ".md", ".proto", ".py", ".rb", ".scss", ".tex", ".toml", ".ts", ".tsx", ".xml", ".yaml", ".yml"}

// tasks looks at the operands of a program that runs tasks of the project.
func (w *walker) tasks(p *parsed, at Span) {
	if (p.name == "go run" || p.name == "cargo run") && p.effect == shelltable.Opaque && len(p.operands) > 0 {
		w.scriptTask(p.operands[0], p.operands[1:], at)
		return
	}
	scripts := p.row.Why == "scripts of the project"
	if p.effect != shelltable.Opaque || !scripts && p.row.Why != "the build of the project" && !slices.Contains(taskRunners, p.name) {
		return
	}
	if scripts { // the words behind are for the script
		w.task(p.name, p.operands[:min(1, len(p.operands))], p.argv, at)
		return
	}
	w.outwardWords(p, at)
	var names []word
	for i, v := range p.argv {
		text := v.text
		if strings.HasPrefix(text, "-") || i > 0 && slices.Contains(namedOptions, p.argv[i-1].text) && !isMake(p.name) || strings.Contains(text, "=") {
			continue
		}
		if target, label := strings.CutPrefix(text, "//"); label {
			if !slices.ContainsFunc(p.argv, func(v word) bool { return v.text == "run" }) {
				continue // bazel builds it
			}
			v.text = target[strings.LastIndexByte(target, ':')+1:]
		} else if strings.Contains(text, "/") || slices.Contains(fileTypes, path.Ext(text)) {
			continue
		}
		if !slices.Contains(strings.Fields(p.name), text) {
			names = append(names, v)
		}
	}
	w.task(p.name, names, p.argv, at)
}

// migrators are programs that take words of their own behind the address of a data base.
var migrators = []string{"goose", "migrate", "dbmate", "sql-migrate"}

// outwardWords adds what words mean that stand behind the first one: a lane of fastlane behind its platform, a verb of
// a migration behind the data base, and code for sbt.
func (w *walker) outwardWords(p *parsed, at Span) {
	program := strings.Fields(p.name)[0]
	for _, v := range p.operands {
		lane := shelltable.Command(program).Sub(v.text)
		switch {
		case lane != nil && program == "fastlane" && lane.Effect == shelltable.Publish,
			lane != nil && slices.Contains(migrators, program) && lane.Effect == shelltable.Destroy:
			w.add(lane.Effect, "task", fmt.Sprintf("%s runs %q: %s", program, v.show(), profile(lane.Effect).Meaning), at)
		case strings.HasPrefix(program, "sbt") && strings.Contains(v.text, ";"):
			for part := range strings.SplitSeq(v.text, ";") {
				w.task(program, []word{{text: strings.TrimLeft(part, " +")}}, nil, at)
			}
		case strings.HasPrefix(program, "sbt") && strings.HasPrefix(v.text, "eval "):
			w.add(shelltable.Exec, "inline-code", "sbt evaluates code", at)
			for _, s := range stringsIn(v.data()) {
				w.onlyFloor(s, at)
			}
		}
	}
}

// environments are variables that say of which kind the machine is where a framework runs.
var environments = []string{"RAILS_ENV", "RACK_ENV", "MIX_ENV", "APP_ENV", "NODE_ENV", "DJANGO_ENV", "FLASK_ENV", "SEQUELIZE_ENV"}

// production looks at migrations of a data base that others use.
func (w *walker) production(who string, argv []word, st *state, at Span) {
	named := func(text string) bool { return text == "production" || text == "prod" }
	changes, set := false, slices.ContainsFunc(environments, func(name string) bool { return named(st.vars[name].text) })
	for i, v := range argv {
		words := shelltable.WordsOf(v.text)
		changes = changes || slices.Contains(words, "migrate") || slices.Contains(words, "seed") ||
			slices.Contains(words, "db") && !slices.Contains(words, "version") && !slices.Contains(words, "status")
		_, val, _ := strings.Cut(v.text, "=")
		set = set || strings.HasPrefix(v.text, "--env") && named(val) || i > 0 && slices.Contains([]string{"-e", "--env", "--environment"}, argv[i-1].text) && named(v.text)
	}
	if changes && set {
		w.add(shelltable.Remote, "task", who+" changes the data base of production", at)
	}
}
