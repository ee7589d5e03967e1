//go:build unix

package cli_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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
