// Package pagestyle holds what Mooring's pages of HTML look alike in: colours for light
// and dark, type, the head of a page. What a page has of its own is behind it.
package pagestyle

import _ "embed"

// Base is the style that every page begins with.
//
//go:embed base.css
var Base string
