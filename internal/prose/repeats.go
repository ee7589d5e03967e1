package prose

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Repeats reports that a title says nothing that the name does not: both are the
// same letters and digits, whatever their case and whatever of white space and
// "_-./:" divides them. "get_user" and "getUser" are repeated by "Get User".
// Other characters than letters, marks, digits and those separators, hidden ones
// and look-alikes among them, repeat nothing.
func Repeats(name, title string) bool {
	first, ok := bare(name)
	if !ok {
		return false
	}
	second, ok := bare(title)
	return ok && first == second && first != ""
}

// bare returns the letters and digits of a name, folded; false if there is
// anything but separators between them.
func bare(name string) (string, bool) {
	seen := clean(name)
	if len(seen.hidden) > 0 {
		return "", false
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(name) {
		switch {
		case unicode.In(r, unicode.L, unicode.M, unicode.Nd):
			b.WriteString(fold(r))
		case !unicode.IsSpace(r) && !strings.ContainsRune("_-./:", r):
			return "", false
		}
	}
	return b.String(), true
}
