//go:build unix

package shellop_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mooring-mcp/mooring/internal/shellop"
)

// A harmless folder for real shells: no program can be reached but stubs that write down that they were called, and
// no text with a slash, a tilde or two dots is ever run in it.
type shellYard struct {
	work, bin, log string
}

// readers are stubs that an auto text may call, movers are not.
var (
	readers = []string{"ls", "cat", "grep", "head", "wc", "sort", "id", "seq", "git", "find", "xargs", "env", "timeout", "nice", "sleep", "awk", "sed", "touch", "mkdir"}
	movers  = []string{"rm", "mv", "cp", "dd", "curl", "sudo", "bash", "sh", "zsh", "python3", "hit"}
)

func newYard(tb testing.TB) *shellYard {
	tb.Helper()
	dir := tb.TempDir()
	y := &shellYard{filepath.Join(dir, "work"), filepath.Join(dir, "bin"), filepath.Join(dir, "log")}
	for _, folder := range []string{y.work, y.bin} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			tb.Fatal(err)
		}
	}
	if _, err := os.Stat("/bin/sh"); err != nil {
		tb.Skip("no /bin/sh for the stubs")
	}
	for _, name := range append(append([]string{}, readers...), movers...) {
		stub := "#!/bin/sh\necho " + name + " >> " + y.log + "\n"
		if err := os.WriteFile(filepath.Join(y.bin, name), []byte(stub), 0o755); err != nil {
			tb.Fatal(err)
		}
	}
	return y
}

// shells are those that are installed, with the options by which they read no file.
func shells(tb testing.TB) map[string][]string {
	tb.Helper()
	found := map[string][]string{}
	for name, args := range map[string][]string{"bash": {"--norc", "--noprofile"}, "zsh": {"-f"}, "dash": nil} {
		if path, err := exec.LookPath(name); err == nil {
			found[name] = append([]string{path}, args...)
		}
	}
	if len(found) == 0 {
		tb.Skip("neither bash nor zsh nor dash is installed")
	}
	return found
}

// run runs a text, and returns the stubs that were called and the files that are there.
func (y *shellYard) run(tb testing.TB, shell []string, text string) (called, files []string) {
	tb.Helper()
	if strings.ContainsAny(text, "/~\x00") || strings.Contains(text, "..") {
		tb.Fatalf("%q must never run", text)
	}
	if err := os.RemoveAll(y.log); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(y.work, "f"), []byte("a\n"), 0o600); err != nil {
		tb.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(tb.Context(), 3*time.Second)
	defer cancel()
	// Limits first: processor time, size of files, open files. What ends processes is taken away where that can be done.
	guard := "ulimit -t 1; ulimit -f 8; ulimit -n 32; enable -n kill 2>&-; disable kill 2>&-; eval \"$TEXT\"; wait"
	cmd := exec.CommandContext(ctx, shell[0], append(shell[1:len(shell):len(shell)], "-c", guard)...)
	cmd.Dir = y.work
	cmd.Env = []string{"PATH=" + y.bin, "HOME=" + y.work, "TEXT=" + text}
	// A session of its own, which ends with the text: nothing in it reaches the test or what started it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	_ = cmd.Run() // most mutants fail, which is no matter
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what is left in that session
	}
	log, err := os.ReadFile(y.log)
	if err != nil && !os.IsNotExist(err) {
		tb.Fatal(err)
	}
	entries, err := os.ReadDir(y.work)
	if err != nil {
		tb.Fatal(err)
	}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(y.work, e.Name()))
		if e.Name() != "f" || err != nil || !bytes.Equal(content, []byte("a\n")) {
			files = append(files, e.Name())
			if err := os.RemoveAll(filepath.Join(y.work, e.Name())); err != nil {
				tb.Fatal(err)
			}
		}
	}
	return strings.Fields(string(log)), files
}

