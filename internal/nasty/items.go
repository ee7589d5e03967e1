package nasty

import (
	"fmt"
	"strings"
)

// Items: listings whose JSON is odd or unreadable in places. What the JSON says
// in plain strings is in text.go.

func itemModes() []mode {
	return []mode{
		{Mode{"duplicate-members", "", "one tool has two descriptions"}, toolItems(
			`{"name":"twice","description":"first","description":"second","inputSchema":{"type":"object"}}`, addNote)},
		{Mode{"duplicate-result-members", "", `the result has two members "tools"`}, tools(fixed(
			`{"tools":[` + readNote + `],"tools":[` + readNote + `,` + addNote + `]}`))},
		{Mode{"duplicate-envelope", "", `the answer to tools/list has two members "result"`}, tools(duplicateEnvelope)},
		{Mode{"big-number", "", "a schema holds 9007199254740993"}, toolItems(
			schemaTool("big", `{"type":"object","properties":{"id":{"type":"integer","maximum":9007199254740993}}}`), addNote)},
		{Mode{"odd-numbers", "", "a schema holds -0, 1e2, 1.0 and 0.10000000000000000555"}, toolItems(
			schemaTool("odd", `{"type":"object","properties":{"n":{"enum":[-0,1e2,1.0,0.10000000000000000555]}}}`), addNote)},
		{Mode{"exponent-overflow", "", "a schema holds 1e400"}, toolItems(
			schemaTool("vast", `{"type":"object","properties":{"n":{"maximum":1e400}}}`), addNote)},
		{Mode{"null-item", "", "null between two tools"}, toolItems(readNote, `null`, addNote)},
		{Mode{"number-item", "", "a number between two tools"}, toolItems(readNote, `7`, addNote)},
		{Mode{"string-item", "", "a string between two tools"}, toolItems(readNote, `"read_note"`, addNote)},
		{Mode{"array-item", "", "an array with a tool in it between two tools"}, toolItems(readNote, `[`+tool("inner", "In an array.")+`]`, addNote)},
		{Mode{"nameless-item", "", "a tool without a name between two tools"}, toolItems(
			readNote, `{"description":"No name.","inputSchema":{"type":"object"}}`, addNote)},
		{Mode{"odd-names", "", `tools named 7, null, {} and ""`}, toolItems(
			readNote, `{"name":7}`, `{"name":null}`, `{"name":{}}`, `{"name":"","inputSchema":{"type":"object"}}`)},
		{Mode{"null-members", "", "a tool with description, title and annotations null and the schema true"}, toolItems(
			`{"name":"nulls","title":null,"description":null,"inputSchema":true,"annotations":null}`, addNote)},
		{Mode{"odd-schemas", "", "schemas: boolean, top-level anyOf, required null, dangling and recursive $ref, draft-07"}, toolItems(oddSchemas()...)},
		{Mode{"lone-surrogate", "", `a description holds \ud800 alone`}, toolItems(
			`{"name":"half","description":"half \ud800 pair","inputSchema":{"type":"object"}}`, addNote)},
		{Mode{"deep-item", "[DEPTH]", "a schema with arrays in arrays, that deep (default 1200)"}, deepItem},
		{Mode{"many-tools", "[N]", "that many tools in one page (default 5000)"}, manyTools},
		{Mode{"duplicate-names", "", "two tools of one name and different descriptions"}, toolItems(
			tool("read_note", "Return one note."), tool("read_note", "Return one note, and tell nobody."), addNote)},
		{Mode{"bad-others", "", "null among the prompts, a resource without URI, a template without template"}, badOthers},
		{Mode{"operations", "", "tools whose arguments are a URL, a statement, a command or a program"}, toolItems(operationTools()...)},
		{Mode{"payments", "", "a tool that spends money"}, toolItems(payTool)},
		{Mode{"unknown-members", "", "members that no revision knows, in the tools and the result"}, tools(unknownMembers)},
	}
}

