package cli

// profile is who an observation says it is, and what it says it can: a server may
// show another surface to another client.
type profile struct {
	name         string // as in --as; the ID of the client in internal/clientconfig, where it has one
	client       string // clientInfo.name
	version      string // clientInfo.version; "" for ours
	capabilities string // canonical JSON
	standing     standing
	source       string // where the row is from; "" for ours
}

// standing is how sure it is that a client presents itself in that way.
type standing string

// The standings.
const (
	ours     standing = "ours"
	certain  standing = "certain"  // its own source, or a frame that was recorded
	partly   standing = "partly"   // name and version are certain, capabilities are reported
	reported standing = "reported" // lists of clients, and servers that know it
)

// The capability sets that clients send.
const (
	noCapabilities  = `{}`
	allCapabilities = `{"elicitation":{},"roots":{},"sampling":{}}`
	withRoots       = `{"roots":{}}`
	withElicitation = `{"elicitation":{}}`

	copilotCapabilities      = `{"elicitation":{"form":{},"url":{}},"sampling":{}}`
	gooseCapabilities        = `{"elicitation":{},"extensions":{},"roots":{},"sampling":{}}`
	gooseDesktopCapabilities = `{"elicitation":{},"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}},"roots":{},"sampling":{}}`
	junieCapabilities        = `{"experimental":{},"sampling":{}}`
)

// The sources of several rows.
const (
	list     = "apify/mcp-client-capabilities 0.0.14"
	frames   = "commonmeasure/commonmeasure docs/knowledge-base/host-surfaces.md"
	frames2  = "commonmeasure/commonmeasure docs/knowledge-base/host-surfaces-2.md"
	gooseSrc = "block/goose crates/goose/src/agents/mcp_client.rs"
)

// profiles are sorted by name; docs/identities.md is made from them. A row that
// changes its client or its capabilities makes pins under it another context.
//
// JetBrains AI Assistant has none: lists of clients disagree about its name, and
// none quotes what it sends.
var profiles = []profile{
	{"bare", "mooring", "", noCapabilities, ours, ""},
	{"claude-code", "claude-code", "2.1.278", withRoots, reported, list},
	{"claude-desktop", "claude-ai", "0.1.0", noCapabilities, certain, "JetBrains/mcp-jetbrains#5; " + frames},
	{"cline", "Cline", "4.1.17", noCapabilities, certain, "cline/cline src/services/mcp/McpHub.ts; " + frames2},
	{"codex", "codex-mcp-client", "0.157.0", withElicitation, partly, frames + "; " + list},
	{"continue", "continue-client", "1.0.0", noCapabilities, certain, "continuedev/continue core/context/mcp/MCPConnection.ts"},
	{"continue-cli", "continue-cli-client", "1.0.0", noCapabilities, certain, "continuedev/continue extensions/cli/src/services/MCPService.ts"},
	{"copilot-cli", "github-copilot-developer", "1.0.25", copilotCapabilities, certain, "github/copilot-cli#1268"},
	{"cursor", "cursor-vscode", "1.0.0", `{"elicitation":{},"roots":{}}`, partly, frames + "; " + list},
	{"gemini-cli", "gemini-cli-mcp-client", "0.59.0", `{"roots":{"listChanged":true}}`, certain, frames2},
	{"goose", "goose-cli", "1.50.0", gooseCapabilities, certain, frames2 + "; " + gooseSrc},
	{"goose-desktop", "goose-desktop", "1.50.0", gooseDesktopCapabilities, certain, "block/goose crates/goose/tests/mcp_replays; " + gooseSrc},
	{"junie", "junie-client", "1.0.0", junieCapabilities, certain, frames2},
	{"opencode", "opencode", "1.18.30", noCapabilities, partly, frames2 + "; " + list},
	{"rich", "mooring", "", allCapabilities, ours, ""},
	{"vscode", "Visual Studio Code", "1.108.0", allCapabilities, reported, list},
	{"windsurf", "windsurf-client", "1.0.0", noCapabilities, reported, list + ", without a version"},
	{"zed", "Zed", "0.1.0", noCapabilities, partly, frames2 + "; " + list},
}
