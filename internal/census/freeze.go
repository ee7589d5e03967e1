package census

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// FreezeSchema names the record of a frozen census.
const FreezeSchema = "mooring.census_freeze.v1"

// Freeze pins a census: what it counted, and what came out. It is the record
// mooring.census_freeze.v1.
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

// decode reads a record of strict JSON.
func decode(text []byte, into any) error {
	v, err := jsonv.Parse(text, jsonv.Limits{})
	if err != nil {
		return err
	}
	return jsonv.DecodeRecord(v, into)
}

// DecodeFreeze reads the record and proves its digest.
func DecodeFreeze(text []byte) (Freeze, error) {
	var f Freeze
	if err := decode(text, &f); err != nil {
		return f, err
	}
	if f.Schema != FreezeSchema {
		return f, fmt.Errorf("schema is %q, want %q", f.Schema, FreezeSchema)
	}
	if got := digestOf(f.Result); got != f.ResultSHA256 {
		return f, fmt.Errorf("the result has the digest %s, and the record says %s: it was edited, or another version of the record wrote it", got, f.ResultSHA256)
	}
	return f, nil
}

// Decode reads a record. Members that it does not know are an error.
func Decode(text []byte) (Result, error) {
	var r Result
	if err := decode(text, &r); err != nil {
		return r, err
	}
	if r.Schema != Schema {
		return r, fmt.Errorf("schema is %q, want %q", r.Schema, Schema)
	}
	return r, nil
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
	for _, c := range Compare(f.Result, again) {
		out = append(out, Problem{c.label(), fmt.Sprint(c.Before), fmt.Sprint(c.After)})
	}
	return out
}

func (c Change) label() string {
	if c.Name == "" {
		return c.Section + " " + c.Measure
	}
	return c.Section + " " + c.Name + " " + c.Measure
}
