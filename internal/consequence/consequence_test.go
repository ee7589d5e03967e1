package consequence_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/consequence"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

func verdict(name, description string) string {
	v := consequence.Judge(name, description)
	var out []string
	for _, k := range v.Kinds.List() {
		out = append(out, string(k))
	}
	if v.Outbound {
		out = append(out, "outbound")
	}
	if v.Read {
		out = append(out, "read")
	}
	return strings.Join(out, " ")
}

func TestJudge(t *testing.T) {
	for _, c := range []struct{ name, description, want string }{
		{"", "", ""},
		{"dock", "Dock a ship.", ""},
		{"list_ships", "Lists ships and their files", "read"},
		{"sendPayment", "", "payment"},
		{"refund", "", "payment"},
		{"get_refund", "Gets a refund", "read"},
		{"list_payments", "", "read"},
		{"place", "Places an order for supplies", "payment"},
		{"write_file", "", "file"},
		{"save", "Saves the log to a file.", "file"},
		{"save", "Saves the log. It deletes the file when done.", ""}, // the first sentence alone counts
		{"tidy", "Tidies the harbor without deleting files", ""},
		{"read_file", "Reads a file, then deletes the file", "read"},
		{"get_or_create_folder", "", "file"},
		{"fetch_and_run_script", "", "execution outbound"},
		{"run_command", "", "execution"},
		{"tool", "Executes arbitrary JavaScript in the page", "execution"},
		{"bash", "", "execution"},
		{"deploy_app", "", "deployment"},
		{"getDeployment", "", "read"},
		{"ctl", "Restart the pods of a namespace", "deployment"},
		{"list_api_keys", "", "credential"},
		{"rotateAccessKey", "", "credential"},
		{"rotate", "Rotates the password of an account", "credential"},
		{"count_tokens", "Counts the tokens of a text", "read"},
		{"send_webhook", "Posts to a webhook", "outbound"},
		{"TwilioApiV2010--ListKey", "", "read"},
	} {
		if got := verdict(c.name, c.description); got != c.want {
			t.Errorf("Judge(%q, %q) = %q, want %q", c.name, c.description, got, c.want)
		}
	}
}

// TestWordsAreInChangelog fails when the words change and nobody says so.
func TestWordsAreInChangelog(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{consequence.Version, consequence.Digest()} {
		if !strings.Contains(string(text), want) {
			t.Errorf("CHANGELOG.md has no line with %s, of the rules of consequence: name there what changed in words.txt", want)
		}
	}
}

func TestDigest(t *testing.T) {
	text, err := os.ReadFile("words.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := consequence.Digest(), jsonv.Digest(text); got != want {
		t.Errorf("Digest() = %s, want %s", got, want)
	}
}

func TestSet(t *testing.T) {
	s := consequence.Judge("pay_and_deploy", "").Kinds
	if got := fmt.Sprint(s.List()); got != "[payment deployment]" || !s.Has(consequence.Payment) || s.Has(consequence.File) || s.Has("x") {
		t.Errorf("Judge(pay_and_deploy) = %s", got)
	}
}

// FuzzJudge: what stands behind the first sentence changes nothing, and a tool that
// reads is of no consequence.
func FuzzJudge(f *testing.F) {
	f.Add("write_file", "Writes a file", "Deletes it")
	f.Fuzz(func(t *testing.T, name, description, more string) {
		v := consequence.Judge(name, description+"\n"+more)
		if strings.TrimSpace(description) != "" && len(description) < 500 && v != consequence.Judge(name, description+"\n") {
			t.Errorf("Judge(%q, %q) hangs on %q", name, description, more)
		}
		if v.Read && v.Kinds != 0 {
			t.Errorf("Judge(%q, %q) = %+v", name, description, v)
		}
	})
}

func BenchmarkJudge(b *testing.B) {
	b.ReportAllocs()
	description := "Writes the manifest of a ship to a file below the folder of the harbor, and deletes what was there. " + strings.Repeat("More. ", 200)
	for b.Loop() {
		consequence.Judge("write_shipManifest", description)
	}
}
