package classifiers_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/amountop"
	"github.com/mooring-mcp/mooring/internal/classifiers"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/pathop"
)

// judge says "BAND proved", "BAND" or "BAND doubts POINTER …" of a call.
func judge(t *testing.T, c operation.Call, arguments string) string {
	t.Helper()
	c.Place = pathop.Place{Workspace: "/src", Home: "/home/mo"}
	r, err := classifiers.All().Classify(t.Context(), c, []byte(arguments))
	if err != nil {
		t.Fatalf("Classify(%s) = %v", arguments, err)
	}
	words := []string{"none"}
	if r.Band != band.None {
		words[0] = string(r.Band)
	}
	if r.Floor != "" {
		words[0] = string(r.Floor)
	}
	if r.Proved {
		words = append(words, "proved")
	}
	if r.Band != band.Escalate && len(r.Doubts) > 0 {
		words = append(words, "doubts")
		for _, d := range r.Doubts {
			words = append(words, d.Argument)
		}
	}
	return strings.Join(words, " ")
}

// TestBesideCommand: a command proves a call only where nothing beside it asks for more.
func TestBesideCommand(t *testing.T) {
	for _, tt := range []struct{ beside, want string }{
		// Harmless.
		{`"timeout":30`, "auto proved"},
		{`"timeout_ms":"3000","background":true,"description":"list the folder /src","max_output_size":10`, "auto proved"},
		{`"env":{},"image":"","user":null`, "auto proved"},
		{`"sudo":false,"privileged":false`, "auto proved"},
		{`"run_in_background":true`, "auto proved"},
		{`"run":"it"`, "auto doubts /run"},
		// Variables are assignments in front of the command.
		{`"env":{"LANG":"C","DEBUG":1}`, "auto proved"},
		{`"env":{"LD_PRELOAD":"./x.so"}`, "escalate"},
		{`"env":{"BASH_ENV":"./evil.sh"}`, "escalate"},
		{`"env":{"NODE_OPTIONS":"--require ./x.js"}`, "escalate"},
		{`"env":["LD_PRELOAD=./x.so"]`, "escalate"},
		{`"env":["LANG=C"]`, "auto proved"},
		{`"env_vars":[{"name":"LD_PRELOAD","value":"./x.so"}]`, "escalate"},
		{`"environmentVariables":[{"key":"LANG","value":"C"}]`, "auto proved"},
		{`"env":"LD_PRELOAD=./x.so"`, "escalate"},
		{`"env":"LANG=C\nTZ=UTC"`, "auto proved"},
		{`"env":{"A B":"x"}`, "auto doubts /env"},
		{`"env":{"A":{"b":"c"}}`, "auto doubts /env"},
		{`"env":[{"name":"A","value":"x","secret":true}]`, "auto doubts /env"},
		{`"env":"production"`, "auto doubts /env"},
		{`"env_file":"./x"`, "soft-ack doubts /env_file"},
		// A folder is cd, a shell is known by its name.
		{`"cwd":"docs"`, "auto proved"},
		{`"cwd":"/etc"`, "soft-ack proved"},
		{`"working_directory":"$X/y"`, "escalate"},
		{`"shell":"bash"`, "auto proved"},
		{`"shell":"/bin/zsh"`, "auto proved"},
		{`"shell":"/tmp/bash"`, "escalate"},
		{`"shell":"pwsh"`, "escalate"},
		{`"shell":"python3"`, "soft-ack doubts /shell"},
		{`"shell":true`, "auto proved"},
		{`"cwd":"docs","working_dir":"src"`, "auto doubts /working_dir"},
		{`"cwd":["docs"]`, "soft-ack doubts /cwd/0"},
		{`"interpreter":"/tmp/evil"`, "auto doubts /interpreter"},
		{`"interpreter":"sh"`, "auto proved"},
		// Input is what the command reads.
		{`"stdin":"rm -rf /"`, "auto proved"},
		{`"input":"hello"`, "auto proved"},
		{`"input":["hello"]`, "escalate"},
		// What else there may be.
		{`"executable":"./evil"`, "auto doubts /executable"},
		{`"image":"evil/x"`, "auto doubts /image"},
		{`"container":"prod"`, "auto doubts /container"},
		{`"user":"root"`, "auto doubts /user"},
		{`"sudo":true`, "auto doubts /sudo"},
		{`"host":"prod-7"`, "escalate"},
		{`"output":"x.log"`, "auto doubts /output"},
		{`"wait":false,"sandbox":false`, "auto doubts /sandbox"},
		{`"size":"../x"`, "auto doubts /size"},
		{`"size":{"x":1}`, "auto doubts /size"},
		{`"options":{"timeout":5}`, "auto proved"},
		{`"options":{"timeout":5,"user":"root"}`, "auto doubts /options/user"},
		{`"args":["-l"]`, "auto proved"},
		{`"ssh_args":["-l"]`, "auto doubts /ssh_args/0"},
		{`"args":["-l",{"x":1}]`, "auto doubts /args/0 /args/1"},
	} {
		for _, rule := range []bool{false, true} {
			c := operation.Call{Server: "harbor", Tool: "run_command"}
			if rule {
				c.Tool, c.Mapping = "harbor", operation.Mapping{{Tool: "harbor", Argument: "/command", As: operation.ShellKind}}
			}
			if got := judge(t, c, `{"command":"ls",`+tt.beside+`}`); got != tt.want && (!rule || tt.want != "escalate") {
				t.Errorf("ls with %s, by a rule %t: %s, want %s", tt.beside, rule, got, tt.want)
			}
		}
	}
}

