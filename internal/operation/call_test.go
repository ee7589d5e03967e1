package operation_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/amountop"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/pathop"
)

// scripted stands in for the classifiers of programs: what it does not know is no
// statement and no command.
type scripted struct{}

func (scripted) Classify(_ context.Context, text, dialect string) operation.SQLVerdict {
	word, _, _ := strings.Cut(strings.ToLower(text), " ")
	v := operation.SQLVerdict{Statement: true, ReadOnly: word == "select", Sensitive: strings.Contains(text, "pg_shadow")}
	v.Statement = v.ReadOnly || word == "delete" || word == "drop"
	v.Grounds = []operation.Ground{{Code: word, Detail: dialect, Span: operation.Span{End: len(word)}}}
	return v
}

type scriptedShell struct{}

func (scriptedShell) Classify(text string, _ pathop.Place, dir string) operation.ShellVerdict {
	local := band.Axes{Reversibility: band.Reversible, Scope: band.Local}
	switch {
	case strings.HasPrefix(text, "ls"):
		return operation.ShellVerdict{Band: band.Auto, Axes: local, Known: true, Reads: true}
	case text == "rm -rf build" && dir == "/src/harbor":
		return operation.ShellVerdict{Band: band.SoftAck, Axes: local, Known: true}
	case strings.HasPrefix(text, "rm -rf /"), text == "rm -rf build" && dir == "/", text == "rm '-rf' '/'":
		local.Reversibility = band.Irreversible
		return operation.ShellVerdict{Band: band.Escalate, Floor: band.NeverAllow, Axes: local, Known: true, Grounds: []operation.Ground{
			{Code: "root", Detail: "all of it", Span: operation.Span{Start: 7, End: 8}, Band: band.Escalate, Floor: band.NeverAllow},
		}}
	}
	return operation.ShellVerdict{Band: band.Escalate}
}

func labels(name, _ string) []string {
	if name == "target" {
		return []string{"gg:url-endpoint"}
	}
	return nil
}

func classifiers() operation.Classifiers {
	return operation.Classifiers{SQL: scripted{}, Shell: scriptedShell{}, Labels: labels}
}

func call(tb testing.TB, tool string) operation.Call {
	tb.Helper()
	spend, err := amountop.ParseLines(map[string]string{"EUR": "50"})
	if err != nil {
		tb.Fatal(err)
	}
	return operation.Call{Server: "harbor", Tool: tool, Place: pathop.Place{Workspace: "/src", Home: "/home/mo"}, Spend: spend}
}

// brief is "BAND[!] [proved] KIND:CODE@ARGUMENT/ROUTE …".
func brief(r operation.Result) string {
	b := string(r.Band)
	if b == "" {
		b = "none"
	}
	if r.Floor != "" {
		b += "!"
	}
	if r.ProvedRead {
		b += " proved-read"
	} else if r.Proved {
		b += " proved"
	}
	for _, reason := range r.Reasons {
		b += fmt.Sprintf(" %s:%s@%s/%s", reason.Kind, reason.Code, reason.Argument, reason.Route)
	}
	return b
}

