package filter

import (
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/pathop"
)

// pathAnswer is the answer of "classify path".
type pathAnswer struct {
	Class    pathop.Class      `json:"class"`
	Resolved string            `json:"resolved,omitempty"`
	Notes    []string          `json:"notes,omitempty"`
	Band     string            `json:"band"`
	Reasons  []operationReason `json:"reasons"`
}

// Path is the judge of "classify path". A line holds a path, what is done with it,
// and where; without an intent the worst is assumed, that it is deleted:
//
//	{"path": TEXT, "intent": "read", "write" or "delete", "workspace": TEXT, "home": TEXT}
//
// and is answered with {"class","resolved","notes","band","reasons"}.
func Path(line *jsonv.Value, _ []byte) ([]byte, error) {
	if err := members(line, "path", "intent", "workspace", "home"); err != nil {
		return nil, err
	}
	text, err := needText(line, "path")
	if err != nil {
		return nil, err
	}
	intent, err := wordOf(line, "intent", intents...)
	if err != nil {
		return nil, err
	}
	var at pathop.Place
	if at.Workspace, err = wordOf(line, "workspace"); err != nil {
		return nil, err
	}
	if at.Home, err = wordOf(line, "home"); err != nil {
		return nil, err
	}
	found := pathop.Classify(text, at)
	p := operation.Path(text, at, operation.Intent(intent))
	return encodeAnswer(pathAnswer{found.Class, found.Deciding, found.Notes, bandWord(p.Band(), p.Floor), operationReasons(p)})
}
