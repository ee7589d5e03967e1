package prose

// alike measures how many characters two texts share, by their distance. A
// similarity below lowest percent is of no interest: it is reported as a bound
// that is above it, with measured false.
func alike(a, b []rune, lowest int) (s similarity, measured bool) {
	whole := max(1, len(a), len(b))
	limit := whole * (100 - lowest) / 100
	d := distance(a, b, limit)
	return similarity{whole - d, whole}, d <= limit
}

// distance is the optimal string alignment distance, or limit+1 if it is more
// than limit. Time is of the order of the length by the limit.
func distance(a, b []rune, limit int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > limit {
		return limit + 1
	}
	// Only cells at most limit off the diagonal can be on a path that is short
	// enough; those around them count as too far.
	far := limit + 1
	last2, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j], last2[j], row[j] = min(j, far), far, far
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-limit), min(len(b), i+limit)
		row[from-1] = far
		if from == 1 {
			row[0] = min(i, far)
		}
		least := row[from-1]
		for j := from; j <= to; j++ {
			d := last[j-1]
			if a[i-1] != b[j-1] {
				d = min(d, last[j], row[j-1]) + 1
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d = min(d, last2[j-2]+1)
				}
			}
			row[j] = min(d, far)
			least = min(least, row[j])
		}
		if to < len(b) {
			row[to+1] = far
		}
		if least > limit {
			return far
		}
		last2, last, row = last, row, last2
	}
	return last[len(b)]
}
