package shellop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// projectPrograms are what projects of Node usually have among their dependencies. npx runs the one of the project, and
// asks before it fetches a package of that name; with -y it does not ask, so that any option in front takes it off here.
var projectPrograms = []string{
	"astro", "ava", "babel", "biome", "c8", "commitlint", "concurrently", "cross-env", "cspell", "cypress", "depcheck", "dprint", "drizzle-kit", "esbuild", "eslint", "expo", "gatsby", "grunt", "gulp",
	"jasmine", "jest", "karma", "knex", "knip", "lerna", "license-checker", "lint-staged", "madge", "markdownlint", "markdownlint-cli2", "metro", "mocha", "next", "ng", "nodemon", "npm-run-all", "nuxt", "nx", "nyc",
	"oxlint", "parcel", "playwright", "postcss", "prettier", "prisma", "puppeteer", "pyright", "remix", "rimraf", "rollup", "sass", "sequelize", "standard", "storybook", "stylelint",
	"tailwindcss", "tap", "ts-node", "tsc", "tslint", "tsup", "tsx", "turbo", "typeorm", "vite", "vitest", "vue", "vue-tsc", "webpack", "xo",
}

// npx is also bunx: a program that the project has is judged by its row, and any other is code of the registry.
func (w *walker) npx(name string, argv []word, st *state, in flow, at Span) flow {
	for i, v := range argv[:len(argv)-1] {
		if v.text == "-c" || v.text == "--call" {
			w.onlyFloor(argv[i+1].data(), at)
		}
	}
	return w.projectProgram(w.parse(shelltable.Command(name), name, argv[1:], at), argv[1:], st, in, at)
}

// projectProgram is the same for npm exec and the like, behind which the words stand.
func (w *walker) projectProgram(p *parsed, args []word, st *state, in flow, at Span) flow {
	first := 0
	for first < len(args) && slices.Contains([]string{"--", "--no-install", "--no", "--bun"}, args[first].text) {
		first++
	}
	if first < len(args) && slices.Contains(projectPrograms, args[first].text) && !st.fetched {
		return w.installed(p.name, args[first:], st, in, at)
	}
	if len(p.rest) > 0 && shelltable.Command(p.rest[0].text) == nil && !w.namesOwn(joinedText(p.rest)) && p.row.Effect == shelltable.Opaque {
		w.add(shelltable.Opaque, "local-program", fmt.Sprintf("%s runs %q of the project", p.name, p.rest[0].show()), at)
		return unseen(fromLocal)
	}
	return w.judge(p, st, in, at)
}

// packaged looks at what code of a registry would do, were it the program of that name: only what is never allowed, as
// the rest weighs less than running it.
func (w *walker) packaged(args []word, at Span) {
	i := slices.IndexFunc(args, func(v word) bool {
		return shelltable.Command(bare(v.text)) != nil && v.text != "run" && v.text != "exec"
	})
	if i >= 0 {
		w.onlyFloor(strings.TrimSpace(bare(args[i].text)+" "+joinedText(args[i+1:])), at)
	}
}

// projectCommand is yarn and pnpm: yarn alone installs, and yarn PROGRAM runs one that the project has. It reports
// whether it was one of these.
func (w *walker) projectCommand(p *parsed, st *state, in flow, at Span) (flow, bool) {
	manager := p.row.Words[0] == "npm" && p.row.HasSubs() && p.effect == shelltable.Unknown
	switch {
	case !manager || st.fetched || p.reveals:
	case strings.HasPrefix(p.name, "yarn") && len(p.operands) == 0:
		w.add(shelltable.Opaque, "command", "yarn installs what the lock file pins", at)
		return unseen(fromLocal), true
	case len(p.operands) > 0 && slices.Contains(projectPrograms, p.operands[0].text) && !strings.HasPrefix(p.name, "npm"):
		i := slices.IndexFunc(p.argv, func(v word) bool { return v.text == p.operands[0].text })
		return w.installed(strings.Fields(p.name)[0], p.argv[i:], st, in, at), true
	}
	return flow{}, false
}

// installed runs a program that the project has.
func (w *walker) installed(by string, argv []word, st *state, in flow, at Span) flow {
	inner := st.fork()
	inner.through = append(inner.through, by)
	inner.funcs, inner.aliases = nil, nil
	outer := w.outerBand()
	w.tested = false
	out := w.named(argv[0].text, argv, inner, in, at)
	tests := w.tested && w.band == Auto && !slices.Contains([]string{"npx", "bunx", "npm exec", "npm x"}, by)
	if w.band.Less(outer) {
		w.band = outer
	}
	if !tests { // npx and its kin may fetch what is not there
		w.add(shelltable.Opaque, "local-program", fmt.Sprintf("%s runs %q of the project", by, argv[0].show()), at)
	}
	return out
}

// bare is a package without its version.
func bare(text string) string {
	pkg, _, _ := strings.Cut(text, "@")
	return pkg
}

// fromOutside looks at operands by which a program of the project runs code that is not here: a version of a module for
// go run, and the repository of a build of an image.
func (w *walker) fromOutside(p *parsed, at Span) {
	if (p.name == "deno test" || p.name == "deno bench" || p.name == "deno check") && slices.ContainsFunc(p.operands, isURL) {
		w.add(shelltable.Fresh, "fetched-code", p.name+" runs code of another machine", at)
	}
	if p.effect != shelltable.Opaque || len(p.operands) == 0 {
		return
	}
	module, context := p.operands[0], p.operands[len(p.operands)-1]
	image := strings.HasSuffix(p.name, " build") && slices.Contains(containers, strings.Fields(p.name)[0])
	switch {
	case p.name == "go run" && strings.Contains(module.text, "@"):
		w.add(shelltable.Fresh, "fetched-code", fmt.Sprintf("go run runs code of %q, which is not here", module.show()), at)
	case image && (isURL(context) || strings.HasPrefix(context.text, "git@")):
		w.add(shelltable.Fresh, "fetched-code", fmt.Sprintf("%s runs code of %q, which is not here", p.name, context.show()), at)
	}
}

var containers = []string{"docker", "podman", "nerdctl", "finch"}
