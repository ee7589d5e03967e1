package paramrisk_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// toolOf is the member "tool" of a line.
func toolOf(tb testing.TB, line []byte) []byte {
	tb.Helper()
	var tool []byte
	err := jsonv.ScanObject(line, func(name, value jsonv.Span) bool {
		if string(name.Of(line)) == `"tool"` {
			tool = value.Of(line)
		}
		return true
	})
	if err != nil || tool == nil {
		tb.Fatalf("no tool in %.80q: %v", line, err)
	}
	return tool
}

// wanted is what a vector says of a tool.
type wanted struct {
	Properties []struct {
		In, Name string
		Required bool
		Classes  []paramrisk.Class
		Buckets  []paramrisk.Bucket
	}
	Classes map[paramrisk.Class]struct{ Any, Required bool }
	Buckets map[paramrisk.Bucket]struct{ Any, Required bool }
}

// TestToolVectors compares with an independent implementation, in both depths.
func TestToolVectors(t *testing.T) {
	n, deep := 0, 0
	thirdparty.Lines(t, thirdparty.Path(t, "data", "vectors", "gg-tools.jsonl.gz"), func(line []byte) {
		var row struct {
			Tool json.RawMessage
			Want wanted
			Deep *wanted `json:"want_deep"`
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		n++
		compare(t, row.Tool, row.Want, false)
		if row.Deep == nil {
			row.Deep = &row.Want
		} else {
			deep++
		}
		compare(t, row.Tool, *row.Deep, true)
	})
	if n != 3000 || deep == 0 {
		t.Errorf("read %d vectors, %d with another answer below definitions; want 3000 and some", n, deep)
	}
}

func compare(t *testing.T, tool []byte, want wanted, deep bool) {
	t.Helper()
	got, err := paramrisk.Classify(tool, paramrisk.Options{Deep: deep})
	if err != nil {
		t.Fatal(err)
	}
	var is, should []string
	for _, p := range got.Parameters {
		is = append(is, fmt.Sprintf("%q %q %v %q %q", p.In, p.Name, p.Required, p.Labels.Classes(), p.Labels.Buckets()))
	}
	for _, p := range want.Properties {
		should = append(should, fmt.Sprintf("%q %q %v %q %q", p.In, p.Name, p.Required, p.Classes, p.Buckets))
	}
	if diff := gocmp.Diff(should, is); diff != "" {
		t.Errorf("Classify(%s, deep %v) (-want +got):\n%s", tool, deep, diff)
	}
	labels, required := got.Labels, got.RequiredLabels
	if deep {
		labels, required = got.DeepLabels, got.DeepRequiredLabels
	}
	for c, w := range want.Classes {
		if labels.Has(c) != w.Any || required.Has(c) != w.Required {
			t.Errorf("Classify(%s, deep %v): %s %v, required %v, want %+v", tool, deep, c, labels.Has(c), required.Has(c), w)
		}
	}
	for b, w := range want.Buckets {
		if labels.HasBucket(b) != w.Any || required.HasBucket(b) != w.Required {
			t.Errorf("Classify(%s, deep %v): %s %v, required %v, want %+v", tool, deep, b, labels.HasBucket(b), required.HasBucket(b), w)
		}
	}
}

// found lists what a scanner finds: where, name, description, and marks.
func found(t *testing.T, s *paramrisk.Scanner, tool string) (list []string, err error) {
	t.Helper()
	err = s.Scan([]byte(tool), func(f paramrisk.Found) {
		line := fmt.Sprintf("%s %s: %s", f.In, f.Name, f.Description)
		if f.Required {
			line += " required"
		}
		if f.Deep {
			line += " deep"
		}
		list = append(list, line)
	})
	return list, err
}

func TestScan(t *testing.T) {
	var s paramrisk.Scanner
	deep := paramrisk.Scanner{Deep: true}
	for _, c := range []struct {
		name, tool string
		want, deep []string // deep nil for the same
	}{
		{"no schema", `{"name":"a"}`, nil, nil},
		{"schema of another kind", `{"inputSchema":[{"properties":{"a":{}}}]}`, nil, nil},
		{"the older spelling", `{"input_schema":{"properties":{"a":{}}}}`, []string{" a: "}, nil},
		{"presence decides", `{"input_schema":{"properties":{"a":{}}},"inputSchema":null}`, nil, nil},
		{"properties of another kind", `{"inputSchema":{"properties":["a"]}}`, nil, nil},
		{
			"descriptions", `{"inputSchema":{"properties":{"a":true,"b":null,"c":{"description":7},"d":{"description":"x\ny \ud83d\ude00\ud800"}}}}`,
			[]string{" a: ", " b: ", " c: ", " d: x\ny \U0001F600\uFFFD"},
			nil,
		},
		{
			"required", `{"inputSchema":{"required":[1,"a","\u0062",null],"properties":{"a":{},"b":{},"c":{}}}}`,
			[]string{" a:  required", " b:  required", " c: "},
			nil,
		},
		{"required of another kind", `{"inputSchema":{"required":{"a":true},"properties":{"a":{}}}}`, []string{" a: "}, nil},
		{
			"definitions", `{"inputSchema":{"$defs":{"A/~":{"properties":{"b":{}}},"B":7},"definitions":{"C":{"required":["d"],"properties":{"d":{}}}},"properties":{"a":{}}}}`,
			[]string{" a: ", "/definitions/C d:  required", "/$defs/A~1~0 b: "},
			nil,
		},
		{
			"nested", `{"inputSchema":{"properties":{"a":{"properties":{"x":{}}}},"$defs":{"A":{"properties":{"b":{"properties":{"c":{}}}},"anyOf":[7,{"properties":{"d":{}}}]}}}}`,
			[]string{" a: ", "/$defs/A b: "},
			[]string{" a: ", "/$defs/A b: ", "/$defs/A/properties/b c:  deep", "/$defs/A/anyOf/1 d:  deep"},
		},
		{
			"repeated", `{"inputSchema":7,"inputSchema":{"properties":{"a":{"description":"x"},"b":{},"\u0061":{"description":"y","description":"z"}}}}`,
			[]string{" a: z", " b: "},
			nil,
		},
	} {
		got, err := found(t, &s, c.tool)
		if diff := gocmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", c.name, err, diff)
		}
		if c.deep == nil {
			c.deep = c.want
		}
		got, err = found(t, &deep, c.tool)
		if diff := gocmp.Diff(c.deep, got); diff != "" || err != nil {
			t.Errorf("%s, deep: %v (-want +got):\n%s", c.name, err, diff)
		}
	}
}

