package jsonv_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

func TestVectorsOfRFC8785(t *testing.T) {
	raw, err := os.ReadFile(thirdparty.Path(t, "data", "assay-fixtures", "crates", "assay-canonical", "tests", "vectors", "rfc8785.json"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for name, row := range parse(t, string(raw)).Members() {
		if name == "_about" {
			continue
		}
		n++
		input, want := row.Get("input").Text(), row.Get("expected").Text()
		if got := doubles(parse(t, input)); got != want {
			t.Errorf("%s: Canonical(%s) = %s, want %s", name, input, got, want)
		}
	}
	if n != 31 {
		t.Errorf("read %d vectors, want 31", n)
	}
}

// wantCode is the code that a want_error of the manifest vectors means.
func wantCode(wantError string) jsonv.Code {
	switch {
	case wantError == "not JSON: trailing text":
		return jsonv.Trailing
	case strings.HasPrefix(wantError, "not JSON"):
		return jsonv.Syntax
	case strings.HasPrefix(wantError, "number out of range"):
		return jsonv.Range
	case strings.HasPrefix(wantError, "lone surrogate"):
		return jsonv.Surrogate
	case strings.HasPrefix(wantError, "duplicate member"):
		return jsonv.Duplicate
	}
	return ""
}

func TestInvalidManifests(t *testing.T) {
	n := 0
	thirdparty.Lines(t, thirdparty.Path(t, "data", "vectors", "manifests-invalid.jsonl.gz"), func(line []byte) {
		var row struct {
			ID, Raw   string
			WantError string `json:"want_error"`
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		n++
		_, err := jsonv.Parse([]byte(row.Raw), jsonv.Limits{})
		var got *jsonv.Error
		if !errors.As(err, &got) || got.Code != wantCode(row.WantError) {
			t.Errorf("%s: Parse(%s) = %v, want code %q for %q", row.ID, row.Raw, err, wantCode(row.WantError), row.WantError)
		}
	})
	if n == 0 {
		t.Error("no vectors")
	}
}
