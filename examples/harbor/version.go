package main

import "fmt"

// release is what differs between the versions of this program.
type release struct {
	version string // of serverInfo
	tools   []tool
}

// releaseOf takes "1" or "2".
func releaseOf(version string) (release, error) {
	switch version {
	case "1":
		return release{version: "1.0.0", tools: firstTools()}, nil
	case "2":
		return release{version: "1.1.0", tools: secondTools()}, nil
	}
	return release{}, fmt.Errorf("version %q is unknown, want 1 or 2", version)
}
