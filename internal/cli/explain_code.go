package cli

import (
	"strings"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/amountop"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/pathop"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/rulebook"
	"github.com/mooring-mcp/mooring/internal/shellop"
	"github.com/mooring-mcp/mooring/internal/sqlread"
	"github.com/mooring-mcp/mooring/internal/urlop"
)

// callCodes are all codes and words by which "explain CALL" says what a call comes to, in
// the order of the classifiers. One code may be of several.
func callCodes() []report.Code {
	const (
		bands  = "docs/bands.md"
		filter = "mooring classify "
	)
	var out []report.Code
	for _, w := range band.Words() {
		out = append(out, report.Code{Code: w.Word, Of: "band", Meaning: w.Meaning, See: filter + "band; " + bands})
	}
	out = append(out, report.Code{Code: "deny", Of: "band", Meaning: "never_allow, in the answers of the filters of operations", See: bands})
	for _, c := range sqlread.Codes {
		out = append(out, report.Code{Code: string(c.Code), Of: "sql", Meaning: c.Meaning, See: filter + "sql; docs/sql.md"})
	}
	for _, c := range shellop.Codes {
		out = append(out, report.Code{Code: c.Code, Of: "shell", Meaning: c.Meaning, See: filter + "shell; docs/shell.md"})
	}
	for _, c := range urlop.Codes {
		out = append(out, report.Code{Code: string(c.Class), Of: "url", Meaning: c.Meaning, See: filter + "url; " + bands})
	}
	for _, c := range pathop.Codes {
		out = append(out, report.Code{Code: string(c.Class), Of: "path", Meaning: c.Meaning, See: filter + "path; " + bands})
	}
	for _, c := range amountop.Codes {
		out = append(out, report.Code{Code: string(c.Kind), Of: "amount", Meaning: c.Meaning, See: bands})
	}
	for _, c := range operation.Codes {
		out = append(out, report.Code{Code: c.Code, Of: "arguments", Meaning: c.Meaning, See: bands})
	}
	return out
}

// codesOf are the codes of this name, whatever its case.
func codesOf(code string) []report.Code {
	var out []report.Code
	for _, c := range callCodes() {
		if strings.EqualFold(c.Code, code) {
			out = append(out, c)
		}
	}
	return out
}

// nearIDs are up to three rules or codes that a wrong word may have been meant for.
func nearIDs(word string) []string {
	var codes []string
	for _, c := range callCodes() {
		codes = append(codes, c.Code)
	}
	return rulebook.Near(word, codes...)
}
