package check

import (
	"fmt"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// maxReport is the length that a report may have when it is read.
const maxReport = 64 << 20

// ParseReport reads the record mooring.report.v1 as a program of this version wrote
// it, to render it again. JSON is strict, members are closed, lists are never null, words,
// codes and digests are what they have to be, and every row has its change or finding. That
// the verdict follows from the findings is taken from the record, and free text may be
// anything.
func ParseReport(text []byte) (Report, error) {
	v, err := jsonv.Parse(text, jsonv.Limits{Bytes: maxReport})
	if err != nil {
		return Report{}, err
	}
	if schema, _ := v.Get("schema").Str(); schema != Schema {
		return Report{}, fmt.Errorf("schema is %q, want %q", schema, Schema)
	}
	var r Report
	if err := jsonv.DecodeRecord(v, &r); err != nil {
		return Report{}, fmt.Errorf("no %s: %w", Schema, err)
	}
	return r, r.validate()
}
