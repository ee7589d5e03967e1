package censusreport

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/mooring-mcp/mooring/internal/census"
)

// Changes writes the figures in which two censuses differ, by section. Its only errors
// are those of w.
func Changes(w io.Writer, changes []census.Change) error {
	var b bytes.Buffer
	if len(changes) == 0 {
		fmt.Fprintln(&b, "no figure differs")
	}
	section := ""
	for _, c := range changes {
		if c.Section != section {
			section = c.Section
			fmt.Fprintln(&b, section)
		}
		name := strings.TrimSpace(c.Name + " " + c.Measure)
		fmt.Fprintf(&b, "  %-44s %12s → %-12s %10s", name, grouped(c.Before), grouped(c.After), signed(c.After-c.Before))
		if c.BeforePercent != nil {
			fmt.Fprintf(&b, "   %s %% → %s %%", c.BeforePercent, c.AfterPercent)
		}
		fmt.Fprintln(&b)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func signed(n int64) string {
	if n > 0 {
		return "+" + grouped(n)
	}
	return grouped(n)
}

// Published writes the published pins and figures beside ours. Its only errors are those
// of w.
func Published(w io.Writer, list []census.Comparison) error {
	var b bytes.Buffer
	figures := false
	for _, c := range list {
		if pin := strings.HasPrefix(c.Name, "sha256 "); !pin && !figures {
			figures = true
			fmt.Fprintf(&b, "%-36s %12s %12s\n", "", "published", "ours")
		}
		ours, verdict := c.Ours, verdictOf(c)
		if ours == "" {
			ours = "-"
		}
		if figures {
			fmt.Fprintf(&b, "%-36s %12s %12s  %s\n", c.Name, c.Published, ours, verdict)
			continue
		}
		fmt.Fprintf(&b, "%-36s %s\n  published  %s\n  ours       %s\n", c.Name, verdict, c.Published, ours)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func verdictOf(c census.Comparison) string {
	switch {
	case c.Ours == "":
		return "not at hand"
	case c.Same:
		return "same"
	case !c.Exact:
		return "another number, by approximation"
	}
	return "differs"
}
