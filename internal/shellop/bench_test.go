package shellop_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/shellop"
)

// BenchmarkTypical is what an agent sends all day; the goal is 5 µs.
func BenchmarkTypical(b *testing.B) {
	for name, text := range map[string]string{
		"one":      "git status",
		"pipe":     `grep -rn "DROP TABLE" ./migrations | head -20`,
		"cd":       "cd /srv/app && git log --oneline -20",
		"nested":   `bash -lc 'go test ./... 2>&1 | tail -5'`,
		"redirect": "sort data.txt | uniq -c > counts.txt",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				shellop.Classify(text, shellop.Options{Workspace: "/srv/app", Home: "/home/me"})
			}
		})
	}
}

// capped are texts at the cap that ask for much; none may take over 20 ms.
var capped = map[string]string{
	"statements":    strings.Repeat("ls; ", shellop.MaxBytes/4),
	"words":         "ls " + strings.Repeat("a ", shellop.MaxBytes/2-8),
	"substitutions": strings.Repeat("$(ls)", shellop.MaxBytes/5),
	"nested":        strings.Repeat("$(", 150) + "ls" + strings.Repeat(")", 150),
	"braces":        strings.Repeat("{a,b}{c,d}{e,f}{g,h}{i,j}{k,l} ", shellop.MaxBytes/32),
	"arithmetic":    "echo $((" + strings.Repeat("1+", shellop.MaxBytes/2-20) + "1))",
	"variables":     strings.Repeat("a=b;", shellop.MaxBytes/4),
	"doubling":      "x=aaaaaaaa;" + strings.Repeat("x=$x$x;", 60) + "echo $x",
	"evals":         strings.Repeat("eval 'eval ls';", shellop.MaxBytes/16),
	"functions":     "f0(){ ls; };" + doubling(40) + "f40",
	"loops":         strings.Repeat("for i in 1 2 3 4 5 6 7 8; do ", 40) + "ls" + strings.Repeat("; done", 40),
	"ifs":           strings.Repeat("if a; then ", 2000) + "ls" + strings.Repeat("; fi", 2000),
	"pipes":         strings.Repeat("ls|", shellop.MaxBytes/3-1) + "ls",
	"ands":          strings.Repeat("ls&&", shellop.MaxBytes/4-1) + "ls",
	"ors":           strings.Repeat("ls||", shellop.MaxBytes/4-1) + "ls",
	"heredocs":      strings.Repeat("cat <<a\nb\na\n", shellop.MaxBytes/13),
	"assigned":      strings.Repeat("v=1 ls;", shellop.MaxBytes/7),
	"paths":         "rm " + strings.Repeat("a/b/c ", shellop.MaxBytes/6-8),
	"globs":         "rm " + strings.Repeat("a* ", shellop.MaxBytes/3-8),
	"patterns":      "cat " + strings.Repeat("*/", shellop.MaxBytes/2-8),
	"reads":         "x='" + strings.Repeat("a\n", 15) + "';" + strings.Repeat("while read a; do while read b; do eval \"$b\"; done <<< \"$x\"; done <<< \"$x\";", shellop.MaxBytes/90),
	"longreads":     "x='" + strings.Repeat("aaaa", 8000) + "';" + strings.Repeat("while read a; do read b; done <<< \"$x\";", 700),
	"mapfiles":      "x='" + strings.Repeat("a\n", 900) + "';" + strings.Repeat("mapfile a <<< \"$x\";", 2500),
	"perhaps":       "x='" + strings.Repeat("a", 3000) + "';" + strings.Repeat("r$y m $x;", 5000),
	"found":         "find " + strings.Repeat("~/x ", 16) + strings.Repeat("-name '*a*' ", 16) + "| xargs cat",
	"expression":    "find ~ | grep '" + strings.Repeat("a/", 125) + "' | xargs cat",
	"sed":           "sed '" + strings.Repeat("s/a/b/;", shellop.MaxBytes/7-8) + "' f",
	"awk":           "awk '{" + strings.Repeat("print;", shellop.MaxBytes/6-8) + "}' f",
	"python":        "python3 -c '" + strings.Repeat(`os.system("a");`, shellop.MaxBytes/16) + "'",
	"strings":       "python3 -c 'open(" + strings.Repeat(`"a/b.c",`, shellop.MaxBytes/8-8) + ")'",
	"bare":          "ruby -e 'p " + strings.Repeat("/a/b.c ", shellop.MaxBytes/7-8) + "'",
	"listed":        strings.Repeat("ls a;ls b;", shellop.MaxBytes/10-8),
	"quotes":        strings.Repeat(`'a'"b"`, shellop.MaxBytes/6),
	"manyvars":      manyVars(),
	"parentheses":   strings.Repeat("(", 200) + "ls" + strings.Repeat(")", 200),
	"xargs":         "echo " + strings.Repeat("a ", 20000) + "| xargs rm",
}

func doubling(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		b.WriteString("f" + itoa(i) + "(){ f" + itoa(i-1) + "; f" + itoa(i-1) + "; };")
	}
	return b.String()
}

func manyVars() string {
	var b strings.Builder
	for i := 0; b.Len() < shellop.MaxBytes-40; i++ {
		b.WriteString("v" + itoa(i) + "=1;(ls);")
	}
	return b.String()
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

func BenchmarkCap(b *testing.B) {
	for name, text := range capped {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				shellop.Classify(text, shellop.Options{})
			}
		})
	}
}
