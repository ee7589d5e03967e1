package paramrisk_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/thirdparty"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// TestSpecification holds every example of the specification, by class and appendix.
func TestSpecification(t *testing.T) {
	for _, c := range []struct{ name, description, want string }{
		{"api_key", "", "gg:credential-value"},
		{"client_secret", "", "gg:credential-value"},
		{"client-secret", "", "gg:credential-value"},
		{"x", "bearer token", "gg:credential-value"},
		{"authorization", "", "gg:credential-value"},
		{"secretariat_note", "", ""},
		{"tokenizer_model", "", ""},
		{"authorization_flow_name", "", ""},
		{"clientSecret", "", ""},
		{"accessKeyId", "", ""},

		{"file_path", "", "gg:filesystem-path"},
		{"destination_path", "", "gg:filesystem-path"},
		{"dir", "", "gg:filesystem-path"},
		{"x", "output folder", "gg:filesystem-path"},
		{"target_path", "", "gg:filesystem-path"},
		{"pathology_code", "", ""},
		{"directory_sync_toggle", "", ""},
		{"destinationPath", "", ""},
		{"x", "C:\\Temp\\a.txt", ""},

		{"shell_cmd", "", "gg:command-string"},
		{"sql", "", "gg:command-string"},
		{"x", "execute code", "gg:command-string"},
		{"args", "", "gg:command-string"},
		{"arg", "", "gg:command-string"},
		{"argument", "", "gg:command-string"},
		{"arguments", "", "gg:command-string"},
		{"prompt", "", "gg:command-string"},
		{"commandment_count", "", ""},
		{"scripture_ref", "", ""},

		{"refund_amount", "", "gg:money-amount"},
		{"x", "total in cents", "gg:money-amount"},
		{"currency", "", "gg:money-amount"},
		{"x", "amount in USD", "gg:money-amount"},
		{"unit_amount", "", "gg:money-amount"},
		{"total_results", "", ""},
		{"summed", "", ""},
		{"x", "a monetary value", "gg:money-amount"},

		{"target_url", "", "gg:url-endpoint"},
		{"base_url", "", "gg:url-endpoint"},
		{"webhook", "", "gg:url-endpoint"},
		{"hostname", "", "gg:url-endpoint"},
		{"x", "callback URL", "gg:url-endpoint"},
		{"curriculum", "", ""},
		{"hostname_label_prefix", "", ""},
		{"domainKnowledge", "", ""},
		{"baseUrl", "", ""},

		{"cmd", "shell command for execution", "gg:command-string"},
		{"destPath", "destination file path", "gg:filesystem-path"},
		{"webhook_url", "callback endpoint", "gg:url-endpoint"},
		{"refund_amount", "amount in cents", "gg:money-amount"},
		{"Authorization", "bearer token", "gg:credential-value"},
		{"total_results", "page size", ""},
	} {
		if got := classes(c.name, c.description); got != c.want {
			t.Errorf("Label(%q, %q) = %q, want %q", c.name, c.description, got, c.want)
		}
	}
}

func classes(name, description string) string {
	var words []string
	for _, c := range paramrisk.Label(name, description).Set().Classes() {
		words = append(words, string(c))
	}
	return strings.Join(words, " ")
}

// TestFolding holds what readings G02, G05 and G06 decide.
func TestFolding(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"TO\u212AEN", "gg:credential-value"},         // the Kelvin sign lowers to k
		{"pa\u017F\u017Fword", "gg:credential-value"}, // a long s is an s
		{"ur\u0131", "gg:url-endpoint"},               // a dotless i is an i
		{"UR\u0130", "gg:url-endpoint"},               // a dotted I ends the token behind its i
		{"UR\u0130x", "gg:url-endpoint"},
		{"\u0130url", "gg:url-endpoint"},
		{"d\u0130r", ""},
		{"\u017Ftoken", ""}, // in the boundary class, too
		{"token\u0131", ""},
		{"token\u212A", ""},
		{"\u00E9token\u5B57", "gg:credential-value"}, // every other letter is a boundary
		{"token\u0301", "gg:credential-value"},
		{"user_token", ""}, // an underscore is none
		{"9token", ""},
		{"to\xffken token\xff", "gg:credential-value"},
		{"monetary", "gg:money-amount"},
		{"monetary\u00E9", ""}, // \b is Unicode's
		{"\u00E9monetary", ""},
		{"monetary\u2460", ""}, // a number
		{"monetary\u0301", "gg:money-amount"},
		{"\u0130monetary", "gg:money-amount"}, // its dot stands between
		{"x monetary_", ""},
	} {
		if got := classes(c.name, ""); got != c.want {
			t.Errorf("Label(%+q) = %q, want %q", c.name, got, c.want)
		}
	}
}

func TestExplain(t *testing.T) {
	for _, c := range []struct{ name, description, want string }{
		{"x", "", ""},
		{"api_key", "an API token, a token", "credential-value api_key name 0-7, credential-value token description 7-12"},
		{"\u212AEY-UR\u0130", "", "url-endpoint uri name 6-10"},
		{"a", "amount in USD", "money-amount amount description 0-6, money-amount amount in description 0-9"},
		{"a", "the Currency Code", "money-amount currency description 4-12, command-string code description 13-17, money-amount currency code description 4-17"},
		{"a", "amount  in, amount-in, amount in_", "money-amount amount description 0-6"},
		{"a", "\u00E9amount in x", "money-amount amount description 2-8"},
		{"amount", "in euros", "money-amount amount name 0-6"}, // " : " stands between
		{"body", "mail to us", " body name 0-4, account_identity to description 5-7"},
	} {
		var got []string
		for _, m := range paramrisk.Explain(c.name, c.description) {
			label := strings.TrimPrefix(string(m.Class), "gg:")
			if m.Bucket == paramrisk.AccountIdentity {
				label = string(m.Bucket)
			}
			got = append(got, fmt.Sprintf("%s %s %s %d-%d", label, m.Text, m.Field, m.Start, m.End))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("Explain(%q, %q) (-want +got):\n%s", c.name, c.description, diff)
		}
	}
}

// TestPropertyVectors compares with an independent implementation.
func TestPropertyVectors(t *testing.T) {
	n, folded := 0, 0
	thirdparty.Lines(t, thirdparty.Path(t, "data", "vectors", "gg-properties.jsonl.gz"), func(line []byte) {
		var row struct {
			ID, Name, Description string
			Want                  []paramrisk.Class
			Buckets               []paramrisk.Bucket
			ASCII                 []paramrisk.Class `json:"ascii_want"`
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		n++
		set := paramrisk.Label(row.Name, row.Description).Set()
		got := set.Classes()
		if !slices.Equal(got, row.Want) {
			t.Errorf("%s: Label(%+q, %+q) = %q, want %q", row.ID, row.Name, row.Description, got, row.Want)
		}
		if row.ASCII != nil {
			folded++
			if slices.Equal(got, row.ASCII) {
				t.Errorf("%s: Label(%+q, %+q) = %q, as a matcher without folding says", row.ID, row.Name, row.Description, got)
			}
		}
		if got := set.Buckets(); !slices.Equal(got, row.Buckets) {
			t.Errorf("%s: Label(%+q, %+q): buckets %q, want %q", row.ID, row.Name, row.Description, got, row.Buckets)
		}
	})
	if n != 50000 || folded == 0 {
		t.Errorf("read %d vectors, %d with folding, want 50000 and some", n, folded)
	}
}
