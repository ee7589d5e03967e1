package rulebook

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/check"
)

// The severities of the lens "gap": what a gap does to the verdict.
const (
	inconclusive = "inconclusive" // status 3, unless something is refused
	warning      = "warning"      // shown, and no verdict hangs on it
)

// gapRules are the codes of what kept a comparison from being complete. "" is for
// a code that does either, as the report says.
func gapRules() []Rule {
	rules := under("gap", slices.Concat(gaps, sides()))
	slices.SortFunc(rules, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return rules
}

var driftSpec = []string{"spec manifest-drift"}

// gaps is sorted by id. The tests see to it that no code is missing.
var gaps = []Rule{
	{
		ID: "bands_not_compared", Severity: inconclusive, Title: "a plugin whose declared bands are pinned was not found",
		Meaning: "The lock pins what a plugin declared of the server's tools or of its own skills, and the plugin is not where the lock says, cannot be loaded, or is " +
			"another one. Whether it declares less now is not known.",
		Fix: "Name its folder: mooring check --plugin DIR. If it is gone, pin the server anew: mooring lock --remove SERVER.",
	},
	{
		ID: "context_changed", Severity: inconclusive, Title: "asked under other circumstances than the pin",
		Meaning: "The server was asked in another era or revision of the protocol, under another client's name, or with other capabilities than " +
			"when it was pinned. It may rightly show another surface then, so nothing was compared.",
		Fix: "Ask as the pin was made (--as, --era, --protocol-version), or pin it as it is asked now: mooring accept SERVER.",
	},
	{
		ID: "contract_not_evaluated", Severity: inconclusive, Title: "the contract lens could not judge a change",
		Meaning: "An item cannot be read as what it should be, or a limit of the lens was reached.",
		Fix:     "Read the change itself; accept it when it is wanted.",
	},
	{
		ID: "declared_manifest_baseline_conflict", Severity: inconclusive, Title: "two baselines declare different digests", Sources: driftSpec,
		Meaning: "Lock, policy and declared manifest do not declare the same manifest digest, so nobody can tell which of them holds.",
		Fix:     "Find out which is right, and bring the others in line: mooring accept, mooring manifest promote, or an edit of the policy.",
	},
	{
		ID: "declared_manifest_digest_mismatch", Severity: inconclusive, Title: "a declared manifest is not what its digest says", Sources: driftSpec,
		Meaning: "The tools of the declared manifest do not digest to the manifest_digest in it: it was edited or torn.",
		Fix:     "Make it again: mooring manifest promote.",
	},
	{
		ID: "declared_mcp_manifest_ambiguous", Severity: inconclusive, Title: "two tools of the baseline have one name", Sources: driftSpec,
		Meaning: "Nobody can tell which of the two an observed tool is to be compared with.",
		Fix:     "Declare each tool once.",
	},
	{
		ID: "drift_not_evaluated", Severity: inconclusive, Title: "the drift lens could not judge",
		Meaning: "A surface cannot be brought into the form that the drift specification compares.",
		Fix:     "Look at the hazards of the surface: mooring inspect SERVER.",
	},
	{
		ID: "field_attribution_inconsistent", Severity: warning, Title: "tool digest and field digests tell different stories", Sources: driftSpec,
		Meaning: "A tool changed, and its fields do not, or the other way round. That it changed is reported; in which field is not known.",
		Fix:     "Make the declared manifest again, with field digests: mooring manifest observe.",
	},
	{
		ID: "field_attribution_unavailable", Severity: warning, Title: "a change is not attributed to fields", Sources: driftSpec,
		Meaning: "One side has no digests of fields, so that it is known that a tool changed and not where.",
		Fix:     "Declare field digests: mooring manifest observe, candidate, promote.",
	},
	{
		ID: "handshake_not_compared", Severity: warning, Title: "instructions and capabilities were not compared",
		Meaning: "Only one side has a handshake; a file of tools has none.",
		Fix:     "Compare with a surface record: mooring inspect --format json.",
	},
	{
		ID: "inconclusive_manifest_not_observed", Severity: inconclusive, Title: "no list of tools was observed", Sources: driftSpec,
		Meaning: "A list that was not read is never an empty one.",
		Fix:     "Observe again; mooring inspect SERVER says what went wrong.",
	},
	{
		ID: "inconclusive_manifest_partial_observation", Title: "tools were observed in part", Sources: driftSpec,
		Meaning: "A page of the list failed, or there may be more. What is missing is not counted as removed. It only warns under " +
			"partial_observation: warn of the policy.",
		Fix: "Observe again (--retries), or raise --request-timeout.",
	},
	{
		ID: "manifest_coverage_partial", Severity: warning, Title: "tools were observed in part, and the policy lets that pass",
		Meaning: "The digest is the declared one, of those tools that were seen. The policy says partial_observation: warn.",
		Fix:     "Observe again (--retries), or raise --request-timeout.",
	},
	{
		ID: "manifest_coverage_unknown", Severity: inconclusive, Title: "nothing shows that tools were observed to the end", Sources: driftSpec,
		Meaning: "The record says nothing of how complete it is, as a bare array of tools does.",
		Fix:     "Observe with mooring manifest observe, whose record says it.",
	},
	{
		ID: "manifest_observation_ambiguous", Severity: inconclusive, Title: "the observation is ambiguous", Sources: driftSpec,
		Meaning: "Two observed tools have one name, or a tool cannot be read, so the manifest has no digest that could be compared.",
		Fix:     "The server has to list each tool once: mooring inspect SERVER names them.",
	},
	{
		ID: "mcp_manifest_canonicalization_mismatch", Severity: inconclusive, Title: "the manifests are digested by different rules", Sources: driftSpec,
		Meaning: "Observed and declared record name different canonicalizations: their digests cannot be compared.",
		Fix:     "Make both by the same rules: mooring manifest observe, candidate, promote.",
	},
	{
		ID: "mcp_manifest_observation_ambiguous", Severity: inconclusive, Title: "two observed tools have one name, or one cannot be read", Sources: driftSpec,
		Meaning: "Nobody can tell which of the two is meant. What was seen is reported nevertheless.",
		Fix:     "The server has to list each tool once: mooring inspect SERVER names them.",
	},
	{
		ID: "mcp_manifest_server_mismatch", Severity: inconclusive, Title: "the declared manifest is one of another server", Sources: driftSpec,
		Meaning: "The server_id of the declared manifest is not that of the observed server.",
		Fix:     "Name the declared manifest of this server.",
	},
	{
		ID: "mooring_canonicalization_unknown", Severity: inconclusive, Title: "the manifests are digested by rules that are not known here",
		Meaning: "Both sides name the same canonicalization, and it is none of ours: equal digests need not mean equal tools.",
		Fix:     "Use a version of Mooring that knows it, or make both records again.",
	},
	{
		ID: "mooring_observation_inconsistent", Severity: inconclusive, Title: "the observed record contradicts itself",
		Meaning: "Its counts or its manifest digest are not those of the tools in it.",
		Fix:     "Observe again: mooring manifest observe.",
	},
	{
		ID: "not_asked_as", Severity: warning, Title: "a client's view was not asked for",
		Meaning: "A client starts the server, too, and nobody asked as that client: how it presents itself is not known, or the pin was made as it " +
			"and the check was not. A server may show it something else.",
		Fix: "Ask as it, where docs/identities.md knows it: --as CLIENT.",
	},
	{
		ID: "not_compared", Severity: warning, Title: "a kind of items is known on one side only",
		Meaning: "A side that is a file does not hold the kind: it was not asked for, which is not that there is none.",
		Fix:     "Compare with a surface record: mooring inspect --format json.",
	},
	{
		ID: "not_configured", Severity: inconclusive, Title: "a pinned server is not configured",
		Meaning: "The lock pins a server that the configuration does not name: it was renamed or taken out, and was not checked.",
		Fix:     "If it is gone: mooring lock --remove SERVER. If it has another name now, pin that one.",
	},
	{
		ID: "not_observed", Title: "the server, or one of its lists, was not observed",
		Meaning: "It did not start, is not reachable, wants a login, or answered a list with an error. That is never taken for an empty list. It only " +
			"warns for a server that the policy does not require (required: false).",
		Fix: "Read the reason beside the code; mooring inspect SERVER shows more, mooring doctor looks for what is missing.",
	},
	{
		ID: "params_not_evaluated", Severity: warning, Title: "the parameter lens could not label a tool",
		Meaning: "The tool is no object, or no strict JSON. No class is reported as gained in it, which is not that none was.",
		Fix:     "Read the change itself before it is accepted.",
	},
	{
		ID: "partial_observation", Title: "a list was observed in part",
		Meaning: "A page failed, a cursor was repeated, or a limit was reached. What is missing is not counted as removed. For tools the policy may " +
			"say that it only warns (partial_observation).",
		Fix: "Observe again (--retries), or raise --request-timeout.",
	},
	{
		ID: "protocol_version_changed", Severity: warning, Title: "the server answered in another revision of the protocol",
		Meaning: "Both sides asked alike, and the server chose another revision, as an update of its library does.",
		Fix:     "Nothing; accept it together with the next change.",
	},
	{
		ID: "taxonomy_not_evaluated", Severity: inconclusive, Title: "the security lens could not judge a change",
		Meaning: "A tool cannot be read as the taxonomy wants it.",
		Fix:     "Read the change itself before it is accepted.",
	},
	{
		ID: "text_template", Severity: warning, Title: "a text changed within its template",
		Meaning: "Somebody accepted that this text changes by itself, for the reason beside it; only dates, times, ids or numbers differ.",
		Fix:     "Nothing. Accept the server without --template-reason to pin the text itself.",
	},
	{
		ID: "unknown_completeness", Title: "nothing tells whether a list is all there is",
		Meaning: "A bare array of tools has no pages and no end. It only warns where you named the file yourself, which vouches for it.",
		Fix:     "Give list results, NDJSON of pages, or a surface record.",
	},
}

// acceptRules are the kinds of change that pass when another version of a package
// runs.
func acceptRules() []Rule {
	var out []Rule
	for _, r := range check.AcceptRules() {
		out = append(out, Rule{
			ID: r.ID, Lens: "accept", Title: r.Title, Meaning: r.Meaning, Sources: []string{"Mooring"},
			Condition: "the preset is consumer, another version of the same package is known to run, and rules of this list together cover all of the change",
		})
	}
	return out
}
