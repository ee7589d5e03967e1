package firstsight_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/firstsight"
	"github.com/mooring-mcp/mooring/internal/jsonv"
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
	if sight.Unread > 0 {
		out = append(out, fmt.Sprintf("unread %d", sight.Unread))
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
			"emoji selectors that select nothing",
			[]string{tools(`{"name":"a","description":"x\ufe0f \u2764\ufe0f\ufe0f"}`, `{"name":"b","description":"1\ufe0f\u20e3 \u2139\ufe0f 1\ufe0f"}`)},
			[]string{
				"advisory.other_invisible tool a /description invisible character U+FE0F",
				"advisory.other_invisible tool a /description 2 invisible characters, the first is U+FE0F",
				"advisory.other_invisible tool b /description invisible character U+FE0F",
			},
		},
		{
			"what the server says of itself",
			[]string{
				`{"protocolVersion":"2025-11-25","serverInfo":{"name":"io.example/h\u200b","version":"1","title":"do not tell","description":"of https://h.example, see abc/def"},"capabilities":{},"_meta":{"x":"\u202e"}}`,
				tools(),
			},
			[]string{
				"advisory.hidden_text server  /serverInfo/name U+200B ZERO WIDTH SPACE",
				"advisory.hidden_text server  /_meta/x U+202E RIGHT-TO-LEFT OVERRIDE",
				"advisory.instruction server  /serverInfo/title do not tell",
				"host h.example 1", "host io.example 1", "reference abc/def 1",
			},
		},
		{
			"items that cannot be read",
			[]string{tools(`{"name":"a","name":"a","description":"do not tell"}`, `7`, `{"name":"b"}`)},
			[]string{"unread 2"},
		},
		{
			"a name that an unreadable item stands between",
			[]string{tools(`{"name":"a"}`, `{"name":"a","x":1,"x":2}`, `{"name":"a"}`)},
			[]string{`alarm mooring_tool_name_repeated tool a /name "a"`, "unread 1"},
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

func TestHosts(t *testing.T) {
	for text, want := range map[string]string{
		"see https://... for more":                      "",
		"https://{host}/x and https://{{base}}:80/":     "",
		"https://${HOST}/ https://$HOST/ http://%s/":    "",
		"https://{tenant}.api.example.com/x":            "host {tenant}.api.example.com",
		"{https://api.example.com}":                     "host api.example.com",
		"http://[::1]:8080/x":                           "host [::1]",
		"http://[FE80::1%25en0]":                        "host [fe80::1%25en0]",
		"http://[]/ http://[::1/":                       "",
		"http://a.example,http://b.example/x":           "host a.example, host b.example",
		"http://a.example;HTTPS://u:p@b.example:1|x":    "host a.example, host b.example",
		"http://a.example,b@evil.example/":              "host evil.example",
		"https://a.example/b.io/c?d.com":                "host a.example",
		"https://web.example/http://b.example/":         "host web.example",
		"https://a.example.evil.xyz/":                   "host a.example.evil.xyz",
		"http://10.0.0.1:80/ and 10.0.0.2":              "host 10.0.0.1, host 10.0.0.2",
		"ftp://files.example/other.io/x":                "host files.example",
		"API.example.com.":                              "host api.example.com",
		"file:///etc/passwd":                            "",
		"mcp://server/tool":                             "reference mcp://, reference server/tool",
		"true/false but not s3://bucket/folder":         "reference true/false",
		"https://münchen.de/":                           "host münchen.de",
		"'https://a.example' and \"https://b.example\"": "host a.example, host b.example",
	} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range look(t, tools(`{"name":"a","description":`+string(quoted)+`}`)) {
			if !strings.HasPrefix(line, "path ") {
				got = append(got, strings.TrimSuffix(line, " 1"))
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

// reversed writes a value with the members of its objects the other way round.
func reversed(v *jsonv.Value) string {
	var parts []string
	switch v.Kind() {
	case jsonv.Array:
		for _, item := range v.Items() {
			parts = append(parts, reversed(item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case jsonv.Object:
		for name, member := range v.Members() {
			parts = append([]string{string(jsonv.AppendQuoted(nil, name)) + ":" + reversed(member)}, parts...)
		}
		return "{" + strings.Join(parts, ",") + "}"
	default:
		return v.Raw()
	}
}

// TestBounds shows that a sight is small whatever it is a sight of: long names
// above many signals, long texts, long item names.
func TestBounds(t *testing.T) {
	name := strings.Repeat("n", 1<<20)
	var many, hosts strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&many, `"k%d":"\u200b do not tell https://h%d.example/%d \ufe0f\ufe0f",`, i, i, i)
		fmt.Fprintf(&hosts, "https://%s%d.example/ ", strings.Repeat("h", 200), i)
	}
	for what, item := range map[string]string{
		"long member name":  `{"name":"a","` + name + `":{` + many.String() + `"x":1}}`,
		"long item name":    `{"name":"` + name + `","annotations":{` + many.String() + `"x":1}}`,
		"long texts":        `{"name":"a","description":"do not tell ` + hosts.String() + ` /` + name + ` \ufe0f` + strings.Repeat(`\ufe0f`, 1<<20) + `"}`,
		"a name of slashes": `{"name":"a","` + strings.Repeat("/", 900) + `":{"description":"do not tell"}}`,
	} {
		t.Run(what, func(t *testing.T) {
			s, err := surface.Read("harbor", []byte(tools(item)))
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			sight := firstsight.Look(s, taxonomy.Imperatives())
			if spent := time.Since(start); spent > 20*time.Second {
				t.Errorf("took %v", spent)
			}
			text, err := json.Marshal(sight)
			if err != nil {
				t.Fatal(err)
			}
			if len(text) > 16<<20 || len(sight.Advisories)+len(sight.Alarms) == 0 {
				t.Errorf("a sight of %d bytes with %d signals", len(text), len(sight.Advisories)+len(sight.Alarms))
			}
			total := 0
			for _, signal := range append(sight.Alarms, sight.Advisories...) {
				if len(signal.Pointer) > firstsight.MaxPointer || len(signal.Name) > firstsight.MaxName+3 || len(signal.Text) > taxonomy.MaxText+3 {
					t.Errorf("signal with %d, %d and %d bytes", len(signal.Pointer), len(signal.Name), len(signal.Text))
				}
				if signal.PointerCut {
					total++
				}
			}
			if cut := strings.Contains(what, "slashes") || strings.Contains(what, "member"); cut != (total > 0) {
				t.Errorf("%d pointers are cut", total)
			}
			if n := sight.Omitted[check.RuleInstruction] + sight.Omitted["R02"]; strings.Contains(what, " name") && n > 0 && n != 50_000-firstsight.MaxSignals {
				t.Errorf("omitted %v", sight.Omitted)
			}
		})
	}
}

// TestAlarmsAreTheRules compares with what taxonomy-v1 says of each tool against
// nothing.
func TestAlarmsAreTheRules(t *testing.T) {
	n := 0
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "npm-live", "captures.jsonl.gz"), func(line []byte) {
		var row struct{ Tools []json.RawMessage }
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		for _, tool := range row.Tools {
			got, err := taxonomy.Classify(nil, tool)
			if err != nil {
				continue
			}
			var want []string
			for _, e := range got.Evidence {
				if e.Rule == "R01" || e.Rule == "R02" {
					want = append(want, fmt.Sprint(e))
				}
			}
			var alarms []string
			for _, a := range firstsight.Look(surface.FromTools("x", [][]byte{tool}), taxonomy.Imperatives()).Alarms {
				alarms = append(alarms, fmt.Sprint(taxonomy.Evidence{Rule: a.Rule, Pointer: a.Pointer, Definition: a.Definition, Text: a.Text, Start: a.Start, End: a.End}))
			}
			n += len(want)
			slices.Sort(want)
			slices.Sort(alarms)
			if diff := cmp.Diff(want, alarms); diff != "" {
				t.Errorf("%s (-taxonomy +first sight):\n%s", tool, diff)
			}
		}
	})
	if n == 0 {
		t.Error("no alarm anywhere")
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

// FuzzLook never panics, and gives equal bytes for equal surfaces, in whatever
// order their members stand.
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
		page := tools(`{"name":` + quote(name) + `,"description":` + quote(text) + `,"title":` + quote(text+name) + `,"x":{` + quote(text) + `:[` + quote(name) + `],"":` + quote(text) + `}}`)
		v, err := jsonv.Parse([]byte(page), jsonv.Limits{})
		if err != nil {
			return // the text is the empty name, too
		}
		if diff := cmp.Diff(look(t, page), look(t, reversed(v))); diff != "" {
			t.Error(diff)
		}
	})
}
