package axes_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/axes"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

func propose(t *testing.T, tool string, o axes.Options) axes.Proposal {
	t.Helper()
	p, err := axes.Propose([]byte(tool), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPropose(t *testing.T) {
	const r, h, i = band.Reversible, band.HardToReverse, band.Irreversible
	const l, s, e = band.Local, band.SharedRemote, band.External
	tests := []struct {
		tool string
		r    band.Reversibility
		s    band.Scope
		why  string // in one of the reasons
	}{
		// Verbs of names.
		{`{"name":"create_issue"}`, r, s, `"create" in its name adds`},
		{`{"name":"listIssues"}`, r, s, `a read lands where`},
		{`{"name":"update_issue"}`, h, s, `"update" in its name replaces`},
		{`{"name":"delete_repo"}`, i, s, `"delete" in its name destroys`},
		{`{"name":"send_email"}`, i, e, `leaves to people`},
		{`{"name":"archive_channel"}`, r, s, `has a way back`},
		{`{"name":"restart_container"}`, h, e, `a deployment`},
		{`{"name":"get_or_create_issue"}`, r, s, `"create" in its name adds`},
		{`{"name":"search_and_delete_items"}`, i, s, `destroys`},
		{`{"name":"list_create_delete_rule"}`, i, s, `destroys`},
		{`{"name":"get_post"}`, r, s, `"get" in its name reads`},
		// What the words do not tell is the worst value, and said.
		{`{"name":"frobnicate"}`, i, e, `no verb is known`},
		{`{"name":"create_frob"}`, r, e, `no word says where the effect lands; the worst value`},
		{`{}`, i, e, `no verb is known`},
		{`{"name":7,"description":{},"inputSchema":[],"annotations":"x"}`, i, e, `no verb is known`},
		{`{"name":"изменить_запись"}`, i, e, `no verb is known`},
		// Scope.
		{`{"name":"add","description":"Add two numbers"}`, r, e, `no word says`},
		{`{"name":"calculate_area"}`, r, l, `nothing but the arguments`},
		{`{"name":"read_file","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}`, r, l, `"file" in its name stays`},
		{`{"name":"create_object","description":"Create an object in the Blender scene"}`, r, l, `"blender" is a program`},
		{`{"name":"create_payment"}`, i, e, `a payment`},
		{`{"name":"create_order"}`, i, e, ``},
		{`{"name":"delete_customers"}`, i, e, `"customers" is about people`},
		// The description raises, and fills in what the name does not say.
		{`{"name":"llen","description":"Get the length of a list."}`, r, s, `"get" in its description reads`},
		{`{"name":"get_item","description":"Deletes the item and returns it"}`, i, s, `"deletes" in its description destroys`},
		{`{"name":"archive_record","description":"Archive (delete) a record"}`, i, s, `destroys`},
		{`{"name":"update_item","description":"Update an item. This cannot be undone."}`, i, s, `its description says "cannot be undone"`},
		{`{"name":"create_item","description":"Create an item. COST WARNING: calls are not free."}`, r, e, `"cost warning"`},
		// Annotations raise.
		{`{"name":"create_issue","annotations":{"destructiveHint":true}}`, i, s, `destructiveHint: true`},
		{`{"name":"get_issue","annotations":{"readOnlyHint":false}}`, h, s, `readOnlyHint: false`},
		{`{"name":"calculate_area","annotations":{"openWorldHint":true}}`, r, s, `openWorldHint: true`},
		// And never lower.
		{`{"name":"delete_repo","annotations":{"readOnlyHint":true,"destructiveHint":false,"openWorldHint":false}}`, i, s, `destroys`},
		{`{"name":"frobnicate","annotations":{"readOnlyHint":true}}`, i, e, `the worst value`},
	}
	for _, tt := range tests {
		t.Run(tt.tool, func(t *testing.T) {
			p := propose(t, tt.tool, axes.Options{})
			want := band.Axes{Reversibility: tt.r, Scope: tt.s, Trust: band.Untrusted}
			if p.Axes != want || p.Operation != "" {
				t.Errorf("axes are %v (%s), want %v; %v", p.Axes, p.Operation, want, p.Reasons)
			}
			found := false
			for _, r := range p.Reasons {
				found = found || strings.Contains(r.Text, tt.why)
			}
			if !found {
				t.Errorf("no reason says %q: %v", tt.why, p.Reasons)
			}
		})
	}
}

func TestProposeRemote(t *testing.T) {
	if p := propose(t, `{"name":"calculate_area"}`, axes.Options{Remote: true}); p.Axes.Scope != band.SharedRemote {
		t.Errorf("scope of a remote server's tool is %s", p.Axes.Scope)
	}
}

func TestProposeOperation(t *testing.T) {
	tests := []struct {
		tool string
		want operation.Kind
	}{
		{`{"name":"execute_sql","inputSchema":{"properties":{"query":{"type":"string"}}}}`, operation.SQLKind},
		{`{"name":"run_select_query","description":"Run a SQL query.","inputSchema":{"properties":{"query":{"type":"string"}}}}`, operation.SQLKind},
		{`{"name":"run_command","inputSchema":{"properties":{"command":{"type":"string"}}}}`, operation.ShellKind},
		{`{"name":"run_python","inputSchema":{"properties":{"code":{"type":"string"}}}}`, operation.CodeKind},
		{`{"name":"fetch","inputSchema":{"properties":{"url":{"type":"string"}}}}`, operation.URLKind},
		{`{"name":"create_webhook","inputSchema":{"properties":{"url":{"type":"string"}}}}`, ""},
		{`{"name":"fetch","annotations":{"readOnlyHint":false},"inputSchema":{"properties":{"url":{"type":"string"}}}}`, ""},
		{`{"name":"get_balance","inputSchema":{"properties":{"token_address":{"type":"string"}}}}`, ""},
		{`{"name":"search","inputSchema":{"properties":{"query":{"type":"string"}}}}`, ""},
		{`{"name":"run","inputSchema":{"properties":{"command":{"enum":["start","stop"]}}}}`, ""},
	}
	for _, tt := range tests {
		p := propose(t, tt.tool, axes.Options{})
		if p.Operation != tt.want {
			t.Errorf("%s: operation is %q, want %q", tt.tool, p.Operation, tt.want)
		}
		if (p.Operation == "") != p.Axes.Declared() || len(p.Reasons) == 0 {
			t.Errorf("%s: axes are %v of operation %q, reasons %v", tt.tool, p.Axes, p.Operation, p.Reasons)
		}
	}
}

func TestProposeRefuses(t *testing.T) {
	for _, text := range []string{``, `{"name":1,"name":2}`, `{`} {
		if _, err := axes.Propose([]byte(text), axes.Options{}); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

// TestAnnotationsNeverLower proposes for real tools with and without the annotations
// that promise most.
func TestAnnotationsNeverLower(t *testing.T) {
	n := 0
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "all-tools.jsonl.gz"), func(line []byte) {
		if n++; n%20 != 0 {
			return
		}
		var tool map[string]json.RawMessage
		if err := json.Unmarshal(toolOf(t, line), &tool); err != nil {
			return
		}
		with := func(annotations string) (axes.Proposal, bool) {
			tool["annotations"] = json.RawMessage(annotations)
			raw, err := json.Marshal(tool)
			if err != nil {
				t.Fatal(err)
			}
			p, err := axes.Propose(raw, axes.Options{})
			return p, err == nil && p.Operation == ""
		}
		plain, ok := with(`{}`)
		if !ok {
			return
		}
		for _, annotations := range []string{
			`{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}`,
			`{"readOnlyHint":false,"destructiveHint":true,"openWorldHint":true}`,
		} {
			if p, ok := with(annotations); ok && plain.Axes.Worse(p.Axes) != p.Axes {
				t.Errorf("%s with %s: %v, below %v", tool["name"], annotations, p.Axes, plain.Axes)
			}
		}
	})
}

func FuzzPropose(f *testing.F) {
	f.Add("get_or_create", "Gets \xff. Deletes", true)
	f.Add("", "cannot be undone", false)
	f.Fuzz(func(t *testing.T, name, description string, destructive bool) {
		raw, err := json.Marshal(map[string]any{"name": name, "description": description, "annotations": map[string]bool{"destructiveHint": destructive}})
		if err != nil {
			t.Fatal(err)
		}
		p := propose(t, string(raw), axes.Options{})
		if err := p.Axes.Check(); err != nil || p.Axes.Filled() != p.Axes {
			t.Errorf("axes are %v: %v", p.Axes, err)
		}
		for _, r := range p.Reasons {
			if strings.ContainsAny(r.Text, "\r\n") || r.Text == "" {
				t.Errorf("reason is %q", r.Text)
			}
		}
	})
}
