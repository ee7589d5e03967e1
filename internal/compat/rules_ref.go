package compat

func refChecks() []check {
	return []check{
		{Rule: Rule{
			ID: "compat.ref_dangling", Title: "$ref that leads nowhere",
			Meaning: "In an outputSchema it makes the TypeScript SDK refuse the whole listing, with Claude Code, Cursor, OpenCode and Gemini CLI behind it; in an inputSchema Gemini refuses the request.",
			Fix:     "Send the definitions with the schema, or write them where they are used.",
			Sources: []Source{
				{Client: "TypeScript SDK 1.x", Effect: ListDropped, Where: "modelcontextprotocol/typescript-sdk#1175", Date: "2025-11"},
				{Client: "Claude Code", Effect: ListDropped, Where: "anthropics/claude-code#76040", Date: "2026-07"},
				{Client: "OpenCode", Effect: ListDropped, Where: "anomalyco/opencode#26529", Date: "2026-05"},
				{Client: "Gemini API", Effect: RequestRefused, Where: "google-gemini/gemini-cli#13326", Date: "2025-11"},
			},
		}, ref: func(r reference) string {
			if r.kind != refDangling {
				return ""
			}
			return quote(r.text) + " leads nowhere"
		}},
		{Rule: Rule{
			ID: "compat.ref_remote", Title: "$ref to another document",
			Meaning: "Clients do not fetch it: MCP 2026-07-28 forbids that, and the TypeScript SDK refuses the whole listing when an outputSchema has one.",
			Fix:     "Copy the definition into the schema.",
			Sources: []Source{
				{Client: "TypeScript SDK 1.x", Effect: ListDropped, Where: "modelcontextprotocol/typescript-sdk 1.32.2 client/index.ts, cacheToolMetadata", Date: "2026-11"},
				{Client: "MCP 2026-07-28", Effect: Advised, Where: "specification, basic, $ref resolution", Date: "2026-07"},
			},
		}, ref: func(r reference) string {
			if r.kind != refRemote {
				return ""
			}
			return quote(r.text) + " is another document"
		}},
		{Rule: Rule{
			ID: "compat.ref_recursive", Title: "$ref that leads back to itself",
			Meaning: "Legal JSON Schema for trees. Clients that write references out cannot finish: some fail, one provider refuses the request.",
			Fix:     "Take a fixed number of levels, or the tree as a JSON text.",
			Sources: []Source{
				{Client: "Mastra", Effect: ListDropped, May: true, Where: "mastra-ai/mastra#15400", Date: "2026-04"},
				{Client: "FastMCP proxy (Python)", Effect: ListDropped, May: true, Where: "PrefectHQ/fastmcp#3893", Date: "2026-04"},
				{Client: "OpenCode Console Go (Meta Muse Spark)", Effect: RequestRefused, Where: "Avick3110/houseCARL#730", Date: "2026-09"},
			},
		}, ref: func(r reference) string {
			if r.kind != refRecursive {
				return ""
			}
			return quote(r.text) + " leads back to itself"
		}},
		{Rule: Rule{
			ID: "compat.ref_input", Title: "$ref in an inputSchema",
			Meaning: "Several clients send a tool's properties without $defs, so that the model sees a reference and not what it stands for, and guesses; with Gemini the request may be refused.",
			Fix:     "Write definitions where they are used.",
			Sources: []Source{
				{Client: "Copilot CLI", Effect: CallFails, Where: "github/copilot-cli#1876", Date: "2026-03"},
				{Client: "Codex", Effect: TextCut, Where: "openai/codex#3152", Date: "2025-09"},
				{Client: "VS Code Copilot", Effect: CallFails, May: true, Where: "PrefectHQ/fastmcp#2808", Date: "2026-01"},
				{Client: "Claude Desktop", Effect: CallFails, May: true, Where: "PrefectHQ/fastmcp#2861", Date: "2026-01"},
				{Client: "Gemini API", Effect: RequestRefused, May: true, Where: "anomalyco/opencode#12295", Date: "2026-02"},
				{Client: "AutoGen", Effect: CallFails, May: true, Where: "microsoft/autogen#7594", Date: "2026-04"},
			},
		}, ref: func(r reference) string {
			if !r.node.input || r.kind != refLocal {
				return ""
			}
			return quote(r.text) + "; want the schema itself"
		}},
	}
}
