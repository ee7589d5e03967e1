package wire_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/wire"
)

// describe writes down an envelope: its kind, then the members found, then what
// is odd about it.
func describe(e wire.Envelope) string {
	var b strings.Builder
	b.WriteString(e.Kind.String())
	for _, part := range []struct {
		name string
		span jsonv.Span
	}{{"id", e.ID}, {"method", e.Method}, {"params", e.Params}, {"result", e.Result}, {"error", e.Error}} {
		if raw := e.Raw(part.span); raw != nil {
			fmt.Fprintf(&b, " %s=%s", part.name, raw)
		}
	}
	if why := e.Ambiguous(); why != "" {
		b.WriteString("; " + why)
	}
	return b.String()
}

var scanTable = []struct{ name, line, want string }{
	{"request", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `request id=1 method="ping"`},
	{"request with params", `{"id":"a","method":"x","params":{"id":2,"method":"y"}}`, `request id="a" method="x" params={"id":2,"method":"y"}`},
	{"notification", `{"jsonrpc":"2.0","method":"n","params":[]}`, `notification method="n" params=[]`},
	{"response", `{"jsonrpc":"2.0","id":1,"result":{"a":[1,2]}}`, `response id=1 result={"a":[1,2]}`},
	{"error", `{"jsonrpc":"2.0","id":null,"error":{"code":1}}`, `response id=null error={"code":1}`},
	{"error without id", `{"error":{"code":1}}`, `response error={"code":1}`},
	{"null result", `{"id":1,"result":null}`, `response id=1 result=null`},
	{"id null in a request", `{"id":null,"method":"x"}`, `request id=null method="x"`},
	{"method that is no string", `{"id":1,"method":7}`, `request id=1 method=7`},
	{"any order, space, unknown members", " { \"x\" : {} , \"result\" : 1 ,\t\"id\" : 2.0 } ", `response id=2.0 result=1`},
	{"CR LF and BOM", "\xEF\xBB\xBF{\"id\":1,\"result\":1}\r\n", `response id=1 result=1`},
	{"escaped names", `{"\u0069d":1,"m\u0065thod":"x"}`, `request id=1 method="x"`},
	{"every letter escaped", `{"id":1,"\u006d\u0065\u0074\u0068\u006f\u0064":"x"}`, `request id=1 method="x"`},
	{"other case", `{"ID":1,"Method":"x"}`, `junk; member "ID" differs from "id" in case alone`},
	{"result in another case", `{"id":1,"result":0,"Result":1}`, `response id=1 result=0; member "Result" differs from "result" in case alone`},
	{"id in another case", `{"ID":2,"id":1,"error":0}`, `response id=1 error=0; member "ID" differs from "id" in case alone`},
	{"long s", `{"id":1,"result":0,"re\u017fult":1}`, "response id=1 result=0; member \"re\u017fult\" differs from \"result\" in case alone"},
	{"value that is no JSON", `{"id":1,"result":{"a":tru, "b":"` + "\xff" + `"}}`, "response id=1 result={\"a\":tru, \"b\":\"\xff\"}"},
	{"object without a message", `{"level":"info"}`, `junk`},
	{"only an id", `{"id":5,"note":1}`, `junk id=5`},
	{"empty object", `{}`, `junk`},
	{"repeated id", `{"id":1,"id":2,"result":0}`, `response id=1 result=0; member "id" is repeated`},
	{"repeated result", `{"id":1,"result":0,"result":1}`, `response id=1 result=0; member "result" is repeated`},
	{"repeated with escapes", `{"id":1,"result":0,"resul\u0074":1}`, `response id=1 result=0; member "result" is repeated`},
	{"repeated version", `{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"result":0}`, `response id=1 result=0; member "jsonrpc" is repeated`},
	{"repeated unknown member", `{"id":1,"x":0,"x":1,"result":0}`, `response id=1 result=0`},
	{"result and error", `{"id":1,"result":0,"error":null}`, `response id=1 result=0 error=null; both "result" and "error" are there`},
	{"method and result", `{"id":1,"method":"x","result":0}`, `request id=1 method="x" result=0; both "method" and "result" are there`},
	{"method and error", `{"method":"x","error":0}`, `notification method="x" error=0; both "method" and "error" are there`},
	{"batch", `[{"id":1,"result":0}]`, `batch`},
	{"batch among others", `[1, {"id":1}]`, `batch`},
	{"array of numbers", `[1,2,3]`, `junk`},
	{"empty array", `[]`, `junk`},
	{"log line in brackets", `[info] listening`, `junk`},
	{"bracketed word", `[info]`, `junk`},
	{"number", `42`, `junk`},
	{"string", `"x"`, `junk`},
	{"text", `Listening on stdio`, `junk`},
	{"nothing", ``, `junk`},
	{"white space", " \t\r\n", `junk`},
	{"half an object", `{"jsonrpc":"2.0","id":1,"result":{"a`, `junk`},
	{"text after the object", `{"id":1,"result":0} ok`, `junk`},
	{"two objects", `{"id":1,"result":0}{"id":1,"result":1}`, `junk`},
	{"member without value", `{"id":1,"result":}`, `junk`},
}

