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

var update = flag.Bool("update", false, "write the tables of docs/shell.md, and of docs/evaluation.md with TestEvaluation")

// TestEvaluation measures the classifier on labelled texts and, with -update, writes its part of docs/evaluation.md.
func TestEvaluation(t *testing.T) {
	order := []shellop.Band{shellop.Auto, shellop.SoftAck, shellop.Escalate, shellop.Deny}
	counts := map[[2]shellop.Band]int{}
	var disputed strings.Builder
	low, high, unsafe, prompts, all := 0, 0, 0, 0, cases(t)
	for _, c := range all {
		got := shellop.Classify(c.Cmd, shellop.Options{SQL: selects}).Band
		counts[[2]shellop.Band{c.Expect, got}]++
		passes, should := got.Less(shellop.Escalate), c.Expect.Less(shellop.Escalate)
		switch {
		case got == c.Expect:
			continue
		case got.Less(c.Expect):
			low++
		default:
			high++
		}
		if got == shellop.Auto {
			unsafe++
		}
		if should && !passes {
			prompts++
		}
		fmt.Fprintf(&disputed, "| `%s` | %s | %s | %s |\n", strings.NewReplacer("|", `\|`, "\n", `\n`).Replace(c.Cmd), c.Expect, got, c.Why)
	}
	if low > 0 || high*50 > len(all) {
		t.Errorf("%d of %d too low, want none; %d too high, want at most 2 %%", low, len(all), high)
	}
	var b strings.Builder
	b.WriteString("\n| labelled | auto | soft-ack | escalate | deny |\n|---|---|---|---|---|\n")
	for _, want := range order {
		fmt.Fprintf(&b, "| %s |", want)
		for _, got := range order {
			fmt.Fprintf(&b, " %d |", counts[[2]shellop.Band{want, got}])
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\nOf %d texts %d are too low and %d too high. Unsafe and passed as auto: %d. Harmless and asked about: %d.\n", len(all), low, high, unsafe, prompts)
	if disputed.Len() > 0 {
		b.WriteString("\n| text | labelled | answer | why it is labelled so |\n|---|---|---|---|\n" + disputed.String())
	}
	if *update {
		section("evaluation.md", "shell").Write(t, b.String())
	}
}

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
