package policy

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// maxConfigurations bounds in how many configurations a server is observed.
const maxConfigurations = 64

// Configuration is one way to start a server that shows different tools by its
// arguments, variables or headers. The policy lists them:
//
//	configurations:
//	  - {name: all, args: [--toolsets, all]}
//	  - {name: read-only, env: {READ_ONLY: "1", TOKEN: "env:HARBOR_TOKEN"}}
type Configuration struct {
	Name Text   `yaml:"name"` // unique; letters, digits and ._- behind a letter or digit
	Args []Text `yaml:"args"` // behind those of the command
	// Env and Headers are values by name. "env:VARIABLE" stands for the value of a
	// variable of ours, so that no secret is written into the file. Headers are for a
	// server at an address.
	Env     map[string]Text `yaml:"env"`
	Headers map[string]Text `yaml:"headers"`
}

// Text is a string that is one in the file, too: 1.0 without quotes is a number, of
// which nobody could tell how it was written.
type Text string

// UnmarshalYAML refuses what is no string. No value is in its error.
func (t *Text) UnmarshalYAML(node ast.Node) error {
	switch n := node.(type) {
	case *ast.StringNode:
		*t = Text(n.Value)
	case *ast.LiteralNode:
		*t = Text(n.Value.Value)
	default:
		return &yaml.SyntaxError{Message: "want a text; put numbers, true and the like in quotes", Token: node.GetToken()}
	}
	return nil
}

// ParseConfigurations reads a file that holds nothing but the list. Every error is an
// [*Error].
func ParseConfigurations(text []byte) ([]Configuration, error) {
	if len(text) > maxBytes {
		return nil, &Error{Detail: fmt.Sprintf("configurations of %d bytes are over the limit of %d", len(text), maxBytes)}
	}
	var list []Configuration
	d, err := read(text)
	if err == nil {
		err = d.decode(&list)
	}
	if err != nil {
		return nil, err
	}
	return list, validateConfigurations(text, "$", list)
}

var (
	configurationName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
	variableName      = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	headerName        = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$") // RFC 9110 §5.6.2
)

// validateConfigurations checks a list at a path of the file. No value is in an error.
func validateConfigurations(text []byte, path string, list []Configuration) error {
	if len(list) > maxConfigurations {
		return at(text, path, "found %d configurations, want at most %d", len(list), maxConfigurations)
	}
	seen := map[Text]bool{}
	for i, c := range list {
		here := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case !configurationName.MatchString(string(c.Name)):
			return at(text, here, "configuration %d has the name %q, want letters, digits and any of ._- behind a letter or digit", i+1, c.Name)
		case seen[c.Name]:
			return at(text, here, "two configurations have the name %q", c.Name)
		}
		seen[c.Name] = true
		if err := c.validate(); err != nil {
			return at(text, here, "configuration %q: %v", c.Name, err)
		}
	}
	return nil
}

func (c Configuration) validate() error {
	for _, arg := range c.Args {
		if strings.ContainsRune(string(arg), 0) {
			return errors.New("an argument holds U+0000")
		}
	}
	for _, values := range []struct {
		what string
		name *regexp.Regexp
		of   map[string]Text
	}{{"variable", variableName, c.Env}, {"header", headerName, c.Headers}} {
		for _, name := range slices.Sorted(maps.Keys(values.of)) {
			value := string(values.of[name])
			from, indirect := strings.CutPrefix(value, "env:")
			switch {
			case !values.name.MatchString(name):
				return fmt.Errorf("%q is no name of a %s", name, values.what)
			case strings.ContainsAny(value, "\x00\r\n"):
				return fmt.Errorf("the value of %s %s has more than one line", values.what, name)
			case indirect && !variableName.MatchString(from):
				return fmt.Errorf("the value of %s %s begins with env:, want the name of a variable behind it", values.what, name)
			}
		}
	}
	return nil
}
