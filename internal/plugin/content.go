package plugin

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// contentBytes is how much of a package is digested.
const contentBytes = 256 << 20

var errContent = errors.New("over the limits")

// content is the digest of every file of a package: its name, and its bytes, or what it
// links to. The folder of git at the top is none of the package's. The result is "" where
// something cannot be read, or is over a limit.
func (r *reader) content() string {
	sum, entries, left := sha256.New(), 0, int64(contentBytes)
	err := fs.WalkDir(r.fsys, ".", func(name string, e fs.DirEntry, err error) error {
		switch entries++; {
		case err != nil:
			return err
		case entries > treeEntries:
			return errContent
		case name == ".git" && e.IsDir():
			return fs.SkipDir
		case e.IsDir():
			return nil
		case e.Type()&fs.ModeSymlink != 0:
			target, err := fs.ReadLink(r.fsys, name)
			fmt.Fprintf(sum, "link %q %q\n", name, target)
			return err
		case !e.Type().IsRegular():
			fmt.Fprintf(sum, "other %q\n", name)
			return nil
		}
		n, digest, err := r.digest(name, left)
		left -= n
		fmt.Fprintf(sum, "file %q %s\n", name, digest)
		return err
	})
	if err != nil {
		return ""
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

// digest is that of one file of at most limit bytes, with how many it has.
func (r *reader) digest(name string, limit int64) (int64, string, error) {
	f, err := r.fsys.Open(name)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, io.LimitReader(f, limit+1))
	if err == nil && n > limit {
		err = errContent
	}
	return n, hex.EncodeToString(sum.Sum(nil)), err
}
