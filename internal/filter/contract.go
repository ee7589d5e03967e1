package filter

import (
	"encoding/json"
	"slices"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// contractAnswer is the answer of "classify contract".
type contractAnswer struct {
	Severity    contract.Severity  `json:"severity"`
	Findings    []contract.Finding `json:"findings"`
	ProvedEqual []contract.Finding `json:"proved_equal,omitempty"`
	Bump        contract.BumpLevel `json:"bump"`
	Witness     json.RawMessage    `json:"witness,omitempty"`
}

// Contract returns the judge of "classify contract". A line is one of
//
//	{"old": TOOL, "new": TOOL}, of which either may be null
//	{"side": "input" or "output", "old": SCHEMA, "new": SCHEMA}
//
// and is answered with {"severity","findings":[{"rule","severity","path",…}],
// "bump"}, and "witness" where a value shows what breaks. The severity is NONE when
// nothing changed.
//
// proofs is how many values are tried for a witness of each finding that breaks and
// has none; 0 searches nothing.
func Contract(o contract.Options, proofs int) Judge {
	return func(line *jsonv.Value, raw []byte) ([]byte, error) {
		if err := members(line, "old", "new", "side"); err != nil {
			return nil, err
		}
		got, err := compareContract(line, raw, o)
		if err != nil {
			return nil, err
		}
		if proofs > 0 {
			proveFindings(&got, proofs, o.Profile, schemasOf(line, raw))
		}
		answer := contractAnswer{
			Severity: got.Severity, Findings: orNone(got.Findings), ProvedEqual: got.ProvedEqual, Bump: contract.Bump(got.Findings, false),
		}
		for _, f := range got.Findings {
			if f.Witness != nil {
				answer.Witness = f.Witness
				break
			}
		}
		return encodeAnswer(answer)
	}
}

// schemasOf finds the schemas of a line.
func schemasOf(line *jsonv.Value, raw []byte) func(contract.Side) (before, after []byte, path string) {
	return func(side contract.Side) (before, after []byte, path string) {
		was, is := line.Get("old"), line.Get("new")
		if line.Get("side").Exists() {
			return was.Span().Of(raw), is.Span().Of(raw), ""
		}
		if !was.Exists() || !is.Exists() {
			return nil, nil, ""
		}
		member := map[contract.Side]string{contract.Input: "inputSchema", contract.Output: "outputSchema"}[side]
		return SchemaOf(was.Span().Of(raw), member), SchemaOf(is.Span().Of(raw), member), "/" + member
	}
}

func compareContract(line *jsonv.Value, raw []byte, o contract.Options) (contract.Comparison, error) {
	before, after, side := line.Get("old"), line.Get("new"), line.Get("side")
	if side.Exists() {
		word, _ := side.Str()
		sides := []contract.Side{contract.Input, contract.Output}
		if !slices.Contains(sides, contract.Side(word)) {
			return contract.Comparison{}, At(side, "/side", WrongValue, "found another value, want one of %s", list(sides))
		}
		for name, v := range map[string]*jsonv.Value{"old": before, "new": after} {
			if !v.Exists() {
				return contract.Comparison{}, At(line, "", MissingMember, "found no member %q", name)
			}
			if v.Kind() != jsonv.Object && v.Kind() != jsonv.Bool {
				return contract.Comparison{}, At(v, "/"+name, WrongValue, "found %s, want a schema", v.Kind())
			}
		}
		return contract.CompareSchema(contract.Side(word), before.Span().Of(raw), after.Span().Of(raw), o)
	}
	for name, v := range map[string]*jsonv.Value{"old": before, "new": after} {
		switch {
		case !v.Exists():
			return contract.Comparison{}, At(line, "", MissingMember, "found no member %q, want a tool, or null for one that is not there", name)
		case looksLikeSchema(v):
			return contract.Comparison{}, At(v, "/"+name, WrongValue, "found what looks like a schema, want a tool; for schemas add %q", `"side": "input" or "output"`)
		}
	}
	was, err := toolText(line, raw, "old")
	if err != nil {
		return contract.Comparison{}, err
	}
	is, err := toolText(line, raw, "new")
	if err != nil {
		return contract.Comparison{}, err
	}
	switch {
	case was == nil && is == nil:
		return contract.Comparison{Severity: contract.None}, nil
	case was == nil:
		return wholeTool("tool.added"), nil
	case is == nil:
		return wholeTool("tool.removed"), nil
	case before.Get("name").Text() != after.Get("name").Text():
		return wholeTool("tool.removed", "tool.added"), nil // callers call by name
	}
	return contract.CompareTool(was, is, o)
}

// wholeTool is the answer about tools that are on one side alone.
func wholeTool(ids ...string) contract.Comparison {
	out := contract.Comparison{Severity: contract.None}
	for _, id := range ids {
		rule, _ := contract.FindRule(id)
		out.Severity = out.Severity.Worse(rule.Severity)
		out.Findings = append(out.Findings, contract.Finding{Rule: id, Severity: rule.Severity})
	}
	return out
}

// looksLikeSchema reports an object that has nothing of a tool and something of a
// schema.
func looksLikeSchema(v *jsonv.Value) bool {
	for _, member := range []string{"name", "inputSchema", "description"} {
		if v.Get(member).Exists() {
			return false
		}
	}
	for _, keyword := range []string{"type", "properties", "$ref", "enum", "const", "anyOf", "oneOf", "allOf", "items"} {
		if v.Get(keyword).Exists() {
			return true
		}
	}
	return false
}