func TestClassify(t *testing.T) {
	for _, tt := range []struct{ tool, arguments, want string }{
		// A tool has no band: its statement has.
		{"execute_sql", `{"sql":"SELECT 1"}`, "auto proved-read sql:select@/sql/hint"},
		{"execute_sql", `{"sql":"DROP TABLE x"}`, "escalate sql:drop@/sql/hint"},
		{"execute_sql", `{"sql":"SELECT * FROM pg_shadow"}`, "escalate sql:select@/sql/hint"},
		{"execute_sql", `{"query":"SELECT 1","limit":"5"}`, "auto proved-read sql:select@/query/hint"},
		{"postgres_query", `{"query":"nonsense"}`, "escalate sql:nonsense@/query/hint"},
		{"query_database", `{"query":"all ships"}`, "none"},
		{"query_database", `{"query":"DROP TABLE x"}`, "escalate sql:drop@/query/value"},
		{"search_issues", `{"query":"select a seat"}`, "none"},
		{"search_issues", `{"query":"DELETE FROM users"}`, "escalate sql:delete@/query/value"},
		{"run_command", `{"command":"ls -la"}`, "auto proved-read shell:auto@/command/hint"},
		{"run_command", `{"command":"rm -rf /"}`, "escalate! shell:root@/command/hint"},
		{"run_command", `{"command":"rm -rf build","cwd":"harbor"}`, "soft-ack proved shell:soft-ack@/command/hint path:workspace@/cwd/hint"},
		{"run_command", `{"command":"rm -rf build","workingDirectory":"/"}`, "escalate! shell:root@/command/hint path:root@/workingDirectory/hint"},
		{"run_command", `{"command":"rm","args":["-rf","/"]}`, "escalate! shell:root@/command/hint"},
		{"run_command", `{"command":["rm","-rf","/"]}`, "escalate! shell:root@/command/hint"},
		{"run_command", `{"command":["ls","it's"]}`, "auto proved-read shell:auto@/command/hint"},
		{"run_command", `{"commands":["ls","rm -rf /"]}`, "escalate! shell:root@/commands/1/hint shell:auto@/commands/0/hint"},
		{"exec", `{"args":["rm","-rf","/"]}`, "escalate! shell:root@/args/hint"},
		{"run_command", `{"argv":["ls","-l"]}`, "auto proved-read shell:auto@/argv/hint"},
		{"run_python", `{"script":"a.py","args":["rm","-rf","/"]}`, "escalate code:unread@/script/hint"},
		{"bash", `{"input":"ls"}`, "auto proved-read shell:auto@/input/hint"},
		{"bash_history_add", `{"input":"ls"}`, "none"},
		// Shells that nobody here reads, by the tool or beside the command.
		{"run_powershell", `{"command":"ls"}`, "escalate shell:shell-not-parsed@/command/hint"},
		{"execute_cmd_exe", `{"command":"ls"}`, "escalate shell:shell-not-parsed@/command/hint"},
		{"run_command", `{"command":"ls","shell":"C:\\Windows\\System32\\cmd.exe"}`, "escalate shell:shell-not-parsed@/command/hint shell:shell-not-parsed@/shell/hint"},
		{"run_command", `{"command":"ls","interpreter":"/usr/bin/fish"}`, "escalate shell:shell-not-parsed@/command/hint"},
		// A tool that does more than it is given is not proved by what it is given.
		{"delete_repo", `{"repo":"a","sql":"SELECT 1"}`, "auto sql:select@/sql/hint"},
		{"drop_database", `{"command":"ls"}`, "auto shell:auto@/command/hint"},
		{"transfer", `{"sql":"SELECT 1","to":"x"}`, "auto sql:select@/sql/hint"},
		{"harbor_execute_sql", `{"sql":"SELECT 1"}`, "auto proved-read sql:select@/sql/hint"},
		{"note", `{"x":"rm -rf /"}`, "escalate shell:root@/x/value"},
		{"note", `{"x":"rm -rf the old things to make room for a new one"}`, "none"},
		{"create_issue", `{"title":"Bug","body":"rm -rf /"}`, "soft-ack shell:root@/body/value"},
		{"write_file", `{"path":"db/1.sql","content":"DROP TABLE x"}`, "soft-ack sql:drop@/content/value path:workspace@/path/hint"},
		{"run_python", `{"code":"print(1)"}`, "escalate code:unread@/code/hint"},
		{"get_weather", `{"country":"DE","code":"10115"}`, "none"},

		// URLs.
		{"fetch", `{"url":"https://example.com/"}`, "soft-ack url:external@/url/hint"},
		{"fetch", `{"url":"http://localhost:3000/"}`, "auto url:loopback@/url/hint"},
		{"fetch", `{"url":"http://2130706433/"}`, "escalate url:loopback@/url/hint"},
		{"fetch", `{"url":"http://169.254.169.254/"}`, "escalate! url:metadata@/url/hint"},
		{"fetch", `{"url":"http://localhost:3000/","method":"POST"}`, "soft-ack url:loopback@/url/hint"},
		{"fetch", `{"url":"https://example.com/","method":"POST"}`, "escalate url:external@/url/hint"},
		{"fetch", `{"url":"https://example.com/","body":"x"}`, "escalate url:external@/url/hint"},
		{"create_webhook", `{"target":"https://example.com/"}`, "escalate url:external@/target/hint"},
		{"fetch", `{"anything":"http://169.254.169.254/"}`, "escalate! url:metadata@/anything/value"},
		{"fetch", `{"requests":[{"url":"http://10.0.0.1/"},{"url":"http://localhost/"}]}`, "soft-ack url:private@/requests/0/url/hint url:loopback@/requests/1/url/hint"},
		{"get_resource", `{"uri":"note://1"}`, "none"},
		{"get_resource", `{"uri":"file:///etc/shadow"}`, "escalate path:credential@/uri/hint path:critical@/uri/hint path:system@/uri/hint"},
		{"connect", `{"host":"db"}`, "escalate url:private@/host/hint"},
		{"connect", `{"domain":"finance"}`, "none"},
		{"connect", `{"host":"db.internal:5432"}`, "escalate url:private@/host/hint"},
		{"add_link", `{"link":"see below"}`, "none"},

		// Paths.
		{"read_file", `{"path":"main.go"}`, "auto path:workspace@/path/hint"},
		{"read_file", `{"path":"~/.ssh/id_rsa"}`, "escalate path:credential@/path/hint path:home@/path/hint"},
		{"edit_file", `{"path":"main.go"}`, "soft-ack path:workspace@/path/hint"},
		{"edit_file", `{"path":"~/x"}`, "escalate path:home@/path/hint"},
		{"delete_file", `{"path":"main.go"}`, "soft-ack path:workspace@/path/hint"},
		{"delete_file", `{"path":"."}`, "escalate path:workspace@/path/hint"},
		{"delete_file", `{"path":"/"}`, "escalate! path:root@/path/hint"},
		{"write_file", `{"path":"mooring.yaml"}`, "escalate! path:guard@/path/hint path:workspace@/path/hint"},
		{"frobnicate", `{"x":"../../home/mo/.aws/credentials"}`, "escalate path:credential@/x/value path:home@/x/value"},
		{"get_route", `{"x":"/users/1"}`, "none"},
		{"read_file", `{"path":"%2e%2e/%2e%2e/etc/shadow"}`, "escalate path:credential@/path/hint path:critical@/path/hint path:system@/path/hint path:workspace@/path/hint"},

		// Money.
		{"pay", `{"amount":12,"currency":"EUR"}`, "soft-ack amount:within@/amount/hint"},
		{"pay", `{"amount":60,"currency":"EUR"}`, "escalate amount:above@/amount/hint"},
		{"pay", `{"amount":60}`, "escalate amount:unclear@/amount/hint"},
		{"pay", `{"amount":1,"currency":"EUR","interval":"month"}`, "escalate amount:recurring@/hint amount:within@/amount/hint"},
		{"pay", `{"items":[{"price":30,"currency":"EUR"},{"price":30,"currency":"EUR"}]}`, "escalate amount:above@/items/1/price/hint"},
		{"pay", `{"subtotal":30,"tax":{"amount":30,"currency":"EUR"},"currency":"EUR"}`, "soft-ack amount:within@/subtotal/hint"},
		{"create_subscription", `{"customer":"c1","price":"price_1"}`, "escalate amount:recurring@/hint amount:unclear@/price/hint"},
		{"search_products", `{"max_price":60,"currency":"EUR"}`, "none"},

		// JSON in strings, arrays, nothing.
		{"call", `{"arguments":"{\"a\":[\"http://169.254.169.254/\"]}"}`, "escalate! url:metadata@/arguments/a/0/value"},
		{"x", `{}`, "none"},
		{"x", `{"a":[1,true,null,"b"]}`, "none"},
	} {
		got, err := classifiers().Classify(context.Background(), call(t, tt.tool), []byte(tt.arguments))
		if err != nil || brief(got) != tt.want {
			t.Errorf("Classify(%s %s) =\n     %s, %v\nwant %s", tt.tool, tt.arguments, brief(got), err, tt.want)
		}
	}
}

