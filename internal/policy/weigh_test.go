package policy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

const today = "2026-11-30"

// contractExample stands in spec contract-severities, "Changing a classification for
// your project".
const contractExample = `severity_overrides:
  tool.annotations.safetyWeakened: BREAKING
  tool.output.enum.widened: POTENTIALLY_BREAKING

ignore:
  - rule: tool.icons.changed
  - rule: tool.description.changed
    entity: legacy_*
    reason: "Legacy tools are being rewritten; churn is expected."
`

func set(t *testing.T, texts ...string) policy.Set {
	t.Helper()
	names := []string{"managed", "user", "project"}[3-len(texts):]
	var layers []policy.Layer
	for i, text := range texts {
		l, err := policy.NewLayer(names[i], names[i]+".yaml", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", names[i], err)
		}
		layers = append(layers, l)
	}
	s, err := policy.NewSet(layers...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func side(label string, tools ...string) check.Observation {
	var list [][]byte
	for _, tool := range tools {
		list = append(list, []byte(tool))
	}
	return check.Observation{Label: label, Surface: surface.FromTools(label, list), Vouched: true}
}

// weigh compares two states of tools and writes what the policy makes of them.
func weigh(t *testing.T, s policy.Set, command string, before, after []string) string {
	t.Helper()
	subject, err := check.Compare("harbor", side("before", before...), side("after", after...), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := s.Weigher(command, today)
	w.Weigh(&subject)
	var b strings.Builder
	fmt.Fprintln(&b, subject.Verdict)
	for _, f := range subject.Findings {
		if f.Lens == "drift" && f.Suppressed == nil {
			continue
		}
		fmt.Fprintf(&b, "%s %s %s %s by %s", f.Name, f.Rule, f.Severity, f.Action, f.DecidedBy)
		if f.Overridden != "" {
			fmt.Fprintf(&b, ", was %s", f.Overridden)
		}
		if f.Suppressed != nil {
			fmt.Fprintf(&b, ", suppressed at %s", f.Suppressed.Where)
		}
		b.WriteString("\n")
	}
	for _, warning := range w.Warnings() {
		fmt.Fprintf(&b, "%s %s\n", warning.Where, warning.Code)
	}
	return b.String()
}

func TestWeigh(t *testing.T) {
	tool := func(name, description, more string) string {
		return fmt.Sprintf(`{"name":%q,"description":%q,"inputSchema":{"type":"object"}%s}`, name, description, more)
	}
	plain := []string{tool("a", "Reads a file.", "")}
	reworded := []string{tool("a", "Fetches what a path leads to, at once.", "")}
	read := []string{tool("a", "x", `,"annotations":{"readOnlyHint":true}`)}
	write := []string{tool("a", "x", `,"annotations":{"readOnlyHint":false}`)}
	hidden := []string{tool("a", "Reads a\u200b file.", "")}
	legacy := []string{tool("legacy_a", "Reads a file.", "")}
	legacyReworded := []string{tool("legacy_a", "Fetches what a path leads to, at once.", "")}
	for _, tt := range []struct {
		name          string
		set           []string
		command       string
		before, after []string
		want          string
	}{
		{"nothing said", nil, "diff", plain, reworded, `passed
a tool.description.changed POTENTIALLY_BREAKING warn by preset author
a R08 LOW warn by preset author
`},
		{"nothing said of check", nil, "check", plain, reworded, `refused
a tool.description.changed POTENTIALLY_BREAKING review by preset consumer
a R08 LOW review by preset consumer
`},
		{"the specification's example", []string{contractExample}, "diff", read, write, `refused
a tool.annotations.safetyWeakened BREAKING fail by severity_overrides.tool.annotations.safetyWeakened, was POTENTIALLY_BREAKING
a R07 MEDIUM warn by preset author
project.yaml:6 policy.ignore_unmatched
project.yaml:6 policy.ignore_without_reason
project.yaml:7 policy.ignore_unmatched
`},
		{"an ignore by entity", []string{contractExample}, "diff", legacy, legacyReworded, `passed
legacy_a tool.description.changed POTENTIALLY_BREAKING warn by preset author, suppressed at project.yaml:7
legacy_a R08 LOW warn by preset author
project.yaml:6 policy.ignore_unmatched
project.yaml:6 policy.ignore_without_reason
`},
		{"an ignore that is over", []string{"ignore:\n  - {rule: tool.description.changed, reason: x, expires: 2026-11-29}\n"}, "diff", plain, reworded, `passed
a tool.description.changed POTENTIALLY_BREAKING warn by preset author
a R08 LOW warn by preset author
project.yaml:2 policy.ignore_expired
`},
		{"an ignore on its last day", []string{"ignore:\n  - {rule: [R08, tool.description.changed], server: h*r, reason: x, expires: 2026-11-30}\n"}, "diff", plain, reworded, `passed
a tool.description.changed POTENTIALLY_BREAKING warn by preset author, suppressed at project.yaml:2
a R08 LOW warn by preset author, suppressed at project.yaml:2
`},
		{"an ignore of another server", []string{"ignore:\n  - {rule: R08, server: bay, reason: x}\n"}, "diff", plain, reworded, `passed
a tool.description.changed POTENTIALLY_BREAKING warn by preset author
a R08 LOW warn by preset author
`},
		{"a broad ignore never hides a CRITICAL", []string{"ignore:\n  - {entity: 'tool:*', reason: x}\n"}, "diff", plain, hidden, `refused
a R01 CRITICAL fail by preset author
a tool.description.changed POTENTIALLY_BREAKING warn by preset author, suppressed at project.yaml:2
a mcp_tool_description_changed medium pass by preset author, suppressed at project.yaml:2
`},
		{"a CRITICAL in so many words", []string{"ignore:\n  - {rule: R01, entity: a, reason: emoji of the brand, allow_critical: true}\nseverity_overrides:\n  R02: {severity: LOW, allow_critical: true, reason: x}\n"}, "diff", plain, hidden, `passed
a R01 CRITICAL fail by preset author, suppressed at project.yaml:2
a tool.description.changed POTENTIALLY_BREAKING warn by preset author
`},
		{"levels of the command before those of all", []string{"levels:\n  all:\n    contract: {POTENTIALLY_BREAKING: fail}\n  diff:\n    contract: {POTENTIALLY_BREAKING: pass}\n    taxonomy: {LOW: pass}\n"}, "diff", plain, reworded, `passed
a tool.description.changed POTENTIALLY_BREAKING pass by levels.diff.contract.POTENTIALLY_BREAKING
a R08 LOW pass by levels.diff.taxonomy.LOW
`},
		{"fail_on warn", []string{"fail_on: warn\n"}, "diff", plain, reworded, `refused
a tool.description.changed POTENTIALLY_BREAKING warn by preset author
a R08 LOW warn by preset author
`},
		{"a lower policy may tighten", []string{"preset: {diff: author}\n", "", "preset: consumer\n"}, "diff", plain, reworded, `refused
a tool.description.changed POTENTIALLY_BREAKING review by preset consumer
a R08 LOW review by preset consumer
`},
		{"a lower policy may not loosen", []string{"preset: consumer\nfail_on: review\nlevels: {all: {taxonomy: {LOW: fail}}}\n", "fail_on: fail\nseverity_overrides: {R08: NONE}\n", "preset: author\nlevels: {diff: {contract: {POTENTIALLY_BREAKING: pass}}}\nignore: [{rule: R08, reason: x}]\n"}, "diff", plain, reworded, `refused
a R08 LOW fail by levels.all.taxonomy.LOW
a tool.description.changed POTENTIALLY_BREAKING review by preset consumer
user.yaml:1 policy.loosening_refused
project.yaml:1 policy.loosening_refused
project.yaml:2 policy.loosening_refused
user.yaml:2 policy.loosening_refused
project.yaml:3 policy.loosening_refused
`},
		{"a lower policy says what no higher one does", []string{"levels: {all: {taxonomy: {HIGH: fail}}}\n", "", "ignore: [{rule: [R08, tool.description.changed], reason: x}]\n"}, "diff", plain, reworded, `passed
a tool.description.changed POTENTIALLY_BREAKING warn by preset author, suppressed at project.yaml:1
a R08 LOW warn by preset author, suppressed at project.yaml:1
`},
	} {
		if diff := cmp.Diff(tt.want, weigh(t, set(t, tt.set...), tt.command, tt.before, tt.after)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	layer := func(name, text string) policy.Layer {
		l, err := policy.NewLayer(name, name+".yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	for _, tt := range []struct{ high, low, want string }{
		{"require_reasons: true\n", "ignore:\n  - rule: R05\n", "require_reasons is true"},
		{"rules_version: {taxonomy: taxonomy-v1}\n", "rules_version: {taxonomy: taxonomy-v2}\n", `pins taxonomy to "taxonomy-v1"`},
		{"declared_mcp_manifests: {a: {file: x}}\n", "declared_mcp_manifests: {a: {file: y}}\n", "another manifest of server"},
	} {
		_, err := policy.NewSet(layer("managed", tt.high), layer("project", tt.low))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "project.yaml") {
			t.Errorf("%q over %q: error %v, want %q", tt.high, tt.low, err, tt.want)
		}
	}
}

// TestSetJoins tightens what is not weighed.
func TestSetJoins(t *testing.T) {
	s := set(t, "servers: {a: {required: true, retries: 1, max_surface_bytes: 10}}\nmax_surface_bytes: 100\nauto_accept: [accept.documentation]\n", "partial_observation: warn\n",
		"servers: {a: {required: false, retries: 2, max_surface_bytes: 20}, b: {required: false}}\nmax_surface_bytes: 50\npartial_observation: inconclusive\nauto_accept: [accept.documentation, accept.version_string]\nreview_profile: strict\n")
	p := s.Policy
	if p.Optional("a") || !p.Optional("b") || p.Servers["a"].Retries != 2 || p.SizeLimit("a") != 10 || p.SizeLimit("c") != 50 {
		t.Errorf("servers %+v, limit %d", p.Servers, p.SizeLimit("c"))
	}
	if p.PartialObservation != "inconclusive" || p.ReviewProfile != "strict" {
		t.Errorf("partial_observation %q, review_profile %q", p.PartialObservation, p.ReviewProfile)
	}
	if diff := cmp.Diff(&[]string{"accept.documentation"}, p.AutoAccept); diff != "" {
		t.Errorf("auto_accept (-want +got):\n%s", diff)
	}
	if n := len(s.Weigher("check", today).Warnings()); n != 2 {
		t.Errorf("%d warnings, want those of servers.a.required and auto_accept", n)
	}
}

// TestPresetBindsDefaults lets a lower policy loosen nothing of what a higher preset
// stands for.
func TestPresetBindsDefaults(t *testing.T) {
	s := set(t, "preset: consumer\n", "", "fail_on: fail\nservers: {a: {required: false}}\npartial_observation: warn\nreview_profile: mine\nreview_profiles: {mine: {mcp_tool_added: {other: low}}}\n")
	p := s.Policy
	if p.FailOn != check.Review || p.Optional("a") || p.Partial() != manifest.PartialInconclusive || p.ReviewProfile != "" {
		t.Errorf("fail_on %q, optional %v, partial %v, profile %q", p.FailOn, p.Optional("a"), p.Partial(), p.ReviewProfile)
	}
	if n := len(s.Weigher("check", today).Warnings()); n != 4 {
		t.Errorf("%d warnings, want one for each", n)
	}
	s = set(t, "levels: {all: {drift: {high: fail}}}\n", "", "fail_on: fail\nreview_profile: mine\nreview_profiles: {mine: {mcp_tool_added: {other: low}}}\nservers: {a: {required: false}}\n")
	if p := s.Policy; p.FailOn != check.Review || p.ReviewProfile != "" || !p.Optional("a") {
		t.Errorf("below levels: fail_on %q, profile %q, optional %v", p.FailOn, p.ReviewProfile, p.Optional("a"))
	}
}

// TestEffectiveSaysWhatHasNoEffect lists what a higher layer makes void as such.
func TestEffectiveSaysWhatHasNoEffect(t *testing.T) {
	s := set(t, "levels: {all: {taxonomy: {HIGH: fail, MEDIUM: fail, LOW: fail}}}\nservers: {a: {retries: 1}}\n", "", `
levels: {all: {taxonomy: {HIGH: warn}}}
severity_overrides: {R03: LOW, R05: NONE, tool.title.changed: BREAKING}
ignore:
  - {rule: R05, reason: x}
  - {rule: tool.title.changed, reason: x}
  - {rule: tool.icons.changed, reason: x, expires: 2026-01-01}
  - {entity: a, reason: x}
servers: {a: {required: false}}
configurations: [{name: all}]
`)
	list, warnings := s.Effective(today)
	got := map[string]string{}
	for _, one := range list {
		got[one.Key] = one.Value + " # " + one.Origin
	}
	for key, want := range map[string]string{
		"levels.check.taxonomy.HIGH":            "fail # managed.yaml:1",
		"severity_overrides.R03":                "LOW (no reason given), no effect: a higher policy is stricter # project.yaml:3",
		"severity_overrides.R05":                "NONE (no reason given), no effect: a higher policy is stricter # project.yaml:3",
		"severity_overrides.tool.title.changed": "BREAKING (no reason given) # project.yaml:3",
		"ignore[0]":                             "R05 (x), no effect: a higher policy says what becomes of it # project.yaml:5",
		"ignore[1]":                             "tool.title.changed (x) # project.yaml:6",
		"ignore[2]":                             "tool.icons.changed, until 2026-01-01 (x), no effect: over # project.yaml:7",
		"ignore[3]":                             `entity "a" (x), in part: a higher policy says what becomes of some # project.yaml:8`,
		"servers.a.required":                    "false # project.yaml:9",
		"servers.a.retries":                     "1 # managed.yaml:2",
		"configurations[0]":                     "all # project.yaml:10",
	} {
		if got[key] != want {
			t.Errorf("%s: %q, want %q", key, got[key], want)
		}
	}
	if !slices.ContainsFunc(warnings, func(w check.Warning) bool { return w.Where == "project.yaml:2" && w.Code == "policy.loosening_refused" }) {
		t.Errorf("no warning of the milder level: %v", warnings)
	}
}

func TestCheckRules(t *testing.T) {
	sets := []check.RuleSet{{Lens: "taxonomy", Version: "taxonomy-v1", Phrases: "sha256:1"}}
	for pin, wants := range map[string]string{"taxonomy-v1": "", "taxonomy-v1@sha256:1": "", "taxonomy-v1@sha256:2": "this program has taxonomy-v1@sha256:1", "taxonomy-v2": "this program has taxonomy-v1"} {
		err := policy.Policy{RulesVersion: map[string]string{"taxonomy": pin}}.CheckRules(sets)
		if (err == nil) != (wants == "") || err != nil && !strings.Contains(err.Error(), wants) {
			t.Errorf("%s: error %v, want %q", pin, err, wants)
		}
	}
}

func TestRunExamples(t *testing.T) {
	s := set(t, `
preset: consumer
severity_overrides: {R05: MEDIUM}
examples:
  - name: dialect
    package: {name: p, before: 1.0.0, after: 1.0.1}
    before: {name: a, inputSchema: {type: object}}
    after: {name: a, inputSchema: {type: object, $schema: "http://json-schema.org/draft-07/schema#"}}
    want: {action: pass, verdict: passed, suppressed: 0}
  - name: the same without another version
    before: {name: a, inputSchema: {type: object}}
    after: {name: a, inputSchema: {type: object, $schema: "http://json-schema.org/draft-07/schema#"}}
    want: {action: review, rules: [R03]}
  - name: wrong
    command: diff
    before: {name: a}
    want: {action: pass, rules: []}
`)
	var got []string
	for _, o := range s.RunExamples(today) {
		got = append(got, fmt.Sprintf("%s %s: %v", o.Where, o.Name, o.Err))
	}
	want := []string{
		"project.yaml:5 dialect: <nil>",
		"project.yaml:10 the same without another version: <nil>",
		"project.yaml:14 wrong: action is review, want pass (tool.removed review by preset consumer; mooring_tool_removed review by preset consumer)\nrules are [\"tool.removed\"], want []",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}
