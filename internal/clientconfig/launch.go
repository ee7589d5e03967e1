package clientconfig

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/surface"
)

// Launch is how the server is reached, as written, without any value of a
// variable or header and without what looks like a secret: what may be shown.
func (s Server) Launch() surface.Launch {
	if s.Transport != "stdio" {
		return surface.Launch{Transport: s.Transport, URL: s.mask(surface.RedactURL(s.Written.URL)), Headers: s.headerNames()}
	}
	args := slices.Clone(s.Written.Args)
	for i := range args {
		args[i] = s.mask(args[i])
	}
	names := slices.Clone(s.Passed)
	for _, pair := range s.Env {
		name, _, _ := strings.Cut(pair, "=")
		names = append(names, name)
	}
	return surface.NewLaunch(s.mask(s.Written.Command), args, s.Written.Dir, names)
}

func (s Server) headerNames() []string {
	var out []string
	for _, h := range s.Headers {
		out = append(out, h.Name)
	}
	if s.BearerEnv != "" {
		out = append(out, "Authorization")
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// mask takes the values of variables and headers out of a text. Short values
// are left: they are no secrets and would hit anything.
func (s Server) mask(text string) string {
	const shortest = 6
	values := make([]string, 0, len(s.Env)+len(s.Headers))
	for _, pair := range s.Env {
		_, value, _ := strings.Cut(pair, "=")
		values = append(values, value)
	}
	for _, h := range s.Headers {
		values = append(values, h.Value)
	}
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	for _, value := range values {
		if len(value) >= shortest {
			text = strings.ReplaceAll(text, value, surface.Secret)
		}
	}
	return text
}
