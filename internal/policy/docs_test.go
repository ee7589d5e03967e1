package policy_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
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
	want := between(t, text, "accept rules", acceptTable())
	want = between(t, want, "levels", levelTable())
	if *update {
		if err := os.WriteFile(page, want, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(string(want), string(text)); diff != "" {
		t.Errorf("%s, written by make update (-want +got):\n%s", page, diff)
	}
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

// between puts text between two marks.
func between(t *testing.T, page []byte, name, text string) []byte {
	t.Helper()
	begin, end := []byte("<!-- "+name+" -->\n"), []byte("<!-- end of "+name+" -->\n")
	head, rest, begins := bytes.Cut(page, begin)
	_, tail, ends := bytes.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("the marks of %q are not both there", name)
	}
	return bytes.Join([][]byte{head, begin, []byte(text), end, tail}, nil)
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
