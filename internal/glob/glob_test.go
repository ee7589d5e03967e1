package glob_test

import (
	"path"
	"slices"
	"testing"

	"github.com/mooring-mcp/mooring/internal/glob"
)

func TestNameMeets(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"*", "a", true},
		{"*", ".a", false},
		{".*", ".a", true},
		{"?a", ".a", false},
		{".??h", ".ssh", true},
		{".??h", ".aws", false},
		{"[r-t]x", "sx", true},
		{"[!r-tR-T]x", "sx", false},
		{"[!r-t]x", "sx", true},
		{"[^r-t]x", "ax", true},
		{".[r-t]*", ".ssh", true},
		{".[!a]*", ".ssh", true},
		{"[.]ssh", ".ssh", true},
		{"[!x]ssh", ".ssh", false},
		{"[]a]b", "]b", true},
		{"[a-]b", "-b", true},
		{"[ab", "[ab", true},
		{"[ab", "a", false},
		{"[[:lower:]]sh", "ssh", true},
		{"[[:digit:]]sh", "ssh", false},
		{"[[:upper:]]sh", "ssh", true},
		{"[[.0.]", "0", true},
		{"[![:digit:]]sh", "ssh", true},
		{`\*`, "a", false},
		{`\*`, `\*`, true},
		{"A*", "ab", true},
		{"[A-C]x", "bx", true},
		{"[!A]x", "ax", true},
		{"*a*", "*b*", true},
		{"a*", "b*", false},
		{"*a", "*b", false},
		{"a?", "a", false},
		{"a*c", "ab*", true},
		{"?env", "*.env", false},
		{"\x00", ".ssh", true},
		{"x\x00", "xy", true},
		{"*", "*.env", true},
		{"", "a", false},
		{"**", "a", true},
	} {
		a, b := glob.ParseName(tt.a), glob.ParseName(tt.b)
		if got := a.Meets(b); got != tt.want {
			t.Errorf("%q meets %q: %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func place(anchor glob.Anchor, only bool, names ...string) *glob.Place {
	q := &glob.Place{Anchor: anchor, Only: only}
	for _, name := range names {
		q.Names = append(q.Names, glob.ParseName(name))
	}
	return q
}

func TestPlaceMeets(t *testing.T) {
	var (
		ssh    = place(glob.Loose, false, ".ssh")
		env    = place(glob.Loose, true, ".env")
		pem    = place(glob.Loose, true, "*.pem")
		json   = place(glob.Loose, true, "credentials.json")
		shadow = place(glob.Root, false, "etc", "shadow*")
		hosts  = place(glob.Loose, false, ".config", "gh", "hosts.yml")
		key    = place(glob.Loose, true, "id_ecdsa*")
		state  = place(glob.Loose, true, "terraform.tfstate*")
	)
	for _, tt := range []struct {
		word string
		row  *glob.Place
		want glob.Overlap
	}{
		{"~/.s*/*", ssh, glob.Named},
		{"~/.??h/*", ssh, glob.Named},
		{"~/.*/*", ssh, glob.Named},
		{"~/*/*", ssh, glob.Apart},
		{"x/.s*", ssh, glob.Named},
		{"*", env, glob.Apart},
		{".*", env, glob.Named},
		{".e*", env, glob.Named},
		{"*env", env, glob.Apart},
		{".e*/x", env, glob.Apart},
		{"a/.env", env, glob.Named},
		{"*", pem, glob.Touch},
		{"*.pem", pem, glob.Named},
		{"a*.pem", pem, glob.Named},
		{"*.p*", pem, glob.Named},
		{"*.py", pem, glob.Apart},
		{"server.*", pem, glob.Apart},
		{"*.json", json, glob.Touch},
		{"c*.json", json, glob.Touch},
		{"cr*.json", json, glob.Named},
		{"*dent*", json, glob.Touch},
		{"*dentials*", json, glob.Named},
		{"*cre*", json, glob.Named},
		{"*.yaml", json, glob.Apart},
		{"*", json, glob.Touch},
		{"/etc/*", shadow, glob.Named},
		{"/etc/shad*", shadow, glob.Named},
		{"/*/shadow", shadow, glob.Named},
		{"/etc/*-release", shadow, glob.Apart},
		{"etc/*", shadow, glob.Apart},
		{"/e??/s*", shadow, glob.Named},
		{"~/.config/*/*", hosts, glob.Named},
		{".config/*/*", hosts, glob.Hinted},
		{"*/*/*", hosts, glob.Apart},
		{"x/*/hosts.yml", hosts, glob.Apart},
		{"*_test.go", key, glob.Apart},
		{"id_*", key, glob.Named},
		{"id_ecdsa_w*", key, glob.Named},
		{"*test*", state, glob.Apart},
		{"*.tf*", state, glob.Touch},
		{"*state*", state, glob.Touch},
		{"*.md", key, glob.Apart},
		{"~/**", ssh, glob.Touch},
		{"~/**/.s*", ssh, glob.Named},
		{"~/**/*.go", ssh, glob.Touch},
		{"~/**/x", env, glob.Apart},
		{"~/**", env, glob.Touch},
		{"~/**/c*", json, glob.Touch},
		{"~/**/.ssh/**", ssh, glob.Named},
		{"~/**/hosts.yml", hosts, glob.Touch},
		{"~/.config/**/hosts.yml", hosts, glob.Named},
		{"/**", shadow, glob.Touch},
		{"/**/shadow", shadow, glob.Named},
	} {
		if got := tt.row.Meets(glob.ParseWord(tt.word)); got != tt.want {
			t.Errorf("%q on %+v: %d, want %d", tt.word, tt.row.Names, got, tt.want)
		}
	}
}

func TestHolds(t *testing.T) {
	cloud, mail, shadow := place(glob.Loose, false, ".config", "gcloud"), place(glob.Loose, false, "library", "mail"), place(glob.Root, false, "etc", "shadow*")
	for _, tt := range []struct {
		folder string
		row    *glob.Place
		want   bool
	}{
		{"~/.config", cloud, true},
		{"x/.config", cloud, true},
		{"~/.config/x", cloud, false},
		{"~/src", cloud, false},
		{"~/Library", mail, true},
		{"library", mail, false},
		{"~/src/library", mail, false},
		{"/etc", shadow, true},
		{"/e*", shadow, true},
		{"/usr", shadow, false},
		{"etc", shadow, false},
	} {
		if got := tt.row.Holds(glob.ParseWord(tt.folder)); got != tt.want {
			t.Errorf("%q holds: %v, want %v", tt.folder, got, tt.want)
		}
	}
}

func TestBraces(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"a", []string{"a"}},
		{"{a}", []string{"{a}"}},
		{"{a,b}", []string{"a", "b"}},
		{"x{a,}y", []string{"xay", "xy"}},
		{"{a,{b,c}}", []string{"a", "b", "c"}},
		{"{a,b}{c,d}", []string{"ac", "ad", "bc", "bd"}},
		{"{a..e}", []string{"?*"}},
		{"${a,b}", []string{"${a,b}"}},
		{"{a,b", []string{"{a,b"}},
		{"{a,b}{a,b}{a,b}{a,b}{a,b}", nil},
		{"{{id}}", []string{"{{id}}"}},
	} {
		got := glob.Braces(tt.text, 8)
		if tt.want == nil {
			if len(got) > 8 || !slices.ContainsFunc(got, func(word string) bool { return glob.ParseWord(word).Wild() }) {
				t.Errorf("Braces(%q) = %q, want at most 8 and a pattern for the rest", tt.text, got)
			}
			continue
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("Braces(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestClimbing(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"a/*", nil}, {".s*", nil}, {"/tmp/.?/etc", []string{"/tmp/../etc"}}, {".*/.*", []string{"../.*", ".*/..", "../.."}}, {"a/.[!a]/b", []string{"a/../b"}},
	} {
		if got := glob.Climbing(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("Climbing(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// FuzzMeets: what two patterns of the standard library both match, they both match here, and the order of the two
// makes no difference but for a dot in front.
func FuzzMeets(f *testing.F) {
	for _, seed := range [][3]string{{"a*", "*b", "ab"}, {"[a-c]?", "b*", "bx"}, {"x[!y]", "x?", "xz"}, {"*.env", "?*", "a.env"}} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, a, b, name string) {
		for _, text := range []string{a, b, name} {
			for _, r := range text {
				if r < ' ' || r > '~' || r == '/' || r == '\\' || r == '!' { // the other library has no !, and is not meant to
					return
				}
			}
		}
		if len(name) > 200 || len(a)+len(b) > 200 || name == "" || name[0] == '.' {
			return
		}
		inA, errA := path.Match(a, name)
		inB, errB := path.Match(b, name)
		if errA == nil && errB == nil && inA && inB && !glob.ParseName(a).Meets(glob.ParseName(b)) {
			t.Errorf("%q and %q both match %q, and do not meet", a, b, name)
		}
	})
}

func BenchmarkMeets(b *testing.B) {
	row, word := place(glob.Loose, false, ".config", "gh", "hosts.yml"), glob.ParseWord("~/.config/*/h*.y?l")
	b.ReportAllocs()
	for b.Loop() {
		row.Meets(word)
	}
}
