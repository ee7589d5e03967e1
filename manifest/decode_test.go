package manifest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/manifest"
)

// The smallest records that evaluation accepts.
const (
	leastObserved = `{"schema":"assay.mcp_manifest_observed.v0","status":"observed","server":{"id":"s"},"observed":{` +
		`"canonicalization":"assay.mcp_manifest_projection.v0","tools_list_observed":true,"tools_list_complete":"complete",` +
		`"tool_digests":[{"name":"a","tool_digest":"sha256:00"}]}}`
	leastDeclared = `{"schema":"assay.declared_mcp_manifest.v0","server":{"id":"s"},` +
		`"canonicalization":"assay.mcp_manifest_projection.v0","tools":[{"name":"a","tool_digest":"sha256:00"}]}`
)

func TestParseLeastRecords(t *testing.T) {
	tool := manifest.Tool{Name: "a", Digest: "sha256:00", Privilege: manifest.Privilege{Classification: manifest.Unclassified}}
	want := manifest.Observed{
		Status: manifest.StatusObserved, ServerID: "s", Canonicalization: manifest.ProjectionV0, ToolCount: 1,
		ToolsListObserved: true, ToolsListComplete: "complete", Tools: []manifest.Tool{tool},
	}
	for _, c := range []struct{ name, from, to string }{
		{"as it is", "", ""},
		{"nulls", `"tool_digests"`, `"manifest_digest":null,"tool_count":null,"privileged_tool_count":null,"tool_digests"`},
		{"nulls in a tool", `"tool_digest"`, `"privileged":null,"privilege_classification":null,"action_class":null,"field_digests":null,"tool_digest"`},
		{"null field digest", `"tool_digest"`, `"field_digests":{"description":null},"tool_digest"`},
		{"other members", `"status"`, `"extra":{"a":[1]},"status"`},
		{"other members of a tool", `"tool_digest"`, `"title":"t","field_digests":{"title":7},"tool_digest"`},
		{"other claims", `"status"`, `"non_claims":[],"status"`},
	} {
		if diff := cmp.Diff(want, parseObserved(t, strings.Replace(leastObserved, c.from, c.to, 1))); diff != "" {
			t.Errorf("%s: ParseObserved differs (-want +got):\n%s", c.name, diff)
		}
	}
	declared := manifest.Declared{ServerID: "s", Canonicalization: manifest.ProjectionV0, Tools: []manifest.Tool{tool}}
	if diff := cmp.Diff(declared, parseDeclared(t, strings.Replace(leastDeclared, `"server"`, `"note":7,"manifest_digest":null,"server"`, 1))); diff != "" {
		t.Errorf("ParseDeclared differs (-want +got):\n%s", diff)
	}
	declared.Note = "n"
	if diff := cmp.Diff(declared, parseDeclared(t, strings.Replace(leastDeclared, `"server"`, `"note":"n","server"`, 1))); diff != "" {
		t.Errorf("ParseDeclared differs (-want +got):\n%s", diff)
	}
}

