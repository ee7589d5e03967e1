//go:build !race

package cli_test

const underRace = false