// traps are texts in which something evaluates what looks like data; HIT is the command that it runs. shells are
// those in which it does so; in the others nothing is claimed.
var traps = []struct{ text, shells string }{
	{`a=(1 2); [[ 'a[$(HIT)]' -eq 0 ]]`, "bash zsh"},
	{`a=(1 2); [[ -v 'a[$(HIT)]' ]]`, "bash zsh"},
	{`test -v 'a[$(HIT)]'`, "bash"},
	{`a=(1 2); return 'a[$(HIT)]'`, "zsh"},
	{`a=(1 2); (exit 'a[$(HIT)]')`, "zsh"},
	{`a=(1 2); shift 'a[$(HIT)]'`, "zsh"},
	{`a=(1 2); for i in 1; do break 'a[$(HIT)]'; done`, "zsh"},
	{`a=(1 2); SECONDS='a[$(HIT)]'`, "zsh"},
	{`a=(1 2); OPTIND='a[$(HIT)]'`, "bash zsh"},
	{`a=(1 2); RANDOM='a[$(HIT)]'`, "bash zsh"},
	{`a=(1 2); HISTSIZE='a[$(HIT)]'`, "zsh"},
	{`a=(1 2); [[ -t 'a[$(HIT)]' ]]`, "zsh"},
	{`a=(1 2); read -t 'a[$(HIT)]' x`, "zsh"},
	{`a=(1 2); set -A 'a[$(HIT)]' 1`, "zsh"},
	{`a=(1 2); export 'a[$(HIT)]=1'`, "zsh"},
	{`a=(1 2); repeat 'a[$(HIT)]' :`, "zsh"},
	{`printf -v 'a[$(HIT)]' x`, "bash"},
	{`a=(1 2); printf '%d' 'a[$(HIT)]'`, "zsh"},
	{`a=(1 2); declare -i x='a[$(HIT)]'`, "bash zsh"},
	{`a=(1 2); typeset -i x; x='a[$(HIT)]'`, "bash zsh"},
	{`a=(1 2); let 'x=a[$(HIT)]'`, "bash zsh"},
	{`a=(1 2); read 'a[$(HIT)]' <f`, "bash zsh"},
	{`a=(1 2); unset 'a[$(HIT)]'`, "bash zsh"},
	{`a=(1 2); x='a[$(HIT)]'; echo $((x))`, "bash zsh"},
	{`a=(1 2); x='a[$(HIT)]'; y=x; echo $((y + 1))`, "bash zsh"},
	{`a=(1 2); x='a[$(HIT)]'; ((x))`, "bash zsh"},
	{`a=(1 2); x='a[$(HIT)]'; b=(1 2); echo ${b[x]}`, "bash zsh"},
	{`a=(1 2); x='a[$(HIT)]'; s=abc; echo ${s:x:1}`, "bash"},
	{`a=(1 2); x='a[$(HIT)]'; s=abc; echo ${s:$x:1}`, "bash zsh"},
	{`a=(1 2); x='a[$(HIT)]'; b[x]=1`, "bash zsh"},
	{`x='$(HIT)'; echo ${x@P}`, "bash"},
	{`a=(1 2); x='a[$(HIT)]'; echo ${!x}`, "bash"},
	{`declare -n r='a[$(HIT)]'; echo $r`, "bash"},
	{`eval 'HIT'`, "bash zsh dash"},
	{`trap HIT EXIT`, "bash zsh dash"},
	{`alias v=HIT; eval v`, "zsh dash"},
	{`x=HIT; $x`, "bash zsh dash"},
	{`x='HIT y'; eval $x`, "bash zsh dash"},
	{`f() { HIT; }; f`, "bash zsh dash"},
	{`ls() { HIT; }; ls`, "bash zsh dash"},
	{`set -- HIT; "$@"`, "bash zsh dash"},
	{`a=(HIT); "${a[@]}"`, "bash zsh"},
	{`mapfile -C HIT -c 1 a <f`, "bash"},
	{`echo ${x:-$(HIT)}`, "bash zsh dash"},
	{`cat <<E` + "\n$(HIT)\nE", "bash zsh dash"},
	{`echo $(( $(HIT) + 1 ))`, "bash zsh dash"},
	{`coproc HIT; wait`, "bash zsh"},
	{`case x in $(HIT)) ;; esac`, "bash zsh dash"},
	{`{HIT,x}`, "bash"},
	{`$'\x68\x69\x74'`, "bash zsh"},
	{`h""it`, "bash zsh dash"},
	{`h\it`, "bash zsh dash"},
	{`printf HIT >g; . .` + `\g`, ""},
	{`x='$(HIT)'; echo ${(e)x}`, "zsh"},
	{`print -P '%(?.x.y)$(HIT)'; setopt promptsubst; print -P '$(HIT)'`, "zsh"},
	{`echo *(e:HIT:)`, "zsh"},
	{`echo *(+HIT)`, "zsh"},
	{`echo =HIT`, ""},
	{`emulate sh -c HIT`, "zsh"},
	{`TRAPEXIT() { HIT; }`, "zsh"},
	{`exec HIT`, "bash zsh dash"},
	{`command HIT`, "bash zsh dash"},
	{`PS4='$(HIT)'; set -x; :`, "bash"},
	{`hash -p "$HOME"x ls`, ""},
	{`for x in HIT; do $x; done`, "bash zsh dash"},
	{`x=H; x+=IT; $x`, ""},
	{`x=xHIT; ${x#x}`, "bash zsh dash"},
	{`command_not_found_handle() { HIT; }; nosuch`, "bash"},
	{`command_not_found_handler() { HIT; }; nosuch`, "zsh"},
	{`chpwd() { HIT; }; cd .`, "zsh"},
	{`wait -n -p 'a[$(HIT)]' & wait`, ""},
	{`getopts x 'a[$(HIT)]' -x`, ""},
}

