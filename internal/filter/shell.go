package filter

import (
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/shellop"
)

// Shell is the judge of "classify shell". A line holds a text for a shell, and what is known of where it runs:
//
//	{"cmd": TEXT, "shell"?: NAME, "workspace"?: FOLDER, "home"?: FOLDER, "dir"?: FOLDER}
//	with {"band","axes","reasons","commands"}
//
// sql reports whether statements are proved to read only; see [shellop.Options]. nil proves none.
func Shell(sql func(dialect, statements string) bool) Judge {
	return func(line *jsonv.Value, _ []byte) ([]byte, error) {
		if err := members(line, "cmd", "shell", "workspace", "home", "dir"); err != nil {
			return nil, err
		}
		if !line.Get("cmd").Exists() {
			return nil, At(line, "", MissingMember, "found no member %q", "cmd")
		}
		cmd, ok := line.Get("cmd").Str()
		if !ok {
			return nil, At(line.Get("cmd"), "/cmd", WrongValue, "found %s, want a string", line.Get("cmd").Kind())
		}
		o := shellop.Options{SQL: sql}
		into := []*string{&o.Shell, &o.Workspace, &o.Home, &o.Dir}
		for i, name := range []string{"shell", "workspace", "home", "dir"} {
			text, err := shellText(line, name)
			if err != nil {
				return nil, err
			}
			*into[i] = text
		}
		return encodeAnswer(shellop.Classify(cmd, o))
	}
}

// shellText is an option of a line, "" for none. A folder has to be absolute, or it would mean nothing.
func shellText(line *jsonv.Value, member string) (string, error) {
	v := line.Get(member)
	if isNothing(v) {
		return "", nil
	}
	text, ok := v.Str()
	if !ok {
		return "", At(v, "/"+member, WrongValue, "found %s, want a string", v.Kind())
	}
	if member != "shell" && !strings.HasPrefix(text, "/") {
		return "", At(v, "/"+member, WrongValue, "found %q, want an absolute folder", text)
	}
	return text, nil
}
