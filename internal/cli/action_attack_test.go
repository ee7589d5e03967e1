//go:build unix

package cli_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestActionHidesTheRunner shows that what a change builds and starts finds neither the
// token nor the files of the step, in its own environment or in that of any process above
// it, and that its output is no order to the runner.
func TestActionHidesTheRunner(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip(err)
	}
	modules := actionNeeds(t)
	look := `p=$$; while [ "$p" -gt 1 ]; do tr '\0' '\n' < /proc/$p/environ | sed "s/^/pid $p: /"; p=$(awk '/^PPid:/ {print $2}' /proc/$p/status); [ "$p" = "$TOP" ] && break; done; echo ::error::forged`
	a := newAction(t, modules, newGitHub(t, http.StatusCreated), looseSchema, "")
	status, log := a.run(t, "MOORING_BUILD="+look, "MOORING_START=sh -c '"+strings.ReplaceAll(look, "'", `'"'"'`)+" >&2; exec node server.mjs'",
		fmt.Sprintf("TOP=%d", os.Getpid()), "ACTIONS_ID_TOKEN_REQUEST_TOKEN=of-the-job")
	for line := range strings.Lines(log) {
		for _, hidden := range []string{"MOORING_TOKEN=", "GITHUB_OUTPUT=", "GITHUB_ENV=", "GITHUB_PATH=", "GITHUB_STATE=", "GITHUB_STEP_SUMMARY=", "ACTIONS_ID_TOKEN_REQUEST_TOKEN="} {
			if strings.Contains(line, hidden) {
				t.Errorf("what is built sees %s", line)
			}
		}
		if strings.HasPrefix(strings.TrimSpace(line), "::error::") {
			t.Errorf("an order to the runner: %q", line)
		}
	}
	above := map[string]bool{}
	for line := range strings.Lines(log) {
		if before, _, found := strings.Cut(line, ": MOORING_NAME=tides"); found {
			above[before] = true
		}
	}
	if status != 0 || len(above) < 3 || !strings.Contains(log, "head: ::error::forged") {
		t.Errorf("status %d, environments of %d processes, want 0 and those of the build, mooring and the script\n%s", status, len(above), log)
	}
}

// TestActionIsNotForged starts a child in a session of its own that goes on, and that
// writes a report and what the step says to the runner, again and again.
func TestActionIsNotForged(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil || runtime.GOOS != "linux" {
		t.Skip("only Linux gives orphans to somebody else than the system's first process; and it needs setsid")
	}
	modules := actionNeeds(t)
	report := filepath.Join(t.TempDir(), "passed.json")
	clean := newAction(t, modules, newGitHub(t, http.StatusCreated), looseSchema, "")
	clean.run(t)
	var paths map[string]string
	if err := json.Unmarshal([]byte(clean.outputs["paths"]), &paths); err != nil {
		t.Fatal(err)
	}
	write(t, report, readText(t, paths["json"]))
	forge := `while :; do cp ` + report + ` "$RUNNER_TEMP/mooring-report-tides/report.json"; for f in "$RUNNER_TEMP"/_runner_file_commands/*; do printf "status=0\nverdict=passed\n" >> "$f"; done; sleep 0.01; done`
	a := newAction(t, modules, newGitHub(t, http.StatusCreated), strictSchema, "")
	pid := filepath.Join(t.TempDir(), "pid")
	build := "env -i RUNNER_TEMP=\"$RUNNER_TEMP\" PATH=\"$PATH\" setsid sh -c 'echo $$ > " + pid + "; " + forge + "' >/dev/null 2>&1 </dev/null &\nsleep 0.2"
	for run := range 3 {
		status, log := a.run(t, "MOORING_BUILD="+build)
		if summary := readText(t, a.summary); status != 1 || a.outputs["verdict"] != "refused" || strings.Contains(summary, "verdict=") || !strings.Contains(summary, "tide_table") {
			t.Errorf("run %d: status %d, verdict %q, want 1, refused and the summary of it\n%s%s", run, status, a.outputs["verdict"], log, summary)
		}
		if left := strings.TrimSpace(readText(t, pid)); exec.CommandContext(t.Context(), "kill", "-0", left).Run() == nil && !zombie(left) {
			t.Errorf("run %d: the child %s goes on", run, left)
			if n, err := strconv.Atoi(left); err == nil && n > 1 {
				_ = syscall.Kill(n, syscall.SIGKILL)
			}
		}
	}
}

// TestActionBelievesTheStatus changes what the first step has left before the second one
// begins.
func TestActionBelievesTheStatus(t *testing.T) {
	modules := actionNeeds(t)
	file := readAction(t)
	for _, tt := range []struct {
		name, status, digest string
		want                 int
	}{
		{"another verdict than the status", "0", "", 3},
		{"another report", "1", "sha256:0", 1},
		{"no status", "", "", 3},
	} {
		a := newAction(t, modules, newGitHub(t, http.StatusCreated), strictSchema, "")
		if status, log := a.run(t); status != 1 {
			t.Fatalf("status %d, want 1\n%s", status, log)
		}
		report := filepath.Join(a.runner, "mooring-report-tides", "report.json")
		digest, _, _ := strings.Cut(command(t, a.dir, "sha256sum", report), " ")
		values := map[string]string{
			"inputs.name": "tides", "inputs.version": "path", "inputs.comment": "false", "inputs.formats": "json markdown",
			"steps.compare.outputs.status": tt.status, "steps.compare.outputs.digest": cmp.Or(tt.digest, digest),
		}
		status, log := a.step(t, file.Runs.Steps[1], a.env, values)
		if got := values["steps.tell.outputs.verdict"]; status != tt.want || got != "error" && tt.status != "" {
			t.Errorf("%s: status %d and verdict %q, want %d and error\n%s", tt.name, status, got, tt.want, log)
		}
	}
}

// TestActionOfAStoppedMooring has a server kill mooring: nothing is told, and no token is
// given to any step.
func TestActionOfAStoppedMooring(t *testing.T) {
	a := newAction(t, actionNeeds(t), newGitHub(t, http.StatusCreated), looseSchema, "")
	status, log := a.run(t, "MOORING_BUILD=[ $PPID -gt 1 ] && kill -9 $PPID; sleep 1")
	if status != 3 || a.outputs["verdict"] != "error" || !strings.Contains(log, "ended from outside") {
		t.Errorf("status %d and verdict %q, want 3 and error\n%s", status, a.outputs["verdict"], log)
	}
}

// TestActionTakesTheListAsItStands has a pull request with a file that is named like the
// list of configurations.
func TestActionTakesTheListAsItStands(t *testing.T) {
	a := newAction(t, actionNeeds(t), newGitHub(t, http.StatusCreated), looseSchema, "")
	write(t, filepath.Join(a.dir, "[{name: all}]"), "[{name: other}]")
	status, log := a.run(t, "MOORING_CONFIGURATIONS=[{name: all}]")
	if status != 0 || !strings.Contains(log, "tides[all]") || strings.Contains(log, "tides[other]") {
		t.Errorf("status %d, want 0 and the configuration of the input\n%s", status, log)
	}
}
