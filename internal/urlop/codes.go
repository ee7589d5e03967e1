package urlop

// Code is a class as reasons name it, and what it means.
type Code struct {
	Class   Class
	Meaning string
}

// Codes are all classes, from least to most severe.
var Codes = []Code{
	{Loopback, "this machine"},
	{Private, "an address that is not routed globally, or a name that is resolved locally"},
	{External, "any other host that is well-formed"},
	{Invalid, "programs read the spelling as different places, or nothing there can be fetched"},
	{Metadata, "the metadata service of a cloud, which hands out credentials of the machine"},
}
