package reporttest

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Golden compares an output with a file of the test's testdata, or writes that file.
func Golden(t *testing.T, update bool, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// Tame is a report with letters and digits in place of every text that a server or
// user can choose, equal ones for equal ones, and otherwise the same. An output of it has
// the structure that an output of r has to have.
func Tame(r check.Report) check.Report {
	var out check.Report
	reflect.ValueOf(&out).Elem().Set(tame(reflect.ValueOf(r), false))
	return out
}

// chosen are the fields that hold such texts.
var chosen = []string{
	"Server", "Name", "Label", "ServerInfo", "Code", "Detail", "Where", "Who", "Reason", "Message", "Pointer", "Text", "Definition", "Note",
}

// tame copies a value deeply. Fields that are not exported are lost; no renderer sees
// them.
func tame(v reflect.Value, text bool) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.String:
		out.SetString(v.String())
		if text && v.Len() > 0 {
			out.SetString("x" + strings.TrimPrefix(jsonv.Digest([]byte(v.String())), "sha256:")[:8])
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				out.Field(i).Set(tame(v.Field(i), slices.Contains(chosen, f.Name)))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			return out
		}
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(tame(v.Index(i), text))
		}
	case reflect.Pointer:
		if v.IsNil() {
			return out
		}
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(tame(v.Elem(), text))
	default:
		out.Set(v)
	}
	return out
}

// Skeleton is parsed JSON with "" in place of every string, except for those of some
// members.
func Skeleton(v any, keep ...string) any {
	switch v := v.(type) {
	case string:
		return ""
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = Skeleton(e, keep...)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, e := range v {
			if _, is := e.(string); is && slices.Contains(keep, name) {
				out[name] = e
				continue
			}
			out[name] = Skeleton(e, keep...)
		}
		return out
	}
	return v
}
