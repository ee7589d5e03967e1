package shellop_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/docsection"
	"github.com/mooring-mcp/mooring/internal/shellop"
	"github.com/mooring-mcp/mooring/internal/shelltable"
)

var update = flag.Bool("update", false, "write the tables of docs/shell.md")

// TestPage is that the tables of docs/shell.md are those of the program.
func TestPage(t *testing.T) {
	section("shell.md", "effects").Compare(t, effectTable(), *update)
	section("shell.md", "codes").Compare(t, codeTable(), *update)
	section("shell.md", "commands").Compare(t, commandTable(), *update)
	section("shell.md", "variables").Compare(t, variableTable(), *update)
}

func effectTable() string {
	var b strings.Builder
	b.WriteString("\n| effect | reversibility | scope | at least | meaning |\n|---|---|---|---|---|\n")
	for _, p := range shelltable.Effects {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", p.Effect, p.Reversibility, p.Scope, p.Minimum, p.Meaning)
	}
	return b.String()
}

func codeTable() string {
	var b strings.Builder
	b.WriteString("\n| code | meaning |\n|---|---|\n")
	for _, c := range shellop.Codes {
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.Code, c.Meaning)
	}
	return b.String()
}

// commandTable has a line for each row. Of rows for programs with the same subcommands it shows the first program.
func commandTable() string {
	var b strings.Builder
	b.WriteString("\n| commands | effect | why |\n|---|---|---|\n")
	for _, r := range shelltable.Commands() {
		var names []string
		for _, name := range r.Words {
			program, sub, ok := strings.Cut(name, " ")
			if first, firstSub, _ := strings.Cut(r.Words[0], " "); ok && program != first && strings.Contains(", "+strings.Join(r.Words, ", ")+",", ", "+first+" "+sub+",") && firstSub != "" {
				continue
			}
			names = append(names, "`"+name+"`")
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", strings.Join(names, " "), r.Effect, r.Why)
	}
	return b.String()
}

func variableTable() string {
	var b strings.Builder
	b.WriteString("\n| variable | effect | why |\n|---|---|---|\n")
	for _, v := range shelltable.Variables() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", v.Pattern, v.Effect, v.Why)
	}
	return b.String()
}

func section(page, mark string) docsection.Section {
	return docsection.Section{File: "../../docs/" + page, Begin: "<!-- " + mark + ": written by a test -->\n", End: "<!-- end of " + mark + " -->"}
}
