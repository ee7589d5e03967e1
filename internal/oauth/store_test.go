package oauth_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/zalando/go-keyring"

	"github.com/mooring-mcp/mooring/internal/oauth"
)

// chain is a keychain that may not work.
type chain struct {
	mu    sync.Mutex
	items map[string]string
	err   error
}

func (c *chain) Get(service, user string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	text, ok := c.items[service+"/"+user]
	if !ok && c.err == nil {
		return "", keyring.ErrNotFound
	}
	return text, c.err
}

func (c *chain) Set(service, user, secret string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		if c.items == nil {
			c.items = map[string]string{}
		}
		c.items[service+"/"+user] = secret
	}
	return c.err
}

func (c *chain) Delete(service, user string) error {
	if _, err := c.Get(service, user); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.items, service+"/"+user)
	return nil
}

func record(n int) oauth.Record {
	return oauth.Record{
		Server: fmt.Sprintf("https://mcp%d.example/mcp", n), Issuer: "https://as.example", Resource: fmt.Sprintf("https://mcp%d.example", n),
		ClientID: "me", AuthMethod: "none", AccessToken: oauth.Secret(fmt.Sprintf("access-%d-secret", n)), RefreshToken: "refresh-secret",
		Scopes: []string{"a", "b"}, Obtained: start, Expiry: start.Add(1),
	}
}

func TestStores(t *testing.T) {
	broken := errors.New("no keychain here")
	tests := []struct {
		name  string
		store func(dir string) oauth.Store
		file  string // that is made
	}{
		{"memory", func(string) oauth.Store { return &oauth.Memory{} }, ""},
		{"file", func(dir string) oauth.Store { return oauth.OpenStore(dir, oauth.InFile, nil) }, "logins.file.age"},
		{"keychain", func(dir string) oauth.Store { return oauth.OpenStore(dir, oauth.InKeychain, &chain{}) }, "logins.keychain.age"},
		{"auto", func(dir string) oauth.Store { return oauth.OpenStore(dir, oauth.Auto, &chain{}) }, "logins.keychain.age"},
		{"auto without a keychain", func(dir string) oauth.Store { return oauth.OpenStore(dir, oauth.Auto, &chain{err: broken}) }, "logins.file.age"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a", "b")
			s := tt.store(dir)
			storeWorks(t, s)
			if tt.file == "" {
				return
			}
			place := oauth.PlaceOf(t.Context(), s, record(1).Key())
			if !strings.Contains(place, tt.file) {
				t.Errorf("PlaceOf = %q, want %q in it", place, tt.file)
			}
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				text, err := os.ReadFile(filepath.Join(dir, e.Name()))
				info, _ := e.Info()
				if err != nil || strings.Contains(string(text), "secret") || strings.Contains(string(text), "mcp1") {
					t.Errorf("%s can be read: %v", e.Name(), err)
				}
				if lock := strings.HasSuffix(e.Name(), ".lock"); runtime.GOOS != "windows" && !lock && info.Mode().Perm() != 0o600 {
					t.Errorf("%s has mode %v", e.Name(), info.Mode())
				}
			}
		})
	}
}

func storeWorks(t *testing.T, s oauth.Store) {
	t.Helper()
	ctx := t.Context()
	if got, err := s.List(ctx); len(got) > 0 || err != nil {
		t.Errorf("List of nothing = %v, %v", got, err)
	}
	if _, err := s.Get(ctx, record(1).Key()); !errors.Is(err, oauth.ErrNotStored) {
		t.Errorf("Get of nothing: %v", err)
	}
	if err := s.Delete(ctx, record(1).Key()); err != nil {
		t.Errorf("Delete of nothing: %v", err)
	}
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			unlock, err := s.Lock(ctx, record(1).Key())
			if err == nil {
				err = s.Put(ctx, record(i))
				unlock()
			}
			if err != nil {
				t.Errorf("Put: %v", err)
			}
		})
	}
	wait.Wait()
	changed := record(3)
	changed.Scopes = nil
	if err := errors.Join(s.Put(ctx, changed), s.Delete(ctx, record(4).Key())); err != nil {
		t.Fatal(err)
	}
	want := []oauth.Record{record(0), record(1), record(2), changed, record(5), record(6), record(7)}
	got, err := s.List(ctx)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("List: %v (-want +got):\n%s", err, diff)
	}
}

