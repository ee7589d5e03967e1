package compat

func patternChecks() []check {
	return []check{
		{Rule: Rule{
			ID: "compat.pattern_invalid", Title: "pattern that JavaScript does not compile",
			Meaning: `(?i), (?P<name>…), \Z and needless backslashes are no ECMAScript with the u flag. The TypeScript SDK compiles each outputSchema and refuses the whole listing; clients that validate arguments fail the call.`,
			Fix:     "Write the pattern for ECMAScript with the u flag, or leave it out.",
			Sources: []Source{
				{Client: "TypeScript SDK 1.x", Effect: ListDropped, May: true, Where: "modelcontextprotocol/typescript-sdk 1.32.2 client/index.ts, cacheToolMetadata", Date: "2026-11"},
				{Client: "LangChain MCP adapters (JavaScript)", Effect: CallFails, Where: "langchain-ai/langchainjs#11351", Date: "2026-08"},
				{Client: "n8n", Effect: CallFails, May: true, Where: "n8n-io/n8n#35320", Date: "2026-07"},
			},
		}, pattern: func(n *node, p pattern) string {
			if p.problem == "" {
				return ""
			}
			if n.input {
				return p.problem + ", with the u flag"
			}
			return p.problem + ", with the u flag, in an outputSchema"
		}},
		{Rule: Rule{
			ID: "compat.pattern_lookaround", Title: "pattern that looks ahead or behind",
			Meaning: "OpenAI refuses every request that lists a tool with such a pattern since about May 2026. The pattern of an e-mail address in Zod 4 is one.",
			Fix:     "Leave the pattern out of the schema and check the value in the tool.",
			Sources: []Source{
				{Client: "OpenAI API", Effect: RequestRefused, Where: "vercel/ai#21037", Date: "2026-09"},
				{Client: "OpenAI API", Effect: RequestRefused, Where: "SmartBear/smartbear-mcp#491", Date: "2026-05"},
				{Client: "Cline", Effect: RequestRefused, May: true, Where: "cline/cline#14019", Date: "2026-09"},
			},
		}, pattern: func(n *node, p pattern) string {
			if !n.input || p.lookaround == "" {
				return ""
			}
			return p.lookaround + "…); want none"
		}},
		{Rule: Rule{
			ID: "compat.pattern_property", Title: `pattern with \p{…}`,
			Meaning: `OpenAI compiles patterns as Python does, which knows no \p, and refuses the request.`,
			Fix:     "List the characters, or leave the pattern out.",
			Sources: []Source{{Client: "OpenAI API", Effect: RequestRefused, Where: "BerriAI/litellm#40485", Date: "2026-09"}},
		}, pattern: func(n *node, p pattern) string {
			if !n.input || p.property == "" {
				return ""
			}
			return p.property + "; want none"
		}},
		{Rule: Rule{
			ID: "compat.pattern_bracket", Title: "pattern with a bare [ inside a character class",
			Meaning: `Some providers read patterns by stricter rules (ECMAScript with the v flag, or engines with nested classes) and refuse the request.`,
			Fix:     `Write \[.`,
			Sources: []Source{{Client: "DeepSeek API", Effect: RequestRefused, Where: "Dokploy/mcp#43", Date: "2026-05"}},
		}, pattern: func(n *node, p pattern) string {
			if !n.input || !p.bracket {
				return ""
			}
			return `"[" inside a character class; want \[`
		}},
	}
}
