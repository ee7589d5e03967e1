package places

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/glob"
)

// Begin is where a path begins that was followed through the links of [Follow].
type Begin uint8

// The beginnings.
const (
	FromRoot    Begin = iota
	FromCurrent       // the folder in which the path is used; its first segments may be ".."
	FromUnknown       // a folder that the letters do not say
)

// Followed is an absolute path behind links that every machine has.
type Followed struct {
	Begin Begin
	Segs  []string // with no empty one or "."
	// Foreign: the root is that of another process, which may be in a container of its own.
	Foreign bool
	// Linked: a link led elsewhere than the letters say.
	Linked bool
	// Either: the link is none on some systems, where the path is what its letters say.
	Either bool

	pattern func(string) string
}

// up is where ".." leads from a link that every Linux has.
var up = map[string]string{
	"dev/fd": "proc/self", "proc/net": "proc/self", "proc/thread-self": "proc/self/task",
	"var/run": "", "var/lock": "run",
}

// Follow resolves an absolute path from segment to segment, as a kernel would: /proc/PID/root is the root,
// /proc/self/cwd the current folder, and what /proc/PID/cwd or /proc/self/fd/3 is, nobody can tell by its letters.
// Other links are not followed. pattern makes a segment a pattern of package glob; nil for one that is.
func Follow(path string, pattern func(segment string) string) Followed {
	if !strings.HasPrefix(path, "/proc/") && !strings.Contains(path, "..") && !strings.HasPrefix(path, "/dev/fd/") {
		return Followed{Segs: split(path)}
	}
	f := Followed{pattern: pattern}
	for _, seg := range split(path) {
		if seg == ".." {
			f.climb()
			continue
		}
		f.enter(seg)
	}
	return f
}

func split(path string) []string {
	var out []string
	for seg := range strings.SplitSeq(path, "/") {
		if seg != "" && seg != "." {
			out = append(out, seg)
		}
	}
	return out
}

// climb goes to the folder above.
func (f *Followed) climb() {
	n := len(f.Segs)
	if f.Begin == FromRoot {
		if target, ok := up[strings.Join(f.Segs, "/")]; ok && n > 0 {
			f.Segs, f.Linked, f.Either = split(target), true, true
			return
		}
		if f.opened() {
			f.lose()
			return
		}
	}
	switch {
	case n > 0 && f.Segs[n-1] != "..":
		f.Segs = f.Segs[:n-1]
	case f.Begin == FromCurrent:
		f.Segs = append(f.Segs, "..")
	}
}

// enter goes below.
func (f *Followed) enter(seg string) {
	if f.Begin == FromRoot && (f.opened() || f.maybe()) {
		f.lose()
	}
	f.Segs = append(f.Segs, seg)
	if f.Begin != FromRoot {
		return
	}
	if slices.Equal(f.Segs, []string{"proc", "thread-self"}) {
		return
	}
	own, name := f.process()
	switch {
	case name == "root":
		f.Segs, f.Linked = nil, true
		f.Foreign = f.Foreign || !own
	case name == "cwd" && own:
		f.Segs, f.Linked, f.Begin = nil, true, FromCurrent
	case name == "cwd":
		f.lose()
	}
}

// lose is that the folder is not known from here on.
func (f *Followed) lose() { f.Begin, f.Segs, f.Linked = FromUnknown, nil, true }

// process takes /proc/PID/NAME and /proc/PID/task/TID/NAME apart; the name is "" for other paths. own is a process
// of the shell's own, or of whatever opens the path.
func (f *Followed) process() (own bool, name string) {
	s := f.Segs
	if len(s) < 3 || s[0] != "proc" {
		return false, ""
	}
	own = s[1] == "self" || s[1] == "thread-self"
	switch {
	case len(s) == 3:
		return own, s[2]
	case len(s) == 5 && s[2] == "task":
		return own, s[4]
	}
	return own, ""
}

// opened reports a link to an open file, which may be a folder.
func (f *Followed) opened() bool {
	s := f.Segs
	if len(s) == 3 && s[0] == "dev" && s[1] == "fd" {
		return true
	}
	if n := len(s); n > 3 && s[0] == "proc" && (s[n-2] == "fd" || s[n-2] == "map_files") && (n == 4 || n == 6 && s[2] == "task") {
		return true
	}
	_, name := f.process()
	return name == "exe"
}

// maybe reports a pattern that may be one of the links of a process.
func (f *Followed) maybe() bool {
	_, name := f.process()
	if f.pattern != nil {
		name = f.pattern(name)
	}
	if !strings.ContainsAny(name, "*?[\x00") {
		return false
	}
	n := glob.ParseName(name)
	return slices.ContainsFunc([]string{"cwd", "root", "exe"}, func(link string) bool { return n.Meets(glob.ParseName(link)) })
}
