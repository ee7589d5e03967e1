package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/pflag"
)

// flagWants is what the types of flags want. Their own errors are those of the functions
// of Go that read them.
var flagWants = map[string]string{
	"bool":           "true or false",
	"duration":       "a duration with its unit, such as 90s, 5m or 1h30m",
	"float64":        "a number",
	"int":            "a whole number",
	"stringSlice":    `words with commas between them; one that holds a comma or " in "", each " in it doubled`,
	"stringToString": "KEY=VALUE, with commas between several",
	"uint64":         "a whole number from 0 on",
}

// flagRanges are those of numbers.
var flagRanges = map[string]string{
	"float64": "a number that a double can hold",
	"int":     fmt.Sprintf("a whole number from %d to %d", math.MinInt, math.MaxInt),
	"uint64":  fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64)),
}

// flagError says what is wrong with a flag: what was found and what was wanted.
func flagError(err error) error {
	var bad *pflag.InvalidValueError
	if !errors.As(err, &bad) {
		return err
	}
	flag := bad.GetFlag()
	want, known := flagWants[flag.Value.Type()]
	if errors.Is(err, strconv.ErrRange) {
		want, known = flagRanges[flag.Value.Type()]
	}
	if !known {
		return err
	}
	return fmt.Errorf("--%s is %q, want %s", flag.Name, bad.GetValue(), want)
}
