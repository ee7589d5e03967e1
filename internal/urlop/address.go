package urlop

import (
	"net/netip"
	"strings"
)

// v4Class judges an IPv4 address.
func v4Class(a netip.Addr) host {
	h := host{class: External, reason: "public address", address: a}
	for _, row := range v4Ranges {
		if row.prefix.Contains(a) {
			h.class, h.reason = row.class, row.reason
			h.disguised = row.class == Loopback && a.As4()[0] == 0
			break
		}
	}
	return h
}

// v6Host judges an IPv6 literal without its brackets. In a URL a zone is written
// %25ZONE (RFC 6874), otherwise %ZONE.
func v6Host(text string, inURL bool) host {
	literal, zone, hasZone := strings.Cut(text, "%")
	if hasZone {
		if inURL {
			var encoded bool
			if zone, encoded = strings.CutPrefix(zone, "25"); !encoded {
				return invalid("zone without %25")
			}
		}
		if zone == "" || strings.IndexFunc(zone, notInZone) >= 0 {
			return invalid("empty or odd zone")
		}
	}
	a, err := netip.ParseAddr(literal)
	if err != nil || !a.Is6() {
		return invalid("no IPv6 address in the brackets")
	}
	h := v6Class(a)
	h.disguised = h.disguised || hasZone && h.class != Private
	return h
}

func notInZone(r rune) bool {
	alnum := r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
	return !alnum && !strings.ContainsRune("-._~", r)
}

// v6Class judges an IPv6 address; one that carries an IPv4 address is judged by it.
func v6Class(a netip.Addr) host {
	if a.Is4In6() {
		h := v4Class(a.Unmap())
		h.disguised, h.address = true, a
		return h
	}
	for _, row := range v6Ranges {
		if !row.prefix.Contains(a) {
			continue
		}
		h := host{class: row.class, reason: row.reason, address: a, disguised: row.class == Loopback && a.IsUnspecified()}
		if row.v4At != 0 {
			h = carried(a, row)
		}
		return h
	}
	return host{class: Invalid, reason: "address outside of the global unicast range", address: a}
}

// carried judges an address that leads to the IPv4 address in it, if somebody
// translates: only to the outside, or to a metadata service, is one answer.
func carried(a netip.Addr, row v6Range) host {
	b := a.As16()
	at := row.v4At
	v4 := v4Class(netip.AddrFrom4([4]byte(b[at : at+4])))
	h := host{class: Invalid, reason: row.reason + " of an address that is not public", disguised: true, address: a}
	switch {
	case v4.class == Metadata:
		h.class, h.reason = Metadata, row.reason+" of "+v4.reason
	case v4.class == External && row.class == External:
		h.class, h.reason = External, row.reason+" of a public address"
	case row.class == Invalid:
		h.reason = row.reason
	case row.class == Private:
		h.class, h.reason, h.disguised = Private, row.reason, false
	}
	return h
}
