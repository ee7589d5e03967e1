// Package contract is the contract lens: can a correct existing caller break, and
// can a model choose differently, when what a server shows changes from one state
// to the next (spec contract-severities)?
//
// Every change gets one of four severities by a rule with a stable id. Two
// independent implementations compare schemas: a structured walk that names what
// changed, and a decision whether every value of one schema is a value of the
// other, which misses nothing that it cannot prove. The stricter one wins. An
// input schema is written by the caller, so tightening it breaks; an output schema
// is read by the caller, so widening it does. Prose is part of the contract, since
// models choose tools by it.
//
// Everything is a pure function, and equal input gives equal output.
package contract

import (
	"encoding/json"
	"slices"
)

// Version names the rule set that this package implements.
const Version = "contract-v1"

// Severity is what a change can do to a caller.
type Severity string

// The severities, from least to most.
const (
	None                Severity = "NONE"                 // nothing changed
	Documentation       Severity = "DOCUMENTATION"        // prose changed too little to move a model
	NonBreaking         Severity = "NON_BREAKING"         // additive or widening for the consumer of that side
	PotentiallyBreaking Severity = "POTENTIALLY_BREAKING" // behaviour or model-visible meaning changed
	Breaking            Severity = "BREAKING"             // a correct existing caller can stop working
)

// Rank returns 0 for [None] to 4 for [Breaking], and -1 for any other word.
func (s Severity) Rank() int {
	return slices.Index([]Severity{None, Documentation, NonBreaking, PotentiallyBreaking, Breaking}, s)
}

// Worse returns the stronger of two severities.
func (s Severity) Worse(t Severity) Severity {
	if t.Rank() > s.Rank() {
		return t
	}
	return s
}

// Side says who writes a schema's values: variance follows from it.
type Side string

// The sides.
const (
	Input  Side = "input"  // written by the caller: tightening breaks
	Output Side = "output" // read by the caller: widening breaks
)

// Profile says which caller a change is judged for (reading C01).
type Profile string

// The profiles.
const (
	Declared Profile = "declared" // a caller sends only names that the schema declares; the default
	Strict   Profile = "strict"   // a caller may send whatever the schema accepts
	Runtime  Profile = "runtime"  // breaks of schemas only, no prose
)

// Finding is one change with its severity.
type Finding struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	Path     string   `json:"path"` // RFC 6901, in the item; in the item before for what is gone
	// Before and After are canonical JSON of both values; nil is absent.
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
	// Detail is a further word for people; never part of an identity.
	Detail string `json:"detail,omitempty"`
	// Witness is a value of one schema that the other does not accept: a call that
	// was accepted and is rejected, or a result that was not promised. Nil when none
	// is known.
	Witness json.RawMessage `json:"witness,omitempty"`
}
