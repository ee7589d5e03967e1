package rulebook_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mooring-mcp/mooring/internal/rulebook"
)

// TestEveryGapIsExplained reads the codes of gaps out of the source that makes them:
// the literals of type Gap, and the tables that say codes in words.
func TestEveryGapIsExplained(t *testing.T) {
	files := map[string][]*ast.File{}
	constants := map[string]string{}
	for _, folder := range []string{"../../check", "../../manifest", "../cli"} {
		files[folder] = parsed(t, folder)
		for _, f := range files[folder] {
			maps.Copy(constants, constantsOf(f))
		}
	}
	codes := map[string]bool{}
	for _, folder := range []string{"../../check", "../cli"} {
		for _, f := range files[folder] {
			for _, e := range gapCodes(f) {
				if code := textOf(e, constants); code != "" {
					codes[code] = true
				}
			}
		}
	}
	for _, side := range []string{"base", "head"} { // made of the name of a side
		for _, code := range []string{"not_built", "not_observed"} {
			codes[side+"_"+code] = true
		}
	}
	made := slices.Sorted(maps.Keys(codes))
	var explained []string
	for _, r := range rulebook.Rules() {
		if r.Lens == "gap" {
			explained = append(explained, r.ID)
			if r.Meaning == "" || r.Fix == "" {
				t.Errorf("gap %q does not say what it means and what to do", r.ID)
			}
		}
	}
	if diff := cmp.Diff(made, explained); diff != "" {
		t.Errorf("gaps that are made and gaps that are explained differ (-made +explained):\n%s", diff)
	}
}

func parsed(t *testing.T, folder string) []*ast.File {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no source in %s: %v", folder, err)
	}
	var out []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}

// constantsOf are the constants of a file that are one text.
func constantsOf(f *ast.File) map[string]string {
	out := map[string]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, is := n.(*ast.ValueSpec); is && len(spec.Values) == len(spec.Names) {
			for i, name := range spec.Names {
				if text := textOf(spec.Values[i], nil); text != "" {
					out[name.Name] = text
				}
			}
		}
		return true
	})
	return out
}

// gapCodes are the expressions of codes in a file.
func gapCodes(f *ast.File) []ast.Expr {
	var out []ast.Expr
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			out = append(out, gapLiteral(n)...)
		case *ast.ValueSpec:
			if name := n.Names[0].Name; (name == "gapDetails" || name == "coarseDetails") && len(n.Values) == 1 {
				for _, e := range n.Values[0].(*ast.CompositeLit).Elts {
					out = append(out, e.(*ast.KeyValueExpr).Key)
				}
			}
		}
		return true
	})
	return out
}

// gapLiteral is the code of a Gap{…}, or of each in a []Gap{{…}}.
func gapLiteral(lit *ast.CompositeLit) []ast.Expr {
	isGap := func(e ast.Expr) bool {
		if s, is := e.(*ast.SelectorExpr); is {
			e = s.Sel
		}
		id, is := e.(*ast.Ident)
		return is && id.Name == "Gap"
	}
	var out []ast.Expr
	if list, is := lit.Type.(*ast.ArrayType); is && isGap(list.Elt) {
		for _, e := range lit.Elts {
			if one, is := e.(*ast.CompositeLit); is { // otherwise it was made elsewhere
				out = append(out, codeMember(one)...)
			}
		}
	}
	if lit.Type != nil && isGap(lit.Type) {
		out = append(out, codeMember(lit)...)
	}
	return out
}

func codeMember(lit *ast.CompositeLit) []ast.Expr {
	for _, e := range lit.Elts {
		if pair, is := e.(*ast.KeyValueExpr); is && pair.Key.(*ast.Ident).Name == "Code" {
			return []ast.Expr{pair.Value}
		}
	}
	return nil
}

// textOf is the text of a literal or a constant, "" for every other expression.
func textOf(e ast.Expr, constants map[string]string) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return text
		}
	case *ast.SelectorExpr:
		return constants[e.Sel.Name]
	case *ast.Ident:
		return constants[e.Name]
	}
	return ""
}
