package shellop

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/shelltable"
)

// reach says where a host leads.
type reach uint8

const (
	loopback reach = iota
	external
	metadata
)

// metadataHosts hand out the credentials of a machine in a cloud.
var metadataHosts = []string{
	"169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254",
	"metadata.google.internal", "metadata.goog", "metadata", "instance-data", "instance-data.ec2.internal", "metadata.azure.com",
	"metadata.tencentyun.com", "metadata.packet.net", "169.254.0.23", "169.254.42.42",
}

// reachOf reads a host. Only a plain loopback is one: a disguised one leads elsewhere for some programs.
func reachOf(host string) reach {
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	host, _, _ = strings.Cut(host, "%")
	if slices.Contains(metadataHosts, host) {
		return metadata
	}
	if host == "localhost" || host == "ip6-localhost" || strings.HasSuffix(host, ".localhost") {
		return loopback
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		if slices.Contains(metadataHosts, addr.Unmap().String()) {
			return metadata
		}
		if addr.IsLoopback() {
			return loopback
		}
		return external
	}
	if addr, ok := numericHost(host); ok && slices.Contains(metadataHosts, addr.String()) {
		return metadata
	}
	for _, service := range []string{".nip.io", ".sslip.io", ".xip.io"} {
		if strings.HasSuffix(host, service) && (strings.Contains(host, "169.254.169.254") || strings.Contains(host, "169-254-169-254") || strings.Contains(host, "a9fea9fe")) {
			return metadata
		}
	}
	return external
}

// numericHost reads an address as inet_aton does: one to four numbers, each decimal, octal or hexadecimal.
func numericHost(host string) (netip.Addr, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var n uint64
	for i, part := range parts {
		v, err := strconv.ParseUint(part, 0, 64)
		if err != nil {
			return netip.Addr{}, false
		}
		if i == len(parts)-1 {
			n = n<<(8*(5-len(parts))) | v
		} else {
			n = n<<8 | v&0xFF
		}
	}
	return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}), true
}

// address is what a word says as a URL.
type address struct {
	scheme, host, path string
}

// parseAddress reads a URL leniently: what a program would make of it.
func parseAddress(text string) address {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		scheme, rest = "http", text
	}
	authority := rest
	tail := ""
	if i := strings.IndexAny(rest, `/?#\`); i >= 0 {
		authority, tail = rest[:i], rest[i:]
	}
	if i := strings.LastIndex(authority, "@"); i >= 0 {
		authority = authority[i+1:]
	}
	host := authority
	if strings.HasPrefix(host, "[") {
		host, _, _ = strings.Cut(host, "]")
	} else {
		host, _, _ = strings.Cut(host, ":")
	}
	return address{strings.ToLower(scheme), strings.Trim(host, "["), tail}
}

// host judges an operand that names a host or a URL, and is what its answer adds to the output.
func (w *walker) host(v word, who string, _ *state, at Span) origin {
	text := v.data()
	part := v.unknown() && strings.Trim(text, "\x00") != ""
	if v.sub && !v.known() || part || v.from&fromSecret != 0 {
		w.leaves(v, who, at)
	}
	if reachOf(parseAddress(text).host) == metadata {
		w.add(shelltable.Metadata, "metadata-host", fmt.Sprintf("%s reaches %q, the metadata service of a cloud", who, v.show()), at)
	}
	return fromNet
}

// leaves notes that local data goes out in a word.
func (w *walker) leaves(v word, who string, at Span) {
	effect, code := shelltable.Leak, "data-leaves"
	if v.from&fromSecret != 0 && v.sub {
		effect, code = shelltable.Exfil, "credentials-leave"
	}
	w.add(effect, code, fmt.Sprintf("%s sends %q, which holds local data", who, v.show()), at)
}

// sends notes that a flow or a file goes to another machine.
func (w *walker) sends(from origin, v word, who string, st *state, at Span) {
	if v.text != "" && v.text != "-" {
		pl := w.place(st, v)
		if effect, code := pl.readTree(); opens(effect, code) || strings.HasPrefix(pl.path, "/etc/") {
			from |= fromSecret
		}
		from |= st.files[pl.key()].from
	}
	effect, code := shelltable.Leak, "data-leaves"
	if from&fromSecret != 0 {
		effect, code = shelltable.Exfil, "credentials-leave"
	}
	w.add(effect, code, fmt.Sprintf("%s sends %q to another machine", who, v.show()), at)
}
