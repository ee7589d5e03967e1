package check

import (
	"fmt"
	"strings"
)

// Structure is the lens that reports every change as it is, without weighing
// it: a surface that is not the one before is refused until somebody accepts it.
type Structure struct{}

// ID returns "structure".
func (Structure) ID() string { return "structure" }

// Judge returns one finding a change: rule "tool.added", "prompt.changed",
// "instructions.removed" and so on.
func (Structure) Judge(pair Pair) []Finding {
	out := make([]Finding, 0, len(pair.Changes))
	for _, c := range pair.Changes {
		out = append(out, Finding{
			Lens: "structure", Rule: string(c.Kind) + "." + string(c.Op), Action: Fail,
			Kind: c.Kind, Name: c.Name, Message: message(c),
			BeforeDigest: c.BeforeDigest, AfterDigest: c.AfterDigest,
		})
	}
	return out
}

func message(c Change) string {
	subject := strings.ReplaceAll(string(c.Kind), "_", " ")
	if c.Name != "" {
		subject += fmt.Sprintf(" %q", c.Name)
	}
	switch {
	case c.Op != Changed:
		return fmt.Sprintf("%s was %s", subject, c.Op)
	case len(c.Edits) == 1:
		return subject + " changed in one place"
	}
	return fmt.Sprintf("%s changed in %d places", subject, len(c.Edits))
}
