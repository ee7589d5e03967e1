package check

import "fmt"

// SideOf describes an observation that there is nothing to compare with.
func SideOf(o Observation) (Side, error) {
	h, err := sideOf(o)
	if err != nil {
		return Side{}, fmt.Errorf("%s: %w", o.Label, err)
	}
	return h.side, nil
}
