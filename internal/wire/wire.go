// Package wire is the framing of MCP: lines out of the stream of a stdio server,
// events out of an HTTP response, the envelope of a JSON-RPC message out of
// either, and lines made of messages.
//
//	io.Reader → Reader.Line      ─┐
//	io.Reader → EventReader.Next ─┴→ Scan → Envelope (byte ranges, nothing decoded)
//	NewRequest, NewNotification, NewResponse, NewErrorResponse → one line to send
//
// A line ends with LF and with nothing else (MCP 2025-11-25, transports,
// stdio). [Reader] hands it out byte for byte, CR and byte order mark included,
// so that a proxy can pass it on unchanged; [Trim] takes those away for parsing
// alone. [Scan] finds the ranges of id, method, params, result and error in one
// pass and judges nothing else; what it finds repeated or contradictory it
// reports, since two readers may understand such a message differently.
// [Envelope.Exact] tells an answer that every reader takes for one, and
// [Envelope.Claims] whose answer a lenient reader may take a message for.
package wire

import "bytes"

// MaxLine is the default limit on the length of a line or an event, in bytes.
const MaxLine = 64 << 20

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\xEF\xBB\xBF"

// HasBOM reports whether the line begins with a byte order mark.
func HasBOM(line []byte) bool { return bytes.HasPrefix(line, []byte(byteOrderMark)) }

// Trim returns the part of line that is parsed: without one leading byte order
// mark and without JSON white space, CR and LF at both ends (RFC 8259 §2). It
// shares the bytes of line.
func Trim(line []byte) []byte {
	line = bytes.TrimPrefix(line, []byte(byteOrderMark))
	return bytes.Trim(line, " \t\r\n")
}
