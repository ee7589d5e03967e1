package shellop

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// manifests are files that say what a package manager installs, by the first word of the manager.
var manifests = map[string][]string{
	"npm": {"package.json"}, "pnpm": {"package.json"}, "yarn": {"package.json"}, "bun": {"package.json"},
	"bundle": {"Gemfile"}, "bundler": {"Gemfile"}, "pod": {"Podfile"}, "composer": {"composer.json"}, "mix": {"mix.exs"},
	"poetry": {"pyproject.toml"}, "pdm": {"pyproject.toml"}, "uv": {"pyproject.toml", "requirements.txt"}, "pipenv": {"Pipfile"}, "rye": {"pyproject.toml"},
}

// installing are the last words of commands that install what a manifest says.
var installing = []string{"install", "i", "ci", "update", "upgrade", "sync", "get", "deps.get", "yarn", "add", "clean-install"}

// installsWritten looks at an install by a manifest that this very text wrote: no lock file stands for what it says, and
// its scripts run.
func (w *walker) installsWritten(p *parsed, st *state, at Span) {
	if p.effect != shelltable.Opaque && p.effect != shelltable.Test || len(st.files) == 0 {
		return
	}
	manager, _, _ := strings.Cut(p.name, " ")
	for _, name := range manifests[manager] {
		f, ok := st.files[w.place(st, word{text: name}).key()]
		if !ok || !f.known && f.from&fromNet == 0 {
			continue
		}
		if p.effect == shelltable.Opaque && slices.Contains(installing, lastWord(p.name)) {
			w.add(shelltable.Fresh, "fetched-code", fmt.Sprintf("%s installs by %q, which this very text wrote", p.name, name), at)
		}
		var manifest struct {
			Scripts map[string]string `json:"scripts"`
		}
		if json.Unmarshal([]byte(f.text), &manifest) != nil {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(manifest.Scripts)) {
			w.onlyFloor(manifest.Scripts[key], at)
		}
	}
}
