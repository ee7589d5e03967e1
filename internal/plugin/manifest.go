package plugin

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/confusable"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// The versions of the specification that are known.
const (
	spec100 = "1.0.0"
	spec110 = "1.1.0" // draft
)

// schemaID is the form of the identifiers of both schemas.
var schemaID = regexp.MustCompile(`^https://agent-plugins\.org/schemas/(\d+\.\d+\.\d+)/(plugin|mcp)\.schema\.json$`)

// textMembers are the members of plugin.json that are texts, with the version that
// has them first.
var textMembers = map[string]string{
	"displayName": spec110, "icon": spec110, "version": spec100, "description": spec100, "homepage": spec100, "repository": spec100, "license": spec100,
}

// manifest reads plugin.json. The error is [ErrNone] or says why it cannot be read.
func (r *reader) manifest() error {
	switch _, err := fs.Lstat(r.fsys, manifestFile); {
	case errors.Is(err, fs.ErrNotExist):
		return ErrNone
	case err != nil:
		return fmt.Errorf("%s: %s", manifestFile, cause(err))
	}
	text, err := r.read(manifestFile, jsonBytes)
	if err != nil {
		if !errors.Is(err, errEscapes) && !errors.As(err, new(*sizeError)) {
			return fmt.Errorf("%s: %s", manifestFile, cause(err))
		}
		r.unread(manifestFile, err)
		r.out.Rejected = true
		return nil
	}
	v, src := r.parse(manifestFile, text, ruleManifestSyntax)
	if v == nil {
		r.out.Rejected = true
		return nil
	}
	m := &object{r: r, v: v, src: src}
	if v.Kind() != jsonv.Object {
		m.refuse(ruleManifestType, v, "", shown(v), "an object")
		r.out.Rejected = true
		return nil
	}
	r.source = src
	r.out.Manifest.Spec = r.schema(m, "plugin", ruleManifestSchema, ruleManifestUnknown)
	if m.failed {
		r.out.Rejected = true // another version has other members
	} else {
		r.members(m)
		r.out.Rejected = m.failed
	}
	if r.out.Rejected {
		r.permissions = nil
	}
	return nil
}

// object is a JSON object that is checked; failed becomes true with the first error.
type object struct {
	r      *reader
	v      *jsonv.Value
	src    source
	failed bool
}

// refuse reports an error and marks the object as failed.
func (o *object) refuse(rule string, at *jsonv.Value, pointer, found, want string) {
	o.failed = true
	o.note(rule, at, pointer, found, want)
}

// note reports what leaves the object as it is.
func (o *object) note(rule string, at *jsonv.Value, pointer, found, want string) {
	if !at.Exists() {
		at = o.v
	}
	o.r.add(rule, o.src.at(at.Span().Start, pointer), found, want)
}

// schema checks $schema and returns the version that it names, "" with an error.
func (r *reader) schema(o *object, file, wrong, unknown string) string {
	at := o.v.Get("$schema")
	id, _ := at.Str()
	want := "https://agent-plugins.org/schemas/" + spec100 + "/" + file + ".schema.json"
	match := schemaID.FindStringSubmatch(id)
	switch {
	case match == nil || match[2] != file:
		o.refuse(wrong, at, "/$schema", shown(at), fmt.Sprintf("%q", want))
	case match[1] != spec100 && match[1] != spec110:
		o.refuse(unknown, at, "/$schema", "version "+match[1], spec100+" or "+spec110)
	default:
		return match[1]
	}
	return ""
}

// members checks every member of plugin.json but $schema.
func (r *reader) members(m *object) {
	if !m.v.Get("name").Exists() {
		m.refuse(ruleName, m.v, "", "no name", "a name, as in deploy-tools")
	}
	for name, v := range m.v.Members() {
		pointer := jsonv.AppendPointer("", name)
		since, isText := textMembers[name]
		switch {
		case name == "$schema":
		case name == "name":
			r.name(m, v)
		case name == "author":
			author(m, v)
		case name == "keywords":
			keywords(m, v)
		case name == "extensions":
			r.extensions(m, v)
		case name == "permissions":
			m.note(rulePermissions, v, pointer, "permissions at the top", "permissions below extensions")
		case !isText || since > r.out.Manifest.Spec:
			m.note(ruleManifestMember, v, pointer, fmt.Sprintf("unknown member %s", quoted(name)), "a member of "+r.out.Manifest.Spec)
		case v.Kind() != jsonv.String:
			m.refuse(ruleManifestType, v, pointer, shown(v), "a text")
		default:
			r.text(m, name, v)
		}
	}
}

