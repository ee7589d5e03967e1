package cli

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/mooring-mcp/mooring/internal/corpus"
)

// drawEvery is how often the line of progress is drawn.
const drawEvery = 200 * time.Millisecond

// censusProgress draws one line on a terminal that says how far a census is, how quick,
// and for how long it will go on. Without a terminal it draws nothing.
type censusProgress struct {
	w     io.Writer // nil draws nothing
	read  *atomic.Int64
	size  int64 // of all inputs as stored, -1 when it is not known
	began time.Time
	drawn time.Time
}

func (a *app) watch(inputs []corpus.Source, read *atomic.Int64) *censusProgress {
	p := &censusProgress{read: read, began: time.Now()}
	if isTerminal(a.io.Stderr) {
		p.w = a.io.Stderr
	}
	for _, s := range inputs {
		if s.Size < 0 || p.size < 0 {
			p.size = -1
		} else {
			p.size += s.Size
		}
	}
	return p
}

// tools draws the line, unless it was drawn a moment ago.
func (p *censusProgress) tools(n int64) {
	if p.w == nil {
		return
	}
	if now := time.Now(); now.Sub(p.drawn) >= drawEvery {
		p.drawn = now
		fmt.Fprint(p.w, "\r\x1b[K", progressLine(n, p.read.Load(), p.size, now.Sub(p.began)))
	}
}

// progressLine says the tools that were counted, the stored bytes that were read of all,
// the rate, and the rest of the time at that rate.
func progressLine(tools, read, size int64, spent time.Duration) string {
	seconds := max(spent.Seconds(), 0.001)
	line := fmt.Sprintf("counting: %d tools, %.1f MB", tools, float64(read)/1e6)
	rate := fmt.Sprintf("%.0f tools/s", float64(tools)/seconds)
	if size <= 0 || read <= 0 {
		return line + ", " + rate
	}
	left := time.Duration(float64(spent) * float64(max(size-read, 0)) / float64(read))
	return fmt.Sprintf("%s of %.1f MB (%d %%), %s, %v left", line, float64(size)/1e6, min(100*read/size, 100), rate, left.Round(time.Second))
}

// clear takes the line away.
func (p *censusProgress) clear() {
	if p.w != nil && !p.drawn.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
