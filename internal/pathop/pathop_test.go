package pathop_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/pathop"
)

var (
	unix    = pathop.Place{Workspace: "/home/mo/src/harbor", Home: "/home/mo"}
	windows = pathop.Place{Workspace: `C:\Users\mo\src\harbor`, Home: `C:\Users\mo`}
)

func TestClassify(t *testing.T) {
	for _, tt := range []struct {
		at   pathop.Place
		text string
		want pathop.Class
	}{
		// Where it is.
		{unix, "main.go", pathop.Workspace},
		{unix, "./cmd/../main.go", pathop.Workspace},
		{unix, "/home/mo/src/harbor/main.go", pathop.Workspace},
		{unix, "$PWD/main.go", pathop.Workspace},
		{unix, "app/routes/$id.tsx", pathop.Workspace},
		{unix, "notes 100% done.md", pathop.Workspace},
		{unix, "../other/main.go", pathop.Home},
		{unix, "/home/mo/src/harbor2/main.go", pathop.Home},
		{unix, "~/notes.txt", pathop.Home},
		{unix, "$HOME/notes.txt", pathop.Home},
		{unix, "${HOME}/notes.txt", pathop.Home},
		{unix, "/home/other/notes.txt", pathop.Home},
		{unix, "~other/notes.txt", pathop.Home},
		{unix, "/Users/x/notes.txt", pathop.Home},
		{unix, "/data/set.csv", pathop.Outside},
		{unix, "/tmp/x", pathop.Temporary},
		{unix, "$TMPDIR/x", pathop.Temporary},
		{unix, "/private/tmp/x", pathop.Temporary},
		{unix, "/var/tmp/x", pathop.Temporary},
		{unix, "/usr/share/dict/words", pathop.System},
		{unix, "../../../../usr/bin/env", pathop.System},
		{unix, "/private/etc/motd", pathop.System},
		{unix, "/", pathop.Root},
		{unix, "//", pathop.Root},
		{unix, "~", pathop.Root},
		{unix, "~/", pathop.Root},
		{unix, "/home", pathop.Root},
		{unix, "..", pathop.Root}, // holds the workspace
		{unix, "../../..", pathop.Root},
		{unix, ".", pathop.Workspace},
		{pathop.Place{Workspace: "/opt/app", Home: "/root"}, "x/y", pathop.Workspace},
		{pathop.Place{Workspace: "/opt/app", Home: "/root"}, "/opt/other/y", pathop.System},
		{pathop.Place{Workspace: "/tmp/job"}, "x", pathop.Workspace},
		{pathop.Place{Workspace: "/", Home: "/root"}, "etc/passwd", pathop.Critical},
		{pathop.Place{}, "src/main.go", pathop.Workspace},
		{pathop.Place{}, "../main.go", pathop.Outside},
		{pathop.Place{}, "~/notes.txt", pathop.Home},
		{pathop.Place{}, "~/bin/x", pathop.Persistence},
		{pathop.Place{}, "~", pathop.Root},

		// Credentials.
		{unix, "~/.ssh/id_rsa", pathop.Credential},
		{unix, "~/.SSH/ID_RSA", pathop.Credential},
		{unix, "~/.\u017fsh/id_rsa", pathop.Credential},
		{unix, "/root/.ssh", pathop.Credential},
		{unix, "~root/.ssh", pathop.Credential},
		{unix, "~other/.aws/credentials", pathop.Credential},
		{unix, "$XDG_CONFIG_HOME/gcloud/x", pathop.Credential},
		{unix, "x/../../../.ssh/config", pathop.Credential},
		{unix, ".env", pathop.Credential},
		{unix, ".env.production", pathop.Credential},
		{unix, ".env.", pathop.Credential},
		{unix, ".env::$DATA", pathop.Credential},
		{unix, "prod.env", pathop.Credential},
		{unix, ".env.example", pathop.Workspace},
		{unix, ".env/lib/site.py", pathop.Workspace},
		{unix, "src/environment.ts", pathop.Workspace},
		{unix, "src/credentials.go", pathop.Workspace},
		{unix, "config/credentials.json", pathop.Credential},
		{unix, "deploy/server.key", pathop.Credential},
		{unix, "~/.kube/config", pathop.Credential},
		{unix, "~/.docker/config.json", pathop.Credential},
		{unix, "~/.gnupg/", pathop.Credential},
		{unix, "~/.git-credentials", pathop.Credential},
		{unix, "~/.bash_history", pathop.Credential},
		{unix, "~/.config/google-chrome/Default/Login Data", pathop.Credential},
		{unix, "~/Library/Application Support/Google/Chrome/Default/Cookies", pathop.Credential},
		{unix, "~/Library/Keychains/login.keychain-db", pathop.Credential},
		{unix, "/proc/self/environ", pathop.Credential},
		{unix, "/proc/1/root/etc/hostname", pathop.Credential},
		{unix, "/proc/self/../self/environ", pathop.Credential},

		// Patterns that may find credentials, and those that say nothing of any.
		{unix, "~/.s*/*", pathop.Credential},
		{unix, "~/.??h/*", pathop.Credential},
		{unix, "~/.[r-t]*/*", pathop.Guard},
		{unix, "~/.[!a]sh/x", pathop.Credential},
		{unix, "~/.*/*", pathop.Guard}, // and all else that is hidden
		{unix, "~/.aws/cred*", pathop.Credential},
		{unix, "~/.{ssh,config}/x", pathop.Credential},
		{unix, "~/.ss{g..i}/x", pathop.Credential},
		{unix, "/home/*/.ss?/id_rsa", pathop.Credential},
		{unix, "/etc/shad*", pathop.Credential},
		{unix, "/e*/s*", pathop.Credential},
		{unix, "/tmp/.?/etc/shadow", pathop.Credential},
		{unix, "/proc/*/environ", pathop.Credential},
		{unix, "/proc/[0-9]*/env*", pathop.Credential},
		{unix, "**/*.pem", pathop.Credential},
		{unix, "src/**/id_*", pathop.Credential},
		{unix, ".en?", pathop.Credential},
		{unix, ".env*", pathop.Credential},
		{unix, "cred*.json", pathop.Credential},
		{pathop.Place{}, ".s*/id*", pathop.Credential},
		{unix, "*", pathop.Workspace},
		{unix, "**/*", pathop.Workspace},
		{unix, "*.json", pathop.Workspace},
		{unix, "src/*", pathop.Workspace},
		{unix, "config/*.yaml", pathop.Workspace},
		{unix, "*_test.go", pathop.Workspace},
		{unix, "app/[id]/page.tsx", pathop.Workspace},
		{unix, "pages/[...slug].tsx", pathop.Workspace},
		{unix, "src/{a,b}.go", pathop.Workspace},
		{unix, "{{name}}.txt", pathop.Workspace},
		{unix, "/etc/*-release", pathop.System},
		{unix, "/usr/share/*", pathop.System},
		{pathop.Place{Workspace: "/opt/app"}, "*.go", pathop.Workspace},
		{unix, "~/.bash*", pathop.Credential}, // the history
		{unix, "~/.bashr*", pathop.Persistence},
		{unix, ".git/h*/x", pathop.Persistence},
		{unix, ".vscode/*", pathop.Persistence},
		{unix, "moor*.yaml", pathop.Guard},
		{unix, "/etc/pass*", pathop.Critical},

		// Links that every machine has.
		{unix, "/proc/self/root/etc/hostname", pathop.System},
		{unix, "/proc/self/root/../etc/shadow", pathop.Credential},
		{unix, "/proc/1/root/../etc/shadow", pathop.Credential},
		{unix, "/proc/self/cwd/main.go", pathop.Workspace},
		{unix, "/proc/self/cwd/../../../.ssh/id_rsa", pathop.Credential},
		{pathop.Place{}, "/proc/self/cwd/../.env", pathop.Credential},
		{unix, "/proc/12/cwd/main.go", pathop.Unresolved},
		{unix, "/proc/12/cwd/../x", pathop.Unresolved},
		{unix, "/proc/self/fd/3/../x", pathop.Unresolved},
		{unix, "/dev/fd/3/../x", pathop.Unresolved},
		{unix, "/dev/fd/../environ", pathop.Credential},
		{unix, "/proc/net/../environ", pathop.Credential},
		{unix, "/var/run/../etc/shadow", pathop.Credential},
		{unix, "../../../../proc/self/root/etc/shadow", pathop.Credential},
		{unix, "/etc/shadow", pathop.Credential},
		{unix, "/etc//./shadow", pathop.Credential},
		{unix, "file:///etc/shadow", pathop.Credential},
		{unix, "file:/etc/shadow", pathop.Credential},
		{unix, "FILE://localhost/etc/%73hadow", pathop.Credential},
		{unix, "%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/shadow", pathop.Credential},
		{unix, "..%252f..%252f..%252f..%252fetc%252fshadow", pathop.Credential},
		{unix, `..\..\..\..\etc\shadow`, pathop.Credential},
		{windows, `C:\Users\mo\.ssh\id_ed25519`, pathop.Credential},
		{windows, `c:/users/MO/.aws/credentials`, pathop.Credential},
		{windows, `%USERPROFILE%\.ssh\id_rsa`, pathop.Credential},
		{windows, `$env:USERPROFILE\.ssh\id_rsa`, pathop.Credential},
		{windows, `%APPDATA%\gcloud\x`, pathop.Credential},
		{windows, `\\?\C:\Users\mo\.ssh\id_rsa`, pathop.Credential},
		{windows, `C:\Windows\System32\config\SAM`, pathop.Credential},
		{unix, "/mnt/c/Users/mo/.ssh/id_rsa", pathop.Credential},
		{windows, `C:\Users\mo\.ssh.\id_rsa`, pathop.Credential},

		// What runs later, the machine, devices.
		{unix, "~/.bashrc", pathop.Persistence},
		{unix, ".git/hooks/pre-commit", pathop.Persistence},
		{unix, ".git/modules/lib/config", pathop.Persistence},
		{unix, ".git/modules/lib/refs/heads/main", pathop.Workspace},
		{unix, ".devcontainer/devcontainer.json", pathop.Persistence},
		{unix, "/usr/lib/python3/site-packages/x.pth", pathop.Persistence},
		{unix, "/etc/cron.d/x", pathop.Persistence},
		{unix, ".cursor/mcp.json", pathop.Guard},
		{unix, "~/.claude/settings.json", pathop.Guard},
		{unix, "/etc/passwd", pathop.Critical},
		{unix, "/boot/vmlinuz", pathop.Critical},
		{unix, "/dev/null", pathop.Harmless},
		{unix, "/dev/sda", pathop.Device},
		{unix, "/dev/tcp/example.com/80", pathop.Device},
		{windows, `\\.\PhysicalDrive0`, pathop.Device},
		{windows, `C:\Windows\notepad.exe`, pathop.System},
		{windows, `C:\Program Files\x`, pathop.System},
		{windows, `D:\data\x`, pathop.Outside},
		{windows, `C:\`, pathop.Root},
		{windows, `C:\Users\MO\SRC\HARBOR\x.go`, pathop.Workspace},
		{windows, `src\x.go`, pathop.Workspace},
		{windows, `C:x.go`, pathop.Unresolved},
		{windows, `C:\PROGRA~1\x`, pathop.Unresolved},
		{windows, `C:\Users\mo\AppData\Local\Temp\x`, pathop.Temporary},

		// Other machines, Mooring's own, and what cannot be told.
		{windows, `\\server\share\x`, pathop.Network},
		{windows, `\\?\UNC\server\share\x`, pathop.Network},
		{unix, "//server/share/x", pathop.Network},
		{unix, "file://server/share/x", pathop.Network},
		{unix, "mooring.yaml", pathop.Guard},
		{unix, "sub/mooring.lock.json", pathop.Guard},
		{unix, "~/.config/mooring/x", pathop.Guard},
		{unix, "$DIR/x", pathop.Unresolved},
		{unix, "src/$NAME", pathop.Unresolved},
		{unix, "~/$DIR", pathop.Unresolved},
		{unix, "$(pwd)/x", pathop.Unresolved},
		{unix, "`pwd`/x", pathop.Unresolved},
		{windows, `%DATA%\x`, pathop.Unresolved},
		{unix, "http://example.com/x", pathop.Invalid},
		{unix, "", pathop.Invalid},
		{unix, "  ", pathop.Invalid},
		{unix, "a\x00.png", pathop.Invalid},
		{unix, "file:///etc/passwd%00.png", pathop.Invalid},
		{unix, "a\nb", pathop.Invalid},
		{unix, "a\u202eb", pathop.Invalid},
		{unix, ".s\u200bsh/id_rsa", pathop.Invalid},
		{unix, "．．/x", pathop.Invalid},
		{unix, "a\xffb", pathop.Invalid},
		{unix, strings.Repeat("a", pathop.MaxBytes+1), pathop.Invalid},
		{unix, strings.Repeat("*", 257), pathop.Invalid},
		{unix, "a" + strings.Repeat("/*", 11), pathop.Invalid},
	} {
		r := pathop.Classify(tt.text, tt.at)
		if r.Class != tt.want {
			t.Errorf("Classify(%.60q, %s) = %s %v, resolved %q, want %s", tt.text, tt.at.Workspace, r.Class, r.Matches, r.Resolved, tt.want)
		}
	}
}

func TestResolved(t *testing.T) {
	for _, tt := range []struct {
		at                pathop.Place
		text, want, notes string
	}{
		{unix, "a/../b", "/home/mo/src/harbor/b", ".. was resolved lexically; links were not followed"},
		{unix, "~/x", "/home/mo/x", ""},
		{unix, "~lee/x", "/home/lee/x", "~lee was taken as /home/lee"},
		{pathop.Place{}, "~/x/", "~/x", ""},
		{pathop.Place{}, "x", "./x", "relative, and the workspace is not known"},
		{windows, `\\?\C:\x`, "c:/x", `the prefix \\?\ was taken off`},
		{windows, `\\server\share`, "//server/share", "// in front names another machine on some systems"},
		{unix, "file:///x%20y?z#w", "/x y", ""},
		{unix, "/mnt/c/x", "c:/x", "taken as a drive of Windows"},
	} {
		r := pathop.Classify(tt.text, tt.at)
		if notes := strings.Join(r.Notes, "; "); r.Resolved != tt.want || notes != tt.notes {
			t.Errorf("Classify(%q) = %q, notes %q, want %q, %q", tt.text, r.Resolved, notes, tt.want, tt.notes)
		}
	}
}

// TestDeciding: a text that programs read in several ways is shown as it is read worst.
func TestDeciding(t *testing.T) {
	const undone, climbed = "percent-encoding was undone", ".. was resolved lexically; links were not followed"
	for _, tt := range []struct{ text, want, notes string }{
		{"a/../b", "/home/mo/src/harbor/b", climbed},
		{"a%2fb", "/home/mo/src/harbor/a%2fb", ""},
		{"..%2f..%2f..%2f..%2f..%2fetc%2fshadow", "/etc/shadow", climbed + "; " + undone},
		{"a%252f..%252f..%252f..%252f..%252f..%252fetc/shadow", "/etc/shadow", climbed + "; " + undone},
		{`a\..\..\..\..\..\etc\shadow`, "/etc/shadow", climbed},
		{"{a,/etc/shadow}", "/etc/shadow", ""},
	} {
		r := pathop.Classify(tt.text, unix)
		if notes := strings.Join(r.Notes, "; "); r.Deciding != tt.want || notes != tt.notes {
			t.Errorf("Classify(%q) = %q, notes %q, want %q, %q", tt.text, r.Deciding, notes, tt.want, tt.notes)
		}
	}
}

// TestMatches: a path can lead to several places.
func TestMatches(t *testing.T) {
	r := pathop.Classify("/etc/shadow", unix)
	var got []string
	for _, m := range r.Matches {
		got = append(got, string(m.Class))
	}
	if want := "credential critical system"; strings.Join(got, " ") != want {
		t.Errorf("Classify(/etc/shadow) leads to %q, want %q", got, want)
	}
	if !pathop.Classify(".", unix).Whole || !pathop.Classify("src/..", unix).Whole || pathop.Classify("x", unix).Whole {
		t.Error("Whole is not the workspace alone")
	}
	if !pathop.Classify("src/*.go", unix).Pattern {
		t.Error("src/*.go is no pattern")
	}
}

// FuzzClassify: an answer does not panic and has a class; what is in the workspace
// stays there with a "./" in front; what is more than a name in the workspace does
// not get milder by detours.
func FuzzClassify(f *testing.F) {
	for _, seed := range []string{"a/b", "~/.ssh/id_rsa", `C:\x`, `\\?\UNC\a\b`, "file:///etc/passwd", "$HOME/x", "..%2f..", "//a/b", "/proc/self/environ", "~lee/x:y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, at := range []pathop.Place{unix, windows, {}} {
			r := pathop.Classify(text, at)
			if r.Class.Rank() < 0 || len(r.Matches) == 0 || r.Reason() == "" || r.Start > r.End || r.End > len(text) {
				t.Fatalf("Classify(%q) = %+v", text, r)
			}
			if !strings.HasPrefix(text, "/") || r.Class == pathop.Invalid || r.Class == pathop.Network || r.Class == pathop.Unresolved {
				continue
			}
			if detour := "/usr/.." + text; len(detour) <= pathop.MaxBytes {
				if d := pathop.Classify(detour, at); d.Class.Rank() < r.Class.Rank() && !strings.HasPrefix(r.Resolved, "c:") && !strings.Contains(strings.Join(r.Notes, ""), "drive") {
					t.Errorf("Classify(%q) = %s %q, with a detour %s %q", text, r.Class, r.Resolved, d.Class, d.Resolved)
				}
			}
		}
	})
}

func BenchmarkClassify(b *testing.B) {
	for _, tt := range []struct{ name, text string }{
		{"workspace", "internal/cli/classify.go"},
		{"credential", "~/.ssh/id_rsa"},
		{"climbing", "../../../../../etc/passwd"},
		{"windows", `C:\Users\mo\AppData\Roaming\gcloud\x`},
		{"longest", strings.Repeat("a/", pathop.MaxBytes/2)},
		{"pattern", "~/.s*/*"},
		{"patterns", strings.Repeat("*/", 10)},
		{"stars", strings.Repeat("*a", 128)},
		{"stars and folders", strings.Repeat(strings.Repeat("*?", 12)+"/", 10)},
		{"braces", strings.Repeat("{a,b}", 256/5)},
	} {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				pathop.Classify(tt.text, unix)
			}
		})
	}
}