// TestScanMany: sets of names behave alike when they are few and when they are many.
func TestScanMany(t *testing.T) {
	for _, n := range []int{10, 64, 65, 500} {
		var properties, required []string
		for i := range n {
			properties = append(properties, fmt.Sprintf(`"p%d":{}`, i))
			required = append(required, fmt.Sprintf(`"p%d"`, i))
		}
		tool := `{"inputSchema":{"properties":{` + strings.Join(append(properties, `"p0":{"description":"last"}`), ",") +
			`},"required":[` + strings.Join(required[1:], ",") + `]}}`
		got, err := found(t, &paramrisk.Scanner{}, tool)
		if err != nil || len(got) != n || got[0] != " p0: last" || got[n-1] != fmt.Sprintf(" p%d:  required", n-1) {
			t.Errorf("%d properties: %v, found %d, the first %q", n, err, len(got), got[0])
		}
	}
}

func TestScanErrors(t *testing.T) {
	for tool, want := range map[string]string{
		`7`:                           "found number, want an object",
		`{"inputSchema":{`:            "found the end of the text at byte 16, want a member name",
		`{"inputSchema":{"a"}}`:       "found '}' at byte 19, want a colon",
		`{"inputSchema":{"a":[1 2]}}`: "found '2' at byte 23, want a comma",
	} {
		if _, err := found(t, &paramrisk.Scanner{}, tool); err == nil || err.Error() != want {
			t.Errorf("Scan(%s) = %v, want %q", tool, err, want)
		}
	}
}

// FuzzScan: a text that is strict JSON is scanned without an error, and finds what
// encoding/json finds.
func FuzzScan(f *testing.F) {
	f.Add(`{"inputSchema":{"properties":{"a":{"description":"token"},"\u0062":true},"required":["a"],"$defs":{"A":{"properties":{"c":{}}}}}}`)
	f.Add(`{"input_schema":{"definitions":{"x":{"properties":{}}}}}`)
	f.Fuzz(func(t *testing.T, tool string) {
		var list []string
		for _, deep := range []bool{true, false} {
			var err error
			if list, err = found(t, &paramrisk.Scanner{Deep: deep}, tool); err == nil {
				continue
			}
			if v, bad := jsonv.Parse([]byte(tool), jsonv.Limits{}); bad == nil && v.Kind() == jsonv.Object {
				t.Fatalf("Scan(%q) = %v", tool, err)
			}
			return
		}
		v, err := jsonv.Parse([]byte(tool), jsonv.Limits{})
		if err != nil {
			return
		}
		want := enumerated(v)
		slices.Sort(list)
		slices.Sort(want)
		if diff := gocmp.Diff(want, list); diff != "" {
			t.Errorf("Scan(%q) (-want +got):\n%s", tool, diff)
		}
	})
}

// enumerated is the enumeration of the specification over a parsed tool.
func enumerated(tool *jsonv.Value) (out []string) {
	schema := tool.Get("inputSchema")
	if !schema.Exists() {
		schema = tool.Get("input_schema")
	}
	of := func(in string, s *jsonv.Value) {
		if s.Get("properties").Kind() != jsonv.Object {
			return
		}
		for name, p := range s.Get("properties").Members() {
			line := fmt.Sprintf("%s %s: %s", in, name, p.Get("description").Text())
			for _, r := range s.Get("required").Items() {
				if s.Get("required").Kind() == jsonv.Array && r.Kind() == jsonv.String && r.Text() == name {
					line += " required"
					break
				}
			}
			out = append(out, line)
		}
	}
	of("", schema)
	for _, key := range []string{"definitions", "$defs"} {
		if schema.Get(key).Kind() != jsonv.Object {
			continue
		}
		for name, s := range schema.Get(key).Members() {
			of(jsonv.AppendPointer("/"+key, name), s)
		}
	}
	return out
}

func TestClassifyOrder(t *testing.T) {
	got, err := paramrisk.Classify([]byte(`{"inputSchema":{"$defs":{"A":{"properties":{"b":{},"a":{}}}},"properties":{"z":{},"y":{}}}}`), paramrisk.Options{})
	sorted := slices.IsSortedFunc(got.Parameters, func(a, b paramrisk.Parameter) int {
		return cmp.Or(cmp.Compare(a.In, b.In), cmp.Compare(a.Name, b.Name))
	})
	if err != nil || len(got.Parameters) != 4 || !sorted {
		t.Errorf("Classify = %+v, %v, want four parameters in order", got.Parameters, err)
	}
	if p := got.Parameters[2].Pointer(); p != "/$defs/A/properties/a" {
		t.Errorf("Pointer() = %q", p)
	}
}