func TestScan(t *testing.T) {
	for _, tt := range scanTable {
		if got := describe(wire.Scan([]byte(tt.line))); got != tt.want {
			t.Errorf("%s: Scan(%q)\n got %s\nwant %s", tt.name, tt.line, got, tt.want)
		}
	}
}

func TestTrim(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"", ""},
		{"a\n", "a"},
		{"a\r\n", "a"},
		{" \ta \t\r\r\n", "a"},
		{"\xEF\xBB\xBF a\n", "a"},
		{"\xEF\xBB\xBF\xEF\xBB\xBFa", "\xEF\xBB\xBFa"},
		{"\u00a0a\v\n", "\u00a0a\v"}, // JSON knows four kinds of white space
	} {
		if got := wire.Trim([]byte(tt.line)); string(got) != tt.want {
			t.Errorf("Trim(%q) = %q, want %q", tt.line, got, tt.want)
		}
	}
	if !wire.HasBOM([]byte("\xEF\xBB\xBF{}")) || wire.HasBOM([]byte("{}")) {
		t.Error("HasBOM does not tell a byte order mark")
	}
}

func TestIDKey(t *testing.T) {
	key := func(id string) string {
		e := wire.Scan([]byte(`{"result":0,"id":` + id + `}`))
		return e.IDKey()
	}
	differ := []string{`1`, `"1"`, `1.0`, `1e0`, `null`, `"null"`, `""`, `-1`, `9007199254740992`, `9007199254740993`, `"a/b"`, `"A/B"`}
	for i, a := range differ {
		for _, b := range differ[:i] {
			if key(a) == key(b) {
				t.Errorf("ids %s and %s have one key, %s", a, b, key(a))
			}
		}
	}
	for _, pair := range [][2]string{{`"a/b"`, `"a\/b"`}, {`"é"`, `"\u00e9"`}, {`"\n"`, `"\u000a"`}} {
		if key(pair[0]) != key(pair[1]) {
			t.Errorf("ids %s and %s have the keys %s and %s, want one", pair[0], pair[1], key(pair[0]), key(pair[1]))
		}
	}
	if e := wire.Scan([]byte(`{"result":0}`)); e.IDKey() != "" {
		t.Errorf("absent id has the key %q, want none", e.IDKey())
	}
}

func TestReplyID(t *testing.T) {
	for _, tt := range []struct {
		id string
		ok bool
	}{{`0`, true}, {`"x"`, true}, {`null`, true}, {`1.5`, true}, {`{}`, false}, {`[1]`, false}, {`true`, false}, {`nullx`, false}, {`"\ud800"`, false}} {
		e := wire.Scan([]byte(`{"method":"ping","id":` + tt.id + `}`))
		if raw, ok := e.ReplyID(); ok != tt.ok || ok && string(raw) != tt.id {
			t.Errorf("ReplyID of %s = %q, %t, want it %t", tt.id, raw, ok, tt.ok)
		}
	}
	if e := wire.Scan([]byte(`{"method":"ping"}`)); e.Raw(e.ID) != nil {
		t.Error("a notification has an id")
	}
}

