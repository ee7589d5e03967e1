package operation

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// harmless returns the different texts that real tools show, and that nobody runs:
// examples, defaults and words to choose from (values), and descriptions, whole, by
// line and by sentence (prose).
func harmless(tb testing.TB) (values, prose map[string]bool) {
	tb.Helper()
	values, prose = map[string]bool{}, map[string]bool{}
	thirdparty.Lines(tb, thirdparty.Path(tb, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		v, err := jsonv.Parse(line, jsonv.Unlimited())
		if err != nil {
			return
		}
		collect(v.Get("tool"), values, prose)
	})
	return values, prose
}

// collect walks a tool.
func collect(v *jsonv.Value, values, prose map[string]bool) {
	for name, member := range v.Members() {
		switch name {
		case "default", "examples", "example", "enum", "const":
			strs(member, values)
		case "description":
			description(member.Text(), prose)
		}
		if member.Kind() == jsonv.Object {
			collect(member, values, prose)
		}
		for _, item := range member.Items() {
			collect(item, values, prose)
		}
	}
}

func strs(v *jsonv.Value, out map[string]bool) {
	if s, ok := v.Str(); ok && s != "" {
		out[s] = true
	}
	for _, item := range v.Items() {
		strs(item, out)
	}
}

func description(text string, out map[string]bool) {
	out[text] = true
	for line := range strings.Lines(text) {
		out[strings.TrimSpace(line)] = true
		for sentence := range strings.SplitSeq(line, ". ") {
			out[strings.TrimSpace(sentence)] = true
		}
	}
	delete(out, "")
}

// asked counts the texts that a classifier is asked about though no name says what
// they are.
func asked(texts map[string]bool) (sql, shell int, all []string) {
	for text := range texts {
		switch {
		case looksLikeSQL(text):
			sql++
			all = append(all, "SQL: "+text)
		case looksLikeShell(text):
			shell++
			all = append(all, "shell: "+text)
		}
	}
	return sql, shell, all
}

// TestHarmlessTexts: of real texts that nobody runs at most one in 400 has the shape
// of a statement or command, before a classifier has said whether it is one.
func TestHarmlessTexts(t *testing.T) {
	values, prose := harmless(t)
	for name, texts := range map[string]map[string]bool{"values": values, "prose": prose} {
		sql, shell, all := asked(texts)
		t.Logf("%s: %d texts, %d have the shape of SQL, %d of a command", name, len(texts), sql, shell)
		if len(texts) < 1000 || 400*(sql+shell) > len(texts) {
			t.Errorf("%s: %d of %d texts have the shape of a program, want at most one in 400: %.60q", name, sql+shell, len(texts), all)
		}
	}
}
