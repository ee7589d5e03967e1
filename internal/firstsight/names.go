package firstsight

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/confusable"
	"github.com/mooring-mcp/mooring/surface"
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
		from := source{check.Kind(surface.Tool), item.Name}
		skeleton := confusable.Skeleton(item.Name)
		if other, taken := first[skeleton]; taken {
			l.advise(from.signal(check.RuleLookalikeName, named(item.Name, fmt.Sprintf("looks like the tool %q", other))))
		} else {
			first[skeleton] = item.Name
		}
		if scripts, mixed := confusable.MixedScript(item.Name); mixed && !allIn(scripts, together) {
			l.advise(from.signal(check.RuleMixedScriptName, named(item.Name, "mixes "+strings.Join(scripts[:min(len(scripts), 4)], " and "))))
		}
	}
}

// named is evidence that is a tool's whole name.
func named(name, definition string) check.Evidence {
	return check.Evidence{Pointer: "/name", Definition: definition, Text: name, End: len(name)}
}

func allIn(words, list []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(list, word) })
}
