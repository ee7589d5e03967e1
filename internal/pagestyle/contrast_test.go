package pagestyle_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/pagestyle"
)

// TestContrast holds every pair of colours that text is drawn in to WCAG 2.2 §1.4.3,
// in the light and in the dark.
func TestContrast(t *testing.T) {
	light, dark, found := strings.Cut(pagestyle.Base, "prefers-color-scheme: dark")
	if !found {
		t.Fatal("no dark colours")
	}
	pairs := map[string]string{
		"text": "page card code quiet-back removed added review-back", "dim": "page card quiet-back code", "link": "page card", "hidden": "hidden-back",
		"fail": "page card fail-back quiet-back", "review": "page card review-back", "warn": "card warn-back", "pass": "page card pass-back", "quiet": "quiet-back",
	}
	for scheme, text := range map[string]string{"light": light, "dark": dark[:strings.Index(dark, "* {")]} {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(text, -1) {
			colours[m[1]] = m[2]
		}
		for front, backs := range pairs {
			for back := range strings.FieldsSeq(backs) {
				if got := contrast(t, colours[front], colours[back]); got < 4.5 {
					t.Errorf("%s: %s on %s has a contrast of %.2f, want 4.5", scheme, front, back, got)
				}
			}
		}
	}
}

// contrast is the ratio of WCAG 2.2 for two colours as #rrggbb.
func contrast(t *testing.T, one, two string) float64 {
	t.Helper()
	a, b := luminance(t, one), luminance(t, two)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	var rgb [3]int
	if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		t.Fatalf("colour %q: %v", colour, err)
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(rgb[i]) / 255
		if c <= 0.04045 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return sum
}
