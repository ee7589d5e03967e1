package report

import (
	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/operation"
)

// ProposalSchema is the id of the record that a [Proposal] is.
const ProposalSchema = "mooring.bands_proposal.v1"

// Proposal is what is proposed for the policy about the tools of servers. Nothing of it holds before it is there.
type Proposal struct {
	Schema  string           `json:"schema"`            // always [ProposalSchema]
	Written string           `json:"written,omitempty"` // the policy file that entries were written to, "" for none
	Servers []ServerProposal `json:"servers"`
}

// ServerProposal is that of one server.
type ServerProposal struct {
	Server string         `json:"server"`
	Tools  []ToolProposal `json:"tools"` // in the order of the listing
	// Scope is what the rules need beside them where the policy says nothing of where the effects land; "" for nothing.
	Scope band.Scope `json:"scope,omitempty"`
	Gone  []string   `json:"gone,omitempty"` // tools that the policy has axes of and the server does not show, sorted
}

// ProposalState is what became of a tool.
type ProposalState string

// The states of a tool.
const (
	ProposalNew        ProposalState = "new"        // an entry is proposed, where the policy has none
	ProposalRenewed    ProposalState = "renewed"    // the same, in the place of one about the tool as it was
	ProposalAccepted   ProposalState = "accepted"   // the policy has what is proposed
	ProposalKept       ProposalState = "kept"       // the policy has something else of the tool as it is, which stays
	ProposalByCall     ProposalState = "by_call"    // no axes: each call is judged by what an argument holds
	ProposalUnreadable ProposalState = "unreadable" // no name, or no strict JSON
)

// ToolProposal is that of one tool.
type ToolProposal struct {
	Name   string        `json:"name"`
	Digest string        `json:"digest"` // of the item, mooring.surface_item.v1
	State  ProposalState `json:"state"`
	// Axes are what the words of the tool say; nil where an argument holds an operation.
	Axes      *band.Axes       `json:"axes,omitempty"`
	Operation string           `json:"operation,omitempty"` // what that argument holds: sql, shell, code or url
	Reasons   []ProposalReason `json:"reasons,omitempty"`
	Former    *FormerAxes      `json:"former,omitempty"` // the entry that the policy has, nil for none
	Rules     []ProposedRule   `json:"rules,omitempty"`
	Doubt     string           `json:"doubt,omitempty"` // why no rule is proposed, "" where one is, or no argument asks for one
	Entry     *ProposalEntry   `json:"entry,omitempty"` // what is to be written, nil for nothing
	Notes     []string         `json:"notes,omitempty"` // what the text output says of the tool beside its entry
}

// RuleState is what became of a rule.
type RuleState string

// The states of a rule.
const (
	RuleNew      RuleState = "new"
	RuleReplaced RuleState = "replaced" // goes in the place of one that was proposed before, by --replace
	RuleAccepted RuleState = "accepted" // the policy has what is proposed
	RuleKept     RuleState = "kept"     // the policy has another one, which stays
)

// ProposedRule is a rule about what an argument holds, as mooring.yaml has it. It holds by the tool's name.
type ProposedRule struct {
	State    RuleState        `json:"state"`
	Tool     string           `json:"tool"` // a pattern, in one that is kept
	Argument string           `json:"argument"`
	As       operation.Kind   `json:"as"`
	Intent   operation.Intent `json:"intent,omitempty"`
	Dialect  string           `json:"dialect,omitempty"`
	Reason   string           `json:"reason"`
}

// ProposalReason is one thing that led to a value.
type ProposalReason struct {
	Axis band.Axis `json:"axis,omitempty"` // "" for a note about the whole
	Text string    `json:"text"`
}

// FormerAxes are those of an entry in the policy, each missing one at its worst value.
type FormerAxes struct {
	Digest string `json:"digest"`

	band.Axes
}

// ProposalEntry is an entry as mooring.yaml would have it. Its axes may be worse than those that the words say, as far as
// they were reviewed for an earlier form of the tool.
type ProposalEntry struct {
	Digest string `json:"digest"`

	band.Axes

	Reason string `json:"reason"`
}

// ProposalJSON renders a proposal as the record mooring.bands_proposal.v1.
func ProposalJSON(p Proposal) []byte { return encode(p) }
