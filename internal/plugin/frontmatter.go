package plugin

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/mooring-mcp/mooring/internal/yamlbound"
)

// The limits of front matter. The parser takes quadratic time and memory for nested
// text.
const (
	matterBytes    = 64 << 10
	matterBrackets = 200
	matterIndent   = 100
	matterMarks    = 16 // indicators in a row
	matterDepth    = 10
)

// frontMatter holds the members of front matter by name.
type frontMatter map[string]matterMember

// matterMember is one member. The zero value is none.
type matterMember struct {
	kind memberKind
	text string   // of a text
	list []string // of a list of texts
	odd  string   // what it is, where it is none of the kinds that are wanted
	line int      // in the file, from 1
}

// wrong says what a member should be, "" if it is. texts takes a text, too.
func (m matterMember) wrong(want memberKind, most int) string {
	switch {
	case m.odd == "" && want == texts && m.kind == text:
	case m.odd != "" || m.kind != want:
		return map[memberKind]string{text: "a text", texts: "a text or a list of texts", textsByName: "a map of texts"}[want]
	case most > 0 && (m.text == "" || utf8.RuneCountInString(m.text) > most):
		return fmt.Sprintf("1 to %d characters", most)
	}
	return ""
}

// shown is a member for a finding.
func (m matterMember) shown() string {
	switch {
	case m.line == 0:
		return "none"
	case m.odd != "":
		return m.odd
	case m.kind == text:
		return quoted(m.text)
	case m.kind == texts:
		return "a list"
	}
	return "a map"
}

// frontMatter takes a SKILL.md apart. What is wrong with it was reported when ok is
// false.
func (r *reader) frontMatter(src source, all string) (matter frontMatter, body string, ok bool) {
	yamlText, body, found := cutMatter(all)
	if !found {
		r.add(ruleFrontMatter, Place{File: src.file, Line: 1, Column: 1}, errNoMatter.Error(), "--- and YAML")
		return nil, "", false
	}
	if why := boundMatter(yamlText); why != "" {
		r.add(ruleSkillLimit, Place{File: src.file, Line: 1, Column: 1}, why, "plain YAML within the limits")
		return nil, "", false
	}
	matter, err := parseMatter([]byte(yamlText))
	if e := (*matterError)(nil); errors.As(err, &e) {
		r.add(e.rule, Place{File: src.file, Line: e.line + 1, Column: max(e.column, 1)}, e.found, "one map of members, each once")
		return nil, "", false
	}
	return matter, body, true
}

// cutMatter finds the YAML between the first two lines of ---.
func cutMatter(all string) (matter, body string, found bool) {
	all = strings.ReplaceAll(strings.TrimPrefix(all, "\uFEFF"), "\r\n", "\n")
	first, rest, more := strings.Cut(all, "\n")
	if !more || strings.TrimRight(first, " \t") != "---" {
		return "", "", false
	}
	for at := 0; at < len(rest); {
		line, _, _ := strings.Cut(rest[at:], "\n")
		if strings.TrimRight(line, " \t") == "---" {
			return rest[:at], rest[min(len(rest), at+len(line)+1):], true
		}
		at += len(line) + 1
	}
	return "", "", false
}

// boundMatter says which limit YAML is over, "" for none.
func boundMatter(yamlText string) string {
	if len(yamlText) > matterBytes {
		return fmt.Sprintf("front matter over the limit of %d bytes", matterBytes)
	}
	_, found := yamlbound.Limits{Brackets: matterBrackets, Indent: matterIndent, Marks: matterMarks}.Exceeded([]byte(yamlText))
	return found
}

// matterError says what is wrong with YAML, and in which of its lines.
type matterError struct {
	rule         string
	line, column int // from 1; 0 for the whole
	found        string
}

func (e *matterError) Error() string { return e.found }

// parseMatter reads one map of YAML. Anchors, aliases, merge keys and tags are not
// followed: they are what a small text grows by. The error is a [*matterError].
func parseMatter(yamlText []byte) (matter frontMatter, err error) {
	defer func() {
		if recover() != nil { // hostile text; the parser's faults are not ours to pass on
			matter, err = nil, &matterError{rule: ruleFrontMatter, found: "no YAML that can be read"}
		}
	}()
	file, parseErr := parser.ParseBytes(yamlText, 0)
	if parseErr != nil {
		return nil, yamlProblem(parseErr)
	}
	var values []*ast.MappingValueNode
	docs := 0
	for _, doc := range file.Docs {
		switch n := doc.Body.(type) {
		case nil, *ast.CommentGroupNode:
			continue
		case *ast.MappingNode:
			values = n.Values
		case *ast.MappingValueNode:
			values = []*ast.MappingValueNode{n}
		default:
			return nil, &matterError{rule: ruleFrontMatter, line: lineOf(n), found: "no map"}
		}
		docs++
	}
	if docs > 1 {
		return nil, &matterError{rule: ruleFrontMatter, found: "more than one YAML document"}
	}
	matter = frontMatter{}
	for _, v := range values {
		if why := unfollowed(v, 0); why != "" {
			return nil, &matterError{rule: ruleSkillLimit, line: lineOf(v.Key), found: why}
		}
		key, is := scalar(v.Key)
		if !is {
			return nil, &matterError{rule: ruleFrontMatter, line: lineOf(v.Key), found: "a member whose name is no text"}
		}
		if _, repeated := matter[key]; repeated {
			return nil, &matterError{rule: ruleFrontMatter, line: lineOf(v.Key), found: "member " + quoted(key) + " is repeated"}
		}
		m := memberOf(v.Value)
		m.line = lineOf(v.Key) + 1 // below the line of ---
		matter[key] = m
	}
	return matter, nil
}

