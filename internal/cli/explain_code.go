package cli

import (
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/shellop"
	"github.com/mooring-mcp/mooring/internal/sqlread"
)

// codesOf are the codes of this name by which classifiers of operations give reasons.
func codesOf(code string) []report.Code {
	var out []report.Code
	if meaning := sqlread.Code(code).Meaning(); meaning != "" {
		out = append(out, report.Code{Code: code, Of: "sql", Meaning: meaning, Page: "docs/sql.md"})
	}
	if meaning, is := shellop.Meaning(code); is {
		out = append(out, report.Code{Code: code, Of: "shell", Meaning: meaning, Page: "docs/shell.md"})
	}
	return out
}