func TestMapping(t *testing.T) {
	c := call(t, "frobnicate")
	c.Mapping = operation.Mapping{
		{Tool: "frob*", Argument: "/x", As: operation.SQLKind, Dialect: "mysql"},
		{Tool: "frobnicate", Argument: "/list/*", As: operation.PathKind, Intent: operation.Read},
		{Tool: "*", Argument: "/amount", As: operation.Data},
		{Tool: "*", Argument: "/coins", As: operation.AmountKind},
		{Tool: "*", Argument: "/sql", As: operation.Data},
	}
	if err := c.Mapping.Check(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ arguments, want string }{
		{`{"x":"SELECT 1"}`, "auto proved-read sql:select@/x/mapping"},
		{`{"x":"DROP TABLE x"}`, "escalate sql:drop@/x/mapping"},
		{`{"list":["main.go","x"]}`, "auto proved-read path:workspace@/list/0/mapping path:workspace@/list/1/mapping"},
		{`{"list":["main.go"],"path":"x"}`, "soft-ack path:workspace@/path/hint path:workspace@/list/0/mapping"},
		{`{"amount":60}`, "none"},
		{`{"coins":60,"currency":"EUR"}`, "escalate amount:above@/coins/mapping"},
		{`{"sql":"DROP TABLE x"}`, "none"},
	} {
		got, err := classifiers().Classify(context.Background(), c, []byte(tt.arguments))
		if err != nil || brief(got) != tt.want {
			t.Errorf("Classify(%s) =\n     %s, %v\nwant %s", tt.arguments, brief(got), err, tt.want)
		}
	}
	for _, bad := range []operation.Rule{
		{Tool: "[", Argument: "/x", As: operation.SQLKind},
		{Tool: "x", Argument: "x", As: operation.SQLKind},
		{Tool: "x", Argument: "/x", As: "magic"},
		{Tool: "x", Argument: "/x", As: operation.PathKind, Intent: "look"},
	} {
		if err := (operation.Mapping{bad}).Check(); err == nil {
			t.Errorf("Check(%+v) = nil, want an error", bad)
		}
	}
}

