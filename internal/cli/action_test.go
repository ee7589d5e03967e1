//go:build unix

package cli_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
)

// serverSource is a server of the published SDK; %s is the input schema of its tool.
const serverSource = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
if (process.argv.includes("--broken")) process.exit(3);
const server = new Server({ name: "tides", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: "tide_table", description: "Tides of a port.", inputSchema: %s }],
}));
await server.connect(new StdioServerTransport());
`

const (
	looseSchema  = `{ type: "object", properties: { port: { type: "string" }, day: { type: "string" } }, required: ["port"] }`
	strictSchema = `{ type: "object", properties: { port: { type: "string" }, day: { type: "string" } }, required: ["port", "day"] }`
)

// TestAction runs the steps of action.yml on a pull request of a repository with a
// server of the published SDK. An HTTP server stands in for the REST API of GitHub.
func TestAction(t *testing.T) {
	modules := actionNeeds(t)
	for _, tt := range []struct {
		name    string
		head    string // input schema of the tool in the pull request
		policy  string
		env     []string
		status  int
		verdict string
		counts  string // a part of it
		summary []string
	}{
		{"clean", looseSchema, "", nil, 0, "passed", `"fail":0`, []string{"passed"}},
		{"findings", strictSchema, "", nil, 1, "refused", `"fail":1`, []string{"refused", "tide_table"}},
		{"suppressed", strictSchema, "ignore:\n  - {entity: tide_table, reason: agreed with the callers}\n", nil, 0, "passed", `"fail":0`, []string{"agreed with the callers", "everything that would not pass is suppressed", "policy.changed"}},
		{"intended", strictSchema, "", []string{"MOORING_ARGS=--expect-bump 'major'"}, 0, "passed", `"fail":0`, []string{"passed", "tide_table"}},
		{
			"configurations", strictSchema, "",
			[]string{"MOORING_CONFIGURATIONS=- {name: all}\n- {name: quiet, args: [--quiet]}"},
			1, "refused", `"fail":1`,
			[]string{"refused", "tides[all]", "quiet"},
		},
		{
			"configurations from a file", strictSchema, "",
			[]string{"MOORING_CONFIGURATIONS_FILE=../configurations.yaml"},
			1, "refused", `"fail":1`,
			[]string{"refused", "tides[all]", "quiet"},
		},
		{"two lists", looseSchema, "", []string{"MOORING_CONFIGURATIONS=- {name: all}", "MOORING_CONFIGURATIONS_FILE=x"}, 2, "error", "null", []string{"both set, want one"}},
		{"only told", strictSchema, "", []string{"MOORING_ARGS=--exit-zero"}, 0, "refused", `"fail":1`, []string{"refused", "tide_table"}},
		{"inconclusive", looseSchema, "", []string{"MOORING_START=node server.mjs --broken"}, 3, "inconclusive", `"fail":0`, []string{"could not tell", "base_not_observed", "head_not_observed"}},
		{"does not build", looseSchema, "", []string{"MOORING_BUILD=exit 9"}, 3, "inconclusive", `"fail":0`, []string{"could not tell", "head_not_built"}},
		{"broken policy", strictSchema, "nonsense: true\n", nil, 2, "error", "null", []string{"could not run (status 2)", `unknown key "nonsense"`}},
		{"no command", looseSchema, "", []string{"MOORING_START="}, 2, "error", "null", []string{"the input start is no command"}},
		{"open quote", looseSchema, "", []string{"MOORING_START=node 'server.mjs"}, 2, "error", "null", []string{"the input start is no command"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			api := newGitHub(t, http.StatusCreated)
			a := newAction(t, modules, api, tt.head, tt.policy)
			write(t, filepath.Join(a.dir, "../configurations.yaml"), "- {name: all}\n- {name: quiet, args: [--quiet]}\n")
			for run := range 2 { // the second updates the comment of the first
				status, log := a.run(t, tt.env...)
				if status != tt.status {
					t.Fatalf("run %d: status %d, want %d\n%s", run, status, tt.status, log)
				}
				out := a.outputs
				if out["verdict"] != tt.verdict || !strings.Contains(out["counts"], tt.counts) {
					t.Errorf("run %d: outputs %v, want verdict %s and counts with %s", run, out, tt.verdict, tt.counts)
				}
				a.wantFiles(t, out["paths"])
				summary := readText(t, a.summary)
				own := api.own()
				if len(own) != 1 {
					t.Fatalf("run %d: %d comments of ours, want one\n%s", run, len(own), log)
				}
				if want := "<!-- mooring:tides -->\n" + summary; strings.TrimSpace(own[0]) != strings.TrimSpace(want) {
					t.Errorf("run %d: comment\n%s\nwant the marker and the summary\n%s", run, own[0], want)
				}
				for _, want := range tt.summary {
					if !strings.Contains(summary, want) {
						t.Errorf("run %d: no %q in the summary\n%s", run, want, summary)
					}
				}
				if strings.Contains(log+summary+own[0], actionToken) {
					t.Errorf("run %d: the token is in\n%s", run, log)
				}
			}
			api.wantOthersUntouched(t)
		})
	}
}

// TestActionOnFork shows that a token that may only read changes no status, and that
// the summary and the report are there.
func TestActionOnFork(t *testing.T) {
	modules := actionNeeds(t)
	for _, code := range []int{http.StatusForbidden, http.StatusNotFound, http.StatusBadGateway} {
		for head, want := range map[string]int{looseSchema: 0, strictSchema: 1} {
			api := newGitHub(t, code)
			a := newAction(t, modules, api, head, "")
			status, log := a.run(t)
			said := fmt.Sprintf("HTTP %d", code)
			if status != want || !strings.Contains(log, said) || !strings.Contains(readText(t, a.summary), map[int]string{0: "passed", 1: "refused"}[want]) {
				t.Errorf("HTTP %d: status %d, want %d, a log with %q and a summary\n%s", code, status, want, said, log)
			}
			a.wantFiles(t, a.outputs["paths"])
			if own := api.own(); len(own) > 0 {
				t.Errorf("HTTP %d: comments %q, want none", code, own)
			}
		}
	}
}

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
			_ = exec.CommandContext(t.Context(), "kill", "-9", left).Run()
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
	status, log := a.run(t, "MOORING_BUILD=kill -9 $PPID; sleep 1")
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

// TestActionTellsOfAnotherRun is the second of two workflows: a trusted one that
// comments what one with a token that may only read has found.
func TestActionTellsOfAnotherRun(t *testing.T) {
	modules := actionNeeds(t)
	first := newAction(t, modules, newGitHub(t, http.StatusForbidden), strictSchema, "")
	first.run(t)
	var paths map[string]string
	if err := json.Unmarshal([]byte(first.outputs["paths"]), &paths); err != nil {
		t.Fatal(err)
	}
	api := newGitHub(t, http.StatusCreated)
	second := newAction(t, modules, api, strictSchema, "")
	event := `{"workflow_run":{"head_sha":"` + strings.Repeat("a", 40) + `","head_branch":"topic/é&x","head_repository":{"owner":{"login":"stranger"}}}}`
	second.event(t, event)
	status, log := second.run(t, "MOORING_REPORT="+paths["json"], "MOORING_START=")
	if own := api.own(); status != 0 || len(own) != 1 || !strings.Contains(own[0], "tide_table") {
		t.Errorf("status %d and comments %q, want 0 and one\n%s", status, own, log)
	}
	forged := filepath.Join(t.TempDir(), "report.json")
	write(t, forged, `{"schema":"mooring.report.v1","verdict":"splendid"}`)
	if status, log = second.run(t, "MOORING_REPORT="+forged); status != 2 {
		t.Errorf("a report that is none: status %d, want 2\n%s", status, log)
	}
	second.event(t, strings.ReplaceAll(event, "aaa", "bbb"))
	if status, log = second.run(t, "MOORING_REPORT="+paths["json"]); status != 2 || !strings.Contains(log, "about no open pull request") {
		t.Errorf("a commit of no pull request: status %d, want 2\n%s", status, log)
	}
}

// TestActionInstalls takes a release whose digest is right, and none whose digest is not.
func TestActionInstalls(t *testing.T) {
	modules := actionNeeds(t)
	program, err := exec.LookPath("mooring")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "mooring"), fmt.Sprintf("#!/bin/sh\necho installed >&2\nexec %q \"$@\"\n", program))
	if err := os.Chmod(filepath.Join(dir, "mooring"), 0o755); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(dir, "archive.tar.gz")
	command(t, dir, "tar", "-czf", archive, "mooring")
	digest, _, _ := strings.Cut(command(t, dir, "sha256sum", archive), " ")
	for _, tt := range []struct {
		version, sum string
		status       int
		said         string
	}{
		{"latest", digest, 0, "installed 9.8.7, sha256:" + digest},
		{"v9.8.7", digest, 0, "installed 9.8.7, sha256:" + digest},
		{"9.8.7", strings.Repeat("0", 64), 2, "is not what checksums.txt of the release says"},
		{"9.8.7", "", 2, "is not what checksums.txt of the release says"},
		{"1.0.0", digest, 2, "404"},
		{"../x", digest, 2, "found no version"},
	} {
		mux := http.NewServeMux()
		mux.Handle("/releases/latest", http.RedirectHandler("/releases/tag/v9.8.7", http.StatusFound))
		mux.HandleFunc("/releases/tag/v9.8.7", func(http.ResponseWriter, *http.Request) {})
		mux.HandleFunc("/releases/download/v9.8.7/checksums.txt", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, "%s  mooring_9.8.7_linux_amd64.tar.gz\n%s  other\n", tt.sum, digest)
		})
		mux.HandleFunc("/releases/download/v9.8.7/mooring_9.8.7_linux_amd64.tar.gz", func(w http.ResponseWriter, r *http.Request) {
			http.ServeFile(w, r, archive)
		})
		web := httptest.NewServer(mux)
		a := newAction(t, modules, newGitHub(t, http.StatusCreated), looseSchema, "")
		status, log := a.run(t, "MOORING_VERSION="+tt.version, "MOORING_RELEASES="+web.URL+"/releases", "RUNNER_OS=Linux", "RUNNER_ARCH=X64")
		web.Close()
		if status != tt.status || !strings.Contains(log, tt.said) {
			t.Errorf("version %s with digest %q: status %d, want %d and %q\n%s", tt.version, tt.sum, status, tt.status, tt.said, log)
		}
		if len(readText(t, a.summary)) == 0 {
			t.Errorf("version %s: no summary", tt.version)
		}
	}
}

// actionNeeds skips the test without the programs that the script and the server need;
// it returns the folder of published packages.
func actionNeeds(t *testing.T) (modules string) {
	t.Helper()
	modules, err := filepath.Abs("../../testdata/npm/node_modules")
	if err == nil {
		_, err = os.Stat(filepath.Join(modules, "@modelcontextprotocol/sdk"))
	}
	for _, program := range []string{"bash", "curl", "git", "jq", "node", "xargs"} {
		if _, missing := exec.LookPath(program); missing != nil {
			err = missing
		}
	}
	if err != nil && slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "node") {
		t.Fatalf("MOORING_REQUIRE wants node: %v; run make npm, and install curl, git and jq", err)
	}
	if err != nil {
		t.Skipf("no published servers, or no curl, git or jq: %v; run make npm", err)
	}
	return modules
}

const actionToken = "ghs_0123456789abcdefghij"

// action is a checkout of a pull request with the surroundings of a job.
type action struct {
	dir, runner, summary string
	env                  []string
	outputs              map[string]string // outputs of the action
}

func newAction(t *testing.T, modules string, api *github, head, policy string) *action {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	a := &action{dir: filepath.Join(t.TempDir(), "tides")}
	if err := os.Mkdir(a.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(a.dir, "server.mjs"), fmt.Sprintf(serverSource, looseSchema))
	write(t, filepath.Join(a.dir, ".gitignore"), "node_modules\n")
	git := func(args ...string) {
		command(t, a.dir, "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
	}
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-q", "-m", "base")
	git("update-ref", "refs/remotes/origin/main", "main")
	git("checkout", "-q", "-b", "topic")
	write(t, filepath.Join(a.dir, "server.mjs"), fmt.Sprintf(serverSource, head))
	if policy != "" {
		write(t, filepath.Join(a.dir, "mooring.yaml"), policy)
	}
	git("add", "-A")
	git("commit", "-q", "--allow-empty", "-m", "head")
	a.runner = t.TempDir()
	a.summary = filepath.Join(a.runner, "summary.md")
	a.env = append(os.Environ(),
		"RUNNER_TEMP="+a.runner, "GITHUB_API_URL="+api.url, "GITHUB_REPOSITORY=harbor/tides", "GITHUB_BASE_REF=main",
		"GITHUB_EVENT_PATH="+filepath.Join(a.runner, "event.json"), "GITHUB_ACTION_PATH="+root,
		"MOORING_VERSION=path", "MOORING_TOKEN="+actionToken, "MOORING_FORMATS=json markdown", "MOORING_COMMENT=true", "MOORING_NAME=tides",
		"MOORING_INSTALL=ln -sfn '"+modules+"' node_modules", "MOORING_START=node 'server.mjs'",
	)
	a.event(t, `{"pull_request":{"number":7}}`)
	return a
}

func (a *action) event(t *testing.T, text string) {
	t.Helper()
	write(t, filepath.Join(a.runner, "event.json"), text)
}

// actionFile is what action.yml says.
type actionFile struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct{ Steps []actionStep }
}

type actionStep struct {
	ID, If, Run, Shell string
	Env                map[string]string
}

func readAction(t *testing.T) actionFile {
	t.Helper()
	var file actionFile
	if err := yaml.Unmarshal([]byte(readText(t, "../../action.yml")), &file); err != nil {
		t.Fatal(err)
	}
	return file
}

// run runs the scripts of action.yml as a runner does, and returns the status of the job
// and what was printed. In env, MOORING_X is the input x; the rest is the job's.
func (a *action) run(t *testing.T, env ...string) (status int, log string) {
	t.Helper()
	file := readAction(t)
	values := map[string]string{} // of expressions
	for name, input := range file.Inputs {
		if !strings.Contains(input.Default, "${{") {
			values["inputs."+name] = input.Default
		}
	}
	var job []string
	for _, pair := range slices.Concat(a.env, env) {
		name, value, _ := strings.Cut(pair, "=")
		input := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(name, "MOORING_")), "_", "-")
		if _, is := file.Inputs[input]; is && strings.HasPrefix(name, "MOORING_") {
			values["inputs."+input] = value
		} else {
			job = append(job, pair)
		}
	}
	write(t, a.summary, "")
	for _, step := range file.Runs.Steps {
		if skipped := step.If == "inputs.report == ''" && values["inputs.report"] != ""; skipped || step.Run == "" || status != 0 {
			continue
		}
		stepStatus, said := a.step(t, step, job, values)
		status, log = stepStatus, log+said
	}
	a.outputs = map[string]string{}
	for name, output := range file.Outputs {
		a.outputs[name] = evaluate(output.Value, values)
	}
	return status, log
}

// step runs one step, in the way of the runner: the script is a file, and each step has
// files of its own for what it says.
func (a *action) step(t *testing.T, step actionStep, job []string, values map[string]string) (status int, log string) {
	t.Helper()
	commands := filepath.Join(a.runner, "_runner_file_commands")
	if err := os.MkdirAll(commands, 0o755); err != nil {
		t.Fatal(err)
	}
	env, files := slices.Clone(job), map[string]string{}
	for _, name := range []string{"GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"} {
		files[name] = filepath.Join(commands, strings.ToLower(name)+"_"+step.ID)
		write(t, files[name], "")
		env = append(env, name+"="+files[name])
	}
	for name, value := range step.Env {
		env = append(env, name+"="+evaluate(value, values))
	}
	script := filepath.Join(a.runner, step.ID+".sh")
	write(t, script, step.Run)
	cmd := exec.CommandContext(t.Context(), step.Shell, "--noprofile", "--norc", "-e", "-o", "pipefail", script)
	cmd.Dir, cmd.Env = a.dir, env
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(readText(t, files["GITHUB_OUTPUT"])) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		values["steps."+step.ID+".outputs."+name] = value
	}
	for _, name := range []string{"GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE"} {
		if said := readText(t, files[name]); said != "" {
			t.Errorf("step %s: %s has %q", step.ID, name, said)
		}
	}
	write(t, a.summary, readText(t, a.summary)+readText(t, files["GITHUB_STEP_SUMMARY"]))
	return cmd.ProcessState.ExitCode(), string(out)
}

// evaluate is an expression, of those that action.yml has: a value, or one or a text.
func evaluate(text string, values map[string]string) string {
	expression, is := strings.CutPrefix(text, "${{ ")
	if !is {
		return text
	}
	name, otherwise, _ := strings.Cut(strings.TrimSuffix(expression, " }}"), " || ")
	return cmp.Or(values[name], strings.Trim(otherwise, "'"))
}

func (a *action) wantFiles(t *testing.T, paths string) {
	t.Helper()
	var files map[string]string
	if err := json.Unmarshal([]byte(paths), &files); err != nil || files["markdown"] == "" {
		t.Fatalf("paths %q, want JSON with markdown: %v", paths, err)
	}
	for format, file := range files {
		if len(readText(t, file)) == 0 {
			t.Errorf("format %s: %s is empty", format, file)
		}
	}
}

// github stands in for the REST API: comments of pull request 7 of harbor/tides, which
// are many, and one of a stranger with our marker among them.
type github struct {
	url   string
	write int // status of what writes

	mu       sync.Mutex
	comments []comment
}

type comment struct {
	ID   int    `json:"id"`
	Body string `json:"body"`
	User struct {
		Login string `json:"login"`
		Type  string `json:"type"`
	} `json:"user"`
}

func newGitHub(t *testing.T, write int) *github {
	t.Helper()
	g := &github{write: write}
	for i := range 130 {
		c := comment{ID: 1000 + i, Body: fmt.Sprintf("comment %d", i)}
		c.User.Login, c.User.Type = "stranger", "User"
		if i == 3 {
			c.Body = "<!-- mooring:tides -->\nall is well"
		}
		g.comments = append(g.comments, c)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /user", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, `{}`, http.StatusForbidden) })
	mux.HandleFunc("GET /repos/harbor/tides/issues/7/comments", g.list)
	mux.HandleFunc("GET /repos/harbor/tides/pulls", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("head") != "stranger:topic/é&x" {
			http.Error(w, "[]", http.StatusOK)
			return
		}
		fmt.Fprintf(w, `[{"number":6,"head":{"sha":%q}},{"number":7,"head":{"sha":%q}}]`, strings.Repeat("c", 40), strings.Repeat("a", 40))
	})
	mux.HandleFunc("POST /repos/harbor/tides/issues/7/comments", g.put)
	mux.HandleFunc("PATCH /repos/harbor/tides/issues/comments/{id}", g.put)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+actionToken {
			http.Error(w, "{}", http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	g.url = web.URL
	return g
}

func (g *github) list(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	from := min(100*(page-1), len(g.comments))
	_ = json.NewEncoder(w).Encode(g.comments[from:min(from+100, len(g.comments))])
}

func (g *github) put(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var sent comment
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil || g.write >= http.StatusBadRequest {
		http.Error(w, `{"message":"Resource not accessible by integration"}`, max(g.write, http.StatusBadRequest))
		return
	}
	if id, err := strconv.Atoi(r.PathValue("id")); err == nil {
		i := slices.IndexFunc(g.comments, func(c comment) bool { return c.ID == id })
		g.comments[i].Body = sent.Body
		return
	}
	sent.ID = 5000 + len(g.comments)
	sent.User.Login, sent.User.Type = "github-actions[bot]", "Bot"
	g.comments = append(g.comments, sent)
	w.WriteHeader(g.write)
}

// own are the comments that the token wrote.
func (g *github) own() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []string
	for _, c := range g.comments {
		if c.User.Type == "Bot" {
			out = append(out, c.Body)
		}
	}
	return out
}

func (g *github) wantOthersUntouched(t *testing.T) {
	t.Helper()
	g.mu.Lock()
	defer g.mu.Unlock()
	if got := g.comments[3].Body; got != "<!-- mooring:tides -->\nall is well" {
		t.Errorf("the comment of a stranger became %q", got)
	}
}

// TestActionFile keeps action.yml from interpolating inputs into scripts, and its inputs
// from going nowhere.
func TestActionFile(t *testing.T) {
	file, script, used := readAction(t), readText(t, "../../scripts/action.sh"), map[string]bool{}
	for i, step := range file.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("a script holds an expression: %s", step.Run)
		}
		for name, value := range step.Env {
			expression := strings.TrimSuffix(strings.TrimPrefix(value, "${{ "), " }}")
			input := strings.TrimPrefix(expression, "inputs.")
			used[input] = true
			word := strings.TrimPrefix(input, "steps.compare.outputs.")
			if name != "MOORING_"+strings.ToUpper(strings.ReplaceAll(word, "-", "_")) || !strings.Contains(script, name) {
				t.Errorf("%s is %s, want it named after its input and read by the script", name, value)
			}
			if input == "token" && i == 0 {
				t.Error("the step that runs the change has the token")
			}
		}
	}
	for input := range file.Inputs {
		if !used[input] {
			t.Errorf("input %s goes nowhere", input)
		}
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}
