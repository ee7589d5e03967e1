package prose_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/prose"
)

// TestPage keeps docs/prose.md true: its bounds, its steps, its example.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/prose.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	var bounds []prose.Threshold
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+) % \| (\d+) % \|$`).FindAllStringSubmatch(page, -1) {
		chars, _ := strconv.Atoi(row[1])
		words, _ := strconv.Atoi(row[2])
		bounds = append(bounds, prose.Threshold{Chars: chars, Words: words})
	}
	if diff := cmp.Diff(prose.Thresholds(), bounds); diff != "" {
		t.Errorf("bounds of the page differ (-code +page):\n%s", diff)
	}
	limit := fmt.Sprintf("%d,%03d characters", prose.MaxChars/1000, prose.MaxChars%1000)
	if !strings.Contains(page, limit) || !strings.Contains(page, "`"+prose.Version+"`") {
		t.Errorf("the page does not name %q and %q", limit, prose.Version)
	}

	var onPage, inCases []string
	for _, row := range regexp.MustCompile(`(?m)^\| (\d[a-z]?) \| .* \| ([A-Z_ or]+) \|$`).FindAllStringSubmatch(page, -1) {
		for verdict := range strings.SplitSeq(row[2], " or ") {
			onPage = append(onPage, row[1]+" "+verdict)
		}
	}
	for _, tt := range cases {
		if tt.verdict != prose.Same {
			inCases = append(inCases, tt.step+" "+string(tt.verdict))
		}
	}
	inCases = append(inCases, "5c "+string(prose.Documentation)) // TestLongTexts
	slices.Sort(onPage)
	slices.Sort(inCases)
	if diff := cmp.Diff(slices.Compact(inCases), onPage); diff != "" {
		t.Errorf("steps of the page differ (-cases +page):\n%s", diff)
	}

	r := prose.Classify("limit defaults to 10", "limit defaults to 100")
	if example := fmt.Sprintf(`{"severity":%q,"step":%q,"reason":%q}`, r.Verdict, r.Step, r.Reason); !strings.Contains(page, example) {
		t.Errorf("the page does not have the answer %s", example)
	}
}
