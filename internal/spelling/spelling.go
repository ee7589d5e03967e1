// Package spelling measures how far two short words are apart.
package spelling

// Edits is Levenshtein's distance in bytes: the least number of insertions,
// deletions and replacements. Its time is the product of both lengths, so it is for
// ids and names, not for text.
func Edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
