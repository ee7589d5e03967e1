package oauth

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"filippo.io/age"
	"github.com/zalando/go-keyring"
)

// Keychain is where an operating system keeps the secrets of its user. A nil Keychain of [OpenStore] is that of the
// system: Keychain of macOS, Credential Manager of Windows, Secret Service of other systems.
type Keychain interface {
	// Get and Delete return keyring.ErrNotFound when there is none.
	Get(service, user string) (string, error)
	Set(service, user, secret string) error
	Delete(service, user string) error
}

type systemKeychain struct{}

func (systemKeychain) Get(service, user string) (string, error) { return keyring.Get(service, user) }

func (systemKeychain) Set(service, user, secret string) error {
	return keyring.Set(service, user, secret)
}

func (systemKeychain) Delete(service, user string) error { return keyring.Delete(service, user) }

// keychainService and keychainUser name our entry.
const (
	keychainService = "mooring"
	keychainUser    = "key of stored logins"
)

// keychainTimeout is how long a keychain may take, with a person who has to unlock it.
const keychainTimeout = 2 * time.Minute

// inKeychain keeps the key in a keychain. The tokens stay in the file: they are longer than what some keychains take
// (2,560 bytes on Windows, about 3,000 on macOS), and a keychain cannot list what it holds.
type inKeychain struct{ keychain Keychain }

func (inKeychain) where() string { return "the keychain" }

func (k inKeychain) load(ctx context.Context) (*age.X25519Identity, error) {
	text, err := k.wait(ctx, func() (string, error) { return k.keychain.Get(keychainService, keychainUser) })
	if errors.Is(err, keyring.ErrNotFound) {
		return nil, errNoIdentity
	}
	if err != nil {
		return nil, keychainError(err)
	}
	return parseIdentity(text, k.where())
}

func (k inKeychain) save(ctx context.Context, identity *age.X25519Identity) error {
	_, err := k.wait(ctx, func() (string, error) {
		return "", k.keychain.Set(keychainService, keychainUser, identity.String())
	})
	if err != nil {
		return keychainError(err)
	}
	return nil
}

func (k inKeychain) remove(ctx context.Context) error {
	_, err := k.wait(ctx, func() (string, error) { return "", k.keychain.Delete(keychainService, keychainUser) })
	if err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return keychainError(err)
	}
	return nil
}

// ProbeKeychain returns why a keychain does not answer, nil when it does. A nil one is
// the system's. Nothing is stored; a locked keychain may ask its user.
func ProbeKeychain(ctx context.Context, keychain Keychain) error {
	if keychain == nil {
		keychain = systemKeychain{}
	}
	k := inKeychain{keychain}
	_, err := k.wait(ctx, func() (string, error) { return keychain.Get(keychainService, "probe") })
	if errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return err
}

// wait calls the keychain, which knows no context and may ask a person.
func (inKeychain) wait(ctx context.Context, call func() (string, error)) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, keychainTimeout)
	defer cancel()
	type outcome struct {
		text string
		err  error
	}
	got := make(chan outcome, 1)
	go func() { // ends with the call or with the program
		text, err := call()
		got <- outcome{text, err}
	}()
	select {
	case o := <-got:
		return o.text, o.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func keychainError(err error) *Error {
	return (&Error{Kind: Damaged, Text: "the keychain does not give the key of the stored logins", Err: err}).
		hint("unlock it, or log in with --store file")
}

// inFile keeps the key beside the tokens, readable by its owner alone. It protects copies of the token file (backups,
// synchronized folders), and not from who can read the owner's files.
type inFile struct{ path string }

func (k inFile) where() string { return fmt.Sprintf("%q", k.path) }

func (k inFile) load(context.Context) (*age.X25519Identity, error) {
	info, err := os.Stat(k.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoIdentity
	}
	if err != nil {
		return nil, &Error{Kind: Damaged, Text: "read the key of the stored logins", Err: err}
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o077 != 0 {
		return nil, (&Error{Kind: Damaged, Text: fmt.Sprintf("the key in %q can be read by others: its mode is %04o, want 0600", k.path, mode)}).
			hint("if nobody has read it: chmod 600 %q", k.path)
	}
	const most = 4 << 10
	if info.Size() > most {
		return nil, &Error{Kind: Damaged, Text: fmt.Sprintf("the key in %q is over the limit of %d bytes", k.path, most)}
	}
	text, err := os.ReadFile(k.path)
	if err != nil {
		return nil, &Error{Kind: Damaged, Text: "read the key of the stored logins", Err: err}
	}
	return parseIdentity(string(text), k.where())
}

func (k inFile) save(_ context.Context, identity *age.X25519Identity) error {
	return writePrivate(k.path, []byte(identity.String()+"\n"))
}

func (k inFile) remove(context.Context) error { return removePrivate(k.path) }

func parseIdentity(text, where string) (*age.X25519Identity, error) {
	identity, err := age.ParseX25519Identity(strings.TrimSpace(text))
	if err != nil { // which repeats the text
		return nil, &Error{Kind: Damaged, Text: fmt.Sprintf("the key in %s is no age identity", where)}
	}
	return identity, nil
}

// Where says where logins are kept.
type Where uint8

// The places.
const (
	Auto       Where = iota // where a server's login is already; a new one in the keychain, or in a file where there is none
	InKeychain              // an encrypted file whose key is in the keychain
	InFile                  // an encrypted file with its key beside it
)

// OpenStore returns the store in a folder, which is made when something is stored. A nil keychain is the system's.
// Processes may share it.
func OpenStore(dir string, where Where, keychain Keychain) Store {
	if keychain == nil {
		keychain = systemKeychain{}
	}
	inChain := &encrypted{dir: dir, name: "logins.keychain.age", identity: inKeychain{keychain}}
	inFile := &encrypted{dir: dir, name: "logins.file.age", identity: inFile{filepath.Join(dir, "identity.txt")}}
	switch where {
	case InKeychain:
		return inChain
	case InFile:
		return inFile
	default:
		return &auto{keychain: inChain, file: inFile}
	}
}