// TestLastRecord wants nothing to stay of a store whose last record went: no tokens and no key.
func TestLastRecord(t *testing.T) {
	for _, where := range []oauth.Where{oauth.InKeychain, oauth.InFile, oauth.Auto} {
		dir, keychain := t.TempDir(), &chain{}
		s := oauth.OpenStore(dir, where, keychain)
		ctx := t.Context()
		for range 2 { // it can be used again
			if err := errors.Join(s.Put(ctx, record(1)), s.Put(ctx, record(2)), s.Delete(ctx, record(1).Key())); err != nil {
				t.Fatal(err)
			}
			if got, err := s.List(ctx); err != nil || len(got) != 1 {
				t.Errorf("store %d: List = %v, %v, want one", where, got, err)
			}
			if err := s.Delete(ctx, record(2).Key()); err != nil {
				t.Errorf("store %d: Delete: %v", where, err)
			}
			left, err := os.ReadDir(dir)
			left = slices.DeleteFunc(left, func(e os.DirEntry) bool { return strings.HasSuffix(e.Name(), ".lock") })
			if err != nil || len(left) > 0 || len(keychain.items) > 0 {
				t.Errorf("store %d: %v: files %v and %d keys are left", where, err, left, len(keychain.items))
			}
			if got, err := s.List(ctx); err != nil || len(got) > 0 {
				t.Errorf("store %d: List = %v, %v, want none", where, got, err)
			}
		}
	}
}

func TestDamagedStore(t *testing.T) {
	const tokens, key = "logins.file.age", "identity.txt"
	tests := []struct {
		name   string
		damage func(dir string) error
		want   string
	}{
		{"cut off", edit(tokens, func(b []byte) []byte { return b[:len(b)-5] }), "cut off or altered"},
		{"altered", edit(tokens, func(b []byte) []byte { b[len(b)-20] ^= 1; return b }), "cut off or altered"},
		{"not age", edit(tokens, func([]byte) []byte { return []byte("{}") }), "no whole age file"},
		{"empty", edit(tokens, func([]byte) []byte { return nil }), "no whole age file"},
		{"no key", func(dir string) error { return os.Remove(filepath.Join(dir, key)) }, "its key is not in"},
		{"another key", func(dir string) error {
			other := filepath.Join(dir, "other")
			err := oauth.OpenStore(other, oauth.InFile, nil).Put(context.Background(), record(1))
			return errors.Join(err, os.Rename(filepath.Join(other, key), filepath.Join(dir, key)))
		}, "does not fit it"},
		{"bad key", edit(key, func([]byte) []byte { return []byte("AGE-SECRET-KEY-1") }), "is no age identity"},
		{"open key", func(dir string) error { return os.Chmod(filepath.Join(dir, key), 0o644) }, "its mode is 0644, want 0600"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.name == "open key" && runtime.GOOS == "windows" {
				t.Skip("there are no such modes")
			}
			dir := t.TempDir()
			s := oauth.OpenStore(dir, oauth.InFile, nil)
			if err := s.Put(t.Context(), record(1)); err != nil {
				t.Fatal(err)
			}
			if err := tt.damage(dir); err != nil {
				t.Fatal(err)
			}
			for _, s := range []oauth.Store{s, oauth.OpenStore(dir, oauth.Auto, &chain{})} {
				_, err := s.List(t.Context())
				if e := (*oauth.Error)(nil); !errors.As(err, &e) || e.Kind != oauth.Damaged || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("List: %v, want damage: %q", err, tt.want)
				}
			}
			if err := s.Put(t.Context(), record(2)); err == nil {
				t.Error("Put wrote over what could not be read")
			}
		})
	}
}

