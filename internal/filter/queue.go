package filter

import (
	"errors"
	"io"
	"sync"
)

// job is a line on its way to its answer.
type job struct {
	line
	answered chan struct{} // closed when answer and failed are set
	answer   []byte
	failed   bool
}

// queue carries lines from the reader to the judges and, in their order, to the
// writer. It holds a bounded number of lines and of bytes.
type queue struct {
	judging chan *job
	writing chan *job
	budget  *budget
}

func newQueue(lines, bytes int) *queue {
	return &queue{
		judging: make(chan *job, lines),
		writing: make(chan *job, lines),
		budget:  newBudget(bytes),
	}
}

// read queues the lines of in until its end, an error, or a failed writer.
func (q *queue) read(in io.Reader) error {
	defer close(q.judging)
	defer close(q.writing)
	lines := newLines(in, MaxLine)
	for {
		l, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !q.budget.take(len(l.text)) {
			return nil
		}
		j := &job{line: l, answered: make(chan struct{})}
		q.judging <- j
		q.writing <- j
	}
}

// judge answers lines until there are no more.
func (q *queue) judge(judge Judge) {
	for j := range q.judging {
		j.answer, j.failed = respond(j.line, judge)
		close(j.answered)
	}
}

// budget bounds the bytes that are under way. One taker and one giver may use it
// at once.
type budget struct {
	mu      sync.Mutex
	changed sync.Cond
	most    int
	taken   int
	stopped bool
}

func newBudget(most int) *budget {
	b := &budget{most: most}
	b.changed.L = &b.mu
	return b
}

// take waits until n bytes fit, or until nothing else is under way. It is false
// when the budget was stopped.
func (b *budget) take(n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.taken > 0 && b.taken+n > b.most && !b.stopped {
		b.changed.Wait()
	}
	b.taken += n
	return !b.stopped
}

func (b *budget) give(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken -= n
	b.changed.Signal()
}

// stop makes every take fail.
func (b *budget) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = true
	b.changed.Signal()
}
