package registry

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/mooring-mcp/mooring/internal/visible"
	"github.com/mooring-mcp/mooring/surface"
)

// What a registry may say is a closed grammar: a launcher reads many more words
// as packages (addresses, folders, repositories, aliases, ranges).
var (
	entryVersion = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+_-]*$`)
	npmName      = regexp.MustCompile(`^(@[A-Za-z0-9][A-Za-z0-9._~-]*/)?[A-Za-z0-9][A-Za-z0-9._~-]*$`)
	npmVersion   = regexp.MustCompile(`^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)
	npmFile      = regexp.MustCompile(`(?i)\.(tgz|tar\.gz|tar)$`) // npm takes such a word for a file
	pypiName     = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`)
	pypiVersion  = regexp.MustCompile(`^[0-9]+[0-9A-Za-z.!+-]*$`)
	ociName      = regexp.MustCompile(`^[a-z0-9]+([.-]+[a-z0-9]+)*(:[0-9]{1,5})?(/[a-z0-9]+((\.|_{1,2}|-+)[a-z0-9]+)*)+(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?$`)
	ociVersion   = regexp.MustCompile(`^([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}|sha256:[0-9a-f]{64})$`)
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	headerName   = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$") // a token of RFC 9110
	placeholder  = regexp.MustCompile(`\{[A-Za-z_][A-Za-z0-9_]*\}`)
	numericLabel = regexp.MustCompile(`^([0-9]+|0[xX][0-9a-fA-F]*)$`)
)

// coordinate is what is wrong with the name or version of an artifact.
func coordinate(a surface.Artifact) error {
	name, version := a.Name, a.Version
	switch a.Kind {
	case surface.NPM:
		if !npmName.MatchString(name) || npmFile.MatchString(name) {
			return fmt.Errorf("%q is no name of a package, want NAME or @SCOPE/NAME", name)
		}
		if version != "" && (!npmVersion.MatchString(version) || npmFile.MatchString(version)) {
			return fmt.Errorf("%q is no exact version, want one like 1.2.3", version)
		}
	case surface.PyPI:
		if !pypiName.MatchString(name) {
			return fmt.Errorf("%q is no name of a package, want letters, digits and . _ -", name)
		}
		if version != "" && !pypiVersion.MatchString(version) {
			return fmt.Errorf("%q is no exact version, want one like 1.2.3", version)
		}
	case surface.OCI:
		return image(name, version)
	case surface.File, surface.Remote:
	}
	return nil
}

func image(name, version string) error {
	switch {
	case !ociName.MatchString(name):
		return fmt.Errorf("%q is no image, want HOST/PATH[:TAG][@sha256:DIGEST]", name)
	case version == "":
	case strings.Contains(name, "@") || strings.LastIndexByte(name, ':') > strings.LastIndexByte(name, '/'):
		return fmt.Errorf("%q and the version %q are two versions, want the version in one place", name, version)
	case !ociVersion.MatchString(version):
		return fmt.Errorf("%q is no version of an image, want a tag or sha256:DIGEST", version)
	}
	return nil
}

// plainArgs refuses arguments that do not look like what they are.
func plainArgs(args []string) error {
	for _, arg := range args {
		if visible.Text(arg) != arg {
			return fmt.Errorf("its argument %q has hidden characters, want plain text", arg)
		}
	}
	return nil
}

// plainNames refuses a name that is none of its kind.
func plainNames(names []string, grammar *regexp.Regexp, what string) error {
	for _, name := range names {
		if !grammar.MatchString(name) {
			return fmt.Errorf("it requires %q, which is no name of a %s", name, what)
		}
	}
	return nil
}

// usable is why an address cannot be reached as the registry has it.
func (r Remote) usable() error {
	if strings.ContainsAny(r.URL, "{}") || !strings.HasPrefix(r.URL, "https://") {
		return errors.New("want https:// without variables; fill it in and name it by its address")
	}
	u, err := url.Parse(r.URL)
	switch {
	case err != nil || u.Hostname() == "" || visible.Text(r.URL) != r.URL:
		return errors.New("want https://HOST/PATH")
	case u.User != nil:
		return errors.New("it holds a user or a password; name it by its address")
	case inside(u.Hostname()):
		return errors.New("it lies on this machine or in a private network; if you mean that, name it by its address")
	}
	return plainNames(r.Required, headerName, "header")
}

// inside reports a host of this machine or its own network, by its notation
// alone; a number that is no plain IP address counts.
func inside(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return numericLabel.MatchString(host[strings.LastIndexByte(host, '.')+1:])
	}
	ip = ip.Unmap()
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsLinkLocalMulticast() || ip.IsInterfaceLocalMulticast() || ip.IsUnspecified()
}
