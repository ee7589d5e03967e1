package clientconfig

import "slices"

// The ways to the servers of a file.
var (
	inMCPServers = [][]string{{"mcpServers"}}
	inServers    = [][]string{{"servers"}}
	inContext    = [][]string{{"context_servers"}}
	inCodex      = [][]string{{"mcp_servers"}}
	inMCP        = [][]string{{"mcp"}}
	inExtensions = [][]string{{"extensions"}}
)

// user is a file of the user's on every system, project one of a project's.
func user(path string, syntax Syntax, keys [][]string) File {
	return File{Scope: User, Path: path, Syntax: syntax, Keys: keys}
}

func project(path string, syntax Syntax, keys [][]string) File {
	return File{Scope: Project, Path: "{project}/" + path, Syntax: syntax, Keys: keys}
}

// on restricts a file to systems.
func (f File) on(systems string) File { f.Systems = systems; return f }

// The sources of rows.
const (
	survey       = "survey of client configurations, 2026-11"
	surveyVendor = survey + "; vendor documentation"
)

// table returns the clients, sorted by ID. Rows that the survey only names have
// the shape that most clients share. JSON is read with comments unless the
// client is known to refuse them: what another client reads is better seen than
// missed.
func table() []Client { return slices.Concat(tableAToF, tableGToZ) }

var tableAToF = []Client{
	{
		ID: "amazon-q", Name: "Amazon Q", Source: survey,
		Files:   []File{user("{home}/.aws/amazonq/mcp.json", JSONC, inMCPServers), user("{home}/.aws/amazonq/agents/default.json", JSONC, inMCPServers)},
		Shape:   Shape{Off: "disabled"},
		Dialect: AnyBraces, Unverified: "variables, disabled",
	},
	{
		ID: "amp", Name: "Amp", Source: survey,
		Files:   []File{user("{xdg}/amp/settings.json", JSONC, [][]string{{"amp.mcpServers"}})},
		Dialect: AnyBraces, Unverified: "variables, the path on Windows",
	},
	{
		ID: "antigravity", Name: "Antigravity", Source: survey,
		Files:   []File{user("{home}/.gemini/antigravity/mcp_config.json", JSONC, inMCPServers)},
		Shape:   Shape{URL: "serverUrl", Off: "disabled"},
		Dialect: AnyBraces, Unverified: "variables, disabled",
	},
	{
		ID: "claude-code", Name: "Claude Code", Source: surveyVendor,
		Files: []File{
			{Systems: "darwin", Scope: Managed, Path: "/Library/Application Support/ClaudeCode/managed-mcp.json", Syntax: JSON, Keys: inMCPServers},
			{Systems: "linux", Scope: Managed, Path: "/etc/claude-code/managed-mcp.json", Syntax: JSON, Keys: inMCPServers},
			{Systems: "windows", Scope: Managed, Path: "{programfiles}/ClaudeCode/managed-mcp.json", Syntax: JSON, Keys: inMCPServers},
			user("{home}/.claude.json", JSON, [][]string{{"mcpServers"}, {"projects", "{project}", "mcpServers"}}),
			user("{home}/.claude/plugins/cache/**/.mcp.json", JSON, inMCPServers),
			{Scope: Project, Path: "{project}/.mcp.json", Syntax: JSON, Keys: inMCPServers, Also: []string{"vscode", "jetbrains-air"}},
		},
		Dialect:    Braces | BracesDefault,
		Unseen:     "connectors of the account",
		Unverified: "the managed file's folder on Windows; whether a plugin of the cache is enabled",
	},
	{
		ID: "claude-desktop", Name: "Claude Desktop", Source: surveyVendor,
		Files:      []File{user("{support}/Claude/claude_desktop_config.json", JSON, inMCPServers)},
		Shape:      Shape{StdioOnly: true},
		Unseen:     "remote connectors, which live in the account, and .mcpb extensions",
		Unverified: "the path on Linux, which is unofficial; remote connectors",
	},
	{
		ID: "cline", Name: "Cline", Source: survey,
		Files:   []File{user("{support}/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json", JSONC, inMCPServers)},
		Shape:   Shape{Off: "disabled"},
		Dialect: AnyBraces, Unverified: "variables, disabled",
	},
	{
		ID: "codex", Name: "Codex", Source: surveyVendor,
		Files: []File{
			user("{codex}/config.toml", TOML, inCodex),
			user("{codex}/*.config.toml", TOML, inCodex),
			project(".codex/config.toml", TOML, inCodex),
		},
		Shape: Shape{ //nolint:gosec // names of members, no credentials
			EnvNames: "env_vars", Headers: "http_headers", HeaderEnv: "env_http_headers",
			BearerEnv: "bearer_token_env_var", Off: "enabled",
		},
		Unverified: "cwd",
	},
	{
		ID: "continue", Name: "Continue", Source: survey,
		Files: []File{
			user("{home}/.continue/config.yaml", YAML, inMCPServers),
			user("{home}/.continue/mcpServers/*.yaml", YAML, inMCPServers),
			user("{home}/.continue/mcpServers/*.json", JSONC, inMCPServers),
			project(".continue/mcpServers/*.yaml", YAML, inMCPServers),
			project(".continue/mcpServers/*.json", JSONC, inMCPServers),
		},
		Shape:      Shape{List: true},
		Dialect:    Secrets,
		Unverified: "where secrets come from: the variable of that name is taken",
	},
	{
		ID: "copilot-cli", Name: "Copilot CLI", Source: surveyVendor,
		Files:   []File{{Scope: User, Path: "{copilot}/mcp-config.json", Syntax: JSONC, Keys: inMCPServers, Also: []string{"vscode"}}},
		Dialect: AnyBraces, Unverified: "variables",
	},
	{
		ID: "copilot-eclipse", Name: "Copilot for Eclipse", Source: survey,
		Files:   []File{user("{home}/.config/github-copilot/eclipse/mcp.json", JSONC, inMCPServers)},
		Dialect: AnyBraces, Unverified: "variables",
	},
	{
		ID: "cursor", Name: "Cursor", Source: survey,
		Files:      []File{user("{home}/.cursor/mcp.json", JSONC, inMCPServers), project(".cursor/mcp.json", JSONC, inMCPServers)},
		Dialect:    EnvBraces | Editor,
		Unverified: "${workspaceFolder}, ${userHome}, envFile; files of parent folders, which its command line reads, are not looked for",
	},
	{
		ID: "factory", Name: "Factory", Source: survey,
		Files:   []File{user("{home}/.factory/mcp.json", JSONC, inMCPServers)},
		Shape:   Shape{Off: "disabled"},
		Dialect: AnyBraces, Unverified: "variables, disabled",
	},
}
