// Package census counts what the tools of many MCP servers ask for: the parameter risk
// classes of spec parameter-risk-classes, beside sizes, keywords, dialects, copies and
// hazards of the texts.
//
// Lines go in, a [Result] comes out, the record mooring.census.v2. A [Scanner] turns
// lines into a [Part], one a goroutine; a [Tally] takes the parts in the order of the
// lines, so that the result is the same however many there are:
//
//	s, t := census.NewScanner(o), census.NewTally(o)
//	part := s.Part()
//	s.Line(part, line, census.Place{Input: 0, Line: 1})
//	t.Add(part)
//	result := t.Result(inputs)
//
// The reading is tolerant (reading J01): what [jsonv.Parse] refuses and still can be
// taken apart is counted as a hazard. A line that cannot is bad, is named by its place,
// and nothing of it is counted.
//
// A Tally keeps digests of 16 bytes for each distinct tool and each name of a server,
// and no text of theirs.
package census

import (
	"crypto/sha256"

	"github.com/mooring-mcp/mooring/paramrisk"
)

// Schema names the record, and SchemaV1 the one before, which does not say which rules of
// consequence counted.
const (
	Schema   = "mooring.census.v2"
	SchemaV1 = "mooring.census.v1"
)

// Options say what is counted.
type Options struct {
	// Deep also looks below the definitions at any depth ([paramrisk.Scanner]); what that
	// adds is counted apart.
	Deep bool
	// Rows keeps a [Row] for each parameter in each part.
	Rows bool
	// ServerMember names the member of a line that says which server it is of; "" for
	// "server" (reading G07).
	ServerMember string
	// List is how many places of bad lines and of each hazard are listed.
	List int
}

func (o Options) serverMember() string {
	if o.ServerMember == "" {
		return "server"
	}
	return o.ServerMember
}

// Place is where a line is.
type Place struct {
	Input  int   // which input, from 0
	Line   int64 // from 1
	Offset int64 // where the line starts in the input as it is decompressed
}

// Bad is a line of which nothing was counted, or an item of a listing that is no
// object.
type Bad struct {
	Place

	Reason string
}

// key stands for a text: the first half of its SHA-256. Among 10 million texts the odds
// that two share one are 1 to 10^24.
type key [16]byte

func keyOf(text []byte) key {
	sum := sha256.Sum256(text)
	return key(sum[:16])
}

// Row is one parameter.
type Row struct {
	Place

	Server, Tool string // as the text spells them, or decoded where it is JSON; "" for none
	ToolDigest   string // SHA-256 of the tool without white space, the first 32 hexadecimal digits
	In, Name     string // see [paramrisk.Found]
	Required     bool
	Deep         bool
	Labels       paramrisk.Set
	Forms        paramrisk.Forms
	Signals      Signals
}
