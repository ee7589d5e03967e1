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
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
)

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
