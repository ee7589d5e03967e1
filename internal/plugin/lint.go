package plugin

// LintSchema is the id of the record that a [Lint] is.
const LintSchema = "mooring.plugin_lint.v1"

// Lint is what is wrong with a package.
type Lint struct {
	Schema string `json:"schema"` // always [LintSchema]
	Plugin Named  `json:"plugin"`
	// Rejected says that a client rejects the plugin, or that plugin.json could not be
	// judged.
	Rejected bool      `json:"rejected"`
	Counts   Counts    `json:"counts"`
	Findings []Finding `json:"findings"`
	// Omitted counts the findings beyond the first 100 of a rule, by rule.
	Omitted map[string]int `json:"omitted,omitempty"`
}

// Counts are findings by level, those left out included.
type Counts struct {
	Error   int `json:"error"`
	Unknown int `json:"unknown"`
	Warning int `json:"warning"`
}

// Lint returns the findings of a package as a record.
func (p Package) Lint() Lint {
	return Lint{
		Schema: LintSchema, Plugin: p.named(), Rejected: p.Rejected,
		Counts:   Counts{p.Count(Error), p.Count(Unknown), p.Count(Warning)},
		Findings: append([]Finding{}, p.Findings...), Omitted: p.Omitted,
	}
}
