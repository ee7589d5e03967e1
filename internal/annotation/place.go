package annotation

import (
	"path"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// Lockfile is where everything is that has no better place.
const Lockfile = "mooring.lock.json"

// Place is a line of a file of the repository.
type Place struct {
	File string // from the root of the repository, with forward slashes
	Line int    // from 1
}

// Locate says where in the repository an item is, such as the line of the lock that
// pins it: a file and a line from 1, or "". Its zero value knows no place.
type Locate func(server string, kind check.Kind, name string) (file string, line int)

// Place is where an item is, line 1 of [Lockfile] when that is not known or is not in
// the repository.
func (l Locate) Place(server string, kind check.Kind, name string) Place {
	if l == nil {
		return Place{Lockfile, 1}
	}
	file, line := l(server, kind, name)
	return placeOf(file, line)
}

// PlaceOf is where a warning about the policy is: its "file:line", or line 1 of
// [Lockfile].
func PlaceOf(w check.Warning) Place {
	i := strings.LastIndexByte(w.Where, ':')
	if i < 0 {
		return placeOf(w.Where, 1)
	}
	line, err := strconv.Atoi(w.Where[i+1:])
	if err != nil {
		return placeOf(w.Where, 1)
	}
	return placeOf(w.Where[:i], line)
}

// placeOf keeps a file that is surely below the root. CI systems drop a report, or the
// whole upload, for one that is not.
func placeOf(file string, line int) Place {
	clean := path.Clean(strings.ReplaceAll(file, `\`, "/"))
	outside := clean == "." || clean == ".." || strings.HasPrefix(clean, "../") || path.IsAbs(clean) || strings.Contains(clean, ":")
	if outside || visible.Text(clean) != clean {
		return Place{Lockfile, 1}
	}
	return Place{clean, max(line, 1)}
}

// String is "file:line".
func (p Place) String() string { return p.File + ":" + strconv.Itoa(p.Line) }
