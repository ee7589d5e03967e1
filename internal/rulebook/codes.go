package rulebook

import "github.com/mooring-mcp/mooring/check"

// policyCodes are the warnings about a policy, sorted by id.
var policyCodes = []Rule{
	{
		ID: "policy.changed", Title: "the change brings another policy",
		Meaning: "diff --base weighs by the mooring.yaml of the work tree, and that is not the one of the base. A pull request could allow itself what it does.",
		Fix:     "Read the change of mooring.yaml first; let owners review it (CODEOWNERS), or name a policy from elsewhere: --policy.",
	},
	{
		ID: "policy.ignore_expired", Title: "an ignore is over", Meaning: "Its last day is past, so it sets nothing aside any more.",
		Fix: "Take it out, or give it a new day and say why.",
	},
	{
		ID: "policy.ignore_unmatched", Title: "an ignore matched nothing", Meaning: "Something was found about its server, and nothing of it was what the ignore is about.",
		Fix: "Nothing, when what it waits for did not happen this time. Otherwise look for a misspelt entity, or take it out.",
	},
	{
		ID: "policy.ignore_without_reason", Title: "an ignore has no reason", Meaning: "Nobody will know whether it may go.",
		Fix: "Write one; require_reasons: true makes a missing one an error.",
	},
	{
		ID: "policy.loosening_refused", Title: "a lower policy is milder than a higher one",
		Meaning: "Policies bind each other: managed, user, project. What a lower one says milder has no effect.",
		Fix:     "mooring policy show --effective says what holds. Who owns the higher policy can change it.",
	},
}

// causes say why a surface may have changed, sorted by id.
var causes = []Rule{
	{
		ID: check.CauseReplaced, Title: "another program runs", Meaning: "The program's file, the package or the tag of an image is another one than when the server was pinned.",
		Fix: "Find out who replaced it.",
	},
	{
		ID: check.CausePackage, Title: "another version of the same package runs",
		Meaning: "Both versions are single releases of one package or image. The preset consumer lets a closed list of changes pass then: see the rules of the lens accept.",
	},
	{ID: check.CauseRemote, Title: "the server runs elsewhere", Meaning: "Nobody here sees what runs there, so nothing tells why it changed."},
	{
		ID: check.CauseSame, Title: "nothing that runs here changed",
		Meaning: "The same artefact shows another surface. It hangs on something else: time, account, environment, network. Such a change never passes by itself.",
		Fix:     "Ask whoever makes the server; a text that changes by itself can be pinned as a template (lock --repeat).",
	},
	{ID: check.CauseUnknown, Title: "nothing tells what runs", Meaning: "Neither the launch nor the lock says which package, image or file it is."},
	{
		ID: check.CauseUnpinned, Title: "the launch takes whatever is newest", Meaning: "The version that runs is chosen anew each time, by somebody else.",
		Fix: "Name an exact version in the launch.",
	},
}

// sides are the gaps of diff --base, of which each side has its own: base_… and head_….
func sides() []Rule {
	var out []Rule
	for _, side := range []struct{ id, what, fix string }{
		{"base", "the merge base", "When the base has no server yet, as before the first pull request: --base-optional."},
		{"head", "the work tree", "Mend the build or the server; what it said is on standard error."},
	} {
		out = append(out, Rule{
			ID: side.id + "_not_built", Severity: inconclusive, Title: side.what + " could not be built", Fix: side.fix,
			Meaning: "--install or --build ended with an error in the folder of " + side.what + ", so there was nothing to observe and nothing was compared.",
		}, Rule{
			ID: side.id + "_not_observed", Severity: inconclusive, Title: side.what + " could not be observed", Fix: side.fix,
			Meaning: "The command behind -- did not answer as a server in the folder of " + side.what + ", so nothing was compared.",
		})
	}
	return out
}

// under gives rules of Mooring's own their lens.
func under(lens string, rules []Rule) []Rule {
	out := make([]Rule, len(rules))
	for i, r := range rules {
		r.Lens = lens
		if r.Sources == nil {
			r.Sources = []string{"Mooring"}
		}
		out[i] = r
	}
	return out
}
