package urlop

import (
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// namedHost judges a host that is no IPv6 literal.
func namedHost(spelled string) host {
	name, dotted := strings.CutSuffix(spelled, ".")
	if h := badName(name); h.reason != "" {
		return h
	}
	if endsInNumber(name) {
		h := v4Host(name)
		h.disguised = h.disguised || dotted
		return h
	}
	h := knownName(lower(name))
	h.disguised = dotted && h.class != External
	return h
}

// knownName judges a well-formed name in lower case.
func knownName(name string) host {
	if h, ok := names[name]; ok {
		return h
	}
	last := strings.LastIndexByte(name, '.')
	if last < 0 {
		return host{class: Private, reason: "one label: resolved by the search list"}
	}
	if h, ok := suffixes[name[last+1:]]; ok {
		return h
	}
	if strings.HasSuffix(name, ".home.arpa") {
		return host{class: Private, reason: "home network (RFC 8375)"}
	}
	return host{class: External, reason: "public name"}
}

// badName says what is wrong with a name, the zero value if nothing is.
func badName(name string) host {
	if name == "" || len(name) > 253 {
		return invalid("empty name, or one of more than 253 bytes")
	}
	foreign := false
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 {
			return invalid("empty label, or one of more than 63 bytes")
		}
		if label[0] == '-' || label[len(label)-1] == '-' {
			return invalid("label starts or ends with a hyphen")
		}
		foreign = foreign || len(label) > 4 && strings.EqualFold(label[:4], "xn--")
		for i := range len(label) {
			switch c := label[i]; {
			case c >= 0x80:
				foreign = true
			case c == '%':
				return invalid("percent encoding in the host: only some parsers decode it")
			case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', c == '-', c == '_':
			default:
				return invalid("character that may not stand in a name")
			}
		}
	}
	if foreign {
		return badIDN(name)
	}
	return host{}
}

// badIDN refuses an internationalised name that is not spelled as it is looked up
// (full-width forms, other dots, hidden characters), one whose A-label is malformed,
// and one with a label of scripts that do not go together.
func badIDN(name string) host {
	ascii, err := idna.Lookup.ToASCII(name)
	if err != nil {
		return invalid("no valid internationalised name")
	}
	uni, err := idna.Lookup.ToUnicode(ascii)
	if err != nil {
		return invalid("no valid internationalised name")
	}
	if spelled := strings.ToLower(name); spelled != uni && spelled != ascii {
		return invalid("spelled with characters that are mapped to others")
	}
	for label := range strings.SplitSeq(uni, ".") {
		if mixed(label) {
			return invalid("label mixes scripts that look alike")
		}
	}
	return host{}
}

// mixed reports a label of several scripts that is not highly restrictive by
// UTS 39 §5.2.
func mixed(label string) bool {
	seen := map[string]bool{}
	for _, r := range label {
		if script := scriptOf(r); script != "" {
			seen[script] = true
		}
	}
	for _, together := range [][]string{
		{"Latin", "Han", "Hiragana", "Katakana"},
		{"Latin", "Han", "Bopomofo"},
		{"Latin", "Han", "Hangul"},
	} {
		n := 0
		for _, script := range together {
			if seen[script] {
				n++
			}
		}
		if n == len(seen) {
			return false
		}
	}
	return len(seen) > 1
}

// scriptOf is the script of a letter, "" for what is common to all.
func scriptOf(r rune) string {
	if r < 0x80 {
		if r|0x20 >= 'a' && r|0x20 <= 'z' {
			return "Latin"
		}
		return ""
	}
	if unicode.In(r, unicode.Common, unicode.Inherited) {
		return ""
	}
	for script, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return script
		}
	}
	return "unknown"
}

// lower is strings.ToLower for ASCII, without a copy where there is nothing to do.
func lower(name string) string {
	for i := range len(name) {
		if name[i] >= 'A' && name[i] <= 'Z' || name[i] >= 0x80 {
			return strings.ToLower(name)
		}
	}
	return name
}
