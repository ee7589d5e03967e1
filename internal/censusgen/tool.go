package censusgen

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/mooring-mcp/mooring/internal/consequence"
)

// tool writes a tool.
func (g *generator) tool() {
	g.raw(`{"name":"`)
	g.raw(g.deed())
	g.words(g.quantile(g.model.NameWords))
	g.raw(`"`)
	g.raw(`,"description":`)
	var extra []string
	if g.chance(g.model.NonASCII) {
		extra = []string{"größer", "→", "…"}
	}
	g.text(g.quantile(g.model.Description), extra)
	g.raw(`,"inputSchema":{"type":"object"`)
	if d := g.pick(g.model.Dialects); d != "" {
		g.raw(`,"$schema":"` + d + `"`)
	}
	g.properties(g.set())
	if g.chance(g.model.Definitions) {
		g.raw(`,"$defs":{"Berth":{"type":"object"`)
		g.properties(g.plain())
		g.raw(`}}`)
	}
	g.raw(`}`)
	if g.chance(g.model.Output) {
		g.raw(`,"outputSchema":{"type":"object"`)
		g.properties(g.plain())
		g.raw(`}`)
	}
	if g.chance(g.model.Annotated) {
		g.raw(fmt.Sprintf(`,"annotations":{"readOnlyHint":%v,"destructiveHint":%v}`, g.rand.IntN(2) == 0, g.rand.IntN(4) == 0))
	}
	g.raw(`}`)
}

// deeds are the starts of names that say what a tool does, by the kind of consequence.
var deeds = map[string]string{
	string(consequence.Payment): "pay_invoice_", string(consequence.File): "delete_file_", string(consequence.Execution): "execute_command_",
	string(consequence.Deployment): "deploy_service_", string(consequence.Credential): "rotate_password_",
}

// deed starts a name as often as real tools do such things.
func (g *generator) deed() string {
	if g.chance(g.model.Read) {
		return "list_"
	}
	for _, k := range consequence.Kinds() {
		if g.chance(g.model.Consequences[string(k)]) {
			return deeds[string(k)]
		}
	}
	return ""
}

// set draws the parameters of a tool, in any order.
func (g *generator) set() []parameter {
	n := g.rand.IntN(g.tools)
	i := sort.Search(len(g.setEnds), func(i int) bool { return n < g.setEnds[i] })
	out := slices.Clone(g.sets[i])
	g.rand.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// plain are one to four parameters.
func (g *generator) plain() []parameter {
	return slices.Repeat([]parameter{{plain: true}}, 1+g.rand.IntN(4))
}

// properties writes the members properties and required.
func (g *generator) properties(set []parameter) {
	g.raw(`,"properties":{`)
	var required, names []string
	for _, p := range set {
		name := g.propertyName(p.names)
		for slices.Contains(names, name) {
			name = name[:len(name)-1] + "-" + g.word() + `"` // behind a hyphen a form is one still
		}
		if len(names) > 0 {
			g.raw(",")
		}
		names = append(names, name)
		if p.required || p.plain && g.chance(g.model.Required) {
			required = append(required, name)
		}
		g.raw(name + ":")
		g.property(p.texts)
	}
	g.raw(`}`)
	for i, name := range required {
		if i == 0 {
			g.raw(`,"required":[`)
		} else {
			g.raw(",")
		}
		g.raw(name)
	}
	if required != nil {
		g.raw("]")
	}
}

// propertyName is a name in quotes, of forms or of words.
func (g *generator) propertyName(forms []int) string {
	if forms != nil {
		var parts []string
		for _, i := range forms {
			parts = append(parts, g.forms[i])
		}
		return `"` + strings.Join(parts, "-") + `"`
	}
	start := len(g.buf)
	g.words(g.quantile(g.model.PropertyNameWords))
	name := `"` + string(g.buf[start:]) + `"`
	g.buf = g.buf[:start]
	return name
}

// property writes a schema, with some forms in its description.
func (g *generator) property(forms []int) {
	g.raw(`{`)
	comma := ""
	member := func(text string) {
		g.raw(comma + text)
		comma = ","
	}
	if t := g.pick(g.model.Types); t != "" {
		member(`"type":"` + t + `"`)
	}
	if forms != nil || g.chance(g.model.Described) {
		var extra []string
		for _, i := range forms {
			extra = append(extra, g.forms[i])
		}
		member(`"description":`)
		g.text(g.quantile(g.model.PropertyDescription), extra)
	}
	for _, k := range keywordTexts {
		if g.chance(g.model.Keywords[k.keyword]) {
			member(`"` + k.keyword + `":` + k.text)
		}
	}
	if g.chance(g.model.Keywords["enum"]) {
		member(`"enum":[`)
		for i := range max(1, g.quantile(g.model.EnumValues)) {
			if i > 0 {
				g.raw(",")
			}
			g.raw(`"` + g.word() + `"`)
		}
		g.raw("]")
	}
	g.raw(`}`)
}

// keywordTexts are what the keywords hold.
var keywordTexts = []struct{ keyword, text string }{
	{"additionalProperties", "false"},
	{"anyOf", `[{"type":"string"},{"type":"null"}]`},
	{"default", `"berth"`},
	{"exclusiveMinimum", "0"},
	{"format", `"date-time"`},
	{"items", `{"type":"string"}`},
	{"maxLength", "255"},
	{"maximum", "1000"},
	{"minLength", "1"},
	{"minimum", "0"},
	{"pattern", `"^[a-z0-9-]+$"`},
	{"properties", `{"berth":{"type":"string","description":"Berth of the vessel"}}`},
	{"title", `"Berth"`},
}
