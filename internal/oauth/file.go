package oauth

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"filippo.io/age"
	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/mooring-mcp/mooring/internal/jsonv"
)

// fileVersion names the format inside the encrypted file.
const fileVersion = "mooring.tokens.v1"

// maxFile is the greatest length of an encrypted file, in bytes.
const maxFile = 16 << 20

// contents is what is encrypted.
type contents struct {
	Version string   `json:"version"`
	Records []Record `json:"records"`
}

// identitySource keeps the key of an encrypted file.
type identitySource interface {
	// load returns errNoIdentity when there is none yet.
	load(ctx context.Context) (*age.X25519Identity, error)
	// save keeps a new one.
	save(ctx context.Context, identity *age.X25519Identity) error
	// remove of what is not there is no error.
	remove(ctx context.Context) error
	// where says in words where the key is.
	where() string
}

var errNoIdentity = errors.New("there is no key")

// encrypted is a Store in one age file, written in one step, and shared by processes through lock files beside it.
type encrypted struct {
	dir      string // made when something is stored
	name     string // of the file
	identity identitySource
}

func (e *encrypted) path() string { return filepath.Join(e.dir, e.name) }

// exists reports whether something is stored here.
func (e *encrypted) exists() bool {
	_, err := os.Stat(e.path())
	return !errors.Is(err, fs.ErrNotExist)
}

// Get implements Store.
func (e *encrypted) Get(ctx context.Context, key Key) (Record, error) {
	records, err := e.List(ctx)
	if err != nil {
		return Record{}, err
	}
	return get(records, key)
}

// List implements Store.
func (e *encrypted) List(ctx context.Context) ([]Record, error) {
	cipher, err := e.read()
	if err != nil || cipher == nil {
		return nil, err
	}
	identity, err := e.identity.load(ctx)
	if errors.Is(err, errNoIdentity) {
		return nil, e.damaged("its key is not in " + e.identity.where())
	}
	if err != nil {
		return nil, err
	}
	plain, err := age.Decrypt(bytes.NewReader(cipher), identity)
	if no := (*age.NoIdentityMatchError)(nil); errors.As(err, &no) {
		return nil, e.damaged("the key in " + e.identity.where() + " does not fit it")
	}
	if err != nil {
		return nil, e.damaged("it is no whole age file")
	}
	text, err := io.ReadAll(plain)
	if err != nil {
		return nil, e.damaged("it is cut off or altered")
	}
	return e.decode(text)
}

// read returns nil when there is no file.
func (e *encrypted) read() ([]byte, error) {
	f, err := os.Open(e.path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &Error{Kind: Damaged, Text: "read the stored logins", Err: err}
	}
	defer f.Close()
	cipher, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, &Error{Kind: Damaged, Text: "read the stored logins", Err: err}
	}
	if len(cipher) > maxFile {
		return nil, e.damaged(fmt.Sprintf("it is over the limit of %d bytes", maxFile))
	}
	return cipher, nil
}

func (e *encrypted) decode(text []byte) ([]Record, error) {
	if _, err := jsonv.Parse(text, jsonv.Limits{}); err != nil {
		return nil, e.damaged("what is in it is no strict JSON: " + jsonFault(err))
	}
	var version struct {
		Version string `json:"version"`
	}
	if json.Unmarshal(text, &version) != nil || version.Version != fileVersion {
		return nil, e.damaged(fmt.Sprintf("it has version %q, want %q", version.Version, fileVersion))
	}
	var in contents
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&in) != nil {
		return nil, e.damaged("what is in it does not fit " + fileVersion)
	}
	return in.Records, nil
}

func (e *encrypted) damaged(why string) *Error {
	return (&Error{Kind: Damaged, Text: fmt.Sprintf("the stored logins in %q cannot be read: %s", e.path(), why)}).
		hint("remove that file and log in again")
}

// Put implements Store.
func (e *encrypted) Put(ctx context.Context, rec Record) error {
	return e.change(ctx, func(records []Record) []Record { return put(records, rec) })
}

// Delete implements Store. The key goes with the last record.
func (e *encrypted) Delete(ctx context.Context, key Key) error {
	if !e.exists() {
		return nil
	}
	return e.change(ctx, func(records []Record) []Record { return remove(records, key) })
}

func (e *encrypted) change(ctx context.Context, edit func([]Record) []Record) error {
	unlock, err := e.lock(ctx, e.name+".lock")
	if err != nil {
		return err
	}
	defer unlock()
	records, err := e.List(ctx)
	if err != nil {
		return err
	}
	records = edit(records)
	if len(records) == 0 {
		if err := removePrivate(e.path()); err != nil {
			return err
		}
		return e.identity.remove(ctx)
	}
	identity, err := e.identity.load(ctx)
	if errors.Is(err, errNoIdentity) {
		identity, err = e.newIdentity(ctx)
	}
	if err != nil {
		return err
	}
	text, err := json.Marshal(contents{Version: fileVersion, Records: records})
	if err != nil {
		return err
	}
	var cipher bytes.Buffer
	w, err := age.Encrypt(&cipher, identity.Recipient())
	if err != nil {
		return err
	}
	if _, err = w.Write(text); err == nil {
		err = w.Close()
	}
	if err != nil {
		return err
	}
	return writePrivate(e.path(), cipher.Bytes())
}

func (e *encrypted) newIdentity(ctx context.Context) (*age.X25519Identity, error) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, err
	}
	return identity, e.identity.save(ctx, identity)
}

// Lock implements Store.
func (e *encrypted) Lock(ctx context.Context, key Key) (unlock func(), err error) {
	sum := sha256.Sum256([]byte(key.Issuer + "\x00" + key.Resource))
	return e.lock(ctx, "refresh-"+hex.EncodeToString(sum[:8])+".lock")
}

// lock waits for a lock file. The operating system ends the lock of a process that dies.
func (e *encrypted) lock(ctx context.Context, name string) (unlock func(), err error) {
	if err := os.MkdirAll(e.dir, 0o700); err != nil {
		return nil, &Error{Kind: Damaged, Text: "make the folder of the stored logins", Err: err}
	}
	type outcome struct {
		unlock func()
		err    error
	}
	got := make(chan outcome, 1)
	go func() { // ends with the lock, which is given back if nobody waits any more
		unlock, err := lockedfile.MutexAt(filepath.Join(e.dir, name)).Lock()
		got <- outcome{unlock, err}
	}()
	select {
	case o := <-got:
		if o.err != nil {
			return nil, &Error{Kind: Damaged, Text: "lock the stored logins", Err: o.err}
		}
		return o.unlock, nil
	case <-ctx.Done():
		go func() { // ends with the one above
			if o := <-got; o.err == nil {
				o.unlock()
			}
		}()
		return nil, ctx.Err()
	}
}

// removePrivate of what is not there is no error.
func removePrivate(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &Error{Kind: Damaged, Text: "remove the stored logins", Err: err}
	}
	return nil
}

// writePrivate replaces a file in one step by one that only its owner can read.
func writePrivate(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return &Error{Kind: Damaged, Text: "write the stored logins", Err: err}
	}
	defer os.Remove(f.Name()) // after the rename there is nothing to remove
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return &Error{Kind: Damaged, Text: "write the stored logins", Err: err}
	}
	return nil
}
