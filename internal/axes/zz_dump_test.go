package axes_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/mooring-mcp/mooring/internal/axes"
	"github.com/mooring-mcp/mooring/internal/jsonv"
)

func TestDump(t *testing.T) {
	if os.Getenv("DUMP") == "" {
		t.Skip()
	}
	for i, l := range sample(t) {
		p, _ := axes.Propose(l.raw, axes.Options{})
		if i%2 != 0 {
			continue
		}
		v, _ := jsonv.Parse(l.raw, jsonv.Limits{})
		if p.Operation != "" {
			fmt.Println("OP  ", i, v.Get("name").Text(), p.Operation, "| want", l.want.Reversibility, l.want.Scope)
			continue
		}
		g, w := p.Axes.Reversibility.Rank(), l.want.Reversibility.Rank()
		s, u := p.Axes.Scope.Rank(), l.want.Scope.Rank()
		if g == w && s == u {
			continue
		}
		tag := "high"
		if g < w || s < u {
			tag = "LOW "
		}
		fmt.Println(tag, i, v.Get("name").Text(), "| got", p.Axes.Reversibility, p.Axes.Scope, "want", l.want.Reversibility, l.want.Scope, "|", p.Reasons[0].Text, "|", p.Reasons[1].Text)
	}
}
