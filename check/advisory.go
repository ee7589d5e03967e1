package check

import "slices"

// The rules of advisories: signals outside of taxonomy-v1, of a first look at a
// surface that nobody has approved.
const (
	RuleHiddenText      = "advisory.hidden_text"
	RuleInstruction     = "advisory.instruction"
	RuleTagCharacters   = "advisory.tag_characters"
	RuleOtherInvisible  = "advisory.other_invisible"
	RuleLookalikeName   = "advisory.lookalike_name"
	RuleMixedScriptName = "advisory.mixed_script_name"
)

// Advisory is one rule of advisories, for people.
type Advisory struct{ ID, Title, Meaning string }

// Advisories returns the rules of advisories by id.
func Advisories() []Advisory { return slices.Clone(advisories) }

var advisories = []Advisory{
	{
		RuleHiddenText, "hidden text where R01 does not look",
		"One of R01's invisible characters, or \"<!--\", in the name of a tool or member, a nested title, a default, an enum or " +
			"another value that is no human-readable text by the specification, or anywhere in a prompt, a resource or the instructions.",
	},
	{
		RuleInstruction, "instruction where R02 does not look",
		"A phrase of R02's list in a text of a tool that is not human-readable by the specification, or anywhere in a prompt, a " +
			"resource or the instructions. A model may read those, too.",
	},
	{
		RuleLookalikeName, "name that looks like another tool's",
		"Two tools of the server have names with one skeleton by UTS #39, such as a Cyrillic а for a Latin a, or l for 1.",
	},
	{
		RuleMixedScriptName, "name in scripts that do not belong together",
		"The name has letters of several scripts that no writing system mixes (UTS #39 §5.1), such as Latin and Cyrillic. Latin " +
			"beside Chinese, Japanese or Korean is left alone.",
	},
	{
		RuleOtherInvisible, "invisible characters that R01 does not list",
		"Controls, variation selectors, fillers, word joiners and other characters that show nothing, in any text. White space and " +
			"the variation selector of emoji are left alone.",
	},
	{
		RuleTagCharacters, "tag characters",
		"Unicode tag characters (U+E0000 to U+E007F) spell text that a model may read and nobody sees. The flags of England, " +
			"Scotland and Wales, which end in them, are left alone; any other emoji with them is not.",
	},
}
