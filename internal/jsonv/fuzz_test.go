package jsonv_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// seeds are the texts of all tables.
func seeds() []string {
	var out []string
	for _, tt := range refused {
		out = append(out, tt.text)
	}
	for _, tt := range numbers {
		out = append(out, tt.text)
	}
	for _, tt := range quoted {
		out = append(out, tt.literal)
	}
	for _, tt := range canonical {
		out = append(out, tt.text)
	}
	for _, tt := range scanned {
		out = append(out, tt.text)
	}
	return out
}

func seed(f *testing.F) {
	f.Helper()
	for _, text := range seeds() {
		f.Add([]byte(text))
	}
}

// What jsontext accepts, Parse accepts too unless it is a matter of range or
// limits; what Parse accepts, jsontext accepts, and both give one canonical form.
func FuzzParseAgainstJSONText(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := jsonv.Parse(text, jsonv.Limits{})
		oracle := jsontext.Value(slices.Clone(text))
		valid := oracle.IsValid()
		if err != nil {
			checkRefusal(t, text, err, valid)
			return
		}
		if !valid {
			t.Fatalf("Parse(%q) accepts what jsontext refuses", text)
		}
		if err := oracle.Canonicalize(); err != nil {
			t.Fatalf("jsontext canonicalize %q: %v", text, err)
		}
		if got := doubles(v); got != string(oracle) {
			t.Errorf("Canonical(%q) = %s, want %s", text, got, oracle)
		}
	})
}

func checkRefusal(t *testing.T, text []byte, err error, valid bool) {
	t.Helper()
	var e *jsonv.Error
	if !errors.As(err, &e) {
		t.Fatalf("Parse(%q) = %T, want a *jsonv.Error", text, err)
	}
	if e.Offset < 0 || e.Offset > len(text) || e.Detail == "" {
		t.Errorf("Parse(%q) gives offset %d and detail %q", text, e.Offset, e.Detail)
	}
	if _, err := jsonv.SplitPointer(e.Pointer); err != nil {
		t.Errorf("Parse(%q): %v", text, err)
	}
	allowed := []jsonv.Code{jsonv.Range, jsonv.TooDeep, jsonv.TooMany, jsonv.TooLarge}
	if valid && !slices.Contains(allowed, e.Code) {
		t.Errorf("Parse(%q) = %v, jsontext accepts it", text, err)
	}
}

// Canonical text is the same value, in a form that does not change again.
func FuzzCanonical(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := jsonv.Parse(text, jsonv.Limits{})
		if err != nil {
			return
		}
		for _, n := range []jsonv.Numbers{jsonv.Doubles, jsonv.Source} {
			printed := jsonv.Canonical(v, n)
			again, err := jsonv.Parse(printed, jsonv.Limits{})
			if err != nil {
				t.Fatalf("Parse of %s, the canonical form of %q: %v", printed, text, err)
			}
			if !jsonv.Equal(v, again, n) || !jsonv.Equal(again, v, n) {
				t.Errorf("%q is not equal to its canonical form %s", text, printed)
			}
			if twice := jsonv.Canonical(again, n); string(twice) != string(printed) {
				t.Errorf("Canonical(%s) = %s", printed, twice)
			}
		}
	})
}

// Member order, white space and the spelling of strings never change the
// canonical form, and nothing else than the layout may be lost.
func FuzzLayout(f *testing.F) {
	for i, text := range seeds() {
		f.Add([]byte(text), uint64(i))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		v, err := jsonv.Parse(text, jsonv.Limits{Nodes: 1 << 16})
		if err != nil {
			return
		}
		l := layout{rng: rand.New(rand.NewPCG(seed, 1))}
		l.value(v)
		other := parse(t, string(l.out))
		if got, want := source(other), source(v); got != want {
			t.Errorf("Canonical(%q) = %s, want %s, as of %q", l.out, got, want, text)
		}
		if got, want := doubles(other), doubles(v); got != want {
			t.Errorf("Canonical(%q) = %s, want %s, as of %q", l.out, got, want, text)
		}
		if !jsonv.Equal(v, other, jsonv.Source) {
			t.Errorf("%q and %q are not equal", text, l.out)
		}
	})
}

// layout writes a value in a random layout.
type layout struct {
	rng *rand.Rand
	out []byte
}

func (l *layout) space() {
	for range l.rng.IntN(3) {
		l.out = append(l.out, " \t\r\n"[l.rng.IntN(4)])
	}
}

func (l *layout) value(v *jsonv.Value) {
	l.space()
	switch v.Kind() {
	case jsonv.Array:
		l.list('[', ']', v.Len(), func(i int) { l.value(v.Index(i)) })
	case jsonv.Object:
		var names []string
		for name := range v.SortedMembers() {
			names = append(names, name)
		}
		l.rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		l.list('{', '}', v.Len(), func(i int) {
			l.space()
			l.str(names[i])
			l.space()
			l.out = append(l.out, ':')
			l.value(v.Get(names[i]))
		})
	case jsonv.String:
		l.str(v.Text())
	case jsonv.Null, jsonv.Bool, jsonv.Number:
		l.out = append(l.out, v.Raw()...)
	}
	l.space()
}

