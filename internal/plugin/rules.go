package plugin

import (
	"cmp"
	"slices"
)

// Rule is one thing that can be wrong with a package.
type Rule struct {
	ID      string
	Level   Level
	Title   string
	Meaning string
	Effect  string // what a client does about it, by the specification; "" where it says nothing
	Fix     string
	Source  string // specification and section
}

// Rules returns the rules by id.
func Rules() []Rule { return slices.Clone(rules) }

// The ids that code outside of the table names.
const (
	ruleAuthor            = "plugin.manifest.author"
	ruleManifestType      = "plugin.manifest.type"
	ruleNamespace         = "plugin.manifest.namespace"
	ruleExtensions        = "plugin.manifest.extensions"
	ruleIcon              = "plugin.manifest.icon"
	ruleName              = "plugin.manifest.name"
	ruleNamespaceName     = "plugin.manifest.namespace_name"
	rulePermissions       = "plugin.manifest.permissions"
	ruleManifestSchema    = "plugin.manifest.schema"
	ruleManifestUnknown   = "plugin.manifest.schema_unknown"
	ruleManifestSyntax    = "plugin.manifest.syntax"
	ruleManifestMember    = "plugin.manifest.unknown_member"
	ruleVersion           = "plugin.manifest.version"
	ruleComponentName     = "plugin.component.name"
	ruleComponentCase     = "plugin.component.case_collision"
	ruleComponentKind     = "plugin.component.kind"
	ruleLimit             = "plugin.file.limit"
	ruleUnreadable        = "plugin.file.unreadable"
	ruleMCPMember         = "plugin.mcp.member"
	ruleMCPSchema         = "plugin.mcp.schema"
	ruleMCPDiffers        = "plugin.mcp.schema_differs"
	ruleMCPUnknown        = "plugin.mcp.schema_unknown"
	ruleMCPSyntax         = "plugin.mcp.syntax"
	rulePathDevice        = "plugin.path.device"
	rulePathEscapes       = "plugin.path.escapes"
	ruleCommand           = "plugin.server.command"
	ruleCommandMissing    = "plugin.server.command_missing"
	ruleDraftMember       = "plugin.server.draft_member"
	ruleHeader            = "plugin.server.header"
	ruleHTTPS             = "plugin.server.https"
	ruleServerMember      = "plugin.server.member"
	ruleServerPath        = "plugin.server.path"
	ruleLookalike         = "plugin.server.lookalike"
	ruleOtherLaunch       = "plugin.server.other_launch"
	rulePlaceholder       = "plugin.server.placeholder"
	ruleReserved          = "plugin.server.reserved_variable"
	ruleSecret            = "plugin.server.secret"             //nolint:gosec // the name of a rule
	ruleSecretPlaceholder = "plugin.server.secret_placeholder" //nolint:gosec // the name of a rule
	ruleServerType        = "plugin.server.type"
	ruleURL               = "plugin.server.url"
	ruleServerValue       = "plugin.server.value"
	ruleSkillDescription  = "plugin.skill.description"
	ruleFrontMatter       = "plugin.skill.front_matter"
	ruleSkillLimit        = "plugin.skill.limit"
	ruleSkillMember       = "plugin.skill.member"
	ruleSkillName         = "plugin.skill.name"
	ruleSkillNameLetters  = "plugin.skill.name_letters"
	ruleNotDiscovered     = "plugin.skill.not_discovered"
	ruleSkillPermissions  = "plugin.skill.permissions"
	ruleHidden            = "plugin.text.hidden"
	ruleBrokenLink        = "plugin.tree.broken_link"
	ruleCaseCollision     = "plugin.tree.case_collision"
	ruleNotPortable       = "plugin.tree.not_portable"

	ruleVersionDown   = "plugin.diff.version_down"
	ruleVersionReused = "plugin.diff.version_reused"

	ruleBelowAxes       = "plugin.bands.below_axes"
	ruleBandsNamespace  = "plugin.bands.namespace"
	ruleEnvironmentName = "plugin.bands.environment_name"
	ruleIDLetters       = "plugin.bands.id_letters"
	ruleDefault         = "plugin.bands.default"
	ruleEmpty           = "plugin.bands.empty"
	ruleEnvironment     = "plugin.bands.environment"
	ruleID              = "plugin.bands.id"
	ruleBandsMember     = "plugin.bands.member"
	ruleNeverAllow      = "plugin.bands.never_allow"
	ruleRepeated        = "plugin.bands.repeated"
	ruleShape           = "plugin.bands.shape"
	ruleSkillBelowTools = "plugin.bands.skill_below_tools"
	ruleUnknownMember   = "plugin.bands.unknown_member"
	ruleUnknownServer   = "plugin.bands.unknown_server"
	ruleUnknownSkill    = "plugin.bands.unknown_skill"
	ruleUnknownTool     = "plugin.bands.unknown_tool"
	ruleValue           = "plugin.bands.value"
)

