package filter

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/signal"
)

// Code names why a line was not judged. The codes of [jsonv.Error] occur beside
// those here.
type Code string

// The codes of lines that are strict JSON, or no JSON text at all.
const (
	LineTooLong   Code = "line_too_long"  // over MaxLine
	NotObject     Code = "not_object"     // JSON, but no object
	UnknownMember Code = "unknown_member" // a member that the judge does not know, or not in this company
	MissingMember Code = "missing_member" // a member that the judge needs
	WrongValue    Code = "wrong_value"    // a member of another type or outside its words
	CannotJudge   Code = "cannot_judge"   // anything else
)

// Error says why and where a line was not judged.
type Error struct {
	Code    Code
	Message string // what was found and what was wanted
	Offset  int    // byte offset in the line, from 0
	Pointer string // RFC 6901 pointer in the line; "" is the whole line
}

// Error returns the message with its place.
func (e *Error) Error() string {
	return fmt.Sprintf("%s at byte %d, in %q", e.Message, e.Offset, e.Pointer)
}

// shownBytes is how much of a name or word of a line an error repeats.
const shownBytes = 200

// At returns an error about the value v, which stands at pointer in the line. A text among
// args is cut where it is long.
func At(v *jsonv.Value, pointer string, code Code, format string, args ...any) *Error {
	for i, arg := range args {
		if text, is := arg.(string); is {
			args[i] = signal.Cut(text, shownBytes)
		}
	}
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), Offset: v.Span().Start, Pointer: pointer}
}

// within places an error of parsing a part of the line that starts at offset
// and stands at pointer.
func within(err error, offset int, pointer string) error {
	var e *jsonv.Error
	if !errors.As(err, &e) {
		return &Error{Code: CannotJudge, Message: err.Error(), Offset: offset, Pointer: pointer}
	}
	return &Error{Code: Code(e.Code), Message: e.Detail, Offset: offset + e.Offset, Pointer: pointer + e.Pointer}
}

// members checks that a line has no members but id and those named.
func members(line *jsonv.Value, known ...string) error {
	known = append([]string{"id"}, known...)
	for name, v := range line.Members() {
		if !slices.Contains(known, name) {
			return At(v, jsonv.AppendPointer("", name), UnknownMember, "found member %q, want only %s", name, list(known))
		}
	}
	return nil
}

// answer writes the error as an answer.
func (e *Error) answer() []byte {
	b := jsonv.AppendQuoted([]byte(`{"error":{"code":`), string(e.Code))
	b = jsonv.AppendQuoted(append(b, `,"message":`...), strings.ToValidUTF8(e.Message, "\uFFFD"))
	b = strconv.AppendInt(append(b, `,"offset":`...), int64(e.Offset), 10)
	b = jsonv.AppendQuoted(append(b, `,"pointer":`...), e.Pointer)
	return append(b, `}}`...)
}
