package urlop

import "net/netip"

// v4Range is a row of the IPv4 table; the first that matches counts.
type v4Range struct {
	prefix netip.Prefix
	class  Class
	reason string
}

// v4Ranges: metadata services by their vendors' documentation, the rest by the IANA
// special-purpose registry (RFC 6890).
var v4Ranges = []v4Range{
	{netip.MustParsePrefix("169.254.169.254/32"), Metadata, "metadata service of AWS, Azure, GCP and others"},
	{netip.MustParsePrefix("169.254.170.2/32"), Metadata, "credentials of AWS ECS tasks"},
	{netip.MustParsePrefix("169.254.170.23/32"), Metadata, "credentials of AWS EKS pods"},
	{netip.MustParsePrefix("168.63.129.16/32"), Metadata, "Azure wire server"},
	{netip.MustParsePrefix("100.100.100.200/32"), Metadata, "metadata service of Alibaba Cloud"},
	{netip.MustParsePrefix("192.0.0.192/32"), Metadata, "metadata service of Oracle Cloud Classic"},
	{netip.MustParsePrefix("169.254.0.23/32"), Metadata, "metadata service of Tencent Cloud"},
	{netip.MustParsePrefix("169.254.42.42/32"), Metadata, "metadata service of Scaleway"},
	{netip.MustParsePrefix("100.96.0.96/32"), Metadata, "metadata service of Volcengine"},
	{netip.MustParsePrefix("127.0.0.0/8"), Loopback, "loopback address (RFC 1122)"},
	{netip.MustParsePrefix("0.0.0.0/32"), Loopback, "unspecified address: connects to this machine"},
	{netip.MustParsePrefix("0.0.0.0/8"), Invalid, "address of this network (RFC 1122), no target"},
	{netip.MustParsePrefix("10.0.0.0/8"), Private, "private address (RFC 1918)"},
	{netip.MustParsePrefix("172.16.0.0/12"), Private, "private address (RFC 1918)"},
	{netip.MustParsePrefix("192.168.0.0/16"), Private, "private address (RFC 1918)"},
	{netip.MustParsePrefix("100.64.0.0/10"), Private, "shared address space (RFC 6598)"},
	{netip.MustParsePrefix("169.254.0.0/16"), Private, "link-local address (RFC 3927)"},
	{netip.MustParsePrefix("192.0.0.0/24"), Private, "protocol assignments (RFC 6890)"},
	{netip.MustParsePrefix("198.18.0.0/15"), Private, "benchmark range (RFC 2544)"},
	{netip.MustParsePrefix("224.0.0.0/4"), Invalid, "multicast is no target"},
	{netip.MustParsePrefix("240.0.0.0/4"), Invalid, "reserved or broadcast address is no target"},
}

// v6Range is a row of the IPv6 table; the first that matches counts.
type v6Range struct {
	prefix netip.Prefix
	class  Class
	reason string
	v4At   int // where the IPv4 address in it begins, 0 for none
}

// v6Ranges as [v4Ranges]. What no row holds is not assigned.
var v6Ranges = []v6Range{
	{netip.MustParsePrefix("fd00:ec2::254/128"), Metadata, "metadata service of AWS", 0},
	{netip.MustParsePrefix("fd00:ec2::23/128"), Metadata, "credentials of AWS EKS pods", 0},
	{netip.MustParsePrefix("fd20:ce::254/128"), Metadata, "metadata service of GCP", 0},
	{netip.MustParsePrefix("fd00:42::42/128"), Metadata, "metadata service of Scaleway", 0},
	{netip.MustParsePrefix("fe80::a9fe:a9fe/128"), Metadata, "metadata service of OpenStack", 0},
	{netip.MustParsePrefix("::1/128"), Loopback, "loopback address (RFC 4291)", 0},
	{netip.MustParsePrefix("::/128"), Loopback, "unspecified address: connects to this machine", 0},
	{netip.MustParsePrefix("::/96"), Invalid, "deprecated IPv4-compatible form", 12},
	{netip.MustParsePrefix("::ffff:0:0:0/96"), Invalid, "IPv4-translated form (RFC 2765)", 12},
	{netip.MustParsePrefix("64:ff9b::/96"), External, "NAT64 form (RFC 6052)", 12},
	{netip.MustParsePrefix("64:ff9b:1::/48"), Invalid, "local NAT64 form (RFC 8215)", 12},
	{netip.MustParsePrefix("2002::/16"), External, "6to4 form (RFC 3056)", 2},
	{netip.MustParsePrefix("2001::/32"), Invalid, "Teredo form (RFC 4380)", 4},
	{netip.MustParsePrefix("fe80::5efe:0:0/96"), Private, "ISATAP form of a link-local address (RFC 5214)", 12},
	{netip.MustParsePrefix("fe80::200:5efe:0:0/96"), Private, "ISATAP form of a link-local address (RFC 5214)", 12},
	{netip.MustParsePrefix("fc00::/7"), Private, "unique local address (RFC 4193)", 0},
	{netip.MustParsePrefix("fe80::/10"), Private, "link-local address (RFC 4291)", 0},
	{netip.MustParsePrefix("fec0::/10"), Private, "site-local address (RFC 3879)", 0},
	{netip.MustParsePrefix("ff00::/8"), Invalid, "multicast is no target", 0},
	{netip.MustParsePrefix("2000::/3"), External, "public address", 0},
}

