package amountop

// Code is a kind of verdict as reasons name it, and what it means.
type Code struct {
	Kind    Kind
	Meaning string
}

// Codes are the kinds that a reason can have, from least to most severe.
var Codes = []Code{
	{Within, "at or under the spend line of its currency"},
	{Above, "above the spend line of its currency, or there is no line for it"},
	{Unclear, "an amount that cannot be weighed"},
	{Repeating, "a charge that comes again, which always asks"},
}
