package report

import "github.com/mooring-mcp/mooring/band"

// BandsSchema is the id of the record that a [Bands] is.
const BandsSchema = "mooring.bands.v1"

// Bands are the bands of pinned tools by themselves. What a call holds, and what the run has read, can raise them.
type Bands struct {
	Schema  string        `json:"schema"` // always [BandsSchema]
	Servers []ServerBands `json:"servers"`
}

// ServerBands are those of one server.
type ServerBands struct {
	Server string     `json:"server"`
	Tools  []ToolBand `json:"tools"` // in the order of the listing
}

// The states of a tool's axes in the policy.
const (
	AxesAccepted = "accepted"
	AxesStale    = "stale" // of the tool as it was; they hold for nothing
	AxesNone     = "none"
)

// ToolBand is what is known of one tool.
type ToolBand struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // of the item as it is pinned, mooring.surface_item.v1
	// Band is the one that holds, nil for none.
	Band       *band.Band  `json:"band"`
	AtLeast    band.Band   `json:"at_least,omitempty"` // a declared band without axes, which is no permission
	DecidedBy  band.Source `json:"decided_by"`
	Why        string      `json:"why"`
	NeverAllow bool        `json:"never_allow,omitempty"`
	// State is that of the policy's axes; Axes are those that hold, each missing one at its worst value.
	State    string     `json:"axes_state"`
	Axes     *band.Axes `json:"axes,omitempty"`
	Declared *Declared  `json:"declared,omitempty"` // nil where no plugin declares the tool
}

// Declared is what a plugin declares of a tool.
type Declared struct {
	Plugin     string    `json:"plugin"`
	Band       band.Band `json:"band,omitempty"` // "" where never_allow is all that is declared
	NeverAllow bool      `json:"never_allow,omitempty"`
}

// BandsJSON renders bands as the record mooring.bands.v1.
func BandsJSON(b Bands) []byte { return encode(b) }
