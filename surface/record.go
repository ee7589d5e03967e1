package surface

import (
	"encoding/base64"
	"encoding/json"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// record is the JSON form of a Surface; schemas/mooring.surface.v1.schema.json
// describes it.
type record struct {
	Schema       string          `json:"schema"`
	Server       serverRecord    `json:"server"`
	Context      contextRecord   `json:"context"`
	Handshake    handshakeRecord `json:"handshake"`
	Completeness Completeness    `json:"completeness"`
	Listings     []listingRecord `json:"listings"`
	Hazards      []hazardRecord  `json:"hazards"`
}

type serverRecord struct {
	ID       string          `json:"id"`
	Launch   *LaunchRecord   `json:"launch,omitempty"`
	Artifact *ArtifactRecord `json:"artifact,omitempty"`
}

// ArtifactRecord is the JSON form of an [Artifact].
type ArtifactRecord struct {
	Kind    ArtifactKind `json:"kind"`
	Name    string       `json:"name,omitempty"`
	Version string       `json:"version,omitempty"`
	Digest  string       `json:"digest,omitempty"`
}

// LaunchRecord is the JSON form of a [Launch], in a surface record and in a lock.
type LaunchRecord struct {
	Transport string   `json:"transport"`
	Command   string   `json:"command,omitempty"`
	Args      []string `json:"args,omitempty"`
	Dir       string   `json:"dir,omitempty"`
	Env       []string `json:"env,omitempty"`
	URL       string   `json:"url,omitempty"`
	Headers   []string `json:"headers,omitempty"`
}

type contextRecord struct {
	Era             string `json:"era,omitempty"`
	ProtocolVersion string `json:"protocol_version,omitempty"`
	Client          string `json:"client,omitempty"`
	Capabilities    raw    `json:"client_capabilities,omitempty"`
}

type handshakeRecord struct {
	ProtocolVersion string `json:"protocol_version,omitempty"`
	ServerInfo      raw    `json:"server_info,omitempty"`
	Capabilities    raw    `json:"capabilities,omitempty"`
	Instructions    raw    `json:"instructions,omitempty"`
	Result          raw    `json:"result,omitempty"`
}

type listingRecord struct {
	Kind         Kind         `json:"kind"`
	Status       Status       `json:"status"`
	Completeness Completeness `json:"completeness"`
	Reason       Reason       `json:"reason,omitempty"`
	Detail       string       `json:"detail,omitempty"`
	Pages        []pageRecord `json:"pages,omitempty"`
	Items        []itemRecord `json:"items,omitempty"`
}

type pageRecord struct {
	Cursor *string `json:"cursor,omitempty"`
	Next   *string `json:"next,omitempty"`
	Bytes  int     `json:"bytes"`
	Items  int     `json:"items"`
	TTL    *int64  `json:"ttl_ms,omitempty"`
	Scope  string  `json:"cache_scope,omitempty"`
}

// itemRecord holds the bytes of an item: as they are when they are strict JSON,
// else in base64.
type itemRecord struct {
	JSON    raw    `json:"json,omitempty"`
	Base64  string `json:"base64,omitempty"`
	Problem string `json:"problem,omitempty"`
}

type hazardRecord struct {
	Code   HazardCode `json:"code"`
	Where  string     `json:"where,omitempty"`
	Detail string     `json:"detail,omitempty"`
	Count  int        `json:"count"`
}

// raw is JSON text that is written into a record byte for byte.
type raw = json.RawMessage

func recordOf(s Surface) record {
	worst, _ := s.Completeness()
	r := record{
		Schema:  Schema,
		Server:  serverRecord{ID: s.Server.ID},
		Context: contextRecord{s.Context.Era, s.Context.ProtocolVersion, s.Context.Client, raw(s.Context.Capabilities)},
		Handshake: handshakeRecord{
			s.Handshake.ProtocolVersion, s.Handshake.ServerInfo, s.Handshake.Capabilities, s.Handshake.Instructions, s.Handshake.Result,
		},
		Completeness: worst,
		Listings:     make([]listingRecord, 0, len(s.Listings)),
		Hazards:      make([]hazardRecord, 0, len(s.Hazards)),
	}
	if s.Server.Launch.Transport != "" {
		launch := LaunchRecord(s.Server.Launch)
		r.Server.Launch = &launch
	}
	if s.Server.Artifact != (Artifact{}) {
		artifact := ArtifactRecord(s.Server.Artifact)
		r.Server.Artifact = &artifact
	}
	for _, l := range s.Listings {
		r.Listings = append(r.Listings, listingOf(l))
	}
	for _, h := range s.Hazards {
		r.Hazards = append(r.Hazards, hazardRecord(h))
	}
	return r
}

func listingOf(l Listing) listingRecord {
	out := listingRecord{Kind: l.Kind, Status: l.Status, Completeness: l.Completeness, Reason: l.Reason, Detail: l.Detail}
	for _, p := range l.Pages {
		out.Pages = append(out.Pages, pageRecord(p))
	}
	for _, it := range l.Items {
		rec := itemRecord{JSON: it.Raw, Problem: it.Problem}
		if _, err := jsonv.Parse(it.Raw, jsonv.Limits{}); err != nil {
			rec.JSON, rec.Base64 = nil, base64.StdEncoding.EncodeToString(it.Raw)
		}
		out.Items = append(out.Items, rec)
	}
	return out
}
