package signal_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/signal"
)

// The regular expressions of spec taxonomy-v1 §4.3 and §4.5, which the scanners
// have to agree with.
var (
	urlRE     = regexp.MustCompile(`(?i)\bhttps?://[^\s"'<>]+`)
	unixRE    = regexp.MustCompile(`(^|[\s"'=(])(/(?:[^\s"']+))`)
	windowsRE = regexp.MustCompile(`(?i)\b[a-z]:\\[^\s"']+`)
	ipv4RE    = regexp.MustCompile(`\b((?:25[0-5]|2[0-4]\d|[01]?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|[01]?\d?\d)){3})\b`)
	domainRE  = regexp.MustCompile(`(?i)\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|ai|example|localhost)\b`)
	tokenRE   = regexp.MustCompile(`(?i)\b([a-z][\w-]{2,})/([a-z][\w-]{2,})\b`)
	notLeftRE = regexp.MustCompile(`(?i)^(?:com|net|org|io|dev|ai|example|localhost|www)$`)
)

type place struct {
	definition string
	start, end int
}

func byRegexp(s string) (places, tokens []place) {
	for _, p := range []struct {
		definition string
		re         *regexp.Regexp
		group      int
	}{
		{signal.URL, urlRE, 0},
		{signal.UnixPath, unixRE, 2},
		{signal.WindowsPath, windowsRE, 0},
		{signal.IPv4, ipv4RE, 0},
		{signal.Domain, domainRE, 0},
	} {
		for _, m := range p.re.FindAllStringSubmatchIndex(s, -1) {
			places = append(places, place{p.definition, m[2*p.group], m[2*p.group+1]})
		}
	}
	for _, m := range tokenRE.FindAllStringSubmatchIndex(s, -1) {
		hidden := slices.ContainsFunc(places, func(p place) bool {
			return (p.definition == signal.URL || strings.HasSuffix(p.definition, "path")) && p.start <= m[0] && m[1] <= p.end
		})
		if !hidden && !notLeftRE.MatchString(s[m[2]:m[3]]) {
			tokens = append(tokens, place{signal.ToolReference, m[0], m[1]})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return a.start - b.start })
	return places, tokens
}

func byScanner(s string) (places, tokens []place) {
	for _, m := range signal.Places(s) {
		places = append(places, place{m.Definition, m.Start, m.End})
	}
	for _, m := range signal.References(s) {
		if m.Definition == signal.ToolReference {
			tokens = append(tokens, place{m.Definition, m.Start, m.End})
		}
	}
	return places, tokens
}

func agree(t *testing.T, s string) {
	t.Helper()
	wantPlaces, wantTokens := byRegexp(s)
	places, tokens := byScanner(s)
	if diff := cmp.Diff([][]place{wantPlaces, wantTokens}, [][]place{places, tokens}, cmp.AllowUnexported(place{})); diff != "" {
		t.Errorf("%q (-regexp +scanner):\n%s", s, diff)
	}
}

// pieces are put together at random: all that a pattern turns on.
var pieces = []string{
	"http", "https", "HTTP", "httpS", "http\u017F", "://", ":/", "/", "//", `\`, `:\`, `C:\`, "c", "\u017F", "\u212A", "\u017F:\\x", "k",
	".", "..", "-", "_", " ", "\n", "\v", "\u00A0", "\u0085", `"`, "'", "<", ">", "=", "(", "é", "ſo", "1", "25", "255", "256", "01", "001", "0", "300",
	"1.2.3.4", "com", "COM", "net", "org", "io", "dev", "ai", "example", "localhost", "localho\u017Ft", "a", "ab", "abc", "tool-x", "www", "mcp://", "x",
}

func TestScannersAgreeWithRegexps(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for range 200_000 {
		b.Reset()
		for range 1 + random.IntN(12) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		agree(t, b.String())
		if t.Failed() {
			return
		}
	}
}

func FuzzScannersAgreeWithRegexps(f *testing.F) {
	f.Add("see https://a.example/x (/etc/passwd), C:\\x and 10.0.0.1 or foo.com-bar.io, abc/def/ghi")
	f.Fuzz(func(t *testing.T, s string) { agree(t, strings.ToValidUTF8(s, "\uFFFD")) })
}