// TestContext: where the server's effects land and where the parameters come from
// join in. A proved read of a shared database is soft-ack, and asks nobody (B06).
func TestContext(t *testing.T) {
	for _, tt := range []struct {
		arguments string
		in        operation.Context
		want      band.Band
	}{
		{`{"sql":"SELECT 1"}`, operation.Context{}, band.Auto},
		{`{"sql":"SELECT 1"}`, operation.Context{Scope: band.Local, Trust: band.Trusted}, band.Auto},
		{`{"sql":"SELECT 1"}`, operation.Context{Scope: band.SharedRemote}, band.SoftAck},
		{`{"sql":"SELECT 1"}`, operation.Context{Scope: band.External}, band.SoftAck},
		{`{"sql":"SELECT 1"}`, operation.Context{Trust: band.Untrusted}, band.SoftAck},
		{`{"sql":"DROP TABLE x"}`, operation.Context{Scope: band.SharedRemote}, band.Escalate},
	} {
		c := call(t, "execute_sql")
		c.Context = tt.in
		got, err := classifiers().Classify(context.Background(), c, []byte(tt.arguments))
		if err != nil || got.Band != tt.want {
			t.Errorf("Classify(%s, %+v) = %s, %v, want %s", tt.arguments, tt.in, got.Band, err, tt.want)
		}
	}
}

// TestSessionOfReads is the session of §4.3: 1,016 calls of a database marked as
// shared, with trusted results and nothing sensitive, and not one of them asks.
func TestSessionOfReads(t *testing.T) {
	c := call(t, "execute_sql")
	c.Context = operation.Context{Scope: band.SharedRemote, Trust: band.Trusted}
	for i := range 1016 {
		r, err := classifiers().Classify(context.Background(), c, fmt.Appendf(nil, `{"sql":"SELECT %d"}`, i))
		if err != nil {
			t.Fatal(err)
		}
		run := band.Run{Sensitive: r.Sensitive, StateOrExternal: r.StateOrExternal, ProvedRead: r.ProvedRead}
		d, err := band.Decide(band.Input{Axes: r.Axes, Declared: r.Minimum, Run: run})
		if err != nil || d.Band != band.SoftAck || !r.Proved {
			t.Fatalf("call %d: %s, %v, proved %t, want soft-ack", i, d.Band, err, r.Proved)
		}
	}
}

