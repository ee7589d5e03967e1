package pathop

import (
	"regexp"
	"strings"

	"github.com/mooring-mcp/mooring/internal/places"
)

// resolved is a path as segments.
type resolved struct {
	drive   string   // such as "c:", "" without
	host    string   // of another machine, "" for this one
	segs    []string // from the root on, with no empty one, "." or ".."
	home    bool     // below a home that is not known
	loose   bool     // relative, and the workspace is not known
	climbed bool     // relative, and left what it is relative to
	windows bool
	foreign bool // below the root of another process
	either  bool // led by a link that is none on some systems
	notes   []string
	problem Match // what kept it from being resolved; zero for nothing
}

// text is the path for people.
func (p resolved) text() string {
	if p.problem.Class == Invalid || p.problem.Class == Unresolved {
		return ""
	}
	tail := strings.Join(p.segs, "/")
	switch {
	case p.host != "":
		return strings.TrimSuffix("//"+p.host+"/"+tail, "/")
	case p.home:
		return strings.TrimSuffix("~/"+tail, "/")
	case p.loose && p.climbed:
		return strings.TrimSuffix("../"+tail, "/")
	case p.loose:
		return "./" + tail
	}
	return p.drive + "/" + tail
}

// key is the path as it is compared with others.
func (p resolved) key() string {
	if p.windows {
		return strings.ToLower(p.text())
	}
	return p.text()
}

// within reports that p is q or below it.
func (p resolved) within(q resolved) bool {
	a, b := p.key(), strings.TrimSuffix(q.key(), "/")
	return a == b || strings.HasPrefix(a, b+"/")
}

// surroundings is a Place, resolved.
type surroundings struct {
	workspace, home  resolved
	known, knownHome bool
}

func newSurroundings(at Place) surroundings {
	var s surroundings
	if at.Home != "" {
		s.home, s.knownHome = s.resolve(at.Home), true
	}
	if at.Workspace != "" {
		s.workspace, s.known = s.resolve(at.Workspace), true
	}
	return s
}

var (
	otherURL  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+://`)
	mounted   = regexp.MustCompile(`^(?i)/(?:mnt|cygdrive)/([a-z])(/|$)`)
	shortName = regexp.MustCompile(`(?i)^[^.]{1,6}~[0-9](\.[^.]{0,3})?$`)
	leading   = regexp.MustCompile(`(?i)^(?:\$(?:env:)?([a-z_][a-z0-9_]*)|\$\{(?:env:)?([a-z0-9_()]+)\}|%([a-z0-9_()]+)%)`)
	stream    = regexp.MustCompile(`(?i):[^:/\\]*:\$[a-z_]+`)
	variable  = regexp.MustCompile(`\$[A-Z_][A-Z0-9_]*|\$\{[^}]*\}?|\$\(|` + "`" + `|%[A-Za-z_][A-Za-z0-9_()]*%|(?i)\$env:`)
)

func isFileURL(text string) bool { return len(text) >= 5 && strings.EqualFold(text[:5], "file:") }

