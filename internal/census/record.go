package census

import (
	"encoding/json"
	"fmt"
	"math/bits"
)

// Result is a census: the record mooring.census.v2, or one of v1
// that was read.
type Result struct {
	Schema string `json:"schema"`
	Rules  string `json:"rules"` // [paramrisk.Version]
	// Complete says that every input was read to its end. Without it the result counts
	// what stands before the place where the reading ended, and nothing behind it.
	Complete     bool         `json:"complete"`
	Ended        string       `json:"ended,omitempty"` // why it is not complete
	Inputs       []Input      `json:"inputs"`
	Lines        Lines        `json:"lines"`
	Tools        int64        `json:"tools"`
	Servers      int64        `json:"servers"`
	Direct       Enumeration  `json:"direct"`
	Deep         *Enumeration `json:"deep,omitempty"` // nil without [Options] Deep
	Forms        []Form       `json:"forms"`
	Consequence  Consequence  `json:"consequence"`
	Shape        Shape        `json:"shape"`
	Dialects     []Named      `json:"dialects"`
	Keywords     []Keyword    `json:"keywords"`
	Duplicates   Duplicates   `json:"duplicates"`
	HazardCounts []HazardRow  `json:"hazards"`
	NonClaim     string       `json:"non_claim"`
}

// NonClaim stands in every result.
const NonClaim = "The labels are lexical and advisory: they see names and descriptions, not values and not what a server does. " +
	"They must not be the sole authorization decision. The buckets and the counts of consequence are approximations of Mooring's own."

// Input is a file, or standard input, as it was read.
type Input struct {
	Name        string `json:"name"`
	Compression string `json:"compression,omitempty"` // "gzip", "zstd" or none
	Bytes       int64  `json:"bytes"`                 // as stored; of an input that was not read to its end, those that were
	SHA256      string `json:"sha256,omitempty"`      // of the stored bytes, in hexadecimal; "" when it was not read to its end
	Error       string `json:"error,omitempty"`       // why it was not
	Lines       int64  `json:"lines"`                 // without blank ones
	BadLines    int64  `json:"bad_lines"`
	Tools       int64  `json:"tools"`
}

// Lines are the lines that were read, without blank ones.
type Lines struct {
	Read     int64     `json:"read"`
	Bad      int64     `json:"bad"`       // nothing of them was counted
	BadItems int64     `json:"bad_items"` // items of listings that are no objects
	First    []BadLine `json:"first"`     // both, in the order of the inputs, as many as are listed
}

// BadLine is the place of a bad line or item.
type BadLine struct {
	LinePlace

	Reason string `json:"reason"`
}

// LinePlace is a [Place] for readers.
type LinePlace struct {
	Input  string `json:"input"`
	Line   int64  `json:"line"`
	Offset int64  `json:"offset"`
}

// Enumeration counts the parameters that one way of looking finds (spec, "Property
// enumeration").
type Enumeration struct {
	Properties         int64   `json:"properties"`
	RequiredProperties int64   `json:"required_properties"`
	Classes            []Label `json:"classes"`
	Buckets            []Label `json:"buckets"` // approximations, and no risk classes
}

// Label counts a class or a bucket as the specification's table does.
type Label struct {
	ID         string  `json:"id"`
	Tools      int64   `json:"tools"`   // with at least one parameter
	Percent    Percent `json:"percent"` // of all tools
	Required   int64   `json:"required"`
	Servers    int64   `json:"servers"` // with at least one such tool
	Properties int64   `json:"properties"`
}

// Form counts one form of a rule, at the places that the specification enumerates.
type Form struct {
	Form       string `json:"form"`
	Of         string `json:"of"` // class or bucket
	Tools      int64  `json:"tools"`
	Properties int64  `json:"properties"`
}

// Consequence counts tools by Mooring's own rules over name and description.
type Consequence struct {
	Rules        string  `json:"rules,omitempty"` // [consequence.Version]; "" in v1
	Words        string  `json:"words,omitempty"` // [consequence.Digest]; "" in v1
	Tools        int64   `json:"tools"`           // of high consequence
	Percent      Percent `json:"percent"`
	Kinds        []Named `json:"kinds"`
	Outbound     int64   `json:"outbound"`     // tools with the signal of an outbound network
	Intersection int64   `json:"intersection"` // of high consequence and outbound
	BothPercent  Percent `json:"both_percent"` // the intersection
	Read         int64   `json:"read"`         // tools that only read
	ReadServers  int64   `json:"read_servers"` // with at least one of them
}

// Shape counts what tools are made of.
type Shape struct {
	Bytes             int64 `json:"bytes"`        // of all tools, without white space
	LargestTool       int64 `json:"largest_tool"` // in bytes
	MostProperties    int64 `json:"most_properties"`
	MostTools         int64 `json:"most_tools"` // of one server
	WithDescription   int64 `json:"with_description"`
	WithInputSchema   int64 `json:"with_input_schema"`
	InputSchemaNotObj int64 `json:"input_schema_no_object"`
	WithOutputSchema  int64 `json:"with_output_schema"`
}

// Named is a number of tools.
type Named struct {
	Name  string `json:"name"`
	Tools int64  `json:"tools"`
}

// Keyword counts a keyword of input schemas, at all depths.
type Keyword struct {
	Keyword string `json:"keyword"` // "other" for all that are no keyword of JSON Schema
	Tools   int64  `json:"tools"`
	Uses    int64  `json:"uses"`
}

// Duplicates counts tools of the same bytes, white space aside.
type Duplicates struct {
	Distinct int64 `json:"distinct"` // tools
	Repeated int64 `json:"repeated"` // distinct tools that are there more than once
	Most     int64 `json:"most"`     // times that one tool is there
}

// HazardRow counts one hazard.
type HazardRow struct {
	Hazard Hazard      `json:"hazard"`
	Tools  int64       `json:"tools"`
	Lines  int64       `json:"lines"` // 0 for no_name and repeated_name, which are of tools
	First  []LinePlace `json:"first"`
}

// Percent is in thousandths of a percent.
type Percent int64

// percentOf rounds half up, in integers (reading G07), of numbers that are not negative; 0
// of nothing, and of less.
func percentOf(n, of int64) Percent {
	if of <= 0 || n < 0 || n > of {
		return 0
	}
	high, low := bits.Mul64(uint64(n), 2*100_000) // beyond 46 trillion it has more than 64 bits
	low, carry := bits.Add64(low, uint64(of), 0)
	q, _ := bits.Div64(high+carry, low, 2*uint64(of))
	return Percent(q)
}

// String has three decimals.
func (p Percent) String() string { return fmt.Sprintf("%d.%03d", p/1000, p%1000) }

// MarshalJSON writes a number with three decimals.
func (p Percent) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalJSON reads one.
func (p *Percent) UnmarshalJSON(text []byte) error {
	var whole, part int64
	n, err := fmt.Sscanf(string(text), "%d.%03d", &whole, &part)
	if n != 2 || err != nil || whole < 0 || Percent(whole*1000+part).String() != string(text) {
		return fmt.Errorf("percentage %q, want one with three decimals", text)
	}
	*p = Percent(whole*1000 + part)
	return nil
}

// Encode writes the record, indented, with an LF at its end.
func Encode(r Result) []byte {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		panic(err) // every field is a number, a text or a list
	}
	return append(text, '\n')
}
