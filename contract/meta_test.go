package contract

import "testing"

func TestMetaIconsExecution(t *testing.T) {
	icon := func(src string) string { return `"icons":[{"src":"` + src + `"}]` }
	meta := func(severity, key string) []string {
		return []string{"tool.meta.changed " + severity + " /_meta/" + key}
	}
	changed := []string{"tool.icons.changed DOCUMENTATION /icons"}
	moved := []string{"tool.icons.hostChanged POTENTIALLY_BREAKING /icons"}
	execution := func(what string) []string { return []string{"tool.execution." + what + " /execution/taskSupport"} }
	task := func(word string) string { return `"execution":{"taskSupport":` + word + `}` }
	runToolCases(t, []toolCase{
		{"vendor key", `"_meta":{"a.com/x":1}`, `"_meta":{"a.com/x":2}`, meta("DOCUMENTATION", "a.com~1x")},
		{"key without a prefix", ``, `"_meta":{"x":2}`, meta("DOCUMENTATION", "x")},
		{"second label", ``, `"_meta":{"io.modelcontextprotocol/x":2}`, meta("POTENTIALLY_BREAKING", "io.modelcontextprotocol~1x")},
		{"second label of three", ``, `"_meta":{"com.mcp.tools/x":2}`, meta("POTENTIALLY_BREAKING", "com.mcp.tools~1x")},
		{"first label, as of 2025-06-18", ``, `"_meta":{"mcp.dev/x":2}`, meta("POTENTIALLY_BREAKING", "mcp.dev~1x")},
		{"third label is a vendor's", ``, `"_meta":{"com.example.mcp/x":2}`, meta("DOCUMENTATION", "com.example.mcp~1x")},
		{"no prefix but the word", ``, `"_meta":{"mcp":2}`, meta("DOCUMENTATION", "mcp")},
		{"apps extension", ``, `"_meta":{"ui":{"visibility":["app"]}}`, meta("POTENTIALLY_BREAKING", "ui")},
		{"no object", ``, `"_meta":7`, []string{"tool.meta.changed POTENTIALLY_BREAKING /_meta"}},

		{"another path", icon("https://a.com/1.png"), icon("https://a.com/2.png"), changed},
		{"the same host in capitals", icon("https://a.com/1.png"), icon("HTTPS://A.com/1.png"), changed},
		{"another host", icon("https://a.com/1.png"), icon("https://b.com/1.png"), moved},
		{"another port", icon("https://a.com/1.png"), icon("https://a.com:8443/1.png"), moved},
		{"another scheme", icon("https://a.com/1.png"), icon("http://a.com/1.png"), moved},
		{"from contained to loaded", icon("data:,x"), icon("https://a.com/1.png"), moved},
		{"from loaded to contained", icon("https://a.com/1.png"), icon("data:,x"), changed},
		{"first icons", ``, icon("https://a.com/1.png"), changed},
		{"no address", icon("https://a.com/1.png"), icon("http://[::1"), moved},

		{"optional to required", task(`"optional"`), task(`"required"`), execution("taskSupportRestricted BREAKING")},
		{"required to optional", task(`"required"`), task(`"optional"`), execution("taskSupportRelaxed NON_BREAKING")},
		{"absent to required", ``, task(`"required"`), execution("taskSupportRestricted BREAKING")},
		{"absent to optional", ``, task(`"optional"`), execution("taskSupportRelaxed NON_BREAKING")},
		{"default written out", ``, task(`"forbidden"`), execution("defaultMadeExplicit DOCUMENTATION")},
		{"unknown word", task(`"optional"`), task(`"sometimes"`), execution("taskSupportRestricted BREAKING")},
		{"other member", ``, `"execution":{"timeout":1}`, []string{"tool.member.unmodelled POTENTIALLY_BREAKING /execution/timeout"}},
	})
}
