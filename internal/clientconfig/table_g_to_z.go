package clientconfig

var tableGToZ = []Client{
	{
		ID: "gemini-cli", Name: "Gemini CLI", Source: surveyVendor,
		Files: []File{
			{Scope: Managed, Path: "{gemini}", Syntax: JSONC, Keys: inMCPServers},
			user("{home}/.gemini/settings.json", JSONC, inMCPServers),
			project(".gemini/settings.json", JSONC, inMCPServers),
		},
		Dialect:    Braces | Dollar | Percent | EmptyWhenUnset,
		Filter:     Filter{Allowed: []string{"mcp", "allowed"}, Excluded: []string{"mcp", "excluded"}},
		Unverified: "the managed file's path on macOS",
	},
	{
		ID: "goose", Name: "Goose", Source: survey,
		Files: []File{
			user("{home}/.config/goose/config.yaml", YAML, inExtensions).on("linux darwin"),
			user("{support}/Block/goose/config/config.yaml", YAML, inExtensions).on("windows"),
		},
		Shape:   Shape{Command: "cmd", Env: "envs", EnvNames: "env_keys", URL: "uri", Off: "enabled"},
		Dialect: AnyBraces,
		Unseen:  "values in the keychain",
		Unverified: "variables; envs and env_keys, which come from public examples; " +
			"the folders below Block on Windows",
	},
	{
		ID: "jetbrains-ai", Name: "JetBrains AI Assistant", Source: survey,
		Unseen: "all servers, which are in the settings of the IDE",
	},
	{
		ID: "jetbrains-air", Name: "JetBrains Air", Source: survey,
		Files:   []File{project(".air/mcp.json", JSONC, inMCPServers)},
		Dialect: AnyBraces, Unverified: "variables",
	},
	{
		ID: "junie", Name: "JetBrains Junie", Source: survey,
		Files:   []File{user("{home}/.junie/mcp/mcp.json", JSONC, inMCPServers), project(".junie/mcp/mcp.json", JSONC, inMCPServers)},
		Dialect: AnyBraces, Unverified: "variables, the project file",
	},
	{
		ID: "kimi", Name: "Kimi", Source: survey,
		Files:   []File{user("{home}/.kimi/mcp.json", JSONC, inMCPServers)},
		Dialect: AnyBraces, Unverified: "everything but the path",
	},
	{
		ID: "kiro", Name: "Kiro", Source: survey,
		Files:   []File{user("{home}/.kiro/settings/mcp.json", JSONC, inMCPServers), project(".kiro/settings/mcp.json", JSONC, inMCPServers)},
		Shape:   Shape{Off: "disabled"},
		Dialect: AnyBraces, Unverified: "variables, disabled, the project file",
	},
	{
		ID: "lm-studio", Name: "LM Studio", Source: survey,
		Files:   []File{user("{home}/.lmstudio/mcp.json", JSONC, inMCPServers)},
		Dialect: AnyBraces, Unverified: "variables",
	},
	{
		ID: "mistral-vibe", Name: "Mistral Vibe", Source: survey,
		Files:   []File{user("{home}/.vibe/config.toml", TOML, inCodex)},
		Shape:   Shape{List: true},
		Dialect: AnyBraces, Unverified: "everything but the path and the key",
	},
	{
		ID: "opencode", Name: "opencode", Source: survey,
		Files: []File{
			user("{xdg}/opencode/opencode.json", JSONC, inMCP),
			user("{xdg}/opencode/opencode.jsonc", JSONC, inMCP),
			project("opencode.json", JSONC, inMCP),
			project("opencode.jsonc", JSONC, inMCP),
		},
		Shape:      Shape{CommandList: true, Env: "environment", Off: "enabled"},
		Dialect:    EnvCurly | EmptyWhenUnset,
		Unverified: "project files, opencode.jsonc, {file:…}, environment, enabled, which come from public examples",
	},
	{
		ID: "qoder", Name: "Qoder", Source: survey,
		Files:   []File{user("{home}/.qoder/mcp.json", JSONC, inMCPServers)},
		Dialect: AnyBraces, Unverified: "everything but the path",
	},
	{
		ID: "roo", Name: "Roo Code", Source: survey,
		Files: []File{
			user("{support}/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json", JSONC, inMCPServers),
			project(".roo/mcp.json", JSONC, inMCPServers),
		},
		Shape:   Shape{Off: "disabled"},
		Dialect: AnyBraces, Unverified: "variables, disabled",
	},
	{
		ID: "trae", Name: "Trae", Source: survey,
		Files:   []File{user("{support}/Trae/User/mcp.json", JSONC, inMCPServers)},
		Dialect: AnyBraces, Unverified: "everything but the path",
	},
	{
		ID: "vscode", Name: "VS Code", Source: surveyVendor,
		Files: []File{
			user("{support}/Code/User/mcp.json", JSONC, inServers),
			user("{support}/Code/User/settings.json", JSONC, [][]string{{"mcp", "servers"}}),
			user("{home}/.vscode-server/data/User/mcp.json", JSONC, inServers).on("linux darwin"),
			{Scope: Project, Path: "{project}/.vscode/mcp.json", Syntax: JSONC, Keys: inServers, Also: []string{"vscode-insiders"}},
		},
		Dialect:    EnvBraces | Editor,
		Unseen:     "servers of extensions and of profiles other than the default",
		Unverified: "${env:NAME}",
	},
	{
		ID: "vscode-insiders", Name: "VS Code Insiders", Source: surveyVendor,
		Files: []File{
			user("{support}/Code - Insiders/User/mcp.json", JSONC, inServers),
			user("{support}/Code - Insiders/User/settings.json", JSONC, [][]string{{"mcp", "servers"}}),
		},
		Dialect:    EnvBraces | Editor,
		Unseen:     "servers of extensions and of profiles other than the default",
		Unverified: "${env:NAME}",
	},
	{
		ID: "windsurf", Name: "Windsurf", Source: survey,
		Files: []File{
			user("{home}/.codeium/windsurf/mcp_config.json", JSONC, inMCPServers),
			user("{home}/.codeium/mcp_config.json", JSONC, inMCPServers),
		},
		Shape:   Shape{URL: "serverUrl", Off: "disabled"},
		Dialect: EnvBraces,
	},
	{
		ID: "zed", Name: "Zed", Source: survey,
		Files: []File{
			user("{xdg}/zed/settings.json", JSONC, inContext).on("linux darwin"),
			user("{support}/Zed/settings.json", JSONC, inContext).on("windows"),
			project(".zed/settings.json", JSONC, inContext),
		},
		Shape:      Shape{CommandObject: true, Off: "enabled"},
		Unseen:     "servers of extensions, which are started by the extension",
		Unverified: "the project file, enabled",
	},
}
