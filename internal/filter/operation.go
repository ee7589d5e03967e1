package filter

import (
	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/operation"
)

// denied is the word for never_allow in the answers about operations.
const denied = "deny"

// operationReason is a reason in an answer about one text.
type operationReason struct {
	Code   string         `json:"code"`
	Band   string         `json:"band"`
	Detail string         `json:"detail"`
	Span   operation.Span `json:"span"`
}

// operationReasons are the reasons of a part.
func operationReasons(p operation.Part) []operationReason {
	out := make([]operationReason, len(p.Reasons))
	for i, r := range p.Reasons {
		out[i] = operationReason{r.Code, bandWord(r.Band, r.Floor), r.Detail, r.Span}
	}
	return out
}

// bandWord is a band with its floor in one word.
func bandWord(b band.Band, f band.Floor) string {
	if f == band.NeverAllow {
		return denied
	}
	return string(b)
}

// intents are the words of the member intent.
var intents = []string{string(operation.Read), string(operation.Write), string(operation.Delete)}
