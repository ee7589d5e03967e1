package contract

import (
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// compareTemplate reports what changed in a resource template, its variables among
// it (RFC 6570).
func (c *comparison) compareTemplate(before, after *jsonv.Value) {
	c.compareResource("resourceTemplate", before, after)
	m := change{before: before.Get("uriTemplate"), after: after.Get("uriTemplate")}
	if m.same() {
		return
	}
	was, read := parseTemplate(m.before.Text())
	is, readToo := parseTemplate(m.after.Text())
	if !read || !readToo || was.literals != is.literals {
		c.add("resourceTemplate.member.unmodelled", "/uriTemplate", m, "another template")
		return
	}
	c.variables(was.variables, is.variables)
}

// uriTemplate is a URI template taken apart.
type uriTemplate struct {
	literals  string // what stands outside of expressions, as one text
	variables []variable
}

// variable is one variable of an expression.
type variable struct {
	name     string
	operator string // "", "+", "#", ".", "/", ";", "?" or "&"
	modifier string // "*", or a colon and a length
	place    int    // how much literal text stands before it
}

// alike reports whether two variables are expanded in the same way and place.
func (v variable) alike(w variable) bool {
	return v.operator == w.operator && v.modifier == w.modifier && v.place == w.place
}

// mostVariables bounds a template: variables are paired one with each other.
const mostVariables = 200

// parseTemplate takes a template apart. read is false for text that RFC 6570 §2
// does not allow, and for more variables than anybody fills in.
func parseTemplate(text string) (t uriTemplate, read bool) {
	var literals strings.Builder
	for {
		literal, rest, found := strings.Cut(text, "{")
		if strings.Contains(literal, "}") {
			return t, false
		}
		literals.WriteString(literal)
		if !found {
			t.literals = literals.String()
			return t, true
		}
		expression, rest, closed := strings.Cut(rest, "}")
		if !closed || expression == "" {
			return t, false
		}
		operator := ""
		if strings.ContainsRune("+#./;?&", rune(expression[0])) {
			operator, expression = expression[:1], expression[1:]
		}
		for spec := range strings.SplitSeq(expression, ",") {
			v := variable{name: spec, operator: operator, place: literals.Len()}
			if i := strings.IndexAny(spec, ":*"); i >= 0 {
				v.name, v.modifier = spec[:i], spec[i:]
			}
			if !isVariable(v.name) {
				return t, false
			}
			t.variables = append(t.variables, v)
			if len(t.variables) > mostVariables {
				return t, false
			}
		}
		text = rest
	}
}

// isVariable checks a name by RFC 6570 §2.3, and lets every letter beyond ASCII
// pass.
func isVariable(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r < 0x80 && !strings.ContainsRune("_.%-", r) &&
			(r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// variables reports variables that came, went, were renamed in their place, or are
// expanded in another way.
func (c *comparison) variables(was, is []variable) {
	const at = "/uriTemplate"
	keptBefore, removed := split(was, names(is))
	keptAfter, added := split(is, names(was))
	for i, v := range keptBefore {
		if len(keptBefore) != len(keptAfter) || v.name != keptAfter[i].name || !v.alike(keptAfter[i]) {
			c.addTexts("resourceTemplate.variable.changed", at, v.name, v.name, "expanded in another way or place")
			break
		}
	}
	for _, v := range removed {
		i := slices.IndexFunc(added, v.alike)
		if i < 0 {
			c.addTexts("resourceTemplate.variable.removed", at, v.name, "", "")
			continue
		}
		c.addTexts("resourceTemplate.variable.renamed", at, v.name, added[i].name, "")
		added = slices.Delete(added, i, i+1)
	}
	for _, v := range added {
		c.addTexts("resourceTemplate.variable.added", at, "", v.name, "")
		if v.operator == "?" || v.operator == "&" {
			last := &c.findings[len(c.findings)-1]
			last.Severity, last.Detail = PotentiallyBreaking, "part of the query, which may be left out"
		}
	}
}

func names(list []variable) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, v := range list {
		out[v.name] = true
	}
	return out
}

// split parts the variables that the other side has, too, from the rest.
func split(list []variable, other map[string]bool) (kept, rest []variable) {
	for _, v := range list {
		if other[v.name] {
			kept = append(kept, v)
		} else {
			rest = append(rest, v)
		}
	}
	return kept, rest
}
