package census

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// FreezeSchema names the record of a frozen census, and FreezeSchemaV1 the one before,
// which pins no rules of consequence.
const (
	FreezeSchema   = "mooring.census_freeze.v2"
	FreezeSchemaV1 = "mooring.census_freeze.v1"
)

// Freeze pins a census: what it counted, and what came out. It is the record
// mooring.census_freeze.v2, or one of v1 that was read.
type Freeze struct {
	Schema string `json:"schema"`
	// ResultSHA256 is that of the text that [Encode] makes of Result, as mooring census
	// --format json prints it.
	ResultSHA256 string        `json:"result_sha256"`
	Options      FreezeOptions `json:"options"`
	Result       Result        `json:"result"` // its inputs carry their digests
}

// FreezeOptions are what a new count needs to come to the same result.
type FreezeOptions struct {
	Deep         bool   `json:"deep"`
	ServerMember string `json:"server_member"`
	List         int    `json:"list"`
}

// NewFreeze pins a result. It is an error when the result does not cover its inputs.
func NewFreeze(r Result, o Options) (Freeze, error) {
	if !r.Complete {
		return Freeze{}, fmt.Errorf("the census is not complete, and only a complete one can be frozen")
	}
	return Freeze{
		Schema: FreezeSchema, ResultSHA256: digestOf(r), Options: FreezeOptions{o.Deep, o.serverMember(), o.List}, Result: r,
	}, nil
}

func digestOf(r Result) string {
	sum := sha256.Sum256(Encode(r))
	return hex.EncodeToString(sum[:])
}

// EncodeFreeze writes the record, indented, with an LF at its end.
func EncodeFreeze(f Freeze) []byte {
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		panic(err) // every field is a number, a text or a list
	}
	return append(text, '\n')
}

// decode reads a record of strict JSON whose schema is one of some.
func decode(text []byte, into any, schemas ...string) (*jsonv.Value, error) {
	v, err := jsonv.Parse(text, jsonv.Limits{})
	if err != nil {
		return nil, err
	}
	if schema, is := v.Get("schema").Str(); is && !slices.Contains(schemas, schema) {
		return nil, fmt.Errorf("schema is %q, want %q or %q", schema, schemas[0], schemas[1])
	}
	return v, jsonv.DecodeRecord(v, into)
}

// DecodeFreeze reads the record, and proves its digest and the numbers of its result.
func DecodeFreeze(text []byte) (Freeze, error) {
	var f Freeze
	v, err := decode(text, &f, FreezeSchema, FreezeSchemaV1)
	if err != nil {
		return f, err
	}
	holds, known := map[string]string{FreezeSchema: Schema, FreezeSchemaV1: SchemaV1}[f.Schema]
	switch {
	case !known:
		return f, fmt.Errorf("schema is %q, want %q", f.Schema, FreezeSchema)
	case f.Result.Schema != holds:
		return f, fmt.Errorf("schema of the result is %q, want %q", f.Result.Schema, holds)
	}
	if got := digestOf(f.Result); got != f.ResultSHA256 {
		return f, fmt.Errorf("the result has the digest %s, and the record says %s: it was edited, or another version of the record wrote it", got, f.ResultSHA256)
	}
	if f.Options.List < 0 || f.Options.ServerMember == "" || f.Options.Deep != (f.Result.Deep != nil) {
		return f, fmt.Errorf("the options %+v are none of a census that came to this result", f.Options)
	}
	return f, bounded(v, "/result", f.Result)
}

// Decode reads a record. Members that it does not know are an error, and so are numbers
// that no census comes to: an [*jsonv.Error] says where and why.
func Decode(text []byte) (Result, error) {
	var r Result
	v, err := decode(text, &r, Schema, SchemaV1)
	if err != nil {
		return r, err
	}
	if r.Schema == "" {
		return r, fmt.Errorf("schema is missing, want %q", Schema)
	}
	return r, bounded(v, "", r)
}

// Problem is one thing that is not as it was pinned.
type Problem struct {
	What string // an input or a figure
	Want string
	Got  string
}

// Verify compares a new count with what was pinned: inputs by their digests, in their
// order and whatever they are called now, then every figure. nil for no difference.
func (f Freeze) Verify(again Result) []Problem {
	var out []Problem
	pinned := f.Result.Inputs
	if len(pinned) != len(again.Inputs) {
		return []Problem{{"number of inputs", fmt.Sprint(len(pinned)), fmt.Sprint(len(again.Inputs))}}
	}
	for i, in := range again.Inputs {
		if in.SHA256 != pinned[i].SHA256 {
			out = append(out, Problem{"sha256 of input " + pinned[i].Name, pinned[i].SHA256, in.SHA256})
		}
	}
	if f.Result.Rules != again.Rules {
		out = append(out, Problem{"rules", f.Result.Rules, again.Rules})
	}
	if c, now := f.Result.Consequence, again.Consequence; f.PinsConsequence() && (c.Rules != now.Rules || c.Words != now.Words) {
		out = append(out, Problem{"rules of consequence", c.Rules + " " + c.Words, now.Rules + " " + now.Words})
	}
	for _, c := range Compare(f.Result, again) {
		out = append(out, Problem{c.label(), fmt.Sprint(c.Before), fmt.Sprint(c.After)})
	}
	return out
}

// PinsConsequence reports that the rules of consequence are pinned.
func (f Freeze) PinsConsequence() bool { return f.Schema != FreezeSchemaV1 }

func (c Change) label() string {
	if c.Name == "" {
		return c.Section + " " + c.Measure
	}
	return c.Section + " " + c.Name + " " + c.Measure
}
