package contract

import (
	"strings"
	"testing"
)

func TestToolAnnotations(t *testing.T) {
	weakened := func(hints ...string) []string { return hintFindings("safetyWeakened", hints) }
	strengthened := func(hints ...string) []string { return hintFindings("safetyStrengthened", hints) }
	written := []string{"tool.annotations.defaultMadeExplicit DOCUMENTATION /annotations/destructiveHint"}
	const unknown = "tool.annotations.unknown.changed POTENTIALLY_BREAKING "
	runToolCases(t, []toolCase{
		{"no longer read-only", `"annotations":{"readOnlyHint":true}`, `"annotations":{"readOnlyHint":false}`, weakened("readOnlyHint")},
		{"read-only goes", `"annotations":{"readOnlyHint":true}`, ``, weakened("readOnlyHint")},
		{"harmless goes", `"annotations":{"destructiveHint":false}`, `"annotations":{}`, weakened("destructiveHint")},
		{"no longer repeatable", `"annotations":{"idempotentHint":true}`, `"annotations":{"idempotentHint":false}`, weakened("idempotentHint")},
		{"opens up", `"annotations":{"openWorldHint":false}`, `"annotations":{}`, weakened("openWorldHint")},
		{"both ways at once", `"annotations":{"openWorldHint":false}`, `"annotations":{"readOnlyHint":true}`, append(weakened("openWorldHint"), strengthened("readOnlyHint")...)},
		{"becomes read-only", ``, `"annotations":{"readOnlyHint":true}`, strengthened("readOnlyHint")},
		{"becomes harmless", ``, `"annotations":{"destructiveHint":false}`, strengthened("destructiveHint")},
		{"default written out", ``, `"annotations":{"destructiveHint":true}`, written},
		{"means nothing when read-only", `"annotations":{"readOnlyHint":true}`, `"annotations":{"readOnlyHint":true,"destructiveHint":true}`, written},
		{"was harmless as read-only, and says so now", `"annotations":{"readOnlyHint":true,"idempotentHint":true}`, `"annotations":{"idempotentHint":true,"destructiveHint":false}`, append(written, weakened("readOnlyHint")...)},
		{"empty annotations", ``, `"annotations":{}`, []string{"tool.annotations.defaultMadeExplicit DOCUMENTATION /annotations"}},
		{"a word is no boolean", ``, `"annotations":{"destructiveHint":"false"}`, []string{unknown + "/annotations/destructiveHint"}},
		{"null promises nothing", `"annotations":{"readOnlyHint":true}`, `"annotations":{"readOnlyHint":null}`, weakened("readOnlyHint")},
		{"no object", `"annotations":{"readOnlyHint":true}`, `"annotations":[]`, append([]string{unknown + "/annotations"}, weakened("readOnlyHint")...)},
		{"unknown key", ``, `"annotations":{"audience":["user"]}`, []string{unknown + "/annotations/audience"}},
		{"title repeats the name", ``, `"annotations":{"title":"Get Issue"}`, []string{"tool.title.repeatsName DOCUMENTATION /annotations/title"}},
		{"title says more", ``, `"annotations":{"title":"Get an issue"}`, []string{"tool.annotations.title.changed POTENTIALLY_BREAKING /annotations/title"}},
	})
}

func hintFindings(rule string, hints []string) []string {
	var out []string
	for _, hint := range hints {
		out = append(out, "tool.annotations."+rule+" POTENTIALLY_BREAKING /annotations/"+hint)
	}
	return out
}

// TestReadOnlyTellsWhatFollows: one edit is one finding, with what follows from it.
func TestReadOnlyTellsWhatFollows(t *testing.T) {
	got := compareToolMembers(parsed(t, `{"annotations":{"readOnlyHint":true}}`), parsed(t, `{}`), Options{})
	if len(got) != 1 || !strings.Contains(got[0].Detail, "destructiveHint and idempotentHint") {
		t.Errorf("findings %+v, want one that names destructiveHint and idempotentHint", got)
	}
}
