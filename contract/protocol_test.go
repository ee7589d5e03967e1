package contract_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/contract"
	"github.com/mooring-mcp/mooring/surface"
)

func TestProtocolVersions(t *testing.T) {
	spoken := func(asked, version, list string) surface.Surface {
		s := surface.Surface{}
		s.Context.ProtocolVersion, s.Handshake.ProtocolVersion = asked, version
		if list != "" {
			s.Handshake.Result = []byte(`{"supportedVersions":[` + list + `]}`)
		}
		return s
	}
	const changed = " /protocolVersion"
	for _, c := range []struct {
		name          string
		before, after surface.Surface
		want          []string
	}{
		{"a library moves on", spoken("2025-11-25", "2025-06-18", ""), spoken("2025-11-25", "2025-11-25", ""), []string{"protocol.version.changed DOCUMENTATION" + changed}},
		{"the former revision is refused", spoken("2025-11-25", "2025-11-25", ""), spoken("2025-11-25", "2025-06-18", ""), []string{"protocol.version.dropped BREAKING /supportedVersions/2025-11-25"}},
		{"an older revision, nobody knows why", spoken("", "2025-11-25", ""), spoken("", "2025-06-18", ""), []string{"protocol.version.changed POTENTIALLY_BREAKING" + changed}},
		{"modern and still the former", spoken("", "2025-11-25", ""), spoken("", "2026-07-28", `"2025-11-25","2026-07-28"`), []string{"protocol.version.changed DOCUMENTATION" + changed}},
		{"modern only", spoken("", "2025-11-25", ""), spoken("", "2026-07-28", `"2026-07-28"`), []string{"protocol.version.dropped BREAKING /supportedVersions/2025-11-25"}},
		{"another list in another order", spoken("", "b", `"a","b"`), spoken("", "b", `"b","a"`), nil},
		{"a list with rubbish", spoken("", "b", `"b"`), spoken("", "b", `"b",7,"",null`), nil},
		{"unknown", spoken("", "", ""), spoken("", "2025-11-25", ""), nil},
	} {
		if diff := cmp.Diff(c.want, rulesOf(contract.CompareServer(c.before, c.after, contract.Options{}))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", c.name, diff)
		}
	}
}

func TestCaching(t *testing.T) {
	page := func(ttl int64, scope string) surface.Page { return surface.Page{TTL: &ttl, Scope: scope} }
	of := func(pages ...surface.Page) surface.Surface {
		return surface.Surface{Listings: []surface.Listing{{Kind: surface.Tool, Status: surface.Observed, Completeness: surface.Complete, Pages: pages}}}
	}
	for _, c := range []struct {
		name          string
		before, after surface.Surface
		want          []string
	}{
		{"longest page counts", of(page(1, "private"), page(9, "private")), of(page(9, "private"), page(2, "private")), nil},
		{"longer", of(page(1, "")), of(page(1, ""), page(2, "")), []string{"protocol.cache.ttlRaised POTENTIALLY_BREAKING /tools"}},
		{"stated for the first time", of(surface.Page{}), of(page(9, "public")), nil},
		{"one page is public", of(page(1, "private")), of(page(1, "private"), page(1, "public")), []string{"protocol.cache.scopeWidened POTENTIALLY_BREAKING /tools"}},
		{"another word than public", of(page(1, "private")), of(page(1, "shared")), []string{"protocol.cache.scopeWidened POTENTIALLY_BREAKING /tools"}},
	} {
		if diff := cmp.Diff(c.want, rulesOf(contract.CompareServer(c.before, c.after, contract.Options{}))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", c.name, diff)
		}
	}
}

// TestDependsOnClient: what a client did not declare may be why a tool is missing.
func TestDependsOnClient(t *testing.T) {
	before, after := observed(t, `[{"tools":[{"name":"a"}]}]`), observed(t, `[{"tools":[]}]`)
	for capabilities, want := range map[string]bool{`{}`: true, `{"roots":{}}`: true, `{"sampling":{}}`: false, ``: false} {
		before.Context.Capabilities, after.Context.Capabilities = `{"sampling":{}}`, capabilities
		got := contract.CompareServer(before, after, contract.Options{})
		if len(got) != 1 || got[0].Severity != contract.Breaking || strings.Contains(got[0].Detail, "depends on the client") != want {
			t.Errorf("client without %s: %+v", capabilities, got)
		}
	}
}
