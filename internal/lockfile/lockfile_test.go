package lockfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/lockfile"
	"github.com/mooring-mcp/mooring/surface"
)

// harbor is an observed surface with something of everything.
func harbor(t *testing.T, id, description string) surface.Surface {
	t.Helper()
	s, err := surface.FromPages(id, [][]byte{
		[]byte(`{"protocolVersion":"2025-11-25","serverInfo":{"name":"h","version":"1"},"capabilities":{"tools":{}},"instructions":"Be \u200bkind."}`),
		fmt.Appendf(nil, `{"tools":[{"name":"dock","description":%q,"inputSchema":{"type":"object","properties":{"n":{"maximum":9007199254740993}}}},{"name":"a","x":1.0}]}`, description),
		[]byte(`{"prompts":[{"name":"brief"}]}`),
		[]byte(`{"resources":[{"uri":"harbor://log","name":"log"}]}`),
		[]byte(`{"resourceTemplates":[]}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Server.Launch = surface.NewLaunch("./harbor", []string{"--token", "hunter2", "--port", "7"}, "", []string{"B", "A"})
	s.Server.Artifact = surface.Artifact{Kind: surface.NPM, Name: "harbor", Version: "1.0.0"}
	s.Context = surface.Context{Era: "legacy", ProtocolVersion: "2025-11-25", Client: "mooring", Capabilities: "{}"}
	return s
}

func pin(t *testing.T, s surface.Surface) lockfile.Entry {
	t.Helper()
	e, err := lockfile.Pin(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func encode(t *testing.T, l lockfile.Lock) []byte {
	t.Helper()
	text, err := lockfile.Encode(l)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func twoServers(t *testing.T) []byte {
	t.Helper()
	return encode(t, lockfile.Lock{}.Put(pin(t, harbor(t, "harbor", "Dock a ship."))).Put(pin(t, harbor(t, "bay", "Moor."))))
}

func TestRoundTrip(t *testing.T) {
	text := twoServers(t)
	lock, err := lockfile.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if again := encode(t, lock); !bytes.Equal(text, again) {
		t.Errorf("Encode(Decode(text)) differs:\n%s", cmp.Diff(string(text), string(again)))
	}
	if got := []string{lock.Servers[0].ID, lock.Servers[1].ID}; got[0] != "bay" || got[1] != "harbor" {
		t.Errorf("servers %q, want them sorted", got)
	}
}

// TestVector holds the text of a lock against testdata/vectors, which other
// programs read, too; it is never rewritten.
func TestVector(t *testing.T) {
	want, err := os.ReadFile("../../testdata/vectors/lock/two-servers.lock.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(twoServers(t))); diff != "" {
		t.Errorf("lock differs from the vector (-want +got):\n%s", diff)
	}
	if _, err := lockfile.Decode(want); err != nil {
		t.Errorf("the vector is refused: %v", err)
	}
}

// withBands pins what a plugin declares beside a server.
func withBands(t *testing.T) lockfile.Entry {
	t.Helper()
	e := pin(t, harbor(t, "harbor", "Dock a ship."))
	e.Bands = &lockfile.Bands{
		Plugin: "port-tools", Version: "2.1.0", Declaration: "sha256:" + strings.Repeat("5e", 32), Folder: "plugins/port-tools",
		Tools: map[string]lockfile.ToolBand{
			"dock": {Band: band.SoftAck, Environments: map[string]lockfile.ToolBand{"production": {Band: band.Escalate, NeverAllow: true}}},
			"a":    {NeverAllow: true},
		},
	}
	return e
}

// withSkills pins beside it what the plugin declares of its skills.
func withSkills(t *testing.T) lockfile.Entry {
	t.Helper()
	e := withBands(t)
	e.Bands.Skills = map[string]lockfile.ToolBand{
		"berths": {Band: band.Escalate}, "charts": {Band: band.Auto, Environments: map[string]lockfile.ToolBand{"production": {NeverAllow: true}}},
	}
	return e
}

// TestBandsVector holds locks with bands against their vectors: the one of before skills
// were pinned, which keeps its bytes and its meaning, and those with skills.
func TestBandsVector(t *testing.T) {
	only := withSkills(t)
	only.Bands.Tools = nil
	for name, e := range map[string]lockfile.Entry{"bands": withBands(t), "skills": withSkills(t), "only-skills": only} {
		t.Run(name, func(t *testing.T) { bandsVector(t, name, e) })
	}
}

func bandsVector(t *testing.T, name string, e lockfile.Entry) {
	t.Helper()
	want, err := os.ReadFile("../../testdata/vectors/lock/" + name + ".lock.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(encode(t, lockfile.Lock{}.Put(e)))); diff != "" {
		t.Errorf("lock differs from the vector (-want +got):\n%s", diff)
	}
	lock, err := lockfile.Decode(want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(e.Bands, lock.Servers[0].Bands); diff != "" {
		t.Errorf("Decode of the vector (-want +got):\n%s", diff)
	}
}

func TestDecodeRefusesBands(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*lockfile.Bands)
		want   string
	}{
		{"no plugin", func(b *lockfile.Bands) { b.Plugin = "" }, "no name of a plugin"},
		{"no tools and no skills", func(b *lockfile.Bands) { b.Tools, b.Skills = nil, nil }, "neither tools nor skills"},
		{"no digest", func(b *lockfile.Bands) { b.Declaration = "x" }, "declaration is"},
		{"folder above", func(b *lockfile.Bands) { b.Folder = "../x" }, "folder is"},
		{"folder of a machine", func(b *lockfile.Bands) { b.Folder = "/x" }, "folder is"},
		{"band that is none", func(b *lockfile.Bands) { b.Tools["a"] = lockfile.ToolBand{Band: "low"} }, `tool "a" has no band`},
		{"nothing declared", func(b *lockfile.Bands) { b.Tools["a"] = lockfile.ToolBand{} }, `tool "a" has no band`},
		{"nothing declared in an environment", func(b *lockfile.Bands) {
			b.Tools["a"] = lockfile.ToolBand{Band: band.Auto, Environments: map[string]lockfile.ToolBand{"p": {}}}
		}, `tool "a" has no band that is one in environment "p"`},
		{"skill whose band is none", func(b *lockfile.Bands) { b.Skills["berths"] = lockfile.ToolBand{Band: "low"} }, `skill "berths" has no band`},
		{"skill of which nothing is declared", func(b *lockfile.Bands) { b.Skills["berths"] = lockfile.ToolBand{} }, `skill "berths" has no band`},
		{"skill with an environment in one", func(b *lockfile.Bands) {
			within := map[string]lockfile.ToolBand{"q": {Band: band.Escalate}}
			b.Skills["berths"] = lockfile.ToolBand{Band: band.Auto, Environments: map[string]lockfile.ToolBand{"p": {Band: band.SoftAck, Environments: within}}}
		}, `skill "berths" has no band that is one in environment "p"`},
	} {
		e := withSkills(t)
		tt.change(e.Bands)
		_, err := lockfile.Decode(encode(t, lockfile.Lock{}.Put(e)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	text := string(encode(t, lockfile.Lock{}.Put(withSkills(t))))
	for _, edit := range [][2]string{
		{`"soft-ack"`, `"auto"`},
		{`"berths"`, `"berth"`},
		{`"band": "escalate"`, `"band": "auto"`},
		{`"skills": {`, `"Skills": {`},
		{`"skills": {`, `"skills": {"x": {"band": "auto"},`},
		{`"never_allow": true`, `"never_allow": false`},
		{`"plugin": "port-tools"`, `"plugin": "port-tools", "more": 1`},
	} {
		if !strings.Contains(text, edit[0]) {
			t.Fatalf("no %s in the lock", edit[0])
		}
		if _, err := lockfile.Decode([]byte(strings.Replace(text, edit[0], edit[1], 1))); err == nil {
			t.Errorf("a lock edited from %s to %s is taken", edit[0], edit[1])
		}
	}
	// An empty member has the integrity of none, and is refused by its spelling.
	text = string(encode(t, lockfile.Lock{}.Put(withBands(t))))
	for _, empty := range []string{`{}`, `null`} {
		edited := strings.Replace(text, `"plugin": "port-tools",`, `"plugin": "port-tools", "skills": `+empty+`,`, 1)
		if _, err := lockfile.Decode([]byte(edited)); err == nil {
			t.Errorf("a lock with skills %s is taken", empty)
		}
	}
}

func TestTextIsForReview(t *testing.T) {
	text := string(twoServers(t))
	for _, want := range []string{`"instructions": "Be \u200bkind."`, `"maximum": 9007199254740993`, `"x": 1` + "\n", `"<secret>"`} {
		if !strings.Contains(text, want) {
			t.Errorf("lock has no %s", want)
		}
	}
	for _, secret := range []string{"hunter2", "\u200b"} {
		if strings.Contains(text, secret) {
			t.Errorf("lock holds %q", secret)
		}
	}
	for n, line := range strings.Split(text, "\n") {
		if strings.Count(line, `": `) > 1 {
			t.Errorf("line %d holds more than one member: %s", n+1, line)
		}
	}
}

func TestMemberOrderAndSpaceOfItemsDoNotMatter(t *testing.T) {
	s := harbor(t, "harbor", "Dock a ship.")
	other := harbor(t, "harbor", "Dock a ship.")
	tools := other.Listing(surface.Tool)
	tools.Items[0], tools.Items[1] = tools.Items[1], tools.Items[0]
	if a, b := pin(t, s), pin(t, other); a.SurfaceDigest != b.SurfaceDigest || !bytes.Equal(encode(t, lockfile.Lock{}.Put(a)), encode(t, lockfile.Lock{}.Put(b))) {
		t.Error("a reordered listing gives another lock")
	}
}

// TestCleanMerge takes each server's lines from another branch, as git does when
// two branches changed different servers.
func TestCleanMerge(t *testing.T) {
	base := lockfile.Lock{}.Put(pin(t, harbor(t, "bay", "Moor."))).Put(pin(t, harbor(t, "harbor", "Dock a ship.")))
	ours := string(encode(t, base.Put(pin(t, harbor(t, "bay", "Moor well.")))))
	theirs := string(encode(t, base.Put(pin(t, harbor(t, "harbor", "Dock two ships.")))))
	at := func(text string) int { return strings.Index(text, `    "harbor": {`) }
	merged := ours[:at(ours)] + theirs[at(theirs):]
	lock, err := lockfile.Decode([]byte(merged))
	if err != nil {
		t.Fatalf("a clean merge is refused: %v", err)
	}
	bay, _ := lock.Get("bay")
	if !strings.Contains(string(bay.Surface.Listing(surface.Tool).Items[1].Raw), "Moor well.") {
		t.Error("merge lost a side")
	}
}

// TestCleanMergeOfSkills: a branch that pins another version of the plugin beside one of its
// servers leaves the entry of the other one valid, with what that had.
func TestCleanMergeOfSkills(t *testing.T) {
	bay, harbor := pin(t, harbor(t, "bay", "Moor.")), withSkills(t)
	bay.Bands = harbor.Bands
	base := lockfile.Lock{}.Put(bay).Put(harbor)
	later := *harbor.Bands
	later.Skills = map[string]lockfile.ToolBand{"berths": {Band: band.Auto}}
	harbor.Bands = &later
	ours, theirs := string(encode(t, base)), string(encode(t, base.Put(harbor)))
	at := func(text string) int { return strings.Index(text, `    "harbor": {`) }
	lock, err := lockfile.Decode([]byte(ours[:at(ours)] + theirs[at(theirs):]))
	if err != nil {
		t.Fatalf("a clean merge is refused: %v", err)
	}
	for i, want := range []*lockfile.Bands{bay.Bands, &later} {
		if diff := cmp.Diff(want, lock.Servers[i].Bands); diff != "" {
			t.Errorf("bands of %s (-want +got):\n%s", lock.Servers[i].ID, diff)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	text := string(twoServers(t))
	replace := func(old, with string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("lock has no %q", old)
		}
		return strings.Replace(text, old, with, 1)
	}
	otherDigest := "sha256:" + strings.Repeat("0", 64)
	field := func(name string) string { // the first value of a member
		at := strings.Index(text, `"`+name+`": "`) + len(name) + 5
		return text[at : at+strings.IndexByte(text[at:], '"')]
	}
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "found the end of the text"},
		{"torn", text[:len(text)/2], "line "},
		{"merge marker", replace(`    "harbor": {`, "<<<<<<< ours\n"+`    "harbor": {`), "merge conflict marker"},
		{"other schema", replace("mooring.lock.v1", "mooring.lock.v2"), `schema is "mooring.lock.v2"`},
		{"no lock at all", `{"tools":[]}`, "schema is absent"},
		{"edited description", replace(`"Moor."`, `"Moor!"`), `tool "dock" does not have the digest`},
		{"edited number", replace("9007199254740993", "9007199254740992"), `tool "dock" does not have the digest`},
		{"edited digest", replace(field("digest"), otherDigest), "does not have the digest"},
		{"edited tool digest", replace(field("tool_digest"), otherDigest), "does not have the tool_digest"},
		{"edited manifest digest", replace(field("manifest_digest"), otherDigest), "does not have this manifest_digest"},
		{"edited surface digest", replace(field("surface_digest"), otherDigest), "does not have this surface_digest"},
		{"edited integrity", replace(field("integrity"), otherDigest), "does not have this integrity"},
		{"edited command", replace("./harbor", "./other"), "does not have this integrity"},
		{"edited instructions", replace("Be ", "Do "), "does not have this surface_digest"},
		{"edited server info", replace(`"version": "1"`, `"version": "2"`), "does not have this integrity"},
		{"renamed server", replace(`    "harbor": {`, `    "harbour": {`), "does not have this integrity"},
		{"unknown member", replace(`"schema"`, `"extra": 1, "schema"`), `unknown member "extra"`},
		{"unknown member of a server", replace(`"launch"`, `"extra": 1, "launch"`), `unknown member "extra"`},
		{"repeated server", replace(`    "harbor": {`, `    "bay": {`), `member "bay" is repeated`},
		{"another spelling of item beside it", replace(`"item": {`, `"ITEM": {"name":"good"}, "item": {`), ""},
		{"another spelling of command", replace(`"command": "./harbor"`, `"command": "./evil", "Command": "./harbor"`), ""},
		{"folded spelling", replace(`"transport": "stdio"`, `"tranſport": "stdio"`), ""},
		{"other case of a member", replace(`"client": "mooring"`, `"CLIENT": "mooring"`), ""},
		{"empty list that is never written", replace(`"surface_digest"`, `"templates": [], "surface_digest"`), ""},
		{"item is no object", replace(`"item": {`, `"item": 5, "x": {`), ""},
		{"servers is a list", `{"schema":"mooring.lock.v1","servers":[]}`, "servers is array"},
	} {
		_, err := lockfile.Decode([]byte(tt.text))
		var e *lockfile.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want a *lockfile.Error with %q", tt.name, err, tt.want)
			continue
		}
		if e.Line < 1 || e.Column < 1 || e.Hint == "" {
			t.Errorf("%s: error without place or hint: %+v", tt.name, e)
		}
	}
}

// TestDecodeRefusesEveryTornPrefix cuts the file everywhere.
func TestDecodeRefusesEveryTornPrefix(t *testing.T) {
	text := bytes.TrimSpace(twoServers(t))
	for n := range text {
		if _, err := lockfile.Decode(text[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are taken for a lock", n, len(text))
		}
	}
}

func TestPinRefuses(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*surface.Surface)
		want   string
	}{
		{"partial", func(s *surface.Surface) {
			s.Listings[0].Completeness, s.Listings[0].Reason = surface.Partial, surface.CursorRepeated
		}, "partial_observation: tools: cursor_repeated"},
		{"unknown", func(s *surface.Surface) {
			s.Listings[1].Completeness, s.Listings[1].Reason = surface.Unknown, surface.BareList
		}, "unknown_observation: prompts"},
		{"not observed", func(s *surface.Surface) { s.Listings = nil }, "not_observed: tools: not_listed"},
		{"repeated name", func(s *surface.Surface) {
			s.AddHazards(surface.Hazard{Code: surface.DuplicateName, Where: `tool "dock"`})
		}, "ambiguous"},
	} {
		s := harbor(t, "harbor", "Dock.")
		tt.change(&s)
		var refused *lockfile.RefusedError
		if _, err := lockfile.Pin(s); !errors.As(err, &refused) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want a *lockfile.RefusedError with %q", tt.name, err, tt.want)
		}
	}
}

func TestRemove(t *testing.T) {
	lock, err := lockfile.Decode(twoServers(t))
	if err != nil {
		t.Fatal(err)
	}
	if left := lock.Remove("bay").Remove("nobody"); len(left.Servers) != 1 || left.Servers[0].ID != "harbor" {
		t.Errorf("Remove left %d servers", len(left.Servers))
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"schema":"mooring.lock.v1","servers":{}}`))
	f.Add([]byte("<<<<<<< a"))
	f.Fuzz(func(t *testing.T, text []byte) {
		lock, err := lockfile.Decode(text)
		if err != nil {
			return
		}
		if again, err := lockfile.Decode(encode(t, lock)); err != nil || len(again.Servers) != len(lock.Servers) {
			t.Errorf("a lock that was read cannot be read again: %v", err)
		}
	})
}
