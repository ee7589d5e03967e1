package sqlread

// Code names a kind of reason. Codes are stable; what each means is in [Codes].
type Code string

// The codes. All but the first two stand for a batch that is not proved.
const (
	ReadsOnly          Code = "reads_only"
	CredentialCatalog  Code = "credential_catalog" //nolint:gosec // no credential
	NoStatement        Code = "no_statement"
	Oversized          Code = "oversized"
	TooDeep            Code = "too_deep"
	Late               Code = "late"
	ParserFailed       Code = "parser_failed"
	Unparsed           Code = "unparsed"
	UnknownSyntax      Code = "unknown_syntax"
	OddCharacter       Code = "odd_character"
	Executable         Code = "executable_comment"
	BackslashQuote     Code = "backslash_quote"
	Unterminated       Code = "unterminated"
	GluedNumber        Code = "glued_number"
	DialectSpecific    Code = "dialect_specific"
	Writes             Code = "writes"
	Defines            Code = "defines"
	Executes           Code = "executes"
	Locks              Code = "locks"
	Into               Code = "into"
	ServerFile         Code = "server_file"
	SessionState       Code = "session_state"
	TransactionControl Code = "transaction_control"
	RemoteServer       Code = "remote_server"
	UnknownFunction    Code = "unknown_function"
	UnknownPragma      Code = "unknown_pragma"
	UnknownOperator    Code = "unknown_operator"
	UnknownHint        Code = "unknown_hint"
	ExplainExecutes    Code = "explain_executes"
)

// CodeMeaning is a code and what it means.
type CodeMeaning struct {
	Code    Code
	Meaning string
}

// Codes are all codes, in the order of the constants.
var Codes = []CodeMeaning{
	{ReadsOnly, "every statement is proved to only read"},
	{CredentialCatalog, "a catalog of passwords, keys or hashes"},
	{NoStatement, "nothing but white space and comments"},
	{Oversized, "longer than the cap of the dialect, or more than 200 statements"},
	{TooDeep, "brackets nested deeper than 100, operators and joins on top of each other, or more than 1,000 comments for PostgreSQL"},
	{Late, "the context ended before the answer"},
	{ParserFailed, "a grammar broke down"},
	{Unparsed, "no statement of the dialect"},
	{UnknownSyntax, "parsed, with a part that is on no list"},
	{OddCharacter, "NUL, a control or bidirectional character, invalid UTF-8, or one that has no place outside quotes"},
	{Executable, "a comment that some servers run"},
	{BackslashQuote, "a backslash before a quote, whose meaning is a setting of the server"},
	{Unterminated, "a quote or comment that does not end"},
	{GluedNumber, "a number with letters at its end, which versions read differently"},
	{DialectSpecific, "syntax that dialects read differently, where the dialect is not known"},
	{Writes, "changes rows: INSERT, UPDATE, DELETE, MERGE …"},
	{Defines, "changes definitions, rights or the server: CREATE, GRANT, VACUUM …"},
	{Executes, "runs code that is not in the text, or stores it: CALL, DO, EXEC, PREPARE …"},
	{Locks, "FOR UPDATE, lock hints, LOCK"},
	{Into, "SELECT INTO a table, file or variable"},
	{ServerFile, "reads or writes files or programs of the server"},
	{SessionState, "SET, USE, a variable: changes what later statements mean"},
	{TransactionControl, "begins or ends a transaction, other than a read-only one of its own"},
	{RemoteServer, "a name on a linked server"},
	{UnknownFunction, "a call that is not on the dialect's list"},
	{UnknownPragma, "a PRAGMA, or a form of one, that is not on the list"},
	{UnknownOperator, "an operator of another schema"},
	{UnknownHint, "a hint that is not on the list"},
	{ExplainExecutes, "EXPLAIN ANALYZE of something else than a read"},
}

// Meaning is what a code means; "" for one that does not exist.
func (c Code) Meaning() string {
	for _, row := range Codes {
		if row.Code == c {
			return row.Meaning
		}
	}
	return ""
}