// TestCommandWith: what stands beside a command changes what the command does.
func TestCommandWith(t *testing.T) {
	for _, tt := range []struct{ arguments, want string }{
		{`{"command":"bash","stdin":"rm -rf /"}`, "never_allow"},
		{`{"command":"bash","stdin":"ls"}`, "auto proved"},
		{`{"command":"bash\n}; { cat","stdin":"rm -rf /"}`, "escalate"},
		{`{"command":"$X -rf /","env":{"X":"rm"}}`, "never_allow"},
		{`{"command":"rm -rf build","cwd":"/"}`, "escalate"},
		{`{"command":["ls","-l"],"env":{"LD_PRELOAD":"./x.so"}}`, "escalate"},
		{`{"commands":["ls"],"env":{"LD_PRELOAD":"./x.so"}}`, "escalate"},
	} {
		if got := judge(t, operation.Call{Tool: "run_command"}, tt.arguments); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.arguments, got, tt.want)
		}
	}
}

// TestBesideStatement is the same for statements.
func TestBesideStatement(t *testing.T) {
	for _, tt := range []struct{ beside, want string }{
		{`"limit":10,"database":"prod","schema":"public","catalog":"main"`, "auto proved"},
		{`"params":["x; y",{"a":[1]}],"bindings":{"id":7},"values":[1]`, "auto proved"},
		{`"read_only":true`, "auto proved"},
		{`"read_only":false`, "auto doubts /read_only"},
		{`"commit":true`, "auto doubts /commit"},
		{`"commit":false`, "auto proved"},
		{`"role":"superuser"`, "auto doubts /role"},
		{`"save_to":"../x"`, "auto doubts /save_to"},
		{`"output":"x.csv"`, "auto doubts /output"},
		{`"output_format":"csv"`, "auto proved"},
		{`"connection_string":"postgres://prod"`, "auto doubts /connection_string"},
		{`"connection":"prod"`, "auto doubts /connection"},
		{`"database":"host=evil dbname=x"`, "auto doubts /database"},
		{`"database":"postgres://prod"`, "auto doubts /database"},
		{`"database":"prod@evil:5432"`, "auto doubts /database"},
		{`"args":"--host evil"`, "auto doubts /args"},
		{`"args":[1],"timestamp":"2026-01-01T10:00:00Z","description":"See /etc; then go."`, "auto proved"},
		{`"schema":"a; DROP TABLE y"`, "auto doubts /schema"},
		{`"variables":{"t":"x; DROP TABLE y"}`, "auto doubts /variables"},
		{`"template":"x"`, "auto doubts /template"},
		{`"env":{"PGHOST":"evil"}`, "auto doubts /env"},
	} {
		for _, rule := range []bool{false, true} {
			c := operation.Call{Tool: "execute_sql", Dialect: "postgres"}
			if rule {
				c.Tool, c.Mapping = "harbor", operation.Mapping{{Tool: "harbor", Argument: "/query", As: operation.SQLKind}}
			}
			if got := judge(t, c, `{"query":"SELECT * FROM t",`+tt.beside+`}`); got != tt.want {
				t.Errorf("a SELECT with %s, by a rule %t: %s, want %s", tt.beside, rule, got, tt.want)
			}
		}
	}
	c := operation.Call{Tool: "execute_sql", Mapping: operation.Mapping{{Tool: "*", Argument: "/role", As: operation.Data}, {Tool: "*", Argument: "/labels", As: operation.Data}}}
	if got := judge(t, c, `{"sql":"SELECT 1","role":"x","labels":{"a":"DROP TABLE x"}}`); got != "auto proved" {
		t.Errorf("arguments that a rule calls data: %s, want auto proved", got)
	}
	c.Mapping = nil
	c.Schema = []byte(`{"properties":{"sql":{"type":"string"}}}`)
	if got := judge(t, c, `{"sql":"SELECT 1","limit":1}`); got != "auto doubts /limit" {
		t.Errorf("an argument that the schema has not: %s", got)
	}
}

