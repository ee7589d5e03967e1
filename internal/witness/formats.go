package witness

// formats has values of each format and near misses.
var formats = map[string]struct{ good, bad []string }{
	"date":                  {[]string{"2026-02-28", "2024-02-29"}, []string{"2026-02-30", "2026-2-3"}},
	"date-time":             {[]string{"2026-01-02T03:04:05Z", "2026-01-02t03:04:05.5+01:00"}, []string{"2026-01-02", "2026-01-02 03:04:05"}},
	"duration":              {[]string{"P1D", "PT1H30M"}, []string{"1D", "P"}},
	"email":                 {[]string{"a@b.example", "x.y+z@b.example"}, []string{"a", "a@"}},
	"hostname":              {[]string{"a.example", "x"}, []string{"-a.example", "a_b"}},
	"idn-email":             {[]string{"é@b.example"}, []string{"é"}},
	"idn-hostname":          {[]string{"é.example"}, []string{"-é"}},
	"ipv4":                  {[]string{"192.0.2.1"}, []string{"192.0.2.256", "192.0.2"}},
	"ipv6":                  {[]string{"::1", "2001:db8::1"}, []string{":::", "192.0.2.1"}},
	"iri":                   {[]string{"https://é.example/"}, []string{"//é"}},
	"iri-reference":         {[]string{"/é"}, []string{"\\é"}},
	"json-pointer":          {[]string{"", "/a/0"}, []string{"a", "/~2"}},
	"regex":                 {[]string{"^a$", ""}, []string{"(", "[a"}},
	"relative-json-pointer": {[]string{"0", "1/a"}, []string{"/a", "-1"}},
	"time":                  {[]string{"03:04:05Z"}, []string{"25:00:00Z", "03:04:05"}},
	"uri":                   {[]string{"https://a.example/b?c#d", "urn:a:b"}, []string{"a", "/a"}},
	"uri-reference":         {[]string{"/a", "a?b"}, []string{"\\a"}},
	"uri-template":          {[]string{"/a/{b}"}, []string{"/a/{b"}},
	"uuid":                  {[]string{"2eb8aa08-aa98-11ea-b4aa-73b441d16380"}, []string{"2eb8aa08", "2eb8aa08aa9811eab4aa73b441d16380"}},
}