func TestSchema(t *testing.T) {
	c := call(t, "run")
	c.Schema = []byte(`{"properties":{"command":{"enum":["start","stop"]}}}`)
	got, err := classifiers().Classify(context.Background(), c, []byte(`{"command":"start"}`))
	if err != nil || got.Band != band.None {
		t.Errorf("a command that the tool lists = %s, %v, want no band", brief(got), err)
	}
}

// TestWithoutClassifiers: what nobody can read escalates.
func TestWithoutClassifiers(t *testing.T) {
	got, err := operation.Classifiers{}.Classify(context.Background(), call(t, "execute_sql"), []byte(`{"sql":"SELECT 1"}`))
	if want := "escalate sql:unread@/sql/hint"; err != nil || brief(got) != want {
		t.Errorf("Classify without classifiers = %s, %v, want %s", brief(got), err, want)
	}
}

func TestClassifyErrors(t *testing.T) {
	for _, arguments := range []string{`{"a":1,"a":2}`, `{`, "{\"a\":\"\xff\"}"} {
		var bad *jsonv.Error
		if _, err := classifiers().Classify(context.Background(), call(t, "x"), []byte(arguments)); !errors.As(err, &bad) {
			t.Errorf("Classify(%q) = %v, want an error of jsonv", arguments, err)
		}
	}
	many := `{"a":[` + strings.Repeat(`"x",`, 10_000) + `"x"]}`
	got, err := classifiers().Classify(context.Background(), call(t, "x"), []byte(many))
	if want := "escalate code:too_many_texts@/"; err != nil || brief(got) != want {
		t.Errorf("Classify(10,001 strings) = %s, %v, want %s", brief(got), err, want)
	}
}

// FuzzClassify: a member that is added never lowers the band of a call, and takes no
// floor away.
func FuzzClassify(f *testing.F) {
	f.Add("execute_sql", "sql", "DROP TABLE x", "note", "hello")
	f.Add("fetch", "url", "http://localhost/", "x", "rm -rf /")
	f.Add("pay", "amount", "12 EUR", "interval", "month")
	f.Fuzz(func(t *testing.T, tool, name, value, name2, value2 string) {
		if name == name2 {
			return
		}
		for _, n := range []string{name, name2} {
			if strings.EqualFold(n, "input") || strings.EqualFold(n, "stdin") || strings.EqualFold(n, "shell") || strings.EqualFold(n, "terminal") {
				return // beside a command it is none
			}
		}
		pair := func(name, value string) string {
			return string(jsonv.AppendQuoted(nil, strings.ToValidUTF8(name, ""))) + ":" + string(jsonv.AppendQuoted(nil, strings.ToValidUTF8(value, "")))
		}
		c := call(t, tool)
		alone, err := classifiers().Classify(context.Background(), c, []byte("{"+pair(name, value)+"}"))
		if err != nil {
			return
		}
		both, err := classifiers().Classify(context.Background(), c, []byte("{"+pair(name, value)+","+pair(name2, value2)+"}"))
		if err != nil {
			return
		}
		for _, r := range both.Reasons {
			if r.Kind == operation.AmountKind || r.Kind == operation.URLKind {
				return // what stands beside an amount or a URL may explain it
			}
		}
		for _, r := range alone.Reasons {
			if r.Kind == operation.AmountKind || r.Kind == operation.URLKind {
				return
			}
		}
		if both.Band.Rank() < alone.Band.Rank() || both.Floor == "" && alone.Floor != "" {
			t.Errorf("%s with %q=%q is %s, with %q=%q as well %s", tool, name, value, brief(alone), name2, value2, brief(both))
		}
	})
}

