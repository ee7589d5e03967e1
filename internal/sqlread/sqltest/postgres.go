//go:build unix

// Package sqltest starts database servers of the machine, each with data of its own
// that goes when it stops, for tests and for the generators of function lists.
package sqltest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrMissing says that a server is not installed.
var ErrMissing = errors.New("not installed")

// Server is one that runs. Stop ends it and removes its data.
type Server struct {
	// Address is what a client connects to: for PostgreSQL a connection string, for
	// MariaDB the path of its socket.
	Address string

	dir string
	cmd *exec.Cmd
}

// Postgres starts PostgreSQL with the databases of a new cluster. Root may not run
// it, so that it then runs as the user postgres, or nobody. It returns [ErrMissing]
// where there is none.
func Postgres(ctx context.Context) (*Server, error) {
	bin, err := postgresBin()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "pg") // a socket's path is short
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, Address: "host=" + dir + " user=postgres database=postgres sslmode=disable"}
	attr, err := unprivileged(dir, "postgres")
	if err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	data := filepath.Join(dir, "data")
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync")
	initdb.SysProcAttr, initdb.Dir = attr, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("initdb: %w\n%s", err, out), s.Stop())
	}
	//nolint:noctx // it ends with Stop
	s.cmd = exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "fsync=off",
		"-c", "shared_buffers=16MB", "-c", "max_connections=10", "-c", "max_prepared_transactions=2", "-c", "logging_collector=off")
	s.cmd.SysProcAttr, s.cmd.Dir = attr, dir
	if err := s.cmd.Start(); err != nil {
		s.cmd = nil
		return nil, errors.Join(err, s.Stop())
	}
	if err := s.await(ctx, func() error {
		c, err := pgconn.Connect(ctx, s.Address)
		if err != nil {
			return err
		}
		return c.Close(ctx)
	}); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// await asks until the server answers, for a minute.
func (s *Server) await(ctx context.Context, ask func() error) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	var err error
	for range 1200 {
		if err = ask(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
	return fmt.Errorf("%s does not answer: %w", filepath.Base(s.cmd.Path), err)
}

// Stop ends the server, which closes its connections, and removes its data.
func (s *Server) Stop() error {
	if s.cmd != nil {
		if err := s.cmd.Process.Signal(syscall.SIGQUIT); err == nil {
			_ = s.cmd.Wait() // its status says that it was told to
		}
	}
	return os.RemoveAll(s.dir)
}

// postgresBin is the folder with initdb: of the newest version where Debian installs
// several, otherwise on PATH.
func postgresBin() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	slices.SortFunc(found, func(a, b string) int { return majorOf(a) - majorOf(b) })
	if n := len(found); n > 0 {
		return filepath.Dir(found[n-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", fmt.Errorf("postgresql: %w", ErrMissing)
	}
	return filepath.Dir(path), nil
}

func majorOf(initdb string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	return n
}

// unprivileged is how root starts a server as somebody else, who gets dir; nil where
// the user is nobody special.
func unprivileged(dir, name string) (*syscall.SysProcAttr, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	if err := os.Chown(dir, int(uid), int(gid)); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}