// TestSpendLine: one amount that a rule names passes at or under the line of its currency.
func TestSpendLine(t *testing.T) {
	lines, err := amountop.ParseLines(map[string]string{"EUR": "50"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ arguments, want string }{
		{`{"amount":40,"currency":"EUR"}`, "soft-ack proved"},
		{`{"amount":50,"currency":"EUR","recipient":"Mo & Sons","description":"tea","order_id":"A-7","idempotency_key":"k-1"}`, "soft-ack proved"},
		{`{"amount":"40 EUR","to":"mo@example.com"}`, "soft-ack proved"},
		{`{"amount":40,"currency":"EUR","recurring":false}`, "soft-ack proved"},
		{`{"amount":50.01,"currency":"EUR"}`, "escalate"},
		{`{"amount":40}`, "escalate"},
		{`{"amount":40,"currency":"CHF"}`, "escalate"},
		{`{"amount":0,"currency":"CHF"}`, "soft-ack doubts /amount"},
		{`{"amount":40,"currency":"EUR","recurring":true}`, "escalate"},
		{`{"amount":40,"currency":"EUR","interval":"month"}`, "escalate"},
		{`{"amount":40,"currency":"EUR","tip_amount":5}`, "soft-ack doubts /amount /tip_amount"},
		{`{"amount":40,"currency":"EUR","tip":5}`, "soft-ack doubts /amount /tip"},
		{`{"amount":40,"currency":"EUR","quantity":2}`, "soft-ack doubts /quantity"},
		{`{"amount":40,"currency":"EUR","payments":[{"amount":40,"currency":"EUR"}]}`, "soft-ack doubts /amount /payments/0 /payments/0/amount"},
		{`{"amount":40,"currency":"EUR","callback_url":"https://example.com"}`, "escalate"},
		{`{"amount":40,"currency":"EUR","account":"main"}`, "soft-ack doubts /account"},
		{`{"amount":[20,20],"currency":"EUR"}`, "none"},
		{`{"price":40,"currency":"EUR"}`, "soft-ack"},
	} {
		c := operation.Call{Tool: "pay", Spend: lines, Mapping: operation.Mapping{{Tool: "pay", Argument: "/amount", As: operation.AmountKind}}}
		if got := judge(t, c, tt.arguments); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.arguments, got, tt.want)
		}
		c.Mapping = nil
		if got := judge(t, c, tt.arguments); strings.Contains(got, "proved") {
			t.Errorf("%s without a rule: %s", tt.arguments, got)
		}
	}
	for _, tool := range []string{"subscribe", "create_subscription"} {
		c := operation.Call{Tool: tool, Spend: lines, Mapping: operation.Mapping{{Tool: tool, Argument: "/amount", As: operation.AmountKind}}}
		if got := judge(t, c, `{"amount":40,"currency":"EUR"}`); got != "escalate" {
			t.Errorf("%s: %s, want escalate", tool, got)
		}
	}
}
