package shellop

// Code is a stable code of a reason, and what it means.
type Code struct {
	Code, Meaning string
}

// Codes are all codes, sorted.
var Codes = []Code{
	{"command", "the row of the command, in the table below"},
	{"control-character", "the text holds a control character, or one that changes the order in which text is shown"},
	{"credentials-leave", "credentials go to another machine"},
	{"data-leaves", "local data goes to another machine"},
	{"deletes-many", "more than one named file is removed"},
	{"drops-work", "work that was not committed is gone"},
	{"evaluates-text", "the shell runs substitutions in text that looks like data"},
	{"fetched-code", "code is run that this very text fetched or wrote"},
	{"fork-bomb", "a function starts itself again and again"},
	{"git-setting", "a setting of git that may run a program, or lead elsewhere"},
	{"host-disguised", "a host whose spelling hides where it leads, or that not all programs read alike"},
	{"host-external", "a host that is not this machine"},
	{"inline-code", "code for an interpreter in a word, with what its words may do"},
	{"invisible-character", "a word outside quotes holds letters that nobody sees"},
	{"kills-all", "every process ends, or the first one"},
	{"local-program", "a program or file of this machine runs, which is not in the text"},
	{"local-service", "a service of this machine is changed"},
	{"metadata-host", "the metadata service of a cloud, which hands out credentials"},
	{"not-utf8", "the text is not valid UTF-8"},
	{"option", "an option of the command"},
	{"option-unlisted", "an option that the row of the command does not list, judged by the words of its name"},
	{"own-command", "a command of Mooring that decides, or one that stops it"},
	{"own-files", "policy, lock, store or hooks"},
	{"own-reach", "a pattern or a list that finds policy, lock or hooks among other files"},
	{"panic", "the classifier failed"},
	{"path-artefact", "what a build makes again"},
	{"path-asks", "a pattern that asks for keys, tokens or passwords by a word"},
	{"path-credential", "keys, tokens or passwords"},
	{"path-critical", "a file or device by which the system runs"},
	{"path-device", "a disk, memory or a socket of the system"},
	{"path-folder", "the folder itself, or one above"},
	{"path-local", "a named file"},
	{"path-named", "a name that says by itself that it holds a key, token or password"},
	{"path-network", "a path that bash opens as a connection"},
	{"path-outside", "outside of the workspace"},
	{"path-root", "the root, a home or a folder of the system, with all that is in it"},
	{"path-scratch", "a folder for what is thrown away"},
	{"path-sink", "the file is lost in a device that keeps nothing"},
	{"path-startup", "a file that a shell, a scheduler or git runs later"},
	{"path-system", "a folder of the system"},
	{"path-tree", "a folder with keys, tokens or passwords somewhere below it"},
	{"path-unknown", "a path that the text does not say"},
	{"recursion", "a function calls itself"},
	{"redirect", "a redirection"},
	{"refspec", "a refspec that forces, deletes or is not known"},
	{"runs-later", "the text changes what later words mean, or runs beside them"},
	{"secret-remote", "a secret of another system is read"},
	{"secret-variable", "a variable whose name says that it holds a secret"},
	{"shell-not-parsed", "no parser for this shell"},
	{"sql", "SQL that is not proved to read only, or a command of the data base's program"},
	{"task", "a target or script whose name says that it publishes, deploys or destroys"},
	{"too-complex", "more commands and words than are looked at"},
	{"too-deep", "brackets, sources or calls are nested too deep"},
	{"too-large", "the text is over 64 KiB"},
	{"transport", "a transport of git that runs a program"},
	{"unknown-command", "no row for the program or subcommand"},
	{"unknown-option", "a word that is not known may be an option"},
	{"unknown-process", "which process is meant is not known"},
	{"unknown-source", "text or a file is run that is not known"},
	{"unknown-word", "the name of a command is not known, or is named by an expansion"},
	{"unparsed", "the text cannot be parsed"},
	{"unseen-bytes", "bytes from elsewhere are run, and nobody saw them"},
	{"variable", "a variable that decides what other programs do"},
	{"zsh-equals", "zsh takes =word as a path of a program"},
	{"zsh-glob", "zsh may run code behind a pattern"},
}

// Meaning is what a code means; false for one that does not exist.
func Meaning(code string) (string, bool) {
	for _, c := range Codes {
		if c.Code == code {
			return c.Meaning, true
		}
	}
	return "", false
}

// meaning is the same for a code that exists.
func meaning(code string) string {
	text, _ := Meaning(code)
	return text
}
