package observe

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// barrier is how long a server may take to answer ping behind the last listing.
const barrier = time.Second

// settleAll lists what was called changed again. What the server had to say of that
// when it gave its last answer has come when it has answered ping after it.
func (l *lister) settleAll(ctx context.Context) error {
	for range tries {
		for _, kind := range l.stale() {
			c, err := l.settle(ctx, kind, l.chains[kind])
			if err != nil {
				return err
			}
			l.chains[kind] = c
		}
		if err := l.await(ctx); err != nil {
			return err
		}
		if len(l.stale()) == 0 {
			break
		}
	}
	return nil
}

// await lets come what is under way to us. Servers of the modern era know no ping,
// and announce nothing unasked. That it has no answer does not matter.
func (l *lister) await(ctx context.Context) error {
	settled := func(c *chain) bool { return c.Listing().Completeness == surface.Complete }
	if l.era.name() != EraLegacy || !slices.ContainsFunc(slices.Collect(maps.Values(l.chains)), settled) {
		return nil
	}
	_, err := l.s.ask(ctx, "ping", nil, limit{min(barrier, l.page.after), ""})
	if f := (*failure)(nil); errors.As(err, &f) {
		return nil
	}
	return err
}

// stale returns the complete kinds that were called changed since they were
// listed last.
func (l *lister) stale() []surface.Kind {
	return slices.DeleteFunc(surface.Kinds(), func(kind surface.Kind) bool {
		c := l.chains[kind]
		return l.s.changes[kind] == c.since || c.Listing().Completeness != surface.Complete
	})
}

// settle lists a kind again until two listings in a row have the same items. The
// first of the two counts, so that a server that calls everything changed but
// changes nothing gives the same surface as one that is silent.
func (l *lister) settle(ctx context.Context, kind surface.Kind, before *chain) (*chain, error) {
	for range tries - 1 {
		after, err := l.list(ctx, kind)
		if err != nil {
			return nil, err
		}
		if got := after.Listing(); got.Completeness != surface.Complete {
			if before.Listing().Status == surface.NotOffered {
				return after, nil
			}
			before.Fail(got.Reason, "listed again after list_changed: "+got.Detail)
			return before, nil
		}
		if sameItems(before.Listing(), after.Listing()) {
			before.since = after.since
			return before, nil
		}
		before = after
	}
	before.Fail(surface.Changed, fmt.Sprintf("listed %d times because of list_changed, each time with other items", tries))
	return before, nil
}

// sameItems compares as a surface is compared: without the order, and each item
// by its canonical form when it has one.
func sameItems(a, b surface.Listing) bool {
	return a.Status == b.Status && slices.Equal(itemKeys(a), itemKeys(b))
}

func itemKeys(l surface.Listing) []string {
	keys := make([]string, len(l.Items))
	for i, item := range l.Items {
		keys[i] = string(item.Raw)
		if v, err := jsonv.Parse(item.Raw, jsonv.Limits{}); err == nil {
			keys[i] = string(jsonv.Canonical(v, jsonv.Source))
		}
	}
	slices.Sort(keys)
	return keys
}
