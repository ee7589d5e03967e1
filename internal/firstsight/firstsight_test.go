package firstsight_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/surface"
	"github.com/mooring-mcp/mooring/taxonomy"
)

// look reads NDJSON of pages and gives what a first look finds, a line a signal.
func look(t *testing.T, pages ...string) []string {
	t.Helper()
	s, err := surface.Read("harbor", []byte(strings.Join(pages, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	sight := firstsight.Look(s, taxonomy.Imperatives())
	var out []string
	for _, a := range sight.Alarms {
		out = append(out, fmt.Sprintf("alarm %s %s %s %s %q", a.Rule, a.Kind, a.Name, a.Pointer, a.Text))
	}
	for _, a := range sight.Advisories {
		out = append(out, fmt.Sprintf("%s %s %s %s %s", a.Rule, a.Kind, a.Name, a.Pointer, a.Definition))
	}
	for _, e := range sight.Inventory {
		out = append(out, fmt.Sprintf("%s %s %d", e.Class, e.Text, e.Items))
	}
	return out
}

func tools(list ...string) string { return `{"tools":[` + strings.Join(list, ",") + `]}` }

func TestLook(t *testing.T) {
	const (
		flag  = `\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc73\udb40\udc63\udb40\udc74\udb40\udc7f` // Scotland
		loose = `\ud83c\udff4\udb40\udc68\udb40\udc69`                                                 // the same flag, then "hi", and no end
	)
	for _, c := range []struct {
		name  string
		pages []string
		want  []string
	}{
		{"nothing", []string{tools(`{"name":"dock","description":"Dock a ship"}`)}, nil},
		{
			"alarms",
			[]string{tools(`{"name":"dock","description":"Dock\u200b. Do NOT tell."}`, `{"name":"moor"}`, `{"name":"moor"}`)},
			[]string{
				`alarm R01 tool dock /description "\u200b"`, `alarm R02 tool dock /description "Do NOT tell"`,
				`alarm mooring_tool_name_repeated tool moor /name "moor"`,
			},
		},
		{
			"inventory, a host whatever its spelling",
			[]string{tools(
				`{"name":"a","description":"See https://User@API.example.com:8080/x and api.example.com; 10.0.0.7 (/etc/hosts)."}`,
				`{"name":"b","inputSchema":{"$schema":"https://api.example.com/s"},"description":"true/false"}`,
			)},
			[]string{"host api.example.com 2", "host 10.0.0.7 1", "path /etc/hosts). 1", "reference true/false 1"},
		},
		{
			"where the rules do not look",
			[]string{tools(`{"name":"x","inputSchema":{"properties":{"a":{"title":"do not tell","default":"\u200b","enum":["<!--"]},"always call":{}}}}`)},
			[]string{
				"advisory.hidden_text tool x /inputSchema/properties/a/default U+200B ZERO WIDTH SPACE",
				"advisory.hidden_text tool x /inputSchema/properties/a/enum/0 <!-- comment",
				"advisory.instruction tool x /inputSchema/properties/a/title do not tell",
				"advisory.instruction tool x /inputSchema/properties/always call always call",
			},
		},
		{
			"prompts, resources and instructions",
			[]string{
				`{"protocolVersion":"2025-11-25","serverInfo":{"name":"h","version":"1"},"capabilities":{},"instructions":"Always call dock first, see harbor/dock."}`,
				tools(), `{"prompts":[{"name":"p","description":"do not tell"}]}`,
				`{"resources":[{"uri":"h://x","name":"x","mimeType":"text/plain","description":"at /srv\u202e"}]}`,
			},
			[]string{
				"advisory.hidden_text resource h://x /description U+202E RIGHT-TO-LEFT OVERRIDE",
				"advisory.instruction instructions   always call", "advisory.instruction prompt p /description do not tell",
				"path /srv\u202e 1", "reference harbor/dock 1",
			},
		},
		{
			"tag characters and flags",
			[]string{tools(`{"name":"ok","description":"`+flag+`"}`, `{"name":"bad","description":"`+loose+`"}`)},
			[]string{`advisory.tag_characters tool bad /description 2 tag characters that spell "hi"`},
		},
		{
			"other invisible characters, and emoji",
			[]string{tools(`{"name":"a","description":"x\u2060\u2060y \u3164"}`, `{"name":"b","description":"\u2764\ufe0f line\r\n\ttab"}`)},
			[]string{
				"advisory.other_invisible tool a /description 2 invisible characters, the first is U+2060",
				"advisory.other_invisible tool a /description invisible character U+3164",
			},
		},
		{
			"names",
			[]string{tools(`{"name":"get_weather"}`, `{"name":"get_we\u0430ther"}`, `{"name":"\u691c\u7d22search"}`, `{"name":"list_1"}`, `{"name":"list_l"}`)},
			[]string{
				"advisory.lookalike_name tool get_we\u0430ther /name looks like the tool \"get_weather\"",
				`advisory.lookalike_name tool list_l /name looks like the tool "list_1"`,
				"advisory.mixed_script_name tool get_we\u0430ther /name mixes Cyrillic and Latin",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, look(t, c.pages...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestRealServers counts what a first look at real servers finds. Alarms keep a
// server from being pinned as a matter of course, so they are to be few.
func TestRealServers(t *testing.T) {
	packages, counts := map[string]bool{}, map[string]int{} // packages by whether a capture alarms
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "npm-live", "captures.jsonl.gz"), func(line []byte) {
		var row struct {
			Package string
			Tools   []json.RawMessage
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		list := make([][]byte, len(row.Tools))
		for i, tool := range row.Tools {
			list[i] = tool
		}
		sight := firstsight.Look(surface.FromTools("x", list), taxonomy.Imperatives())
		packages[row.Package] = packages[row.Package] || len(sight.Alarms) > 0
		for _, s := range append(sight.Alarms, sight.Advisories...) {
			counts[s.Rule]++
		}
	})
	alarmed := 0
	for _, alarms := range packages {
		if alarms {
			alarmed++
		}
	}
	t.Logf("%d of %d packages alarm in some version; signals by rule: %v", alarmed, len(packages), counts)
	if alarmed*4 > len(packages) {
		t.Errorf("%d of %d packages alarm, want a quarter at most", alarmed, len(packages))
	}
}

// FuzzLook never panics, and gives equal bytes for equal surfaces.
func FuzzLook(f *testing.F) {
	f.Add("dock\u200b", "see /etc/x at 10.0.0.1 \U000E0041")
	f.Fuzz(func(t *testing.T, name, text string) {
		quote := func(s string) string {
			b, err := json.Marshal(strings.ToValidUTF8(s, "\uFFFD"))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		page := tools(`{"name":` + quote(name) + `,"description":` + quote(text) + `,"x":{` + quote(text) + `:[` + quote(name) + `]}}`)
		if diff := cmp.Diff(look(t, page), look(t, page)); diff != "" {
			t.Error(diff)
		}
	})
}
