package word_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/word"
)

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"clientSecret":          "client secret",
		"client_secret":         "client secret",
		"Client-Secret":         "client secret",
		"baseURL":               "base url",
		"HTTPServerURL":         "http server url",
		"URL":                   "url",
		"x":                     "x",
		"aB":                    "a b",
		"ABc":                   "a bc",
		"sha256sum":             "sha 256 sum",
		"S3Bucket":              "s 3 bucket",
		"  a  b ":               "a b",
		"Deletes a file, fast.": "deletes a file fast",
		"größeÄndern":           "größe ändern",
		"字Name":                 "字 name",
		"__":                    "",
	} {
		if diff := cmp.Diff(want, strings.Join(slices.Collect(word.Split(text)), " ")); diff != "" {
			t.Errorf("Split(%q) (-want +got):\n%s", text, diff)
		}
	}
}

func TestSplitStops(t *testing.T) {
	n := 0
	for range word.Split("aBc dE") {
		n++
		break
	}
	if n != 1 {
		t.Errorf("Split went on")
	}
}

// FuzzSplit: the words in their order are the letters and digits of the text.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"clientSecret", "HTTPServer 2", "字x_Y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := slices.Collect(word.Split(text))
		if slices.Contains(words, "") {
			t.Errorf("Split(%q) has an empty word: %q", text, words)
		}
		again := slices.Collect(word.Split(strings.Join(words, " ")))
		if len(again) < len(words) {
			t.Errorf("Split(%q) = %q, and splitting that gives %q", text, words, again)
		}
	})
}

func TestList(t *testing.T) {
	type kind string
	for want, words := range map[string][]kind{"": nil, "tool": {"tool"}, "tool, prompt": {"tool", "prompt"}} {
		if got := word.List(words); got != want {
			t.Errorf("List(%q) = %q, want %q", words, got, want)
		}
	}
}

func TestQuoted(t *testing.T) {
	if got, want := word.Quoted([]string{"a b", "c\n"}), `"a b", "c\n"`; got != want {
		t.Errorf("Quoted = %s, want %s", got, want)
	}
}

func TestRows(t *testing.T) {
	var got []string
	for first, rest := range word.Rows("# a list\n\n  read get  show \nread\n#read x\nstop\tx y\n") {
		got = append(got, first+":"+rest)
	}
	if want := []string{"read:get  show", "read:", "stop:x y"}; !slices.Equal(got, want) {
		t.Errorf("Rows yields %q, want %q", got, want)
	}
}
