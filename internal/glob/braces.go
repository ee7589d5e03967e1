package glob

import "strings"

// Braces are the words that {a,b} stands for, up to a limit; what is beyond it stands as Unknown. Ranges such as
// {a..e} become ?*. A text without braces is itself.
func Braces(text string, limit int) []string {
	out := []string{text}
	for range limit {
		i, next := 0, []string(nil)
		for i < len(out) && next == nil {
			if next = brace(out[i]); next == nil {
				i++
			}
		}
		if next == nil {
			return out
		}
		if len(out)+len(next) > limit {
			break
		}
		out = append(append(append([]string(nil), out[:i]...), next...), out[i+1:]...)
	}
	for i, word := range out {
		if open, shut := strings.IndexByte(word, '{'), strings.LastIndexByte(word, '}'); open >= 0 && shut > open {
			out[i] = word[:open] + string(Unknown) + word[shut+1:]
		}
	}
	return out
}

// brace replaces the first braces of a word that hold a comma or a range; nil for none.
func brace(word string) []string {
	for open := 0; open < len(word); open++ {
		if word[open] != '{' || open > 0 && (word[open-1] == '$' || word[open-1] == '\\') {
			continue
		}
		if parts, end := alternatives(word, open); len(parts) > 0 {
			for i, part := range parts {
				parts[i] = word[:open] + part + word[end+1:]
			}
			return parts
		}
	}
	return nil
}

// alternatives are the parts of the braces at open, and where they end; none for braces that mean themselves.
func alternatives(word string, open int) (parts []string, end int) {
	depth, begin := 0, open+1
	for i := open; i < len(word); i++ {
		switch word[i] {
		case '{':
			depth++
		case ',':
			if depth == 1 {
				parts, begin = append(parts, word[begin:i]), i+1
			}
		case '}':
			if depth--; depth > 0 {
				continue
			}
			if inner := word[begin:i]; len(parts) > 0 {
				return append(parts, inner), i
			} else if strings.Contains(inner, "..") && !strings.Contains(inner, "/") {
				return []string{"?*"}, i
			}
			return nil, 0
		}
	}
	return nil, 0
}

// Climbing are the readings of a word in which a pattern such as .* or .? finds "..", as it does in many shells.
func Climbing(text string) []string {
	if !strings.Contains(text, ".*") && !strings.Contains(text, ".?") && !strings.Contains(text, ".[") {
		return nil
	}
	return Readings(text, func(part string) (string, bool) {
		return "..", strings.HasPrefix(part, ".") && strings.ContainsAny(part, "*?[") && ParseName(part).Meets(parent)
	})
}

// Readings are the other readings of a word in which components are replaced, each and all of the first few.
func Readings(text string, replace func(part string) (string, bool)) []string {
	parts := strings.Split(text, "/")
	var at []int
	var with []string
	for i, part := range parts {
		if other, ok := replace(part); ok && len(at) < maxReplaced {
			at, with = append(at, i), append(with, other)
		}
	}
	var out []string
	for set := 1; set < 1<<len(at); set++ {
		other := append([]string(nil), parts...)
		for bit, i := range at {
			if set&(1<<bit) != 0 {
				other[i] = with[bit]
			}
		}
		out = append(out, strings.Join(other, "/"))
	}
	return out
}

// maxReplaced is how many components of a word are replaced.
const maxReplaced = 3

var parent = ParseName("..")
