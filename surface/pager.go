package surface

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// Limits bound one listing. A zero field takes its default.
type Limits struct {
	Pages int // default 1,000
	Items int // default 100,000
	Bytes int // results of all pages together; default 64 MiB
}

func (l Limits) withDefaults() Limits {
	if l.Pages == 0 {
		l.Pages = 1000
	}
	if l.Items == 0 {
		l.Items = 100_000
	}
	if l.Bytes == 0 {
		l.Bytes = 64 << 20
	}
	return l
}

// Pager follows one list operation from its first page to its end and decides
// how complete the listing is. It follows the presence of a cursor, not its
// truth ("" is a cursor, MCP 2026-07-28 pagination), and stops at a cursor that
// was already asked for. The zero Pager is not ready; use [NewPager]. A Pager is
// not safe for concurrent use.
type Pager struct {
	kind    Kind
	limits  Limits
	seen    map[string]int // cursor -> page that asked for it, from 1
	cursor  *string
	done    bool
	bytes   int
	listing Listing
	names   map[string]int
	hazards []Hazard
}

// NewPager starts a listing of kind.
func NewPager(kind Kind, limits Limits) *Pager {
	return &Pager{
		kind: kind, limits: limits.withDefaults(),
		seen: map[string]int{}, names: map[string]int{},
		listing: Listing{Kind: kind, Status: NotObserved, Completeness: Unknown, Reason: NotListed},
	}
}

// Next returns the cursor to send with the next request (nil on the first page),
// and whether there is a next request at all.
func (p *Pager) Next() (cursor *string, more bool) { return p.cursor, !p.done }

// Page takes the result of the request that [Pager.Next] asked for: the JSON
// value of "result", exactly as sent. result is kept, not copied. A page behind
// the end of the chain is not read, and makes the listing partial.
func (p *Pager) Page(result []byte) {
	if p.done {
		if p.listing.Completeness == Complete {
			p.Fail(PageUnexpected, "a page follows the last one")
		}
		return
	}
	page := Page{Cursor: p.cursor, Bytes: len(result)}
	p.bytes += len(result)
	if p.bytes > p.limits.Bytes {
		p.Fail(TooManyBytes, fmt.Sprintf("listing is over the limit of %d bytes", p.limits.Bytes))
		return
	}
	items, next, caching, err := splitPage(p.kind, result)
	if err != nil {
		p.Fail(PageUnreadable, fmt.Sprintf("page %d: %v", len(p.listing.Pages)+1, err))
		return
	}
	p.observed()
	if len(p.listing.Items)+len(items) > p.limits.Items {
		p.Fail(TooManyItems, fmt.Sprintf("listing is over the limit of %d items", p.limits.Items))
		return
	}
	page.Items, page.TTL, page.Scope = len(items), caching.ttl, caching.scope
	for _, it := range items {
		p.add(it)
	}
	p.listing.Pages = append(p.listing.Pages, page)
	p.advance(next)
}

func (p *Pager) observed() {
	p.listing.Status = Observed
	if p.listing.Reason == NotListed {
		p.listing.Completeness, p.listing.Reason = Partial, CursorLeft
	}
}

func (p *Pager) add(it pageItem) {
	index := len(p.listing.Items)
	p.listing.Items = append(p.listing.Items, it.Item)
	p.hazards = append(p.hazards, itemHazards(p.kind, index, it.Item, it.value)...)
	if it.Problem != "" {
		return
	}
	if p.names[it.Name]++; p.names[it.Name] > 1 {
		p.hazards = append(p.hazards, Hazard{Code: DuplicateName, Where: Where(p.kind, it.Name), Detail: "name is listed more than once"})
	}
}

// advance decides from the cursor of the page just read.
func (p *Pager) advance(next *jsonv.Value) {
	pages := len(p.listing.Pages)
	if !next.Exists() || next.IsNull() {
		if next.IsNull() {
			p.hazards = append(p.hazards, Hazard{Code: NullCursor, Where: p.kind.Method(), Detail: "nextCursor is null instead of absent"})
		}
		p.finish()
		return
	}
	cursor, ok := next.Str()
	if !ok {
		p.Fail(CursorNoString, fmt.Sprintf("page %d: nextCursor is %s, want a string", pages, next.Kind()))
		return
	}
	p.listing.Pages[pages-1].Next = &cursor
	if first, seen := p.seen[cursor]; seen {
		p.Fail(CursorRepeated, fmt.Sprintf("page %d: cursor %q was already asked for by page %d", pages, shorten(cursor), first))
		return
	}
	if pages >= p.limits.Pages {
		p.Fail(TooManyPages, fmt.Sprintf("listing is over the limit of %d pages", p.limits.Pages))
		return
	}
	p.seen[cursor] = pages + 1
	p.cursor = &cursor
}

func (p *Pager) finish() {
	p.done = true
	p.listing.Completeness, p.listing.Reason = Complete, ""
	for _, it := range p.listing.Items {
		if it.Problem != "" {
			p.listing.Completeness, p.listing.Reason, p.listing.Detail = Partial, ItemUnreadable, it.Problem
			return
		}
	}
}

