package compat

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// The limits on names. OpenAI's and Gemini's APIs and Claude Desktop take 64
// characters; the Anthropic API took 64 and has taken 128 since about March 2026
// (github/copilot-cli#1879).
const (
	nameLimit      = 64
	nameLimitLarge = 128
	cursorLimit    = 60 // server and tool together: 60 is already too much (ComposioHQ/composio#2788)
)

func nameChecks() []check {
	return []check{
		{Rule: Rule{
			ID: "compat.name_length", Title: "tool name longer than 64 characters",
			Meaning: "Most model APIs allow 64 characters for the name of a function, and one longer name makes them refuse every request that lists the tool. MCP 2025-11-25 allows 128.",
			Fix:     "Shorten the name to 64 characters, better to 40, since clients put the name of the server in front.",
			Sources: []Source{
				{Client: "OpenAI API", Effect: RequestRefused, Where: "nanbingxyz/5ire#403", Date: "2026-01"},
				{Client: "Claude Desktop", Effect: RequestRefused, Where: "mims-harvard/ToolUniverse#3", Date: "2025-06"},
				{Client: "Anthropic API", Effect: RequestRefused, May: true, Where: "github/copilot-cli#1879", Date: "2026-03"},
				{Client: "Gemini CLI", Effect: Renamed, Where: "google-gemini/gemini-cli packages/core/src/tools/mcp-tool.ts, generateValidName", Date: "2026-11"},
			},
		}, item: onTool(nameLength)},
		{Rule: Rule{
			ID: "compat.name_prefixed", Title: "tool name too long with the server's name in front",
			Meaning: "Clients join the names of server and tool. Cursor hides a tool when the two reach 60 characters; Claude Code sends mcp__SERVER__TOOL, which some gateways refuse beyond 64 characters. The finding holds for the name that the server has here.",
			Fix:     "Shorten the tool's name, or give the server a shorter name in the client's configuration.",
			Sources: []Source{
				{Client: "Cursor", Effect: ToolDropped, Where: "ComposioHQ/composio#2788", Date: "2026-02"},
				{Client: "Cursor", Effect: ToolDropped, Where: "awslabs/mcp#1283", Date: "2025-09"},
				{Client: "Claude Code", Effect: RequestRefused, May: true, Where: "ChromeDevTools/chrome-devtools-mcp#1169", Date: "2026-03"},
				{Client: "Claude Code", Effect: RequestRefused, May: true, Where: "hanlulong/stata-mcp#48", Date: "2026-01"},
			},
		}, item: onTool(namePrefixed)},
		{Rule: Rule{
			ID: "compat.name_characters", Title: "tool name with other characters than letters, digits, _ and -",
			Meaning: "Model APIs want ^[a-zA-Z0-9_-]+$ and refuse every request that lists the tool; some clients replace what does not fit, others send it as it is. MCP 2025-11-25 allows the dot besides, and nothing else.",
			Fix:     "Use letters, digits, _ and - only.",
			Sources: []Source{
				{Client: "OpenAI API", Effect: RequestRefused, Where: "openai/codex#8174", Date: "2025-12"},
				{Client: "Copilot CLI", Effect: RequestRefused, Where: "github/copilot-cli#2581", Date: "2026-04"},
				{Client: "Claude Desktop", Effect: RequestRefused, Where: "hostinger/api-mcp-server#49", Date: "2026-07"},
				{Client: "VS Code", Effect: Renamed, Where: "github/copilot-cli#2581", Date: "2026-04"},
				{Client: "MCP 2025-11-25", Effect: Advised, Where: "specification, server/tools, tool names", Date: "2025-11"},
			},
		}, item: onTool(nameCharacters)},
		{Rule: Rule{
			ID: "compat.name_start", Title: "tool name that begins with a digit or -",
			Meaning: "Google's function declarations want a letter or _ first.",
			Fix:     "Begin the name with a letter.",
			Sources: []Source{{Client: "Vertex AI", Effect: RequestRefused, May: true, Where: "Vertex AI reference, FunctionDeclaration, name", Date: "2026-11"}},
		}, item: onTool(nameStart)},
		{Rule: Rule{
			ID: "compat.name_missing", Title: "item without a proper name",
			Meaning: "The name is absent, no string or empty. The TypeScript SDK refuses the whole listing when one name is absent or no string; APIs refuse an empty one.",
			Fix:     "Give every item a name.",
			Sources: []Source{
				{Client: "TypeScript SDK 1.x", Effect: ListDropped, Where: "modelcontextprotocol/typescript-sdk 1.32.2 types.ts, BaseMetadataSchema", Date: "2026-11"},
				{Client: "MCP 2025-11-25", Effect: Advised, Where: "specification, server/tools, tool names", Date: "2025-11"},
			},
		}, item: nameMissing},
	}
}

// onTool restricts a rule to tools.
func onTool(rule func(it *item, hit reporter)) func(*item, reporter) {
	return func(it *item, hit reporter) {
		if it.listing.kind == surface.Tool {
			rule(it, hit)
		}
	}
}

func nameLength(it *item, hit reporter) {
	n := utf8.RuneCountInString(it.name)
	switch {
	case n > nameLimitLarge:
		hit("/name", fmt.Sprintf("%d characters; want at most %d, and MCP 2025-11-25 allows %d", n, nameLimit, nameLimitLarge))
	case n > nameLimit:
		hit("/name", fmt.Sprintf("%d characters; want at most %d", n, nameLimit))
	}
}

func namePrefixed(it *item, hit reporter) {
	server, tool := utf8.RuneCountInString(it.listing.server), utf8.RuneCountInString(it.name)
	claude := server + tool + len("mcp____")
	if server == 0 || tool == 0 || tool > nameLimit {
		return // another rule's
	}
	switch {
	case server+tool >= cursorLimit:
		hit("/name", fmt.Sprintf("%d characters with the server's name %s; Cursor wants fewer than %d, Claude Code sends %d", server+tool, quote(it.listing.server), cursorLimit, claude))
	case claude > nameLimit:
		hit("/name", fmt.Sprintf("%d characters as Claude Code sends it for the server %s; some gateways want at most %d", claude, quote(it.listing.server), nameLimit))
	}
}

// plainName is what model APIs allow in a name.
const plainName = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

func nameCharacters(it *item, hit reporter) {
	odd := strings.Trim(it.name, plainName)
	if odd == "" {
		return
	}
	first, dotOnly := strings.IndexFunc(it.name, notPlain), true
	for _, r := range it.name {
		dotOnly = dotOnly && (!notPlain(r) || r == '.')
	}
	r, _ := utf8.DecodeRuneInString(it.name[first:])
	detail := fmt.Sprintf("%q; want letters, digits, _ and - only", r)
	if !dotOnly {
		detail += ", and MCP 2025-11-25 does not allow it either"
	}
	hit("/name", detail)
}

func notPlain(r rune) bool { return !strings.ContainsRune(plainName, r) }

func nameStart(it *item, hit reporter) {
	if it.name != "" && strings.ContainsRune("0123456789-", rune(it.name[0])) {
		hit("/name", fmt.Sprintf("begins with %q; want a letter or _", it.name[0]))
	}
}

func nameMissing(it *item, hit reporter) {
	keys := []string{"name"}
	if key := it.listing.kind.Key(); key != "name" {
		keys = append(keys, key)
	}
	for _, key := range keys {
		if v := it.v.Get(key); v.Kind() != jsonv.String || it.listing.kind == surface.Tool && v.Text() == "" {
			hit("/"+key, describe(v)+"; want a string")
		}
	}
}
