package word

import (
	"strconv"
	"strings"
)

// List writes words as an error says what is wanted: "text, json". It is of words that the
// program knows; what somebody else wrote is quoted.
func List[S ~string](words []S) string {
	plain := make([]string, len(words))
	for i, w := range words {
		plain[i] = string(w)
	}
	return strings.Join(plain, ", ")
}

// Quoted is [List] for words of somebody else's, such as names of servers.
func Quoted(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strconv.Quote(w)
	}
	return strings.Join(out, ", ")
}
