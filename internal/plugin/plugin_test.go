package plugin_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/mooring-mcp/mooring/internal/plugin"
	"github.com/mooring-mcp/mooring/internal/visible"
)

var update = flag.Bool("update", false, "rewrite the wanted findings")

const fixtures = "../../testdata/plugins"

// base is the plugin.json of a fixture that has none.
const base = `{"$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "deploy-tools", "version": "1.0.0"}`

// packageOf makes a package of files. One named @link/NAME is a symbolic link, with its
// target as content, and @size/NAME a file of that many bytes.
func packageOf(files []txtar.File) fstest.MapFS {
	out := fstest.MapFS{"plugin.json": {Data: []byte(base)}}
	for _, f := range files {
		if name, is := strings.CutPrefix(f.Name, "@link/"); is {
			out[name] = &fstest.MapFile{Data: bytes.TrimSpace(f.Data), Mode: fs.ModeSymlink | 0o777}
			continue
		}
		if f.Name != "want" {
			out[f.Name] = &fstest.MapFile{Data: f.Data, Mode: 0o644}
		}
	}
	return out
}

func told(p plugin.Package) string {
	var b strings.Builder
	for _, f := range p.Findings {
		fmt.Fprintf(&b, "%s %s\n  %s:%d:%d %s\n  found %s\n  want %s\n", f.Level, f.Rule, visible.Text(f.File), f.Line, f.Column, visible.Text(f.Pointer), f.Found, f.Want)
	}
	for _, s := range p.Servers {
		fmt.Fprintf(&b, "loads server %s\n", visible.Text(s.Name))
	}
	for _, s := range p.Skills {
		fmt.Fprintf(&b, "loads skill %s, names %q, enough: %s\n", s.Name, s.Tools, s.Enough)
	}
	fmt.Fprintf(&b, "rejected %t, %s\n", p.Rejected, p.Summary().Sentence)
	return b.String()
}

// TestFixtures reads the packages of testdata/plugins, whose findings stand at their
// end, and demands that every rule fires in one of them.
func TestFixtures(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(fixtures, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	fired := map[string]bool{"plugin.diff.version_down": true, "plugin.diff.version_reused": true, "plugin.bands.unknown_tool": true, "plugin.server.other_launch": true, "plugin.file.unreadable": true, "plugin.file.limit": true} // in tests of their own
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			p, err := plugin.Read(packageOf(archive.Files), plugin.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range p.Findings {
				fired[f.Rule] = true
				if f.Found == "" || f.Want == "" || f.Do == "" {
					t.Errorf("%s does not say what was found, wanted and to be done: %+v", f.Rule, f)
				}
			}
			if valid := strings.HasPrefix(name, "valid"); valid != (len(p.Findings) == 0) {
				t.Errorf("%s has %d findings", name, len(p.Findings))
			}
			got := told(p)
			last := len(archive.Files) - 1
			if *update {
				if last < 0 || archive.Files[last].Name != "want" {
					archive.Files = append(archive.Files, txtar.File{Name: "want"})
					last++
				}
				archive.Files[last].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(archive.Files[last].Data), got); diff != "" {
				t.Errorf("Read(%s) (-want +got):\n%s", name, diff)
			}
		})
	}
	for _, r := range plugin.Rules() {
		if !fired[r.ID] {
			t.Errorf("no fixture in which %s fires", r.ID)
		}
		if r.Title == "" || r.Meaning == "" || r.Fix == "" || r.Source == "" {
			t.Errorf("rule %s does not explain itself", r.ID)
		}
	}
}

