package plugin_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/plugin"
)

func TestCompare(t *testing.T) {
	const (
		low    = `{"id":"mcp:a/t","band":"auto"}`
		high   = `{"id":"mcp:a/t","band":"escalate"}`
		axes   = `{"id":"mcp:a/t","reversibility":"irreversible"}`
		never  = `{"id":"mcp:a/t","band":"escalate","never_allow":true}`
		within = `{"id":"mcp:a/t","band":"auto","environments":{"p":{"band":"escalate"}}}`
		wrong  = `{"id":"mcp:a/t","band":"none"}`

		ack     = `{"id":"mcp:a/t","band":"soft-ack"}`
		guarded = `{"id":"mcp:a/t","band":"escalate","environments":{"p":{"never_allow":true}}}`
	)
	for _, tt := range []struct {
		name, before, after string
		versions            [2]string
		want                []string
		asks                contract.BumpLevel
		enough              bool
	}{
		{"equal", high, high, [2]string{"1.0.0", "1.0.0"}, nil, contract.BumpNone, true},
		{"lowered in a minor version", high, low, [2]string{"1.0.0", "1.1.0"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMajor, false},
		{"lowered in a major version", high, low, [2]string{"1.9.0", "2.0.0"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMajor, true},
		{"lowered below 1.0.0", high, low, [2]string{"0.1.0", "0.2.0"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMinor, true},
		{"lowered below 1.0.0 in a patch", high, low, [2]string{"0.1.0", "0.1.1"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMinor, false},
		{"lowered on the way to 1.0.0", high, low, [2]string{"0.9.0", "1.0.0"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMinor, true},
		{"lowered on the way back from 1.0.0", high, low, [2]string{"1.0.0", "0.9.0"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMajor, false},
		{"lowered from 0.1.0 to no version", high, low, [2]string{"0.1.0", "next"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMinor, false},
		{"lowered, of versions that are none", high, low, [2]string{"new", "newer"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMajor, false},
		{"lowered, of versions that are tags", high, low, [2]string{"v1.0.0", "v2.0.0"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMajor, false},
		{"lowered, and the version, too", high, low, [2]string{"2.0.0", "1.0.0"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMajor, false},
		{"raised", low, high, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t raised auto escalate"}, contract.BumpNone, true},
		{"raised, of versions that are none", low, high, [2]string{"x", "y"}, []string{"mcp:a/t raised auto escalate"}, contract.BumpNone, true},
		{"removed", low, "", [2]string{"1.0.0", "1.1.0"}, []string{"mcp:a/t removed auto undeclared"}, contract.BumpMajor, false},
		{"no longer valid", high, wrong, [2]string{"1.0.0", "1.1.0"}, []string{"mcp:a/t removed escalate undeclared"}, contract.BumpMajor, false},
		{"added", "", low, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t added undeclared auto"}, contract.BumpNone, true},
		{"by other words", high, axes, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t changed escalate escalate"}, contract.BumpNone, true},
		{"no longer never", never, high, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t lowered never_allow escalate"}, contract.BumpMajor, false},
		{"never", high, never, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t raised escalate never_allow"}, contract.BumpNone, true},
		{"only never, instead of a band", low, `{"id":"mcp:a/t","never_allow":true}`, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t raised auto never_allow"}, contract.BumpNone, true},
		{"a lower band below never", never, `{"id":"mcp:a/t","band":"auto","never_allow":true}`, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t lowered never_allow never_allow"}, contract.BumpMajor, false},
		{"lowered in an environment", within, low, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t p lowered escalate auto"}, contract.BumpMajor, false},
		{"raised everywhere, lowered in an environment", within, ack, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t raised auto soft-ack", "mcp:a/t p lowered escalate soft-ack"}, contract.BumpMajor, false},
		{"lowered everywhere, and from never in an environment", guarded, low, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t lowered escalate auto", "mcp:a/t p lowered never_allow auto"}, contract.BumpMajor, false},
		{"lowered everywhere, and an environment as it was", high, within, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t lowered escalate auto"}, contract.BumpMajor, false},
		{"everywhere instead of in one", within, high, [2]string{"1.0.0", "1.0.1"}, []string{"mcp:a/t raised auto escalate"}, contract.BumpNone, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := read(t, map[string]string{"plugin.json": declaringIn(tt.versions[0], tt.before)}, plugin.Options{})
			after := read(t, map[string]string{"plugin.json": declaringIn(tt.versions[1], tt.after)}, plugin.Options{})
			d, err := plugin.Compare(before, after)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range d.Moved {
				where := ""
				if m.Environment != "" {
					where = " " + m.Environment
				}
				got = append(got, fmt.Sprintf("%s%s %s %s %s", m.ID, where, m.Change, m.Before.Word(), m.After.Word()))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || d.Asks != tt.asks || d.Enough != tt.enough {
				t.Errorf("asks %s, enough %t, want %s, %t (-want +got):\n%s", d.Asks, d.Enough, tt.asks, tt.enough, diff)
			}
		})
	}
}

func TestCompareRefuses(t *testing.T) {
	good := read(t, map[string]string{"plugin.json": declaring("")}, plugin.Options{})
	bad := read(t, map[string]string{"plugin.json": "{}"}, plugin.Options{})
	other := read(t, map[string]string{"plugin.json": `{"$schema":"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json","name":"other"}`}, plugin.Options{})
	if _, err := plugin.Compare(good, bad); !errors.Is(err, plugin.ErrRejected) {
		t.Errorf("a rejected side: %v, want ErrRejected", err)
	}
	if _, err := plugin.Compare(good, other); !errors.Is(err, plugin.ErrOther) {
		t.Errorf("another plugin: %v, want ErrOther", err)
	}
}

// oneServer is an mcp.json with the server a.
const oneServer = `{"$schema":"https://agent-plugins.org/schemas/1.0.0/mcp.schema.json","mcpServers":{"a":{"type":"stdio","command":"a"}}}`

func TestSummary(t *testing.T) {
	op := func(id, more string) string { return `{"id":"mcp:a/` + id + `",` + more + `}` }
	external := `"band":"escalate","scope":"external"`
	for _, tt := range []struct {
		operations []string
		want       string
	}{
		{nil, "declares no operation"},
		{[]string{op("a", external), op("b", external), op("c", external)}, "declares three escalate operations, all external"},
		{[]string{op("a", external), op("b", external)}, "declares two escalate operations, both external"},
		{[]string{op("a", external)}, "declares one escalate operation, external"},
		{[]string{op("a", external), op("b", `"band":"escalate"`)}, "declares two escalate operations, one external, one of no declared scope"},
		{[]string{op("a", `"band":"auto"`), op("b", `"band":"soft-ack"`)}, "declares one soft-ack operation; one auto operation"},
		{[]string{op("a", `"never_allow":true`)}, "declares one operation never to be allowed"},
		{[]string{op("a", `"never_allow":true`), op("b", `"never_allow":true`)}, "declares two operations never to be allowed"},
		{[]string{op("a", `"never_allow":true`), op("b", `"band":"auto"`)}, "declares one auto operation; one never to be allowed"},
		{[]string{op("a", external), `{"id":"mcp:b/a","band":"auto"}`, `{"id":"skill:s","never_allow":true}`}, "declares one escalate operation, external; two of what the plugin does not have"},
		{[]string{`{"id":"mcp:b/a","band":"auto"}`}, "declares no operation; one of what the plugin does not have"},
	} {
		list := ""
		for i, o := range tt.operations {
			if i > 0 {
				list += ","
			}
			list += o
		}
		p := read(t, map[string]string{"plugin.json": declaring(list), "mcp.json": oneServer}, plugin.Options{})
		if got := p.Summary().Sentence; got != tt.want {
			t.Errorf("Summary(%s) = %q, want %q", list, got, tt.want)
		}
	}
}
