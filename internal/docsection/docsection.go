// Package docsection keeps what tests know in documents: a section is the text between
// two marks. Only tests import it.
package docsection

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Section is the text of a file between the first Begin and the first End behind it.
type Section struct{ File, Begin, End string }

// Write replaces the section.
func (s Section) Write(tb testing.TB, text string) {
	tb.Helper()
	head, _, tail := s.cut(tb)
	if err := os.WriteFile(s.File, slices.Concat(head, []byte(s.Begin), []byte(text), []byte(s.End), tail), 0o644); err != nil { //nolint:gosec // a document
		tb.Fatal(err)
	}
}

// Compare demands that the section is want, or writes it where update is set.
func (s Section) Compare(tb testing.TB, want string, update bool) {
	tb.Helper()
	_, was, _ := s.cut(tb)
	diff := cmp.Diff(string(was), want)
	switch {
	case diff == "":
	case update:
		s.Write(tb, want)
	default:
		tb.Errorf("%s behind %q is not what the test says; run it with -update (-document +want):\n%s", s.File, s.Begin, diff)
	}
}

func (s Section) cut(tb testing.TB) (head, section, tail []byte) {
	tb.Helper()
	text, err := os.ReadFile(s.File)
	if err != nil {
		tb.Fatal(err)
	}
	head, rest, begins := bytes.Cut(text, []byte(s.Begin))
	section, tail, ends := bytes.Cut(rest, []byte(s.End))
	if !begins || !ends {
		tb.Fatalf("%s: the marks %q and %q are not both there, in this order", s.File, s.Begin, s.End)
	}
	return head, section, tail
}
