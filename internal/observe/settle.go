package observe

import (
	"context"
	"fmt"
	"slices"

	"github.com/mooring-mcp/mooring/internal/jsonv"
	"github.com/mooring-mcp/mooring/surface"
)

// stale returns the complete kinds that were called changed since they were
// begun. One that was not asked for stays as it is.
func (l *lister) stale() []surface.Kind {
	return slices.DeleteFunc(surface.Kinds(), func(kind surface.Kind) bool {
		c := l.chains[kind]
		return c.since < 0 || l.s.changes[kind] == c.since || c.Listing().Completeness != surface.Complete
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