// What a client does.
const (
	rejects     = "the client rejects the plugin"
	ignores     = "the client ignores the member"
	disables    = "the client disables MCP for the plugin"
	dropsKind   = "the client takes components of that type for invalid"
	skipsServer = "the client skips the server"
	skipsSkill  = "the client skips the skill"
	noEntry     = "the entry declares nothing: its operation counts as undeclared"
)

var ruleByID = func() map[string]Rule {
	out := map[string]Rule{}
	for _, r := range rules {
		out[r.ID] = r
	}
	return out
}()

// rules are the tables of all parts, by id.
var rules = slices.SortedFunc(slices.Values(slices.Concat(packageRules, serverRules, skillRules, bandRules, diffRules)), func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })

const spec = "Agent Plugins 1.1.0 "

// packageRules are those about plugin.json, mcp.json as a whole, and files.
var packageRules = []Rule{
	{ruleAuthor, Error, "author has another member, or one that is no text", "The author is a closed object of name, email and url, each a text.", rejects, "Keep name, email and url; the rest belongs below extensions.", spec + "§5.4"},
	{ruleManifestType, Error, "a member of plugin.json has another type than it should", "The members are checked by type: texts, a list of texts for keywords, an object for author. plugin.json itself is an object.", rejects, "Give the member the type that is wanted, or leave it out.", spec + "§5.2, §5.4"},
	{ruleNamespace, Error, "a namespace of extensions is no object", "Each member of extensions is a namespace with an object as value.", rejects, "Make the value an object.", spec + "§8.1"},
	{ruleExtensions, Warning, "extensions is no object", "A client reports and ignores the field, and with it every declared band.", ignores, "Make extensions an object of namespaces.", spec + "§8.1"},
	{ruleIcon, Warning, "the icon is no file of the package", "The icon is a path that starts with ./ and stays in the package. It is advisory: nothing but the picture is lost.", ignores, "Name a file of the package, as in ./icon.png.", spec + "§5.8"},
	{ruleName, Error, "the plugin's name is not one", "A name has 1 to 64 of a-z, 0-9, - and ., starts and ends with a letter or digit, and has no -- or .. in it.", rejects, "Choose a name such as deploy-tools.", spec + "§5.5"},
	{ruleNamespaceName, Warning, "a namespace is no reverse domain name", "Namespaces are named after a domain of the client's, the last label first, as com.example.client; any other name may be somebody else's.", "", "Name the namespace after a domain.", spec + "§8"},
	{rulePermissions, Warning, "permissions at the top of plugin.json is not read", "The manifest is closed: a client must not give an unknown member a meaning. The proposal shows permissions there, and no release of the specification has it.", ignores, `Move it below extensions: {"dev.mooring": {"permissions": …}}.`, spec + "§5.2; spec risk-bands §3"},
	{ruleManifestSchema, Error, "$schema is no identifier of a plugin manifest", "$schema chooses the rules of validation, and is compared letter by letter.", rejects, "Write https://agent-plugins.org/schemas/1.0.0/plugin.schema.json.", spec + "§5.2"},
	{ruleManifestUnknown, Unknown, "$schema names a version that is not known here", "Known are 1.0.0 and the draft of 1.1.0. Nothing else of the package was looked at, but for secrets of servers.", "a client that does not know it either rejects the plugin", "Use a version of Mooring that knows it, or target 1.0.0.", spec + "§5.2"},
	{ruleManifestSyntax, Error, "plugin.json is not one JSON object that everybody reads alike", "It is no JSON, or two readers may read it differently: a member that is repeated, bytes that are no UTF-8, text behind the end.", rejects, "Mend the text at the place that is named.", spec + "§5.2; RFC 8259, RFC 7493"},
	{ruleManifestMember, Warning, "plugin.json has a member that the specification does not know", "The manifest is closed.", ignores, "Mend the spelling, or move it below extensions.", spec + "§5.2"},
	{ruleVersion, Warning, "version is no semantic version", "A version that is none says nothing of how far a release goes, so that a lowered band cannot be told from a careless one.", "", "Write MAJOR.MINOR.PATCH, as in 1.4.0.", spec + "§10.2"},
	{ruleComponentCase, Error, "two names of one component differ in case or composition alone", "Where a file system ignores case, one of them takes the place of the other: which one a client reads is left to chance.", "", "Keep one of them.", spec + "§6.1; Mooring"},
	{ruleComponentName, Warning, "a component under a name that is not its own", "mcp.json and skills are looked for letter by letter. Where a file system ignores case the file is found, elsewhere it is not.", "the client does not see it", "Spell it as it is wanted.", spec + "§6.1"},
	{ruleComponentKind, Error, "something else stands where a component is looked for", "skills has to be a folder, mcp.json a file.", dropsKind, "Put the folder or file there, or remove what is there.", spec + "§6.2"},
	{ruleLimit, Unknown, "over a limit, and not read", "plugin.json, mcp.json and each SKILL.md may have 1 MiB, all of the latter 256 MiB, JSON 100 levels, a package 200,000 files and folders.", "", "Make it smaller.", "Mooring"},
	{ruleUnreadable, Unknown, "cannot be read", "Nothing is known of it.", "", "Let it be read.", "Mooring"},
	{rulePathDevice, Error, "a path names a device of Windows", "CON, NUL, COM1 and their like lead out of every folder there, whatever ending they have.", "a client on Windows skips the server or skill", "Name the file otherwise.", spec + "§4.1"},
	{rulePathEscapes, Error, "a path leads out of the package", "Links are followed, and what they lead to has to be in the package. An absolute link leads out of it: the package is installed elsewhere.", "the client denies the path, and skips or rejects what needs it", "Put the file into the package, and link to it relatively.", spec + "§4.1"},
	{ruleHidden, Warning, "a text has characters that nobody sees", "Controls, zero-width, bidirectional and tag characters can say to a model what no reviewer reads.", "", "Take them out.", "spec taxonomy-v1 §4.1, and beyond"},
	{ruleBrokenLink, Warning, "a link leads to nothing", "The link stays in the package, and there is nothing at its end, or it leads in a circle.", "", "Mend the link, or remove it.", "Mooring"},
	{ruleCaseCollision, Warning, "two names differ in case or composition alone", "Where a file system ignores case, only one of the files is there.", "", "Keep one of them.", "Mooring"},
	{ruleNotPortable, Warning, "a name that Windows does not take", "The package cannot be unpacked there as it is.", "", "Name the file otherwise.", "Mooring"},
}

