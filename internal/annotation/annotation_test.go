package annotation_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/annotation"
	"github.com/mooring-mcp/mooring/internal/report/reporttest"
)

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		action, failOn check.Action
		want           annotation.Level
	}{
		{check.Fail, "", annotation.Error},
		{check.Review, "", annotation.Error},
		{check.Warn, "", annotation.Warning},
		{check.Pass, "", annotation.Note},
		{check.Fail, check.Fail, annotation.Error},
		{check.Review, check.Fail, annotation.Warning},
		{check.Warn, check.Warn, annotation.Error},
		{check.Pass, check.Warn, annotation.Note},
	} {
		if got := annotation.Of(tt.action, tt.failOn); got != tt.want {
			t.Errorf("Of(%q, %q) = %q, want %q", tt.action, tt.failOn, got, tt.want)
		}
	}
}

func TestPlace(t *testing.T) {
	lock := annotation.Place{File: annotation.Lockfile, Line: 1}
	for _, tt := range []struct {
		file string
		line int
		want annotation.Place
	}{
		{"mooring.lock.json", 12, annotation.Place{File: "mooring.lock.json", Line: 12}},
		{`ci\mooring.lock.json`, 0, annotation.Place{File: "ci/mooring.lock.json", Line: 1}},
		{"./a/../b c.json", 3, annotation.Place{File: "b c.json", Line: 3}},
		{"", 3, lock},
		{"..", 3, lock},
		{"../lock.json", 3, lock},
		{"/etc/passwd", 3, lock},
		{`C:\lock.json`, 3, lock},
		{"https://evil.example/lock.json", 3, lock},
		{"a\nb", 3, lock},
		{"\u202e", 3, lock},
	} {
		locate := annotation.Locate(func(string, check.Kind, string) (string, int) { return tt.file, tt.line })
		if got := locate.Place("harbor", "tool", "dock"); got != tt.want {
			t.Errorf("Place of %q, %d = %v, want %v", tt.file, tt.line, got, tt.want)
		}
	}
	if got := annotation.Locate(nil).Place("harbor", "tool", "dock"); got != lock {
		t.Errorf("Place of nil = %v, want %v", got, lock)
	}
}

func TestPlaceOf(t *testing.T) {
	for where, want := range map[string]string{
		"mooring.yaml:9":      "mooring.yaml:9",
		"mooring.yaml":        "mooring.yaml:1",
		"mooring.yaml:x":      "mooring.lock.json:1",
		"/etc/mooring.yaml:2": "mooring.lock.json:1",
		"":                    "mooring.lock.json:1",
	} {
		if got := annotation.PlaceOf(check.Warning{Where: where}).String(); got != want {
			t.Errorf("PlaceOf(%q) = %s, want %s", where, got, want)
		}
	}
}

func TestComplete(t *testing.T) {
	r := reporttest.Rich()
	if annotation.Complete(r) {
		t.Error("Complete, and gone was not observed")
	}
	r.Subjects = slices.DeleteFunc(r.Subjects, func(s check.Subject) bool { return s.Server == "gone" })
	if !annotation.Complete(r) {
		t.Error("not Complete, and every server was observed")
	}
}

func TestSetAside(t *testing.T) {
	got := map[string]bool{}
	for _, s := range reporttest.Rich().Subjects {
		for _, d := range s.Details() {
			if annotation.SetAside(d) {
				got[s.Server+" "+d.Name] = true
			}
		}
	}
	if diff := cmp.Diff(map[string]bool{"quay ": true, "quay tie": true}, got); diff != "" {
		t.Errorf("SetAside (-want +got):\n%s", diff)
	}
}
