package filter

import (
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/urlop"
)

// urlAnswer is the answer of "classify url".
type urlAnswer struct {
	Class     urlop.Class       `json:"class"`
	Disguised bool              `json:"disguised"`
	Host      string            `json:"host,omitempty"`
	Address   string            `json:"address,omitempty"`
	Band      string            `json:"band"`
	Reasons   []operationReason `json:"reasons"`
}

// URL is the judge of "classify url". A line holds a URL or host, and what is done
// with it; without an intent the worst is assumed, that something is sent:
//
//	{"url": TEXT, "intent": "read", "write" or "delete"}
//
// and is answered with {"class","disguised","host","address","band","reasons"}.
func URL(line *jsonv.Value, _ []byte) ([]byte, error) {
	if err := members(line, "url", "intent"); err != nil {
		return nil, err
	}
	text, err := needText(line, "url")
	if err != nil {
		return nil, err
	}
	intent, err := wordOf(line, "intent", intents...)
	if err != nil {
		return nil, err
	}
	u := urlop.Classify(text)
	p := operation.URL(text, operation.Intent(intent))
	answer := urlAnswer{Class: u.Class, Disguised: u.Disguised, Host: u.Host, Band: bandWord(p.Band(), p.Floor), Reasons: operationReasons(p)}
	if u.Address.IsValid() {
		answer.Address = u.Address.String()
	}
	return encodeAnswer(answer)
}

// needText is a member that has to hold a string.
func needText(line *jsonv.Value, member string) (string, error) {
	v := line.Get(member)
	if !v.Exists() {
		return "", At(line, "", MissingMember, "found no member %q", member)
	}
	text, ok := v.Str()
	if !ok {
		return "", At(v, "/"+member, WrongValue, "found %s, want a string", v.Kind())
	}
	return text, nil
}
