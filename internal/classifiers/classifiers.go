// Package classifiers joins the classifiers of SQL, shell and parameters to package
// operation, which knows them as interfaces alone.
package classifiers

import (
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// All returns every classifier that there is. It may be used by several goroutines.
func All() operation.Classifiers {
	return operation.Classifiers{SQL: SQL{}, Shell: Shell{SQL: ReadsOnly}, Labels: labels}
}

// labels are the risk classes of a parameter. They say where to look, and decide nothing.
func labels(name, description string) []string {
	var out []string
	for _, c := range paramrisk.Label(name, description).Set().Classes() {
		out = append(out, string(c))
	}
	return out
}
