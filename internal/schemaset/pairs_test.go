package schemaset_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/schemaset"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

// row is a pair of schemas with what is known of it.
type row struct {
	ID, Source, Test, Dialect string
	Old, New                  json.RawMessage
	Truth                     struct{ Backward, Forward known }
}

type known struct {
	SetTruth      *bool           `json:"set_truth"`
	DeclaredTruth *bool           `json:"declared_truth"`
	Status        string          `json:"status"`
	Witness       json.RawMessage `json:"witness"`
}

// rows calls each for every pair of the third-party files.
func rows(t *testing.T, each func(file string, r row)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(thirdparty.Path(t, "data", "schema-pairs"), "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(text))
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var r row
			if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			each(strings.TrimSuffix(filepath.Base(file), ".jsonl"), r)
		}
	}
}

// uris are the $schema of the dialects that the files name.
var uris = map[string]string{
	"draft-04": "http://json-schema.org/draft-04/schema#", "draft-06": "http://json-schema.org/draft-06/schema#",
	"draft-07": "http://json-schema.org/draft-07/schema#", "2019-09": "https://json-schema.org/draft/2019-09/schema",
}

func document(raw json.RawMessage) *jsonv.Value {
	v, err := jsonv.Parse(raw, jsonv.Limits{})
	if err != nil {
		return nil // some files hold what is no strict JSON
	}
	return v
}

// judged asks another validator whether a value is valid under a and not under b.
func judged(t *testing.T, r row, a, b, witness []byte) bool {
	t.Helper()
	valid := func(text []byte) bool {
		c := jsonschema.NewCompiler()
		c.DefaultDraft(drafts[r.Dialect])
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource("mem:///schema", doc); err != nil {
			return false
		}
		s, err := c.Compile("mem:///schema")
		if err != nil {
			return false
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(witness))
		if err != nil {
			t.Fatal(err)
		}
		return s.Validate(value) == nil
	}
	return valid(a) && !valid(b)
}

var drafts = map[string]*jsonschema.Draft{
	"draft-04": jsonschema.Draft4, "draft-06": jsonschema.Draft6, "draft-07": jsonschema.Draft7, "2019-09": jsonschema.Draft2019,
	"2020-12": jsonschema.Draft2020, "": jsonschema.Draft7,
}

// TestPairs proves nothing that is known to be wrong, and counts what it cannot
// prove.
func TestPairs(t *testing.T) {
	type tally struct{ wrong, right, compatible, unproved, refuted, incompatible int }
	tallies := map[string]*tally{}
	var times []time.Duration
	rows(t, func(file string, r row) {
		before, after := document(r.Old), document(r.New)
		if before == nil || after == nil {
			return
		}
		if tallies[file] == nil {
			tallies[file] = &tally{}
		}
		n := tallies[file]
		for i, truth := range []known{r.Truth.Backward, r.Truth.Forward} {
			if truth.SetTruth == nil || truth.Status == "policy-or-unproved" {
				continue
			}
			a, b := before, after
			if i == 1 {
				a, b = after, before
			}
			start := time.Now()
			got := schemaset.Decide(a, b, schemaset.Options{Dialect: uris[r.Dialect]})
			times = append(times, time.Since(start))
			switch {
			case *truth.SetTruth && got.Answer == schemaset.Yes:
				n.right++
				n.compatible++
			case *truth.SetTruth:
				n.compatible++
				n.unproved++
				if testing.Verbose() && n.unproved <= 12 {
					t.Logf("%s %d %q: %s %s %s %s\n%s\n%s", r.ID, i, r.Test, got.Answer, got.Pointer, got.Reason, got.Witness, a.Raw(), b.Raw())
				}
				if got.Answer == schemaset.No && !judged(t, r, []byte(a.Raw()), []byte(b.Raw()), got.Witness) {
					t.Errorf("%s: refuted by %s, though it is compatible\n%s\n%s", r.ID, got.Witness, a.Raw(), b.Raw())
				}
			case got.Answer == schemaset.Yes:
				n.wrong++
				n.incompatible++
				t.Errorf("%s %d: proved, though %s shows the contrary\n%s\n%s", r.ID, i, truth.Witness, a.Raw(), b.Raw())
			default:
				n.incompatible++
				if got.Answer == schemaset.No {
					n.refuted++
				}
				if got.Answer == schemaset.No && !judged(t, r, []byte(a.Raw()), []byte(b.Raw()), got.Witness) {
					t.Logf("%s: %s shows nothing to another validator\n%s\n%s", r.ID, got.Witness, a.Raw(), b.Raw())
				}
			}
		}
	})
	slices.Sort(times)
	for file, n := range tallies {
		t.Logf("%-28s compatible %4d, of them not proved %4d; incompatible %4d, of them with a witness %4d, wrongly proved %d", file, n.compatible, n.unproved, n.incompatible, n.refuted, n.wrong)
	}
	t.Logf("p50 %v, p99 %v, most %v", times[len(times)/2], times[len(times)*99/100], times[len(times)-1])
}

// TestDeclaredPairs asks the same for callers that send only declared names.
func TestDeclaredPairs(t *testing.T) {
	compatible, unproved := 0, 0
	rows(t, func(_ string, r row) {
		before, after := document(r.Old), document(r.New)
		if before == nil || after == nil {
			return
		}
		for i, truth := range []known{r.Truth.Backward, r.Truth.Forward} {
			if truth.DeclaredTruth == nil || truth.Status == "policy-or-unproved" {
				continue
			}
			a, b := before, after
			if i == 1 {
				a, b = after, before
			}
			got := schemaset.Decide(a, b, schemaset.Options{Dialect: uris[r.Dialect], Declared: true})
			switch {
			case !*truth.DeclaredTruth && got.Answer == schemaset.Yes:
				t.Errorf("%s %d: proved for declared names, though it is not so\n%s\n%s", r.ID, i, a.Raw(), b.Raw())
			case *truth.DeclaredTruth:
				compatible++
				if got.Answer != schemaset.Yes {
					unproved++
					if testing.Verbose() && unproved < 30 {
						t.Logf("%s %d: %s %s %s %s\n%s\n%s", r.ID, i, got.Answer, got.Pointer, got.Reason, got.Witness, a.Raw(), b.Raw())
					}
				}
			}
		}
	})
	t.Logf("compatible %d, of them not proved %d", compatible, unproved)
}