func yamlProblem(err error) *matterError {
	e := &matterError{rule: ruleFrontMatter, found: "no valid YAML"}
	if strings.Contains(err.Error(), "already defined") {
		e.found = "a member is repeated"
	}
	var y yaml.Error
	if errors.As(err, &y) && y.GetToken() != nil && y.GetToken().Position != nil {
		e.line, e.column = y.GetToken().Position.Line, y.GetToken().Position.Column
	}
	return e
}

func lineOf(n ast.Node) int {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 0
}

// unfollowed says what of a node is not followed, "" if it is plain.
func unfollowed(n ast.Node, depth int) string {
	if depth > matterDepth {
		return fmt.Sprintf("values nested over the limit of %d", matterDepth)
	}
	switch n := n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode, *ast.TagNode:
		return "an anchor, alias, merge key or tag"
	case *ast.MappingNode:
		for _, v := range n.Values {
			if why := unfollowed(v, depth+1); why != "" {
				return why
			}
		}
	case *ast.MappingValueNode:
		if why := unfollowed(n.Key, depth+1); why != "" {
			return why
		}
		return unfollowed(n.Value, depth+1)
	case *ast.SequenceNode:
		for _, v := range n.Values {
			if why := unfollowed(v, depth+1); why != "" {
				return why
			}
		}
	}
	return ""
}

// scalar is the text of a node that is one, of a number or boolean its spelling.
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// memberOf reads a value.
func memberOf(n ast.Node) matterMember {
	switch n := n.(type) {
	case *ast.StringNode, *ast.LiteralNode:
		s, _ := scalar(n)
		return matterMember{kind: text, text: s}
	case *ast.SequenceNode:
		m := matterMember{kind: texts}
		for _, item := range n.Values {
			switch item.(type) {
			case *ast.StringNode, *ast.LiteralNode:
			default:
				return matterMember{odd: "a list with something that is no text"}
			}
			s, _ := scalar(item)
			m.list = append(m.list, s)
		}
		return m
	case *ast.MappingNode:
		return mapMember(n.Values)
	case *ast.MappingValueNode:
		return mapMember([]*ast.MappingValueNode{n})
	case nil, *ast.NullNode:
		return matterMember{odd: "nothing"}
	}
	return matterMember{odd: "a value of another type"}
}

// mapMember reads a map of scalars. A number stands for its spelling, as the readers of
// skills have it.
func mapMember(values []*ast.MappingValueNode) matterMember {
	for _, v := range values {
		if _, is := scalar(v.Value); !is {
			return matterMember{odd: "a map with something that is no text"}
		}
	}
	return matterMember{kind: textsByName}
}

// allowedTools takes allowed-tools apart, of a list each text. whole is false where a
// parenthesis has no other one, so that nobody can tell which words are tools.
func allowedTools(m matterMember) (tools []string, whole bool) {
	list := m.list
	if m.kind != texts {
		list = []string{m.text}
	}
	whole = true
	for _, text := range list {
		words, closed := toolWords(text)
		tools, whole = append(tools, words...), whole && closed
	}
	return tools, whole
}

// toolWords splits a text into words, whose parentheses may hold spaces. Where these do not
// fit together, each word counts.
func toolWords(text string) (words []string, closed bool) {
	depth, closed := 0, true
	words = strings.FieldsFunc(text, func(c rune) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
			closed = closed && depth >= 0
		}
		return depth <= 0 && toolEnd(c)
	})
	if closed = closed && depth == 0; !closed {
		words = strings.FieldsFunc(text, func(c rune) bool { return toolEnd(c) || c == '(' || c == ')' })
	}
	return words, closed
}

func toolEnd(c rune) bool { return unicode.IsSpace(c) || c == ',' }

// lowerOrDigit is a letter or digit that a skill's name may have.
func lowerOrDigit(c rune) bool {
	if c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
	}
	return unicode.IsLower(c)
}
