package paramrisk_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// oracle is the literal way: one regular expression a form over the folded haystack,
// by the recipe of reading G02. It shares the list of forms with the package and
// nothing else; the specification's examples and the vectors hold the list.
type oracle []*regexp.Regexp

func newOracle() oracle {
	var out oracle
	for _, f := range paramrisk.AllForms() {
		left, right := `(?:^|[^a-z0-9_])`, `(?:[^a-z0-9_]|$)`
		if f.Text == "amount in" || f.Text == "monetary" || f.Text == "currency code" {
			left, right = `(?:^|[^\pL\pN_])`, `(?:[^\pL\pN_]|$)`
		}
		out = append(out, regexp.MustCompile(left+regexp.QuoteMeta(f.Text)+right))
	}
	return out
}

var folding = strings.NewReplacer("\u017F", "s", "\u0131", "i")

func (o oracle) label(name, description string) paramrisk.Forms {
	haystack := strings.ToLower(strings.ReplaceAll(name+" : "+description, "\u0130", "i\u0307"))
	haystack = folding.Replace(haystack)
	var out paramrisk.Forms
	for i, re := range o {
		if re.MatchString(haystack) {
			out[i/64] |= 1 << (i % 64)
		}
	}
	return out
}

// FuzzLabel compares with the oracle, and explanations with labels.
func FuzzLabel(f *testing.F) {
	for _, form := range paramrisk.AllForms() {
		f.Add(form.Text, "the "+strings.ToUpper(form.Text)+".")
	}
	for _, text := range []string{"TO\u212AEN", "UR\u0130", "\u0130monetary", "monetary\u00E9", "amount in\u0301", "\u017Fcript pa\u017F\u017Fword", "currency code_", "amount \u0131n"} {
		f.Add(text, text)
	}
	literal := newOracle()
	f.Fuzz(func(t *testing.T, name, description string) {
		name, description = strings.ToValidUTF8(name, "\uFFFD"), strings.ToValidUTF8(description, "\uFFFD")
		got := paramrisk.Label(name, description)
		if want := literal.label(name, description); got != want {
			t.Errorf("Label(%+q, %+q) = %v, want %v", name, description, names(got), names(want))
		}
		if bytes := paramrisk.Label([]byte(name), []byte(description)); bytes != got {
			t.Errorf("Label(%+q, %+q) of bytes = %v, want %v", name, description, names(bytes), names(got))
		}
		checkExplanation(t, name, description, got)
	})
}

func names(f paramrisk.Forms) (out []string) {
	for i := range f.Each() {
		out = append(out, paramrisk.AllForms()[i].Text)
	}
	return out
}

// checkExplanation: the matches assign the labels, and each place holds its form.
func checkExplanation(t *testing.T, name, description string, labels paramrisk.Forms) {
	t.Helper()
	var set paramrisk.Set
	for _, m := range paramrisk.Explain(name, description) {
		text := name
		if m.Field == paramrisk.Description {
			text = description
		}
		at := text[m.Start:m.End]
		if again := paramrisk.Label(at, "").Set(); !again.Has(m.Class) && !again.HasBucket(m.Bucket) {
			t.Errorf("Explain(%+q, %+q) has %q at %+q", name, description, m.Text, at)
		}
		for _, c := range paramrisk.Classes() {
			if m.Class == c {
				set |= paramrisk.Label(at, "").Set()
			}
		}
		if m.Class == "" {
			set |= paramrisk.Label(at, "").Set()
		}
	}
	if set != labels.Set() {
		t.Errorf("Explain(%+q, %+q) gives %v %v, and Label %v", name, description, set.Classes(), set.Buckets(), labels.Set().Classes())
	}
}

// TestOracleOnCorpus compares with the oracle on real parameters.
func TestOracleOnCorpus(t *testing.T) {
	literal, s, n := newOracle(), paramrisk.Scanner{Deep: true}, 0
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		err := s.Scan(toolOf(t, line), func(f paramrisk.Found) {
			if n++; n%4 != 0 { // a quarter of them is enough
				return
			}
			if want := literal.label(string(f.Name), string(f.Description)); f.Forms != want {
				t.Errorf("Label(%+q, %+q) = %v, want %v", f.Name, f.Description, names(f.Forms), names(want))
			}
		})
		if err != nil {
			t.Error(err)
		}
	})
	if n < 20000 {
		t.Errorf("found %d parameters, want over 20000", n)
	}
}
