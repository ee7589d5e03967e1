package schemagen

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Labelled is a pair of schemas from a file of pairs whose answers are known.
type Labelled struct {
	ID     string `json:"id"`
	Test   string `json:"test"`
	Topic  string `json:"topic"`
	Before json.RawMessage
	After  json.RawMessage
	// Input says whether before is within after, Output the reverse.
	Input, Output Truth
	// ExpectInput and ExpectOutput are severities; only the hard cases have them.
	ExpectInput  string `json:"expect_input"`
	ExpectOutput string `json:"expect_output"`
	Why          string `json:"why"`
}

// Truth is what is known about one direction.
type Truth struct {
	Contained *bool           `json:"set_truth"` // nil: nobody knows
	Status    string          `json:"status"`
	Witness   json.RawMessage `json:"witness"` // proves that Contained is false
}

// Broken reports that a witness, or the suite that the pair is from, proves the direction wrong.
func (t Truth) Broken() bool { return t.Contained != nil && !*t.Contained }

// Holds reports that the source of the pair claims the direction and nothing speaks against it.
func (t Truth) Holds() bool { return t.Contained != nil && *t.Contained }

// Read reads pairs, one JSON object a line. A schema that does not name its dialect gets the one of its pair, unless
// that is 2020-12, which needs no name.
func Read(r io.Reader) ([]Labelled, error) {
	var pairs []Labelled
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var row struct {
			Labelled
			Dialect string          `json:"dialect"`
			Old     json.RawMessage `json:"old"`
			New     json.RawMessage `json:"new"`
			Truth   struct {
				Backward Truth `json:"backward"`
				Forward  Truth `json:"forward"`
			} `json:"truth"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("pair %d: %v", len(pairs)+1, err)
		}
		row.Before, row.After = inDialect(row.Old, row.Dialect), inDialect(row.New, row.Dialect)
		row.Input, row.Output = row.Truth.Backward, row.Truth.Forward
		pairs = append(pairs, row.Labelled)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("pair %d: %v", len(pairs)+1, err)
	}
	return pairs, nil
}

// dialects has the identifier of each dialect that is not the default.
var dialects = map[string]string{
	"draft-04": "http://json-schema.org/draft-04/schema#",
	"draft-07": "http://json-schema.org/draft-07/schema#",
}

// inDialect puts the dialect's identifier in front of a schema's members. Everything else keeps its bytes.
func inDialect(schema []byte, dialect string) []byte {
	name, known := dialects[dialect]
	var members map[string]json.RawMessage
	if !known || json.Unmarshal(schema, &members) != nil || members["$schema"] != nil {
		return schema
	}
	body := bytes.TrimSpace(schema)[1:]
	comma := ","
	if len(members) == 0 {
		comma = ""
	}
	return fmt.Appendf(nil, `{"$schema":%q%s%s`, name, comma, body)
}
