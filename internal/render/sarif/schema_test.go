package sarif_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	reader "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// standard is the JSON Schema of SARIF 2.1.0 with Errata 01 as OASIS publishes it. The
// module go-sarif has it in a constant that it does not export, and its own Validate
// refuses every report that it has read, so the constant is read from the source.
var standard = sync.OnceValues(func() (*jsonschema.Schema, error) {
	folder, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(folder)), "schema.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	literal := file.Scope.Lookup("schema").Decl.(*ast.ValueSpec).Values[0].(*ast.BasicLit)
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	const url = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	if err := c.AddResource(url, doc); err != nil {
		return nil, err
	}
	return c.Compile(url)
})

// validate holds an output against the schema, and has another implementation read it.
func validate(t *testing.T, text []byte) *reader.Report {
	t.Helper()
	schema, err := standard()
	if err != nil {
		t.Fatalf("schema of SARIF: %v", err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Fatalf("not SARIF 2.1.0: %v\n%.2000s", err, text)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var read reader.Report
	if err := d.Decode(&read); err != nil {
		t.Fatalf("go-sarif: %v", err)
	}
	return &read
}

// TestSchemaRefuses shows that the schema is one that can refuse.
func TestSchemaRefuses(t *testing.T) {
	schema, err := standard()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`{"version":"2.1.0"}`,
		`{"version":"2.0.0","runs":[]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"x"},"level":"fail"}]}]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x","forged":1}}}]}`,
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x","informationUri":"no uri"}}}]}`,
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(doc) == nil {
			t.Errorf("the schema takes %s", text)
		}
	}
}
