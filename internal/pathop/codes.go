package pathop

// Code is a class as reasons name it, and what it means.
type Code struct {
	Class   Class
	Meaning string
}

// Codes are all classes, from least to most severe.
var Codes = []Code{
	{Workspace, "below the workspace, or relative where none is known"},
	{Harmless, "a device that keeps nothing, such as /dev/null"},
	{Temporary, "a folder for what is thrown away"},
	{Home, "below a home"},
	{Outside, "anywhere else on this machine"},
	{System, "belongs to the machine"},
	{Device, "a device, and no file"},
	{Persistence, "runs later, or decides what runs: start-up files, hooks, configuration of editors"},
	{Root, "a file system, a home, or a folder with the workspace or a home in it"},
	{Critical, "writing there breaks the machine, or changes who may log in"},
	{Network, "on another machine; opening it may send a login"},
	{Credential, "holds keys, tokens or passwords"},
	{Unresolved, "depends on what the text does not say, such as a variable"},
	{Invalid, "nothing that two programs read alike"},
	{Guard, "what guards calls: policy, lock and store of Mooring, hooks, permissions and MCP servers of clients"},
}
