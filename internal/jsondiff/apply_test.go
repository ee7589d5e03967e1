package jsondiff_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsondiff"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// checkApply fails unless a diff is the same twice, leads from before to after,
// is its own mirror image, and has only topmost changes.
func checkApply(tb testing.TB, before, after *jsonv.Value) {
	tb.Helper()
	changes := jsondiff.Diff(before, after, jsonv.Source)
	if diff := cmp.Diff(show(changes), show(jsondiff.Diff(before, after, jsonv.Source))); diff != "" {
		tb.Errorf("Diff is not the same twice:\n%s", diff)
	}
	got, err := jsondiff.Apply(before, changes)
	if want := jsonv.Canonical(after, jsonv.Source); err != nil || string(got) != string(want) {
		tb.Errorf("Apply(%.500s, %.500q) = %.500s, %v, want %.500s", before.Raw(), show(changes), got, err, want)
	}
	if diff := cmp.Diff(mirrored(changes), show(jsondiff.Diff(after, before, jsonv.Source))); diff != "" {
		tb.Errorf("Diff of the sides exchanged mismatch (-mirrored +got):\n%s", diff)
	}
	for i, c := range changes {
		if i > 0 && strings.HasPrefix(c.Pointer, changes[i-1].Pointer+"/") {
			tb.Errorf("change at %.100q lies inside the one at %.100q", c.Pointer, changes[i-1].Pointer)
		}
		checkSides(tb, c, before, after)
	}
}

func mirrored(changes []jsondiff.Change) []string {
	kinds := map[jsondiff.Kind]jsondiff.Kind{
		jsondiff.Added: jsondiff.Removed, jsondiff.Removed: jsondiff.Added, jsondiff.Modified: jsondiff.Modified,
	}
	var out []jsondiff.Change
	for _, c := range changes {
		out = append(out, jsondiff.Change{Kind: kinds[c.Kind], Pointer: c.Pointer, Before: c.After, After: c.Before})
	}
	return show(out)
}

// checkSides fails unless the pointer leads to both values of a change.
func checkSides(tb testing.TB, c jsondiff.Change, before, after *jsonv.Value) {
	tb.Helper()
	at := func(v *jsonv.Value) *jsonv.Value {
		v, _ = v.At(c.Pointer) // nil where nothing is
		return v
	}
	if at(before) != c.Before || at(after) != c.After {
		tb.Errorf("pointer %.100q of %s does not lead to its values", c.Pointer, c.Kind)
	}
	if (c.Before == nil) != (c.Kind == jsondiff.Added) || (c.After == nil) != (c.Kind == jsondiff.Removed) {
		tb.Errorf("change at %.100q is %s with sides %v and %v", c.Pointer, c.Kind, c.Before.Exists(), c.After.Exists())
	}
}

func TestApply(t *testing.T) {
	for _, tt := range pairs {
		t.Run(tt.name, func(t *testing.T) {
			checkApply(t, parse(t, tt.before), parse(t, tt.after))
		})
	}
}

func TestApplyRefuses(t *testing.T) {
	one, two := parse(t, "1"), parse(t, "2")
	before := `{"a":1,"l":[1,2],"o":{"x":1}}`
	for _, tt := range []struct {
		name    string
		changes []jsondiff.Change
		want    string
	}{
		{"bad pointer", []jsondiff.Change{{jsondiff.Added, "a", nil, one}}, `JSON Pointer "a" does not start with a slash`},
		{"pointer that is not UTF-8", []jsondiff.Change{{jsondiff.Added, "/\xff", nil, one}}, `is not UTF-8`},
		{"unknown kind", []jsondiff.Change{{"moved", "/a", one, two}}, `has kind "moved"`},
		{"zero change", []jsondiff.Change{{}}, `has kind ""`},
		{"added with a before", []jsondiff.Change{{jsondiff.Added, "/a", one, two}}, `change at "/a" has kind "added"`},
		{"removed with an after", []jsondiff.Change{{jsondiff.Removed, "/a", one, two}}, `has kind "removed"`},
		{"modified without a before", []jsondiff.Change{{jsondiff.Modified, "/a", nil, two}}, `has kind "modified"`},
		{"added where something is", []jsondiff.Change{{jsondiff.Added, "/a", nil, two}}, `"/a" is not what the change says was there`},
		{"removed where nothing is", []jsondiff.Change{{jsondiff.Removed, "/b", one, nil}}, `"/b" is not what`},
		{"modified where nothing is", []jsondiff.Change{{jsondiff.Modified, "/b", one, two}}, `"/b" is not what`},
		{"another value before", []jsondiff.Change{{jsondiff.Modified, "/a", two, one}}, `"/a" is not what`},
		{"below a scalar", []jsondiff.Change{{jsondiff.Added, "/a/x", nil, one}}, `change at "/a/x" lies below a value that is no object or array`},
		{"below nothing", []jsondiff.Change{{jsondiff.Added, "/b/x", nil, one}}, `change at "/b/x" lies below a value`},
		{"hole by a removal", []jsondiff.Change{{jsondiff.Removed, "/l/0", one, nil}}, `leave a hole before item 1`},
		{"item past the end", []jsondiff.Change{{jsondiff.Added, "/l/3", nil, one}}, `"/l/3" name items that an array of 2 does not have`},
		{"item after a removal", []jsondiff.Change{{jsondiff.Removed, "/l/1", two, nil}, {jsondiff.Added, "/l/2", nil, one}}, `leave a hole before item 2`},
		{"index with a zero", []jsondiff.Change{{jsondiff.Modified, "/l/00", one, two}}, `"/l/00" name items`},
		{"end of an array", []jsondiff.Change{{jsondiff.Added, "/l/-", nil, one}}, `"/l/-" name items`},
		{"twice the same", []jsondiff.Change{{jsondiff.Modified, "/a", one, two}, {jsondiff.Modified, "/a", one, two}}, `change at "/a" meets the one at "/a"`},
		{"above another", []jsondiff.Change{{jsondiff.Modified, "/o/x", one, two}, {jsondiff.Removed, "/o", one, nil}}, `change at "/o" meets the one at "/o/x"`},
		{"inside another", []jsondiff.Change{{jsondiff.Removed, "/o", one, nil}, {jsondiff.Modified, "/o/x", one, two}}, `change at "/o/x" lies inside the one at "/o"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := jsondiff.Apply(parse(t, before), tt.changes)
			if got != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Apply = %s, %v, want an error with %q", got, err, tt.want)
			}
		})
	}
	if got, err := jsondiff.Apply(nil, []jsondiff.Change{{jsondiff.Modified, "/a", one, two}}); err == nil {
		t.Errorf("Apply below an absent value = %s, want an error", got)
	}
}
