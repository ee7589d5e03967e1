package operation

// Expects says what a parameter of a tool holds by its name and labels alone, as far as
// calls of the tool will be routed by them; "" if neither says anything. enumerated says
// that the tool lists the values itself.
func Expects(tool, parameter string, enumerated bool, labels []string) Kind {
	return newHints(Call{Tool: tool}).roleOf(leaf{name: parameter, enumerated: enumerated}, labels, "")
}

// OnlyRuns reports a tool whose name says that it runs what it is given and nothing else, so
// that a call of it is proved without a rule; the words of the server's name count for nothing.
func OnlyRuns(server, tool string) bool {
	return newHints(Call{Server: server, Tool: tool}).onlyRuns()
}

// Runs reports a word of the name of such a tool: one that says that it runs something, or one
// beside it that says of no other effect.
func Runs(word string) bool {
	return shells[word] || runners[word] || databases[word] != "" || queryNames[word] || sqlNames[word] || companions[word]
}

// Dialect is the dialect that a word of a name suggests, "generic" for a database without one,
// "" for any other word.
func Dialect(word string) string { return databases[word] }

// OtherShell reports a word that names a shell without a parser here.
func OtherShell(word string) bool { return otherShells[word] }