func TestFailure(t *testing.T) {
	for _, tt := range []struct {
		err     string
		code    int
		message string
	}{
		{`{"code":-32601,"message":"no \"x\""}`, -32601, `no "x"`},
		{`{"code":-32601.0,"message":"m","data":{"code":1}}`, -32601, `m`},
		{`{"code":-3.2601e4,"message":"m"}`, -32601, `m`},
		{`{"code":"-32601","message":"m"}`, 0, `m`},
		{`{"code":1.5,"message":"m"}`, 0, `m`},
		{`{"code":1e300,"message":"m"}`, 0, `m`},
		{`{"code":1,"code":2,"message":"a","message":"b"}`, 1, `a`},
		{`{"code":1}`, 1, `{"code":1}`},
		{`{"message":"half \ud800"}`, 0, `half \ud800`},
		{`"just text"`, 0, `just text`},
		{`null`, 0, `null`},
		{`{}`, 0, `{}`},
	} {
		e := wire.Scan([]byte(`{"id":1,"error":` + tt.err + `}`))
		if code, message := e.Failure(); code != tt.code || message != tt.message {
			t.Errorf("Failure of %s = %d, %q, want %d, %q", tt.err, code, message, tt.code, tt.message)
		}
	}
}

func TestMethodName(t *testing.T) {
	for _, tt := range []struct {
		method, want string
		ok           bool
	}{{`"tools/list"`, "tools/list", true}, {`"tools\/list"`, "tools/list", true}, {`7`, "", false}, {`"\ud800"`, "", false}} {
		e := wire.Scan([]byte(`{"method":` + tt.method + `}`))
		if got, ok := e.MethodName(); got != tt.want || ok != tt.ok {
			t.Errorf("MethodName of %s = %q, %t, want %q, %t", tt.method, got, ok, tt.want, tt.ok)
		}
	}
}

