// Package registry reads how a server is started or reached from an MCP registry:
// the official one, or any that answers the same API (MCP registry API v0.1,
// server.json schema 2025-12-11).
//
// What a registry says is the word of a stranger. It names a package or an
// address; it never adds an option of the launcher, never takes a variable of
// this machine, and never sends a value to an address.
package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Official is the registry of the Model Context Protocol.
const Official = "https://registry.modelcontextprotocol.io"

// maxBytes bounds an answer; the registry itself takes entries of far less.
const maxBytes = 1 << 20

// Name is a server of a registry: "registry:io.example/weather@1.2.0".
type Name struct {
	Server  string // namespace/name
	Version string // exact, or "" for the latest
}

// Parse reads a name behind "registry:". ok is false for a word of another kind;
// err says what a name lacks.
func Parse(word string) (n Name, ok bool, err error) {
	rest, ok := strings.CutPrefix(word, "registry:")
	if !ok {
		return n, false, nil
	}
	var versioned bool
	n.Server, n.Version, versioned = strings.Cut(rest, "@")
	space, name, _ := strings.Cut(n.Server, "/")
	switch {
	case space == "" || name == "" || strings.ContainsAny(n.Server, "?#% \\") || strings.Contains(name, "/"):
		return n, true, fmt.Errorf("%q is no name of a registry, want registry:NAMESPACE/NAME[@VERSION]", word)
	case versioned && n.Version == "":
		return n, true, fmt.Errorf("%q ends with an @, want registry:NAMESPACE/NAME[@VERSION]", word)
	case versioned && !entryVersion.MatchString(n.Version):
		return n, true, fmt.Errorf("%q is no version of a registry, want letters, digits and . + _ - in it", n.Version)
	case n.Version == "latest":
		n.Version = ""
	}
	return n, true, nil
}

// Client asks one registry. It is safe for concurrent use.
type Client struct {
	Base string // address of the registry; "" is [Official]
	HTTP *http.Client
}

// Server fetches the entry of a server. The error says what was asked for and
// what came back; an entry for another server or version than was asked for is
// one, and so is a deleted entry.
func (c Client) Server(ctx context.Context, n Name) (Server, error) {
	base := c.Base
	if base == "" {
		base = Official
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Hostname() != "127.0.0.1" && u.Hostname() != "localhost" {
		return Server{}, fmt.Errorf("%q is no address of a registry, want https://HOST", base)
	}
	version := n.Version
	if version == "" {
		version = "latest"
	}
	u = u.JoinPath("v0.1/servers", url.PathEscape(n.Server), "versions", url.PathEscape(version))
	text, err := c.get(ctx, u)
	if err != nil {
		return Server{}, fmt.Errorf("server %q of the registry %s: %w", n.Server, u.Host, err)
	}
	s, err := decode(text)
	switch {
	case err != nil:
	case s.Name != n.Server:
		err = fmt.Errorf("the registry answers for %q", s.Name)
	case n.Version != "" && s.Version != n.Version:
		err = fmt.Errorf("want version %q, the registry answers with %q", n.Version, s.Version)
	case s.status == "deleted":
		err = errors.New("the registry has deleted it")
	}
	if err != nil {
		return Server{}, fmt.Errorf("server %q of the registry %s: %w", n.Server, u.Host, err)
	}
	return s, nil
}

func (c Client) get(ctx context.Context, u *url.URL) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	asking := http.Client{
		Transport:     c.HTTP.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := asking.Do(req)
	if err != nil {
		if failed, ok := errors.AsType[*url.Error](err); ok {
			err = failed.Err
		}
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, errors.New("it has no such server or version")
	default:
		return nil, fmt.Errorf("it answers with status %d, want 200", resp.StatusCode)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxBytes+1))
	if err == nil && len(text) > maxBytes {
		err = fmt.Errorf("the answer is over the limit of %d bytes", maxBytes)
	}
	return text, err
}

// decode reads an answer: the entry beside what the registry says of it.
func decode(text []byte) (Server, error) {
	v, err := jsonv.Parse(text, jsonv.Limits{Bytes: maxBytes})
	if err != nil {
		return Server{}, fmt.Errorf("the answer is no JSON: %w", err)
	}
	entry := v.Get("server")
	if entry.Kind() != jsonv.Object {
		return Server{}, errors.New("the answer has no server, want {\"server\": {…}}")
	}
	s := serverOf(entry)
	s.status = v.Get("_meta").Get("io.modelcontextprotocol.registry/official").Get("status").Text()
	if s.Name == "" || s.Version == "" {
		return Server{}, errors.New("the entry has no name or no version")
	}
	return s, nil
}
