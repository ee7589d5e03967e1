package shelltable

import (
	"strings"
	"testing"
)

// TestIndex is that the index of zones finds what asking each row finds.
func TestIndex(t *testing.T) {
	all := loaded()
	tried, found := 0, 0
	for _, row := range all.paths {
		name := strings.NewReplacer("**/", "", "/**", "", "*", "x", "?", "y").Replace(row.Pattern)
		paths := []string{name, name + "/a", name + "/a/b", strings.ToUpper(name), strings.TrimPrefix(name, "/"), name[:len(name)-1], "x" + name}
		for i := range name {
			if name[i] == '/' {
				paths = append(paths, name[:i], name[i+1:])
			}
		}
		for _, p := range paths {
			if p == "" {
				continue
			}
			tried++
			var want Zones
			lower := small(p)
			for _, row := range all.paths {
				if matches(row.Pattern, p) || !harmless.Has(row.Zone) && matches(small(row.Pattern), lower) {
					want = want.With(row.Zone)
				}
			}
			if want != 0 {
				found++
			}
			if got := ZonesOf(p); got != want {
				t.Errorf("ZonesOf(%q) = %b, and by its rows %b", p, got, want)
			}
		}
	}
	if tried < 1000 || found < 500 {
		t.Errorf("tried %d paths, of which %d lead somewhere", tried, found)
	}
}

// TestRowsOfPlaces: what package places lists has no rows here, so that there is one list.
func TestRowsOfPlaces(t *testing.T) {
	for _, row := range Paths() {
		if row.Zone == ZoneOwn || row.Zone == ZoneCredential {
			t.Errorf("%s is for internal/places/places.txt", row.Pattern)
		}
	}
}
