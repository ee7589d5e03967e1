package axes

import (
	"regexp"
	"strings"
	"unicode"
)

// token is a word of a sentence.
type token struct {
	text  string // lower case
	stop  byte   // what stands in front of it: ',' or ';' for anything else that ends a clause; 0 for neither
	other bool   // an identifier, such as the name of another tool
}

// sentence is a part of a description that says one thing.
type sentence struct {
	text   string
	tokens []token
	first  bool // of the description
	bullet bool // an item of a list
}

// What is code, quoted or an address says nothing of the tool.
var (
	fenced = regexp.MustCompile("(?s)```.*?(?:```|$)")
	quoted = regexp.MustCompile("`[^`\n]*`" + `|"[^"\n]*"|“[^”\n]*”|(?:^|[\s(\[])'[^'\n]*'|\{[^{}\n]*\}|<[^<>\n]*>|[a-zA-Z][a-zA-Z0-9+.-]*://[^\s)]+`)
	glued  = regexp.MustCompile(`(\p{Ll})\.(\p{Lu}\p{Ll})`)
	item   = regexp.MustCompile(`^\s*(?:[-*•]|\d+[.)])\s+`)
	emoji  = regexp.MustCompile(`^[^\pL\pN` + "`" + `"'(\[{<*#-]+`)
	header = regexp.MustCompile(`^[\s#*_]*([A-Za-z][A-Za-z ]{0,40}?)[\s*_]*:[\s*_]*(.*)$`)
	member = regexp.MustCompile(`^[\s*_]*([A-Za-z_][A-Za-z0-9_.]*)[\s*_]*(?:\([^)]*\))?[\s*_]*(?::|-|–|—)\s`)
)

// sentences splits a description. Sections about parameters, results and use are left
// out, and so are lines about a parameter.
func (p *proposer) sentences() []sentence {
	text := p.description[:min(len(p.description), maxDescription)]
	text = quoted.ReplaceAllString(fenced.ReplaceAllString(text, " X "), " X ")
	text = glued.ReplaceAllString(strings.ReplaceAll(text, "as well as", "and"), "$1. $2")
	var out []sentence
	skipped, open := -1, false // the indent of the section that is left out, -1 for none; the last line may go on
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if strings.TrimSpace(line) == "" {
			open = false
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		line = emoji.ReplaceAllString(line, "")
		bullet := item.MatchString(line)
		line = strings.TrimSpace(item.ReplaceAllString(line, ""))
		inside := skipped >= 0 && (bullet || indent > skipped)
		head, rest, is := aboutSection(line)
		switch {
		case inside || p.aboutParameter(line) || skipped >= 0 && open && !is:
			open = skipped >= 0
			continue
		case is && words.section(head):
			skipped, open = indent, true
			continue
		case is && rest == "":
			skipped, open = -1, false
			continue
		}
		out = appendLine(out, line, open && !bullet, bullet)
		skipped, open = -1, true
	}
	for i := range out {
		out[i].tokens = tokensOf(out[i].text)
	}
	return out
}

// aboutSection reports a line that begins a section, and what stands behind its head.
func aboutSection(line string) (head, rest string, is bool) {
	if m := header.FindStringSubmatch(line); m != nil {
		return strings.ToLower(m[1]), m[2], true
	}
	if trimmed := strings.Trim(line, "#*_ "); strings.HasPrefix(line, "#") || strings.HasPrefix(line, "**") && strings.HasSuffix(line, "**") {
		return strings.ToLower(trimmed), "", true
	}
	return "", "", false
}

// aboutParameter reports a line that explains a parameter of the tool.
func (p *proposer) aboutParameter(line string) bool {
	m := member.FindStringSubmatch(line)
	return m != nil && p.tool.Get("inputSchema").Get("properties").Get(m[1]).Exists()
}

// appendLine adds the sentences of a line, the first of which may go on with the last.
func appendLine(out []sentence, line string, goesOn, bullet bool) []sentence {
	for i, part := range splitSentences(line) {
		if i == 0 && goesOn && len(out) > 0 && !strings.HasSuffix(out[len(out)-1].text, ".") && !startsUpper(part) {
			out[len(out)-1].text += " " + part
			continue
		}
		if strings.ContainsFunc(part, unicode.IsLetter) {
			out = append(out, sentence{text: part, first: len(out) == 0, bullet: bullet && i == 0})
		}
	}
	return out
}

func startsUpper(text string) bool { return text != "" && unicode.IsUpper(rune(text[0])) }

// splitSentences cuts behind a full stop, but not behind a short form such as "e.g.".
func splitSentences(line string) []string {
	var out []string
	start := 0
	for i := range len(line) {
		end := i + 1
		switch {
		case strings.HasPrefix(line[i:], "。"):
			end = i + len("。")
		case line[i] != '.' && line[i] != '!' && line[i] != '?', end < len(line) && line[end] != ' ':
			continue
		case strings.HasSuffix(line[start:end], "e.g.") || strings.HasSuffix(line[start:end], "i.e.") || strings.HasSuffix(line[start:end], "etc.") && !startsUpper(strings.TrimSpace(line[end:])):
			continue
		}
		out = append(out, strings.TrimSpace(line[start:end]))
		start = end
	}
	return append(out, strings.TrimSpace(line[start:]))
}

func tokensOf(text string) []token {
	var out []token
	var stop byte
	i := 0
	for i < len(text) {
		r := text[i]
		switch {
		case !inWord(r):
			switch r {
			case ',', '/', '&', '>':
				stop = max(stop, ',')
			case ';', ':', '(', ')', '[', ']', '|', '.', '!', '?':
				stop = ';'
			case '-':
				if i > 0 && text[i-1] == ' ' && !strings.HasPrefix(text[i:], "->") {
					stop = ';'
				}
			default:
				if strings.HasPrefix(text[i:], "–") || strings.HasPrefix(text[i:], "—") || strings.HasPrefix(text[i:], "→") {
					stop = ';'
				}
			}
			i++
			continue
		default:
		}
		end := i
		for end < len(text) && (inWord(text[end]) || (text[end] == '-' || text[end] == '.') && end+1 < len(text) && inWord(text[end+1])) {
			end++
		}
		out = append(out, tokenOf(text[i:end], stop))
		stop, i = 0, end
		if len(out) == maxTokens {
			break
		}
	}
	return out
}

// inWord reports a byte of a word or an identifier; every letter beyond ASCII is one.
func inWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '\''
}

func tokenOf(text string, stop byte) token {
	t := token{text: strings.ToLower(text), stop: stop}
	if text[0] == 'X' && len(text) == 1 || strings.ContainsAny(text, "_.0123456789") || strings.ToLower(text[1:]) != text[1:] && strings.ToUpper(text) != text {
		t.other = true
		return t
	}
	if before, last, found := strings.Cut(t.text, "-"); found && words.has("prefix", before) {
		t.text = last
	}
	return t
}
