package taxonomy_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// TestListIsInChangelog fails when the list changes and nobody says so.
func TestListIsInChangelog(t *testing.T) {
	text, err := os.ReadFile("../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if digest := taxonomy.Imperatives().Digest(); !strings.Contains(string(text), digest) {
		t.Errorf("CHANGELOG.md has no line with %s, the digest of imperatives-v1.txt: name there what changed in the list", digest)
	}
}

// TestListIsWellFormed keeps the list as CONTRIBUTING.md says.
func TestListIsWellFormed(t *testing.T) {
	text, err := os.ReadFile("imperatives-v1.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := taxonomy.Imperatives().List()
	if n := len(list); n < 50 || n > 90 {
		t.Errorf("the list has %d phrases, want about sixty", n)
	}
	for _, phrase := range list {
		if !strings.Contains(string(text), "\n"+phrase+"\n") {
			t.Errorf("%q does not stand on a line of its own in lower case", phrase)
		}
		for _, other := range list {
			if phrase != other && strings.Contains(other, phrase) {
				t.Errorf("%q contains %q", other, phrase)
			}
		}
	}
}

// TestListSparesRealTools counts the real tools that hold a phrase.
func TestListSparesRealTools(t *testing.T) {
	tools, hits := 0, 0
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		var row struct{ Tool json.RawMessage }
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		got, err := taxonomy.Classify(nil, row.Tool)
		if err != nil {
			t.Fatal(err)
		}
		tools++
		for _, rule := range got.Rules {
			if rule == "R02" {
				hits++
			}
		}
	})
	t.Logf("%d of %d real tools hold a phrase", hits, tools)
	if hits*1000 > 6*tools {
		t.Errorf("%d of %d real tools hold a phrase, want 0.6 %% at most", hits, tools)
	}
}

func TestParsePhrases(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
		err        string
	}{
		{"comments, blanks, BOM and CR", "\uFEFF# a list\r\n\r\n  Do Not Tell \r\n\t# not this\r\nalways call", []string{"always call", "do not tell"}, ""},
		{"twice", "a b\nA B\n", []string{"a b"}, ""},
		{"other spellings of a letter", "\u212Aeep it \u017Fecret", []string{"keep it secret"}, ""},
		{"none", "# nothing\n\n", nil, "phrase list: found no phrase in 2 lines, want one a line"},
		{"empty", "", nil, "phrase list: found no phrase in 0 lines, want one a line"},
		{"no UTF-8", "ok\n\xff\n", nil, "phrase list, line 2: found bytes that are no UTF-8"},
		{"too long", strings.Repeat("x", 1<<20+1), nil, "phrase list of 1048577 bytes is over the limit of 1048576"},
	} {
		p, err := taxonomy.ParsePhrases([]byte(c.text))
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%s: %v, want %s", c.name, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(c.want, p.List()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestFindPhrases finds phrases whatever their case, at the offsets of the text.
func TestFindPhrases(t *testing.T) {
	p, err := taxonomy.ParsePhrases([]byte("do not tell\nask\nσ"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{"DO NOT TELL", []string{"DO NOT TELL"}},
		{"a\u212A, do not tell", []string{"do not tell"}},
		{"ma\u017F\u212A it", []string{"a\u017F\u212A"}},
		{"\u017F\u017F\u017F do not tell a\u017Fk", []string{"do not tell", "a\u017Fk"}},
		{"ask ask", []string{"ask"}},
		{"ς and Σ", []string{"ς"}},
		{"nothing", nil},
	} {
		var got []string
		for _, o := range p.Find(c.text) {
			got = append(got, c.text[o.Start:o.End])
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("Find(%q) (-want +got):\n%s", c.text, diff)
		}
	}
}

func TestDigestOfList(t *testing.T) {
	text, err := os.ReadFile("imperatives-v1.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := taxonomy.Imperatives().Digest(), jsonv.Digest(text); got != want {
		t.Errorf("Digest() = %s, want %s", got, want)
	}
}