// serverRules are those about mcp.json.
var serverRules = []Rule{
	{ruleMCPMember, Error, "mcp.json has another member, or lacks one", "mcp.json is a closed object of $schema and mcpServers, which is an object of servers.", disables, "Keep $schema and mcpServers.", spec + "§7.2.1, §7.2.2"},
	{ruleMCPSchema, Error, "$schema of mcp.json is no identifier of an MCP configuration", "$schema chooses the rules of validation, and is compared letter by letter.", disables, "Write https://agent-plugins.org/schemas/1.0.0/mcp.schema.json, with the version of plugin.json.", spec + "§7.2.1"},
	{ruleMCPDiffers, Error, "mcp.json and plugin.json target different versions", "Both files of a package target one version of the specification.", disables, "Give both the same version.", spec + "§7.2.2, §10.1"},
	{ruleMCPUnknown, Unknown, "$schema of mcp.json names a version that is not known here", "Known are 1.0.0 and the draft of 1.1.0. No server was looked at, but for secrets.", disables, "Use a version of Mooring that knows it, or target 1.0.0.", spec + "§7.2.1"},
	{ruleMCPSyntax, Error, "mcp.json is not one JSON object that everybody reads alike", "It is no JSON, or two readers may read it differently.", disables, "Mend the text at the place that is named.", spec + "§7.2.2; RFC 8259, RFC 7493"},
	{ruleCommand, Error, "command is not one executable", "A command is a bare name, or a path that starts with ./, as one word: no shell runs it, and nothing in it is expanded.", skipsServer, "Put arguments into args; start a file of the package with ./.", spec + "§7.2.1"},
	{ruleCommandMissing, Warning, "the command is not in the package", "The path stays in the package and there is no such file. A build may add it.", "", "Ship the file, or build the package before it is looked at.", spec + "§7.2.1"},
	{ruleDraftMember, Warning, "a server has extensions, of which the draft is of two minds", "The schema of the draft of 1.1.0 permits them, and its text, which prevails, does not list them.", "a client may skip the server", "Leave them out until 1.1.0 is published.", spec + "§7.2.1 and its schema"},
	{ruleHeader, Error, "headers are no HTTP header fields", "A name is a token of HTTP, a value has no line ends and no space around it, and a name is given once whatever its case.", skipsServer, "Mend the header that is named.", spec + "§7.2.1; RFC 9110 §5.1, §5.5"},
	{ruleHTTPS, Error, "a remote server is reached without encryption", "http is for localhost by that very name, and for addresses of the loopback in numbers.", skipsServer, "Use https.", spec + "§7.2.1"},
	{ruleServerMember, Error, "a server has a member that its type does not have, or lacks one", "Each type of server is a closed object: stdio of command, args, env and cwd, streamable-http and sse of url and headers.", skipsServer, "Mend the spelling, or remove the member.", spec + "§7.2.1"},
	{ruleServerPath, Error, "cwd is no path of the package or of its data", "cwd starts with ./, or is or starts with ${PLUGIN_ROOT} or ${PLUGIN_DATA}.", skipsServer, "Write ./folder, or leave cwd out: it is the package then.", spec + "§7.2.1"},
	{ruleLookalike, Warning, "a name looks like another one", "Two servers whose names differ in case or in letters that look alike are one to who reads of them, in a question for approval as in a declaration; a command in letters of two scripts is seldom the program that it looks like.", "", "Give the servers names that everybody can tell apart, and write the command in letters of ASCII.", "UTS #39; Mooring"},
	{ruleOtherLaunch, Warning, "the plugin starts something else than what is pinned under that name", "The lock pins a server of this name, and the plugin starts another command, with other arguments, in another folder or with further variables, or reaches another address. What is pinned, and what is declared of its tools, is not of what the plugin starts. Paths of the package are compared as files; variables and headers that the pin has beyond the plugin's are the user's own.", "", "Look at what the plugin starts, and pin that: mooring accept; or give one of the two another name.", "Mooring"},
	{rulePlaceholder, Warning, "a placeholder that stays as it is", "${PLUGIN_ROOT} and ${PLUGIN_DATA} are expanded in args, env and cwd; nothing else is, and nothing in command, url and headers.", "the server is given the very text", "Use one of the two where they are expanded, or write the value.", spec + "§9.2"},
	{ruleReserved, Error, "env sets a variable that the client sets", "PLUGIN_ROOT and PLUGIN_DATA are the client's to set; on Windows, in whatever case.", skipsServer, "Leave it out: the client sets it.", spec + "§9.1, §9.2"},
	{ruleSecret, Error, "a secret stands in the package", "Headers, variables, arguments and addresses of a package are public. By its name or form the value is a credential; what stands in a header that is kept for credentials, such as Cookie, is one however short.", "everybody who has the package has it", "Take it out, revoke it, and let the client log in or the user configure it.", spec + "§7.2.1, §9.2"},
	{ruleSecretPlaceholder, Warning, "something that stands for a secret is sent as it is", "Nothing of a user's is expanded there, so that the server is given the placeholder itself.", "the server is given the very text", "Leave it out: the client logs in, or the user configures the server.", spec + "§7.2.1, §9.2"},
	{ruleServerType, Error, "type is none of stdio, streamable-http and sse", "The type says how to reach the server, and is never guessed.", skipsServer, "Say which it is.", spec + "§7.2.1"},
	{ruleURL, Error, "url is no address that a client may connect to", "An address is absolute, http or https, in printable ASCII that every reader reads alike, and has no user information and no fragment.", skipsServer, "Write https://HOST/PATH.", spec + "§7.2.1; RFC 3986"},
	{ruleServerValue, Error, "a member of a server has another type than it should", "Texts for command, cwd and url; a list of texts for args; an object of texts for env and headers; an object for a server.", skipsServer, "Give the member the type that is wanted.", spec + "§7.2.1"},
}

