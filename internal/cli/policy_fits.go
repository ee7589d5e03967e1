package cli

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/internal/policy"
	"github.com/mooring-mcp/mooring/internal/report"
	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
)

// A key of a policy that fits nothing has no effect, and is more likely a slip than meant.

// misfitsOf says which axes and rules of a policy fit no tool of a pinned server, or no
// argument that its schema has, in the order of names and rules.
func misfitsOf(e lockfile.Entry, p policy.Policy) []string {
	schemas := map[string]*jsonv.Value{}
	for _, item := range e.Surface.Listing(surface.Tool).Items {
		v, err := jsonv.Parse(item.Raw, jsonv.Limits{})
		if err != nil {
			continue // then its schema is not known, and may have anything
		}
		schemas[item.Name] = v.Get("inputSchema")
	}
	var out []string
	for _, tool := range sortedNames(p.Axes[e.ID]) {
		if _, is := schemas[tool]; !is {
			out = append(out, fmt.Sprintf("axes are of tool %q, which the pinned server does not have", tool))
		}
	}
	for _, r := range p.Operations[e.ID].Arguments {
		tools, has := 0, false
		for name, schema := range schemas {
			if fits, err := path.Match(r.Tool, name); err == nil && fits {
				tools++
				has = has || mayHave(schema, strings.Split(r.Argument, "/")[1:])
			}
		}
		switch {
		case tools == 0:
			out = append(out, fmt.Sprintf("a rule is for tool %q, and the pinned server has none of that name", r.Tool))
		case !has:
			out = append(out, fmt.Sprintf("a rule is for argument %s of tool %q, and no pinned schema has it", r.Argument, r.Tool))
		}
	}
	return out
}

// unclearKeywords may bring members that properties does not name.
var unclearKeywords = []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas", "dependencies", "prefixItems"}

// mayHave reports that a schema has a member at a path, or may have it as far as it is plain.
func mayHave(schema *jsonv.Value, segments []string) bool {
	if len(segments) == 0 || schema.Kind() != jsonv.Object {
		return true
	}
	for _, k := range unclearKeywords {
		if schema.Get(k).Exists() {
			return true
		}
	}
	properties, items := schema.Get("properties"), schema.Get("items")
	if !properties.Exists() && !items.Exists() {
		return true // nothing is said of what is in it
	}
	if items.Exists() && (segments[0] == "*" || strings.Trim(segments[0], "0123456789") == "") && mayHave(items, segments[1:]) {
		return true
	}
	for name, member := range properties.Members() {
		if (segments[0] == "*" || jsonv.AppendPointer("", name) == "/"+segments[0]) && mayHave(member, segments[1:]) {
			return true
		}
	}
	return schema.Get("additionalProperties").Kind() == jsonv.Object
}

// seeMisfits warns of keys of the policy that fit nothing of the pinned servers.
func (d *doctor) seeMisfits(p policy.Policy) {
	for _, name := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(sortedNames(p.Operations), sortedNames(p.Axes))))) {
		if e, pinned := d.get(name); pinned {
			for _, m := range misfitsOf(e, p) {
				d.found("policy.fits", report.CheckWarning, name, m, "it has no effect: mend it, or take it out; mooring inspect shows the tools")
			}
		}
	}
}

// warnMisfits writes to standard error what fits nothing of servers that are shown.
func (a *app) warnMisfits(entries []lockfile.Entry, p policy.Policy) {
	for _, e := range entries {
		for _, m := range misfitsOf(e, p) {
			line := fmt.Sprintf("mooring: warning: policy: %s: %s; it has no effect", visible.Text(e.ID), visible.Text(m))
			fmt.Fprintln(a.io.Stderr, report.Wrap(line, a.textOptions().Width, 4))
		}
	}
}

// pinnedHere are the servers of the lock, none where there is no lock that can be read.
func pinnedHere() []lockfile.Entry {
	file, err := new(lockFlags).read(false)
	if err != nil {
		return nil
	}
	return file.lock.Servers
}
