// Package report turns a check.Report, or a surface seen for the first time,
// into text for a terminal or JSON for a program. Each renderer is a function
// over the one value; text of a server never reaches an output except through
// package visible.
package report

import (
	"bytes"
	"encoding/json"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// JSON renders the report as the record mooring.report.v1, indented, with hidden
// characters of a server's text as \u escapes.
func JSON(r check.Report) []byte { return encode(r) }

// encode is indented JSON without HTML escapes and without hidden characters.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic(err) // report types hold only JSON text that was parsed before
	}
	return visible.AppendJSON(nil, b.Bytes())
}
