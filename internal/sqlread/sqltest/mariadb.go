//go:build unix

package sqltest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// MariaDB starts MariaDB with a new data folder; its user root has no password. It
// returns [ErrMissing] where the server or its client is not installed.
func MariaDB(ctx context.Context) (*Server, error) {
	for _, tool := range []string{"mariadbd", "mariadb-install-db", "mariadb"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, fmt.Errorf("%s: %w", tool, ErrMissing)
		}
	}
	dir, err := os.MkdirTemp("", "db")
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, Address: filepath.Join(dir, "socket")}
	attr, err := unprivileged(dir, "mysql")
	if err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	data := filepath.Join(dir, "data")
	install := exec.CommandContext(ctx, "mariadb-install-db", "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db")
	install.SysProcAttr, install.Dir = attr, dir
	if out, err := install.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("mariadb-install-db: %w\n%s", err, out), s.Stop())
	}
	//nolint:noctx // it ends with Stop
	s.cmd = exec.Command("mariadbd", "--no-defaults", "--datadir="+data, "--socket="+s.Address, "--skip-networking",
		"--pid-file="+filepath.Join(dir, "pid"), "--innodb-buffer-pool-size=16M", "--innodb-flush-log-at-trx-commit=0", "--secure-file-priv="+dir)
	s.cmd.SysProcAttr, s.cmd.Dir = attr, dir
	if err := s.cmd.Start(); err != nil {
		s.cmd = nil
		return nil, errors.Join(err, s.Stop())
	}
	if err := s.await(ctx, func() error {
		_, _, err := s.Client(ctx, "SELECT 1;")
		return err
	}); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// Client runs a script in MariaDB's client, which goes on after errors. It returns
// what the client wrote to either output.
func (s *Server) Client(ctx context.Context, script string) (stdout, stderr string, err error) {
	cmd := exec.CommandContext(ctx, "mariadb", "--no-defaults", "--socket="+s.Address, "--user=root", "--batch", "--force", "--binary-mode", "--unbuffered", "--skip-column-names")
	var out, problems strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(script), &out, &problems
	err = cmd.Run()
	return out.String(), problems.String(), err
}
