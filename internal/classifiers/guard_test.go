package classifiers_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/glob"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/pathop"
	"github.com/mooring-mcp/mooring/internal/places"
	"github.com/mooring-mcp/mooring/internal/shellop"
)

// TestGuardIsOneList: what guards a decision is never to be written, be it by a path or by a
// redirection of a shell.
func TestGuardIsOneList(t *testing.T) {
	at := pathop.Place{Workspace: "/home/mo/src/harbor", Home: "/home/mo"}
	rows := 0
	for _, row := range places.Rows() {
		if row.Class != "guard" {
			continue
		}
		rows++
		name := strings.NewReplacer("*", "x", "?", " ").Replace(row.String())
		for _, path := range []string{name, "sub/" + name, "~/" + name} {
			if row.Anchor != glob.Loose && path != name {
				continue
			}
			if got := operation.Path(path, at, operation.Write); got.Floor == "" {
				t.Errorf("write %q: %s", path, got.Band())
			}
			quoted := strings.ReplaceAll(path, " ", `\ `)
			if got := shellop.Classify("echo x > "+quoted, shellop.Options{Workspace: at.Workspace, Home: at.Home}); got.Band != shellop.Deny {
				t.Errorf("echo x > %s: %s %v", quoted, got.Band, got.Reasons)
			}
		}
	}
	if rows < 40 {
		t.Errorf("%d rows", rows)
	}
}
