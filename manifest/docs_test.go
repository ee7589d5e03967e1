package manifest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/manifest"
)

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// TestFormatDocument makes the examples of docs/manifest-format.md from each other.
func TestFormatDocument(t *testing.T) {
	var blocks []string
	for _, m := range regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(document(t, "manifest-format.md"), -1) {
		blocks = append(blocks, m[1])
	}
	if len(blocks) != 7 {
		t.Fatalf("found %d JSON blocks, want 7", len(blocks))
	}
	page, source, candidateText, declaredText, drifted, answer := blocks[0], blocks[1], blocks[2], blocks[3], blocks[5], blocks[6]
	if got := observe(t, paged("harbor", []string{page}, ""), withFields).Encode(); string(got) != source {
		t.Errorf("observed record is\n%s", got)
	}
	if got := candidate(t, []byte(source)).Encode(); string(got) != candidateText {
		t.Errorf("candidate is\n%s", got)
	}
	d, err := manifest.Promote([]byte(candidateText), []byte(source))
	if err != nil || string(d.Encode()) != declaredText {
		t.Errorf("declared manifest is\n%s\n%v", d.Encode(), err)
	}
	o := observe(t, paged("harbor", []string{drifted}, ""), withFields)
	if got := manifest.Granular(o, d, manifest.GranularOptions{}).Append(nil); string(got) != compact(t, []byte(answer)) {
		t.Errorf("answer is %s", got)
	}
}

// TestCodesAreDocumented: every code has its place in the document, and the
// severities there are those of the default profile.
func TestCodesAreDocumented(t *testing.T) {
	doc := document(t, "manifest-format.md")
	source, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`= "(\w+)"`).FindAllStringSubmatch(string(source), -1)
	for _, m := range codes {
		if !strings.Contains(doc, "`"+m[1]+"`") {
			t.Errorf("manifest-format.md does not know %s", m[1])
		}
	}
	if len(codes) < 30 {
		t.Errorf("found %d codes, want at least 30", len(codes))
	}
	for _, r := range (manifest.Profile{}).SeverityRules() {
		row := regexp.MustCompile("(?m)^\\| `" + r.Code + "` \\|[^|]*\\| ?(\\w*) ?\\| ?(\\w*) ?\\|$").FindStringSubmatch(doc)
		column := 1
		if r.Privileged {
			column = 2
		}
		if row == nil || row[column] != string(r.Severity) {
			t.Errorf("manifest-format.md gives %s, privileged %t, the severities %q, want %s", r.Code, r.Privileged, row, r.Severity)
		}
	}
}
