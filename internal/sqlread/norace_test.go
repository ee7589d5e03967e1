//go:build !race

package sqlread_test

const underRace = false
