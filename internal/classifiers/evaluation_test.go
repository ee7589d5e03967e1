package classifiers_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/classifiers"
	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/shellop"
	"github.com/mooring-mcp/mooring/internal/sqlread"
	"github.com/mooring-mcp/mooring/internal/thirdparty"
)

var update = flag.Bool("update", false, "write the table of docs/evaluation.md")

// rounds is how often a text is judged to time it.
const rounds = 200

// labelled is a row of shell_cases.jsonl.
type labelled struct {
	Cmd    string       `json:"cmd"`
	Expect shellop.Band `json:"expect"`
	Why    string       `json:"why"`
}

// TestEvaluation measures texts for a shell as they are judged in a call, with the SQL in them, and writes the table with
// -update.
func TestEvaluation(t *testing.T) {
	text, err := os.ReadFile(thirdparty.Path(t, "data", "cases", "shell_cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	sqlread.Warm()
	order := []shellop.Band{shellop.Auto, shellop.SoftAck, shellop.Escalate, shellop.Deny}
	counts := map[[2]shellop.Band]int{}
	var disputed strings.Builder
	var times []time.Duration
	low, high, unsafe, prompts, all := 0, 0, 0, 0, 0
	for line := range bytes.Lines(text) {
		var c labelled
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		options := shellop.Options{SQL: classifiers.ReadsOnly}
		got := shellop.Classify(c.Cmd, options).Band
		all++
		if *update {
			start := time.Now()
			for range rounds {
				shellop.Classify(c.Cmd, options)
			}
			times = append(times, time.Since(start)/rounds)
		}
		counts[[2]shellop.Band{c.Expect, got}]++
		switch {
		case got == c.Expect:
			continue
		case got.Less(c.Expect):
			low++
		default:
			high++
		}
		if got == shellop.Auto {
			unsafe++
		}
		if c.Expect.Less(shellop.Escalate) && !got.Less(shellop.Escalate) {
			prompts++
		}
		fmt.Fprintf(&disputed, "| `%s` | %s | %s | %s |\n", strings.NewReplacer("|", `\|`, "\n", `\n`).Replace(c.Cmd), c.Expect, got, c.Why)
	}
	if low > 0 || high*50 > all {
		t.Errorf("%d of %d too low, want none; %d too high, want at most 2 %%:\n%s", low, all, high, disputed.String())
	}
	if !*update {
		return
	}
	var b strings.Builder
	b.WriteString("\n| labelled | auto | soft-ack | escalate | deny |\n|---|---|---|---|---|\n")
	for _, want := range order {
		fmt.Fprintf(&b, "| %s |", want)
		for _, got := range order {
			fmt.Fprintf(&b, " %d |", counts[[2]shellop.Band{want, got}])
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\nOf %d texts %d are too low and %d too high. Unsafe and passed as auto: %d. Harmless and asked about: %d.\n",
		all, low, high, unsafe, prompts)
	if disputed.Len() > 0 {
		b.WriteString("\n| text | labelled | answer | why it is labelled so |\n|---|---|---|---|\n" + disputed.String())
	}
	slices.Sort(times)
	fmt.Fprintf(&b, "\nA text takes %.1f µs (median), %.0f µs (99th percentile), %.0f µs (most).\n",
		micros(times[len(times)/2]), micros(times[len(times)*99/100]), micros(times[len(times)-1]))
	docsection.Section{
		File: "../../docs/evaluation.md", Begin: "<!-- shell: written by a test -->\n", End: "<!-- end of shell -->",
	}.Write(t, b.String())
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
