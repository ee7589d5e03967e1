package compat

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// The lengths of a tool's description, in characters.
const (
	descriptionLimit = 1024 // function descriptions of OpenAI's chat completions
	descriptionCut   = 2048 // where Claude Code cuts
)

// sdkTypes is the source for what the TypeScript SDK refuses: its listing is
// validated as a whole, so that one wrong member costs all items. What is said of it
// was run against version 1.32.2.
func sdkTypes(part string) Source {
	return Source{Client: "TypeScript SDK 1.x", Effect: ListDropped, Where: "modelcontextprotocol/typescript-sdk 1.32.2 types.ts, " + part, Date: "2026-11"}
}

func memberChecks() []check {
	return []check{
		{Rule: Rule{
			ID: "compat.member_type", Title: "member of an item with the wrong JSON type",
			Meaning: "A title, description, mimeType or _meta that is null or of another type than MCP says. The TypeScript SDK, on which most clients stand, refuses the whole listing; an absent member is fine.",
			Fix:     "Leave the member out instead of sending null.",
			Sources: []Source{sdkTypes("BaseMetadataSchema, ToolSchema, ResourceSchema, PromptSchema")},
		}, item: memberType},
		{Rule: Rule{
			ID: "compat.annotations", Title: "annotations with the wrong JSON type",
			Meaning: "annotations is no object, a hint is no boolean, or an annotation of a resource is outside its values. The TypeScript SDK refuses the whole listing.",
			Fix:     "Send booleans for hints, an audience of user and assistant, a priority from 0 to 1, an ISO 8601 lastModified; leave out what is unknown.",
			Sources: []Source{sdkTypes("ToolAnnotationsSchema, AnnotationsSchema")},
		}, item: annotations},
		{Rule: Rule{
			ID: "compat.icons", Title: "icons with the wrong JSON type",
			Meaning: "icons is no array of objects with a src, sizes is no array of strings, or theme is neither light nor dark. The TypeScript SDK refuses the whole listing.",
			Fix:     "Send an array of {src, mimeType, sizes, theme}, with sizes as an array, or leave icons out.",
			Sources: []Source{sdkTypes("IconSchema")},
		}, item: icons},
		{Rule: Rule{
			ID: "compat.prompt_arguments", Title: "prompt arguments with the wrong JSON type",
			Meaning: "arguments is no array of objects with a name, or required is no boolean. The TypeScript SDK refuses the whole listing.",
			Fix:     "Send an array of {name, description, required}, or leave arguments out.",
			Sources: []Source{sdkTypes("PromptArgumentSchema")},
		}, item: promptArguments},
		{Rule: Rule{
			ID: "compat.description_empty", Title: "tool with an empty description",
			Meaning: "Amazon Bedrock refuses a description of no characters. An absent one is fine there, but a model has nothing to choose by.",
			Fix:     "Describe the tool, or leave the description out.",
			Sources: []Source{
				{Client: "Amazon Bedrock", Effect: RequestRefused, Where: "danny-avila/LibreChat#13209", Date: "2026-05"},
				{Client: "VS Code Copilot", Effect: Repaired, Where: "microsoft/vscode-copilot-chat src/extension/tools/common/toolSchemaNormalizer.ts", Date: "2026-11"},
			},
		}, item: onTool(descriptionEmpty)},
		{Rule: Rule{
			ID: "compat.description_length", Title: "tool description longer than 1,024 characters",
			Meaning: "OpenAI's chat completions allow 1,024 characters for the description of a function, and gateways with that interface do for every model; Claude Code cuts at 2,048 without a word.",
			Fix:     "Put what matters first and stay below 1,024 characters; details belong to the parameters.",
			Sources: []Source{
				{Client: "OpenAI API", Effect: RequestRefused, May: true, Where: "probelabs/probe#9", Date: "2025-03"},
				{Client: "Copilot CLI", Effect: RequestRefused, May: true, Where: "higebu/3gpp-mcp#238", Date: "2026-09"},
				{Client: "Claude Code", Effect: TextCut, Where: "anthropics/claude-code#87650", Date: "2026-08"},
			},
		}, item: onTool(descriptionLength)},
		{Rule: Rule{
			ID: "compat.resource_uri", Title: "resource URI without a scheme",
			Meaning: "The Python SDK before 2.0 wants an absolute URL and refuses the whole listing for a relative one.",
			Fix:     "Begin the URI with a scheme of your own: notes://today.",
			Sources: []Source{{Client: "Python SDK 1.x", Effect: ListDropped, Where: "modelcontextprotocol/python-sdk#1574", Date: "2025-11"}},
		}, item: resourceURI},
		{Rule: Rule{
			ID: "compat.template_uri", Title: "resource template that is no URI template",
			Meaning: "uriTemplate has to follow RFC 6570; the TypeScript SDK fails on a brace that is not closed, and other parsers on an expression without a proper name.",
			Fix:     "Write {name}, {+path} or {?a,b}, with letters, digits, _ and . in names.",
			Sources: []Source{
				{Client: "TypeScript SDK 1.x", Effect: CallFails, Where: "modelcontextprotocol/typescript-sdk 1.32.2 shared/uriTemplate.ts, UriTemplate.parse", Date: "2026-11"},
				{Client: "MCP 2025-11-25", Effect: Advised, Where: "specification, schema, ResourceTemplate.uriTemplate", Date: "2025-11"},
			},
		}, item: templateURI},
	}
}