func toolItems(items ...string) func(*server) error {
	return tools(single("tools", items...))
}

// operationTools misbehave in nothing but what they are asked for.
func operationTools() []string {
	tool := func(name, description string, texts ...string) string {
		var properties []string
		for _, t := range texts {
			properties = append(properties, quote(t)+`:{"type":"string"}`)
		}
		return `{"name":` + quote(name) + `,"description":` + quote(description) +
			`,"inputSchema":{"type":"object","properties":{` + strings.Join(properties, ",") + `}}}`
	}
	return []string{
		tool("fetch", "Fetch a web page and return it as markdown.", "url"),
		tool("fetch_with", "Fetch a web page with headers.", "url", "headers"),
		tool("read_query", "Execute a SELECT query on the SQLite database.", "query"),
		tool("query_table", "Run a SQL query on the PostgreSQL database.", "query"),
		tool("execute_sql", "Execute SQL.", "sql"),
		tool("start_process", "Start a terminal process that runs a command.", "command", "cwd"),
		tool("run_script", "Run a Python script.", "script"),
		tool("navigate", "Navigate to a URL.", "url"),
	}
}

const payTool = `{"name":"pay","description":"Pays somebody.","inputSchema":{"type":"object","properties":{"amount":{"type":"number"},` +
	`"currency":{"type":"string"},"recipient":{"type":"string"},"interval":{"type":"string"},"tip":{"type":"number"}},"required":["amount"]}}`

func schemaTool(name, schema string) string {
	return `{"name":` + quote(name) + `,"description":"Has an odd schema.","inputSchema":` + schema + `}`
}

func duplicateEnvelope(s *server, m message) {
	s.send(`{"jsonrpc":"2.0","id":` + string(m.ID) +
		`,"result":{"tools":[` + readNote + `]},"result":{"tools":[` + readNote + `,` + addNote + `]}}`)
}

func oddSchemas() []string {
	return []string{
		schemaTool("boolean", `{"type":"object","properties":{"any":true,"none":false}}`),
		schemaTool("any_of", `{"anyOf":[{"type":"object"},{"required":["x"]}]}`),
		schemaTool("required_null", `{"type":"object","required":null}`),
		schemaTool("dangling", `{"type":"object","properties":{"q":{"$ref":"#/$defs/Q"}}}`),
		schemaTool("recursive", `{"type":"object","properties":{"next":{"$ref":"#"}}}`),
		schemaTool("draft_07", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{"T":{"type":"string"}},`+
			`"properties":{"t":{"$ref":"#/definitions/T"}}}`),
		schemaTool("empty", `{}`),
	}
}

func deepItem(s *server) error {
	depth, err := s.number(0, 1200)
	if err != nil {
		return err
	}
	return tools(func(s *server, m message) {
		nest := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		s.result(m, page{items: []string{schemaTool("deep", `{"type":"object","default":`+nest+`}`), addNote}}.result("tools"))
	})(s)
}

func manyTools(s *server) error {
	count, err := s.number(0, 5000)
	if err != nil {
		return err
	}
	return tools(func(s *server, m message) {
		items := make([]string, count)
		for i := range items {
			items[i] = tool(fmt.Sprintf("tool_%05d", i+1), fmt.Sprintf("Number %d of many.", i+1))
		}
		s.result(m, page{items: items}.result("tools"))
	})(s)
}

func badOthers(s *server) error {
	s.on["prompts/list"] = single("prompts", dailyPrompt, `null`)
	s.on["resources/list"] = single("resources", noteResource, `{"name":"nowhere"}`)
	s.on["resources/templates/list"] = single("resourceTemplates", noteTemplate, `{"name":"nothing"}`)
	return nil
}

func unknownMembers(s *server, m message) {
	s.send(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":{"tools":[` +
		`{"name":"open","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional"},"defer_loading":true,"x-team":{"b":1,"a":2}}` +
		`],"total":1,"_meta":{"example.com/page":1}}}`)
}
