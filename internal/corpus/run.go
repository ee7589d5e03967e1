package corpus

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
)

// Work is what [Run] does with the blocks.
type Work[T any] struct {
	// Workers is how many goroutines look at blocks, at least 1.
	Workers int
	// MaxLine is the length in bytes that a line may have; 0 for [MaxLine].
	MaxLine int
	// Worker makes the function of one worker. It owns what that function keeps from block
	// to block; the block's text is its own until it returns.
	Worker func() func(Block) T
	// Merge takes what became of the blocks, in the order of the lines, and in one
	// goroutine.
	Merge func(Block, T)
	// Ended takes how an input was read, behind its last block.
	Ended func(input int, s Stored)
	// Read counts the stored bytes that were read, for whoever watches.
	Read *atomic.Int64
}

// job is a block on its way, or the end of an input.
type job[T any] struct {
	block  Block
	done   chan T
	stored *Stored
}

// Run reads the sources one after the other. When ctx ends it returns at once, after
// whole blocks: what was merged is a prefix of the lines. A read that is under way then
// ends with the source, or with the program. Some blocks are held at a time, in
// proportion to the workers.
func Run[T any](ctx context.Context, sources []Source, w Work[T]) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	pending, order := make(chan *job[T], w.Workers), make(chan *job[T], 2*w.Workers+1)
	free := make(chan []byte, 3*w.Workers+2)
	r := reader[T]{ctx: ctx.Done(), pending: pending, order: order, free: free, maxLine: cmp.Or(w.MaxLine, MaxLine)}
	go r.run(sources, w.Read)
	var workers sync.WaitGroup
	for range w.Workers {
		workers.Go(func() {
			count := w.Worker()
			for j := range pending {
				j.done <- count(j.block)
			}
		})
	}
	for j := range take(ctx, order) {
		if j.stored != nil {
			w.Ended(j.block.Input, *j.stored)
			continue
		}
		select {
		case <-ctx.Done():
			return
		case v := <-j.done:
			w.Merge(j.block, v)
			select {
			case free <- j.block.Text[:0]:
			default:
			}
		}
	}
	if ctx.Err() == nil {
		workers.Wait()
	}
}

// take yields what a channel has until it is closed or ctx ends.
func take[T any](ctx context.Context, from <-chan T) func(yield func(T) bool) {
	return func(yield func(T) bool) {
		for {
			select {
			case <-ctx.Done():
				return
			case v, more := <-from:
				if !more || !yield(v) {
					return
				}
			}
		}
	}
}

// reader reads the sources for [Run].
type reader[T any] struct {
	ctx            <-chan struct{}
	pending, order chan *job[T]
	free           chan []byte
	maxLine        int
}

func (r *reader[T]) run(sources []Source, total *atomic.Int64) {
	defer close(r.pending)
	defer close(r.order)
	for i, s := range sources {
		stored := s.read(cutter{input: i, maxLine: r.maxLine, blank: r.blank, emit: func(b Block) bool {
			j := &job[T]{block: b, done: make(chan T, 1)}
			return r.send(r.pending, j) && r.send(r.order, j)
		}}, total)
		if !r.send(r.order, &job[T]{block: Block{Input: i}, stored: &stored}) {
			return
		}
	}
}

func (r *reader[T]) send(to chan *job[T], j *job[T]) bool {
	select {
	case <-r.ctx:
		return false
	case to <- j:
		return true
	}
}

func (r *reader[T]) blank() []byte {
	select {
	case buf := <-r.free:
		return buf[:0]
	default:
		return nil
	}
}