// skillRules are those about skills.
var skillRules = []Rule{
	{ruleSkillDescription, Error, "a skill has no description", "A description has 1 to 1,024 characters, not all of them space.", skipsSkill, "Say what the skill does and when to use it.", "Agent Skills, description"},
	{ruleFrontMatter, Error, "SKILL.md does not start with front matter", "A skill starts with YAML between two lines of ---, which is one map without repeated keys.", skipsSkill, "Start the file with --- and the members name and description.", "Agent Skills, SKILL.md format"},
	{ruleSkillLimit, Unknown, "front matter that is not read", "It has over 64 KiB, anchors, aliases or merge keys, or is nested over 10 levels, as a text does that is meant to exhaust its reader.", "", "Write plain YAML.", "Mooring"},
	{ruleSkillMember, Error, "a member of the front matter has another type or length than it should", "license and compatibility (at most 500 characters) are texts, metadata is a map of texts, allowed-tools a text or a list of texts.", skipsSkill, "Give the member the type that is wanted.", "Agent Skills, front matter"},
	{ruleSkillName, Error, "a skill's name is not one, or not that of its folder", "A name has 1 to 64 of a-z, 0-9 and -, no - at either end or twice in a row, and is the name of the folder.", skipsSkill, "Give folder and name the same valid name.", "Agent Skills, name"},
	{ruleSkillNameLetters, Warning, "a skill's name has letters beyond a to z", "The specification says unicode lowercase in one place and a-z in another; clients differ.", "a client may skip the skill", "Use a to z.", "Agent Skills, name"},
	{ruleNotDiscovered, Warning, "a skill that no client finds", "A skill is a SKILL.md, spelt so, in a folder right below skills.", "the client does not see it", "Move it to skills/NAME/SKILL.md.", spec + "§7.1"},
	{ruleSkillPermissions, Warning, "permissions in front matter are not read", "The front matter belongs to another specification. Bands are declared in plugin.json alone.", ignores, `Declare "skill:NAME" in plugin.json.`, "spec risk-bands §6.1"},
}

