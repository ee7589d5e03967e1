package wire

import (
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// NewRequest returns the line of a request. params is JSON text without a line
// feed, nil for none.
func NewRequest(id int64, method string, params []byte) []byte {
	line := append([]byte(`{"jsonrpc":"2.0","id":`), strconv.FormatInt(id, 10)...)
	return call(append(line, ','), method, params)
}

// NewNotification returns the line of a notification. params is as in [NewRequest].
func NewNotification(method string, params []byte) []byte {
	return call([]byte(`{"jsonrpc":"2.0",`), method, params)
}

func call(line []byte, method string, params []byte) []byte {
	line = quoted(append(line, `"method":`...), method)
	if params != nil {
		line = append(append(line, `,"params":`...), params...)
	}
	return append(line, "}\n"...)
}

// NewResponse returns the line that answers a request. id is the raw text of the
// request's id, see [Envelope.ReplyID]; result is JSON text without a line feed.
func NewResponse(id, result []byte) []byte {
	line := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	line = append(append(line, `,"result":`...), result...)
	return append(line, "}\n"...)
}

// NewErrorResponse returns the line that refuses a request (JSON-RPC 2.0 §5.1). id
// is as in [NewResponse].
func NewErrorResponse(id []byte, code int, message string) []byte {
	line := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	line = strconv.AppendInt(append(line, `,"error":{"code":`...), int64(code), 10)
	line = quoted(append(line, `,"message":`...), message)
	return append(line, "}}\n"...)
}

func quoted(line []byte, s string) []byte {
	return jsonv.AppendQuoted(line, strings.ToValidUTF8(s, "\uFFFD"))
}
