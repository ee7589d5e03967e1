package compat

import (
	"fmt"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Gemini's function declarations were made for a part of OpenAPI 3.0 ("parameters"),
// and since late 2025 take JSON Schema too ("parametersJsonSchema"). Which of the two
// a client fills, and whether it rewrites the schema first, differs; hence "may".
func geminiChecks() []check {
	return []check{
		{Rule: Rule{
			ID: "compat.type_array", Title: "type as an array",
			Meaning: `Gemini's own schema has one type and a flag nullable. ["string", "null"] makes it refuse every request that lists the tool where a client does not rewrite it, and some converters fail on it.`,
			Fix:     "Give one type and leave the parameter optional.",
			Sources: []Source{
				{Client: "Copilot CLI with Gemini", Effect: RequestRefused, Where: "github/copilot-cli#4623", Date: "2026-09"},
				{Client: "Gemini API", Effect: RequestRefused, May: true, Where: "zed-industries/zed#44875", Date: "2026-02"},
				{Client: "Google ADK (JavaScript)", Effect: ListDropped, May: true, Where: "google/adk-js#199", Date: "2026-03"},
				{Client: "VS Code Copilot", Effect: Repaired, Where: "microsoft/vscode-copilot-chat src/extension/tools/common/toolSchemaNormalizer.ts", Date: "2026-11"},
			},
		}, node: typeArray},
		{Rule: Rule{
			ID: "compat.enum_type", Title: "enum or const without a type",
			Meaning: "Gemini and Vertex AI want a type beside an enum and refuse every request that lists the tool.",
			Fix:     `Add "type": "string".`,
			Sources: []Source{
				{Client: "Vertex AI", Effect: RequestRefused, May: true, Where: "google-gemini/gemini-cli#4400", Date: "2025-07"},
				{Client: "Google ADK", Effect: RequestRefused, May: true, Where: "makenotion/notion-mcp-server#42", Date: "2025-05"},
			},
		}, node: enumType},
		{Rule: Rule{
			ID: "compat.enum_values", Title: "enum with values that are empty or no strings",
			Meaning: "Gemini takes strings only and none that is empty; it refuses every request that lists the tool.",
			Fix:     "List strings, and leave the parameter optional instead of listing an empty one.",
			Sources: []Source{
				{Client: "Gemini API", Effect: RequestRefused, May: true, Where: "sbroenne/mcp-server-excel#607", Date: "2026-04"},
				{Client: "Gemini Enterprise", Effect: RequestRefused, Where: "kensho-technologies/kfinance#128", Date: "2026-05"},
				{Client: "Gemini API", Effect: RequestRefused, May: true, Where: "mongodb-js/mongodb-mcp-server#715", Date: "2025-11"},
			},
		}, node: enumValues},
		{Rule: Rule{
			ID: "compat.const", Title: "const",
			Meaning: "Gemini's own schema has no const and refuses the request where a client passes it on.",
			Fix:     "Use an enum of one value, with its type.",
			Sources: []Source{
				{Client: "Zed with Gemini", Effect: RequestRefused, May: true, Where: "zed-extensions/mcp-server-brave-search#12", Date: "2025-11"},
				{Client: "Gemini API", Effect: RequestRefused, May: true, Where: "taylorwilsdon/google_workspace_mcp#1099", Date: "2026-09"},
			},
		}, node: constValue},
		{Rule: Rule{
			ID: "compat.format", Title: "string format that Gemini does not know",
			Meaning: "For strings Gemini's own schema knows enum and date-time; uri, email, uuid and the like make it refuse the request where a client passes them on.",
			Fix:     "Say the format in the description.",
			Sources: []Source{
				{Client: "Gemini API", Effect: RequestRefused, May: true, Where: "gunpal5/Google_GenerativeAI#61", Date: "2025-07"},
				{Client: "Gemini CLI", Effect: RequestRefused, May: true, Where: "google-gemini/gemini-cli#2237", Date: "2025-06"},
			},
		}, node: stringFormat},
		{Rule: Rule{
			ID: "compat.object_keywords", Title: "properties or required beside another type than object",
			Meaning: "Gemini allows them for objects only and refuses the request.",
			Fix:     `Set "type": "object", or remove them.`,
			Sources: []Source{{Client: "Gemini API", Effect: RequestRefused, Where: "anomalyco/opencode#11889", Date: "2026-02"}},
		}, node: objectKeywords},
	}
}

func typeArray(n *node) (string, string) {
	if !n.input || n.parent == nil && n == n.root || n.get(kwType).Kind() != jsonv.Array {
		return "", ""
	}
	var types []string
	for _, t := range n.get(kwType).Items() {
		types = append(types, t.Text())
	}
	return "type", list(types) + "; want one type"
}

func enumType(n *node) (string, string) {
	if !n.input || n.get(kwType) != nil {
		return "", ""
	}
	for _, k := range []keyword{kwEnum, kwConst} {
		if n.get(k) != nil && (n.parent != nil || n != n.root) {
			return k.String(), k.String() + " without a type; want one"
		}
	}
	return "", ""
}

func enumValues(n *node) (string, string) {
	if !n.input {
		return "", ""
	}
	for i, v := range n.get(kwEnum).Items() {
		if v.Kind() != jsonv.String || v.Text() == "" {
			return "enum", fmt.Sprintf("value %d is %s; want strings that are not empty", i, describe(v))
		}
	}
	return "", ""
}

func constValue(n *node) (string, string) {
	if !n.input || n.get(kwConst) == nil {
		return "", ""
	}
	return "const", "const; want an enum of one value"
}

func stringFormat(n *node) (string, string) {
	format, ok := n.get(kwFormat).Str()
	if !n.input || !ok || n.get(kwType).Text() != "string" || format == "enum" || format == "date-time" {
		return "", ""
	}
	return "format", quote(format) + "; want date-time, enum or none"
}

func objectKeywords(n *node) (string, string) {
	kind, ok := n.get(kwType).Str()
	if !n.input || !ok || kind == "object" || n.rootInput() {
		return "", ""
	}
	for _, k := range []keyword{kwProperties, kwRequired} {
		if n.get(k) != nil {
			return k.String(), fmt.Sprintf("%s beside type %s; want type object", k, quote(kind))
		}
	}
	return "", ""
}
