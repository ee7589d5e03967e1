package surface_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/surface"
)

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, text   string
		completeness surface.Completeness
		reason       surface.Reason
		tools        string
	}{
		{"bare array", `[{"name":"a"},{"name":"b"}]`, "unknown", "bare_list", "a b"},
		{"empty array", `[]`, "unknown", "bare_list", ""},
		{"array with a bad item", `[{"name":"a"},5]`, "partial", "item_unreadable", "a "},
		{"result", `{"tools":[{"name":"a"}]}`, "complete", "", "a"},
		{"result with a BOM and space", "\xEF\xBB\xBF\n {\"tools\":[{\"name\":\"a\"}]}\n", "complete", "", "a"},
		{"result with a cursor", `{"tools":[{"name":"a"}],"nextCursor":"x"}`, "partial", "cursor_left", "a"},
		{"result with a repeated member in a tool", `{"tools":[{"name":"a","d":1,"d":2}]}`, "partial", "item_unreadable", ""},
		{"response", `{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"a"}]}}`, "complete", "", "a"},
		{"pages", "{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"x\"}\n\n{\"tools\":[{\"name\":\"b\"}]}\r\n", "complete", "", "a b"},
		{"responses", "{\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"x\"}}\n{\"id\":2,\"error\":{\"code\":-32603}}", "partial", "page_failed", "a"},
		{"page behind the end", "{\"tools\":[{\"name\":\"a\"}]}\n{\"tools\":[{\"name\":\"b\"}]}", "partial", "page_unexpected", "a"},
		{"pages of two kinds", "{\"prompts\":[]}\n{\"tools\":[{\"name\":\"a\"}]}", "complete", "", "a"},
	} {
		s, err := surface.Read("x", []byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		l := s.Listing(surface.Tool)
		if l.Completeness != tt.completeness || l.Reason != tt.reason || names(l) != tt.tools {
			t.Errorf("%s: %s %q, tools %q; want %s %q, tools %q", tt.name, l.Completeness, l.Reason, names(l), tt.completeness, tt.reason, tt.tools)
		}
	}
}

func TestReadHandshake(t *testing.T) {
	s, err := surface.Read("x", []byte("{\"id\":0,\"result\":{\"protocolVersion\":\"2025-06-18\",\"instructions\":\"Hi\",\"serverInfo\":{\"name\":\"n\"}}}\n{\"id\":1,\"result\":{\"tools\":[]}}"))
	if err != nil {
		t.Fatal(err)
	}
	if h := s.Handshake; h.ProtocolVersion != "2025-06-18" || string(h.Instructions) != `"Hi"` || h.Capabilities != nil {
		t.Errorf("handshake %+v", h)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", ``, "end of the text"},
		{"half", `{"tools":[`, "end of the text"},
		{"text", `hello`, "want a value"},
		{"number", `5`, "line 1 is no JSON object"},
		{"no list", `{"a":1}`, surface.ErrNoList.Error()},
		{"broken second line", "{\"tools\":[]}\n{\"tools\":", "line 2 is no JSON object"},
		{"repeated result", "{\"result\":{\"tools\":[]},\"result\":{\"tools\":[{\"name\":\"a\"}]}}\n{}", `member "result" is repeated`},
		{"other record", `{"schema":"mooring.surface.v2"}`, surface.ErrNoList.Error()},
	} {
		if _, err := surface.Read("x", []byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.name, err, tt.want)
		}
	}
	if _, err := surface.Read("x", []byte(`{"a":1}`)); !errors.Is(err, surface.ErrNoList) {
		t.Errorf("error %v, want ErrNoList", err)
	}
}

func sample(t *testing.T) surface.Surface {
	t.Helper()
	s, err := surface.FromPages("x", [][]byte{
		[]byte(`{"protocolVersion":"2025-11-25","capabilities":{ "tools" : {} },"instructions":null}`),
		[]byte("{\"tools\":[{\"name\" : \"\u202Ea\",\"n\":1.0},null,{\"name\":\"b\",\"b\":1,\"b\":2},{\"name\":\"\xff\"}],\"nextCursor\":\"\"}"),
		[]byte(`{"tools":[{"name":"<&>","n":9007199254740993}],"nextCursor":7}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Server.Launch = surface.NewLaunch("cmd", []string{"a", "<b>"}, "/d", []string{"Z", "A"})
	s.Context = surface.Context{Era: "legacy", ProtocolVersion: "2025-11-25", Client: "mooring", Capabilities: "{}"}
	return s
}

func TestRecordRoundTrip(t *testing.T) {
	s := sample(t)
	text := surface.Encode(s)
	got, err := surface.Decode(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if diff := cmp.Diff(s, got); diff != "" {
		t.Errorf("Decode(Encode(s)) (-want +got):\n%s", diff)
	}
	if again := surface.Encode(got); !bytes.Equal(text, again) {
		t.Errorf("second Encode differs:\n%s", cmp.Diff(string(text), string(again)))
	}
	if s, err := surface.Read("other", text); err != nil || s.Server.ID != "x" {
		t.Errorf("Read of a record gives id %q, error %v", s.Server.ID, err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	text := string(surface.Encode(sample(t)))
	for _, tt := range []struct{ name, old, with, want string }{
		{"unknown member", `"schema"`, `"extra": 1, "schema"`, "unknown field"},
		{"unknown kind", `"kind":"tool"`, `"kind":"toil"`, "unknown kind"},
		{"problem without cause", `"problem":"not_object`, `"problems":"`, "unknown field"},
		{"repeated member", `"server"`, `"schema": "mooring.surface.v1", "server"`, `member "schema" is repeated`},
	} {
		if !strings.Contains(text, tt.old) {
			t.Fatalf("record has no %q", tt.old)
		}
		if _, err := surface.Decode([]byte(strings.Replace(text, tt.old, tt.with, 1))); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.name, err, tt.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`[{"name":"a"}]`))
	f.Add([]byte("{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"x\"}\n{\"error\":{}}"))
	f.Add([]byte(`{"result":{"tools":[null]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := surface.Read("x", text)
		if err != nil {
			return
		}
		record := surface.Encode(s)
		back, err := surface.Decode(record)
		if err != nil {
			t.Fatalf("Decode(Encode(Read(%q))): %v", text, err)
		}
		if !bytes.Equal(surface.Encode(back), record) {
			t.Errorf("record of %q changes in a round trip", text)
		}
	})
}
