package policy_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/policy"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/policy.md")

const page = "../../docs/policy.md"

// TestDocs keeps the tables of the page as the presets are, and its policies valid:
// each block is a policy, and its examples come out as they say.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	section(page, "accept rules").Compare(t, acceptTable(), *update)
	section(page, "levels").Compare(t, levelTable(), *update)
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) == 0 {
		t.Error("no policy on the page")
	}
	for _, block := range blocks {
		l, err := policy.NewLayer("project", "mooring.yaml", block[1])
		if err != nil {
			t.Errorf("%v in:\n%s", err, block[1])
			continue
		}
		s, err := policy.NewSet(l)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range s.RunExamples(today) {
			if o.Err != nil {
				t.Errorf("example %q: %v", o.Name, o.Err)
			}
		}
	}
}

func section(page, name string) docsection.Section {
	return docsection.Section{File: page, Begin: "<!-- " + name + " -->\n", End: "<!-- end of " + name + " -->\n"}
}

func acceptTable() string {
	var b strings.Builder
	b.WriteString("| rule | what passes |\n|---|---|\n")
	for _, r := range check.AcceptRules() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", r.ID, r.Meaning)
	}
	return b.String()
}

func levelTable() string {
	var b strings.Builder
	b.WriteString("| lens | severity | `author` | `consumer` |\n|---|---|---|---|\n")
	for _, l := range []struct {
		lens       string
		severities []string
	}{
		{"drift", []string{"low", "medium", "high"}},
		{"taxonomy", []string{"NONE", "LOW", "MEDIUM", "HIGH", "CRITICAL"}},
		{"contract", []string{"DOCUMENTATION", "NON_BREAKING", "POTENTIALLY_BREAKING", "BREAKING"}},
		{"params", []string{"gained"}},
		{"bands", []string{"raised", "lowered"}},
	} {
		if got := len(check.Author.Levels()[l.lens]); got != len(l.severities) {
			panic(fmt.Sprintf("lens %s has %d severities", l.lens, got))
		}
		for _, severity := range l.severities {
			fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", l.lens, severity, check.Author.Levels()[l.lens][severity], check.Consumer.Levels()[l.lens][severity])
		}
	}
	return b.String()
}
