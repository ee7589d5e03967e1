package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/internal/wording"
)

// DoctorSchema is the id of the record that a [Diagnosis] is.
const DoctorSchema = "mooring.doctor.v1"

// CheckStatus is what one check of a diagnosis came to.
type CheckStatus string

// The statuses.
const (
	CheckOK      CheckStatus = "ok"
	CheckWarning CheckStatus = "warning" // worth knowing; nothing fails of it
	CheckProblem CheckStatus = "problem" // something does not work or does not protect
	CheckUnknown CheckStatus = "unknown" // could not be told
	CheckSkipped CheckStatus = "skipped" // not asked, for the reason in Detail
)

// Diagnosis is what doctor found.
type Diagnosis struct {
	Schema string        `json:"schema"` // always [DoctorSchema]
	Counts CheckCounts   `json:"counts"`
	Checks []DoctorCheck `json:"checks"` // in the order of areas
}

// DoctorCheck is one thing that was looked at.
type DoctorCheck struct {
	Area   string      `json:"area"`            // program, configuration, lock, policy, git, programs, servers
	ID     string      `json:"id"`              // what was looked at, as "lock.valid"
	Status CheckStatus `json:"status"`          //
	About  string      `json:"about,omitempty"` // server, file or program
	Detail string      `json:"detail"`
	Do     string      `json:"do,omitempty"` // what to do next; always there for a problem
}

// CheckCounts are checks by status.
type CheckCounts struct {
	OK      int `json:"ok"`
	Warning int `json:"warning"`
	Problem int `json:"problem"`
	Unknown int `json:"unknown"`
	Skipped int `json:"skipped"`
}

// NewDiagnosis counts checks.
func NewDiagnosis(checks []DoctorCheck) Diagnosis {
	d := Diagnosis{Schema: DoctorSchema, Checks: append([]DoctorCheck{}, checks...)}
	for _, c := range checks {
		switch c.Status {
		case CheckOK:
			d.Counts.OK++
		case CheckWarning:
			d.Counts.Warning++
		case CheckProblem:
			d.Counts.Problem++
		case CheckUnknown:
			d.Counts.Unknown++
		case CheckSkipped:
			d.Counts.Skipped++
		}
	}
	return d
}

// DiagnosisJSON renders a diagnosis as the record mooring.doctor.v1.
func DiagnosisJSON(d Diagnosis) []byte { return encode(d) }

// DiagnosisText writes a diagnosis for people: one line a check below its area, what
// to do below that, and a last line that counts.
func DiagnosisText(w io.Writer, d Diagnosis, o Options) error {
	t := textWriter{palette: palette{o.Color}, width: o.Width}
	area := ""
	for _, c := range d.Checks {
		if c.Area != area {
			area = c.Area
			t.line("%s", t.bold(visible.Text(area)))
		}
		about := ""
		if c.About != "" {
			about = visible.Text(c.About) + ": "
		}
		for i, line := range strings.Split(strings.TrimRight(c.Detail, "\n"), "\n") {
			if i == 0 {
				t.wrapped(11, "  %s %s%s", t.checkMark(c.Status), about, visible.Text(line))
				continue
			}
			t.wrapped(13, "             %s", t.dim(visible.Text(line)))
		}
		if c.Do != "" {
			t.wrapped(13, "           → %s", visible.Text(c.Do))
		}
	}
	t.line("")
	t.line("%s", d.Counts.String())
	_, err := io.WriteString(w, t.b.String())
	return err
}

// checkMark draws a status, all as wide as the longest.
func (t *textWriter) checkMark(s CheckStatus) string {
	word := fmt.Sprintf("%-8s", s)
	switch s {
	case CheckOK:
		return t.green(word)
	case CheckProblem:
		return t.red(word)
	case CheckWarning, CheckUnknown:
		return t.yellow(word)
	case CheckSkipped:
	}
	return t.dim(word)
}

// String says in words how many checks came to what.
func (c CheckCounts) String() string {
	var parts []string
	if c.Problem > 0 {
		parts = append(parts, wording.Plural(c.Problem, "problem"))
	}
	if c.Unknown > 0 {
		parts = append(parts, fmt.Sprintf("%d could not be told", c.Unknown))
	}
	if c.Warning > 0 {
		parts = append(parts, wording.Plural(c.Warning, "warning"))
	}
	parts = append(parts, fmt.Sprintf("%d ok", c.OK))
	if c.Skipped > 0 {
		parts = append(parts, fmt.Sprintf("%d not asked", c.Skipped))
	}
	return strings.Join(parts, ", ")
}