// names are whole names, without a trailing dot and in lower case.
var names = map[string]host{
	"localhost":                {class: Loopback, reason: "reserved for loopback (RFC 6761)"},
	"localhost.localdomain":    {class: Loopback, reason: "usual line of a hosts file"},
	"localhost4":               {class: Loopback, reason: "usual line of a hosts file"},
	"localhost4.localdomain4":  {class: Loopback, reason: "usual line of a hosts file"},
	"localhost6":               {class: Loopback, reason: "usual line of a hosts file"},
	"localhost6.localdomain6":  {class: Loopback, reason: "usual line of a hosts file"},
	"ip6-localhost":            {class: Loopback, reason: "usual line of a hosts file"},
	"ip6-loopback":             {class: Loopback, reason: "usual line of a hosts file"},
	"metadata":                 {class: Metadata, reason: "metadata service of GCP, by the search list"},
	"metadata.google.internal": {class: Metadata, reason: "metadata service of GCP"},
	"metadata.goog":            {class: Metadata, reason: "metadata service of GCP"},
	"metadata.goog.internal":   {class: Metadata, reason: "metadata service of GCP"},
	"metadata.azure.internal":  {class: Metadata, reason: "metadata service of Azure"},
	"metadata.azure.com":       {class: Metadata, reason: "metadata service of Azure"},
	"metadata.tencentyun.com":  {class: Metadata, reason: "metadata service of Tencent Cloud"},
	"instance-data":            {class: Metadata, reason: "metadata service of AWS, by the search list"},
	"rancher-metadata":         {class: Metadata, reason: "metadata service of Rancher"},
	"metadata.packet.net":      {class: Metadata, reason: "metadata service of Equinix Metal"},

	"metadata.platformequinix.com":      {class: Metadata, reason: "metadata service of Equinix Metal"},
	"instance-data.ec2.internal":        {class: Metadata, reason: "metadata service of AWS"},
	"rancher-metadata.rancher.internal": {class: Metadata, reason: "metadata service of Rancher"},
	"kubernetes.docker.internal":        {class: Private, reason: "leads to the host of the container"},
	"gateway.docker.internal":           {class: Private, reason: "leads to the host of the container"},
	"host.docker.internal":              {class: Private, reason: "leads to the host of the container"},
	"host.containers.internal":          {class: Private, reason: "leads to the host of the container"},
	"instance-data.compute.internal":    {class: Metadata, reason: "metadata service of AWS"},
}

// suffixes are last labels of names that are resolved locally.
var suffixes = map[string]host{
	"localhost":   {class: Loopback, reason: "subdomain of localhost (RFC 6761)"},
	"internal":    {class: Private, reason: "reserved for private use"},
	"local":       {class: Private, reason: "multicast DNS (RFC 6762)"},
	"localdomain": {class: Private, reason: "usual local domain"},
	"lan":         {class: Private, reason: "usual local domain"},
	"home":        {class: Private, reason: "usual local domain"},
	"corp":        {class: Private, reason: "usual local domain"},
	"intranet":    {class: Private, reason: "usual local domain (RFC 6762 appendix G)"},
	"private":     {class: Private, reason: "usual local domain (RFC 6762 appendix G)"},
	"svc":         {class: Private, reason: "name in a cluster"},
}
