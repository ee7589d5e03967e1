package sqlread

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/wasilibs/go-pgquery/parser"
)

// Warm loads the grammar of PostgreSQL, which takes above a second of one processor
// and 40 MB. Without it the first batch that needs the grammar waits for that.
func Warm() { _, _ = parsePostgres(context.Background(), "") }

// broken says that PostgreSQL's grammar broke down, which can leave its memory in any
// state. It is not asked again, so that nothing is proved by it.
var broken atomic.Bool

// turn lets one batch at a time into PostgreSQL's grammar: whoever finds it taken would
// load another.
var turn = make(chan struct{}, 1)

// loaded says that PostgreSQL's grammar is there, and nobody waits for it.
var loaded atomic.Bool

// parsePostgres returns the tree of a batch as JSON.
func parsePostgres(ctx context.Context, text string) (tree string, err error) {
	select {
	case turn <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() {
		if r := recover(); r != nil {
			broken.Store(true)
			err = errBroken
		}
		<-turn
	}()
	if broken.Load() {
		return "", errBroken
	}
	tree, err = parser.ParseToJSON(text)
	loaded.Store(true)
	return tree, err
}

// errBroken says that a parser panicked, now or before.
var errBroken = fmt.Errorf("the parser broke down")

// short is the length of a text, in bytes, that the parsers are through with sooner than anybody could
// stop them: within four milliseconds, whatever is in it.
const short = 1 << 10

// within runs a parser on a text until ctx ends. What it does afterwards is lost; it ends by itself, since no text
// is long. A short text is parsed where the caller is: a goroutine, whose stack has to grow first, would cost as
// much as the parser.
func within[T any](ctx context.Context, text string, ready bool, parse func() (T, error)) (tree T, late bool, err error) {
	if over(ctx) {
		return tree, true, nil
	}
	if ctx.Done() == nil || ready && len(text) <= short {
		tree, err = parse()
		return tree, over(ctx), err
	}
	type outcome struct {
		tree T
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		tree, err := parse()
		done <- outcome{tree, err}
	}()
	select {
	case o := <-done:
		return o.tree, false, o.err
	case <-ctx.Done():
		return tree, true, nil
	}
}

func over(ctx context.Context) bool { return ctx.Err() != nil }
