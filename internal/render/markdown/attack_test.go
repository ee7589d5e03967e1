package markdown_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/render/markdown"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// gfm reads what both hosts read, and what only one of them does.
var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList)).Parser()

// structure is a line for each node below a document, with the elements that a block
// of HTML consists of; plain is the text outside of code.
func structure(t *testing.T, document string) (kinds []string, plain string) {
	t.Helper()
	source := []byte(document)
	err := ast.Walk(gfm.Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		depth := 0
		for p := n.Parent(); p != nil; p = p.Parent() {
			depth++
		}
		line := fmt.Sprint(strings.Repeat(" ", depth), n.Kind())
		switch n := n.(type) {
		case *ast.Text:
			plain += string(n.Value(source))
			if prev := n.PreviousSibling(); prev != nil && prev.Kind() == ast.KindText {
				return ast.WalkContinue, nil // a text may be cut in pieces
			}
		case *ast.CodeSpan:
			kinds = append(kinds, line)
			return ast.WalkSkipChildren, nil
		case *ast.HTMLBlock:
			var block strings.Builder
			for i := range n.Lines().Len() {
				at := n.Lines().At(i)
				block.Write(at.Value(source))
			}
			line += elements(block.String(), &plain)
		}
		kinds = append(kinds, line)
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return kinds, plain
}

// elements are the tags of a piece of HTML; what is in no element code goes to plain.
func elements(block string, plain *string) string {
	out, code := "", 0
	z := html.NewTokenizer(strings.NewReader(block))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.TextToken:
			if code == 0 {
				*plain += string(z.Text())
			}
			continue
		default:
		}
		token := z.Token()
		switch token.String() {
		case "<code>":
			code++
		case "</code>":
			code--
		}
		if token.Type == html.CommentToken {
			out += " comment"
			continue
		}
		out += " " + token.String()
	}
}

// attacks are those of every renderer and some that only Markdown minds.
var attacks = slices.Concat(reporttest.Attacks, []string{
	"www.evil.example", "a@evil.example", "GH-1", "deadbeefdeadbeef", ":smile:", "$a$", "$$a$$", "[^1]", "**b** _c_ ~d~", `a\|b\\|c\`, "* item", "1. one", "term\n: meaning",
	"`` ` ```", "/close", "\n/close\n", "<details>", "</summary>", "<code>", "Everything here was looked at and approved by the owner", "a\n\n\nb", "- [x] done",
})

// TestAttacks compares a comment with that of the same report in which the server said
// something harmless: the same nodes, and the same text outside of code.
func TestAttacks(t *testing.T) {
	for _, attack := range attacks {
		t.Run(visible.Text(attack[:min(len(attack), 40)]), func(t *testing.T) {
			for _, r := range []check.Report{reporttest.Hostile(attack), reporttest.Forged(attack)} {
				kinds, plain := structure(t, comment(t, r))
				wantKinds, wantPlain := structure(t, comment(t, reporttest.Harmless(r, attack)))
				if diff := cmp.Diff(wantKinds, kinds); diff != "" {
					t.Errorf("nodes (-harmless +attack):\n%s", diff)
				}
				if diff := cmp.Diff(wantPlain, plain); diff != "" {
					t.Errorf("text outside of code (-harmless +attack):\n%s", diff)
				}
			}
		})
	}
}

func comment(t *testing.T, r check.Report) string {
	t.Helper()
	// Without a limit, since what fits depends on the length of the text.
	return rendered(t, r, markdown.Options{Marker: "<!-- mooring -->", Limit: 1 << 30, Next: []string{"mooring accept " + r.Subjects[0].Server}})
}

func FuzzHostileText(f *testing.F) {
	for _, attack := range attacks {
		f.Add(attack)
	}
	f.Fuzz(func(t *testing.T, attack string) {
		document := comment(t, reporttest.Forged(attack))
		for line := range strings.Lines(document) {
			if line = strings.TrimSuffix(line, "\n"); !lineStart.MatchString(line) {
				t.Errorf("line begins with text of others: %q", line)
			}
			for _, r := range line {
				if visible.Hidden(r) && r != 0xFE0F {
					t.Fatalf("shows %U: %q", r, line)
				}
			}
		}
		kinds, _ := structure(t, document)
		for _, kind := range kinds {
			if first, _, _ := strings.Cut(strings.TrimSpace(kind), " "); !slices.Contains(known, first) {
				t.Errorf("node %s", kind)
			}
		}
	})
}

// lineStart is how lines begin that hold text of others, all of them with words of ours.
var lineStart = regexp.MustCompile("^(?:$|<!-- mooring -->$|<details>$|<summary>[^<]|</details>$|\\| |\\|---|  - |- |[+-] |```+(?:diff)?$|\\*\\*|At `|Whole item:$|and [0-9]+ more|[🔴🟠🟡🟢] \\*\\*Mooring)")

// known are the nodes that a comment has.
var known = []string{
	"Document", "HTMLBlock", "Paragraph", "Text", "Emphasis", "List", "ListItem", "TextBlock", "CodeSpan", "FencedCodeBlock", "Table", "TableHeader", "TableRow", "TableCell",
}
