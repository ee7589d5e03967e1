package oauth

import (
	"context"
	"errors"
	"slices"
)

// auto is a keychain's store, and a file's where that does not work.
type auto struct {
	keychain, file *encrypted
}

// stores are those with something in them. A keychain that holds nothing of ours is not asked, since it may ask its user.
func (a *auto) stores() []*encrypted {
	return slices.DeleteFunc([]*encrypted{a.keychain, a.file}, func(e *encrypted) bool { return !e.exists() })
}

// find returns the newest record of a key and where it is. A store that cannot be read is an error only if the other
// does not know the key.
func (a *auto) find(ctx context.Context, key Key) (Record, *encrypted, error) {
	var found Record
	var in *encrypted
	var failed error
	for _, s := range a.stores() {
		rec, err := s.Get(ctx, key)
		switch {
		case err == nil && (in == nil || rec.Obtained.After(found.Obtained)):
			found, in = rec, s
		case err != nil && !errors.Is(err, ErrNotStored):
			failed = errors.Join(failed, err)
		}
	}
	switch {
	case in != nil:
		return found, in, nil
	case failed != nil:
		return Record{}, nil, failed
	}
	return Record{}, nil, ErrNotStored
}

// Get implements Store.
func (a *auto) Get(ctx context.Context, key Key) (Record, error) {
	rec, _, err := a.find(ctx, key)
	return rec, err
}

// Put implements Store. A record stays where its key is.
func (a *auto) Put(ctx context.Context, rec Record) error {
	if _, in, err := a.find(ctx, rec.Key()); err == nil {
		return in.Put(ctx, rec)
	}
	err := a.keychain.Put(ctx, rec)
	if err != nil && ctx.Err() == nil {
		return a.file.Put(ctx, rec)
	}
	return err
}

// Delete implements Store.
func (a *auto) Delete(ctx context.Context, key Key) error {
	var failed error
	for _, s := range a.stores() {
		failed = errors.Join(failed, s.Delete(ctx, key))
	}
	return failed
}

// List implements Store. As with find, one store that can be read is enough, unless it is empty.
func (a *auto) List(ctx context.Context) ([]Record, error) {
	var out []Record
	var failed error
	for _, s := range a.stores() {
		records, err := s.List(ctx)
		failed = errors.Join(failed, err)
		for _, r := range records {
			if before, err := get(out, r.Key()); err != nil || r.Obtained.After(before.Obtained) {
				out = put(out, r)
			}
		}
	}
	if len(out) == 0 && failed != nil {
		return nil, failed
	}
	return out, nil
}

// Lock implements Store.
func (a *auto) Lock(ctx context.Context, key Key) (unlock func(), err error) {
	return a.file.Lock(ctx, key) // in the folder of both
}

// PlaceOf says in words where a store keeps the record of a key: `"…/logins.file.age", its key in the keychain`. It is
// "" for a store without a place, and for a record that is not there.
func PlaceOf(ctx context.Context, s Store, key Key) string {
	e, ok := s.(*encrypted)
	if a, isAuto := s.(*auto); isAuto {
		_, in, err := a.find(ctx, key)
		e, ok = in, err == nil
	}
	if !ok {
		return ""
	}
	return e.path() + ", with its key in " + e.identity.where()
}
