package surface_test

import (
	"errors"
	"fmt"

	"github.com/mooring-mcp/mooring/surface"
)

// Read takes what a server answered; a bare array of tools does not say whether it is
// all there is.
func ExampleRead() {
	for _, text := range []string{
		`[{"name": "dock"}, {"name": "tide"}]`,
		`{"tools": [{"name": "dock"}, {"name": "tide"}]}`,
		`{"tools": [{"name": "dock"}], "nextCursor": "more"}`,
	} {
		s, err := surface.Read("harbor", []byte(text))
		if err != nil {
			panic(err)
		}
		tools := s.Listing(surface.Tool)
		fmt.Printf("%d tools, %s\n", len(tools.Items), tools.Completeness)
	}
	_, err := surface.Read("harbor", []byte(`{"message": "not found"}`))
	fmt.Println(errors.Is(err, surface.ErrNoList))
	// Output:
	// 2 tools, unknown
	// 2 tools, complete
	// 1 tools, partial
	// true
}
