package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/rulebook"
	"github.com/mooring-mcp/mooring/internal/spelling"
)

// leastDigits is how much of a fingerprint has to be given.
const leastDigits = 8

func (a *app) explain() *cobra.Command {
	var from string
	var where lockFlags
	var path string
	cmd := &cobra.Command{
		Use: "explain [flags] RULE|FINGERPRINT|CALL", Short: "Say what a rule, a finding or a call means", GroupID: groupLook,
		Long: `Explain one rule: what it means, exactly when it fires, what looks alike and does
not fire, where it comes from, and a change in which it fires. Codes of gaps
("not_observed"), rules by which a change passes ("accept.version_string") and codes
of what is found in a call ("unknown_function", "never_allow") are explained in the same way. "mooring
rules list" lists the rules.

Or explain one finding of a saved report: the item, what changed, what the finding
rests on, why it has its action, and how to accept or ignore it. It is named by
its fingerprint, or by the first eight or more of its digits.

Or explain one call of a tool, given as JSON, the params of tools/call or the whole
request (- reads it from standard input): what it would do, which band that is, and
which bytes of which argument decided. Nothing is called. With a member "server" the
lock says what is pinned and declared of the tool.`,
		Example: example(
			"mooring explain R05",
			"mooring explain compat.array_items",
			"mooring explain not_observed",
			"mooring explain path-root",
			"mooring explain --report report.json sha256:0c43e2a4",
			"mooring check --format json --all | mooring explain --report - 0c43e2a4",
			`mooring explain '{"name": "execute_sql", "arguments": {"query": "DELETE FROM ships"}}'`,
		),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, r := range rulebook.Rules() {
				if len(args) == 0 {
					ids = append(ids, r.ID+"\t"+r.Title)
				}
			}
			for _, c := range callCodes() {
				if len(args) == 0 {
					ids = append(ids, c.Code+"\tin a call, of "+c.Of+": "+c.Meaning)
				}
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("mooring rules list", "found %d arguments, want one RULE, FINGERPRINT or CALL", len(args))
			}
			if strings.TrimSpace(args[0]) == "" {
				return usagef("mooring rules list; "+callHint, "found an empty word, want one RULE, FINGERPRINT or CALL")
			}
			if from == "" && (isCall(args[0]) || args[0] == "-") {
				return a.explainCall(cmd.Context(), args[0], where, path)
			}
			if digits, is := fingerprintDigits(args[0]); is || cmd.Flags().Changed("report") {
				return a.explainFinding(from, args[0], digits, is)
			}
			return a.explainRule(args[0])
		},
	}
	where.register(cmd)
	cmd.Flags().StringVar(&path, "policy", "", "policy file that a call is judged by (default "+defaultPolicy+" of the project, where there is one)")
	cmd.Flags().StringVar(&from, "report", "", "report that has the finding, as --format json wrote it; - is standard input")
	return cmd
}

func (a *app) explainRule(id string) error {
	r, known := rulebook.Find(id)
	if codes := codesOf(id); !known && len(codes) > 0 {
		return report.ExplainCodes(a.io.Stdout, codes, a.textOptions())
	}
	if !known {
		hint := "mooring rules list"
		if file, is := fileWord(id); is {
			hint = file
		} else if near := nearIDs(id); len(near) > 0 {
			hint = fmt.Sprintf("is it one of these: %s", strings.Join(near, ", "))
		}
		return usagef(hint, "no rule %q", id)
	}
	return report.Rule(a.io.Stdout, r, a.textOptions())
}