func TestBuilders(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{string(wire.NewRequest(7, "tools/list", nil)), `{"jsonrpc":"2.0","id":7,"method":"tools/list"}` + "\n"},
		{string(wire.NewRequest(8, "x", []byte(`{"cursor":""}`))), `{"jsonrpc":"2.0","id":8,"method":"x","params":{"cursor":""}}` + "\n"},
		{string(wire.NewNotification("n", nil)), `{"jsonrpc":"2.0","method":"n"}` + "\n"},
		{string(wire.NewResponse([]byte(`"a"`), []byte(`{}`))), `{"jsonrpc":"2.0","id":"a","result":{}}` + "\n"},
		{string(wire.NewErrorResponse([]byte(`null`), -32601, "no \"x\"\n")), `{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no \"x\"\n"}}` + "\n"},
	} {
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Errorf("line (-want +got):\n%s", diff)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, tt := range scanTable {
		f.Add([]byte(tt.line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		e := wire.Scan(line)
		if !bytes.Contains(line, e.Text) {
			t.Fatalf("text %q is no part of the line %q", e.Text, line)
		}
		spans := []jsonv.Span{e.ID, e.Method, e.Params, e.Result, e.Error}
		for i, s := range spans {
			if s.Start < 0 || s.End < s.Start || s.End > len(e.Text) {
				t.Fatalf("span %v is outside of %q", s, e.Text)
			}
			for _, other := range spans[:i] {
				if s.End > 0 && s.Start < other.End && other.Start < s.End {
					t.Fatalf("spans %v and %v of %q overlap", s, other, e.Text)
				}
			}
		}
		has := func(s jsonv.Span) bool { return e.Raw(s) != nil }
		want := wire.Junk
		switch {
		case e.Kind == wire.Batch:
			want = wire.Batch
		case has(e.Method) && has(e.ID):
			want = wire.Request
		case has(e.Method):
			want = wire.Notification
		case has(e.Result) || has(e.Error):
			want = wire.Response
		}
		if e.Kind != want {
			t.Errorf("kind of %q is %v, want %v", line, e.Kind, want)
		}
		_, _ = e.MethodName()
		_, _ = e.Failure()
		_ = e.Claims()
		if e.Exact() && (e.Kind != wire.Response || e.Ambiguous() != "") {
			t.Errorf("%q is exact, but scans as %s", line, describe(e))
		}
		if id, ok := e.ReplyID(); ok {
			roundTrip(t, id)
		}
	})
}

// roundTrip builds answers with id and scans them.
func roundTrip(t *testing.T, id []byte) {
	t.Helper()
	for _, line := range [][]byte{wire.NewResponse(id, []byte(`{"a":1}`)), wire.NewErrorResponse(id, -32601, "no")} {
		e := wire.Scan(line)
		if e.Kind != wire.Response || !bytes.Equal(e.Raw(e.ID), id) || e.Ambiguous() != "" || bytes.Count(line, []byte("\n")) != 1 {
			t.Errorf("answer to id %q is %q, which scans as %s", id, line, describe(e))
		}
	}
}

func FuzzBuilders(f *testing.F) {
	f.Add(int64(1), "tools/list", "it \"broke\"\n", -32601)
	f.Add(int64(-1), "\xff\u2028", "", 0)
	f.Fuzz(func(t *testing.T, id int64, method, message string, code int) {
		e := wire.Scan(wire.NewRequest(id, method, []byte(`{"method":1}`)))
		name, ok := e.MethodName()
		if e.Kind != wire.Request || e.IDKey() != fmt.Sprint(id) || !ok || name != strings.ToValidUTF8(method, "\uFFFD") {
			t.Errorf("NewRequest(%d, %q) scans as %s, method %q", id, method, describe(e), name)
		}
		if e := wire.Scan(wire.NewNotification(method, nil)); e.Kind != wire.Notification || e.Raw(e.Params) != nil {
			t.Errorf("NewNotification(%q) scans as %s", method, describe(e))
		}
		e = wire.Scan(wire.NewErrorResponse([]byte("1"), code, message))
		if got, text := e.Failure(); int(int32(code)) == code && got != code || text != strings.ToValidUTF8(message, "\uFFFD") {
			t.Errorf("NewErrorResponse(%d, %q) reads %d, %q", code, message, got, text)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	tool := `{"name":"tool","description":"Reads a note, and says \"done\".","inputSchema":{"type":"object","properties":{"id":{"type":"string"}}}},`
	list := strings.Repeat(tool, 1<<20/len(tool))
	line := wire.NewResponse([]byte("1"), []byte(`{"tools":[`+strings.TrimSuffix(list, ",")+`]}`))
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if e := wire.Scan(line); e.Kind != wire.Response {
			b.Fatal(e.Kind)
		}
	}
}

func TestFailureData(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ line, data string }{
		{`{"id":1,"error":{"code":1,"data":{"supported":["a"]},"message":"m"}}`, `{"supported":["a"]}`},
		{`{"id":1,"error":{"code":1,"data":null,"data":2}}`, `null`},
		{`{"id":1,"error":{"code":1}}`, ``},
		{`{"id":1,"error":"text"}`, ``},
		{`{"id":1,"result":{"data":1}}`, ``},
	} {
		e := wire.Scan([]byte(tt.line))
		if got := string(e.FailureData()); got != tt.data {
			t.Errorf("FailureData of %s = %s, want %s", tt.line, got, tt.data)
		}
	}
}

func TestHasID(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		`{"id":1,"error":{}}`: true, `{"id":"null","error":{}}`: true, `{"id":null,"error":{}}`: false, `{"error":{}}`: false,
	} {
		e := wire.Scan([]byte(line))
		if e.HasID() != want {
			t.Errorf("HasID of %s = %v, want %v", line, !want, want)
		}
	}
}
