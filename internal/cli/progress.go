package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/mooring-mcp/mooring/internal/visible"
)

// progress draws one line on a terminal that says which servers are being
// observed, or what else takes its time. Without a terminal it draws nothing. It is safe for concurrent use.
type progress struct {
	mu      sync.Mutex
	w       io.Writer // nil draws nothing
	doing   string    // "observing"
	total   int
	done    int
	running []string
}

func (a *app) newProgress(total int) *progress {
	p := &progress{doing: "observing", total: total}
	if isTerminal(a.io.Stderr) {
		p.w = a.io.Stderr
	}
	return p
}

func (p *progress) start(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = append(p.running, id)
	p.draw()
}

func (p *progress) finish(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if i := slices.Index(p.running, id); i >= 0 {
		p.running = slices.Delete(p.running, i, i+1)
	}
	p.draw()
}

// clear takes the line away.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

func (p *progress) draw() {
	if p.w == nil || len(p.running) == 0 {
		return
	}
	names := visible.Text(strings.Join(p.running, ", "))
	if r := []rune(names); len(r) > 50 {
		names = string(r[:49]) + "…"
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s %d of %d: %s", p.doing, min(p.done+1, p.total), p.total, names)
}