func read(t *testing.T, files map[string]string, o plugin.Options) plugin.Package {
	t.Helper()
	var list []txtar.File
	for name, text := range files {
		list = append(list, txtar.File{Name: name, Data: []byte(text)})
	}
	p, err := plugin.Read(packageOf(list), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestNoPlugin(t *testing.T) {
	if _, err := plugin.Read(fstest.MapFS{"README.md": {}}, plugin.Options{}); !errors.Is(err, plugin.ErrNone) {
		t.Errorf("Read of a folder without plugin.json: %v, want ErrNone", err)
	}
	if _, err := plugin.Read(fstest.MapFS{"plugin.json/x": {}}, plugin.Options{}); err == nil || errors.Is(err, plugin.ErrNone) {
		t.Errorf("Read of a folder plugin.json: %v, want an error of its own", err)
	}
}

func TestKnownTools(t *testing.T) {
	files := map[string]string{
		"plugin.json": declaring(`{"id":"mcp:api/list","band":"auto"},{"id":"mcp:api/gone","band":"auto"}`),
		"mcp.json":    servers(`"api":{"type":"stdio","command":"api"}`),
	}
	for _, tt := range []struct {
		name string
		o    plugin.Options
		want int
	}{
		{"nothing known", plugin.Options{}, 0},
		{"another server known", plugin.Options{Tools: func(string) ([]string, bool) { return nil, false }}, 0},
		{"known", plugin.Options{Tools: func(string) ([]string, bool) { return []string{"list", "other"}, true }}, 1},
	} {
		p := read(t, files, tt.o)
		if len(p.Findings) != tt.want || tt.want == 1 && p.Findings[0].Rule != "plugin.bands.unknown_tool" {
			t.Errorf("%s: findings %+v, want %d", tt.name, p.Findings, tt.want)
		}
	}
}

// declaring is a plugin.json with entries of operations.
func declaring(operations string) string { return declaringIn("1.0.0", operations) }

func declaringIn(version, operations string) string {
	return `{"$schema":"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json","name":"deploy-tools","version":"` + version + `",` +
		`"extensions":{"dev.mooring":{"permissions":{"operations":[` + operations + `]}}}}`
}

func servers(entries string) string {
	return `{"$schema":"https://agent-plugins.org/schemas/1.0.0/mcp.schema.json","mcpServers":{` + entries + `}}`
}

// TestHostile reads packages that are made to exhaust or mislead a reader.
func TestHostile(t *testing.T) {
	skill := "---\nname: x\ndescription: y\n"
	var broken strings.Builder
	for i := range 25_000 {
		fmt.Fprintf(&broken, `,"s%d":{"type":"smtp"}`, i)
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string // a rule
	}{
		{"huge manifest", map[string]string{"plugin.json": base + strings.Repeat(" ", 1<<20)}, "plugin.file.limit"},
		{"deep manifest", map[string]string{"plugin.json": strings.Repeat("[", 1<<19)}, "plugin.file.limit"},
		{"many servers", map[string]string{"mcp.json": servers(broken.String()[1:])}, "plugin.server.type"},
		{"aliases", map[string]string{"skills/x/SKILL.md": skill + "metadata: &a\n  k: v\nlicense: *a\n---\n"}, "plugin.skill.limit"},
		{"laughs", map[string]string{"skills/x/SKILL.md": skill + "metadata:\n  a: &a [l,l,l]\n  b: &b [*a,*a,*a]\n  c: [*b,*b,*b]\n---\n"}, "plugin.skill.limit"},
		{"brackets", map[string]string{"skills/x/SKILL.md": skill + "metadata: " + strings.Repeat("[", 60_000) + "\n---\n"}, "plugin.skill.limit"},
		{"deep flow", map[string]string{"skills/x/SKILL.md": skill + "metadata: " + strings.Repeat("{a: ", 90) + "1" + strings.Repeat("}", 90) + "\n---\n"}, "plugin.skill.limit"},
		{"dashes", map[string]string{"skills/x/SKILL.md": skill + "metadata:\n  " + strings.Repeat("- ", 20_000) + "1\n---\n"}, "plugin.skill.limit"},
		{"large matter", map[string]string{"skills/x/SKILL.md": skill + "license: " + strings.Repeat("x", 70_000) + "\n---\n"}, "plugin.skill.limit"},
		{"open matter", map[string]string{"skills/x/SKILL.md": skill + strings.Repeat("#\n", 500_000)}, "plugin.skill.front_matter"},
		{"huge skill", map[string]string{"skills/x/SKILL.md": skill + "---\n" + strings.Repeat("x", 1<<20)}, "plugin.file.limit"},
		{"deep folders", map[string]string{strings.Repeat("d/", 150) + "f": ""}, "plugin.file.limit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := read(t, tt.files, plugin.Options{})
			if len(p.Findings) == 0 || p.Findings[0].Rule != tt.want {
				t.Errorf("found %.400s, want %q", told(p), tt.want)
			}
			if len(p.Findings) > 100 {
				t.Errorf("%d findings are kept", len(p.Findings))
			}
		})
	}
	p := read(t, map[string]string{"mcp.json": servers(broken.String()[1:])}, plugin.Options{})
	if p.Omitted["plugin.server.type"] != 24_900 || p.Count(plugin.Error) != 25_000 {
		t.Errorf("omitted %v, errors %d, want 24,900 and 25,000", p.Omitted, p.Count(plugin.Error))
	}
}

// TestManySkills reads skills from a disk, each of which names a tool: 1,000, or 10,000
// with MOORING_SOAK.
func TestManySkills(t *testing.T) {
	skills := 1_000
	if os.Getenv("MOORING_SOAK") != "" {
		skills = 10_000
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("plugin.json", declaring(`{"id":"mcp:api/run_it","band":"escalate"}`))
	write("mcp.json", servers(`"api":{"type":"stdio","command":"api"}`))
	for i := range skills {
		write(fmt.Sprintf("skills/s%d/SKILL.md", i), fmt.Sprintf("---\nname: s%d\ndescription: y\n---\nCall run_it.\n", i))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	start := time.Now()
	p, err := plugin.Read(root.FS(), plugin.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %s", took)
	}
	if len(p.Findings) != 0 || len(p.Skills) != skills || len(p.Skills[skills-1].Tools) != 1 {
		t.Errorf("%d skills, findings %.3v, want %d skills that name one tool", len(p.Skills), p.Findings, skills)
	}
}

// TestSecretsStayOut looks for the value of a secret in everything that is said.
func TestSecretsStayOut(t *testing.T) {
	const secret = "hunter2hunter2hunter2"
	p := read(t, map[string]string{"mcp.json": servers(`
		"a":{"type":"stdio","command":"a","args":["--api-key","` + secret + `","--token=` + secret + `"],"env":{"API_KEY":"` + secret + `","N":5}},
		"b":{"type":"sse","url":"https://u:` + secret + `@h/p?token=` + secret + `#` + secret + `","headers":{"Authorization":"Bearer ` + secret + `","X-Key":"` + secret + ` "}},
		"c":{"type":"sse","url":"https://h/` + secret + ` x"}, "d":{"type":"sse","url":"::` + secret + `"}`)}, plugin.Options{})
	if len(p.Findings) < 9 {
		t.Errorf("%d findings, want more", len(p.Findings))
	}
	if text := told(p) + fmt.Sprint(p.Lint(), p.Summary()); strings.Contains(text, secret) {
		t.Errorf("the secret is told:\n%s", text)
	}
}

// TestOneLongValue: a value of nothing but names and values, and as many servers as ids of
// others, are no quadratic work.
func TestOneLongValue(t *testing.T) {
	var ids, entries strings.Builder
	for i := range 2_000 {
		fmt.Fprintf(&ids, `,{"id":"mcp:S%d/t","band":"auto"}`, i)
		fmt.Fprintf(&entries, `,"s%d":{"type":"stdio","command":"a"}`, i)
	}
	entries.WriteString(`,"long":{"type":"stdio","command":"a","env":{"A":"` + strings.Repeat("a=", 50_000) + `"}}`)
	start := time.Now()
	p := read(t, map[string]string{"plugin.json": declaring(ids.String()[1:]), "mcp.json": servers(entries.String()[1:])}, plugin.Options{})
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %s", took)
	}
	if p.Count(plugin.Warning) != 2_000 || !strings.Contains(p.Findings[0].Want, `such as "s0"`) {
		t.Errorf("%d warnings, first %+v, want 2,000 that name what each looks like", p.Count(plugin.Warning), p.Findings[:1])
	}
}

func FuzzRead(f *testing.F) {
	paths, err := filepath.Glob(filepath.Join(fixtures, "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		m := packageOf(archive.Files)
		text := func(name string) []byte {
			if file := m[name]; file != nil {
				return file.Data
			}
			return nil
		}
		f.Add(text("plugin.json"), text("mcp.json"), text("skills/rollback/SKILL.md"))
	}
	f.Fuzz(func(t *testing.T, manifest, mcp, skill []byte) {
		m := fstest.MapFS{"plugin.json": {Data: manifest}, "mcp.json": {Data: mcp}, "skills/rollback/SKILL.md": {Data: skill}}
		p, err := plugin.Read(m, plugin.Options{})
		if err != nil {
			t.Fatal(err)
		}
		again, _ := plugin.Read(m, plugin.Options{})
		if diff := cmp.Diff(told(p), told(again)); diff != "" {
			t.Errorf("two readings differ:\n%s", diff)
		}
		if p.Rejected && (len(p.Declared)+len(p.Servers)+len(p.Skills) > 0 || p.Count(plugin.Error)+p.Count(plugin.Unknown) == 0) {
			t.Errorf("a rejected plugin has components, or is rejected for nothing:\n%s", told(p))
		}
		if p.Rejected {
			return
		}
		d, err := plugin.Compare(p, again)
		if err != nil || len(d.Moved) > 0 || !d.Enough {
			t.Errorf("Compare(x, x) = %+v, %v, want nothing", d, err)
		}
	})
}
