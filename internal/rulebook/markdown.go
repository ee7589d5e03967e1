package rulebook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// about introduces each lens in the document.
var about = map[string]string{
	"server": "How a server is reached and observed.",
	"drift": "Is the surface the pinned one, by digest? Codes of the drift specification (`mcp_`), and Mooring's own " +
		"(`mooring_`) for what its projection does not see. Drift is a difference and says nothing about intent.",
	"taxonomy": "Does the change of a tool carry a signal of an attack? The nine rules of taxonomy-v1. More than half of real " +
		"changes fire none: NONE beside a change means that no rule speaks of it.",
	"contract": "Can a correct caller break, can a model choose differently? PROSE is DOCUMENTATION or POTENTIALLY_BREAKING, " +
		"as the [prose classifier](prose.md) judges both texts.",
	"params": "Which parameters carry secrets, paths, commands, money, endpoints? One rule, the five classes that it speaks of, two buckets that " +
		"are no risk classes, and Mooring's advisories beside them ([params.md](params.md)). Labels are advisory: they must not be the sole " +
		"ground of an authorization.",
	"bands": "Does a plugin still declare of a server's tools and of its own skills what the lock pins of it (`lock --plugin`)? A finding about a skill is named `skill:NAME` and told once, of the first server whose pin has it. A declared band only raises, so " +
		"one that is lowered or gone takes a promise back. docs/plugins.md says more.",
	"advisory": "Signals outside of taxonomy-v1, of a first look at a surface that nobody has approved (`inspect`, `lock`).",
	"compat": "What makes real clients and model APIs drop a tool or refuse a request (`inspect --compat`). Each rule names " +
		"who was seen to mind, and when that was reported; a client may have been mended since.",
	"accept": "What passes under the preset `consumer` although something changed, when another version of the same package is known to run and " +
		"rules of this list together cover all of the change. The list is closed; what R01 or R02 see, and an item that came or went, is " +
		"covered by none of it.",
	"gap": "What could not be told, and so keeps a report from saying that nothing changed. *inconclusive* is status 3 unless something is " +
		"refused, a *warning* is only shown, *by policy* is either.",
	"cause":  "Why a surface may have changed, as far as what runs can tell. A server's own words count for nothing in it.",
	"policy": "What somebody should look at in `mooring.yaml`. No verdict hangs on it; [policy.md](policy.md) has every key.",
	"plugin": "What `mooring plugin lint` finds in an Agent Plugins package, and `mooring plugin diff` in two versions of one. An *error* is what a client rejects, skips or denies, or a " +
		"declaration that counts for nothing (status 1); *unknown* was not read (status 3); a *warning* refuses with `--strict` alone.",
}

// Markdown writes all rules as a document.
func Markdown() []byte {
	var b bytes.Buffer
	b.WriteString("# Rules\n\nGenerated from the tables that the program runs by; `mooring explain ID` prints the same.\n")
	for _, lens := range Lenses() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", lens, about[lens])
		if !hasSections(lens) {
			table(&b, lens)
			continue
		}
		for _, r := range Rules() {
			if r.Lens == lens {
				section(&b, r)
			}
		}
	}
	return b.Bytes()
}

// hasSections reports a lens whose rules have a section each; those of others are rows
// of a table.
func hasSections(lens string) bool {
	return lens == "taxonomy" || lens == "params" || lens == "compat" || lens == "plugin"
}

// Anchor is the heading of the document under which a rule stands, as GitHub makes it
// a fragment: "r01-invisible-characters", or the lens for a rule in a table. It is ""
// for a lens that the document does not have.
func (r Rule) Anchor() string {
	switch {
	case hasSections(r.Lens):
		return fragment(r.heading())
	case about[r.Lens] != "":
		return r.Lens
	}
	return ""
}

func (r Rule) heading() string { return r.ID + ": " + r.Title }

// fragment is lower case, with dashes for spaces and without other punctuation.
func fragment(heading string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == ' ':
			return '-'
		case c == '-' || c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c):
			return unicode.ToLower(c)
		}
		return -1
	}, heading)
}

func table(b *bytes.Buffer, lens string) {
	b.WriteString("\n| rule | severity | what |\n|---|---|---|\n")
	for _, r := range Rules() {
		if r.Lens != lens {
			continue
		}
		sentences := []string{r.Title}
		told := []string{r.Meaning, r.Condition}
		switch lens {
		case "accept":
			told = []string{r.Meaning} // the condition is the same for all
		case "gap", "cause", "policy", "server":
			told = []string{r.Meaning, r.Fix}
		}
		for _, more := range told {
			if more != "" {
				sentences = append(sentences, strings.TrimSuffix(more, "."))
			}
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", r.ID, r.SeverityWord(), cell(strings.Join(sentences, ". ")))
	}
}

func section(b *bytes.Buffer, r Rule) {
	fmt.Fprintf(b, "\n### %s\n\n", r.heading())
	sources := strings.Join(r.Sources, "; ")
	if r.Severity != "" {
		sources = "**" + r.Severity + "**, " + sources
	}
	fmt.Fprintf(b, "%s\n\n", sources)
	fmt.Fprintf(b, "%s\n", r.Meaning)
	if r.Condition != "" {
		fmt.Fprintf(b, "\nFires: %s\n", r.Condition)
	}
	if r.Fix != "" {
		fmt.Fprintf(b, "\nMend it: %s\n", r.Fix)
	}
	if len(r.NearMisses) > 0 {
		b.WriteString("\nNear misses:\n\n")
		for _, miss := range r.NearMisses {
			fmt.Fprintf(b, "- %s\n", miss)
		}
	}
	if e := r.Example; e != nil {
		of := "`testdata/taxonomy/" + e.Name + "`"
		if r.Lens != "taxonomy" {
			of = e.Name
		}
		fmt.Fprintf(b, "\nExample (%s):\n\n```json\n%s\n%s\n```\n", of, compact(e.Old), compact(e.New))
	}
}

// cell keeps a text inside one cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(text)
}

// compact writes JSON on one line, escapes as they are.
func compact(raw json.RawMessage) []byte {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return raw
	}
	return b.Bytes()
}
