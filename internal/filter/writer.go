package filter

import (
	"bufio"
	"io"
)

// writer writes answers in the order of their lines. After an error it only
// empties the queue.
type writer struct {
	queue  *queue
	failed int
	err    error
}

func (w *writer) run(out io.Writer) {
	b := bufio.NewWriterSize(out, 64<<10)
	for {
		j, more := w.next(b)
		if !more {
			break
		}
		if w.err == nil {
			if j.failed {
				w.failed++
			}
			_, err := b.Write(j.answer)
			w.fail(err)
		}
		w.queue.budget.give(len(j.text))
	}
	w.flush(b)
}

// next returns the next answered line, and passes on what is written already
// before it waits for one.
func (w *writer) next(b *bufio.Writer) (j *job, more bool) {
	select {
	case j, more = <-w.queue.writing:
	default:
		w.flush(b)
		j, more = <-w.queue.writing
	}
	if !more {
		return nil, false
	}
	select {
	case <-j.answered:
	default:
		w.flush(b)
		<-j.answered
	}
	return j, true
}

func (w *writer) flush(b *bufio.Writer) {
	if w.err == nil {
		w.fail(b.Flush())
	}
}

func (w *writer) fail(err error) {
	if err != nil && w.err == nil {
		w.err = err
		w.queue.budget.stop()
	}
}
