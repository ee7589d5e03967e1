package classifiers_test

import (
	"testing"

	"github.com/mooring-mcp/mooring/internal/classifiers"
)

// TestReadsOnly shows that what psql would fill in with text is not taken for a value.
func TestReadsOnly(t *testing.T) {
	tests := []struct {
		dialect, sql string
		want         bool
	}{
		{"postgresql", "SELECT a FROM t WHERE b = $1", true},
		{"postgresql", "SELECT a::int FROM t", true},
		{"postgresql", "SELECT a FROM t WHERE b = :b", false},
		{"postgresql", "SELECT a[1:n] FROM t", false},
		{"sqlite", "SELECT a FROM t WHERE b = :b", true},
		{"postgresql", "TABLE pg_authid", false},
		{"duckdb", "SELECT 1", true},
	}
	for _, tt := range tests {
		if got := classifiers.ReadsOnly(tt.dialect, tt.sql); got != tt.want {
			t.Errorf("ReadsOnly(%q, %q) = %t, want %t", tt.dialect, tt.sql, got, tt.want)
		}
	}
}
