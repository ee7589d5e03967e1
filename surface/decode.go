package surface

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/word"
)

// Decode reads a record that [Encode] wrote. Unknown members, another schema id
// and items that contradict their own bytes are errors.
func Decode(text []byte) (Surface, error) {
	v, err := jsonv.Parse(text, jsonv.Limits{Depth: jsonv.DefaultDepth + 40})
	if err != nil {
		return Surface{}, fmt.Errorf("parse surface record: %w", err)
	}
	if schema, _ := v.Get("schema").Str(); schema != Schema {
		return Surface{}, fmt.Errorf("surface record has schema %q, want %q", schema, Schema)
	}
	var r record
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return Surface{}, fmt.Errorf("read surface record: %v", err)
	}
	s := Surface{
		Server:  Server{ID: r.Server.ID},
		Context: Context{r.Context.Era, r.Context.ProtocolVersion, r.Context.Client, string(r.Context.Capabilities)},
	}
	if r.Server.Launch != nil {
		s.Server.Launch = Launch(*r.Server.Launch)
	}
	if r.Server.Artifact != nil {
		s.Server.Artifact = Artifact(*r.Server.Artifact)
	}
	s.Handshake = handshakeFrom(text, v.Get("handshake"))
	for i, l := range r.Listings {
		items := v.Get("listings").Index(i).Get("items")
		listing, err := listingFrom(text, l, items)
		if err != nil {
			return Surface{}, fmt.Errorf("surface record, listing %q: %w", l.Kind, err)
		}
		s.Listings = append(s.Listings, listing)
	}
	for _, h := range r.Hazards {
		s.Hazards = append(s.Hazards, Hazard(h))
	}
	return s, proveRecord(v, s)
}

// proveRecord demands that a record says what writing its surface again says, so
// that no member is read otherwise than it stands there: encoding/json takes
// "Kind" for "kind".
func proveRecord(v *jsonv.Value, s Surface) error {
	again, err := jsonv.Parse(Encode(s), jsonv.Unlimited())
	if err != nil {
		return fmt.Errorf("read surface record: %v", err)
	}
	if pointer, differs := jsonv.FirstDifference(v, again, jsonv.Source); differs {
		return fmt.Errorf("surface record: what stands at %q is not what a record with these members has there", pointer)
	}
	if h := s.Handshake; h.Result != nil && string(h.Result) != "{}" {
		own, err := NewHandshake(h.Result)
		if err == nil && (string(own.Instructions) != string(h.Instructions) || string(own.Capabilities) != string(h.Capabilities) || own.ProtocolVersion != h.ProtocolVersion) {
			return fmt.Errorf("surface record: handshake is not that of its result")
		}
	}
	return nil
}

// bytesOf returns the exact bytes of a value, nil when it is absent.
func bytesOf(text []byte, v *jsonv.Value) []byte {
	if !v.Exists() {
		return nil
	}
	return v.Span().Of(text)
}

func handshakeFrom(text []byte, v *jsonv.Value) Handshake {
	h := Handshake{
		ServerInfo:   bytesOf(text, v.Get("server_info")),
		Capabilities: bytesOf(text, v.Get("capabilities")),
		Instructions: bytesOf(text, v.Get("instructions")),
		Result:       bytesOf(text, v.Get("result")),
	}
	h.ProtocolVersion, _ = v.Get("protocol_version").Str()
	return h
}

func listingFrom(text []byte, l listingRecord, items *jsonv.Value) (Listing, error) {
	out := Listing{Kind: l.Kind, Status: l.Status, Completeness: l.Completeness, Reason: l.Reason, Detail: l.Detail}
	if l.Kind.Member() == "" {
		return out, fmt.Errorf("unknown kind, want one of %s", word.List(Kinds()))
	}
	for _, p := range l.Pages {
		out.Pages = append(out.Pages, Page(p))
	}
	for i, it := range l.Items {
		raw := bytesOf(text, items.Index(i).Get("json"))
		if raw == nil {
			var err error
			if raw, err = base64.StdEncoding.DecodeString(it.Base64); err != nil {
				return out, fmt.Errorf("item %d: base64: %w", i, err)
			}
		}
		item := NewItem(l.Kind, raw)
		if (item.Problem == "") != (it.Problem == "") {
			return out, fmt.Errorf("item %d: problem %q does not fit its bytes", i, it.Problem)
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}
