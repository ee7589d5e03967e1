// Package censusgen makes corpora of MCP tools that are as large as one likes and like
// real ones: how many tools a server has, how many parameters a tool, how long their
// texts are, which keywords and which forms of the parameter classes they hold. Their
// words are made up.
//
// The same seed and numbers give the same bytes.
package censusgen

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/mooring-mcp/mooring/paramrisk"
)

// Published are the numbers of tools and servers of the published census (spec
// parameter-risk-classes, "Application to the Frozen Census").
const (
	PublishedTools   = 229_539
	PublishedServers = 13_089
)

// The most that [Write] makes.
const (
	MaxTools   = 1_000_000_000
	MaxServers = 10_000_000
)

//go:embed words.txt
var wordsText string

// Write writes tools in JSON Lines, {"server": NAME, "tool": TOOL} each, those of a
// server one after the other. There are at least as many tools as servers. Memory is in
// proportion to the servers. Its only errors are those of w, and of wrong numbers.
func Write(w io.Writer, seed uint64, tools, servers int) error {
	if err := Validate(tools, servers); err != nil {
		return err
	}
	g := generator{
		model: readModel(), pool: strings.Fields(wordsText), rand: rand.New(rand.NewPCG(seed, 0)), //nolint:gosec // not for secrets
	}
	for _, form := range paramrisk.AllForms() {
		g.forms = append(g.forms, form.Text)
	}
	for _, set := range slices.Sorted(maps.Keys(g.model.Sets)) {
		g.tools += g.model.Sets[set]
		g.sets, g.setEnds = append(g.sets, readSet(set)), append(g.setEnds, g.tools)
	}
	for server, n := range g.shares(tools, servers) {
		for range n {
			g.buf = append(g.buf[:0], fmt.Sprintf(`{"server":"server-%06d","tool":`, server)...)
			g.tool()
			g.buf = append(g.buf, "}\n"...)
			if _, err := w.Write(g.buf); err != nil {
				return err
			}
		}
	}
	return nil
}

// Validate says what is wrong with numbers.
func Validate(tools, servers int) error {
	switch {
	case servers < 1 || tools < servers:
		return fmt.Errorf("%d tools on %d servers, want at least one server, and one tool on each", tools, servers)
	case tools > MaxTools || servers > MaxServers:
		return fmt.Errorf("%d tools on %d servers, want at most %d on %d", tools, servers, MaxTools, MaxServers)
	}
	return nil
}

// generator holds the line at hand.
type generator struct {
	model   model
	pool    []string
	forms   []string
	sets    [][]parameter
	setEnds []int // of each set, how many tools have it or one before
	tools   int   // of all sets
	rand    *rand.Rand
	buf     []byte
}

// shares is how many tools each server has: what the model says, stretched until they
// are as many as wanted.
func (g *generator) shares(tools, servers int) []int {
	drawn, sum := make([]int, servers), 0
	for i := range drawn {
		drawn[i] = max(1, g.quantile(g.model.ToolsPerServer))
		sum += drawn[i]
	}
	out, left := make([]int, servers), tools-servers
	for i, n := range drawn {
		out[i] = 1 + int(int64(n)*int64(tools-servers)/int64(sum))
		left -= out[i] - 1
	}
	for i := 0; left > 0; i, left = i+1, left-1 {
		out[i%servers]++
	}
	return out
}

// quantile draws from a distribution that is given by its percentiles.
func (g *generator) quantile(q []int) int {
	at := g.rand.Float64() * float64(len(q)-1)
	i := int(at)
	return q[i] + int((at-float64(i))*float64(q[min(i+1, len(q)-1)]-q[i]))
}

func (g *generator) chance(share float64) bool { return g.rand.Float64() < share }

// pick draws a key by its share; keys are tried in their order, so that the same seed
// gives the same.
func (g *generator) pick(shares map[string]float64) string {
	left := g.rand.Float64()
	keys := slices.Sorted(maps.Keys(shares))
	for _, k := range keys {
		if left -= shares[k]; left < 0 {
			return k
		}
	}
	return keys[len(keys)-1]
}

func (g *generator) word() string { return g.pool[g.rand.IntN(len(g.pool))] }

func (g *generator) raw(text string) { g.buf = append(g.buf, text...) }

// words writes at least one word, with _ between them.
func (g *generator) words(n int) {
	for i := range max(1, n) {
		if i > 0 {
			g.raw("_")
		}
		g.raw(g.word())
	}
}

// text writes a description of about some bytes, with extra words in it.
func (g *generator) text(bytes int, extra []string) {
	g.raw(`"`)
	start := len(g.buf)
	lines := !g.chance(g.model.OneLine)
	for n := 0; len(g.buf)-start < bytes || len(extra) > 0; n++ {
		if n > 0 {
			g.raw(" ")
		}
		if len(extra) > 0 && (len(g.buf)-start >= bytes || g.rand.IntN(3) == 0) {
			g.raw(extra[0])
			extra = extra[1:]
			continue
		}
		word := g.word()
		g.raw(word)
		switch {
		case g.chance(g.model.Escapes * float64(len(word))):
			g.raw(`\"`)
		case lines && g.rand.IntN(12) == 0:
			g.raw(`\n`)
		}
	}
	g.raw(`"`)
}
