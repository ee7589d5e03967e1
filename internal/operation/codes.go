package operation

// The codes of reasons that are of no classifier's. Others are the class of a URL, path or
// amount, the code of SQL or shell, or a band where all of a text decided.
const (
	codeTooMany   = "too_many_texts"
	codeUnread    = "unread"
	codeNotParsed = "shell-not-parsed" // as package shellop has it
)

// Code is a code of a reason, and what it means.
type Code struct{ Code, Meaning string }

// Codes are those of this package.
var Codes = []Code{
	{codeTooMany, "more texts in the arguments than are looked at"},
	{codeUnread, "a program in a language that no classifier here reads"},
}
