// Package urlop says where a URL or host leads: to this machine, a private network,
// the metadata service of a cloud, or the outside. Nothing is resolved: what a name
// stands for is for whoever dials to check again, redirects included.
//
//	text ─authority─→ host ─┬ number, address ─→ address ranges ─┬→ Result
//	                        └ name ─→ reserved names ────────────┘
//
// Programs disagree about unusual spellings, and the program that will read this
// text is not known. So a spelling has a class only if the readings that are common
// (the WHATWG URL standard, RFC 3986, inet_aton, decimal numbers) agree; otherwise
// it is [Invalid]. A metadata service is one as soon as any reading leads there.
//
// Accepted are absolute http, https, ws and wss URLs, and bare hosts: NAME,
// NAME:PORT, an address, [ADDRESS]:PORT, each with a path or none.
package urlop

import (
	"net/netip"
	"strings"
)

// Class says where a URL leads.
type Class string

// The classes.
const (
	Loopback Class = "loopback" // this machine
	Private  Class = "private"  // addresses that are not routed globally, names that are resolved locally
	External Class = "external" // everything else that is well-formed
	Invalid  Class = "invalid"  // not one place for all who may read it, or nothing that can be fetched
	Metadata Class = "metadata" // hands out credentials of the machine
)

// Rank orders the classes by how much trust they lose: 0 for [Loopback] to 4 for
// [Metadata], -1 for any other word.
func (c Class) Rank() int {
	for i, known := range [...]Class{Loopback, Private, External, Invalid, Metadata} {
		if c == known {
			return i
		}
	}
	return -1
}

// MaxBytes is the length up to which a text is judged; a longer one is [Invalid].
const MaxBytes = 64 << 10

// Result is the answer about one text.
type Result struct {
	Class Class
	// Disguised: the spelling hides what it leads to, such as an address as one number,
	// or user information in front of a host. Who exempts loopback from something
	// exempts only what is not disguised.
	Disguised bool
	Reason    string // one clause: the rule that decided
	// Start and End are the byte range of the text that decided, usually the host.
	Start, End int
	Host       string     // as spelled, without brackets and port; "" where none was found
	Address    netip.Addr // that the host is, if it is one
	Scheme     string     // in lower case; "" for a bare host
	// Carries: there is a query or user information, which a request would hand over
	// even if it only reads.
	Carries bool
}

// Classify judges a URL or host.
func Classify(text string) Result {
	if len(text) > MaxBytes {
		return Result{Class: Invalid, Reason: "longer than 65536 bytes", End: len(text)}
	}
	r := strict(text)
	if r.Class == Invalid {
		if reason := lenientMetadata(text); reason != "" {
			r.Class, r.Disguised, r.Reason = Metadata, true, reason
		}
	}
	return r
}

// strict is the one reading that all agree about, or Invalid.
func strict(text string) Result {
	p, reason, start, end := split(text)
	if reason != "" {
		return Result{Class: Invalid, Reason: reason, Start: start, End: end, Scheme: p.scheme}
	}
	r := Result{Start: p.hostStart, End: p.hostEnd, Host: text[p.hostStart:p.hostEnd], Scheme: p.scheme, Carries: p.carries || p.user}
	var h host
	switch {
	case p.v6:
		r.Host = strings.Trim(r.Host, "[]")
		h = v6Host(r.Host, p.scheme != "" || p.bracketed)
	default:
		h = namedHost(r.Host)
	}
	r.Class, r.Reason, r.Address = h.class, h.reason, h.address
	r.Disguised = h.disguised || p.user
	return r
}

// host is what a host stands for.
type host struct {
	class     Class
	reason    string
	disguised bool
	address   netip.Addr
}

func invalid(reason string) host { return host{class: Invalid, reason: reason} }
