// Package codeowners reads CODEOWNERS, the file by which forges know who has to
// review a change of a path.
//
// A line is a pattern and its owners; the last line that fits a path counts, also
// when it names nobody. Patterns are those of gitignore without negation and ranges;
// "docs/*" is the files of that folder alone (GitHub Docs, "About code owners").
// Sections of GitLab are read as if all were required.
package codeowners

import (
	"regexp"
	"strings"
)

// Places are where the file may lie in a repository, in the order in which it is
// looked for; the first one that exists counts.
func Places() []string {
	return []string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"}
}

// Owners returns who owns a path, which is relative to the top of the repository and
// has slashes; nil when nobody does.
func Owners(text []byte, path string) []string {
	var owners []string
	for line := range strings.Lines(strings.ToValidUTF8(string(text), "\uFFFD")) {
		pattern, names, ok := parseLine(line)
		if ok && fits(pattern, strings.ToValidUTF8(path, "\uFFFD")) {
			owners = names
		}
	}
	return owners
}

// parseLine splits a line; ok is false for one without a pattern.
func parseLine(line string) (pattern string, owners []string, ok bool) {
	const escaped = "\x00" // stands for a space of a path
	words := strings.Fields(strings.ReplaceAll(strings.TrimPrefix(line, "\uFEFF"), `\ `, escaped))
	for i, w := range words {
		if strings.HasPrefix(w, "#") {
			words = words[:i]
			break
		}
	}
	if len(words) == 0 || strings.HasPrefix(words[0], "[") || strings.HasPrefix(words[0], "^[") {
		return "", nil, false
	}
	return strings.ReplaceAll(words[0], escaped, " "), words[1:], true
}

func fits(pattern, path string) bool {
	body := strings.TrimSuffix(pattern, "/")
	anchored := strings.Contains(body, "/")
	var b strings.Builder
	b.WriteString("^")
	if !anchored {
		b.WriteString("(?:.*/)?")
	}
	translate(&b, strings.TrimPrefix(body, "/"))
	switch {
	case strings.HasSuffix(pattern, "/"):
		b.WriteString("/.+$")
	case strings.HasSuffix(pattern, "/*"):
		b.WriteString("$")
	default:
		b.WriteString("(?:/.*)?$")
	}
	re, err := regexp.Compile(b.String()) // of quoted text and our own parts, so only its length can be wrong
	return err == nil && re.MatchString(path)
}

// translate writes a pattern as a regular expression.
func translate(b *strings.Builder, pattern string) {
	for pattern != "" {
		switch {
		case strings.HasPrefix(pattern, "**/"):
			b.WriteString("(?:.*/)?")
			pattern = pattern[3:]
		case strings.HasPrefix(pattern, "**"):
			b.WriteString(".*")
			pattern = pattern[2:]
		case pattern[0] == '*':
			b.WriteString("[^/]*")
			pattern = pattern[1:]
		case pattern[0] == '?':
			b.WriteString("[^/]")
			pattern = pattern[1:]
		default:
			n := strings.IndexAny(pattern, "*?")
			if n < 0 {
				n = len(pattern)
			}
			b.WriteString(regexp.QuoteMeta(pattern[:n]))
			pattern = pattern[n:]
		}
	}
}
