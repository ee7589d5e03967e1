package band

// Word is one that answers about a band use, and what it means.
type Word struct{ Word, Meaning string }

// Words returns the vocabulary: bands, the floor, what there is instead of a band, what
// decides, the values of the axes, the modes and the conditions of the Rule of Two, in
// this order.
func Words() []Word {
	return []Word{
		{string(Auto), "nothing to ask: reversible, local and trusted"},
		{string(SoftAck), "it passes, on record, and there is a way to undo it"},
		{string(Escalate), "a person decides before it happens"},
		{string(NeverAllow), "refused whatever its band, its declaration or an approval say; the filters of operations write it as deny"},
		{string(Undeclared), "nobody declared or reviewed the operation, so that it has no band; by default it escalates, unless its arguments prove what it does"},
		{string(ByProjection), "decided by the axes, each of which has a band of its own: the highest counts"},
		{string(ByDeclared), "decided by a band that an author or operator declared, which can raise and never lower"},
		{string(ByRuleOfTwo), "decided by what is true of the run: untrusted input, something sensitive, a change of state or communication with the outside"},
		{string(Reversible), "who caused the effect can undo it alone"},
		{string(HardToReverse), "it can be undone with effort, or from a backup"},
		{string(Irreversible), "it cannot be undone: a sent message, a published artefact, a dropped table"},
		{string(Local), "the effect lands in the workspace"},
		{string(SharedRemote), "the effect lands on what others use, too; a read is that at most"},
		{string(External), "the effect lands in production, at third parties or people"},
		{string(Trusted), "the parameters come from the user"},
		{string(Untrusted), "the parameters come from something that the model has read"},
		{string(Strict), "the mode in which two of the three of the Rule of Two escalate"},
		{string(Meta), "the mode in which two of the three of the Rule of Two raise to soft-ack, and three escalate"},
		{string(UntrustedInput), "the run has read a result from a source that is not marked trusted"},
		{string(Sensitive), "the run so far, or this call, touches credentials, secrets, production or personal data"},
		{string(StateOrExternal), "this call changes state or communicates externally"},
	}
}
