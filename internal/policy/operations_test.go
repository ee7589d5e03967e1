package policy_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/policy"
)

const operationsHead = "operations:\n  db:\n    "

func TestOperationsRefused(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"key", operationsHead + "argument: []\n", `unknown key "argument" in operations.db, did you mean arguments?`},
		{"scope", operationsHead + "scope: remote\n", `line 3, column 12: operations of server "db": scope: found "remote"`},
		{"dialect", operationsHead + "dialect: oracle\n", `line 3, column 14: operations of server "db": found dialect "oracle", want postgres, mysql, mariadb`},
		{"dialect of a rule", operationsHead + "arguments: [{tool: a, argument: /q, as: sql, dialect: db2, reason: x}]\n", `operations of server "db": found dialect "db2", want postgres`},
		{"intent of a statement", operationsHead + "arguments: [{tool: a, argument: /q, as: sql, intent: read, reason: x}]\n", `line 3, column 58: operations of server "db": argument /q of a: found an intent beside as: sql, want it beside url or path alone`},
		{"intent of a command", operationsHead + "arguments: [{tool: a, argument: /q, as: shell, intent: read, reason: x}]\n", "found an intent beside as: shell"},
		{"dialect of a path", operationsHead + "arguments: [{tool: a, argument: /q, as: path, dialect: mysql, reason: x}]\n", "found a dialect beside as: path, want it beside sql alone"},
		{"currency", operationsHead + "spend: {EURO: \"5\"}\n", `spend line "EURO": no code of ISO 4217`},
		{"amount", operationsHead + "spend: {EUR: \"-5\"}\n", `spend line EUR: found "-5"`},
		{"no text", operationsHead + "spend: {EUR: 5}\n", "want a text"},
		{"pointer", operationsHead + "arguments: [{tool: a, argument: q, as: sql, reason: x}]\n", `operations of server "db": argument "q": want a pointer such as /query`},
		{"kind", operationsHead + "arguments: [{tool: a, argument: /q, as: prose, reason: x}]\n", `found "prose", want sql, shell`},
		{"no tool", operationsHead + "arguments: [{argument: /q, as: sql, reason: x}]\n", `tool "": no name or pattern`},
		{"no reason", operationsHead + "arguments: [{tool: a, argument: /q, as: sql}]\n", "argument /q of a: reason is missing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := policy.Parse([]byte(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error is %v, want %q", err, tt.want)
			}
		})
	}
}

// TestOperationsDialects takes the words that classify sql does.
func TestOperationsDialects(t *testing.T) {
	for _, word := range []string{"postgres", "postgresql", "pg", "mysql", "mariadb", "sqlite", "sqlite3", "tsql", "mssql", "sqlserver", "generic"} {
		if _, err := policy.Parse([]byte(operationsHead + "dialect: " + word + "\n    arguments: [{tool: a, argument: /q, as: sql, dialect: " + word + ", reason: x}]\n")); err != nil {
			t.Errorf("dialect %s: %v", word, err)
		}
	}
}

// TestOperationsLayers shows that a lower layer adds servers and changes none.
func TestOperationsLayers(t *testing.T) {
	layer := func(name, text string) policy.Layer {
		l, err := policy.NewLayer(name, name+".yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	s, err := policy.NewSet(layer("managed", operationsHead+"scope: external\n"),
		layer("project", operationsHead+"scope: local\n  shop:\n    spend: {EUR: \"50\"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, warnings := s.Effective("2026-01-01")
	if got := s.Policy.Operations["db"].Scope; got != "external" || len(warnings) != 1 {
		t.Errorf("scope of db is %q with warnings %v, want that of the higher policy and one warning", got, warnings)
	}
	if _, err := s.Policy.Operations["shop"].Lines(); err != nil || len(s.Policy.Operations["shop"].Spend) != 1 {
		t.Errorf("operations of shop are %+v, %v", s.Policy.Operations["shop"], err)
	}
}
