package witness

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// location is where a judged schema claims to be. Nothing is ever loaded from there.
const location = "mooring:///schema"

// Judge says which values a schema accepts. It is safe for concurrent use.
type Judge struct{ schema *jsonschema.Schema }

// NewJudge compiles a schema. An error says why the validator refuses it, a reference to another document included.
func NewJudge(schema []byte) (*Judge, error) {
	tree, err := decode(schema)
	if err != nil {
		return nil, err
	}
	return newJudge(tree)
}

func newJudge(tree any) (*Judge, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(noLoader{})
	if err := c.AddResource(location, tree); err != nil {
		return nil, fmt.Errorf("read: %v", err)
	}
	schema, err := c.Compile(location)
	if err != nil {
		return nil, fmt.Errorf("compile: %v", err)
	}
	return &Judge{schema}, nil
}

// Accepts reports whether a decoded value is one of the schema's: numbers are [json.Number], objects map[string]any,
// arrays []any.
func (j *Judge) Accepts(value any) bool { return j.schema.Validate(value) == nil }

// AcceptsJSON is Accepts for JSON text; an error says that it is none.
func (j *Judge) AcceptsJSON(value []byte) (bool, error) {
	tree, err := decode(value)
	if err != nil {
		return false, err
	}
	return j.Accepts(tree), nil
}

// accepts is true for no judge at all.
func (j *Judge) accepts(value any) bool { return j == nil || j.Accepts(value) }

// noLoader refuses every other document: MCP 2026-07-28 forbids to fetch one, and a test needs no network.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%q is another document, and none is fetched", url)
}

func decode(text []byte) (any, error) {
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("parse: %v", err)
	}
	return tree, nil
}

// encode writes a decoded value with sorted members.
func encode(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil // a value of the sampler always encodes
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
