package oauth

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
)

// ErrNotStored says that there is no record of that key.
var ErrNotStored = errors.New("no login is stored")

// Store keeps records. Its methods are safe for concurrent use, and by several processes where it says so.
type Store interface {
	// Get returns ErrNotStored when there is no such record.
	Get(ctx context.Context, key Key) (Record, error)
	// Put adds a record or replaces the one of its key.
	Put(ctx context.Context, rec Record) error
	// Delete of what is not there is no error.
	Delete(ctx context.Context, key Key) error
	// List returns all records, sorted by resource and issuer.
	List(ctx context.Context) ([]Record, error)
	// Lock keeps others from refreshing the same record at the same time. It locks none of the other methods.
	Lock(ctx context.Context, key Key) (unlock func(), err error)
}

// Memory is a Store that ends with the program. The zero Memory is empty.
type Memory struct {
	mu      sync.Mutex
	records []Record
	locks   map[Key]chan struct{}
}

// Get implements Store.
func (m *Memory) Get(_ context.Context, key Key) (Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return get(m.records, key)
}

// Put implements Store.
func (m *Memory) Put(_ context.Context, rec Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.records = put(m.records, rec)
	return nil
}

// Delete implements Store.
func (m *Memory) Delete(_ context.Context, key Key) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.records = remove(m.records, key)
	return nil
}

// List implements Store.
func (m *Memory) List(context.Context) ([]Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.records), nil
}

// Lock implements Store.
func (m *Memory) Lock(ctx context.Context, key Key) (unlock func(), err error) {
	m.mu.Lock()
	if m.locks == nil {
		m.locks = map[Key]chan struct{}{}
	}
	lock, ok := m.locks[key]
	if !ok {
		lock = make(chan struct{}, 1)
		m.locks[key] = lock
	}
	m.mu.Unlock()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case lock <- struct{}{}:
		return func() { <-lock }, nil
	}
}

func get(records []Record, key Key) (Record, error) {
	for _, r := range records {
		if r.Key() == key {
			return r, nil
		}
	}
	return Record{}, ErrNotStored
}

// put and remove return new lists; put keeps the order of [Store.List].
func put(records []Record, rec Record) []Record {
	out := append(remove(records, rec.Key()), rec)
	slices.SortFunc(out, func(a, b Record) int {
		if c := strings.Compare(a.Resource, b.Resource); c != 0 {
			return c
		}
		return strings.Compare(a.Issuer, b.Issuer)
	})
	return out
}

func remove(records []Record, key Key) []Record {
	return slices.DeleteFunc(slices.Clone(records), func(r Record) bool { return r.Key() == key })
}
