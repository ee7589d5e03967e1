package manifest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Privilege says whether a table knows a tool for a privileged one.
type Privilege struct {
	Privileged     bool
	Classification Classification
	ActionClass    string // what kind of privileged action; "" when unclassified, null in a record
}

// Classification says where a privilege comes from.
type Classification string

// The classifications of spec manifest-drift, "privilege_classification".
const (
	Classified   Classification = "classified"   // the table knows the name
	Unclassified Classification = "unclassified" // it does not, which never means safe
)

// Privileges is a table from tool names to classes of privileged action. The
// zero value is the default table, which knows nine names; [Privileges.With]
// makes longer ones. Only the name decides: what a server says of its tool in
// annotations does not. A Privileges is immutable and safe for concurrent use.
type Privileges struct {
	extra map[string]string
}

// With returns the table with more rows, from a name to its action class. A row
// matches a tool whose whole name it is, or whose leaf it is: the part after the
// last dot. Names are compared exactly. Rows add to the table and to what
// earlier calls added, and take nothing back: a row that gives another class to
// a tool of the default table, or to a name that was added before, is an error.
// So is an empty name or class.
func (p Privileges) With(extra map[string]string) (Privileges, error) {
	merged := make(map[string]string, len(p.extra)+len(extra))
	maps.Copy(merged, p.extra)
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		class := extra[name]
		if name == "" || class == "" {
			return p, fmt.Errorf("privileged tool %q: action class %q, want a name and a class", name, class)
		}
		if has := cmp.Or(defaultClass(name), p.extra[name], class); has != class {
			return p, fmt.Errorf("privileged tool %q: action class %q, but it is %q already", name, class, has)
		}
		merged[name] = class
	}
	return Privileges{extra: merged}, nil
}

// Of classifies a tool by its name: by the default table, then by an added row
// for the whole name, then by one for its leaf.
func (p Privileges) Of(name string) Privilege {
	class := cmp.Or(defaultClass(name), p.extra[name], p.extra[leafOf(name)])
	if class == "" {
		return Privilege{Classification: Unclassified}
	}
	return Privilege{Privileged: true, Classification: Classified, ActionClass: class}
}

// leafOf returns what follows the last dot, the whole name when there is none.
func leafOf(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func defaultClass(name string) string {
	i, found := slices.BinarySearchFunc(defaultPrivileges[:], leafOf(name), func(row privilegeRow, leaf string) int {
		return cmp.Compare(row.leaf, leaf)
	})
	if !found {
		return ""
	}
	return defaultPrivileges[i].class
}
