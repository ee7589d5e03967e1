package taxonomy

import "slices"

// Rule is one rule of the specification, for people.
type Rule struct {
	ID       string
	Severity Severity
	Title    string // half a line
	Section  string // of spec taxonomy-v1
	// Meaning says why anybody looks for this; Condition exactly when it fires.
	Meaning, Condition string
	NearMisses         []string // what looks alike and does not fire
}

// Rules returns the rules by id.
func Rules() []Rule { return slices.Clone(rules) }

// Find returns the rule with an id.
func Find(id string) (Rule, bool) {
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return rules[i], true
}

var rules = []Rule{
	{
		ID: "R01", Severity: Critical, Title: "hidden text", Section: "§4.1",
		Meaning: "A model reads characters that a person never sees. Zero-width and bidirectional characters and comments " +
			"carry text past a reviewer.",
		Condition: "A human-readable text (title, any description, anything below annotations) holds one of sixteen invisible " +
			"characters, or \"<!--\", that the text at the same place did not hold before.",
		NearMisses: []string{
			"The same invisible character was there before, at the same place.",
			"The character is in a property's title, a default, an enum or the tool's name: those are not human-readable texts.",
			"Other invisible characters, such as tag characters or variation selectors, are not among the sixteen.",
		},
	},
	{
		ID: "R02", Severity: Critical, Title: "instruction to the model", Section: "§4.2",
		Meaning: "Descriptions are written by whoever runs the server, and a model follows them. A sentence that orders the " +
			"model about is how tools are poisoned.",
		Condition: "A human-readable text holds a phrase of the list imperatives-v1.txt, in whatever case and also inside words, " +
			"that the text at the same place did not hold before.",
		NearMisses: []string{
			"The phrase was there before, at the same place; moving it to another place does fire.",
			"The same wish in words that are not on the list.",
		},
	},
	{
		ID: "R03", Severity: High, Title: "new address or path", Section: "§4.3",
		Meaning: "A host, an address or a path that was not spoken of before widens what the tool may reach, or where data may go.",
		Condition: "Any string value of the tool, also a default, an enum or $schema, holds a URL, an absolute Unix or Windows " +
			"path, an IPv4 address or a domain of eight endings whose exact text occurs nowhere in the tool before.",
		NearMisses: []string{
			"The address occurred in the tool before, in whatever place.",
			"The address is the name of a member, not a value.",
			"A lone \"/\" is no path; \"hello.txt\" has none of the endings.",
		},
	},
	{
		ID: "R04", Severity: High, Title: "new required input", Section: "§4.4",
		Meaning: "A caller must now send something that it did not have to send: calls break, or a model is made to hand over more.",
		Condition: "inputSchema.required lists a name that it did not list, or is longer than before, or a new property is " +
			"required.",
		NearMisses: []string{
			"required in another order.",
			"A new property that nobody has to send: that is R06.",
			"required inside a nested schema or in outputSchema.",
		},
	},
	{
		ID: "R05", Severity: High, Title: "reference to another tool or server", Section: "§4.5",
		Meaning: "A tool that speaks of other tools can shadow them or have a trusted one do its work.",
		Condition: "A human-readable text holds \"mcp://\", a token of the form server/tool outside of addresses and paths, or one " +
			"of five phrases (\"another tool\", \"other server\", \"instead use\", \"delegate to\", \"call the\") that the text at the " +
			"same place did not hold before.",
		NearMisses: []string{
			"The token was there before, at the same place.",
			"The left side is www or an ending such as com; a side has fewer than three characters.",
			"Prose with a slash does fire (\"true/false\"): most real findings of this rule are such words.",
		},
	},
	{
		ID: "R06", Severity: Medium, Title: "new optional input", Section: "§4.6",
		Meaning:   "One more thing that a model may be talked into sending.",
		Condition: "inputSchema.properties has a property that it did not have and that is not required.",
		NearMisses: []string{
			"The new property is required: that is R04 alone.",
			"A property of a nested schema, of outputSchema or of $defs.",
		},
	},
	{
		ID: "R07", Severity: Medium, Title: "hint allows more", Section: "§4.7",
		Meaning: "Clients decide by the annotations what to run without asking.",
		Condition: "readOnlyHint or idempotentHint turns false, destructiveHint or openWorldHint turns true, or one is added " +
			"with that value.",
		NearMisses: []string{
			"A hint that turns to the careful value.",
			"readOnlyHint: true is removed: the protocol's default then allows more, and the rule does not see it.",
			"The value before was no boolean.",
		},
	},
	{
		ID: "R08", Severity: Low, Title: "description rewritten", Section: "§4.8",
		Meaning:   "A large part of what a model reads is new, though nothing in it gave a stronger signal.",
		Condition: "None of R01 to R07 fires, and a fifth or more of the words of the tool's description changed.",
		NearMisses: []string{
			"Fewer than a fifth of the words changed: R09, if all else is cosmetic, too.",
			"The description was added or removed, or it is one of a property.",
			"Neither text has a word.",
		},
	},
	{
		ID: "R09", Severity: None, Title: "cosmetic", Section: "§4.9",
		Meaning: "The change is named, so that harmless edits do not look like silence.",
		Condition: "None of R01 to R08 fires, and every change is one of a human-readable text of which fewer than a fifth of the " +
			"words changed, or only case, punctuation or white space.",
		NearMisses: []string{
			"Anything outside of human-readable texts changed, too: then no rule fires.",
			"A text was added or removed.",
		},
	},
}
