package policy_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/surface"
)

// step is one published version after another of one real server.
type step struct {
	Server  string // npm/PACKAGE
	Before  string
	After   string
	Subject map[string]check.Subject // by preset
}

// id names a step as the defences do.
func (s step) id() string {
	return strings.TrimPrefix(s.Server, "npm/") + " " + s.Before + " → " + s.After
}

// action is the strictest of the step's rows under a preset.
func (s step) action(preset string) check.Action {
	action := check.Pass
	for _, r := range s.Subject[preset].Rows {
		action = action.Stricter(r.Action)
	}
	return action
}

// steps compares what is not the same on both sides of every step, as diff does for the author and check does
// for a consumer whose package was updated.
func steps(t *testing.T) []step {
	t.Helper()
	tools := changedTools(t)
	var out []step
	thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "npm-live", "server-diffs.jsonl.gz"), func(line []byte) {
		var row struct {
			Server string `json:"server"`
			Old    string `json:"version_old"`
			New    string `json:"version_new"`

			InitializeOld json.RawMessage `json:"initialize_old"`
			InitializeNew json.RawMessage `json:"initialize_new"`
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		s := step{row.Server, row.Old, row.New, map[string]check.Subject{}}
		name := strings.TrimPrefix(row.Server, "npm/")
		before := stepSide(t, row.Old, row.InitializeOld, tools[s.id()][0])
		after := stepSide(t, row.New, row.InitializeNew, tools[s.id()][1])
		for preset, command := range map[string]string{"author": "diff", "consumer": "check"} {
			subject, err := check.Compare(name, before, after, check.Options{})
			if err != nil {
				t.Fatalf("%s: %v", s.id(), err)
			}
			subject.Cause = &check.Cause{Code: check.CausePackage, Package: name, Before: row.Old, After: row.New}
			policy.Set{}.Weigher(command, today).Weigh(&subject)
			s.Subject[preset] = subject
		}
		out = append(out, s)
	})
	return out
}

// changedTools are the tools of every step that are not the same on both sides, those
// before and those after.
func changedTools(t *testing.T) map[string][2][]json.RawMessage {
	t.Helper()
	out := map[string][2][]json.RawMessage{}
	for _, name := range []string{"pairs.jsonl.gz", "events.jsonl.gz"} {
		thirdparty.Lines(t, thirdparty.Path(t, "data", "corpus", "npm-live", name), func(line []byte) {
			var row struct {
				Server   string          `json:"server"`
				Before   string          `json:"version_old"`
				After    string          `json:"version_new"`
				Old, New json.RawMessage // one of them is absent in an event
			}
			if err := json.Unmarshal(line, &row); err != nil {
				t.Fatal(err)
			}
			id := step{Server: row.Server, Before: row.Before, After: row.After}.id()
			both := out[id]
			for i, tool := range []json.RawMessage{row.Old, row.New} {
				if tool != nil {
					both[i] = append(both[i], tool)
				}
			}
			out[id] = both
		})
	}
	return out
}

// stepSide is one side of a step, without the tools that are the same on both.
func stepSide(t *testing.T, version string, initialize json.RawMessage, tools []json.RawMessage) check.Observation {
	t.Helper()
	list, err := json.Marshal(map[string]any{"tools": slices.Concat([]json.RawMessage{}, tools)})
	if err != nil {
		t.Fatal(err)
	}
	s, err := surface.Read(version, slices.Concat(initialize, []byte("\n"), list))
	if err != nil {
		t.Fatalf("%s: %v", version, err)
	}
	return check.Observation{Label: version, Surface: s, Vouched: true}
}

const (
	evaluation = "../../docs/evaluation.md"
	defences   = "testdata/steps.txt"
)

// TestSteps weighs every real version step under both presets, and demands one line of
// reason for every one that fails or is for review. With -update it writes the table.
func TestSteps(t *testing.T) {
	reasons := readDefences(t)
	list := steps(t)
	for _, s := range list {
		for _, preset := range []string{"author", "consumer"} {
			key := s.id() + ", " + preset + " " + string(s.action(preset))
			reason, has := reasons[key]
			delete(reasons, key)
			if wants := s.action(preset).AtLeast(check.Review); wants && reason == "" {
				t.Errorf("%s has no line for: %s", defences, key)
			} else if !wants && has {
				t.Errorf("%s has a line too many: %s", defences, key)
			}
			reasons[s.id()+preset] = reason
		}
	}
	for key := range reasons {
		if strings.Contains(key, ", ") {
			t.Errorf("%s has a line for a step that is not so: %s", defences, key)
		}
	}
	section(evaluation, "version steps").Compare(t, stepTables(list, reasons), *update)
}

// readDefences reads lines "PACKAGE OLD → NEW, PRESET ACTION: REASON".
func readDefences(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(defences)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, reason, found := strings.Cut(line, ": ")
		if _, twice := out[key]; !found || twice {
			t.Fatalf("%s: no reason, or a second one: %s", defences, line)
		}
		out[key] = reason
	}
	return out
}

func stepTables(list []step, reasons map[string]string) string {
	var b strings.Builder
	b.WriteString("| preset | steps | pass | warn | review | fail |\n|---|---|---|---|---|---|\n")
	for _, preset := range []string{"author", "consumer"} {
		counts := map[check.Action]int{}
		for _, s := range list {
			counts[s.action(preset)]++
		}
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %d | %d |\n", preset, len(list), counts[check.Pass], counts[check.Warn], counts[check.Review], counts[check.Fail])
	}
	for _, preset := range []string{"author", "consumer"} {
		fmt.Fprintf(&b, "\nUnder `%s`, rows by action, and why a step is refused:\n\n| step | action | pass | warn | review | fail | why |\n|---|---|---|---|---|---|---|\n", preset)
		for _, s := range list {
			c := s.Subject[preset].Counts()
			fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d | %s |\n", s.id(), s.action(preset), c.Pass, c.Warn, c.Review, c.Fail, reasons[s.id()+preset])
		}
	}
	return b.String()
}
