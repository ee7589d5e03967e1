package operation

import (
	"fmt"
	"path"
	"strings"
)

// Mapping is what an operator says about the arguments of tools. The first rule that
// fits counts.
type Mapping []Rule

// Rule says what an argument holds.
type Rule struct {
	Tool     string // name of the tool; * and ? as in path.Match
	Argument string // RFC 6901 pointer in the arguments, * for any one segment
	As       Kind
	Intent   Intent // of a path or URL; "" is the worst
	Dialect  string // of SQL; "" is that of the call
}

// Check returns an error about the first rule that cannot be used.
func (m Mapping) Check() error {
	for i, r := range m {
		if _, err := path.Match(r.Tool, ""); err != nil || r.Tool == "" {
			return fmt.Errorf("mapping %d: tool %q: no name or pattern", i, r.Tool)
		}
		if !strings.HasPrefix(r.Argument, "/") {
			return fmt.Errorf("mapping %d: argument %q: want a pointer such as /query", i, r.Argument)
		}
		switch r.As {
		case SQLKind, ShellKind, CodeKind, URLKind, PathKind, AmountKind, Data:
		default:
			return fmt.Errorf("mapping %d: found %q, want sql, shell, code, url, path, amount or data", i, r.As)
		}
		switch r.Intent {
		case "", Read, Write, Delete:
		default:
			return fmt.Errorf("mapping %d: found intent %q, want read, write or delete", i, r.Intent)
		}
	}
	return nil
}

// find returns the rule about an argument.
func (m Mapping) find(tool, pointer string) (Rule, bool) {
	for _, r := range m {
		if ok, err := path.Match(r.Tool, tool); err == nil && ok && fits(r.Argument, pointer) {
			return r, true
		}
	}
	return Rule{}, false
}

func fits(pattern, pointer string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(pointer, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != "*" && want[i] != got[i] {
			return false
		}
	}
	return true
}
