package census

import (
	"fmt"
	"path"

	"github.com/mooring-mcp/mooring/paramrisk"
)

// Pin is a file of the published snapshot with its digest (spec parameter-risk-classes,
// "Frozen Snapshot and Reproducibility").
type Pin struct{ Name, SHA256 string }

// Pins returns the pinned files. The second one has the tools.
func Pins() []Pin {
	return []Pin{
		{"servers.jsonl.gz", "3071866184521fb36aeac6ac715687ed4bf99b9b034646da61176f54a3dfa9d8"},
		{"server_tools.jsonl.gz", "2350dc773dc43fd6ed0b012588f3ff295fb358106a0291a7dc59c57427f5780f"},
		{"candidates_remotes.jsonl", "2f24ccc39ffeebe17f2dfe3c59f04b5b2f816c886239fdfe8df4995848326157"},
	}
}

// PublishedFile is the pinned file that is counted.
const PublishedFile = "server_tools.jsonl.gz"

// The published figures (spec parameter-risk-classes, "Application to the Frozen
// Census").
const (
	PublishedToolCount   = 229_539
	PublishedServerCount = 13_089
)

// Published is one figure of the specification.
type Published struct {
	Name  string
	Value int64
	// Exact says that the specification's own rules decide the figure. The others rest on
	// lists or code that only the archive has, and ours are approximations of them.
	Exact bool
	of    func(Result) int64
}

// PublishedFigures returns the specification's figures, in its order.
func PublishedFigures() []Published {
	out := []Published{
		{"tools", PublishedToolCount, true, func(r Result) int64 { return r.Tools }},
		{"servers", PublishedServerCount, true, func(r Result) int64 { return r.Servers }},
	}
	for _, row := range []struct {
		class           paramrisk.Class
		tools, required int64
	}{
		{paramrisk.URLEndpoint, 31_880, 22_891},
		{paramrisk.CommandString, 23_847, 13_619},
		{paramrisk.MoneyAmount, 15_229, 4_449},
		{paramrisk.CredentialValue, 14_753, 3_418},
		{paramrisk.FilesystemPath, 5_569, 1_690},
	} {
		out = append(out,
			Published{string(row.class) + " tools", row.tools, true, func(r Result) int64 { return labelOf(r, string(row.class)).Tools }},
			Published{string(row.class) + " required", row.required, true, func(r Result) int64 { return labelOf(r, string(row.class)).Required }},
		)
	}
	bucket := func(b paramrisk.Bucket, n int64) Published {
		return Published{string(b) + " tools", n, false, func(r Result) int64 { return labelOf(r, string(b)).Tools }}
	}
	return append(out,
		bucket(paramrisk.RawContentBlob, 44_429), bucket(paramrisk.AccountIdentity, 117_085),
		Published{"high consequence and outbound tools", 995, false, func(r Result) int64 { return r.Consequence.Intersection }},
		Published{"read tools", 67_423, false, func(r Result) int64 { return r.Consequence.Read }},
		Published{"servers of read tools", 11_520, false, func(r Result) int64 { return r.Consequence.ReadServers }},
	)
}

func labelOf(r Result, id string) Label {
	for _, list := range [][]Label{r.Direct.Classes, r.Direct.Buckets} {
		for _, l := range list {
			if l.ID == id {
				return l
			}
		}
	}
	return Label{}
}

// Comparison is a published pin or figure beside ours.
type Comparison struct {
	Name      string `json:"name"`
	Published string `json:"published"`
	Ours      string `json:"ours"` // "" when it is not there
	Exact     bool   `json:"exact"`
	Same      bool   `json:"same"`
}

// ComparePublished compares the inputs, by their base names, with the pins, and r with
// the figures. digests are those of all files at hand by their names, r is the census of
// [PublishedFile], or nil when that is not at hand.
func ComparePublished(digests map[string]string, r *Result) []Comparison {
	var out []Comparison
	for _, pin := range Pins() {
		c := Comparison{Name: "sha256 " + pin.Name, Published: pin.SHA256, Exact: true}
		for name, digest := range digests {
			if path.Base(name) == pin.Name {
				c.Ours, c.Same = digest, digest == pin.SHA256
			}
		}
		out = append(out, c)
	}
	for _, p := range PublishedFigures() {
		c := Comparison{Name: p.Name, Published: fmt.Sprint(p.Value), Exact: p.Exact}
		if r != nil {
			ours := p.of(*r)
			c.Ours, c.Same = fmt.Sprint(ours), ours == p.Value
		}
		out = append(out, c)
	}
	return out
}
