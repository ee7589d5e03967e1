package policy_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/policy"
)

func TestConfigurations(t *testing.T) {
	const text = `configurations:
  - name: all
    args: [--toolsets, "all"]
  - name: read-only
    env: {READ_ONLY: "1", TOKEN: "env:HARBOR_TOKEN"}
    headers: {X-MCP-Readonly: "true"}
`
	want := []policy.Configuration{
		{Name: "all", Args: []policy.Text{"--toolsets", "all"}},
		{Name: "read-only", Env: map[string]policy.Text{"READ_ONLY": "1", "TOKEN": "env:HARBOR_TOKEN"}, Headers: map[string]policy.Text{"X-MCP-Readonly": "true"}},
	}
	p, err := policy.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, p.Configurations); diff != "" {
		t.Errorf("Parse(%s) (-want +got):\n%s", text, diff)
	}
	alone := strings.ReplaceAll(strings.TrimPrefix(text, "configurations:\n"), "\n  ", "\n")[2:]
	got, err := policy.ParseConfigurations([]byte(alone))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ParseConfigurations(%s) (-want +got):\n%s", alone, diff)
	}
}

// TestConfigurationsAreStrict also shows that no value gets into an error.
func TestConfigurationsAreStrict(t *testing.T) {
	for text, want := range map[string]string{
		`[{args: [x]}]`:                              `line 1, column 2: configuration 1 has the name "", want letters, digits and any of ._- behind a letter or digit`,
		"[{name: a},\n {name: a}]":                   `line 2, column 2: two configurations have the name "a"`,
		`[{name: "a b"}]`:                            `line 1, column 2: configuration 1 has the name "a b", want letters, digits and any of ._- behind a letter or digit`,
		`[{name: a, arg: [secret]}]`:                 `line 1, column 12: unknown key "arg", did you mean args?`,
		`[{name: a, env: {A: 1.0}}]`:                 `line 1, column 21: want a text; put numbers, true and the like in quotes`,
		`[{name: a, env: {A: {secret: x}}}]`:         `line 1, column 21: found keys with values, want a text`,
		`[{name: a, env: {A-B: secret}}]`:            `line 1, column 2: configuration "a": "A-B" is no name of a variable`,
		`[{name: a, env: {A: "secret\nsecret"}}]`:    `line 1, column 2: configuration "a": the value of variable A has more than one line`,
		`[{name: a, env: {A: "env:1 secret"}}]`:      `line 1, column 2: configuration "a": the value of variable A begins with env:, want the name of a variable behind it`,
		`[{name: a, headers: {"A:": secret}}]`:       `line 1, column 2: configuration "a": "A:" is no name of a header`,
		`[{name: a, args: ["secret\0"]}]`:            `line 1, column 2: configuration "a": an argument holds U+0000`,
		`{name: a}`:                                  `line 1, column 1: found keys with values, want a list`,
		"[" + strings.Repeat("{name: a},", 65) + "]": `line 1, column 1: found 65 configurations, want at most 64`,
	} {
		_, err := policy.ParseConfigurations([]byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("ParseConfigurations(%.60q) error %v, want %s", text, err, want)
		}
	}
}
