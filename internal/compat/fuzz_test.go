package compat_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/compat"
	"github.com/mooring-mcp/mooring/surface"
)

// FuzzCheck looks for panics, disorder, findings without a rule or a detail, and
// findings that depend on how the JSON is spelled.
func FuzzCheck(f *testing.F) {
	for _, c := range cases {
		for _, it := range slices.Concat(c.fires, c.near)[:min(4, len(c.fires)+len(c.near))] {
			kind := slices.Index(surface.Kinds(), c.kind)
			f.Add([]byte(it), uint8(max(kind, 0)))
		}
	}
	f.Add([]byte(`{"name":"a","inputSchema":{"$ref":"#/inputSchema","$id":"x","allOf":[{"$ref":"x#"},{"$ref":"#/allOf/0"}]}}`), uint8(0))
	f.Add([]byte(`{"name":"a","inputSchema":{"dependencies":{"":[],"~/":{"$ref":"#/dependencies/~0~1"}},"pattern":"[\\"}}`), uint8(0))
	f.Fuzz(func(t *testing.T, raw []byte, k uint8) {
		kind := surface.Kinds()[int(k)%len(surface.Kinds())]
		it := surface.NewItem(kind, raw)
		got := compat.Check(one(kind, it, it))
		inOrder(t, got)
		for _, finding := range got {
			if !strings.HasPrefix(finding.Rule, "compat.") || finding.Detail == "" || len(finding.Pointer) > 1024 || finding.Kind != kind {
				t.Errorf("Check(%q) = %+v", raw, finding)
			}
		}
		if it.Problem != "" {
			return // no canonical form
		}
		canonical := surface.NewItem(kind, it.Canonical)
		if diff := cmp.Diff(got, compat.Check(one(kind, canonical, canonical))); diff != "" {
			t.Errorf("Check(%q) differs for the canonical form:\n%s", raw, diff)
		}
	})
}

func one(kind surface.Kind, items ...surface.Item) surface.Surface {
	return surface.Surface{Server: surface.Server{ID: "harbor"}, Listings: []surface.Listing{{Kind: kind, Status: surface.Observed, Items: items}}}
}

// TestHostile shows that sizes only cost their size.
func TestHostile(t *testing.T) {
	var defs, uses, names strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&defs, `"d%d":{"$ref":"#/$defs/d%d"},`, i, i+1)
		fmt.Fprintf(&uses, `"p%d":{"$ref":"#/$defs/d0"},`, i)
		fmt.Fprintf(&names, `"p%d",`, i)
	}
	name := strings.Repeat("n", 1<<20)
	var resources, documents, large strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&resources, `"d%d":{"$id":"https://h.example/%s/d%d"},`, i, strings.Repeat("a/", 100), i)
		fmt.Fprintf(&documents, `"p%d":{"$ref":"nowhere%d"},`, i, i)
		fmt.Fprintf(&large, `"x%d":1,`, i)
	}
	tests := map[string]string{
		"references and resources":  `{"name":"a","inputSchema":{"type":"object","$defs":{` + resources.String() + `"d":{}},"properties":{` + documents.String() + `"q":{}}}}`,
		"references to a large one": `{"name":"a","inputSchema":{"type":"object","$defs":{"d0":{` + large.String() + `"x":1}},"properties":{` + uses.String() + `"q":{"type":"array"}}}}`,
		"places below a long name":  `{"name":"a","inputSchema":{"type":"object","properties":{"` + name + `":{"properties":{` + strings.ReplaceAll(uses.String(), `"$ref":"#/$defs/d0"`, `"type":"array"`) + `"q":{}}}}}}`,
		"chain of references":       `{"name":"a","inputSchema":{"type":"object","$defs":{` + defs.String() + `"d40000":{}},"properties":{` + uses.String() + `"q":{}},"required":[` + names.String() + `"q"]}}`,
		"long names":                `{"name":"` + name + `","inputSchema":{"type":"object","properties":{"` + name + `":{"properties":{` + strings.Repeat(`"x`+"\":{\"type\":\"array\"},\"y", 1) + `":{"type":["array"]}}}},"required":["` + name + `!"]}}`,
		"deep":                      `{"name":"a","inputSchema":` + nested(400) + `}`,
		"pattern":                   `{"name":"a","inputSchema":{"type":"object","properties":{"a":{"pattern":"` + strings.Repeat("(", 1<<20) + `"}}}}`,
		"many arrays":               `{"name":"a","inputSchema":{"type":"object","anyOf":[` + strings.Repeat(`{"type":"array"},`, 200_000) + `{}]}}`,
	}
	for name, raw := range tests {
		t.Run(name, func(t *testing.T) {
			it := surface.NewItem(surface.Tool, []byte(raw))
			if it.Problem != "" {
				t.Fatal(it.Problem)
			}
			start := time.Now()
			got := compat.Check(one(surface.Tool, it))
			if spent := time.Since(start); spent > 20*time.Second {
				t.Errorf("Check took %v", spent)
			}
			if len(got) == 0 {
				t.Error("Check found nothing")
			}
			for _, f := range got {
				if len(f.Detail) > 1000 || len(f.Pointer) > 1024 {
					t.Errorf("finding of %d and %d bytes", len(f.Detail), len(f.Pointer))
				}
			}
		})
	}
}
