package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
)

func diagnosis(attack string) report.Diagnosis {
	var checks []report.DoctorCheck
	for _, s := range []report.CheckStatus{report.CheckOK, report.CheckWarning, report.CheckProblem, report.CheckUnknown, report.CheckSkipped} {
		checks = append(checks, report.DoctorCheck{Area: "servers", ID: "servers.answer", Status: s, About: attack, Detail: attack, Do: attack})
	}
	return report.NewDiagnosis(checks)
}

func TestDiagnosisText(t *testing.T) {
	var b bytes.Buffer
	if err := report.DiagnosisText(&b, diagnosis("x\ny"), report.Options{}); err != nil {
		t.Fatal(err)
	}
	want := "servers\n"
	for _, status := range []string{"ok      ", "warning ", "problem ", "unknown ", "skipped "} {
		want += "  " + status + " x<U+000A>y: x\n             y\n           → x<U+000A>y\n"
	}
	want += "\n1 problem, 1 could not be told, 1 warning, 1 ok, 1 not asked\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestDiagnosisHostile(t *testing.T) {
	for _, attack := range reporttest.Attacks {
		hostileDiagnosis(t, attack)
	}
}

func FuzzDiagnosis(f *testing.F) {
	for _, attack := range reporttest.Attacks {
		f.Add(attack)
	}
	f.Fuzz(hostileDiagnosis)
}

func hostileDiagnosis(t *testing.T, attack string) {
	t.Helper()
	var b bytes.Buffer
	if err := report.DiagnosisText(&b, diagnosis(attack), report.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	onlyVisible(t, attack, b.String())
	onlyVisible(t, attack, string(report.DiagnosisJSON(diagnosis(attack))))
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "mooring:") {
			t.Errorf("%q forges the line %q", attack, line)
		}
	}
}
