package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/paramrisk"
)

const paramsSpec = "spec parameter-risk-classes"

// classPages say what each class is for and what looks like it and is not in it.
var classPages = map[paramrisk.Class]Rule{
	paramrisk.CredentialValue: {
		Title:      "parameter for a secret",
		Meaning:    "The parameter is there to carry a token, key, password or other credential. Its value is never looked at.",
		NearMisses: []string{"clientSecret, access_token: neither case nor an underscore splits a name (see derived:credential)", "tokenizer: a longer word"},
	},
	paramrisk.FilesystemPath: {
		Title:      "parameter for a place in a file system",
		Meaning:    "The parameter names a file, a folder or a target path.",
		NearMisses: []string{"filePath, repo_path: neither case nor an underscore splits a name (see derived:path)", "pathology: a longer word"},
	},
	paramrisk.CommandString: {
		Title: "parameter that something interprets",
		Meaning: "The parameter carries a command, a script, code, an expression, SQL, arguments, or a prompt. Prompts of models are in it on purpose, so it " +
			"says that something interprets the text and not that a command runs.",
		NearMisses: []string{"shellCommand: case does not split a name (see derived:command)", "commandment: a longer word"},
	},
	paramrisk.MoneyAmount: {
		Title:      "parameter for an amount of money",
		Meaning:    "The parameter carries an amount, a price or a currency. The word total is one of its forms, so that some counts are in it.",
		NearMisses: []string{"unitPrice, total_results: neither case nor an underscore splits a name (see derived:money)", "amounts: a longer word"},
	},
	paramrisk.URLEndpoint: {
		Title:      "parameter for a destination in a network",
		Meaning:    "The parameter carries a URL, a host, a domain, an endpoint or a webhook.",
		NearMisses: []string{"baseUrl, image_url: neither case nor an underscore splits a name (see derived:endpoint)", "hosts: a longer word"},
	},
}

// bucketPages are of the buckets, which are no risk classes.
var bucketPages = map[paramrisk.Bucket]Rule{
	paramrisk.AccountIdentity: {
		Title:   "contextual bucket, no risk class: accounts and identities",
		Meaning: "It is in half of all tools, mostly for the words to and from. Nothing is found by it, and its forms approximate a list that gives examples only.",
	},
	paramrisk.RawContentBlob: {
		Title:   "contextual bucket, no risk class: raw content",
		Meaning: "It is in a fifth of all tools. Nothing is found by it, and its forms approximate a list that gives examples only.",
	},
}

// paramsRules are the rule of the lens, the classes and buckets, and the advisories
// beside them.
func paramsRules() []Rule {
	out := []Rule{gainedRule()}
	for _, c := range paramrisk.Classes() {
		r := classPages[c]
		r.ID, r.Lens, r.Sources, r.Condition = string(c), "params", []string{paramsSpec}, formsOf(func(f paramrisk.Form) bool { return f.Class == c })
		out = append(out, r)
	}
	for _, b := range paramrisk.Buckets() {
		r := bucketPages[b]
		r.ID, r.Lens, r.Sources, r.Condition = string(b), "params", []string{paramsSpec + ", non-normative"}, formsOf(func(f paramrisk.Form) bool { return f.Bucket == b })
		out = append(out, r)
	}
	for _, k := range paramrisk.Kinds() {
		out = append(out, Rule{
			ID: string(k), Lens: "params", Title: fmt.Sprintf("looks like %s, which its forms miss", k.Beside()), Sources: []string{"Mooring, beside the specification"},
			Meaning:   "An advisory: nothing is found or decided by it. A value that looks like a secret is named by its kind and never shown.",
			Condition: fmt.Sprintf("the name, split at case and digits, has words of the kind, or format, pattern, const, default, enum or examples show it, and %s is not assigned", k.Beside()),
		})
	}
	slices.SortFunc(out, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return out
}

func gainedRule() Rule {
	rule := check.ParamsRules()[0]
	return Rule{
		ID: rule[0], Lens: "params", Severity: "gained", Title: rule[1], Sources: []string{"Mooring, with the classes of " + paramsSpec},
		Meaning:   "A tool that you know takes something that it did not take before, or says so now: a secret, a path, a command, an amount, a destination.",
		Condition: "a parameter of a tool that both sides have is of a class after the change and was not before, or was not there",
		NearMisses: []string{
			"a new tool: what it has is in the report's record, and the tool itself is the change",
			"a parameter that loses a class",
			"a definition that moves from definitions to $defs",
		},
		Fix: "Look at what the parameter is for now; accept the change when it is wanted.",
		Example: &Example{
			Name: "tool",
			Old:  []byte(`{"name":"dock","inputSchema":{"type":"object","properties":{"ship":{"type":"string"}}}}`),
			New:  []byte(`{"name":"dock","inputSchema":{"type":"object","properties":{"ship":{"type":"string"},"webhook":{"type":"string"}}}}`),
		},
	}
}

// formsOf says what has to be found.
func formsOf(match func(paramrisk.Form) bool) string {
	var words []string
	for _, f := range paramrisk.AllForms() {
		if match(f) {
			words = append(words, f.Text)
		}
	}
	return "name or description has one of these in any case as a token of its own, no letter a to z, digit or underscore beside it: " + strings.Join(words, ", ")
}
