package urlop

import (
	"net/netip"
	"strings"

	"github.com/mooring-mcp/mooring/internal/percent"
)

// endsInNumber reports a host whose last label is a number, which makes it an IPv4
// address or nothing (WHATWG URL §3.5).
func endsInNumber(name string) bool {
	label := name[strings.LastIndexByte(name, '.')+1:]
	if label == "" {
		return false
	}
	if len(label) >= 2 && label[0] == '0' && label[1]|0x20 == 'x' {
		for i := 2; i < len(label); i++ {
			if !percent.IsHex(label[i]) {
				return false
			}
		}
		return true
	}
	for i := range len(label) {
		if label[i] < '0' || label[i] > '9' {
			return false
		}
	}
	return true
}

// v4Host judges a host that ends in a number, by the reading of inet_aton (a leading
// 0 is octal, 0x hexadecimal, the last part fills what is left) and by the one that
// takes leading zeros for decimal.
func v4Host(name string) host {
	if a, err := netip.ParseAddr(name); err == nil {
		return v4Class(a)
	}
	octal, asOctal := v4Reading(name, true)
	decimal, asDecimal := v4Reading(name, false)
	var h host
	switch {
	case !asOctal && !asDecimal:
		return invalid("ends in a number, but is no address")
	case asOctal && asDecimal && octal != decimal:
		a, b := v4Class(octal), v4Class(decimal)
		if a.class == Metadata || b.class == Metadata {
			return host{class: Metadata, reason: "one reading of the number is a metadata service", disguised: true}
		}
		return invalid("octal and decimal reading of a leading zero differ")
	case asOctal:
		h = v4Class(octal)
	default:
		h = v4Class(decimal)
	}
	h.disguised = true
	return h
}

// v4Reading parses an address of one to four parts.
func v4Reading(name string, octal bool) (netip.Addr, bool) {
	var value uint64
	n := 1 + strings.Count(name, ".")
	if n > 4 {
		return netip.Addr{}, false
	}
	for i := range n {
		part, rest, _ := strings.Cut(name, ".")
		name = rest
		v, ok := number(part, octal)
		limit, width := uint64(1)<<8, 8
		if i == n-1 {
			width = 8 * (5 - n)
			limit = uint64(1) << width
		}
		if !ok || v >= limit {
			return netip.Addr{}, false
		}
		value = value<<width | v
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

// number parses a part; values beyond 32 bits are no number.
func number(part string, octal bool) (uint64, bool) {
	base := uint64(10)
	switch {
	case part == "":
		return 0, false
	case len(part) >= 2 && part[0] == '0' && part[1]|0x20 == 'x':
		part, base = part[2:], 16 // a bare 0x is 0
	case octal && len(part) > 1 && part[0] == '0':
		part, base = part[1:], 8
	}
	var v uint64
	for i := range len(part) {
		if !percent.IsHex(part[i]) {
			return 0, false
		}
		d := uint64(percent.Value(part[i]))
		if d >= base {
			return 0, false
		}
		if v = v*base + d; v > 1<<40 {
			v = 1 << 40 // far too large either way
		}
	}
	return v, true
}
