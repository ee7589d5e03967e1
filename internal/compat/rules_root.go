package compat

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

func rootChecks() []check {
	return []check{
		{Rule: Rule{
			ID: "compat.input_root", Title: `inputSchema without "type": "object"`,
			Meaning: "inputSchema is absent, no object, or does not say type object at its root, as MCP demands. The TypeScript SDK and Claude Code then drop every tool of the server, most often without a word.",
			Fix:     `Send {"type": "object", "properties": {}} for a tool without parameters.`,
			Sources: []Source{
				sdkTypes("ToolSchema.inputSchema"),
				{Client: "Claude Code", Effect: ListDropped, Where: "anthropics/claude-code#88049", Date: "2026-08"},
			},
		}, item: onTool(inputRoot)},
		{Rule: Rule{
			ID: "compat.output_root", Title: `outputSchema without "type": "object"`,
			Meaning: "MCP until 2025-11-25 demands type object at the root of an outputSchema; 2026-07-28 does not. The TypeScript SDK and Claude Code refuse the whole listing, or the tool.",
			Fix:     "Wrap the result in an object, or leave outputSchema out.",
			Sources: []Source{
				sdkTypes("ToolSchema.outputSchema"),
				{Client: "TypeScript SDK 1.x", Effect: ListDropped, Where: "opentokenz/mcpx#28", Date: "2026-09"},
				{Client: "Claude Code", Effect: ToolDropped, Where: "Wynelson94/longhand#16", Date: "2026-05"},
			},
		}, item: onTool(outputRoot)},
		{Rule: Rule{
			ID: "compat.root_combinator", Title: "anyOf, oneOf, allOf, enum, not or a condition at the root of an inputSchema",
			Meaning: "The Anthropic API takes no anyOf, oneOf or allOf there and OpenAI no enum or not either; both refuse every request that lists the tool. Claude Code drops the tool without a word, if and then included. Below the root they are fine.",
			Fix:     "List all properties in one object and say in the description, and check in the tool, which of them go together.",
			Sources: []Source{
				{Client: "Anthropic API", Effect: RequestRefused, Where: "zereight/gitlab-mcp#551", Date: "2026-06"},
				{Client: "OpenAI API", Effect: RequestRefused, Where: "langchain-ai/langchainjs#9804", Date: "2026-01"},
				{Client: "Claude Code", Effect: ToolDropped, Where: "anthropics/claude-code#95504", Date: "2026-09"},
				{Client: "VS Code Copilot", Effect: Repaired, Where: "microsoft/vscode-copilot-chat src/extension/tools/common/toolSchemaNormalizer.ts", Date: "2026-11"},
			},
		}, node: rootCombinator},
		{Rule: Rule{
			ID: "compat.properties_missing", Title: "inputSchema without properties",
			Meaning: "OpenAI's chat completions refuse an object without properties when a client sends the schema as it is; many clients add an empty one.",
			Fix:     `Add "properties": {}.`,
			Sources: []Source{
				{Client: "OpenAI API", Effect: RequestRefused, May: true, Where: "grafana/mcp-grafana#390", Date: "2025-11"},
				{Client: "LangChain MCP adapters", Effect: RequestRefused, May: true, Where: "langchain-ai/langchain-mcp-adapters#137", Date: "2025-05"},
				{Client: "VS Code Copilot", Effect: Repaired, Where: "microsoft/vscode-copilot-chat src/extension/tools/common/toolSchemaNormalizer.ts", Date: "2026-11"},
			},
		}, node: propertiesMissing},
		{Rule: Rule{
			ID: "compat.properties_type", Title: "properties that are no object of schemas",
			Meaning: "properties is an array (an empty PHP array, for instance) or null, or a property's schema is neither an object nor a boolean. The TypeScript SDK refuses the whole listing for one at the root, model APIs refuse the request.",
			Fix:     "Send an object, {} when there are none, with a schema for each property.",
			Sources: []Source{
				sdkTypes("ToolSchema.inputSchema.properties"),
				{Client: "OpenAI API", Effect: RequestRefused, Where: "smallmain/vscode-unify-chat-provider#162", Date: "2026-05"},
			},
		}, node: propertiesType},
	}
}

