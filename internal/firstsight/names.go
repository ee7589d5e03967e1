package firstsight

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/confusable"
	"github.com/mooring-mcp/mooring/internal/signal"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// together are scripts that honest names mix: Latin letters stand among those of
// East Asia (UTS #39 §5.2, "Highly Restrictive").
var together = []string{"Bopomofo", "Han", "Hangul", "Hiragana", "Katakana", "Latin"}

// names advises about tools whose names look like another's, or are written in
// scripts that do not belong together.
func (l *looker) names(tools surface.Listing) {
	first := map[string]string{} // by skeleton
	seen := map[string]bool{}
	for _, item := range tools.Items {
		if item.Problem != "" || item.Name == "" || seen[item.Name] {
			continue
		}
		seen[item.Name] = true
		skeleton := confusable.Skeleton(item.Name)
		if other, taken := first[skeleton]; taken {
			l.advise(check.RuleLookalikeName, item.Name, fmt.Sprintf("looks like the tool %q", signal.Cut(other, MaxName)))
		} else {
			first[skeleton] = item.Name
		}
		if scripts, mixed := confusable.MixedScript(item.Name); mixed && !allIn(scripts, together) {
			l.advise(check.RuleMixedScriptName, item.Name, "mixes "+strings.Join(scripts[:min(len(scripts), 4)], " and "))
		}
	}
}

// advise is an advisory about a tool's whole name.
func (l *looker) advise(rule, name, definition string) {
	l.keep(&l.advisories, Signal{
		Rule: rule, Kind: check.Kind(surface.Tool), Name: signal.Cut(name, MaxName),
		Evidence: check.Evidence{Pointer: "/name", Definition: definition, Text: signal.Cut(name, taxonomy.MaxText), End: len(name)},
	})
}

func allIn(words, list []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(list, word) })
}
