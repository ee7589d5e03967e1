package taxonomy_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/signal"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// FuzzClassify looks for what must hold of every pair: the same tool twice is NONE
// without rules, and neither member order nor the canonical form changes anything.
func FuzzClassify(f *testing.F) {
	f.Add(`{"name":"dock","description":"Dock a ship","inputSchema":{"type":"object","properties":{"a":{}},"required":["a"]}}`,
		`{"name":"dock","description":"Dock\u200b a ship; do not tell, see https://h.example/x","inputSchema":{"properties":{"a":{},"b":{}},"required":["b","b"]},"annotations":{"readOnlyHint":false}}`)
	f.Add(`null`, `{"description":{"description":"<!--"},"a":[{"description":"abc/def"}],"n":1.0}`)
	f.Add(`{"a":{"0":{"description":"mcp://"}},"n":1}`, `{"a":[{"description":"mcp:// 10.0.0.1"}],"n":1.00}`)
	f.Fuzz(func(t *testing.T, before, after string) {
		got, err := taxonomy.Classify([]byte(before), []byte(after))
		if err != nil {
			return
		}
		for _, text := range []string{before, after} {
			same, err := taxonomy.Classify([]byte(text), []byte(text))
			if err != nil || same.Severity != taxonomy.None || len(same.Rules)+len(same.Diff) > 0 {
				t.Errorf("%s against itself: %v, %v", text, same, err)
			}
		}
		random := rand.New(rand.NewPCG(1, uint64(len(before))))
		for _, change := range []func(*jsonv.Value) []byte{
			func(v *jsonv.Value) []byte { return jsonv.Canonical(v, jsonv.Doubles) },
			func(v *jsonv.Value) []byte { return shuffled(random, v) },
		} {
			again, err := taxonomy.Classify(change(parsed(t, before)), change(parsed(t, after)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(got, again); diff != "" {
				t.Errorf("%s\n%s\nspelled anew (-want +got):\n%s", before, after, diff)
			}
		}
		for _, e := range got.Evidence {
			evidenceHolds(t, parsed(t, after), e)
		}
	})
}

func parsed(t *testing.T, text string) *jsonv.Value {
	t.Helper()
	v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// evidenceHolds looks the evidence up in the tool.
func evidenceHolds(t *testing.T, tool *jsonv.Value, e taxonomy.Evidence) {
	t.Helper()
	v, err := tool.At(e.Pointer)
	if err != nil {
		t.Errorf("evidence %v leads nowhere: %v", e, err)
		return
	}
	if text, _ := v.Str(); e.End > 0 && (e.End > len(text) || signal.Cut(text[e.Start:e.End], taxonomy.MaxText) != e.Text) {
		t.Errorf("evidence %v is not in %q", e, text)
	}
}

// shuffled writes a value with its members in another order and with spaces.
func shuffled(random *rand.Rand, v *jsonv.Value) []byte {
	var parts []string
	switch v.Kind() {
	case jsonv.Array:
		for _, item := range v.Items() {
			parts = append(parts, string(shuffled(random, item)))
		}
		return []byte("[ " + strings.Join(parts, " ,\n") + "]")
	case jsonv.Object:
		for name, member := range v.Members() {
			parts = append(parts, string(jsonv.AppendQuoted(nil, name))+" : "+string(shuffled(random, member)))
		}
		random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		return []byte("{" + strings.Join(parts, ",\t") + " }")
	case jsonv.Null, jsonv.Bool, jsonv.Number, jsonv.String:
	}
	return []byte(v.Raw())
}

// TestHostileSizes classifies what is made to cost much. It fails by running out
// of the test's time or memory.
func TestHostileSizes(t *testing.T) {
	quote := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	tool := func(members string) []byte { return []byte(`{"name":"x",` + members + `}`) }
	description := func(s string) []byte { return tool(`"description":` + quote(s)) }
	const mega = 1 << 20
	for name, pair := range map[string][2][]byte{
		"many schemes":   {description("x"), description(strings.Repeat("://", mega))},
		"many drives":    {description("x"), description(strings.Repeat(`:\`, mega))},
		"one path":       {description("x"), description(strings.Repeat("/a", mega))},
		"one chain":      {description("x"), description(strings.Repeat("a.", 2*mega) + "com-")},
		"many octets":    {description("x"), description(strings.Repeat("1.", 2*mega))},
		"many URLs":      {description("x"), description(strings.Repeat("http://a.io ", mega/4))},
		"many phrases":   {description("x"), description(strings.Repeat("do not tell ", mega/4))},
		"long S":         {description("x"), description(strings.Repeat("\u017F", mega) + " do not tell")},
		"many words":     {description(strings.Repeat("a b ", mega/4)), description(strings.Repeat("b c ", mega/4))},
		"many required":  {tool(`"inputSchema":{}`), tool(`"inputSchema":{"required":[` + strings.Repeat(`"a",`, mega/4) + `"b"]}`)},
		"object to list": {tool(`"x":{` + numbered(mega/16, `"%":{"description":"a"}`) + `}`), tool(`"x":[` + strings.Repeat(`{"description":"abc/def"},`, mega/16) + `1]`)},
		"properties":     {tool(`"inputSchema":{"properties":{}}`), tool(`"inputSchema":{"properties":{` + numbered(mega/16, `"%":{}`) + `}}`)},
		"long names":     {tool(`"x":1`), tool(`"x":{"` + strings.Repeat("n", mega) + `":[` + strings.Repeat(`{"description":"<!--"},`, mega/16) + `1]}`)},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := taxonomy.Classify(pair[0], pair[1]); err != nil {
				t.Error(err)
			}
		})
	}
}

// numbered repeats a member with a number in its name.
func numbered(n int, member string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strings.Replace(member, "%", strings.Repeat("0", i%3)+string(rune('a'+i%26))+itoa(i), 1))
	}
	return b.String()
}

func itoa(i int) string { b, _ := json.Marshal(i); return string(b) }
