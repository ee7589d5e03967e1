package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/cli"
)

const (
	semanticBefore = `[{"name":"dock","description":"Dock a ship","inputSchema":{"type":"object","properties":{"n":{"type":"integer"}}}},{"name":"gone","inputSchema":{"type":"object"}}]`
	semanticAfter  = `[{"name":"dock","description":"Dock ships, never more than two","inputSchema":{"type":"object","properties":{"n":{"type":"integer","minimum":1}}}}]`
)

// notes matches the note of a finding, which is never its first member.
var notes = regexp.MustCompile(`,\n *"note": "(?:[^"\\]|\\.)*"`)

// TestNotesDecideNothing runs a comparison with programs that behave, and with every
// kind that does not: but for the notes, the record is that of a run without them.
func TestNotesDecideNothing(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	dir := t.TempDir()
	before, after := filepath.Join(dir, "before.json"), filepath.Join(dir, "after.json")
	write(t, before, semanticBefore)
	write(t, after, semanticAfter)
	child := filepath.Join(dir, "child")
	run := func(args ...string) (status int, stdout, stderr string) {
		var out, complaint bytes.Buffer
		status = cli.Run(t.Context(), cli.IO{
			Args: append([]string{"diff", "--format", "json", before, after}, args...), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &complaint,
		})
		return status, out.String(), complaint.String()
	}
	plainStatus, plain, complaint := run()
	if plainStatus != 1 || complaint != "" {
		t.Fatalf("without notes: status %d, stderr %q", plainStatus, complaint)
	}
	const each = `while read -r line; do `
	for _, tt := range []struct {
		name, script string
		notes        int
		complaint    string // "" for a clean run
	}{
		{"notes", each + `echo '{"note": "seen \"by\" \u200b me"}'; done`, 3, ""},
		{"one note", `read -r line; echo '{"note": "first"}'; ` + each + `echo '{}'; done`, 1, ""},
		{"no notes", each + `echo '{}'; done`, 0, ""},
		{"environment", each + `echo "{\"note\": \"$(env | cut -d= -f1 | grep -vxE 'PATH|HOME|PWD|OLDPWD|SHLVL|_' | wc -l | tr -d ' ')\"}"; done`, 3, ""},
		{"verdicts of its own", each + `echo '{"note": "harmless", "severity": "NONE", "action": "pass"}'; done`, 3, ""},
		{"fails at once", `exit 1`, 0, "exit status 1"},
		{"fails after its answers", each + `echo '{"note": "x"}'; done; exit 1`, 0, "exit status 1"},
		{"garbage", each + `echo garbage; done`, 0, `answer 1 is neither {"note": TEXT} nor {}`},
		{"an array", each + `echo '[]'; done`, 0, `answer 1 is neither`},
		{"a number for a note", each + `echo '{"note": 1}'; done`, 0, `answer 1 is neither`},
		{"too few answers", `echo '{}'`, 0, "answered 1 lines to 3 findings"},
		{"nothing", `cat > /dev/null`, 0, "answered 0 lines to 3 findings"},
		{"a long note", each + `printf '{"note": "'; head -c 1025 /dev/zero | tr '\0' x; echo '"}'; done`, 0, "note 1 has 1025 bytes, want at most 1024"},
		{"endless", `yes`, 0, "answered more than"},
		{"hangs", `sleep 300 & echo $! > ` + child + `; wait`, 0, "took longer than 2s"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			started := time.Now()
			status, out, complaint := run("--semantic-timeout", "2s", "--semantic", "sh -c '"+strings.ReplaceAll(tt.script, "'", `'"'"'`)+"'")
			if got := len(notes.FindAllString(out, -1)); got != tt.notes {
				t.Errorf("%d notes, want %d\n%s", got, tt.notes, complaint)
			}
			if bare := notes.ReplaceAllString(out, ""); status != plainStatus || bare != plain {
				t.Errorf("status %d, want %d; without notes the record is\n%s\nwant\n%s", status, plainStatus, bare, plain)
			}
			if tt.complaint == "" && complaint != "" || !strings.Contains(complaint, tt.complaint) {
				t.Errorf("stderr %q, want %q in it", complaint, tt.complaint)
			}
			if took := time.Since(started); took > 20*time.Second {
				t.Errorf("took %s", took)
			}
			if tt.name == "environment" && !strings.Contains(out, `"note": "0"`) {
				t.Errorf("the command got more variables than PATH and HOME")
			}
		})
	}
	pid, err := os.ReadFile(child)
	if err != nil {
		t.Fatal(err)
	}
	if err := exec.CommandContext(t.Context(), "kill", "-0", strings.TrimSpace(string(pid))).Run(); err == nil && !zombie(strings.TrimSpace(string(pid))) {
		t.Errorf("process %s outlives the command that started it", pid)
	}
}

// zombie reports a process that is dead and not reaped.
func zombie(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	return err == nil && strings.Contains(string(stat), ") Z ")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
