package urlop_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/urlop"
)

// TestClassify holds spellings by the rule that they are about; a * behind the class
// is a disguise.
func TestClassify(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		// Numbers as hosts.
		{"http://127.1/", "loopback*"},
		{"http://0x7f.1/", "loopback*"},
		{"http://0X7F000001/", "loopback*"},
		{"http://127.0.0.1./", "loopback*"},
		{"2130706433", "loopback*"},
		{"http://0177.1/", "invalid"},
		{"http://010.0.0.1/", "invalid"},
		{"http://0x7f.0.0.1:80/x", "loopback*"},
		{"http://127.0.0.08/", "loopback*"}, // no octal reading
		{"http://0300.0250.0.1/", "private*"},
		{"http://256.1.1.1/", "invalid"},
		{"http://4294967296/", "invalid"},
		{"http://1.2.3.4.5/", "invalid"},
		{"http://example.1/", "invalid"},
		{"http://example.0xff/", "invalid"},
		{"http://1.1.1.1/", "external"},
		{"http://0.1.2.3/", "invalid"},
		{"http://127.255.255.254/", "loopback"},
		{"http://128.0.0.1/", "external"},
		{"http://172.15.255.255/", "external"},
		{"http://172.31.255.255/", "private"},
		{"http://100.63.255.255/", "external"},
		{"http://192.0.2.1/", "external"},
		{"http://425.510.425.510/", "metadata*"}, // cut to eight bits a part
		{"http://0xa9fea9fe/", "metadata*"},
		{"http://025177524776/", "metadata*"},
		{"http://169.254.0xa9fe/", "metadata*"},
		{"http://100.100.100.200/", "metadata"},

		// IPv6.
		{"http://[::]/", "loopback*"},
		{"http://[::ffff:127.0.0.1]:80/", "loopback*"},
		{"http://[0:0:0:0:0:ffff:10.0.0.1]/", "private*"},
		{"http://[64:ff9b::8.8.8.8]/", "external*"},
		{"http://[64:ff9b::127.0.0.1]/", "invalid*"},
		{"http://[64:ff9b::10.0.0.1]/", "invalid*"},
		{"http://[64:ff9b::a9fe:a9fe]/", "metadata*"},
		{"http://[64:ff9b:1::a9fe:a9fe]/", "metadata*"},
		{"http://[2002:a9fe:a9fe::]/", "metadata*"},
		{"http://[2002:808:808::1]/", "external*"},
		{"http://[::169.254.169.254]/", "metadata*"},
		{"http://[fd00:ec2::254]/", "metadata"},
		{"http://[fe80::1%25eth0]/", "private"},
		{"http://[fe80::1%eth0]/", "invalid"},
		{"fe80::1%eth0", "private"},
		{"http://[::1%25lo]/", "loopback*"},
		{"http://[::1]evil.example/", "invalid"},
		{"http://[::1/", "invalid"},
		{"http://::1/", "invalid"},
		{"http://[v1.fe80::1]/", "invalid"},
		{"http://[127.0.0.1]/", "invalid"},
		{"http://[2001:db8::1]/", "external"},
		{"http://[4000::1]/", "invalid"},

		// Names.
		{"http://localhost./", "loopback*"},
		{"http://a.b.localhost/", "loopback"},
		{"http://localhost.com/", "external"},
		{"http://notlocalhost/", "private"},
		{"http://printer.local/", "private"},
		{"http://nas.home.arpa/", "private"},
		{"http://internal.example/", "external"},
		{"http://a..b/", "invalid"},
		{"http://.localhost/", "invalid"},
		{"http://example.com../", "invalid"},
		{"http://" + strings.Repeat("a", 64) + ".example/", "invalid"},
		{"http://_dmarc.example.com/", "external"},
		{"http://r3---sn-4g5e.example/", "external"},
		{"https://METADATA.GOOG/", "metadata"},
		{"http://instance-data/latest/", "metadata"},
		{"http://münchen.example/", "external"},
		{"http://MÜNCHEN.example/", "external"},
		{"http://xn--mnchen-3ya.example/", "external"},
		{"http://例え.example/", "external"},
		{"http://раypal.example/", "invalid"},
		{"http://ⓛocalhost/", "invalid"},
		{"http://local\u00adhost/", "invalid"},
		{"http://local\u200bhost/", "invalid"},
		{"http://１６９.254.169.254/", "metadata*"},
		{"http://169。254。169。254/", "metadata*"},
		{"http://%31%36%39.254.169.254/", "metadata*"},
		{"http://127.0.0.1%00.example/", "invalid"},

		// Around the host.
		{"HTTP://EXAMPLE.COM", "external"},
		{"https://example.com?x=1", "external"},
		{"https://user:secret@example.com/", "external*"},
		{`http://127.0.0.1\@evil.example/`, "invalid"},
		{`http://evil.example\@127.0.0.1/`, "invalid"},
		{`http://169.254.169.254\@evil.example/`, "metadata*"},
		{`http://evil.example\@169.254.169.254/`, "metadata*"},
		{`http:\\127.0.0.1\`, "invalid"},
		{"http:/127.0.0.1/", "invalid"},
		{"http:127.0.0.1", "invalid"},
		{"http:169.254.169.254", "metadata*"},
		{"http:///169.254.169.254/", "metadata*"},
		{"http://127.0.0.1\n/", "invalid"},
		{"ht\ttp://169.254.169.254/", "metadata*"},
		{"http://localhost/ ", "invalid"},
		{"http://exam%70le.com/", "invalid"},
		{"http://a%40b@evil.example/", "invalid"},
		{"http://example.com:80:80/", "invalid"},
		{"http://example.com:65536/", "invalid"},
		{"http://example.com:http/", "invalid"},
		{"http://example.com:/", "external"},
		{"http://{host}/", "invalid"},
		{"http://*.example.com/", "invalid"},
		{"http://a,b/", "invalid"},
		{"http://example.com/a b", "external"},
		{"http://example.com/?next=http://169.254.169.254/", "external"},
		{"http://example.com\xff/", "invalid"},

		// Schemes, and bare hosts.
		{"file://localhost/etc/passwd", "invalid"},
		{"mailto:a@example.com", "invalid"},
		{"data:1", "invalid"},
		{"ftp://example.com/", "invalid"},
		{"ws://localhost:1/", "loopback"},
		{"blob:http://localhost/1", "invalid"},
		{"example.com", "external"},
		{"example.com/path?q", "external"},
		{"example.com:8080/path", "external"},
		{"localhost", "loopback"},
		{"db:5432", "private"},
		{"user@example.com", "external*"},
		{"", "invalid"},
		{" ", "invalid"},
		{strings.Repeat("a", urlop.MaxBytes+1), "invalid"},
	} {
		r := urlop.Classify(tt.text)
		got := string(r.Class)
		if r.Disguised {
			got += "*"
		}
		if got != tt.want || r.Reason == "" {
			t.Errorf("Classify(%.60q) = %s (%s), want %s", tt.text, got, r.Reason, tt.want)
		}
	}
}

func TestSpan(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"http://user@example.com:80/x", "example.com"},
		{"http://[::1]:80/", "[::1]"},
		{"localhost:80", "localhost"},
		{"gopher://x/", "gopher"},
		{`http://a\b/`, `\`},
		{"http://a@b@c/", "@b@c"},
		{"http://example.com:99999/", "99999"},
	} {
		r := urlop.Classify(tt.text)
		if got := tt.text[r.Start:r.End]; got != tt.want {
			t.Errorf("Classify(%q) decided by %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestCarries(t *testing.T) {
	for text, want := range map[string]bool{
		"http://example.com/":       false,
		"http://example.com/#a?b":   false,
		"http://example.com/?b#a":   true,
		"http://u:p@example.com/":   true,
		"http://example.com?secret": true,
	} {
		if got := urlop.Classify(text).Carries; got != want {
			t.Errorf("Classify(%q).Carries = %t, want %t", text, got, want)
		}
	}
}

// FuzzClassify: an answer does not panic, has a reason and a span inside of the text;
// user information that is well-formed, the case of ASCII letters, and a path change
// no class; and what leads to this machine or a private network is written without
// anything that parsers disagree about.
func FuzzClassify(f *testing.F) {
	for _, seed := range []string{
		"http://localhost/", "http://2130706433/", "http://[::ffff:7f00:1]/", "http://0177.0.0.1/", "example.com:80",
		"http://169.254.169.254./", "http://münchen.example/", `http://a\@b/`, "http://[fe80::1%25eth0]/", "http://１２７.0.0.1/",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := urlop.Classify(text)
		if r.Class.Rank() < 0 || r.Reason == "" || r.Start < 0 || r.Start > r.End || r.End > len(text) {
			t.Fatalf("Classify(%q) = %+v", text, r)
		}
		if r.Class.Rank() < urlop.Invalid.Rank() {
			if strings.ContainsAny(text, "\t\r\n\x00") || strings.ContainsAny(r.Host, `\%@/?# `) && !strings.Contains(r.Host, ":") {
				t.Errorf("Classify(%q) = %+v: parsers disagree about this", text, r)
			}
			if up := urlop.Classify(asciiUpper(text)); up.Class != r.Class {
				t.Errorf("Classify(%q) = %s, in upper case %s", text, r.Class, up.Class)
			}
		}
	})
}

func asciiUpper(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, text)
}

func BenchmarkClassify(b *testing.B) {
	for _, tt := range []struct{ name, text string }{
		{"name", "https://api.example.com/v1/items?limit=20"},
		{"address", "http://192.168.0.10:8080/"},
		{"number", "http://2130706433/"},
		{"international", "https://münchen.example/"},
		{"invalid", "http://127.0.0.1%2f@evil.example/"},
		{"longest", "https://example.com/" + strings.Repeat("a", urlop.MaxBytes-20)},
	} {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				urlop.Classify(tt.text)
			}
		})
	}
}
