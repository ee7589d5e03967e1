package shellop_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/shellop"
)

// selects proves what begins with SELECT, as far as these tests need SQL.
func selects(_, statements string) bool {
	return strings.HasPrefix(strings.ToUpper(statements), "SELECT ") && !strings.Contains(statements, ";")
}

// TestBands reads the cases of testdata: a band, a bar and a text, in which \n is a line end.
func TestBands(t *testing.T) {
	files, err := filepath.Glob("testdata/bands-*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			want, cmd, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
			if !ok {
				t.Errorf("%s: %q has no bar", file, line)
				continue
			}
			cmd = strings.ReplaceAll(cmd, `\n`, "\n")
			got := shellop.Classify(cmd, shellop.Options{SQL: selects})
			if got.Band != shellop.Band(want) {
				t.Errorf("Classify(%q) = %s, want %s: %+v", cmd, got.Band, want, got.Reasons)
			}
			checkVerdict(t, cmd, got)
		}
	}
}

// checkVerdict checks what holds for every answer.
func checkVerdict(t *testing.T, cmd string, v shellop.Verdict) {
	t.Helper()
	worst := shellop.Auto
	for _, r := range v.Reasons {
		if worst.Less(r.Band) {
			worst = r.Band
		}
		if r.Span.Start < 0 || r.Span.End > len(cmd) || r.Span.Start > r.Span.End {
			t.Errorf("Classify(%q): span %v is outside of the text", cmd, r.Span)
		}
		if _, ok := shellop.Meaning(r.Code); !ok {
			t.Errorf("Classify(%q): code %q has no meaning in Codes", cmd, r.Code)
		}
	}
	if worst != v.Band {
		t.Errorf("Classify(%q) = %s, but the weightiest reason is %s", cmd, v.Band, worst)
	}
}

func TestOptions(t *testing.T) {
	project := shellop.Options{Workspace: "/src/harbor", Home: "/home/mate"}
	tests := []struct {
		cmd  string
		o    shellop.Options
		want shellop.Band
	}{
		{"cp a /src/harbor/b", project, shellop.SoftAck},
		{"cp a /src/pier/b", project, shellop.Escalate},
		{"cp a ../b", project, shellop.Escalate},
		{"cp a ../b", shellop.Options{}, shellop.SoftAck},
		{"rm -rf /src/harbor/node_modules", project, shellop.SoftAck},
		{"rm -rf /src/pier/node_modules", project, shellop.Escalate},
		{"rm -rf node_modules", shellop.Options{Workspace: "/src/harbor", Dir: "/"}, shellop.Escalate},
		{"rm -rf *", shellop.Options{Dir: "/"}, shellop.Deny},
		{"rm -rf *", shellop.Options{Dir: "/home/mate", Home: "/home/mate"}, shellop.Deny},
		{"rm -rf /home/mate", project, shellop.Deny},
		{"cat /home/mate/.ssh/id_rsa", project, shellop.Escalate},
		{"cd .. && rm -rf harbor", project, shellop.Escalate},
		{"rm -rf /etc", shellop.Options{Workspace: "/"}, shellop.Deny},
		{"ls *(.)", shellop.Options{Shell: "bash"}, shellop.Auto},
		{"ls *(.)", shellop.Options{Shell: "zsh"}, shellop.Escalate},
		{"echo =ls", shellop.Options{Shell: "bash"}, shellop.Auto},
		{"echo =ls", shellop.Options{}, shellop.Escalate},
		{"ls", shellop.Options{Shell: "powershell"}, shellop.Escalate},
		{"dir", shellop.Options{Shell: "cmd"}, shellop.Escalate},
		{"psql -c 'SELECT 1'", shellop.Options{}, shellop.Escalate},
		{"psql -c 'SELECT 1'", shellop.Options{SQL: selects}, shellop.SoftAck},
		{"sqlite3 a.db 'SELECT 1'", shellop.Options{SQL: selects}, shellop.Auto},
		{"sqlite3 a.db 'DELETE FROM t'", shellop.Options{SQL: selects}, shellop.Escalate},
	}
	for _, tt := range tests {
		if got := shellop.Classify(tt.cmd, tt.o); got.Band != tt.want {
			t.Errorf("Classify(%q, %+v) = %s, want %s: %+v", tt.cmd, tt.o, got.Band, tt.want, got.Reasons)
		}
	}
}

