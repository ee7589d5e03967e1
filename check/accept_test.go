package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
)

var packageStep = check.Cause{Code: check.CausePackage, Package: "@scope/skiff", Before: "1.4.0", After: "1.5.0"}

// weighed compares two lists of tools as the preset consumer does when a cause is
// known, and writes each row.
func weighed(t *testing.T, before, after string, cause *check.Cause) string {
	t.Helper()
	s, err := check.Compare("harbor", seen(t, handshake, `{"tools":[`+before+`]}`, rest), seen(t, handshake, `{"tools":[`+after+`]}`, rest), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Cause = cause
	s.Conclude()
	var b strings.Builder
	for _, r := range s.Rows {
		if r.Kind == check.Server {
			continue // the listing as a whole
		}
		fmt.Fprintf(&b, "%s %s %s\n", r.Name, r.Action, strings.Join(r.AcceptedBy, " "))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestAccept(t *testing.T) {
	tool := func(more string) string { return `{"name":"a","inputSchema":{"type":"object"}` + more + `}` }
	schema := func(more string) string { return `{"name":"a","inputSchema":{"type":"object"` + more + `}}` }
	const property = `,"properties":{"n":{"type":"integer"}}`
	for _, tt := range []struct {
		name          string
		before, after string
		want          string
	}{
		{"address of a dialect comes", schema(""), schema(`,"$schema":"http://json-schema.org/draft-07/schema#"`), "a pass accept.schema_address"},
		{"address of a dialect changes", schema(`,"$schema":"http://json-schema.org/draft-07/schema#"`), schema(`,"$schema":"https://json-schema.org/draft/2020-12/schema"`), "a pass accept.schema_address"},
		{"address of nobody's dialect", schema(""), schema(`,"$schema":"http://json-schema.example/draft-07/schema#"`), "a review "},
		{"address with another scheme", schema(""), schema(`,"$schema":"evil://json-schema.org/draft-07/schema"`), "a review "},
		{"address below the root", schema(property), schema(`,"properties":{"n":{"type":"integer","$schema":"http://json-schema.org/draft-07/schema#"}}`), "a review "},
		{"dialects that differ", schema(`,"$schema":"http://json-schema.org/draft-04/schema#","properties":{"n":{"minimum":1,"exclusiveMinimum":true}}`), schema(`,"$schema":"http://json-schema.org/draft-07/schema#","properties":{"n":{"minimum":1,"exclusiveMinimum":true}}`), "a review "},
		{"wording", tool(`,"description":"Moors the ship to the pier"`), tool(`,"description":"Moors the ship to the pier."`), "a pass accept.documentation"},
		{"wording with a marker", tool(`,"description":"Moors the ship to the pier."`), tool(`,"description":"Moors the ship only to the pier."`), "a review "},
		{"wording of a property", schema(`,"properties":{"n":{"type":"integer","description":"Number of the berth"}}`), schema(`,"properties":{"n":{"type":"integer","description":"Number of the berth."}}`), "a pass accept.documentation"},
		{"hint written out", tool(""), tool(`,"annotations":{"destructiveHint":true}`), "a pass accept.default_explicit"},
		{"hint beyond the default", tool(""), tool(`,"annotations":{"readOnlyHint":true}`), "a review "},
		{"written otherwise", schema(`,"properties":{"n":{"type":["integer"]}}`), schema(property), "a pass accept.serialization"},
		{"required in another order", schema(`,"properties":{"a":{},"b":{}},"required":["a","b"]`), schema(`,"properties":{"a":{},"b":{}},"required":["b","a"]`), "a pass accept.serialization"},
		{"definition that moves", schema(`,"properties":{"n":{"$ref":"#/definitions/n"}},"definitions":{"n":{"type":"integer"}}`), schema(`,"properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"integer"}}`), "a pass accept.serialization"},
		{"definition that narrows", schema(`,"properties":{"n":{"$ref":"#/definitions/n"}},"definitions":{"n":{"type":"number"}}`), schema(`,"properties":{"n":{"$ref":"#/definitions/n"}},"definitions":{"n":{"type":"integer"}}`), "a review "},
		{"openness written out", schema(""), schema(`,"additionalProperties":true`), "a pass accept.default_explicit"},
		{"openness that comes", schema(`,"additionalProperties":false`), schema(""), "a review "},
		{"bounds of every integer", schema(property), schema(`,"properties":{"n":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}}`), "a pass accept.serialization"},
		{"bounds of some integers", schema(property), schema(`,"properties":{"n":{"type":"integer","maximum":900}}`), "a review "},
		{"comment", schema(""), schema(`,"$comment":"x"`), "a review "},
		{"new property", schema(property), schema(`,"properties":{"n":{"type":"integer"},"m":{}}`), "a review "},
		{"another default", schema(`,"properties":{"n":{"type":"integer","default":1}}`), schema(`,"properties":{"n":{"type":"integer","default":2}}`), "a review "},
		{"version in a text", tool(`,"description":"Skiff 1.4.0"`), tool(`,"description":"Skiff 1.5.0"`), "a pass accept.version_string"},
		{"another version in a text", tool(`,"description":"Skiff 1.4.0"`), tool(`,"description":"Skiff 1.6.0"`), "a review "},
		{"version in a longer number", tool(`,"description":"At 11.4.0.7"`), tool(`,"description":"At 11.5.0.7"`), "a review "},
		{"all at once", `{"name":"a","description":"Skiff 1.4.0","inputSchema":{"type":"object"}}`, `{"name":"a","description":"Skiff 1.5.0","inputSchema":{"type":"object","$schema":"http://json-schema.org/draft-07/schema#"},"annotations":{"openWorldHint":true}}`, "a pass accept.default_explicit accept.schema_address accept.version_string"},
		{"one too many", `{"name":"a","description":"Skiff 1.4.0","inputSchema":{"type":"object"}}`, `{"name":"a","description":"Skiff 1.5.0","title":"Row","inputSchema":{"type":"object"}}`, "a review "},
		{"hidden text in wording", tool(`,"description":"Moors the ship to the pier"`), tool(`,"description":"Moors the ship to the\u200b pier"`), "a fail "},
		{"icons", tool(""), tool(`,"icons":[{"src":"https://cdn.example/x.png"}]`), "a review "},
		{"meta", tool(""), tool(`,"_meta":{"x":1}`), "a review "},
		{"a new tool", tool(""), tool("") + `,{"name":"b","inputSchema":{"type":"object"}}`, "b review "},
		{"a tool that goes", tool("") + `,{"name":"b","inputSchema":{"type":"object"}}`, tool(""), "b review "},
	} {
		if got := weighed(t, tt.before, tt.after, &packageStep); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		for _, code := range []string{check.CauseSame, check.CauseReplaced, check.CauseUnpinned, check.CauseRemote, check.CauseUnknown} {
			cause := packageStep
			cause.Code = code
			if got := weighed(t, tt.before, tt.after, &cause); strings.Contains(got, " pass ") {
				t.Errorf("%s: passes by cause %s", tt.name, code)
			}
		}
	}
}

// TestAcceptLaunch lets another version of the package in the launch pass, and nothing
// else of it.
func TestAcceptLaunch(t *testing.T) {
	for _, tt := range []struct {
		part, before, after string
		want                check.Verdict
	}{
		{"args", `"-y" "@scope/skiff@1.4.0"`, `"-y" "@scope/skiff@1.5.0"`, check.Passed},
		{"args", `"-y" "@scope/skiff@1.4.0" "--at" "1.4.0"`, `"-y" "@scope/skiff@1.5.0" "--at" "1.5.0"`, check.Refused},
		{"args", `"-y" "@scope/skiff@1.4.0"`, `"-y" "@scope/skiff@1.5.0" "--unsafe"`, check.Refused},
		{"args", `"-y" "@scope/skiff@1.4.0"`, `"-y" "@evil/skiff@1.5.0"`, check.Refused},
		{"command", `@scope/skiff@1.4.0`, `@scope/skiff@1.5.0`, check.Refused},
	} {
		s := compare(t, seen(t, handshake, `{"tools":[]}`, rest), seen(t, handshake, `{"tools":[]}`, rest))
		cause := packageStep
		s.Cause = &cause
		s.Add(check.Finding{
			Lens: "server", Rule: check.RuleLaunchChanged, Action: check.Fail, Kind: check.Server, Pointer: "/launch/" + tt.part,
			Before: check.JSONText(tt.before), After: check.JSONText(tt.after),
		})
		s.Conclude()
		if s.Verdict != tt.want {
			t.Errorf("%s → %s: %s, want %s", tt.before, tt.after, s.Verdict, tt.want)
		}
	}
}

// TestAuthorPassesWhatIsExplained has signals that the author is not to be warned of.
func TestAuthorPassesWhatIsExplained(t *testing.T) {
	tool := func(more, schema string) string {
		return `{"name":"a","description":"One` + more + `","inputSchema":{"type":"object"` + schema + `}}`
	}
	const dialect = `,"$schema":"http://json-schema.org/draft-07/schema#"`
	for _, tt := range []struct {
		name, after string
		want        check.Action
	}{
		{"address of a dialect", tool("", dialect), check.Pass},
		{"address of a dialect and another", tool(" at https://relay.example", dialect), check.Warn},
		{"address of nobody's dialect", tool("", `,"$schema":"http://schema.example/draft-07/schema#"`), check.Warn},
	} {
		s, err := check.Compare("harbor", seen(t, handshake, `{"tools":[`+tool("", "")+`]}`, rest), seen(t, handshake, `{"tools":[`+tt.after+`]}`, rest), check.Options{Preset: check.Author})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range s.Findings {
			if f.Rule == "R03" && f.Action != tt.want {
				t.Errorf("%s: R03 has the action %s by %s, want %s", tt.name, f.Action, f.DecidedBy, tt.want)
			}
		}
	}
}

func TestGroups(t *testing.T) {
	schema := func(name, more string) string {
		return `{"name":"` + name + `","inputSchema":{"type":"object"` + more + `}}`
	}
	const closed = `,"additionalProperties":false`
	s := compare(t, seen(t, handshake, `{"tools":[`+schema("a", "")+","+schema("b", "")+","+schema("c", "")+`]}`, rest),
		seen(t, handshake, `{"tools":[`+schema("a", closed)+","+schema("b", `,"minProperties":1`)+","+schema("c", closed)+`]}`, rest))
	var got []string
	for _, g := range s.Groups() {
		var names []string
		for _, d := range g {
			if d.Change == nil || d.Change.Name != d.Name || len(d.Findings) == 0 {
				t.Errorf("row %q: change %v, %d findings", d.Name, d.Change, len(d.Findings))
			}
			names = append(names, d.Name)
		}
		got = append(got, strings.Join(names, " "))
	}
	if diff := cmp.Diff([]string{"a c", "b"}, got); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
}

// TestDecide weighs a subject again and again: the last decider counts, and no trace is
// left of the one before.
func TestDecide(t *testing.T) {
	s := compare(t, seen(t, handshake, `{"tools":[{"name":"a"}]}`, rest), seen(t, handshake, `{"tools":[{"name":"a","description":"x"}]}`, rest))
	first := account(s)
	s.Decide(check.Author, "")
	if s.Verdict != check.Passed {
		t.Errorf("by author: %s, want passed", s.Verdict)
	}
	s.Decide(decide(func(check.Finding) check.Decision {
		return check.Decision{Action: check.Fail, Severity: "CRITICAL", Suppressed: &check.Suppression{Source: check.SuppressedByPolicy}}
	}), "")
	if s.Verdict != check.Passed || !s.AllSuppressed() || s.Counts().Suppressed != len(s.Findings) {
		t.Errorf("all set aside: %s, all suppressed %v, %d of %d", s.Verdict, s.AllSuppressed(), s.Counts().Suppressed, len(s.Findings))
	}
	s.Decide(check.Consumer, check.Warn)
	if diff := cmp.Diff(first, account(s)); diff != "" || s.AllSuppressed() {
		t.Errorf("by consumer again (-want +got):\n%s", diff)
	}
}

type decide func(check.Finding) check.Decision

func (d decide) Decide(f check.Finding, _ []string) check.Decision { return d(f) }