// fileWord is what to type for a word that was meant as a file with a call or a report,
// and reports whether it is one.
func fileWord(word string) (hint string, is bool) {
	info, err := os.Stat(word)
	named := err == nil && !info.IsDir()
	if !named && !strings.ContainsAny(word, `/\`) && !strings.HasSuffix(strings.ToLower(word), ".json") {
		return "", false
	}
	if name, found := strings.CutPrefix(word, "@"); found && !named {
		word = name
	}
	return fmt.Sprintf("a call in a file is read from standard input: mooring explain - < %[1]s; a finding is looked up with: mooring explain --report %[1]s FINGERPRINT", shellLine([]string{word})), true
}

// fingerprintDigits are the hexadecimal digits of what looks like a fingerprint or
// the start of one.
func fingerprintDigits(word string) (digits string, is bool) {
	digits, prefixed := strings.CutPrefix(strings.ToLower(word), "sha256:")
	isHex := digits != "" && strings.Trim(digits, "0123456789abcdef") == ""
	return digits, prefixed || isHex && len(digits) >= leastDigits
}

func (a *app) explainFinding(from, word, digits string, is bool) error {
	const getOne = "make one with: mooring check --format json … > report.json, then add --report report.json"
	switch {
	case !is:
		return usagef("to explain a rule, leave --report out", "%q is no fingerprint, want sha256: and its digits, at least %d", word, leastDigits)
	case len(digits) < leastDigits:
		return usagef("", "%q has %d digits, want at least %d", word, len(digits), leastDigits)
	case from == "":
		return usagef(getOne, "a finding is looked up in a report, and none is given")
	}
	text, err := a.readReport(from)
	if err != nil {
		return err
	}
	r, err := check.ParseReport(text)
	if err != nil {
		return usagef(getOne, "report %q: %w", from, placed(text, err))
	}
	s, f, err := findFinding(r, digits)
	if err != nil {
		return err
	}
	return report.Explain(a.io.Stdout, r, s, f, a.textOptions())
}

// readReport reads a file, or standard input for "-".
func (a *app) readReport(from string) ([]byte, error) {
	if from != "-" {
		return readFile(from, sideBytes)
	}
	text, err := io.ReadAll(io.LimitReader(a.io.Stdin, sideBytes+1))
	if err != nil {
		return nil, usage(fmt.Errorf("read standard input: %w", err), "")
	}
	return text, nil
}

// findFinding finds the one finding whose fingerprint starts with digits.
func findFinding(r check.Report, digits string) (check.Subject, check.Finding, error) {
	var subject check.Subject
	var found []check.Finding
	for _, s := range r.Subjects {
		for _, f := range s.Findings {
			if strings.HasPrefix(f.Fingerprint, "sha256:"+digits) && !slices.ContainsFunc(found, func(g check.Finding) bool { return g.Fingerprint == f.Fingerprint }) {
				subject, found = s, append(found, f)
			}
		}
	}
	switch len(found) {
	case 1:
		return subject, found[0], nil
	case 0:
		return subject, check.Finding{}, noFinding(r, digits)
	}
	words := make([]string, min(3, len(found)))
	for i := range words {
		words[i] = found[i].Fingerprint
	}
	return subject, check.Finding{}, usagef("give more digits: "+strings.Join(words, ", "), "%d findings of the report begin with %q", len(found), digits)
}

// noFinding suggests what may have been meant: fingerprints that begin almost so.
func noFinding(r check.Report, digits string) error {
	type near struct {
		word  string
		edits int
	}
	var list []near
	total := 0
	for _, s := range r.Subjects {
		for _, f := range s.Findings {
			total++
			hex := strings.TrimPrefix(f.Fingerprint, "sha256:")
			if n := spelling.Edits(digits, hex[:min(len(hex), len(digits))]); n <= max(1, len(digits)/4) {
				list = append(list, near{f.Fingerprint, n})
			}
		}
	}
	slices.SortStableFunc(list, func(x, y near) int { return cmp.Compare(x.edits, y.edits) })
	hint := fmt.Sprintf("the report has %s; each has its fingerprint in the JSON", plural(total, "finding"))
	if len(list) > 0 {
		words := make([]string, min(3, len(list)))
		for i := range words {
			words[i] = list[i].word
		}
		hint = "is it one of these: " + strings.Join(words, ", ")
	}
	return usagef(hint, "no finding of the report begins with %q", digits)
}
