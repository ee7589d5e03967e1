// Package witness looks for a value that tells two schemas apart.
//
// [Search] takes a schema before and after a change, draws values from both and asks a validator of somebody else,
// santhosh-tekuri/jsonschema, about each. A value that one schema accepts and the other does not is a witness: it proves
// that the sets differ, whatever a comparison of the schemas says. No witness proves nothing.
//
//	before {"type":"integer"}   after {"type":"integer","minimum":1}   lost 0
//
// Values are drawn in three ways: from a pool of boundary values of both schemas, by following one schema, and by
// following one schema while breaking a keyword that the other one says differently. Some are changed in one place
// afterwards. The same arguments give the same values. Schemas of other documents are never fetched; drafts up to 7
// assert format and later ones do not; a schema without $schema is draft 2020-12, as MCP 2026-07-28 says.
package witness

import (
	"encoding/json"
	"fmt"
)

// DefaultTries is how many values are tried when [Options] does not say.
const DefaultTries = 2000

// Options bound a search; the zero value has the defaults.
type Options struct {
	Tries int    // values to try; 0 is [DefaultTries]
	Seed  uint64 // another seed draws other values
	// Declared asks for values that use only names which the accepting schema
	// declares or opens itself for in words, as a correct caller would (reading C01).
	Declared bool
}

// Found is what trying values on two schemas showed.
type Found struct {
	Lost   json.RawMessage // accepted before only; nil when none was met
	Gained json.RawMessage // accepted after only; nil when none was met
	Tries  int             // values tried, until both were met or the limit
	Before int             // of these, accepted before
	After  int             // of these, accepted after
}

// Search looks for a value of before that after does not accept, or with output for a value of after that before does
// not accept. It returns the first one met, made as small as it stays a witness, and how many values it took; nil when
// none was met. An error says which schema the validator refuses. Safe for concurrent use.
func Search(before, after []byte, output bool, o Options) (witness []byte, tries int, err error) {
	t, err := newTrial(before, after, o)
	if err != nil {
		return nil, 0, err
	}
	found := t.run(func(f *Found) bool { return output && f.Gained != nil || !output && f.Lost != nil })
	if output {
		return found.Gained, found.Tries, nil
	}
	return found.Lost, found.Tries, nil
}

// Both looks for both witnesses with the same values.
func Both(before, after []byte, o Options) (Found, error) {
	t, err := newTrial(before, after, o)
	if err != nil {
		return Found{}, err
	}
	return t.run(func(f *Found) bool { return f.Lost != nil && f.Gained != nil }), nil
}

// trial is one search: both sides as judges, and where values come from.
type trial struct {
	before, after             *Judge
	correctBefore, correctNow *Judge // with Options.Declared what a correct caller sends, nil otherwise
	source                    *sampler
	tries                     int
}

func newTrial(before, after []byte, o Options) (*trial, error) {
	t := &trial{tries: o.Tries}
	if t.tries <= 0 {
		t.tries = DefaultTries
	}
	var trees [2]any
	for i, side := range []struct {
		name    string
		schema  []byte
		judge   **Judge
		correct **Judge
	}{{"before", before, &t.before, &t.correctBefore}, {"after", after, &t.after, &t.correctNow}} {
		var err error
		if trees[i], err = decode(side.schema); err != nil {
			return nil, fmt.Errorf("schema %s: %w", side.name, err)
		}
		if *side.judge, err = newJudge(trees[i]); err != nil {
			return nil, fmt.Errorf("schema %s: %w", side.name, err)
		}
		if !o.Declared {
			continue
		}
		if *side.correct, err = newJudge(declared(trees[i])); err != nil {
			return nil, fmt.Errorf("schema %s, for declared names only: %w", side.name, err)
		}
	}
	t.source = newSampler(o.Seed, trees[:]...)
	return t, nil
}

// run tries values until enough says that it has seen enough.
func (t *trial) run(enough func(*Found) bool) Found {
	var found Found
	for found.Tries < t.tries && !enough(&found) {
		found.Tries++
		value := t.source.next()
		before, after := t.before.Accepts(value), t.after.Accepts(value)
		if before {
			found.Before++
		}
		if after {
			found.After++
		}
		if found.Lost == nil && before && !after && t.correctBefore.accepts(value) {
			found.Lost = t.smallest(value, t.lost)
		}
		if found.Gained == nil && after && !before && t.correctNow.accepts(value) {
			found.Gained = t.smallest(value, t.gained)
		}
	}
	return found
}

func (t *trial) lost(value any) bool {
	return t.before.Accepts(value) && !t.after.Accepts(value) && t.correctBefore.accepts(value)
}

func (t *trial) gained(value any) bool {
	return t.after.Accepts(value) && !t.before.Accepts(value) && t.correctNow.accepts(value)
}

// smallest returns the JSON of a small value for which proves holds as it does for value.
func (t *trial) smallest(value any, proves func(any) bool) json.RawMessage {
	return encode(shrink(value, proves))
}
