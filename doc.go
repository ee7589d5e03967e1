// Package mooring is the root of the module. It holds no code: the program is
// cmd/mooring, and the packages for other programs are surface, manifest and
// check. Which package may import which is written down in floors_test.go.
package mooring
