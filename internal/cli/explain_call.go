package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/classifiers"
	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/operation"
	"github.com/mooring-mcp/mooring/internal/pathop"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/surface"
)

// callTime is how long the classifiers may take for one call. A grammar takes about a second
// to start, and several on a machine that does other things.
const callTime = time.Minute

// callBytes is what a call may have.
const callBytes = 1 << 20

// typedCall is a call as somebody types it, with the server's name if it is to be looked
// up. Arguments are the text of an object.
type typedCall struct {
	Server, Name string
	Arguments    []byte
}

// callHint is the shape of a call.
const callHint = `a call is {"name": TOOL, "arguments": {…}}, as in tools/call, with {"server": NAME} in it or not`

// isCall reports an argument that is meant as a call, and is no rule or fingerprint.
func isCall(word string) bool {
	text := strings.TrimSpace(word)
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")
}

// readCall reads the params of tools/call (MCP 2025-11-25, schema CallToolRequest), or the
// whole request. Members have to be called exactly so, and one that is not known is an
// error: what it holds would go unjudged.
func readCall(text string) (typedCall, error) {
	if len(text) > callBytes {
		return typedCall{}, usagef("", "the call has %d bytes, want at most %d", len(text), callBytes)
	}
	v, err := jsonv.Parse([]byte(text), jsonv.Limits{})
	if err != nil {
		return typedCall{}, usage(fmt.Errorf("call: %w", placed([]byte(text), err)), "")
	}
	server := v.Get("server")
	if v.Get("params").Exists() || v.Get("jsonrpc").Exists() || v.Get("method").Exists() {
		if err := closedCall(v, "jsonrpc", "id", "method", "params", "server"); err != nil {
			return typedCall{}, err
		}
		if method := v.Get("method"); method.Raw() != `"tools/call"` {
			return typedCall{}, usagef(callHint, "the request is %s, want \"tools/call\"", cmp.Or(method.Raw(), "without a method"))
		}
		if v = v.Get("params"); !v.Exists() {
			return typedCall{}, usagef(callHint, "the request has no params")
		}
		if err := closedCall(v, "name", "arguments", "task", "_meta"); err != nil {
			return typedCall{}, err
		}
	} else if err := closedCall(v, "name", "arguments", "task", "_meta", "server"); err != nil {
		return typedCall{}, err
	}
	c := typedCall{Arguments: []byte("{}")}
	for _, word := range []struct {
		name string
		v    *jsonv.Value
		to   *string
	}{{"server", server, &c.Server}, {"name", v.Get("name"), &c.Name}} {
		said, is := word.v.Str()
		if word.v.Exists() && !is {
			return c, usagef(callHint, "%s is no text", word.name)
		}
		*word.to = said
	}
	if c.Name == "" {
		return c, usagef(callHint, "the call names no tool")
	}
	if arguments := v.Get("arguments"); arguments.Exists() {
		if arguments.Kind() != jsonv.Object {
			return c, usagef(callHint, "arguments are %s, want an object", arguments.Kind())
		}
		c.Arguments = []byte(arguments.Raw())
	}
	return c, nil
}

// closedCall refuses a value that is no object, or has other members than these.
func closedCall(v *jsonv.Value, known ...string) error {
	if v.Kind() != jsonv.Object {
		return usagef(callHint, "found %s, want an object", v.Kind())
	}
	for name := range v.Members() {
		if !slices.Contains(known, name) {
			return usagef(callHint, "the call has the member %q, want only %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// explainCall says what a call does and which band that is, without making it.
func (a *app) explainCall(ctx context.Context, text string, where lockFlags, path string) error {
	if text == "-" {
		input, err := io.ReadAll(io.LimitReader(a.io.Stdin, callBytes+1))
		if err != nil {
			return usage(err, "")
		}
		text = strings.TrimPrefix(string(input), "\uFEFF") // as editors of Windows write one
	}
	c, err := readCall(text)
	if err != nil {
		return err
	}
	set, _, err := a.policies(path)
	if err != nil {
		return err
	}
	shown := report.Call{Server: c.Server, Tool: c.Name, Scope: set.Policy.Operations[c.Server].Scope}
	call, err := operationCall(c, set.Policy)
	if err != nil {
		return err
	}
	if c.Server != "" {
		if err := lookUp(&shown, &call, where, set.Policy); err != nil {
			return err
		}
	}
	shown.Unfit = unfit(call.Schema, c.Arguments)
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if shown.Result, err = classifiers.All().Classify(ctx, call, c.Arguments); err != nil {
		return usage(fmt.Errorf("arguments: %w", placed(c.Arguments, err)), "")
	}
	if shown.Decision, err = operation.Decide(shown.Result, shown.Known); err != nil {
		return err
	}
	return report.ExplainCall(a.io.Stdout, shown, a.textOptions())
}

// operationCall is the call with what the policy says of the server.
func operationCall(c typedCall, p policy.Policy) (operation.Call, error) {
	o := p.Operations[c.Server]
	lines, err := o.Lines()
	return operation.Call{
		Server: c.Server, Tool: c.Name, Place: here(), Mapping: o.Mapping(), Dialect: o.Dialect, Spend: lines,
		Context: operation.Context{Scope: o.Scope},
	}, err
}

// here is the folder that a call is made from, as far as it can be told.
func here() pathop.Place {
	var p pathop.Place
	if dir, err := os.Getwd(); err == nil {
		p.Workspace = dir
	}
	if home, err := os.UserHomeDir(); err == nil {
		p.Home = home
	}
	return p
}

// lookUp takes from the lock what is pinned of the tool, and from the policy the axes that were accepted of it.
func lookUp(shown *report.Call, call *operation.Call, where lockFlags, p policy.Policy) error {
	file, err := where.read(false)
	if err != nil {
		return err
	}
	entry, pinned := file.lock.Get(shown.Server)
	if !pinned {
		return usagef("leave \"server\" out to judge the call by itself", "server %q is not in %q", shown.Server, file.path)
	}
	if entry.Bands != nil {
		declared := entry.Bands.Tools[shown.Tool]
		shown.Known.Declared, shown.Known.NeverAllow, shown.Plugin = declared.Band, declared.NeverAllow, entry.Bands.Plugin
		shown.Environments = map[string]string{}
		for name, e := range declared.Environments {
			shown.Environments[name] = string(e.Band)
			if e.NeverAllow {
				shown.Environments[name] = string(band.NeverAllow)
			}
		}
	}
	shown.Pinned = pinnedTool(entry, shown.Tool)
	if shown.Pinned == "" {
		shown.Missing = true
		return nil
	}
	digests := toolDigests(entry)
	for i, item := range entry.Surface.Listing(surface.Tool).Items {
		if item.Name != shown.Tool {
			continue
		}
		accepted, stale, found := p.AxesOf(entry.ID, item.Name, digests[i])
		shown.Accepted, shown.Stale = found && !stale, stale
		if shown.Accepted {
			shown.Known.Axes = accepted.Axes()
		}
		if v, err := jsonv.Parse(item.Raw, jsonv.Limits{}); err == nil && v.Get("inputSchema").Exists() {
			call.Schema = []byte(v.Get("inputSchema").Raw())
		}
	}
	return nil
}

// pinnedTool is the digest of a pinned tool, "" where there is none.
func pinnedTool(entry lockfile.Entry, name string) string {
	for _, t := range entry.Tools {
		if t.Name == name {
			return t.Digest
		}
	}
	return ""
}