// TestTraps runs each trap in real shells, and checks both that it springs and that it is not auto.
func TestTraps(t *testing.T) {
	found := shells(t)
	y := newYard(t)
	for _, trap := range traps {
		text := strings.ReplaceAll(trap.text, "HIT", "hit")
		for name, shell := range found {
			if !strings.Contains(trap.shells, name) {
				continue
			}
			called, _ := y.run(t, shell, text)
			if !strings.Contains(strings.Join(called, " "), "hit") {
				t.Errorf("%s does not spring in %s, which makes this case void", text, name)
			}
		}
		if trap.shells == "" {
			continue
		}
		// With ls in it, nothing but the trap itself can raise the band, unless it is just another way to call it.
		for _, name := range append(strings.Fields(trap.shells), "") {
			if v := shellop.Classify(text, shellop.Options{Shell: strings.Replace(name, "dash", "sh", 1)}); v.Band == shellop.Auto {
				t.Errorf("Classify(%q) in %q = auto", text, name)
			}
		}
	}
}

// fragments are all that mutants are made of: no program beside the stubs, no slash, nothing that ends processes.
var fragments = []string{
	"ls", "cat f", "echo", "echo a", "grep x f", "head", "wc", "sort", "id", "seq", "git log", "find", "xargs", "env", "timeout 1", "nice", "awk", "sed",
	"rm", "mv", "touch g", "hit", "hit", "curl x", "sh", "sudo", "python3",
	" ", " ", " ", ";", "&&", "||", "|", "&", "\n", "(", ")", "{ ", "; }", "!", "#",
	"'", "'", "\"", "\"", "\\", "`", "`", "$(", "$(", ")", ")", "$((", "))", "((", "${", "}", "<(", ">(", "$'", "\\x68",
	"x=", "$x", "\"$x\"", "${x}", "${x:-", "${x@P}", "${!x}", "x=hit", "x='hit g'", "x='a[$(hit)]'", "x='$(hit)'", "a[", "]", "1", "0",
	">g", ">>g", "<f", "2>g", "<<E\n", "\nE\n", "<<'E'\n", "<<<", "[[", "]]", "[ ", " ]", "-eq", "-v", "test", "let", "declare -i", "typeset", "export",
	"read", "printf", "printf -v", "eval", "trap", "EXIT", "command", "builtin", "alias", "unset", "set --", "$@", "\"$@\"", "local",
	"if", "then", "fi", "for x in", "do", "done", "case x in", "esac", ";;", "while", "f()", "function", "f", "ls()", "select x in",
	"-exec", "{}", "+", "-c", "-I{}", "-n1", "*", "?", "[a-z]", "{a,b}", "{hit,g}", "=ls", "*(e:hit:)", "\t", ",", "=", "-", "--", "a", "PATH=", "IFS=", "coproc",
}

// mutant is a text made by choices.
func mutant(choices []byte) string {
	var b strings.Builder
	for _, c := range choices {
		b.WriteString(fragments[int(c)%len(fragments)])
	}
	return b.String()
}

// checkMutant runs a text that is auto, and checks that it did nothing.
func checkMutant(t *testing.T, y *shellYard, found map[string][]string, text string) (auto bool) {
	t.Helper()
	if strings.ContainsAny(text, "/~\x00") || strings.Contains(text, "..") {
		return false
	}
	for name, shell := range found {
		v := shellop.Classify(text, shellop.Options{Shell: strings.Replace(name, "dash", "sh", 1)})
		if v.Band != shellop.Auto {
			continue
		}
		auto = true
		called, files := y.run(t, shell, text)
		for _, stub := range called {
			for _, bad := range movers {
				if stub == bad {
					t.Errorf("Classify(%q) in %s = auto, but it called %s", text, name, stub)
				}
			}
		}
		// An append is auto, since it is easily undone.
		if len(files) > 0 && !strings.Contains(text, ">>") && !strings.Contains(text, ">") {
			t.Errorf("Classify(%q) in %s = auto, but it wrote %q", text, name, files)
		}
	}
	return auto
}

// TestMutants tries texts at random, the same in each run, and more of them with MOORING_SOAK.
func TestMutants(t *testing.T) {
	found, y := shells(t), newYard(t)
	tries, most := 30_000, 150
	if os.Getenv("MOORING_SOAK") != "" {
		tries, most = 2_000_000, 5_000
	}
	random := rand.New(rand.NewPCG(1, 2))
	ran := 0
	for range tries {
		choices := make([]byte, 1+random.IntN(12))
		for i := range choices {
			choices[i] = byte(random.IntN(256))
		}
		text := mutant(choices)
		if !interesting(text) {
			continue
		}
		if checkMutant(t, y, found, text) {
			if ran++; ran == most {
				break
			}
		}
	}
	if ran < most/4 {
		t.Errorf("only %d mutants were auto, too few to say anything", ran)
	}
	t.Logf("%d auto mutants ran in %d shells", ran, len(found))
}

// interesting passes over what holds nothing that could go wrong.
func interesting(text string) bool {
	return strings.Contains(text, "hit") || strings.Contains(text, "touch") || strings.Contains(text, "rm") || strings.Contains(text, "x68")
}

// FuzzAuto is the same by the fuzzer, which chooses among the fragments and never makes text of its own.
func FuzzAuto(f *testing.F) {
	for _, seed := range []string{"\x00\x01\x02", "\x0a\x0b\x0c\x0d", "\x30\x31\x32\x33\x34"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) > 24 {
			return
		}
		checkMutant(t, newYard(t), shells(t), mutant(choices))
	})
}
