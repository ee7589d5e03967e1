package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"
)

// wantedValue says which values a type of flag takes, where its own error speaks of the parser.
var wantedValue = map[string]string{
	"bool": "true or false", "duration": "a time such as 500ms, 30s or 2m", "float64": "a number",
	"int": "a whole number", "uint64": "a whole number, 0 or more", "stringToString": "KEY=VALUE",
}

// flagError says what was found and what was wanted.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	flag := invalid.GetFlag()
	wanted, ok := wantedValue[flag.Value.Type()]
	if !ok {
		return err
	}
	return fmt.Errorf("--%s is %q, want %s", flag.Name, invalid.GetValue(), wanted)
}