func hasDrive(text string) bool {
	return len(text) >= 2 && text[1] == ':' && (text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z')
}

// unknown is the first variable or command in a path, "" for none.
func unknown(text string) string {
	if !strings.ContainsAny(text, "$%`") {
		return ""
	}
	return variable.FindString(text)
}

// windows reports a spelling that only Windows has.
func windows(text string) bool {
	return hasDrive(text) || strings.HasPrefix(text, `\`)
}

// unresolvable keeps the segments of a path of which it is not known where it begins.
func unresolvable(reason, text string) resolved {
	p := resolved{problem: Match{Unresolved, reason}, loose: true}
	p.segs = strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '\\' })
	return p
}

// resolve reads a path of this machine or another one.
func (s surroundings) resolve(text string) resolved {
	if isFileURL(text) {
		return s.fromURL(text)
	}
	if strings.Contains(text, "://") && otherURL.MatchString(text) {
		return resolved{problem: Match{Invalid, "a URL, no path"}}
	}
	if strings.IndexByte(text, ':') >= 0 {
		text = stream.ReplaceAllString(text, "")
	}
	var p resolved
	if value, rest, ok := cutVariable(text); ok {
		return s.below(value, rest)
	}
	if strings.HasPrefix(text, "~") {
		return s.tilde(text)
	}
	if v := unknown(text); v != "" {
		return unresolvable("what "+v+" stands for is not known here", text)
	}
	if windows(text) {
		text = strings.ReplaceAll(text, `\`, "/")
		p.windows = true
	}
	return s.absolute(p, text)
}

// absolute reads what may have a drive, a host, or neither, and no variable.
func (s surroundings) absolute(p resolved, text string) resolved {
	switch lower := strings.ToLower(text); {
	case p.windows && (strings.HasPrefix(lower, "//?/unc/") || strings.HasPrefix(lower, "//./unc/")):
		return host(p, text[len("//?/unc/"):])
	case p.windows && (strings.HasPrefix(text, "//?/") || strings.HasPrefix(text, "//./") || strings.HasPrefix(text, "/??/")):
		text = text[4:]
		if strings.HasPrefix(strings.ToLower(text), "globalroot") || !hasDrive(text) {
			p.problem = Match{Device, "device name of Windows"}
			return p
		}
		p.notes = append(p.notes, `the prefix \\?\ was taken off`)
	case strings.HasPrefix(text, "//"):
		q := host(p, strings.TrimLeft(text, "/"))
		q.notes = append(q.notes, "// in front names another machine on some systems")
		return q
	}
	if hasDrive(text) {
		p.windows, p.drive = true, strings.ToLower(text[:2])
		text = strings.ReplaceAll(text[2:], `\`, "/")
		if !strings.HasPrefix(text, "/") {
			return unresolvable("relative to the current folder of a drive", text)
		}
	} else if m := mounted.FindStringSubmatch(text); m != nil {
		p.windows, p.drive = true, strings.ToLower(m[1])+":"
		text = "/" + text[len(m[0]):]
		p.notes = append(p.notes, "taken as a drive of Windows")
	}
	if strings.HasPrefix(text, "/") {
		return s.followed(p, text)
	}
	if !s.known {
		p.loose = true
		p.notes = append(p.notes, "relative, and the workspace is not known")
		return p.with(nil, text)
	}
	base := s.workspace
	base.notes, base.windows = p.notes, base.windows || p.windows
	return s.followed(base, "/"+strings.Join(base.segs, "/")+"/"+text)
}

// followed walks an absolute path, through the links that every machine but Windows has.
func (s surroundings) followed(p resolved, text string) resolved {
	if p.windows || p.host != "" {
		return p.with(nil, text)
	}
	f := places.Follow(text, nil)
	if !f.Linked {
		return p.with(nil, text)
	}
	switch f.Begin {
	case places.FromUnknown:
		p.notes = nil
		q := unresolvable("a link of the system, of which it is not known where it leads", strings.Join(f.Segs, "/"))
		q.either = f.Either
		return q
	case places.FromCurrent:
		p = s.absolute(resolved{}, "./"+strings.Join(f.Segs, "/"))
	default:
		p.segs = f.Segs
	}
	p.foreign, p.either = f.Foreign, f.Either
	p.notes = append(p.notes, "a link of the system was followed")
	return p
}

// host reads HOST/SHARE/PATH.
func host(p resolved, text string) resolved {
	name, rest, _ := strings.Cut(text, "/")
	p.host = name
	return p.with(nil, rest)
}

// with walks text from base on.
func (p resolved) with(base []string, text string) resolved {
	segs := append([]string(nil), base...)
	up := false
	for seg := range strings.SplitSeq(text, "/") {
		switch seg {
		case "", ".":
		case "..":
			up = true
			if len(segs) == 0 {
				p.climbed = true
				continue
			}
			segs = segs[:len(segs)-1]
		default:
			segs = append(segs, seg)
		}
	}
	if up {
		p.notes = append(p.notes, ".. was resolved lexically; links were not followed")
	}
	p.segs = segs
	for _, seg := range segs {
		if p.windows && strings.IndexByte(seg, '~') > 0 && shortName.MatchString(seg) {
			p.problem = Match{Unresolved, "short name of Windows"}
		}
	}
	return p
}

// tilde reads ~, ~/PATH, ~USER and ~USER/PATH.
func (s surroundings) tilde(text string) resolved {
	user, rest, _ := strings.Cut(strings.ReplaceAll(text[1:], `\`, "/"), "/")
	switch user {
	case "":
		return s.below("~", rest)
	case "root":
		p := resolved{}.with([]string{"root"}, rest)
		p.notes = append(p.notes, "~root was taken as /root")
		return p
	case "+":
		return s.below(".", rest)
	case "-":
		return unresolvable("~- is the folder before", rest)
	}
	if strings.HasPrefix(user, "$") || len(user) > 1 && strings.HasSuffix(user, "~") {
		return unresolvable("no name of a user behind ~", rest)
	}
	p := resolved{}.with([]string{"home", user}, rest)
	p.notes = append(p.notes, "~"+user+" was taken as /home/"+user)
	return p
}

// variables are those whose value is usual, as a path that may begin with ~ or . for
// home and workspace.
//
//nolint:gosec // G101: names of files, no secrets
var variables = map[string]string{
	"HOME": "~", "USERPROFILE": "~", "HOMEPATH": "~",
	"PWD": ".", "CD": ".", "INIT_CWD": ".",
	"TMPDIR": "/tmp", "TEMP": "/tmp", "TMP": "/tmp", "XDG_RUNTIME_DIR": "/run/user",
	"XDG_CONFIG_HOME": "~/.config", "XDG_DATA_HOME": "~/.local/share", "XDG_STATE_HOME": "~/.local/state", "XDG_CACHE_HOME": "~/.cache",
	"APPDATA": "~/AppData/Roaming", "LOCALAPPDATA": "~/AppData/Local",
	"WINDIR": "c:/Windows", "SYSTEMROOT": "c:/Windows", "SYSTEMDRIVE": "c:/", "PROGRAMDATA": "c:/ProgramData", "ALLUSERSPROFILE": "c:/ProgramData",
	"PROGRAMFILES": "c:/Program Files", "PROGRAMFILES(X86)": "c:/Program Files (x86)",
	"GNUPGHOME": "~/.gnupg", "KUBECONFIG": "~/.kube/config", "AWS_SHARED_CREDENTIALS_FILE": "~/.aws/credentials", "SSH_AUTH_SOCK": "~/.ssh/agent",
}

// cutVariable takes a variable, in the spelling of a shell, of cmd or of PowerShell,
// from the front of a path.
func cutVariable(text string) (value, rest string, ok bool) {
	m := leading.FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	value, ok = variables[strings.ToUpper(m[1]+m[2]+m[3])]
	rest = strings.ReplaceAll(text[len(m[0]):], `\`, "/")
	return value, rest, ok && (rest == "" || rest[0] == '/')
}

// below is the path rest below a base of [variables].
func (s surroundings) below(base, rest string) resolved {
	if v := unknown(rest); v != "" {
		return unresolvable("what "+v+" stands for is not known here", rest)
	}
	path := base + "/" + rest
	switch base[0] {
	case '~':
		if s.knownHome {
			p := s.home
			p.notes = nil
			return s.followed(p, "/"+strings.Join(p.segs, "/")+path[1:])
		}
		return resolved{home: true}.with(nil, path[1:])
	case '.':
		return s.absolute(resolved{}, "./"+rest)
	}
	return s.absolute(resolved{}, path)
}

// fromURL reads a file URL (RFC 8089).
func (s surroundings) fromURL(text string) resolved {
	rest := decoded(text[len("file:"):])
	rest, _, _ = strings.Cut(rest, "?")
	rest, _, _ = strings.Cut(rest, "#")
	if reason, _, _ := unreadable(rest); reason != "" {
		return resolved{problem: Match{Invalid, reason}}
	}
	rest = strings.ReplaceAll(rest, `\`, "/")
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		name, path, _ := strings.Cut(after, "/")
		if name != "" && !strings.EqualFold(name, "localhost") && !hasDrive(name) {
			return host(resolved{}, after)
		}
		rest = "/" + path
		if hasDrive(name) {
			rest = after
		}
	}
	if inner := strings.TrimLeft(rest, "/"); hasDrive(inner) {
		rest = inner
	} else if strings.HasPrefix(rest, "//") {
		return host(resolved{}, strings.TrimLeft(rest, "/"))
	}
	return s.absolute(resolved{}, rest)
}
