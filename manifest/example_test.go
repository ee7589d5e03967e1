package manifest_test

import (
	"fmt"

	"github.com/mooring-mcp/mooring/manifest"
	"github.com/mooring-mcp/mooring/surface"
)

func Example() {
	pages := surface.NewPager(surface.Tool, surface.Limits{})
	pages.Page([]byte(`{"tools":[{"name":"tide","description":"Tide at a place","inputSchema":{"type":"object"}}]}`))
	s := surface.Surface{
		Server:   surface.Server{ID: "harbor"},
		Listings: []surface.Listing{pages.Listing()},
	}
	record, err := manifest.Observe(s, manifest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(record.Status, record.ToolsListComplete, record.ToolCount)
	fmt.Println(record.ManifestDigest)
	// Output:
	// observed complete 1
	// sha256:1a06634eb6ff3d9782917c2339b56730e9c59e9e6bea4dbc591a38aebd298c49
}
