package axes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/axes"
)

// ruled is a tool with texts as arguments, by "name" or `"name":SCHEMA`.
func ruled(name, description, more string, arguments ...string) string {
	for i, a := range arguments {
		if !strings.Contains(a, ":") {
			arguments[i] = fmt.Sprintf("%q:{\"type\":\"string\"}", a)
		}
	}
	return fmt.Sprintf(`{"name":%q,"description":%q,"inputSchema":{"type":"object","properties":{%s}}%s}`, name, description, strings.Join(arguments, ","), more)
}

func TestProposeRules(t *testing.T) {
	const page, query, command = "Fetches a web page.", "Runs a SQL query.", "Runs a shell command in a terminal."
	remote, server := axes.Options{Remote: true}, axes.Options{Server: "harbor"}
	tests := []struct {
		tool string
		o    axes.Options
		want string // the rules, or the doubt
	}{
		// URLs that are read.
		{ruled("fetch", page, "", "url"), axes.Options{}, "/url url read"},
		{ruled("read_url", "Read the content of a website.", "", `"image_url":{"type":"string","description":"Image URL"}`), axes.Options{}, "/image_url url read"},
		{ruled("fetch", page, "", "uri", `"max_length":{"type":"integer"}`, `"raw":{"anyOf":[{"type":"boolean"},{"type":"null"}]}`), axes.Options{}, "/uri url read"},
		{ruled("fetch", page, "", `"url":{"type":["string","null"]}`, `"tags":{"type":"array","items":{"type":"string"}}`), axes.Options{}, "/url url read"},
		{ruled("fetch", page, `,"annotations":{"readOnlyHint":true,"destructiveHint":false}`, "url"), axes.Options{}, "/url url read"},
		{ruled("fetch", page, "", "url"), remote, "/url url read shared-remote"},
		{ruled("fetch", page, "", "url", "image_url"), axes.Options{}, "/url url read, /image_url url read"},
		{ruled("frob", page, "", "url"), axes.Options{}, "/url url read"},
		// What may be more than a read.
		{ruled("fetch", page, "", "url", "headers"), axes.Options{}, `the argument "headers" beside it may ask for more`},
		{ruled("fetch", page, "", "url", `"method":{"enum":["GET","POST"]}`), axes.Options{}, `"method"`},
		{ruled("fetch", page, "", "url", `"body":{"type":"object"}`), axes.Options{}, `"body"`},
		{ruled("fetch", page, "", "url", "output_path"), axes.Options{}, `"output_path"`},
		{ruled("fetch", page, "", "url", "webhook_url"), axes.Options{}, `"webhook_url"`},
		{ruled("fetch", page, "", "url", `"format":{"$ref":"#/$defs/x"}`), axes.Options{}, `"format"`},
		{ruled("fetch", page, "", "url", `"format":{"type":"array","items":{"type":"object"}}`), axes.Options{}, `"format"`},
		{ruled("fetch", page, "", "url", "a"+strings.Repeat("b", 60)), axes.Options{}, "another argument may ask for more"},
		{ruled("fetch", page, "", "url", "字段"), axes.Options{}, `"字段"`},
		{ruled("fetch", "Fetches a web page. The page is saved.", "", "url"), axes.Options{}, `its words say "saved"`},
		{ruled("fetch", "Fetches a web page. Sends a POST.", "", "url"), axes.Options{}, `"sends"`},
		{ruled("fetch", "Fetches a web page with POST.", "", "url"), axes.Options{}, `its description says "POST"`},
		{ruled("fetch", "Fetches a web page. It creates a copy.", "", "url"), axes.Options{}, `"creates" in its description may do more`},
		{ruled("fetch", "Fetches a web page. A call consumes credits.", "", "url"), axes.Options{}, `its words say "credits"`},
		{ruled("fetch", "Fetches a web page. You will be charged.", "", "url"), axes.Options{}, `"will be charged"`},
		{ruled("fetch", "Fetches a web page."+strings.Repeat(" Long.", 2000), "", "url"), axes.Options{}, "too long"},
		{ruled("fetch", page, `,"annotations":{"readOnlyHint":true,"destructiveHint":true}`, "url"), axes.Options{}, "destructiveHint: true"},
		{ruled("fetch", page, `,"title":"Fetch and store"`, "url"), axes.Options{}, `"store"`},
		{ruled("fetch", page, `,"annotations":{"title":"Download"}`, "url"), axes.Options{}, `"download"`},
		{ruled("fetch", page, `,"annotations":{"readOnlyHint":false}`, "url"), axes.Options{}, ""}, // has axes
		{ruled("fetch", "", "", "url"), axes.Options{}, "the first sentence of its description"},
		{ruled("fetch", "获取网页", "", "url"), axes.Options{}, "the first sentence of its description"},
		{ruled("get_dataset", "Get a dataset by URI", "", "uri"), axes.Options{}, "no word says that what it reads is on the web"},
		{ruled("search", "Search a web page.", "", "url"), axes.Options{}, `"search" in its name may do more`},
		{ruled("crawl_site", "Crawl a website.", "", "url"), axes.Options{}, `"crawl"`},
		{ruled("navigate", "Navigate to a URL", "", "url"), axes.Options{}, `"navigate" in its name may do more`},
		{ruled("fetch*", page, "", "url"), axes.Options{}, "read as a pattern"},
		{ruled("fetch", page, "", "endpoint"), axes.Options{}, "no argument at the top is a URL that is read"},
		{ruled("fetch", page, "", `"url":{"type":"array","items":{"type":"string"}}`), axes.Options{}, "no argument at the top is a URL that is read"},
		{ruled("create_webhook", "Create a webhook.", "", "url"), axes.Options{}, ""},
		{ruled("search", "Search notes.", "", "query"), axes.Options{}, ""},

		// Statements that are run.
		{ruled("query_table", query, "", "sql"), axes.Options{}, "/sql sql shared-remote"},
		{ruled("query_table", "Runs a SQL query on PostgreSQL.", "", "query", "database"), axes.Options{}, "/query sql postgres shared-remote"},
		{ruled("read_query", "Execute a SELECT query on the SQLite database", "", "query"), axes.Options{}, "/query sql sqlite"},
		{ruled("read_query", "Execute a SELECT query on the SQLite database", "", "query"), remote, "/query sql sqlite shared-remote"},
		{ruled("query_table", "Runs a SQL query on Turso, a SQLite.", "", "query"), axes.Options{}, "/query sql sqlite shared-remote"},
		{ruled("query_table", "Runs a SQL query on MySQL or Postgres.", "", "query"), axes.Options{}, "/query sql shared-remote"},
		{ruled("query_table", "Runs a SQL query on TiDB, by the words of MySQL.", "", "query"), axes.Options{}, "/query sql shared-remote"},
		{ruled("harbor_select_rows", query, "", "sql"), server, "/sql sql shared-remote"},
		{ruled("harbor_select_rows", query, "", "sql"), axes.Options{}, "its name says more than that it runs a statement"},
		{ruled("execute_sql", query, "", "sql"), axes.Options{}, "the tool's name alone"},
		{ruled("save_query", query, "", "sql"), axes.Options{}, `"save"`},
		{ruled("delete_rows", query, "", "sql"), axes.Options{}, "its name says more"},
		{ruled("query_table", "Validates a SQL query.", "", "sql"), axes.Options{}, `"validates"`},
		{ruled("query_table", "Translates a question to a SQL query and runs it.", "", "query"), axes.Options{}, `"translates"`},
		{ruled("query_table", "A tool.", "", "sql"), axes.Options{}, "the first sentence of its description"},
		{ruled("query_table", query, "", "sql", "connection_string"), axes.Options{}, `"connection_string"`},
		{ruled("query_table", query, "", "sql", "destination"), axes.Options{}, `"destination"`},
		{ruled("query_table", query, "", "sql", "query"), axes.Options{}, "more than one argument may be that"},
		{ruled("query_table", query, "", `"sql":{"type":"array","items":{"type":"string"}}`), axes.Options{}, "no argument at the top is a text of that"},

		// Commands that are run.
		{ruled("start_process", command, "", "command", "cwd"), axes.Options{}, "/command shell"},
		{ruled("start_process", command, "", "command"), remote, "the server runs elsewhere"},
		{ruled("run_command", command, "", "command"), axes.Options{}, "the tool's name alone"},
		{ruled("start_process", command, "", "command", "env"), axes.Options{}, `"env"`},
		{ruled("start_process", command, "", "command", "stdin"), axes.Options{}, `"stdin"`},
		{ruled("start_process", "Runs a command on a remote host.", "", "command"), axes.Options{}, `"remote"`},
		{ruled("start_process", "Runs a command by pwsh in a terminal.", "", "command"), axes.Options{}, "a shell without a parser here"},
		{ruled("start_pwsh", command, "", "command"), axes.Options{}, "a shell without a parser here"},
		{ruled("start_container", command, "", "command"), axes.Options{}, `"container"`},
		{ruled("block_command", "Add a command to the list.", "", "command"), axes.Options{}, "its name says more"},
		{ruled("run_script", "Runs a script.", "", "script"), axes.Options{}, "no classifier here reads such a program"},
	}
	for _, tt := range tests {
		t.Run(tt.tool[:min(len(tt.tool), 160)], func(t *testing.T) {
			p := propose(t, tt.tool, tt.o)
			var got []string
			for _, r := range p.Rules {
				got = append(got, strings.Join(strings.Fields(fmt.Sprint(r.Argument, " ", r.As, " ", r.Intent, " ", r.Dialect, " ", r.Scope)), " "))
				if !strings.Contains(r.Reason, axes.Unbound) || strings.ContainsAny(r.Reason, "\r\n") {
					t.Errorf("reason is %q", r.Reason)
				}
			}
			if len(p.Rules) > 0 && p.Doubt != "" || len(p.Rules) > 0 && p.Axes != (band.Axes{}) {
				t.Errorf("rules %v with the doubt %q and axes %v", p.Rules, p.Doubt, p.Axes)
			}
			switch rules := strings.Join(got, ", "); {
			case strings.HasPrefix(tt.want, "/"):
				if rules != tt.want {
					t.Errorf("rules are %q, doubt is %q, want rules %q", rules, p.Doubt, tt.want)
				}
			case rules != "" || !strings.Contains(p.Doubt, tt.want) || (tt.want == "") != (p.Doubt == ""):
				t.Errorf("rules are %q, doubt is %q, want the doubt %q", rules, p.Doubt, tt.want)
			}
		})
	}
}

// FuzzProposeRules holds proposed rules against what every one of them has to be.
func FuzzProposeRules(f *testing.F) {
	f.Add("fetch", "Fetches a web page.", "url", "max_length")
	f.Add("read_query", "Execute a SELECT query on SQLite", "query", "~/\n")
	f.Add("start_process", "Runs a shell command.", "command", "*")
	f.Fuzz(func(t *testing.T, name, description, argument, other string) {
		p, err := axes.Propose([]byte(ruled(name, description, "", fmt.Sprintf("%q:{\"type\":\"string\"}", argument), fmt.Sprintf("%q:{\"type\":\"string\"}", other))), axes.Options{})
		if err != nil {
			return // no JSON: %q is that of Go
		}
		for _, r := range p.Rules {
			if r.Tool == "" || !strings.HasPrefix(r.Argument, "/") || strings.Contains(r.Argument, "*") || strings.ContainsAny(r.Tool, "*?[") || p.Operation != r.As {
				t.Errorf("rule is %v of the operation %q", r, p.Operation)
			}
		}
		if strings.ContainsAny(p.Doubt, "\r\n") {
			t.Errorf("doubt is %q", p.Doubt)
		}
	})
}
