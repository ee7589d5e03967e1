package check

import (
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// sameWording reports two texts that differ in nothing but case, white space within a
// line, and punctuation at the very end.
func sameWording(e Edit) bool {
	before, after, ok := texts(e)
	return ok && plainWording(before) == plainWording(after)
}

func plainWording(text string) string {
	lines := strings.Split(strings.ToLower(text), "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), ".,;:!? \n")
}

// sayNothingNew reports that an item holds no text and no name that it did not hold
// before, apart from the edits that are covered, the keywords of JSON Schema and the
// members of the protocol. A model reads more of a schema than decides about values.
func (a acceptance) sayNothingNew(covered map[string]string) bool {
	had := map[string]bool{}
	for _, e := range a.change.Edits {
		said(e.Before, had)
	}
	for _, e := range a.change.Edits {
		if rule := covered[e.Pointer]; rule == AcceptVersion || rule == AcceptDocumentation || rule == AcceptSchemaAddress {
			continue
		}
		now := map[string]bool{}
		said(e.After, now)
		for text := range now {
			if !had[text] && !silent[text] {
				return false
			}
		}
	}
	return true
}

// said collects the strings of a value and the names of its members; a reference says
// the parts of its pointer.
func said(text []byte, into map[string]bool) {
	if text == nil {
		return
	}
	v, err := jsonv.Parse(text, jsonv.Unlimited())
	if err != nil {
		into[string(text)] = true
		return
	}
	collect(v, into)
}

func collect(v *jsonv.Value, into map[string]bool) {
	switch v.Kind() {
	case jsonv.String:
		s, _ := v.Str()
		if pointer, local := strings.CutPrefix(s, "#/"); local {
			for part := range strings.SplitSeq(pointer, "/") {
				into[strings.NewReplacer("~1", "/", "~0", "~").Replace(part)] = true
			}
			return
		}
		into[s] = true
	case jsonv.Array:
		for i := range v.Len() {
			collect(v.Index(i), into)
		}
	case jsonv.Object:
		for name, member := range v.Members() {
			into[name] = true
			collect(member, into)
		}
	case jsonv.Null, jsonv.Bool, jsonv.Number:
	}
}

// silent are words that say nothing to a reader which they did not say before: keywords,
// types and members of the protocol.
var silent = func() map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(`
		type enum const properties required items prefixItems additionalItems additionalProperties patternProperties propertyNames
		anyOf oneOf allOf not if then else $ref $defs definitions $schema minimum maximum exclusiveMinimum exclusiveMaximum
		minLength maxLength minItems maxItems minProperties maxProperties uniqueItems multipleOf pattern format nullable
		unevaluatedProperties unevaluatedItems dependentRequired dependentSchemas contains minContains maxContains
		string number integer boolean object array null
		readOnlyHint destructiveHint idempotentHint openWorldHint annotations execution taskSupport forbidden listChanged subscribe`) {
		out[word] = true
	}
	return out
}()
