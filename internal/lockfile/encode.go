package lockfile

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
)

// lockRecord and the records below are the JSON form;
// schemas/mooring.lock.v1.schema.json describes it.
type lockRecord struct {
	Schema  string                 `json:"schema"`
	Servers map[string]entryRecord `json:"servers"`
}

type entryRecord struct {
	Integrity         string                  `json:"integrity,omitempty"`
	Launch            surface.LaunchRecord    `json:"launch"`
	Artifact          *surface.ArtifactRecord `json:"artifact,omitempty"`
	Context           contextRecord           `json:"context"`
	Handshake         handshakeRecord         `json:"handshake"`
	ManifestDigest    string                  `json:"manifest_digest"`
	SurfaceDigest     string                  `json:"surface_digest"`
	Profiles          []string                `json:"profiles,omitempty"`
	Templates         []Template              `json:"templates,omitempty"`
	AlarmReason       string                  `json:"alarm_reason,omitempty"`
	Accepted          []Accepted              `json:"accepted,omitempty"`
	Bands             *Bands                  `json:"bands,omitempty"`
	Tools             []itemRecord            `json:"tools,omitempty"`
	Prompts           []itemRecord            `json:"prompts,omitempty"`
	Resources         []itemRecord            `json:"resources,omitempty"`
	ResourceTemplates []itemRecord            `json:"resource_templates,omitempty"`
}

type contextRecord struct {
	Era             string          `json:"era"`
	ProtocolVersion string          `json:"protocol_version"`
	Client          string          `json:"client"`
	Capabilities    json.RawMessage `json:"client_capabilities,omitempty"`
}

type handshakeRecord struct {
	ProtocolVersion string          `json:"protocol_version,omitempty"`
	ServerInfo      json.RawMessage `json:"server_info,omitempty"`
	Capabilities    json.RawMessage `json:"capabilities,omitempty"`
	Instructions    json.RawMessage `json:"instructions,omitempty"`
}

type itemRecord struct {
	Digest     string          `json:"digest"`                // mooring.surface_item.v1
	ToolDigest string          `json:"tool_digest,omitempty"` // assay, of a tool
	Item       json.RawMessage `json:"item"`
}

// lists returns the item lists of an entry by kind, to read or to set.
func (e *entryRecord) lists() map[surface.Kind]*[]itemRecord {
	return map[surface.Kind]*[]itemRecord{
		surface.Tool: &e.Tools, surface.Prompt: &e.Prompts, surface.Resource: &e.Resources, surface.ResourceTemplate: &e.ResourceTemplates,
	}
}

// Encode returns the text of the lock file. Equal locks give equal bytes.
func Encode(l Lock) ([]byte, error) {
	r := lockRecord{Schema: Schema, Servers: map[string]entryRecord{}}
	for _, e := range l.Servers {
		rec := recordOf(e)
		rec.Integrity = integrity(e.ID, rec)
		r.Servers[e.ID] = rec
	}
	text, err := jsonv.Parse(marshal(r), jsonv.Unlimited())
	if err != nil {
		return nil, err
	}
	if n := jsonv.IndentedLen(text, 0); n > jsonv.DefaultBytes {
		return nil, fmt.Errorf("lock would have about %d bytes, which is over the limit of %d", n, jsonv.DefaultBytes)
	}
	pretty := jsonv.AppendIndented(nil, text, jsonv.Source, 0)
	return append(visible.AppendJSON(nil, pretty), '\n'), nil
}

func recordOf(e Entry) entryRecord {
	s := e.Surface
	r := entryRecord{
		Launch:         surface.LaunchRecord(s.Server.Launch),
		Context:        contextRecord{s.Context.Era, s.Context.ProtocolVersion, s.Context.Client, json.RawMessage(s.Context.Capabilities)},
		Handshake:      handshakeRecord{s.Handshake.ProtocolVersion, s.Handshake.ServerInfo, s.Handshake.Capabilities, s.Handshake.Instructions},
		ManifestDigest: e.ManifestDigest,
		SurfaceDigest:  e.SurfaceDigest,
		Profiles:       e.Profiles,
		Templates:      e.Templates,
		AlarmReason:    e.AlarmReason,
		Accepted:       e.Accepted,
		Bands:          e.Bands,
	}
	if s.Server.Artifact != (surface.Artifact{}) {
		artifact := surface.ArtifactRecord(s.Server.Artifact)
		r.Artifact = &artifact
	}
	lists := r.lists()
	n := 0
	for _, l := range s.Listings {
		for i, item := range l.Items {
			rec := itemRecord{Digest: e.Items[n].Digest, Item: item.Raw}
			n++
			if l.Kind == surface.Tool {
				rec.ToolDigest = e.Tools[i].Digest
			}
			*lists[l.Kind] = append(*lists[l.Kind], rec)
		}
	}
	return r
}

// integrity is the digest of an entry's canonical form, with the server's id and
// without the integrity itself.
func integrity(id string, r entryRecord) string {
	r.Integrity = ""
	preimage := marshal(struct {
		Projection string      `json:"projection"`
		Server     string      `json:"server"`
		Entry      entryRecord `json:"entry"`
	}{"mooring.lock_entry.v1", id, r})
	v, err := jsonv.Parse(preimage, jsonv.Unlimited())
	if err != nil {
		panic(err) // record types hold only JSON text that was parsed before
	}
	return jsonv.Digest(jsonv.Canonical(v, jsonv.Source))
}

// recordDepth leaves room for the levels around an item of the greatest depth.
const recordDepth = jsonv.DefaultDepth + 10

func marshal(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // record types hold only JSON text that was parsed before
	}
	return b.Bytes()
}