func parameterChecks() []check {
	return []check{
		{Rule: Rule{
			ID: "compat.property_boolean", Title: "true or false as a property's schema",
			Meaning: "Legal JSON Schema for anything and nothing. The TypeScript SDK 1.x refuses the whole listing for one among the properties of the root, and Claude Code drops every tool; Gemini has no such schema at any depth.",
			Fix:     "Write {} or a type instead of true.",
			Sources: []Source{
				sdkTypes("AssertObjectSchema"),
				{Client: "Claude Code", Effect: ListDropped, Where: "anthropics/claude-code#92900", Date: "2026-09"},
				{Client: "OpenCode", Effect: ListDropped, Where: "anomalyco/opencode#49464", Date: "2026-09"},
				{Client: "Gemini API", Effect: RequestRefused, Where: "can1357/oh-my-pi#5604", Date: "2026-07"},
				{Client: "Copilot CLI with Gemini", Effect: RequestRefused, Where: "github/copilot-cli#4623", Date: "2026-09"},
			},
		}, node: propertyBoolean},
		{Rule: Rule{
			ID: "compat.required_type", Title: "required that is no array of strings",
			Meaning: "null, true (as in draft-03) or an array of something else. Claude Code drops every tool of the server and blames authentication; validators of the schema refuse the request.",
			Fix:     "Send an array of names at the object, or leave required out.",
			Sources: []Source{
				{Client: "Claude Code", Effect: ListDropped, Where: "anthropics/claude-code#44364", Date: "2026-04"},
				sdkTypes("ToolSchema.inputSchema.required"),
				{Client: "VS Code Copilot", Effect: RequestRefused, Where: "microsoft/vscode-copilot-chat src/extension/tools/common/toolSchemaNormalizer.ts", Date: "2026-11"},
			},
		}, node: requiredType},
		{Rule: Rule{
			ID: "compat.property_name", Title: "parameter name that the Anthropic API does not take",
			Meaning: "The names of an inputSchema's own properties have to match ^[a-zA-Z0-9_.-]{1,64}$; one that does not makes every request fail that lists the tool. Deeper names are free.",
			Fix:     "Use letters, digits, _ . and -, at most 64: filter_id for filter[id].",
			Sources: []Source{
				{Client: "Anthropic API", Effect: RequestRefused, Where: "beautyfree/appstore-connect-mcp#2", Date: "2026-04"},
				{Client: "Amazon Bedrock", Effect: RequestRefused, Where: "aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#709", Date: "2026-08"},
			},
		}, node: propertyName},
	}
}

func inputRoot(it *item, hit reporter) {
	v := it.v.Get(inputSchema)
	if v.Kind() != jsonv.Object {
		hit("/"+inputSchema, describe(v)+`; want an object with "type": "object"`)
		return
	}
	if t := v.Get("type"); t.Text() != "object" || t.Kind() != jsonv.String {
		hit("/"+inputSchema, "type is "+typeText(t)+`; want "object"`)
	}
}

// typeText writes a type for a detail.
func typeText(t *jsonv.Value) string {
	if text, ok := t.Str(); ok && text != "" {
		return quote(text)
	}
	return describe(t)
}

func outputRoot(it *item, hit reporter) {
	v := it.v.Get(outputSchema)
	switch t := v.Get("type"); {
	case !v.Exists():
	case v.Kind() != jsonv.Object:
		hit("/"+outputSchema, describe(v)+`; want an object with "type": "object", or nothing`)
	case t.Kind() != jsonv.String || t.Text() != "object":
		hit("/"+outputSchema, "type is "+typeText(t)+`; want "object"`)
	}
}

// rootInput reports the root of an inputSchema.
func (n *node) rootInput() bool { return n.parent == nil && n.input && n == n.root }

func rootCombinator(n *node) (string, string) {
	if !n.rootInput() {
		return "", ""
	}
	var found []string
	for _, k := range []keyword{kwAllOf, kwAnyOf, kwOneOf, kwEnum, kwNot, kwIf, kwThen, kwElse} {
		if n.get(k) != nil {
			found = append(found, k.String())
		}
	}
	if found == nil {
		return "", ""
	}
	return found[0], strings.Join(found, ", ") + " at the root; want properties only"
}

func propertiesMissing(n *node) (string, string) {
	if !n.rootInput() || n.get(kwProperties) != nil || n.get(kwType).Text() != "object" {
		return "", ""
	}
	return "", "no properties; want {} at least"
}

func propertiesType(n *node) (string, string) {
	v := n.get(kwProperties)
	if v == nil {
		return "", ""
	}
	if v.Kind() != jsonv.Object {
		return "properties", "properties is " + describe(v) + "; want an object"
	}
	var odd []string
	for name, schema := range v.Members() {
		if schema.Kind() != jsonv.Object && schema.Kind() != jsonv.Bool {
			odd = append(odd, name)
		}
	}
	if odd == nil {
		return "", ""
	}
	return "properties", "no schema: " + list(odd)
}

func propertyBoolean(n *node) (string, string) {
	if n.v.Kind() != jsonv.Bool || n.position() != "properties" || !n.input && n.parent != n.root {
		return "", ""
	}
	if n.parent == n.root {
		return "", describe(n.v) + " at the root; want an object"
	}
	return "", describe(n.v) + " below the root, where Gemini minds it; want an object"
}

func requiredType(n *node) (string, string) {
	v := n.get(kwRequired)
	if v == nil {
		return "", ""
	}
	if v.Kind() != jsonv.Array {
		return "required", "required is " + describe(v) + "; want an array of strings"
	}
	seen := make(map[string]bool, v.Len())
	for i, name := range v.Items() {
		switch text, ok := name.Str(); {
		case !ok:
			return "required", fmt.Sprintf("item %d is %s; want a string", i, describe(name))
		case seen[text]:
			return "required", fmt.Sprintf("item %d is %s again; want each name once", i, quote(text))
		default:
			seen[text] = true
		}
	}
	return "", ""
}

func propertyName(n *node) (string, string) {
	if !n.rootInput() {
		return "", ""
	}
	var odd []string
	for name := range n.get(kwProperties).Members() {
		if name == "" || len(name) > nameLimit || strings.Trim(name, plainName+".") != "" {
			odd = append(odd, name)
		}
	}
	if odd == nil {
		return "", ""
	}
	return "properties", list(odd) + "; want letters, digits, _ . and -, at most 64"
}
