package compat_test

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/compat"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/surface"
)

// loudest is the share of real tools, in percent, beyond which a rule needs a
// reason here.
const loudest = 5

// loudRules are the rules that say something of more tools than that in one of the
// two collections, with why they stay.
var loudRules = map[string]string{
	"compat.annotations":        "one collection writes null for what a server left out; of the captured listings it says nothing",
	"compat.description_length": "three clients by name; costs little to mend",
	"compat.schema_2020":        "new SDKs declare it; the failure is of one call and marked as possible only",
	"compat.schema_dialect":     "outputSchemas of one SDK; calls failed in August 2026",
	"compat.type_array":         "nullable types of two SDKs; still refused in September 2026, and marked as possible where it depends",
}

// tally counts the tools and servers of which each rule says something.
type tally struct {
	tools, servers int
	byTool         map[string]int
	byServer       map[string]int
}

func (n *tally) add(s surface.Surface) {
	n.servers++
	n.tools += len(s.Listing(surface.Tool).Items)
	here := map[string]map[int]bool{}
	for _, f := range compat.Check(s) {
		if here[f.Rule] == nil {
			here[f.Rule] = map[int]bool{}
		}
		if f.Kind == surface.Tool && f.Index >= 0 {
			here[f.Rule][f.Index] = true
		}
	}
	for rule, tools := range here {
		n.byTool[rule] += len(tools)
		n.byServer[rule]++
	}
}

func (n *tally) log(t *testing.T, what string) {
	t.Helper()
	t.Logf("%s: %d tools of %d servers", what, n.tools, n.servers)
	for _, r := range compat.Rules() {
		t.Logf("%-27s %5d tools %5.2f %%  %4d servers  %s", r.ID, n.byTool[r.ID], percent(n.byTool[r.ID], n.tools), n.byServer[r.ID], r.Effect)
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// shortName is what a person would call a server in a client's configuration.
func shortName(server string) string { return server[strings.LastIndexByte(server, '/')+1:] }

// TestCorpus applies the rules to the newest known tools of real servers. A rule
// that says something of many real tools, which work with somebody's client after
// all, cries wolf, unless there is a reason.
func TestCorpus(t *testing.T) {
	tools := map[string][][]byte{}
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		row, err := jsonv.Parse(bytes.Clone(line), jsonv.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if row.Get("latest").Bool() {
			server := row.Get("server").Text()
			tools[server] = append(tools[server], []byte(row.Get("tool").Raw()))
		}
	})
	n := tally{byTool: map[string]int{}, byServer: map[string]int{}}
	for _, server := range slices.Sorted(maps.Keys(tools)) {
		n.add(surface.FromTools(shortName(server), tools[server]))
	}
	n.log(t, "newest tools")
	if n.tools < 7000 {
		t.Errorf("read %d tools, want at least 7,000", n.tools)
	}
	n.quiet(t)
}

// quiet fails for rules that say something of many tools for no reason that is known.
func (n *tally) quiet(t *testing.T) {
	t.Helper()
	for rule, tools := range n.byTool {
		share := percent(tools, n.tools)
		if _, reasoned := loudRules[rule]; share > loudest && !reasoned {
			t.Errorf("rule %s says something of %.1f %% of the tools; narrow it, or say why", rule, share)
		}
	}
}

// TestCaptures applies the rules to listings as servers sent them, prompts and
// resources included.
func TestCaptures(t *testing.T) {
	n := tally{byTool: map[string]int{}, byServer: map[string]int{}}
	for _, name := range []string{"captures.jsonl.gz", "modern-2026-07-28.jsonl.gz"} {
		thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "npm-live", name), func(line []byte) {
			row, err := jsonv.Parse(bytes.Clone(line), jsonv.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var pages [][]byte
			for _, kind := range surface.Kinds() {
				if list := row.Get(kind.Member()); list.Exists() {
					pages = append(pages, []byte(`{"`+kind.Member()+`":`+list.Raw()+`}`))
				}
			}
			s, err := surface.FromPages(shortName(row.Get("package").Text()), pages)
			if err != nil {
				t.Fatal(err)
			}
			n.add(s)
			inOrder(t, compat.Check(s))
		})
	}
	n.log(t, "captured listings")
	n.quiet(t)
}

// inOrder fails when findings are not in the order that Check promises.
func inOrder(t *testing.T, findings []compat.Finding) {
	t.Helper()
	kinds := surface.Kinds()
	if !slices.IsSortedFunc(findings, func(a, b compat.Finding) int {
		return cmp.Or(
			cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)), cmp.Compare(a.Index, b.Index),
			cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Pointer, b.Pointer))
	}) {
		t.Errorf("findings are not sorted: %+v", findings)
	}
}