func BenchmarkClassify(b *testing.B) {
	for name, arguments := range map[string]string{
		"issue": `{"owner":"harbor","repo":"docks","title":"Crane stuck","body":"The crane at dock 4 does not move since noon. Please have a look."}`,
		"file":  `{"path":"docs/docks.md","content":"# Docks\n\nFour of them."}`,
		"url":   `{"url":"https://example.com/a?b=c","method":"GET"}`,
	} {
		b.Run(name, func(b *testing.B) {
			c := call(b, "create_"+name)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := classifiers().Classify(context.Background(), c, []byte(arguments)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestUndeclaredArgument shows that an argument which the schema does not have proves nothing.
func TestUndeclaredArgument(t *testing.T) {
	c := call(t, "execute_sql")
	c.Schema = []byte(`{"type":"object","properties":{"sql":{"type":"string"}}}`)
	for arguments, want := range map[string]bool{`{"sql":"SELECT 1"}`: true, `{"sql":"SELECT 1","also":"x"}`: false} {
		r, err := classifiers().Classify(t.Context(), c, []byte(arguments))
		if err != nil || r.Proved != want {
			t.Errorf("%s: proved %t, %v, want %t", arguments, r.Proved, err, want)
		}
	}
}

func TestDecide(t *testing.T) {
	local := band.Axes{Reversibility: band.Reversible, Scope: band.Local, Trust: band.Trusted}
	shared := local.Worse(band.Axes{Scope: band.SharedRemote})
	final := local.Worse(band.Axes{Reversibility: band.Irreversible})
	proved := operation.Result{Band: band.Auto, Axes: local, Proved: true}
	found := operation.Result{Band: band.Auto, Axes: local}
	for _, tt := range []struct {
		name  string
		r     operation.Result
		known operation.Known
		want  string
	}{
		{"nothing", operation.Result{}, operation.Known{}, "none by nothing"},
		{"found and not proved", found, operation.Known{}, "none by nothing, at least auto"},
		{"proved", proved, operation.Known{}, "auto by operation"},
		{"escalates", operation.Result{Band: band.Escalate, Axes: final}, operation.Known{}, "escalate by operation"},
		{"floor", operation.Result{Band: band.Escalate, Axes: final, Floor: band.NeverAllow}, operation.Known{}, "never_allow by floor"},
		{"accepted", operation.Result{}, operation.Known{Axes: shared}, "soft-ack by band"},
		{"accepted, an axis left out", operation.Result{}, operation.Known{Axes: band.Axes{Scope: band.Local}}, "escalate by band"},
		{"accepted, and a call that is worse", operation.Result{Band: band.Escalate, Axes: final}, operation.Known{Axes: shared}, "escalate by band"},
		{"accepted, and a row that asks for more", operation.Result{Band: band.SoftAck, Axes: local, Minimum: band.SoftAck}, operation.Known{Axes: local}, "soft-ack by operation"},
		{"accepted is not lowered by a proof", proved, operation.Known{Axes: final}, "escalate by band"},
		{"declared", operation.Result{}, operation.Known{Declared: band.SoftAck}, "none by nothing, at least soft-ack"},
		{"declared and proved", proved, operation.Known{Declared: band.SoftAck}, "soft-ack by band"},
		{"declared is not lowered by a proof", proved, operation.Known{Declared: band.Escalate}, "escalate by band"},
		{"declared never", proved, operation.Known{NeverAllow: true}, "never_allow by declaration"},
		{"run", proved, operation.Known{Run: band.Run{UntrustedInput: true, Sensitive: true}}, "escalate by band"},
	} {
		d, err := operation.Decide(tt.r, tt.known)
		if err != nil {
			t.Fatal(err)
		}
		got := string(d.Band)
		if d.Band == band.None {
			got = "none"
		}
		if d.Floor != "" {
			got = string(d.Floor)
		}
		got += " by " + string(d.Why)
		if d.AtLeast != band.None {
			got += ", at least " + string(d.AtLeast)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	if _, err := operation.Decide(proved, operation.Known{Declared: "high"}); err == nil {
		t.Error("a declared band that is none is no error")
	}
}
