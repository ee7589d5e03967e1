package html_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// attacks are those of every renderer and some that only HTML minds.
var attacks = slices.Concat(reporttest.Attacks, []string{
	`" autofocus onfocus="alert(1)`, `x' y="z`, "</title><script>alert(1)</script>", "</code></pre></details></main>", "</option></select><b>", "<base href=//evil.example>", "<meta http-equiv=refresh content=0>",
	"<plaintext>", "<!--<script>", "<template>", "<math><mtext><table><mglyph><style>", "&lt;/script&gt;", "Everything here was looked at and approved by the owner",
})

// TestAttacks compares a page with that of the same report in which the server said
// something harmless: elements and attributes are the same, and nothing said is lost.
func TestAttacks(t *testing.T) {
	for _, attack := range attacks {
		t.Run(visible.Text(attack[:min(len(attack), 40)]), func(t *testing.T) {
			text := ""
			for _, r := range []check.Report{reporttest.Hostile(attack), reporttest.Forged(attack)} {
				var got []string
				got, text = parsed(t, rendered(t, r))
				want, _ := parsed(t, rendered(t, reporttest.Harmless(r, attack)))
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("elements (-harmless +attack):\n%s", diff)
				}
			}
			if said := visible.Text(strings.ToValidUTF8(attack, "\uFFFD")); len(said) < 1000 && !strings.Contains(text, said) {
				t.Errorf("the page does not say %q", said)
			}
		})
	}
}

func FuzzHostileText(f *testing.F) {
	for _, attack := range attacks {
		f.Add(attack)
	}
	f.Fuzz(func(t *testing.T, attack string) {
		elements, text := parsed(t, rendered(t, reporttest.Forged(attack)))
		for _, e := range elements {
			if name, _, _ := strings.Cut(e, " "); !slices.Contains(known, name) {
				t.Errorf("element %s", e)
			}
		}
		for _, r := range text {
			if r != '\n' && r != 0xFE0F && visible.Hidden(r) {
				t.Fatalf("shows %U", r)
			}
		}
	})
}

// known are the elements that a page has.
var known = strings.Fields("html head meta title style body header main section h1 h2 h3 h4 h5 p ul li dl dt dd div details summary span b a code pre article label select option input button output script")

// TestSelfContained holds the page to its own policy: one style and one script with
// the digests in it, nothing from elsewhere, no handler and no style in an attribute;
// every link leads to one place of the page.
func TestSelfContained(t *testing.T) {
	document := rendered(t, reporttest.Rich())
	root, err := html.Parse(strings.NewReader(string(document)))
	if err != nil {
		t.Fatal(err)
	}
	policy, inline, links, ids := "", map[string]string{}, []string{}, map[string]int{}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.DataAtom == atom.Style || n.DataAtom == atom.Script {
			if inline[n.Data] != "" {
				t.Errorf("a second <%s>", n.Data)
			}
			sum := sha256.Sum256([]byte(n.FirstChild.Data))
			inline[n.Data] = "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		}
		for _, a := range n.Attr {
			switch {
			case a.Key == "content" && n.Attr[0].Val == "Content-Security-Policy":
				policy = a.Val
			case a.Key == "id":
				ids[a.Val]++
			case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
				links = append(links, a.Val[1:])
			case slices.Contains([]string{"href", "src", "srcset", "action", "formaction", "style", "background", "data", "poster", "ping"}, a.Key) || strings.HasPrefix(a.Key, "on"):
				t.Errorf("<%s> has %s=%q", n.Data, a.Key, a.Val)
			}
		}
	}
	want := fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'", inline["style"], inline["script"])
	if policy != want {
		t.Errorf("policy is %q, want %q", policy, want)
	}
	for _, link := range links {
		if ids[link] != 1 {
			t.Errorf("link to %q, of which there are %d", link, ids[link])
		}
	}
	for id, n := range ids {
		if n != 1 {
			t.Errorf("id %q %d times", id, n)
		}
	}
	if found := regexp.MustCompile(`(?i)@import|url\(|https?://|eval\(|innerHTML`).FindString(inlineText(root)); found != "" {
		t.Errorf("style or script has %q", found)
	}
}

func inlineText(root *html.Node) string {
	out := ""
	for n := range root.Descendants() {
		if n.DataAtom == atom.Style || n.DataAtom == atom.Script {
			out += n.FirstChild.Data
		}
	}
	return out
}

// drawn are the classes of elements that only draw a text, as many as it needs.
var drawn = regexp.MustCompile(`^(?:hid|ch|hid ch|skip)$`)

// parsed is a line for each element of a page, with its attributes, and the text of
// the page.
func parsed(t *testing.T, document []byte) (elements []string, text string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(string(document)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		switch n.Type {
		case html.TextNode:
			b.WriteString(n.Data)
		case html.CommentNode:
			t.Errorf("comment %q", n.Data)
		case html.ElementNode:
			line, class := n.Data, ""
			for _, a := range n.Attr {
				if a.Key == "class" {
					class = a.Val
				}
				if a.Key != "title" {
					line += fmt.Sprintf(" %s=%q", a.Key, a.Val)
				} else {
					line += " title"
				}
			}
			if !drawn.MatchString(class) {
				elements = append(elements, line)
			}
		default:
		}
	}
	return elements, b.String()
}
