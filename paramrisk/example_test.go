package paramrisk_test

import (
	"fmt"

	"github.com/mooring-mcp/mooring/paramrisk"
)

func ExampleLabel() {
	set := paramrisk.Label("webhook_url", "Where the token is sent").Set()
	fmt.Println(set.Classes())
	// Output: [gg:credential-value gg:url-endpoint]
}

func ExampleClassify() {
	tool, err := paramrisk.Classify([]byte(`{
		"name": "dock",
		"inputSchema": {
			"properties": {
				"path": {"description": "Folder of the log"},
				"baseUrl": {}
			},
			"required": ["path"]
		}
	}`), paramrisk.Options{})
	if err != nil {
		panic(err)
	}
	for _, p := range tool.Parameters {
		fmt.Println(p.Name, p.Required, p.Labels.Classes())
		for _, m := range p.Matches {
			fmt.Printf("  %s in the %s, bytes %d to %d\n", m.Text, m.Field, m.Start, m.End)
		}
		for _, h := range p.Hints {
			fmt.Printf("  perhaps %s: %s\n", h.Kind, h.Why)
		}
	}
	// Output:
	// baseUrl false []
	//   perhaps derived:endpoint: the words url
	// path true [gg:filesystem-path]
	//   path in the name, bytes 0 to 4
	//   folder in the description, bytes 0 to 6
}
