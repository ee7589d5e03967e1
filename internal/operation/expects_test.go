package operation_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/operation"
)

func TestOnlyRuns(t *testing.T) {
	for _, tt := range []struct {
		server, tool string
		want         bool
	}{
		{"", "execute_sql", true},
		{"", "run_command", true},
		{"", "start_process", false}, // nothing says that it runs what it is given
		{"", "harbor_query", false},
		{"harbor", "harbor_query", true},
		{"", "delete_sql", false},
	} {
		if got := operation.OnlyRuns(tt.server, tt.tool); got != tt.want {
			t.Errorf("OnlyRuns(%q, %q) is %t, want %t", tt.server, tt.tool, got, tt.want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		word       string
		runs       bool
		dialect    string
		otherShell bool
	}{
		{"sql", true, "generic", false},
		{"mariadb", true, "mysql", false},
		{"read", true, "", false},
		{"powershell", true, "", true},
		{"delete", false, "", false},
	} {
		runs, dialect, otherShell := operation.Runs(tt.word), operation.Dialect(tt.word), operation.OtherShell(tt.word)
		if runs != tt.runs || dialect != tt.dialect || otherShell != tt.otherShell {
			t.Errorf("%q: runs %t, dialect %q, other shell %t; want %+v", tt.word, runs, dialect, otherShell, tt)
		}
	}
}
