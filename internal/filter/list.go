package filter

import "github.com/mooring-mcp/mooring/internal/word"

// listed is a list of words for [At], which cuts texts alone.
type listed string

func list[S ~string](words []S) listed { return listed(word.List(words)) }
