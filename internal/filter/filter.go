// Package filter turns an engine into a filter: JSON Lines in, one JSON answer a
// line out, in the same order (design.md, "Every lens is also a filter").
//
// [Run] reads lines of any length up to [MaxLine], parses them strictly, has a
// [Judge] answer each, many at a time, and writes the answers in the order of
// the lines. A line's member "id" is echoed as it was spelled, as the answer's
// first member. A line that cannot be judged is answered, too, and the rest goes
// on:
//
//	{"id":7,"error":{"code":"duplicate_member","message":"…","offset":12,"pointer":"/tool"}}
//
// Memory does not grow with the number of lines. Each lens has its judge in a
// file of its own; [Digest] is the first.
package filter

import (
	"io"
	"runtime"
	"sync"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Judge answers one line. line is its parsed object and raw its text, which the
// spans of line count from; neither may be changed. The answer is a JSON object
// without line ends and without a member "id". An error becomes an error answer;
// [At] makes one that names its place.
//
// A Judge is called from several goroutines at once.
type Judge func(line *jsonv.Value, raw []byte) (answer []byte, err error)

// MaxLine is the length in bytes that a line may have. A longer one is passed
// over and answered with an error.
const MaxLine = 256 << 20

// readAhead is how many bytes of lines may wait or be judged at a time; one
// longer line may be under way by itself.
const readAhead = 32 << 20

// Run answers every line of in on out. workers is how many lines are judged at
// a time, below 1 for one a processor.
//
// Lines end in LF; CR before it, a byte order mark in front and a missing last
// LF are tolerated. A line of white space is no line, and has no answer. Whenever the next answer is not ready, what was written is passed
// on to out, so that a conversation through a pipe does not stall.
//
// failed counts the lines that were answered with an error. err is one of
// reading in, after every line before it was answered, or one of writing out,
// which ends the run when the read that is under way returns.
func Run(in io.Reader, out io.Writer, judge Judge, workers int) (failed int, err error) {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	q := newQueue(4*workers, readAhead)
	w := writer{queue: q}
	var owned sync.WaitGroup
	for range workers {
		owned.Go(func() { q.judge(judge) })
	}
	owned.Go(func() { w.run(out) })
	readErr := q.read(in)
	owned.Wait()
	if w.err != nil {
		return w.failed, w.err
	}
	return w.failed, readErr
}
