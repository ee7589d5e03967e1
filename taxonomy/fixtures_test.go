package taxonomy_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/taxonomy"
)

const fixtures = "../testdata/taxonomy"

// TestFixtures classifies the pairs of spec §6, and demands of every rule at least
// ten, three near misses among them.
func TestFixtures(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(fixtures, "R0*"))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`^R0[0-9]_[0-9]{2,3}_[a-z0-9_]+$`)
	all, missed := map[string]int{}, map[string]int{}
	for _, folder := range folders {
		name := filepath.Base(folder)
		if !named.MatchString(name) {
			t.Errorf("%s is not named R0N_NN_slug", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			var want struct {
				Severity taxonomy.Severity
				Rules    []string
			}
			if err := json.Unmarshal(fixture(t, folder, "want.json"), &want); err != nil {
				t.Fatal(err)
			}
			got, err := taxonomy.Classify(fixture(t, folder, "old.json"), fixture(t, folder, "new.json"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Rules, got.Rules) + cmp.Diff(want.Severity, got.Severity); diff != "" {
				t.Errorf("(-want +got):\n%s\n%v", diff, got.Rationale)
			}
			all[name[:3]]++
			if !slices.Contains(got.Rules, name[:3]) {
				missed[name[:3]]++
			}
		})
	}
	for _, rule := range taxonomy.Rules() {
		if all[rule.ID] < 10 || missed[rule.ID] < 3 {
			t.Errorf("%s: %d fixtures, %d of them near misses, want 10 and 3", rule.ID, all[rule.ID], missed[rule.ID])
		}
	}
}

func fixture(t *testing.T, folder, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range string(text) {
		if r > '~' && name != "want.json" && strings.ContainsRune("\u200b\u200c\u200d\u202e\ufeff\u00ad", r) {
			t.Errorf("%s/%s holds %U as it is; write it as an escape, for whoever reviews it", folder, name, r)
		}
	}
	return text
}
