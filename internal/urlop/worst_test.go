package urlop_test

import (
	"strings"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/urlop"
)

// worst are texts at the cap that take long, by what they repeat.
func worst() map[string]string {
	fill := func(part, end string) string {
		return "http://" + strings.Repeat(part, (urlop.MaxBytes-7-len(end))/len(part)) + end
	}
	return map[string]string{
		"user information": fill("0x1.1@", "\t"),
		"labels":           fill("a.", "\t"),
		"full-width":       fill("１。", ""),
		"encoded":          fill("%31", ""),
		"brackets":         fill("[::1]@", "\t"),
		"numbers":          fill("1.", "1\t"),
		"international":    fill("é.", "x"),
		"combining":        fill("e\u0301\u0302", "\t"),
	}
}

// TestWorstTimes: nothing at the cap takes a fifth of a second, even on a machine
// that is busy; BenchmarkWorst shows that it is below 20 ms on one that is not.
func TestWorstTimes(t *testing.T) {
	for name, text := range worst() {
		start := time.Now()
		urlop.Classify(text)
		if took := time.Since(start); took > 200*time.Millisecond {
			t.Errorf("%s: %d bytes took %s", name, len(text), took)
		}
	}
}

func BenchmarkWorst(b *testing.B) {
	for name, text := range worst() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				urlop.Classify(text)
			}
		})
	}
}
