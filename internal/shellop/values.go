package shellop

import (
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// plainValues are the values of variables with options of programs, word by word, that tune and neither run nor lead
// elsewhere.
var plainValues = map[string]*regexp.Regexp{
	"NODE_OPTIONS":      regexp.MustCompile(`^--(max-old-space-size=\d+|max-semi-space-size=\d+|max-http-header-size=\d+|stack-trace-limit=\d+|no-warnings|no-deprecation|trace-warnings|trace-deprecation|trace-uncaught|throw-deprecation|enable-source-maps|openssl-legacy-provider|experimental-vm-modules|preserve-symlinks|unhandled-rejections=\w+|dns-result-order=\w+|disable-warning=\w+)$`),
	"GOFLAGS":           regexp.MustCompile(`^-(mod=(mod|readonly|vendor)|count=\d+|p=\d+|v|x|race|short|trimpath|buildvcs=\w+|tags=[\w,]+|timeout=\w+|failfast|cover|json)$`),
	"GOPROXY":           regexp.MustCompile(`^off$`),
	"GOTOOLCHAIN":       regexp.MustCompile(`^local$`),
	"RUSTFLAGS":         regexp.MustCompile(`^(-[DAWF]|-[DAWF]\w+|warnings|dead_code|unused\w*|clippy::\w+|-C(target-cpu|opt-level|debuginfo)=[\w-]+|-Cinstrument-coverage)$`),
	"MAVEN_OPTS":        javaOptions,
	"GRADLE_OPTS":       javaOptions,
	"JAVA_OPTS":         javaOptions,
	"SBT_OPTS":          javaOptions,
	"JAVA_TOOL_OPTIONS": javaOptions,
	"_JAVA_OPTIONS":     javaOptions,
	"LESS":              regexp.MustCompile(`^-?[FRXSiMNQr]+$`),
	"CC":                compilers,
	"CXX":               compilers,
	"DOCKER_HOST":       regexp.MustCompile(`^unix:///var/run/docker\.sock$`),
}

var compilers = regexp.MustCompile(`^(ccache|sccache|([a-z0-9_]+-)*(cc|c\+\+|gcc|g\+\+|clang|clang\+\+)(-[0-9.]+)?)$`)

var javaOptions = regexp.MustCompile(`^(-X(mx|ms|ss|mn)\d+[kKmMgG]?|-XX:(Max|Initial)?(Metaspace|Perm|RAM)\w*=[\d.]+[kKmMgG]?|-XX:\+Use\w+GC|-Dfile\.encoding=[\w-]+|-Duser\.(timezone|language)=[\w/]+|-Djava\.awt\.headless=true|-Dorg\.gradle\.(daemon|parallel|jvmargs)=\w+)$`)

// plainEx are commands of vi that move, replace, sort, save or leave, and run nothing.
var plainEx = regexp.MustCompile(`^\+?:?([%.$\d,]*s(/[^/|\\!]*){2}(/[gciIn]*)?|[%.$\d,]+d?|[%.$\d,]*(sort|retab|join|j)|set [a-z]+|w|wq|wqa|wa|x|xa|q|q!|qa|qa!|noh)$`)

// onlyEdits reports an option of an editor with one of them.
func (p *parsed) onlyEdits(c chosen) bool {
	return slices.Contains([]string{"ex", "gvim", "nvim", "vi", "vim"}, p.name) && plainEx.MatchString(c.value.data())
}

// plainValue reports a value that only tunes.
func plainValue(name, text string) bool {
	words := plainValues[name]
	if words == nil || text == "" {
		return false
	}
	return !slices.ContainsFunc(strings.Fields(text), func(word string) bool { return !words.MatchString(word) })
}

// codePaths are variables with folders in which code is found.
var codePaths = []string{"PYTHONPATH", "NODE_PATH", "RUBYLIB", "CLASSPATH", "COMPOSE_FILE", "CARGO_TARGET_DIR", "KUBECONFIG", "UV_PROJECT_ENVIRONMENT"}

// toolFolders are where programs of a project, or of a package manager of the user, are.
var toolFolders = []string{
	"node_modules/.bin", ".venv/bin", "venv/bin", "vendor/bin", "~/.local/bin", "~/bin", "~/go/bin", "~/.cargo/bin", "~/.bun/bin", "~/.deno/bin", "~/.volta/bin", "~/.pyenv/bin",
	"~/.pyenv/shims", "~/.rbenv/bin", "~/.rbenv/shims", "~/.asdf/shims", "~/.local/share/mise/shims", "~/.nvm/current/bin", "~/.poetry/bin", "~/.dotnet", "~/.dotnet/tools",
	"~/.composer/vendor/bin", "~/.yarn/bin", "~/.local/share/pnpm", "~/Library/pnpm", "~/.krew/bin", "/usr/local/go/bin", "/opt/homebrew/bin", "/opt/homebrew/sbin", "/snap/bin",
	"/usr/lib/go/bin",
}

// javaFolders are where the packages of systems and of sdkman put a Java.
var javaFolders = []string{"/usr/lib/jvm/", "/Library/Java/JavaVirtualMachines/", "/opt/homebrew/opt/openjdk", "/usr/local/opt/openjdk", "~/.sdkman/candidates/java/"}

// toolPlaces is what commands print that say where tools are. Where it is another folder, its user said so beforehand.
var toolPlaces = map[string]string{
	"go env GOPATH":               string(markHome) + "/go",
	"go env GOBIN":                string(markHome) + "/go/bin",
	"go env GOROOT":               "/usr/local/go",
	"brew --prefix":               "/opt/homebrew",
	"npm bin":                     "node_modules/.bin",
	"yarn bin":                    "node_modules/.bin",
	"pnpm bin":                    "node_modules/.bin",
	"pyenv root":                  string(markHome) + "/.pyenv",
	"python -m site --user-base":  string(markHome) + "/.local",
	"python3 -m site --user-base": string(markHome) + "/.local",
	"/usr/libexec/java_home":      "/Library/Java/JavaVirtualMachines/jdk/Contents/Home",
}

// literals are the words of a command that has no others.
func literals(cmd syntax.Command) []string {
	call, ok := cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(call.Args) == 0 {
		return nil
	}
	words := make([]string, len(call.Args))
	for i, arg := range call.Args {
		if words[i] = arg.Lit(); words[i] == "" {
			return nil
		}
	}
	return words
}

// printsRevision reports commands of git that print nothing but the digest of a commit, or but the name of a branch,
// which begins like no option and no refspec, and may hold anything else that a shell evaluates.
func printsRevision(cmd syntax.Command) (digest, branch bool) {
	words := literals(cmd)
	if len(words) < 2 || words[0] != "git" {
		return false, false
	}
	names := slices.ContainsFunc(words, func(word string) bool {
		return word == "--show-current" || word == "symbolic-ref" || strings.HasPrefix(word, "--abbrev-ref")
	})
	switch words[1] {
	case "merge-base", "write-tree":
		return true, false
	case "branch":
		return false, len(words) == 3 && names
	case "rev-parse", "symbolic-ref": // of a word that is no revision it may print the word itself
		known := len(words) > 2 && !slices.ContainsFunc(words[2:], func(word string) bool {
			return !strings.HasPrefix(word, "HEAD") && !slices.Contains([]string{"--abbrev-ref", "--verify", "--quiet", "-q"}, word) && !strings.HasPrefix(word, "--short")
		})
		return known && !names, known && names
	}
	return false, false
}

// printsFolder is what such a command prints; "" for any other.
func printsFolder(cmd syntax.Command) string {
	words := literals(cmd)
	if len(words) > 0 && words[0] == "/usr/libexec/java_home" {
		words = words[:1] // with a version
	}
	return toolPlaces[strings.Join(words, " ")]
}

// ofProject reports a value by which code is found in the project itself, or programs in a folder of tools.
func ofProject(name, text string) bool {
	switch {
	case name == "PATH":
		own := false
		for part := range strings.SplitSeq(text, ":") {
			known := slices.Contains(toolFolders, strings.TrimPrefix(strings.ReplaceAll(part, string(markHome), "~"), "./"))
			if !known && !standardFolder(part+"/x") {
				return false
			}
			own = own || standardFolder(part+"/x")
		}
		return own
	case name == "JAVA_HOME":
		return !strings.Contains(text, "..") && !has(text, unknownMarks) && slices.ContainsFunc(javaFolders, func(folder string) bool {
			return strings.HasPrefix(strings.ReplaceAll(text, string(markHome), "~"), folder)
		})
	case name == "CARGO_TARGET_DIR" && strings.HasPrefix(text, "/tmp/"):
		return !strings.Contains(text, "..")
	case slices.Contains(codePaths, name):
		for part := range strings.SplitSeq(text, ":") {
			if part == string(markUnknown) || part == "" {
				continue // what was there before
			}
			if strings.HasPrefix(part, "/") || strings.Contains(part, "..") || has(part, unknownMarks|1<<markHome) {
				return false
			}
		}
		return text != string(markUnknown)
	}
	return false
}