var pluginName = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$`)

func (r *reader) name(m *object, v *jsonv.Value) {
	name, _ := v.Str()
	if len(name) > 64 || !pluginName.MatchString(name) || strings.Contains(name, "--") || strings.Contains(name, "..") {
		m.refuse(ruleName, v, "/name", shown(v), "1 to 64 of a-z, 0-9, - and .")
		return
	}
	r.out.Manifest.Name = name
}

func author(m *object, v *jsonv.Value) {
	if v.Kind() != jsonv.Object {
		m.refuse(ruleManifestType, v, "/author", shown(v), "an object")
		return
	}
	for name, member := range v.Members() {
		pointer := jsonv.AppendPointer("/author", name)
		switch {
		case !slices.Contains([]string{"name", "email", "url"}, name):
			m.refuse(ruleAuthor, member, pointer, "unknown member "+quoted(name), "name, email or url")
		case member.Kind() != jsonv.String:
			m.refuse(ruleAuthor, member, pointer, shown(member), "a text")
		default:
			m.r.hidden(m.src, member, pointer)
		}
	}
}

func keywords(m *object, v *jsonv.Value) {
	if v.Kind() != jsonv.Array {
		m.refuse(ruleManifestType, v, "/keywords", shown(v), "a list of texts")
	}
	for i, word := range v.Items() {
		pointer := fmt.Sprintf("/keywords/%d", i)
		if word.Kind() != jsonv.String {
			m.refuse(ruleManifestType, word, pointer, shown(word), "a text")
			continue
		}
		m.r.hidden(m.src, word, pointer)
	}
}

// text checks a member that is a text.
func (r *reader) text(m *object, name string, v *jsonv.Value) {
	r.hidden(m.src, v, "/"+name)
	switch name {
	case "version":
		r.out.Manifest.Version = v.Text()
		if _, err := stepBetween("0.0.0-0", v.Text()); err != nil { // no version is lower
			m.note(ruleVersion, v, "/version", shown(v), "MAJOR.MINOR.PATCH, as in 1.4.0")
		}
	case "icon":
		r.icon(m, v)
	}
}

// icon looks for the icon's file.
func (r *reader) icon(m *object, v *jsonv.Value) {
	name, relative := strings.CutPrefix(v.Text(), "./")
	var why string
	switch _, info, err := r.resolve(name); {
	case !relative || escapes(name):
		why = shown(v)
	case err != nil:
		why = shown(v) + ", " + cause(err)
	case !info.Mode().IsRegular():
		why = shown(v) + ", " + fileKind(info.Mode())
	default:
		return
	}
	m.note(ruleIcon, v, "/icon", why, "a file of the package, as in ./icon.png")
}

// misspelt reports a namespace that somebody took for ours: it differs in case, in letters
// that look alike, or goes on below it.
func misspelt(name string) bool {
	skeleton := confusable.Skeleton(fold(name))
	return name != Namespace && (skeleton == confusable.Skeleton(Namespace) || strings.HasPrefix(fold(name), Namespace+"."))
}

// namespaceName is a domain name of at least two labels.
var namespaceName = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$`)

func (r *reader) extensions(m *object, v *jsonv.Value) {
	if v.Kind() != jsonv.Object {
		m.note(ruleExtensions, v, "/extensions", shown(v), "an object")
		return
	}
	for name, member := range v.Members() {
		pointer := jsonv.AppendPointer("/extensions", name)
		if member.Kind() != jsonv.Object {
			m.refuse(ruleNamespace, member, pointer, shown(member), "an object")
		}
		if misspelt(name) {
			m.note(ruleBandsNamespace, member, pointer, quoted(name), quoted(Namespace))
		}
		if !namespaceName.MatchString(name) {
			m.note(ruleNamespaceName, member, pointer, quoted(name), "a reverse domain name, as in com.example.client")
		}
	}
	ours := v.Get(Namespace)
	r.permissions = ours.Get("permissions")
	for name, member := range ours.Members() {
		if name != "permissions" {
			m.note(ruleUnknownMember, member, jsonv.AppendPointer("/extensions/"+Namespace, name), "unknown member "+quoted(name), "permissions")
		}
	}
}
