package markup_test

import (
	"bytes"
	"html"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/mooring-mcp/mooring/internal/markup"
)

func TestContainers(t *testing.T) {
	for _, tt := range []struct{ name, got, want string }{
		{"plain", markup.Code("dock"), "`dock`"},
		{"nothing", markup.Code(""), "`\"\"`"},
		{"backticks", markup.Code("a`b``c"), "``` a`b``c ```"},
		{"spaces at the ends", markup.Code(" a "), "`  a  `"},
		{"line end", markup.Code("a\nb"), "`a<U+000A>b`"},
		{"cell", markup.Cell(`a|b\|c`), "`a\\|b\\<U+007C>c`"},
		{"prose", markup.Prose("the program's file (a look-alike), which was read: 40 times."), "the program's file (a look-alike), which was read: 40 times."},
		{"prose with an address", markup.Prose("see www.example.com"), "`see www.example.com`"},
		{"prose with an abbreviation", markup.Prose("i.e. this"), "`i.e. this`"},
		{"prose with an emoji", markup.Prose("is :sad: now"), "`is :sad: now`"},
		{"prose with a reference", markup.Prose("fixes GH-12"), "`fixes GH-12`"},
		{"prose with a commit", markup.Prose("is defaced"), "`is defaced`"},
		{"prose with a number", markup.Prose("is 1234567"), "`is 1234567`"},
		{"prose with emphasis", markup.Prose("a _b_"), "`a _b_`"},
		{"HTML", markup.HTML("<b> @x #1 $a$"), "<code>&#60;b&#62; &#64;x &#35;1 &#36;a&#36;</code>"},
		{"diff", markup.Diff("a\n```\n/close", "b"), "````diff\n- a\n- ```\n- /close\n+ b\n````\n"},
		{"diff of one side", markup.Diff("", "b"), "```diff\n+ b\n```\n"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()

// FuzzContainers parses each container in its place: it holds the text and nothing else.
func FuzzContainers(f *testing.F) {
	for _, seed := range []string{"`", "``` x", "a`b``c", " ", "", "<script>", "[x](y)", "@all #1", "|", `\|`, `\\|`, "\\`|", "a\n\nb", "~~~", "https://a.example", "a@b.example"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ContainsAny(s, "\x00") || !bytes.Equal([]byte(s), bytes.ToValidUTF8([]byte(s), []byte("?"))) {
			t.Skip("package visible lets none of it through")
		}
		for _, r := range s {
			if r < ' ' && r != '\n' && r != '\r' {
				t.Skip("package visible lets none of it through")
			}
		}
		line := strings.NewReplacer("\n", "<U+000A>", "\r", "<U+000D>").Replace(s)
		if line == "" {
			line = `""`
		}
		expect(t, "- x "+markup.Code(s)+" y\n", "List ListItem TextBlock Text CodeSpan Text", line)
		expect(t, "x "+markup.Prose(s)+" y\n", "", "")
		cells := "| x | y |\n|---|---|\n| " + markup.Cell(s) + " | z |\n"
		expect(t, cells, "Table TableHeader TableCell Text TableCell Text TableRow TableCell CodeSpan TableCell Text", strings.ReplaceAll(line, `\|`, `\<U+007C>`))
		expect(t, markup.Diff(s, s), "FencedCodeBlock", "")
		block := "<summary>" + markup.HTML(s) + "</summary>\n"
		expect(t, block, "HTMLBlock", "")
		if got, want := html.UnescapeString(block), "<summary><code>"+line+"</code></summary>\n"; got != want {
			t.Errorf("HTML(%q) says %q, want %q", s, got, want)
		}
	})
}

// expect parses a document: kinds are those of its nodes, "" for a paragraph in which
// nothing but text and code may stand; span is the text of its code span, unless "".
func expect(t *testing.T, document, kinds, span string) {
	t.Helper()
	source := []byte(document)
	var list []string
	content := ""
	_ = ast.Walk(gfm.Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Kind() == ast.KindDocument {
			return ast.WalkContinue, nil
		}
		if n.Kind() == ast.KindCodeSpan {
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				content += string(c.(*ast.Text).Value(source))
			}
		}
		// A text may come in pieces.
		piece := n.Kind() == ast.KindText && n.PreviousSibling() != nil && n.PreviousSibling().Kind() == ast.KindText
		if n.Parent().Kind() != ast.KindCodeSpan && !piece {
			list = append(list, n.Kind().String())
		}
		return ast.WalkContinue, nil
	})
	got := strings.Join(list, " ")
	if kinds == "" {
		if got != "Paragraph Text" && got != "Paragraph Text CodeSpan Text" {
			t.Errorf("%q is %s", document, got)
		}
		return
	}
	if got != kinds {
		t.Errorf("%q is %s, want %s", document, got, kinds)
	}
	if span != "" && content != span {
		t.Errorf("%q: span holds %q, want %q", document, content, span)
	}
}
