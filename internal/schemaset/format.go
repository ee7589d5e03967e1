package schemaset

import (
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// simple are formats that one expression decides.
var simple = map[string]*regexp.Regexp{
	"uuid":                  regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`),
	"json-pointer":          regexp.MustCompile(`^(/([^~/]|~[01])*)*$`),
	"relative-json-pointer": regexp.MustCompile(`^(0|[1-9][0-9]*)(#|(/([^~/]|~[01])*)*)$`),
	"hostname":              regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$`),
	"duration":              regexp.MustCompile(`^P(\d+W|(\d+Y(\d+M(\d+D)?)?|\d+M(\d+D)?|\d+D)?(T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S))?)$`),
}

// hasFormat reports whether a text has a format. Formats that are not known are
// annotations; of some, only the clear cases are told.
func hasFormat(format, text string) truth {
	if re := simple[format]; re != nil {
		return truthOf(re.MatchString(text) && text != "P" && !strings.HasSuffix(text, "T"))
	}
	switch format {
	case "date":
		_, err := time.Parse("2006-01-02", text)
		return truthOf(err == nil)
	case "date-time", "time":
		return plainly(text, dateTime(format, text))
	case "ipv4", "ipv6":
		a, err := netip.ParseAddr(text)
		return truthOf(err == nil && a.Zone() == "" && a.Is4() == (format == "ipv4"))
	case "email", "idn-email":
		a, err := mail.ParseAddress(text)
		return plainly(text, err == nil && a.Address == text)
	case "uri", "iri":
		u, err := url.Parse(text)
		return plainly(text, err == nil && u.IsAbs() && !strings.ContainsAny(text, " \\<>{}|^`\""))
	case "uri-reference", "iri-reference":
		_, err := url.Parse(text)
		return plainly(text, err == nil && !strings.ContainsAny(text, " \\<>{}|^`\""))
	case "regex", "uri-template", "idn-hostname":
		return isUnknown
	}
	return isTrue
}

// plainly trusts what was found of plain texts, and nothing else.
func plainly(text string, has bool) truth {
	for _, r := range text {
		if r > '~' || r == '"' || r == '[' || r == '%' {
			return isUnknown
		}
	}
	return truthOf(has)
}

func dateTime(format, text string) bool {
	layout := "2006-01-02T15:04:05.999999999Z07:00"
	if format == "time" {
		layout = "15:04:05.999999999Z07:00"
	}
	_, err := time.Parse(layout, strings.ToUpper(text))
	return err == nil
}
