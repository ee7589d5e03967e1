package compat

import (
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/surface"
)

// toolLimits are how many tools clients take, of all servers together.
var toolLimits = []struct {
	most   int
	client string
}{
	{80, "Cursor"},
	{100, "Antigravity"},
	{128, "OpenAI and GitHub Copilot"},
}

func listChecks() []check {
	return []check{
		{Rule: Rule{
			ID: "compat.tool_count", Title: "more tools than clients take",
			Meaning: "Clients bound the tools of all servers together: Cursor at 80 (40 until 2025), Antigravity at 100, OpenAI and GitHub Copilot at 128, beyond which the request is refused. A server that alone reaches a bound leaves no room for others.",
			Fix:     "Offer groups of tools that can be switched on, or fewer tools with more parameters.",
			Sources: []Source{
				{Client: "VS Code Copilot", Effect: RequestRefused, May: true, Where: "microsoft/vscode-copilot-release#11653", Date: "2025-06"},
				{Client: "Copilot for JetBrains", Effect: RequestRefused, Where: "microsoft/copilot-intellij-feedback#1842", Date: "2026-06"},
				{Client: "GitHub Copilot API", Effect: RequestRefused, Where: "anomalyco/opencode#1814", Date: "2025-08"},
				{Client: "Antigravity", Effect: ToolDropped, Where: "DaxianLee/cocos-mcp-server#11", Date: "2026-02"},
				{Client: "Cursor", Effect: ToolDropped, May: true, Where: "Snowflake-Labs/mcp#77", Date: "2025-09"},
			},
		}, listing: toolCount},
		{Rule: Rule{
			ID: "compat.name_duplicate", Title: "two tools of one name",
			Meaning: "A model API refuses a request in which two tools have one name, and a client that keeps tools by name loses one of them.",
			Fix:     "Give each tool its own name.",
			Sources: []Source{
				{Client: "Anthropic API", Effect: RequestRefused, Where: "cloudwego/eino#632", Date: "2025-12"},
				{Client: "Anthropic API", Effect: RequestRefused, Where: "onyx-dot-app/onyx#9229", Date: "2026-03"},
				{Client: "MCP 2025-11-25", Effect: Advised, Where: "specification, server/tools, tool names", Date: "2025-11"},
			},
		}, listing: nameDuplicate},
		{Rule: Rule{
			ID: "compat.name_collision", Title: "two tool names that become one",
			Meaning: "Clients replace characters that an API does not allow, so that search-a, search.a and search_a may become one name; one of the tools then hides the other.",
			Fix:     "Let names differ in letters or digits.",
			Sources: []Source{
				{Client: "OpenAI Agents SDK (JavaScript)", Effect: Confused, Where: "openai/openai-agents-js#1934", Date: "2026-09"},
				{Client: "Hermes Agent", Effect: Confused, Where: "NousResearch/hermes-agent#72032", Date: "2026-07"},
				{Client: "Semantic Kernel (Python)", Effect: Confused, May: true, Where: "microsoft/semantic-kernel#14236", Date: "2026-07"},
			},
		}, listing: nameCollision},
		{Rule: Rule{
			ID: "compat.null_cursor", Title: "nextCursor is null",
			Meaning: "A last page says so by leaving nextCursor out. The TypeScript SDK, and Claude Code with it, refuses the listing when it is null.",
			Fix:     "Leave nextCursor out on the last page.",
			Sources: []Source{{Client: "Claude Code", Effect: ListDropped, Where: "gensecaihq/Wazuh-MCP-Server#75", Date: "2026-05"}},
		}, listing: nullCursor},
	}
}

func toolCount(l *listing, hit reporter) {
	if l.kind != surface.Tool {
		return
	}
	var over []string
	for _, limit := range toolLimits {
		if len(l.items) > limit.most {
			over = append(over, fmt.Sprintf("%s %d", limit.client, limit.most))
		}
	}
	if over != nil {
		hit("", fmt.Sprintf("%d tools; at most: %s", len(l.items), strings.Join(over, ", ")))
	}
}

func nameDuplicate(l *listing, hit reporter) {
	if l.kind != surface.Tool {
		return
	}
	times := map[string]int{}
	for _, it := range l.items {
		times[it.Name]++
	}
	for _, it := range l.items {
		if n := times[it.Name]; n > 1 && it.Name != "" {
			hit("", fmt.Sprintf("%s is listed %d times", quote(it.Name), n))
			delete(times, it.Name)
		}
	}
}

// nameCollision compares names as clients do that replace everything but ASCII
// letters and digits. Case is left alone: no client is known to fold it.
func nameCollision(l *listing, hit reporter) {
	if l.kind != surface.Tool {
		return
	}
	first := map[string]string{}
	seen := map[string]bool{}
	for _, it := range l.items {
		if it.Name == "" || seen[it.Name] {
			continue
		}
		seen[it.Name] = true
		plain := strings.Map(func(r rune) rune {
			if r == '-' || notPlain(r) {
				return '_'
			}
			return r
		}, it.Name)
		if other, taken := first[plain]; taken {
			hit("", fmt.Sprintf("%s and %s both become %s", quote(other), quote(it.Name), quote(plain)))
			continue
		}
		first[plain] = it.Name
	}
}

func nullCursor(l *listing, hit reporter) {
	if l.nullCursor {
		hit("", "nextCursor is null; want it absent on the last page")
	}
}