func (l *layout) list(open, end byte, n int, item func(i int)) {
	l.out = append(l.out, open)
	for i := range n {
		if i > 0 {
			l.out = append(l.out, ',')
		}
		item(i)
	}
	l.space()
	l.out = append(l.out, end)
}

func (l *layout) str(s string) {
	if l.rng.IntN(2) == 0 {
		l.out = jsonv.AppendQuoted(l.out, s)
		return
	}
	l.out = append(l.out, '"')
	for _, r := range s {
		if r > 0xffff {
			r -= 0x10000
			l.out = fmt.Appendf(l.out, `\u%04X\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
			continue
		}
		l.out = fmt.Appendf(l.out, `\u%04x`, r)
	}
	l.out = append(l.out, '"')
}

// The scanner agrees with the parser on every valid text, and a text whose
// parts are all valid and whose names differ is valid as a whole.
func FuzzScan(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		v, parseErr := jsonv.Parse(text, jsonv.Limits{})
		parts, whole := scanAll(text)
		if !whole {
			if v.Kind() == jsonv.Object || v.Kind() == jsonv.Array {
				t.Errorf("no scan of %q succeeds, Parse does", text)
			}
			return
		}
		if parseErr == nil {
			if diff := cmp.Diff(childrenOf(v), parts); diff != "" {
				t.Errorf("scan of %q mismatch (-parsed +scanned):\n%s", text, diff)
			}
			return
		}
		if partsAreValid(text, parts) {
			t.Errorf("Parse(%q) = %v, every part of it is valid", text, parseErr)
		}
	})
}

// part is one member or item; Name is "" for items.
type part struct {
	Name string
	Span jsonv.Span
}

func scanAll(text []byte) (parts []part, whole bool) {
	bad := false
	err := jsonv.ScanObject(text, func(name, value jsonv.Span) bool {
		s, ok := jsonv.Unquote(name.Of(text))
		bad = bad || !ok
		parts = append(parts, part{s, value})
		return true
	})
	if err == nil {
		if bad {
			parts = append(parts, part{Span: jsonv.Span{}}) // an empty part is never valid
		}
		return parts, true
	}
	parts = nil
	err = jsonv.ScanArray(text, func(value jsonv.Span) bool {
		parts = append(parts, part{Span: value})
		return true
	})
	return parts, err == nil
}

func childrenOf(v *jsonv.Value) (parts []part) {
	for name, m := range v.Members() {
		parts = append(parts, part{name, m.Span()})
	}
	for _, item := range v.Items() {
		parts = append(parts, part{Span: item.Span()})
	}
	return parts
}

func partsAreValid(text []byte, parts []part) bool {
	object := strings.HasPrefix(strings.TrimLeft(string(text), " \t\r\n"), "{")
	seen := map[string]bool{}
	for _, p := range parts {
		if _, err := jsonv.Parse(p.Span.Of(text), jsonv.Limits{Depth: jsonv.DefaultDepth - 1}); err != nil || object && seen[p.Name] {
			return false
		}
		seen[p.Name] = true
	}
	return true
}

// A string literal is read alike by Unquote and Parse, and quoting its value
// gives a literal of the same value.
func FuzzStrings(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, literal []byte) {
		v, err := jsonv.Parse(literal, jsonv.Limits{})
		want, isString := v.Str()
		got, ok := jsonv.Unquote(literal)
		trimmed := strings.Trim(string(literal), " \t\r\n") == string(literal)
		if ok != (err == nil && isString && trimmed) {
			t.Errorf("Unquote(%q) = %v, Parse: %v", literal, ok, err)
		}
		if !ok {
			return
		}
		if got != want {
			t.Errorf("Unquote(%q) = %q, Parse gives %q", literal, got, want)
		}
		if tolerant := string(jsonv.AppendUnescaped(nil, literal[1:len(literal)-1])); tolerant != want {
			t.Errorf("AppendUnescaped of %q = %q, Parse gives %q", literal, tolerant, want)
		}
		if again, ok := jsonv.Unquote(jsonv.AppendQuoted(nil, got)); !ok || again != got {
			t.Errorf("Unquote of the quoted %q = %q, %v", got, again, ok)
		}
	})
}

// Every pointer that Walk gives leads back to its value, and to no other one.
func FuzzPointers(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := jsonv.Parse(text, jsonv.Limits{Depth: 50, Nodes: 1000})
		if err != nil {
			_, _ = v.At(string(text)) // no panic
			return
		}
		var walked, found []string
		v.Walk(func(pointer string, below *jsonv.Value) bool {
			walked = append(walked, pointer)
			tokens, err := jsonv.SplitPointer(pointer)
			if err != nil {
				t.Fatalf("SplitPointer(%q): %v", pointer, err)
			}
			back := ""
			for _, token := range tokens {
				back = jsonv.AppendPointer(back, token)
			}
			if back != pointer {
				t.Errorf("%q becomes %q", pointer, back)
			}
			if got, err := v.At(pointer); got != below {
				t.Errorf("At(%q) in %q = %q, %v, want %q", pointer, text, got.Raw(), err, below.Raw())
			}
			return true
		})
		for pointer := range v.Find((*jsonv.Value).Exists) {
			found = append(found, pointer)
		}
		if diff := cmp.Diff(walked, found); diff != "" {
			t.Errorf("%q: Find mismatch (-walked +found):\n%s", text, diff)
		}
	})
}