// Fail ends the listing with a reason: what was read stays, and the listing is
// partial, or not observed when nothing was read.
func (p *Pager) Fail(reason Reason, detail string) {
	p.done = true
	p.listing.Reason, p.listing.Detail = reason, detail
	if p.listing.Status == Observed {
		p.listing.Completeness = Partial
	}
}

// NotOffered ends a listing that the server answered with "method not found"
// and does not declare.
func (p *Pager) NotOffered() {
	p.done = true
	p.listing = Listing{Kind: p.kind, Status: NotOffered, Completeness: Complete}
}

// Started reports whether a page has been read.
func (p *Pager) Started() bool { return len(p.listing.Pages) > 0 }

// Listing returns what was seen up to now. A listing whose last cursor was not
// followed is partial.
func (p *Pager) Listing() Listing { return p.listing }

// Hazards returns what was odd about the pages and items up to now.
func (p *Pager) Hazards() []Hazard { return p.hazards }

// pageItem is an item with its parsed value, nil when it is unreadable.
type pageItem struct {
	Item
	value *jsonv.Value
}

// splitPage finds the items and the cursor of a result. When the result as a
// whole is not strict JSON, it is taken apart leniently and judged item by item;
// it fails when the list or the cursor itself cannot be told.
func splitPage(kind Kind, result []byte) ([]pageItem, *jsonv.Value, caching, error) {
	v, err := jsonv.Parse(result, jsonv.Limits{Depth: pageDepth})
	if err != nil {
		items, next, err := splitBroken(kind, result)
		return items, next, caching{}, err
	}
	if v.Kind() != jsonv.Object {
		return nil, nil, caching{}, fmt.Errorf("result is %s, want an object", v.Kind())
	}
	for name := range v.Members() {
		if err := otherCase(name, kind.Member(), "nextCursor"); err != nil {
			return nil, nil, caching{}, err
		}
	}
	list := v.Get(kind.Member())
	if list.Kind() != jsonv.Array {
		return nil, nil, caching{}, fmt.Errorf("member %q is %s, want an array", kind.Member(), orAbsent(list))
	}
	items := make([]pageItem, 0, list.Len())
	for _, it := range list.Items() {
		item, value := identify(Item{Raw: it.Span().Of(result)}, kind, it)
		items = append(items, pageItem{item, value})
	}
	return items, v.Get("nextCursor"), cachingOf(v), nil
}

// caching is how long and for whom a page may be cached.
type caching struct {
	ttl   *int64
	scope string
}

func cachingOf(v *jsonv.Value) caching {
	var c caching
	if n, err := strconv.ParseInt(v.Get("ttlMs").Text(), 10, 64); err == nil && v.Get("ttlMs").Kind() == jsonv.Number {
		c.ttl = &n
	}
	c.scope, _ = v.Get("cacheScope").Str()
	return c
}

func orAbsent(v *jsonv.Value) string {
	if !v.Exists() {
		return "absent"
	}
	return v.Kind().String()
}

func splitBroken(kind Kind, result []byte) (items []pageItem, next *jsonv.Value, err error) {
	members := map[string][]jsonv.Span{}
	var odd error
	err = jsonv.ScanObject(result, func(name, value jsonv.Span) bool {
		if n, ok := jsonv.Unquote(name.Of(result)); ok {
			members[n] = append(members[n], value)
			odd = cmp.Or(odd, otherCase(n, kind.Member(), "nextCursor"))
		}
		return true
	})
	if err = cmp.Or(err, odd); err != nil {
		return nil, nil, err
	}
	for _, name := range []string{kind.Member(), "nextCursor"} {
		if len(members[name]) > 1 {
			return nil, nil, fmt.Errorf("member %q is repeated", name)
		}
	}
	if len(members[kind.Member()]) == 0 {
		return nil, nil, fmt.Errorf("member %q is absent, want an array", kind.Member())
	}
	list := members[kind.Member()][0].Of(result)
	err = jsonv.ScanArray(list, func(span jsonv.Span) bool {
		item, value := readItem(kind, span.Of(list))
		items = append(items, pageItem{item, value})
		return true
	})
	if err != nil {
		return nil, nil, fmt.Errorf("member %q: %w", kind.Member(), err)
	}
	if cursors := members["nextCursor"]; len(cursors) == 1 {
		if next, err = jsonv.Parse(cursors[0].Of(result), jsonv.Limits{}); err != nil {
			return nil, nil, fmt.Errorf("nextCursor: %w", err)
		}
	}
	return items, next, nil
}

// otherCase refuses a name that is one of the known ones but for the case of its
// letters: some clients would read it as that one.
func otherCase(name string, known ...string) error {
	for _, k := range known {
		if name != k && strings.EqualFold(name, k) {
			return fmt.Errorf("member %q differs from %q in case only, and some clients take the one for the other", shorten(name), k)
		}
	}
	return nil
}

// shorten cuts a long word of the server for an error.
func shorten(s string) string {
	const most = 160
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