// bandRules are those about declared bands.
var bandRules = []Rule{
	{ruleBelowAxes, Warning, "the declared band is lower than that of its own axes", "A declared band only raises. The axes ask for more, and the higher of the two holds (§2.2, readings B03 and B04). An axis that is left out counts as its worst value once another one is given.", "the band of the axes holds", "Declare the band that the axes ask for, or mend the axes.", "spec risk-bands §2.2"},
	{ruleDefault, Warning, "default is not read", "What is not listed is undeclared, which is a state of its own: a default would either punish who declares a part, or reward who leaves the dangerous part out.", ignores, "Leave it out, and list the operations.", "spec risk-bands §6.4"},
	{ruleEmpty, Error, "an entry that declares nothing", "An entry has a band, axes, or never_allow: true.", noEntry, "Declare a band or axes, or remove the entry.", "spec risk-bands §3"},
	{ruleEnvironment, Error, "an environment that lowers what its entry declares", "environments.NAME may only raise: a lower band, a milder axis or never_allow: false has no effect there, and somebody believes that it has.", "what is lower counts for nothing", "Declare the lower band for the operation, and raise it where it is higher.", "spec risk-bands §2.2, §3"},
	{ruleID, Error, "id names no operation", `An id is "mcp:SERVER/TOOL" or "skill:NAME", without hidden characters and without space at an end of a name. It is of one operation: * stands for nothing else.`, noEntry, "Write the id of a tool or skill.", "spec risk-bands §3"},
	{ruleIDLetters, Warning, "an id has letters beyond ASCII", "Names of tools are of ASCII letters, digits and _ - . as the protocol has it. Another letter may look like one of these, and then the entry is of a tool that nobody has.", "", "Copy the name from the server.", "MCP 2025-11-25 tools, Tool Names; Mooring"},
	{ruleEnvironmentName, Error, "an environment has a name that none has", "An environment is meant by its name, letter by letter. An empty name, * and hidden characters are in none.", "what the environment declares counts for nothing", "Declare what holds everywhere in the entry itself, and name each environment.", "Mooring"},
	{ruleBandsNamespace, Error, "a namespace that is nearly the one in which bands are declared", "Names of namespaces are compared letter by letter. This one differs from dev.mooring in case or in letters that look alike, or goes on behind it.", "nothing there is declared", "Write dev.mooring.", spec + "§8.1; Mooring"},
	{ruleBandsMember, Error, "an entry has a member that is not known", "Entries are closed, so that a misspelt axis is not one that is left out.", noEntry, "Mend the spelling, or remove the member.", "spec risk-bands §3"},
	{ruleNeverAllow, Warning, "never_allow is false, which says nothing", "Only true is a declaration. What is not declared never to be allowed is not thereby allowed, and an environment takes nothing back.", ignores, "Leave it out.", "spec risk-bands §6.5"},
	{ruleRepeated, Error, "an operation is declared twice", "Nobody can tell which of the entries is meant.", "the more severe of all of them holds", "Keep one.", "Mooring"},
	{ruleShape, Error, "permissions or operations are not what they should be", "permissions is an object, operations a list of objects.", "nothing there is declared", `Write {"operations": [{"id": …, "band": …}]}.`, "spec risk-bands §3"},
	{ruleSkillBelowTools, Warning, "a skill declares less than a tool that it names", "The skill's effect is that of the tools it has the model call: the highest band of those it names, in allowed-tools or by an exact mention in its text, wins.", "the band of the tool holds when it is called", "Declare the band of the tool for the skill, too.", "spec risk-bands §6.2"},
	{ruleUnknownMember, Warning, "a member beside operations is not known", "permissions holds operations; an environment belongs into its entry.", ignores, "Mend the spelling, or remove the member.", "spec risk-bands §3"},
	{ruleUnknownServer, Warning, "a band is declared for a server that the plugin does not have", "mcp.json has no such server, or there is no mcp.json. Of one that could not be read no server is unknown.", "", "Mend the id, or remove the entry.", "spec risk-bands §6.2"},
	{ruleUnknownSkill, Warning, "a band is declared for a skill that the plugin does not have", "skills has no such folder with a SKILL.md.", "", "Mend the id, or remove the entry.", "spec risk-bands §6.2"},
	{ruleUnknownTool, Warning, "a band is declared for a tool that the pinned server does not have", "The lock pins a server of this name, and the tool is none of its tools: it was renamed, or is misspelt.", "", "Mend the id, or remove the entry.", "spec risk-bands §6.2"},
	{ruleValue, Error, "a value that is none of the words allowed", "The words are a closed list; one that is not in it invalidates the entry and not the plugin.", noEntry, "Use one of the words that are named.", "spec risk-bands §3"},
}