// want is what a value should be.
type want struct {
	member string
	kind   jsonv.Kind
}

// members are those whose type the SDK checks, apart from names, schemas,
// annotations and icons.
var members = map[surface.Kind][]want{
	surface.Tool:             {{"title", jsonv.String}, {"description", jsonv.String}, {"_meta", jsonv.Object}, {"execution", jsonv.Object}},
	surface.Prompt:           {{"title", jsonv.String}, {"description", jsonv.String}, {"_meta", jsonv.Object}},
	surface.Resource:         {{"title", jsonv.String}, {"description", jsonv.String}, {"mimeType", jsonv.String}, {"size", jsonv.Number}, {"_meta", jsonv.Object}},
	surface.ResourceTemplate: {{"title", jsonv.String}, {"description", jsonv.String}, {"mimeType", jsonv.String}, {"_meta", jsonv.Object}},
}

func memberType(it *item, hit reporter) { wrongTypes(it.v, "", members[it.listing.kind], hit) }

// wrongTypes reports the members of v that are there and of another type.
func wrongTypes(v *jsonv.Value, pointer string, wants []want, hit reporter) {
	for _, w := range wants {
		if m := v.Get(w.member); m.Exists() && m.Kind() != w.kind {
			hit(pointer+"/"+w.member, fmt.Sprintf("%s is %s; want %s or nothing", w.member, describe(m), article(w.kind)))
		}
	}
}

func article(k jsonv.Kind) string {
	if k == jsonv.Object || k == jsonv.Array {
		return "an " + k.String()
	}
	return "a " + k.String()
}

func annotations(it *item, hit reporter) {
	v := it.v.Get("annotations")
	switch {
	case !v.Exists() || it.listing.kind == surface.Prompt:
		return
	case v.Kind() != jsonv.Object:
		hit("/annotations", "annotations is "+describe(v)+"; want an object or nothing")
		return
	case it.listing.kind == surface.Tool:
		wrongTypes(v, "/annotations", []want{
			{"title", jsonv.String},
			{"readOnlyHint", jsonv.Bool},
			{"destructiveHint", jsonv.Bool},
			{"idempotentHint", jsonv.Bool},
			{"openWorldHint", jsonv.Bool},
		}, hit)
		return
	}
	wrongTypes(v, "/annotations", []want{{"audience", jsonv.Array}, {"priority", jsonv.Number}, {"lastModified", jsonv.String}}, hit)
	for i, role := range v.Get("audience").Items() {
		if text := role.Text(); role.Kind() != jsonv.String || text != "user" && text != "assistant" {
			hit(fmt.Sprintf("/annotations/audience/%d", i), "want user or assistant")
		}
	}
	if p := v.Get("priority"); p.Kind() == jsonv.Number && !unit(p.Text()) {
		hit("/annotations/priority", "want a number from 0 to 1")
	}
}

