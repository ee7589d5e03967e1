package paramrisk

// appendToken appends a token to an RFC 6901 pointer.
func appendToken(path, token []byte) []byte {
	path = append(path, '/')
	for _, c := range token {
		switch c {
		case '~':
			path = append(path, "~0"...)
		case '/':
			path = append(path, "~1"...)
		default:
			path = append(path, c)
		}
	}
	return path
}
