package contract

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// CompareItem reports what changed in one prompt, resource or resource template,
// given as a server listed it. The error is about text that is not strict JSON, or
// no object: nobody can tell then. Tools have schemas and go through CompareTool.
func CompareItem(kind surface.Kind, before, after []byte, o Options) ([]Finding, error) {
	was, err := parseItem(kind, "before", before)
	if err != nil {
		return nil, err
	}
	is, err := parseItem(kind, "after", after)
	if err != nil {
		return nil, err
	}
	c := &comparison{options: o}
	switch kind {
	case surface.Prompt:
		c.comparePrompt(was, is)
	case surface.Resource:
		c.compareResource("resource", was, is)
	case surface.ResourceTemplate:
		c.compareTemplate(was, is)
	default:
		return nil, fmt.Errorf("compare item: kind %q, want a prompt, resource or resource_template", kind)
	}
	return c.result(), nil
}

func parseItem(kind surface.Kind, which string, text []byte) (*jsonv.Value, error) {
	v, err := jsonv.Parse(text, jsonv.Limits{})
	if err == nil && v.Kind() != jsonv.Object {
		err = errors.New(v.Kind().String() + ", want an object")
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", kind, which, err)
	}
	return v, nil
}

// compareResource reports what changed in a resource, and in what a template has in
// common with one (MCP 2025-11-25, Resource, ResourceTemplate). prefix begins the
// ids of the rules.
func (c *comparison) compareResource(prefix string, before, after *jsonv.Value) {
	for _, m := range changes(before, after) {
		path := jsonv.AppendPointer("", m.name)
		switch m.name {
		case "uri", "uriTemplate":
		case "name":
			c.add(prefix+".name.changed", path, m, "")
		case "title":
			c.text(prefix+".title.changed", path, m)
		case "description":
			c.text(prefix+".description.changed", path, m)
		case "mimeType":
			c.mimeType(prefix, path, m)
		case "annotations":
			c.resourceAnnotations(prefix, path, m)
		case "icons":
			c.icons(prefix+".icons.changed", "", path, m)
		case "_meta":
			c.meta(prefix+".meta.changed", path, m)
		case "size":
			c.size(prefix, path, m)
		default:
			c.add(prefix+".member.unmodelled", path, m, "")
		}
	}
}

// size changes with the content. A template has none.
func (c *comparison) size(prefix, path string, m change) {
	switch {
	case prefix != "resource":
		c.add(prefix+".member.unmodelled", path, m, "")
	case c.options.Volatile:
		c.add("resource.size.changed", path, m, "")
	}
}

// mimeType reports a type of content that comes, goes or is another one. RFC 9110
// §8.3.1: type and subtype ignore case, and parameters follow a semicolon.
func (c *comparison) mimeType(prefix, path string, m change) {
	essence := func(v *jsonv.Value) string {
		text, _, _ := strings.Cut(v.Text(), ";")
		return strings.ToLower(strings.TrimSpace(text))
	}
	switch {
	case !m.before.Exists():
		c.add(prefix+".mimeType.added", path, m, "")
	case !m.after.Exists():
		c.add(prefix+".mimeType.removed", path, m, "")
	case essence(m.before) == essence(m.after) && m.before.Kind() == m.after.Kind():
		c.addAs(PotentiallyBreaking, prefix+".mimeType.changed", path, m, "the same type with other parameters or case")
	default:
		c.add(prefix+".mimeType.changed", path, m, "")
	}
}

// resourceAnnotations reports for whom a resource is and how much it matters (MCP
// 2025-11-25, Annotations). lastModified changes with the content.
func (c *comparison) resourceAnnotations(prefix, path string, m change) {
	if m.before.Exists() && m.before.Kind() != jsonv.Object || m.after.Exists() && m.after.Kind() != jsonv.Object {
		c.add(prefix+".member.unmodelled", path, m, "annotations are no object")
	}
	for _, a := range changes(m.before, m.after) {
		at := jsonv.AppendPointer(path, a.name)
		switch {
		case a.name == "audience":
			if audience(a.before) != audience(a.after) {
				c.add(prefix+".annotations.audienceChanged", at, a, "")
			}
		case a.name == "priority":
			c.add(prefix+".annotations.priorityChanged", at, a, "")
		case a.name == "lastModified" && prefix == "resource":
			if c.options.Volatile {
				c.add("resource.lastModified.changed", at, a, "")
			}
		case a.name == "lastModified":
		default:
			c.add(prefix+".member.unmodelled", at, a, "")
		}
	}
}

// audience is the set of roles as one text; anything but an array is itself. An
// empty set is none.
func audience(v *jsonv.Value) string {
	if v.Exists() && v.Kind() != jsonv.Array {
		return "!" + string(canonical(v))
	}
	roles := map[string]bool{}
	for _, role := range v.Items() {
		roles[string(canonical(role))] = true
	}
	return strings.Join(sorted(roles), " ")
}
