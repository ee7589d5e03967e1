package contract

import (
	"net/url"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// icons reports other icons, and apart from that a client that loads one from
// somewhere else than before. Without a rule of its own the latter raises the
// severity.
func (c *comparison) icons(rule, hostRule, path string, m change) {
	known := map[string]bool{}
	for origin := range origins(m.before) {
		known[origin] = true
	}
	var moved string
	for origin := range origins(m.after) {
		if len(known) > 0 && !known[origin] && origin != "data:" && (moved == "" || origin < moved) {
			moved = origin
		}
	}
	switch {
	case moved == "":
		c.add(rule, path, m, "")
	case hostRule == "":
		c.addAs(PotentiallyBreaking, rule, path, m, "loaded from "+moved)
	default:
		c.add(hostRule, path, m, "loaded from "+moved)
	}
}

// origins returns from where icons are loaded.
func origins(icons *jsonv.Value) map[string]bool {
	out := map[string]bool{}
	for _, icon := range icons.Items() {
		if src, ok := icon.Get("src").Str(); ok {
			out[origin(src)] = true
		}
	}
	return out
}

// origin returns scheme and host of an address, "data:" for one that holds its
// picture. What is no address is its own origin.
func origin(src string) string {
	if len(src) >= 5 && strings.EqualFold(src[:5], "data:") {
		return "data:"
	}
	u, err := url.Parse(src)
	if err != nil || u.Scheme == "" {
		return src
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}
