package jsonv

import "fmt"

// Code names why a text was refused.
type Code string

// The codes of an [Error].
const (
	Syntax    Code = "syntax"              // not JSON by RFC 8259
	Duplicate Code = "duplicate_member"    // a member name repeats, after unescaping
	UTF8      Code = "invalid_utf8"        // bytes that are not UTF-8
	Surrogate Code = "lone_surrogate"      // an escape for half of a surrogate pair
	Range     Code = "number_out_of_range" // beyond the largest double
	Trailing  Code = "trailing_text"       // something after the value
	TooLarge  Code = "too_large"           // Limits.Bytes
	TooDeep   Code = "too_deep"            // Limits.Depth
	Record    Code = "no_such_record"      // JSON, and not what a record of its kind says
	TooMany   Code = "too_many"            // Limits.Nodes
)

// Error says why and where a text was refused.
type Error struct {
	Code    Code
	Offset  int    // byte offset in the text, from 0
	Pointer string // RFC 6901 pointer of the value being or just read; "" is the whole text
	Detail  string // what was found and what was wanted
}

// Error returns one line: detail, pointer and offset.
func (e *Error) Error() string {
	if e.Pointer == "" {
		return fmt.Sprintf("%s at byte %d", e.Detail, e.Offset)
	}
	return fmt.Sprintf("%s at byte %d, in %q", e.Detail, e.Offset, e.Pointer)
}
