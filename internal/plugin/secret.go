package plugin

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// secret reports a value that is a credential by its name or form, or stands for one.
// The value itself is never shown.
func (s *server) secret(what, name string, v *jsonv.Value, pointer string) {
	value := v.Text()
	switch {
	case standsForSecret(name, value):
		s.note(ruleSecretPlaceholder, v, pointer, what+" "+quoted(name)+" with a placeholder", "no "+what+" for a secret")
	case surface.LooksSecret(name, value):
		s.note(ruleSecret, v, pointer, what+" "+quoted(name)+" with a value that looks like a secret", "no secret")
	}
}

// stand is what somebody writes where a secret is to go.
var stand = regexp.MustCompile(`(?i)\$\{|\$[A-Z_]+$|\{\{|^<.*>$|your[-_ ]|[-_ ]here$|change[-_ ]?me|^x{3,}$|^\*{3,}$|placeholder|^todo|^(?:Bearer|Basic|token) +(?:<.*>|x{3,}|\*{3,}|token|[A-Z_]*(?:TOKEN|KEY|SECRET))$`)

// standsForSecret reports a value in the place of a secret that is plainly none.
func standsForSecret(name, value string) bool {
	return surface.LooksSecret(name, value) && !surface.LooksSecret("", value) && stand.MatchString(value)
}

// secretArgs returns which arguments look like secrets.
func secretArgs(args []string) []int {
	var out []int
	for i, clean := range surface.NewLaunch("", args, "", nil).Args {
		if clean != args[i] && strings.Contains(clean, surface.Secret) && !stand.MatchString(args[i]) {
			out = append(out, i)
		}
	}
	return slices.Compact(out)
}
