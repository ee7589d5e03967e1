package operation

// Expects says what a parameter of a tool holds by its name and labels alone, as far as
// calls of the tool will be routed by them; "" if neither says anything. enumerated says
// that the tool lists the values itself.
func Expects(tool, parameter string, enumerated bool, labels []string) Kind {
	return newHints(Call{Tool: tool}).roleOf(leaf{name: parameter, enumerated: enumerated}, labels, "")
}
