package check

import (
	"regexp"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// release is a version that names one release, as npm, PyPI and tags of images write
// it; a range, a tag, an address and a list of conditions are none.
var release = regexp.MustCompile(`^v?[0-9]{1,9}(\.[0-9]{1,9}){1,3}([-.+]?[0-9A-Za-z]{1,20}([.-][0-9A-Za-z]{1,40}){0,4})?$`)

func isRelease(version string) bool { return release.MatchString(version) || jsonv.IsDigest(version) }

// plainVersion is a version that may stand for another one in a text: three numbers,
// and at most the word of a pre-release. Anything longer could say something.
var plainVersion = regexp.MustCompile(`^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){2}(-(alpha|beta|rc|pre|dev|next|canary)(\.?[0-9]{1,6})?)?$`)

// isVersion reports a text in which nothing but the package's version changed.
func (c Cause) isVersion(e Edit) bool {
	before, after, ok := texts(e)
	return ok && plainVersion.MatchString(c.Before) && plainVersion.MatchString(c.After) && before != after && swapVersion(before, c.Before, c.After) == after
}

// swapVersion puts one version in the place of another, wherever that stands as a word
// of its own, with or without a v.
func swapVersion(text, before, after string) string {
	var b strings.Builder
	rest, last := text, byte(' ')
	for {
		i := strings.Index(rest, before)
		if i < 0 {
			return b.String() + rest
		}
		if i > 0 {
			last = rest[i-1]
		}
		if last == 'v' {
			last = ' '
			if i > 1 {
				last = rest[i-2]
			}
		}
		tail := rest[i+len(before):]
		b.WriteString(rest[:i])
		if begins(last) && ends(tail) {
			b.WriteString(after)
		} else {
			b.WriteString(before)
		}
		rest, last = tail, before[len(before)-1]
	}
}

// begins reports what may stand before a word.
func begins(last byte) bool { return strings.IndexByte(" \t\n\"'`(", last) >= 0 }

// ends reports a text that does not go on with the word before it.
func ends(tail string) bool {
	tail = strings.TrimLeft(tail, ".,;:!?)\"'`")
	return tail == "" || strings.IndexByte(" \t\n", tail[0]) >= 0
}

// namesPackage reports that two lists of arguments, quoted, differ in nothing but the
// version of the package, which they name once, as npm, PyPI or an image's tag write it
// behind the name.
func (c Cause) namesPackage(before, after string) bool {
	for _, behind := range []string{"@", "==", ":"} {
		old, now := c.Package+behind+c.Before+`"`, c.Package+behind+c.After+`"`
		at := strings.Index(before, old)
		if c.Package == "" || at < 1 || strings.Count(before, c.Package+behind) != 1 || strings.IndexByte(`"=`, before[at-1]) < 0 {
			continue
		}
		return before[:at]+now+before[at+len(old):] == after
	}
	return false
}
