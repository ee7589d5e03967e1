package filter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/witness"
)

// ProofTries is how many values are tried for one finding when nobody says: about a
// second's worth.
const ProofTries = 10_000

// ProofOptions bound the search for a witness of one finding.
type ProofOptions struct {
	Tries   int // 0 is [ProofTries]
	Profile contract.Profile
	Detail  string // what the finding says already
}

// Prove searches a value that shows what a change of a schema breaks, and returns
// it beside the finding's detail, to which the outcome is added when there is
// something to say. The witness is nil when none was found, which proves nothing.
// pointer is where in the schema the finding is. Equal arguments give equal values.
func Prove(side contract.Side, before, after []byte, pointer string, o ProofOptions) (found json.RawMessage, detail string) {
	if o.Tries <= 0 {
		o.Tries = ProofTries
	}
	w, own, tries, err := witness.SearchAt(before, after, pointer, side == contract.Output, witness.Options{
		Tries: o.Tries, Declared: o.Profile != contract.Strict,
	})
	switch {
	case err != nil:
		lines := strings.Split(err.Error(), "\n") // the last one of a validator's tree is the cause
		detail = "no witness was sought, since the judge refuses a schema: " + strings.TrimLeft(lines[len(lines)-1], " -")
	case w == nil:
		detail = fmt.Sprintf("no witness was found in %d tries", tries)
	case !own && pointer != "":
		detail = "the witness is one of the whole schema"
	}
	if o.Detail != "" && detail != "" {
		detail = o.Detail + "; " + detail
	}
	if detail == "" {
		detail = o.Detail
	}
	return w, detail
}

// SchemaOf returns a schema of a tool; nil when it has none. The arguments of a
// call and its structured content are objects, which a schema without a type does
// not say itself (reading C13).
func SchemaOf(tool []byte, member string) []byte {
	v, err := jsonv.Parse(tool, jsonv.Limits{})
	if err != nil {
		return nil
	}
	schema := v.Get(member)
	switch {
	case !schema.Exists():
		return nil
	case schema.Kind() != jsonv.Object || schema.Get("type").Exists():
		return schema.Span().Of(tool)
	}
	rest := bytes.TrimSpace(schema.Span().Of(tool)[1:])
	if !bytes.Equal(rest, []byte("}")) {
		rest = append([]byte(","), rest...)
	}
	return append([]byte(`{"type":"object"`), rest...)
}

// proveFindings proves the findings of one answer that break and have no witness.
// schemas returns both schemas that a side has, and what the paths of its findings
// begin with.
func proveFindings(got *contract.Comparison, tries int, profile contract.Profile, schemas func(contract.Side) (before, after []byte, path string)) {
	for i := range got.Findings {
		f := &got.Findings[i]
		for _, side := range []contract.Side{contract.Input, contract.Output} {
			if f.Severity != contract.Breaking || f.Witness != nil || !strings.HasPrefix(f.Rule, "tool."+string(side)+".") {
				continue
			}
			before, after, path := schemas(side)
			pointer, below := strings.CutPrefix(f.Path, path)
			if before == nil || after == nil || !below {
				continue
			}
			f.Witness, f.Detail = Prove(side, before, after, pointer, ProofOptions{Tries: tries, Profile: profile, Detail: f.Detail})
		}
	}
}