// edit changes a file of a folder.
func edit(name string, change func([]byte) []byte) func(dir string) error {
	return func(dir string) error {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, change(text), 0o600)
	}
}

// TestAutoNewest has a login in both stores.
func TestAutoNewest(t *testing.T) {
	dir, keys := t.TempDir(), &chain{}
	older, newer := record(1), record(1)
	newer.Obtained, newer.AccessToken = start.Add(1), "newer"
	in := func(where oauth.Where) oauth.Store { return oauth.OpenStore(dir, where, keys) }
	if err := errors.Join(in(oauth.InKeychain).Put(t.Context(), older), in(oauth.InFile).Put(t.Context(), newer)); err != nil {
		t.Fatal(err)
	}
	auto := in(oauth.Auto)
	got, err := auto.Get(t.Context(), older.Key())
	if got.AccessToken != "newer" || err != nil {
		t.Errorf("Get: %v, %v, want the newer one", got, err)
	}
	keys.err = errors.New("locked")
	if list, err := auto.List(t.Context()); len(list) != 1 || err != nil {
		t.Errorf("List with a locked keychain: %v, %v", list, err)
	}
	if _, err := auto.Get(t.Context(), record(2).Key()); err == nil || errors.Is(err, oauth.ErrNotStored) {
		t.Errorf("Get of what may be in the locked keychain: %v", err)
	}
}

func TestFor(t *testing.T) {
	at := func(resource, issuer string, age int) oauth.Record {
		return oauth.Record{Resource: resource, Issuer: issuer, Obtained: start.AddDate(0, 0, -age)}
	}
	records := []oauth.Record{
		at("https://m.example", "a", 0), at("https://m.example/x/", "a", 2), at("https://m.example/x/", "b", 1),
		at("https://m.example/y", "a", 0), at("https://m.example/x/mcp/deep", "a", 0), at("https://other.example", "a", 0),
	}
	server, err := oauth.ParseServer("HTTPS://M.example:443/x/mcp#frag")
	if err != nil {
		t.Fatal(err)
	}
	want := []oauth.Record{records[2], records[1], records[0]}
	if diff := cmp.Diff(want, oauth.For(records, server)); diff != "" {
		t.Errorf("For (-want +got):\n%s", diff)
	}
	if got := server.String(); got != "https://m.example/x/mcp" {
		t.Errorf("ParseServer = %q", got)
	}
	if _, err := url.Parse(server.String()); err != nil {
		t.Error(err)
	}
}

func TestProbeKeychain(t *testing.T) {
	if err := oauth.ProbeKeychain(t.Context(), &chain{}); err != nil {
		t.Errorf("an empty keychain: %v", err)
	}
	broken := errors.New("no bus")
	if err := oauth.ProbeKeychain(t.Context(), &chain{err: broken}); !errors.Is(err, broken) {
		t.Errorf("a broken keychain: %v, want %v", err, broken)
	}
}

func TestServes(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name string
		rec  oauth.Record
		want bool
	}{
		{"no token", oauth.Record{}, false},
		{"without an end", oauth.Record{AccessToken: "t"}, true},
		{"an hour left", oauth.Record{AccessToken: "t", Expiry: now.Add(time.Hour)}, true},
		{"expired", oauth.Record{AccessToken: "t", Expiry: now.Add(-time.Hour)}, false},
		{"expired, renewable", oauth.Record{AccessToken: "t", Expiry: now.Add(-time.Hour), RefreshToken: "r"}, true},
		{"of a program", oauth.Record{Flow: oauth.ClientCredentials}, true},
	} {
		if got := tt.rec.Serves(now); got != tt.want {
			t.Errorf("%s: Serves = %t, want %t", tt.name, got, tt.want)
		}
	}
}
