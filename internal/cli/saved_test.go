package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/cli"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// savedForms are the command lines that read a saved report; FILE stands for it.
var savedForms = [][]string{
	{"report", "convert", "FILE"},
	{"report", "convert", "--color", "always", "FILE"},
	{"report", "convert", "--format", "json", "FILE"},
	{"report", "convert", "--format", "markdown", "FILE"},
	{"report", "convert", "--format", "html", "FILE"},
	{"report", "convert", "--format", "sarif", "FILE"},
	{"report", "convert", "--format", "junit", "FILE"},
	{"report", "convert", "--format", "github", "FILE"},
	{"report", "convert", "--format", "gitlab", "FILE"},
	{"report", "convert", "--format", "changelog", "FILE"},
	{"explain", "--report", "FILE", "FINGERPRINT"},
}

// wantTame runs every command that reads a saved report on one, and looks for what a
// terminal or a reader would not be shown.
func wantTame(t *testing.T, what string, text []byte) {
	t.Helper()
	r, err := check.ParseReport(text)
	if err != nil {
		return // the commands say so
	}
	file, fingerprint := filepath.Join(t.TempDir(), "report.json"), ""
	write(t, file, string(text))
	for _, s := range r.Subjects {
		for _, f := range s.Findings {
			fingerprint = f.Fingerprint
		}
	}
	for _, form := range savedForms {
		args := strings.Split(strings.NewReplacer("FILE", file, "FINGERPRINT", fingerprint).Replace(strings.Join(form, "\x00")), "\x00")
		var out, said bytes.Buffer
		if status := cli.Run(t.Context(), cli.IO{Args: args, Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &said}); status != 0 && form[0] == "report" {
			t.Errorf("%s: %q: status %d, want 0\n%s", what, form, status, &said)
		}
		shown := out.String() + said.String()
		for _, code := range []string{"0", "1", "2", "31", "32", "33"} {
			if form[2] == "--color" {
				shown = strings.ReplaceAll(shown, "\x1b["+code+"m", "")
			}
		}
		for _, c := range shown {
			if c != '\n' && c != '\t' && c != 0xFE0F && visible.Hidden(c) {
				t.Errorf("%s: %q shows %U", what, form, c)
				break
			}
		}
		if strings.Contains(shown, "\nforged") && !strings.Contains(shown, "<!DOCTYPE html>") { // which has no lines
			t.Errorf("%s: %q shows a line of the attacker's", what, form)
		}
	}
}

// replaceNth gives a report with another value in place of its nth one, and the kinds of
// places of all its values, in their order.
func replaceNth(t *testing.T, text []byte, n int, value any) (mutated []byte, places []string) {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	var walk func(at string, v any) any
	walk = func(at string, v any) any {
		places = append(places, at)
		if len(places) == n+1 {
			return value
		}
		switch v := v.(type) {
		case []any:
			for i := range v {
				v[i] = walk(at+"[]", v[i])
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				v[name] = walk(at+"."+name, v[name])
			}
		}
		return v
	}
	v = walk("", v)
	mutated, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return mutated, places
}

// TestSavedReportsAreHostile puts hostile values at every kind of place of a report.
func TestSavedReportsAreHostile(t *testing.T) {
	if underRace {
		t.Skip("one goroutine, and seven times slower under the race detector")
	}
	text := report.JSON(reporttest.Rich())
	_, places := replaceNth(t, text, -1, nil)
	first := map[string]int{}
	for n, place := range slices.Backward(places) {
		first[place] = n
	}
	for place, n := range first {
		for _, value := range []any{"\x1b[2J\u202e\nforged", nil, "", "server", []any{}, json.Number("-7")} {
			mutated, _ := replaceNth(t, text, n, value)
			wantTame(t, fmt.Sprintf("%v at %s", value, place), mutated)
		}
	}
}

// FuzzSavedReport puts any text at any place.
func FuzzSavedReport(f *testing.F) {
	for i, attack := range reporttest.Attacks {
		f.Add(i*37, attack)
	}
	text := report.JSON(reporttest.Rich())
	f.Fuzz(func(t *testing.T, n int, value string) {
		mutated, places := replaceNth(t, text, n%20000, strings.ToValidUTF8(value, "\uFFFD"))
		wantTame(t, fmt.Sprintf("value %d of %d", n, len(places)), mutated)
	})
}
