package cli

import (
	"strings"

	"github.com/mooring-mcp/mooring/internal/visible"
)

// policySchema is where editors find the JSON Schema of a policy: its $id.
const policySchema = "https://github.com/mooring-mcp/mooring/schemas/mooring.policy.v1.schema.json"

// newPolicy is the text of a first policy for servers: what holds, and what may be
// said, in lines that begin with "#" and a key, to be taken in by deleting that "#".
func newPolicy(servers []string) []byte {
	var b strings.Builder
	b.WriteString("# yaml-language-server: $schema=" + policySchema + "\n" + policyHead)
	for _, name := range servers {
		b.WriteString("  " + visible.YAML(name) + ": {required: true}\n")
	}
	b.WriteString(policyTail)
	return []byte(b.String())
}

const policyHead = `# The policy of Mooring for this project: how its MCP servers are observed, and what
# becomes of what is found. Every key may be left out; an unknown one is an error.
# A line that begins with "#" and a key is an example: delete the "#" to have it hold.
schema: mooring.policy.v1

# Who is asking. consumer: the servers are somebody else's, and every change of what
# they show is for review. author: they are yours, and a change is refused when it
# breaks callers or carries a signal of an attack.
#preset: consumer

# The mildest action that refuses: warn, review or fail.
#fail_on: review

# The servers, by the name that the clients' configurations have for them. One that is
# required: false only warns when it cannot be observed. retries: how often a failed
# observation is tried again, 0 to 10.
servers:
`

const policyTail = `#  flaky: {required: false, retries: 2}
#  chatty: {max_surface_bytes: 60000}

# How many bytes all items of a server may have. Without it there is no limit.
#max_surface_bytes: 30000

# What tools count as that were seen in part: inconclusive (status 3) or warn.
#partial_observation: warn

# What the band of an ordinary tool stands on: axes that somebody reviewed, for the tool
# as it is pinned. "mooring bands propose SERVER --write" proposes them in this file.
#axes:
#  files:
#    read_file:
#      digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
#      reversibility: reversible # or hard-to-reverse, irreversible
#      scope: shared-remote # or local, external
#      trust: untrusted # or trusted
#      reason: "It only reads, and what it is given may come from a page."

# Another severity for a rule; "mooring rules list" has them all.
#severity_overrides:
#  tool.annotations.safetyWeakened: BREAKING

# Findings that are set aside: by rule, and where given by server and by the item's
# name, in which * stands for any text. They stay in every report, with the reason.
# The last day is the one that expires names.
#ignore:
#  - rule: tool.title.changed
#    server: files
#    entity: legacy_*
#    reason: "Legacy tools are being renamed; reviewed with the vendor."
#    expires: 2027-06-30
`