// TestParsePrivilege: the flag decides, and the class that a record gives stays.
func TestParsePrivilege(t *testing.T) {
	for _, c := range []struct{ members, want string }{
		{`"privileged":true`, "{true classified }"},
		{`"privileged":true,"action_class":"x"`, "{true classified x}"},
		{`"privileged":true,"privilege_classification":"unclassified"`, "{true unclassified }"},
		{`"privilege_classification":"classified"`, "{false classified }"},
	} {
		o := parseObserved(t, strings.Replace(leastObserved, `"tool_digest"`, c.members+`,"tool_digest"`, 1))
		if got := fmt.Sprint(o.Tools[0].Privilege); got != c.want || o.PrivilegedToolCount != strings.Count(c.want, "true") {
			t.Errorf("privilege of %s = %s, %d counted, want %s", c.members, got, o.PrivilegedToolCount, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range []struct{ from, to, want string }{
		{`"assay.mcp_manifest_observed.v0"`, `"assay.mcp_manifest_observed.v1"`, `found "assay.mcp_manifest_observed.v1", want "assay.mcp_manifest_observed.v0" at byte 10, in "/schema"`},
		{`"assay.mcp_manifest_observed.v0"`, `"` + long + `"`, `found string, want "assay.mcp_manifest_observed.v0" at byte 10, in "/schema"`},
		{`"schema"`, `"schemas"`, `found nothing, want "assay.mcp_manifest_observed.v0" at byte 0, in "/schema"`},
		{`"observed","server"`, `"seen","server"`, `found "seen", want "observed" or "not_observed" or "ambiguous" at byte 52, in "/status"`},
		{`{"id":"s"}`, `"s"`, `found "s", want an object`},
		{`"s"}`, `7}`, `found 7, want a string`},
		{`"tools_list_observed":true`, `"tools_list_observed":"yes"`, `found "yes", want true or false`},
		{`"tools_list_observed":true,`, ``, `found nothing, want true or false`},
		{`"complete"`, `"most"`, `found "most", want "complete" or "partial" or "unknown"`},
		{`"complete"`, `null`, `found null, want "complete" or "partial" or "unknown"`},
		{`"tool_digests"`, `"tool_count":-1,"tool_digests"`, `found -1, want a whole number from 0`},
		{`"tool_digests"`, `"tool_count":1.0,"tool_digests"`, `found 1.0, want a whole number from 0`},
		{`"tool_digests"`, `"tool_count":"1","tool_digests"`, `found "1", want a whole number from 0`},
		{`"tool_digests"`, `"privileged_tool_count":[],"tool_digests"`, `found array, want a whole number from 0`},
		{`"tool_digests"`, `"manifest_digest":7,"tool_digests"`, `found 7, want a digest`},
		{`[{`, `[[],{`, `found array, want an object at byte 225, in "/observed/tool_digests/0"`},
		{`"name":"a"`, `"name":null`, `found null, want a string`},
		{`"name":"a",`, ``, `found nothing, want a string at byte 225, in "/observed/tool_digests/0/name"`},
		{`"sha256:00"`, `""`, `found "", want a digest`},
		{`"sha256:00"`, `"sha256:00","privileged":"no"`, `found "no", want true or false`},
		{`"sha256:00"`, `"sha256:00","privilege_classification":"perhaps"`, `found "perhaps", want "classified" or "unclassified"`},
		{`"sha256:00"`, `"sha256:00","action_class":true`, `found true, want a string`},
		{`"sha256:00"`, `"sha256:00","field_digests":[]`, `found array, want an object`},
		{`"sha256:00"`, `"sha256:00","field_digests":{"annotations":1}`, `found 1, want a digest`},
		{`"tool_digests":[`, `"tool_digests":{},"x":[`, `found object, want an array`},
	} {
		text := strings.Replace(leastObserved, c.from, c.to, 1)
		_, err := manifest.ParseObserved([]byte(text))
		if wrong := (*manifest.RecordError)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParseObserved with %s: %v, want a RecordError with %s", c.to, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{`{"schema":1,"schema":2}`, `parse observed manifest: member "schema" is repeated at byte 12`},
		{``, `parse observed manifest: found the end of the text, want a value at byte 0`},
		{`[]`, `parse observed manifest: found array, want an object at byte 0, in ""`},
	} {
		if _, err := manifest.ParseObserved([]byte(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("ParseObserved(%s) = %v, want %s", c.text, err, c.want)
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{`"tools"`, `"tool"`, `parse declared manifest: found nothing, want an array at byte 0, in "/tools"`},
		{`"canonicalization"`, `"canon"`, `found nothing, want a string`},
		{`"server"`, `"manifest_digest":[],"server"`, `found array, want a digest`},
		{`.declared_`, `.`, `found "assay.mcp_manifest.v0", want "assay.declared_mcp_manifest.v0"`},
	} {
		if _, err := manifest.ParseDeclared([]byte(strings.Replace(leastDeclared, c.from, c.to, 1))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParseDeclared with %s: %v, want an error with %s", c.to, err, c.want)
		}
	}
}

// TestObservedRoundTrip: every record of the vectors is read as it was made.
func TestObservedRoundTrip(t *testing.T) {
	rows(t, thirdparty.Path(t, "data", "vectors", "manifests.jsonl.gz"), func(row *jsonv.Value) {
		o := parseObserved(t, row.Get("want").Raw())
		if got := parse(t, string(o.Append(nil))); !jsonv.Equal(got, row.Get("want"), jsonv.Source) {
			t.Errorf("%s: Append(ParseObserved) =\n%s\nwant\n%s", row.Get("id").Text(), got.Raw(), row.Get("want").Raw())
		}
	})
}

func TestIsDigest(t *testing.T) {
	digits := strings.Repeat("0123456789abcdef", 4)
	for _, c := range []struct {
		s    string
		want bool
	}{
		{"sha256:" + digits, true},
		{digits, false},
		{"sha256:" + digits[1:], false},
		{"sha256:" + digits + "0", false},
		{"sha256:" + strings.ToUpper(digits), false},
		{"sha256:" + strings.Repeat("z", 64), false},
		{"sha256:" + strings.Repeat("é", 32), false},
		{"sha512:" + digits, false},
		{"", false},
	} {
		if got := manifest.IsDigest(c.s); got != c.want {
			t.Errorf("IsDigest(%q) = %t, want %t", c.s, got, c.want)
		}
	}
}
