package sarif

// The members of SARIF 2.1.0 that are written, by the names of the standard (§3.13 and
// after). Nothing here is read back.

type sarifLog struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []run  `json:"runs"`
}

type run struct {
	Tool       tool               `json:"tool"`
	Invocation []invocation       `json:"invocations"`
	Automation *automationDetails `json:"automationDetails,omitempty"`
	ColumnKind string             `json:"columnKind"`
	Results    []result           `json:"results"`
}

type tool struct {
	Driver component `json:"driver"`
}

type component struct {
	Name            string       `json:"name"`
	SemanticVersion string       `json:"semanticVersion,omitempty"`
	InformationURI  string       `json:"informationUri"`
	Rules           []descriptor `json:"rules"`
}

// descriptor is a reportingDescriptor (§3.49).
type descriptor struct {
	ID         string         `json:"id"`
	Name       string         `json:"name,omitempty"`
	Short      message        `json:"shortDescription"`
	Full       message        `json:"fullDescription"`
	Help       message        `json:"help"`
	HelpURI    string         `json:"helpUri"`
	Default    configuration  `json:"defaultConfiguration"`
	Properties ruleProperties `json:"properties"`
}

type configuration struct {
	Level string `json:"level"`
}

type ruleProperties struct {
	Lens     string   `json:"lens,omitempty"`
	Severity string   `json:"severity,omitempty"`
	Tags     []string `json:"tags"`
	// Score is what GitHub shows as the severity of a security alert: a number as text.
	Score string `json:"security-severity,omitempty"`
}

type message struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type automationDetails struct {
	ID string `json:"id"`
}

type invocation struct {
	Successful          bool           `json:"executionSuccessful"`
	ExitCode            int            `json:"exitCode"`
	ExitCodeDescription string         `json:"exitCodeDescription"`
	Notifications       []notification `json:"toolExecutionNotifications"`
}

type notification struct {
	Descriptor reference  `json:"descriptor"`
	Level      string     `json:"level"`
	Message    message    `json:"message"`
	Locations  []location `json:"locations,omitempty"`
}

type reference struct {
	ID string `json:"id"`
}

type result struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Kind         string            `json:"kind,omitempty"`
	Level        string            `json:"level"`
	Message      message           `json:"message"`
	Locations    []location        `json:"locations"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Suppressions []suppression     `json:"suppressions,omitempty"`
	Properties   resultProperties  `json:"properties"`
}

type location struct {
	Physical physicalLocation  `json:"physicalLocation"`
	Logical  []logicalLocation `json:"logicalLocations,omitempty"`
}

type physicalLocation struct {
	Artifact artifactLocation `json:"artifactLocation"`
	Region   region           `json:"region"`
}

type artifactLocation struct {
	URI     string `json:"uri"`
	URIBase string `json:"uriBaseId"`
}

type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"` // 1, and no end: the whole line
}

type logicalLocation struct {
	Name               string `json:"name"`
	FullyQualifiedName string `json:"fullyQualifiedName"`
	Kind               string `json:"kind"`
}

type suppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification"`
}

type resultProperties struct {
	Server          string     `json:"server"`
	Lens            string     `json:"lens"`
	Severity        string     `json:"severity,omitempty"`
	Overridden      string     `json:"overridden_severity,omitempty"`
	Action          string     `json:"action"`
	DecidedBy       string     `json:"decided_by,omitempty"`
	Pointer         string     `json:"pointer,omitempty"`
	BeforeDigest    string     `json:"before_digest,omitempty"`
	AfterDigest     string     `json:"after_digest,omitempty"`
	Evidence        []evidence `json:"evidence,omitempty"`
	EvidenceOmitted int        `json:"evidence_omitted,omitempty"`
}

type evidence struct {
	Pointer    string `json:"pointer"`
	Definition string `json:"definition"`
	Text       string `json:"text"`
}
