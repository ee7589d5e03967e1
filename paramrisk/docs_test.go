package paramrisk_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/paramrisk"
)

var update = flag.Bool("update", false, "write the forms into docs/params.md")

var forms = docsection.Section{
	File: "../docs/params.md", Begin: "<!-- forms of the classes, written by the tests with -update -->\n", End: "<!-- end of the forms -->\n",
}

// purposes says what each class carries, as docs/params.md does.
var purposes = map[paramrisk.Class]string{
	paramrisk.CredentialValue: "a secret: token, key, password",
	paramrisk.FilesystemPath:  "a place in a file system",
	paramrisk.CommandString:   "what something interprets: a command, code, SQL, a prompt",
	paramrisk.MoneyAmount:     "an amount or a currency",
	paramrisk.URLEndpoint:     "a destination in a network",
}

// TestDocumentHasTheForms compares the table of docs/params.md with the rules.
func TestDocumentHasTheForms(t *testing.T) {
	var b strings.Builder
	b.WriteString("\n| class | the parameter carries | forms |\n|---|---|---|\n")
	for _, c := range paramrisk.Classes() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c, purposes[c], formsOf(func(f paramrisk.Form) bool { return f.Class == c }))
	}
	for _, k := range paramrisk.Buckets() {
		fmt.Fprintf(&b, "| bucket `%s` | | %s |\n", k, formsOf(func(f paramrisk.Form) bool { return f.Bucket == k }))
	}
	b.WriteString("\n")
	forms.Compare(t, b.String(), *update)
}

func formsOf(match func(paramrisk.Form) bool) string {
	var words []string
	for _, f := range paramrisk.AllForms() {
		if match(f) {
			words = append(words, f.Text)
		}
	}
	return strings.Join(words, ", ")
}
