package band

// Run holds what the Rule of Two asks (§2.3). The booleans are about a run and the
// call that is about to be made in it, not about a tool.
type Run struct {
	// UntrustedInput: the run has read a result from a source that is not marked
	// trusted.
	UntrustedInput bool
	// Sensitive: the run so far, or this call, touches credentials, secrets,
	// production or personal data.
	Sensitive bool
	// StateOrExternal: this call changes state or communicates externally. What
	// earlier calls did does not count.
	StateOrExternal bool
	// ProvedRead: this call is proved to add no effect of its own, such as a statement
	// that a grammar showed to only read. Such a call never escalates for this rule
	// alone; the rule raises it to [SoftAck] at most. It has no meaning beside
	// StateOrExternal, which wins.
	ProvedRead bool
}

// Mode is the threshold of the Rule of Two.
type Mode string

// The modes.
const (
	// Strict is the text of the specification: two of the three escalate.
	Strict Mode = "strict"
	// Meta is the rule as first published: two of the three are allowed, and raise to
	// [SoftAck] here so that they are on record; all three escalate.
	Meta Mode = "meta"
)

// Condition names one of the three booleans.
type Condition string

// The conditions, in the order in which they are listed.
const (
	UntrustedInput  Condition = "untrusted_input"
	Sensitive       Condition = "sensitive"
	StateOrExternal Condition = "state_or_external"
)

// RuleOfTwo is the answer of the rule.
type RuleOfTwo struct {
	Band Band        // [None] if the rule asks for nothing
	Mode Mode        // the threshold that was used
	True []Condition // the booleans that hold, in their order; nil if none does
}

// Apply applies the rule. A mode that is "" or no mode is [Strict].
func (r Run) Apply(m Mode) RuleOfTwo {
	if m != Meta {
		m = Strict
	}
	out := RuleOfTwo{Mode: m}
	for _, c := range []struct {
		name Condition
		true bool
	}{{UntrustedInput, r.UntrustedInput}, {Sensitive, r.Sensitive}, {StateOrExternal, r.StateOrExternal}} {
		if c.true {
			out.True = append(out.True, c.name)
		}
	}
	switch n := len(out.True); {
	case n < 2:
	case n == 2 && (m == Meta || r.ProvedRead && !r.StateOrExternal):
		out.Band = SoftAck
	default:
		out.Band = Escalate
	}
	return out
}