// unit reports that a JSON number is from 0 to 1. It is no measure, so the double
// will do.
func unit(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && f >= 0 && f <= 1
}

func icons(it *item, hit reporter) {
	v := it.v.Get("icons")
	if !v.Exists() {
		return
	}
	if v.Kind() != jsonv.Array {
		hit("/icons", "icons is "+describe(v)+"; want an array or nothing")
		return
	}
	for i, icon := range v.Items() {
		pointer := fmt.Sprintf("/icons/%d", i)
		if icon.Kind() != jsonv.Object || icon.Get("src").Kind() != jsonv.String {
			hit(pointer, "want an object with a string src")
			continue
		}
		wrongTypes(icon, pointer, []want{{"mimeType", jsonv.String}, {"sizes", jsonv.Array}, {"theme", jsonv.String}}, hit)
		if theme, ok := icon.Get("theme").Str(); ok && theme != "light" && theme != "dark" {
			hit(pointer+"/theme", quote(theme)+"; want light or dark")
		}
	}
}

func promptArguments(it *item, hit reporter) {
	v := it.v.Get("arguments")
	if it.listing.kind != surface.Prompt || !v.Exists() {
		return
	}
	if v.Kind() != jsonv.Array {
		hit("/arguments", "arguments is "+describe(v)+"; want an array or nothing")
		return
	}
	for i, argument := range v.Items() {
		pointer := fmt.Sprintf("/arguments/%d", i)
		if argument.Kind() != jsonv.Object || argument.Get("name").Kind() != jsonv.String {
			hit(pointer, "want an object with a string name")
			continue
		}
		wrongTypes(argument, pointer, []want{{"description", jsonv.String}, {"required", jsonv.Bool}}, hit)
	}
}

func descriptionEmpty(it *item, hit reporter) {
	if text, ok := it.v.Get("description").Str(); ok && text == "" {
		hit("/description", "an empty string; want some text or nothing")
	}
}

func descriptionLength(it *item, hit reporter) {
	text, _ := it.v.Get("description").Str()
	switch n := utf8.RuneCountInString(text); {
	case n > descriptionCut:
		hit("/description", fmt.Sprintf("%d characters; OpenAI wants at most %d, Claude Code cuts at %d", n, descriptionLimit, descriptionCut))
	case n > descriptionLimit:
		hit("/description", fmt.Sprintf("%d characters; OpenAI wants at most %d", n, descriptionLimit))
	}
}

func resourceURI(it *item, hit reporter) {
	uri, ok := it.v.Get("uri").Str()
	if it.listing.kind != surface.Resource || !ok {
		return
	}
	scheme, _, found := strings.Cut(uri, ":")
	if !found || !isScheme(scheme) {
		hit("/uri", quote(uri)+" has no scheme; want one, as in notes://today")
	}
}

// isScheme follows RFC 3986 §3.1.
func isScheme(s string) bool {
	return s != "" && isLetter(s[0]) && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.") == ""
}

func templateURI(it *item, hit reporter) {
	text, ok := it.v.Get("uriTemplate").Str()
	if it.listing.kind != surface.ResourceTemplate || !ok {
		return
	}
	if problem := templateProblem(text); problem != "" {
		hit("/uriTemplate", quote(text)+": "+problem)
	}
}

// templateProblem says what in a URI template RFC 6570 §2 does not allow, "" if
// nothing.
func templateProblem(text string) string {
	for text != "" {
		at := strings.IndexAny(text, "{}")
		if at < 0 {
			return ""
		}
		if text[at] == '}' {
			return `"}" closes nothing`
		}
		expression, rest, closed := strings.Cut(text[at+1:], "}")
		if !closed {
			return `"{" is not closed`
		}
		if expression != "" && strings.ContainsRune("+#./;?&", rune(expression[0])) {
			expression = expression[1:]
		}
		for name := range strings.SplitSeq(expression, ",") {
			name, _, _ = strings.Cut(strings.TrimSuffix(name, "*"), ":")
			if name == "" || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.%") != "" {
				return "{" + clip(expression) + "} has no proper name"
			}
		}
		text = rest
	}
	return ""
}