// TestRemoteReasons: what destroys elsewhere says so, and not that it is unknown.
func TestRemoteReasons(t *testing.T) {
	for _, cmd := range []string{
		"terraform destroy", "tofu destroy -auto-approve", "pulumi destroy -y", "helm uninstall x", "kubectl delete pod x", "aws s3 rm s3://a/b",
		"gcloud compute instances delete x", "az group delete -n x", "flyctl apps destroy x", "heroku apps:destroy x", "vercel remove x", "gh repo delete x",
		"aws cloudformation delete-stack --stack-name x",
	} {
		v := shellop.Classify(cmd, shellop.Options{})
		if v.Band != shellop.Escalate || v.Reasons[0].Code != "command" || !strings.Contains(v.Reasons[0].Detail, "destroys") {
			t.Errorf("Classify(%q) = %s for %+v, want escalate by a row that says what it destroys", cmd, v.Band, v.Reasons)
		}
	}
}

// TestSpans says which part of the text decided.
func TestSpans(t *testing.T) {
	tests := []struct{ cmd, code, part string }{
		{"ls; rm -rf / ; pwd", "path-root", "rm -rf / "},
		{"ls > /etc/motd", "path-system", "> /etc/motd"},
		{"echo $(sudo ls)", "command", "sudo ls"},
		{"bash -c 'rm -rf /'", "path-root", "'rm -rf /'"},
		{"[[ 'a[$(ls)]' -eq 0 ]]", "evaluates-text", "'a[$(ls)]'"},
		{"X=1 PATH=/x ls", "variable", "PATH=/x"},
	}
	for _, tt := range tests {
		v := shellop.Classify(tt.cmd, shellop.Options{})
		r := v.Reasons[0]
		if got := tt.cmd[r.Span.Start:r.Span.End]; r.Code != tt.code || strings.TrimSpace(got) != strings.TrimSpace(tt.part) {
			t.Errorf("Classify(%q) decided by %s at %q, want %s at %q", tt.cmd, r.Code, got, tt.code, tt.part)
		}
	}
}

// TestRefused is what is not judged.
func TestRefused(t *testing.T) {
	tests := []struct{ name, cmd, code string }{
		{"too large", "ls " + strings.Repeat("a", shellop.MaxBytes), "too-large"},
		{"too deep", strings.Repeat("$(", 300) + "ls" + strings.Repeat(")", 300), "too-deep"},
		{"evals", strings.Repeat("eval ", 100) + "ls", "too-deep"},
		{"too complex", strings.Repeat("ls;", 20000), "too-complex"},
		{"NUL", "ls\x00rm", "control-character"},
		{"escape", "ls \x1b[0m", "control-character"},
		{"carriage return", "ls\rrm", "control-character"},
		{"bidi", "ls \u202e", "control-character"},
		{"no UTF-8", "ls \xff", "not-utf8"},
		{"no-break space", "ls\u00a0-l", "invisible-character"},
		{"zero width", "l\u200bs", "invisible-character"},
		{"unterminated", "echo \"a", "unparsed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := shellop.Classify(tt.cmd, shellop.Options{})
			found := false
			for _, r := range v.Reasons {
				found = found || r.Code == tt.code
			}
			if v.Band.Less(shellop.Escalate) || !found {
				t.Errorf("Classify(%.40q) = %s by %+v, want escalate by %s", tt.cmd, v.Band, v.Reasons, tt.code)
			}
		})
	}
	if v := shellop.Classify("echo '\u00a0 \u200b'", shellop.Options{}); v.Band != shellop.Auto {
		t.Errorf("what is between quotes is data, got %+v", v)
	}
}

// TestCommands is what explain shows.
func TestCommands(t *testing.T) {
	v := shellop.Classify(`sudo -u x timeout 5 bash -c 'git log | head' && xargs rm < f`, shellop.Options{})
	var got []string
	for _, c := range v.Commands {
		got = append(got, strings.Join(append(c.Through, c.Name), ">"))
	}
	want := "sudo sudo>timeout sudo>timeout>bash sudo>timeout>bash>git sudo>timeout>bash>head xargs xargs>rm"
	if strings.Join(got, " ") != want {
		t.Errorf("commands\n got %s\nwant %s", strings.Join(got, " "), want)
	}
}

// TestCap is that no text at the cap asks for more than the budget of steps; BenchmarkCap has the times.
func TestCap(t *testing.T) {
	for name, text := range capped {
		if len(text) > shellop.MaxBytes {
			t.Errorf("%s: %d bytes are over the cap", name, len(text))
		}
		if v := shellop.Classify(text, shellop.Options{}); len(v.Reasons) > 200 || len(v.Commands) > 1000 {
			t.Errorf("%s: %d reasons and %d commands", name, len(v.Reasons), len(v.Commands))
		}
	}
}
