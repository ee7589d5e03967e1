package cli

import (
	"fmt"
	"testing"

	"github.com/mooring-mcp/mooring/internal/classifiers"
	"github.com/mooring-mcp/mooring/internal/operation"
)

// TestEveryCodeIsExplained asks for the meaning of each code that calls of many kinds are
// explained by.
func TestEveryCodeIsExplained(t *testing.T) {
	explained := map[string]bool{}
	for _, arguments := range []string{
		`{"url":"http://localhost/"}`, `{"url":"http://10.0.0.1/"}`, `{"url":"https://example.com/"}`, `{"url":"http://2130706433/"}`,
		`{"url":"http://169.254.169.254/"}`, `{"path":"main.go"}`, `{"path":"/dev/null"}`, `{"path":"/tmp/x"}`, `{"path":"~/x"}`,
		`{"path":"/data/x"}`, `{"path":"/usr/bin/env"}`, `{"path":"/dev/sda"}`, `{"path":"~/.bashrc"}`, `{"path":"/"}`, `{"path":"/etc/passwd"}`,
		`{"path":"//server/share"}`, `{"path":"~/.ssh/id_rsa"}`, `{"path":"$DIR/x"}`, `{"path":"a\u0007"}`, `{"path":"mooring.lock.json"}`,
		`{"amount":"12 EUR"}`, `{"amount":"1,000"}`, `{"amount":"12 EUR","interval":"monthly"}`, `{"sql":"SELECT 1"}`, `{"command":"ls"}`,
		`{"code":"print(1)","language":"python"}`,
	} {
		for _, tool := range []string{"create_payment", "read_file", "fetch", "run_code", "execute_sql", "run_command"} {
			result, err := classifiers.All().Classify(t.Context(), operation.Call{Tool: tool}, []byte(arguments))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range result.Reasons {
				explained[r.Code] = true
				if len(codesOf(r.Code)) == 0 {
					t.Errorf("%s%s has the code %q of %s, which is not explained", tool, arguments, r.Code, r.Kind)
				}
			}
		}
	}
	if len(explained) < 20 {
		t.Error(fmt.Sprint("few codes: ", explained))
	}
}
